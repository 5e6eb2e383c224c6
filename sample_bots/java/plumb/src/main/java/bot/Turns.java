package bot;

import arena.v1.Arena.Decision;
import arena.v1.Arena.Move;
import arena.v1.Arena.Moves;
import arena.v1.Arena.PlayRequest;
import arena.v1.Arena.Turn;
import arena.v1.Spades.SpadesAnswer;

/** From a turn of the arena to the bot's answer. */
final class Turns {
  private static final SpadesAnswer NOT_BLIND =
      SpadesAnswer.newBuilder().setBlindNil(false).build();

  private Turns() {}

  /** Answers every decision of a turn, over all the tables that wait. */
  static PlayRequest answer(Turn turn) {
    Moves.Builder moves = Moves.newBuilder().setTurn(turn.getNumber());
    for (Decision decision : turn.getDecisionsList()) {
      if (!decision.getRefusal().isEmpty()) {
        System.err.println("refused: " + decision.getRefusal());
      }
      moves.addMoves(answer(decision));
    }
    return PlayRequest.newBuilder().setMoves(moves).build();
  }

  private static Move answer(Decision decision) {
    Move.Builder move = Move.newBuilder().setMatch(decision.getMatch());
    if (decision.hasEuchre()) {
      move.setEuchre(Strategy.choose(decision.getEuchre(), decision.getSeed()));
    } else if (decision.getSpades().getAsksBlindNil()) {
      move.setSpades(NOT_BLIND);
    } else {
      move.setSpades(Strategy.choose(decision.getSpades(), decision.getSeed()));
    }
    return move.build();
  }
}
