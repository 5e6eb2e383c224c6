// Plays all the tables that the arena at ARENA_SOCKET offers, from hello to goodbye.

#include <grpcpp/grpcpp.h>

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>

#include "arena/v1/arena.grpc.pb.h"
#include "turn.h"

namespace {

using arena::v1::Goodbye;
using arena::v1::PlayRequest;
using arena::v1::PlayResponse;

// How many tables the bot offers to serve at once: the more, the longer the turns.
constexpr std::uint32_t kTables = 32;

PlayRequest Greeting() {
  PlayRequest request;
  auto& hello = *request.mutable_hello();
  hello.set_protocol("arena.v1");
  hello.add_games("spades");
  hello.add_games("euchre");
  hello.set_tables(kTables);
  hello.set_client("arena C++ sample");
  return request;
}

// Returns the arena's last message; throws if there is none.
Goodbye Converse(const std::string& address) {
  const auto channel = grpc::CreateChannel(address, grpc::InsecureChannelCredentials());
  const auto arena = arena::v1::ArenaService::NewStub(channel);
  grpc::ClientContext context;
  const auto stream = arena->Play(&context);
  // A write that fails is not looked at: the stream is over then, and the next read says so.
  stream->Write(Greeting());
  PlayResponse response;
  while (stream->Read(&response)) {
    if (response.has_turn()) {
      stream->Write(Answer(response.turn()));
    } else if (response.has_goodbye()) {
      return response.goodbye();
    }
  }
  const std::string reason = stream->Finish().error_message();
  throw std::runtime_error("the arena at " + address + " went away without a goodbye" +
                           (reason.empty() ? "" : ": " + reason));
}

}  // namespace

int main() try {
  const char* address = std::getenv("ARENA_SOCKET");
  if (address == nullptr) {
    throw std::runtime_error("ARENA_SOCKET is not set: let the arena start this bot");
  }
  const Goodbye goodbye = Converse(address);
  if (goodbye.reason() == Goodbye::REASON_PROTOCOL || goodbye.reason() == Goodbye::REASON_TIMEOUT) {
    throw std::runtime_error("the arena ended the conversation: " + goodbye.text());
  }
  return EXIT_SUCCESS;
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return EXIT_FAILURE;
}
