#include "turn.h"

#include <iostream>

#include "choose.h"

namespace {

using arena::v1::Decision;
using arena::v1::Move;

void Fill(const Decision& decision, Move& move) {
  move.set_match(decision.match());
  if (decision.has_euchre()) {
    *move.mutable_euchre() = Choose(decision.euchre(), decision.seed());
  } else if (decision.spades().asks_blind_nil()) {
    move.mutable_spades()->set_blind_nil(false);
  } else {
    *move.mutable_spades() = Choose(decision.spades(), decision.seed());
  }
}

}  // namespace

arena::v1::PlayRequest Answer(const arena::v1::Turn& turn) {
  arena::v1::PlayRequest request;
  auto& moves = *request.mutable_moves();
  moves.set_turn(turn.number());
  for (const Decision& decision : turn.decisions()) {
    if (!decision.refusal().empty()) std::cerr << "refused: " << decision.refusal() << '\n';
    Fill(decision, *moves.add_moves());
  }
  return request;
}
