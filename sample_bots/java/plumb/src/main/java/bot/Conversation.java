package bot;

import arena.v1.Arena.Goodbye;
import arena.v1.Arena.Hello;
import arena.v1.Arena.PlayRequest;
import arena.v1.Arena.PlayResponse;
import arena.v1.Arena.Turn;
import arena.v1.ArenaServiceGrpc;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The one stream between the arena and the bot, from hello to goodbye. */
final class Conversation implements ClientResponseObserver<PlayRequest, PlayResponse> {
  /** How many tables the bot offers to serve at once: the more, the longer the turns. */
  private static final int TABLES = 32;

  private final CompletableFuture<Goodbye> end = new CompletableFuture<>();
  private ClientCallStreamObserver<PlayRequest> arena;

  private Conversation() {}

  /** Plays all that the arena has to play; an IOException says that it went away before its end. */
  static Goodbye with(String address) throws IOException, InterruptedException {
    // Messages are read and answered on the thread that they come in on: there is but one stream.
    ManagedChannel channel =
        Grpc.newChannelBuilder(address, InsecureChannelCredentials.create())
            .directExecutor()
            .build();
    Conversation conversation = new Conversation();
    try {
      ArenaServiceGrpc.newStub(channel).play(conversation).onNext(hello());
      return conversation.end.get();
    } catch (ExecutionException error) {
      if (error.getCause() instanceof IOException lost) {
        throw lost;
      }
      throw new IllegalStateException("the strategy failed", error.getCause());
    } finally {
      channel.shutdownNow();
    }
  }

  private static PlayRequest hello() {
    return PlayRequest.newBuilder()
        .setHello(
            Hello.newBuilder()
                .setProtocol("arena.v1")
                .addGames("spades")
                .addGames("euchre")
                .setTables(TABLES)
                .setClient("arena Java sample"))
        .build();
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<PlayRequest> arena) {
    this.arena = arena;
  }

  @Override
  public void onNext(PlayResponse response) {
    switch (response.getMessageCase()) {
      case TURN -> answer(response.getTurn());
      case GOODBYE -> end.complete(response.getGoodbye());
      default -> {} // The welcome: rules and clock, which the strategy does without.
    }
  }

  @Override
  public void onError(Throwable error) {
    end.completeExceptionally(new IOException("is gone: " + error.getMessage()));
  }

  @Override
  public void onCompleted() {
    end.completeExceptionally(new IOException("went away without a goodbye"));
  }

  private void answer(Turn turn) {
    try {
      arena.onNext(Turns.answer(turn));
    } catch (RuntimeException | Error error) {
      // The strategy's own, which gRPC would report as the loss of the arena.
      end.completeExceptionally(error);
    }
  }
}
