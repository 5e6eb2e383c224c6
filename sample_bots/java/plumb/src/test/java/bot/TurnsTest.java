package bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import arena.v1.Arena.Move;
import arena.v1.Arena.Moves;
import arena.v1.Arena.Turn;
import arena.v1.Euchre.EuchreAnswer;
import arena.v1.Euchre.EuchreCall;
import com.google.protobuf.util.JsonFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {
  private static final String TURN =
      """
      {"number": 7, "decisions": [
          {"match": 3, "spades": {
            "seat": "SEAT_1", "dealer": "SEAT_3", "deal": 1,
            "hand": ["CARD_2C", "CARD_AS"], "seats": [{}, {}, {}], "legal_bids": [0, 1, 2]}},
          {"match": 1, "spades": {
            "seat": "SEAT_2", "dealer": "SEAT_3", "deal": 9,
            "seats": [{}, {"score": -200}, {}], "asks_blind_nil": true}},
          {"match": 2, "euchre": {
            "seat": "SEAT_3", "dealer": "SEAT_3", "deal": 2, "due": "EUCHRE_DUE_SWAP",
            "hand": ["CARD_9C", "CARD_TC", "CARD_QC", "CARD_AH", "CARD_9S"],
            "upcard": "CARD_KC", "upcard_suit": "SUIT_CLUBS", "upcard_state": "EUCHRE_UPCARD_UP",
            "calls": ["EUCHRE_CALL_ORDER_UP"], "maker": "SEAT_1", "trump": "SUIT_CLUBS",
            "seats": [{}, {}, {}],
            "legal_calls": ["EUCHRE_CALL_DECLINE"],
            "legal_cards": ["CARD_9C", "CARD_TC", "CARD_QC", "CARD_AH", "CARD_9S"]}}]}
      """;

  @Test
  void answersEveryTableOfATurn() throws Exception {
    Turn.Builder turn = Turn.newBuilder();
    JsonFormat.parser().merge(TURN, turn);

    Moves moves = Turns.answer(turn.build()).getMoves();

    assertEquals(7, moves.getTurn());
    assertEquals(List.of(3, 1, 2), moves.getMovesList().stream().map(Move::getMatch).toList());

    assertTrue(moves.getMoves(0).getSpades().hasBid());
    assertTrue(moves.getMoves(0).getSpades().getBid() <= 2);

    assertTrue(moves.getMoves(1).getSpades().hasBlindNil());
    assertFalse(moves.getMoves(1).getSpades().getBlindNil());

    EuchreAnswer swap = moves.getMoves(2).getEuchre();
    assertTrue(
        swap.getCall() == EuchreCall.EUCHRE_CALL_DECLINE
            || turn.getDecisions(2).getEuchre().getHandList().contains(swap.getCard()));
  }
}
