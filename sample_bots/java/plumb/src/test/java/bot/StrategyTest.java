package bot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import arena.v1.Arena.Decision;
import arena.v1.Cards.Card;
import arena.v1.Euchre.EuchreCall;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The worked examples that every plumb is held to. */
class StrategyTest {
  @Test
  void bidsLastInADeal() throws Exception {
    Decision decision =
        parse(
            """
            {"seed": "8122274141285904", "spades": {
                "seat": 1,
                "dealer": 1,
                "deal": 1,
                "hand": [6, 8, 12, 13, 15, 16, 20, 22, 23, 28, 30, 34, 35, 39, 43, 49, 52],
                "seats": [
                  {"taken": 0, "score": 0, "bags": 0, "replaced": false},
                  {"bid": 3, "taken": 0, "score": 0, "bags": 0, "replaced": false},
                  {"bid": 15, "taken": 0, "score": 0, "bags": 0, "replaced": false}],
                "legal_bids": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17],
                "played": [],
                "leaders": [],
                "broken": false,
                "legal_cards": []}}
            """);

    assertEquals("2131369826", checksum(decision));
    assertEquals(14, Strategy.choose(decision.getSpades(), decision.getSeed()).getBid());
  }

  @Test
  void playsACardAfterANegativeScore() throws Exception {
    Decision decision =
        parse(
            """
            {"seed": "7597797028237967", "spades": {
                "seat": 2,
                "dealer": 3,
                "deal": 3,
                "hand": [8, 16, 17, 20, 21, 22, 32, 41, 43, 48, 49],
                "seats": [
                  {"bid": 6, "score": -120, "taken": 0, "bags": 0, "replaced": false},
                  {"bid": 4, "taken": 2, "score": 60, "bags": 0, "replaced": false},
                  {"bid": 3, "taken": 4, "score": -89, "bags": 1, "replaced": false}],
                "played": [38, 39, 27, 14, 26, 24, 10, 5, 11, 25, 45, 18, 9, 2, 7, 33, 31, 29, 47, 50],
                "leaders": [1, 2, 3, 2, 3, 3, 3],
                "broken": true,
                "legal_cards": [41, 43, 48, 49],
                "legal_bids": []}}
            """);

    assertEquals("2426655070", checksum(decision));
    assertEquals(Card.CARD_TS, Strategy.choose(decision.getSpades(), decision.getSeed()).getCard());
  }

  @Test
  void callsFirstAfterARedeal() throws Exception {
    Decision decision =
        parse(
            """
            {"seed": "1370051032973791", "euchre": {
                "seat": "SEAT_3",
                "dealer": "SEAT_2",
                "deal": 2,
                "deals_played": 0,
                "redeals": 1,
                "due": "EUCHRE_DUE_CALL",
                "hand": ["CARD_JD", "CARD_JH", "CARD_QH", "CARD_TS", "CARD_QS"],
                "upcard": "CARD_JS",
                "upcard_suit": "SUIT_SPADES",
                "upcard_state": "EUCHRE_UPCARD_UP",
                "calls": [],
                "maker": "SEAT_UNSPECIFIED",
                "trump": "SUIT_UNSPECIFIED",
                "seats": [
                  {"sits_out": false, "taken": 0, "score": 0, "replaced": false},
                  {"sits_out": false, "taken": 0, "score": 0, "replaced": false},
                  {"sits_out": false, "taken": 0, "score": 0, "replaced": false}],
                "dummy": [],
                "put_down": "CARD_UNSPECIFIED",
                "left_out": [],
                "played": [],
                "leaders": [],
                "legal_calls": ["EUCHRE_CALL_PASS", "EUCHRE_CALL_ORDER_UP"],
                "legal_cards": []}}
            """);

    assertEquals("2202365036", checksum(decision));
    assertEquals(
        EuchreCall.EUCHRE_CALL_PASS,
        Strategy.choose(decision.getEuchre(), decision.getSeed()).getCall());
  }

  @Test
  void keepsFiveWhileADefenderIsAlone() throws Exception {
    Decision decision =
        parse(
            """
            {"seed": "7393679405331180", "euchre": {
                "seat": "SEAT_3",
                "dealer": "SEAT_1",
                "deal": 1,
                "deals_played": 0,
                "redeals": 0,
                "due": "EUCHRE_DUE_KEEP",
                "hand": ["CARD_KC", "CARD_AC", "CARD_KH", "CARD_9S", "CARD_JS"],
                "upcard": "CARD_AS",
                "upcard_suit": "SUIT_SPADES",
                "upcard_state": "EUCHRE_UPCARD_DECLINED",
                "calls": ["EUCHRE_CALL_PASS", "EUCHRE_CALL_ORDER_UP"],
                "maker": "SEAT_3",
                "trump": "SUIT_SPADES",
                "seats": [
                  {"alone": true, "sits_out": false, "taken": 0, "score": 0, "replaced": false},
                  {"alone": false, "sits_out": true, "taken": 0, "score": 0, "replaced": false},
                  {"alone": false, "sits_out": false, "taken": 0, "score": 0, "replaced": false}],
                "dummy": ["CARD_TC", "CARD_QC", "CARD_KD", "CARD_TH", "CARD_QS"],
                "put_down": "CARD_UNSPECIFIED",
                "left_out": [],
                "played": [],
                "leaders": [],
                "legal_calls": [],
                "legal_cards": []}}
            """);

    assertEquals("876985876", checksum(decision));
    assertEquals(
        List.of(11, 13, 35, 38, 49),
        Strategy.choose(decision.getEuchre(), decision.getSeed()).getKept().getCardsValueList());
  }

  @Test
  void playsACardAsADealerWhoTookUpTheDummy() throws Exception {
    Decision decision =
        parse(
            """
            {"seed": "1404071200203958", "euchre": {
                "seat": "SEAT_1",
                "dealer": "SEAT_1",
                "deal": 4,
                "deals_played": 3,
                "redeals": 0,
                "due": "EUCHRE_DUE_CARD",
                "hand": ["CARD_9D", "CARD_TD"],
                "upcard": "CARD_TD",
                "upcard_suit": "SUIT_DIAMONDS",
                "upcard_state": "EUCHRE_UPCARD_TAKEN",
                "calls": ["EUCHRE_CALL_PASS", "EUCHRE_CALL_PASS", "EUCHRE_CALL_ORDER_UP"],
                "maker": "SEAT_1",
                "trump": "SUIT_DIAMONDS",
                "seats": [
                  {"alone": false, "taken": 2, "score": 3, "sits_out": false, "replaced": false},
                  {"alone": true, "taken": 1, "score": 1, "sits_out": false, "replaced": false},
                  {"sits_out": true, "score": 1, "taken": 0, "replaced": false}],
                "dummy": [],
                "put_down": "CARD_TS",
                "left_out": ["CARD_QC", "CARD_9H", "CARD_JH", "CARD_9S", "CARD_QS"],
                "played": ["CARD_AS", "CARD_KH", "CARD_TC", "CARD_9C", "CARD_KS", "CARD_QD", "CARD_KD"],
                "leaders": ["SEAT_1", "SEAT_1", "SEAT_1", "SEAT_2"],
                "legal_calls": [],
                "legal_cards": ["CARD_9D", "CARD_TD"]}}
            """);

    assertEquals("4200344307", checksum(decision));
    assertEquals(Card.CARD_TD, Strategy.choose(decision.getEuchre(), decision.getSeed()).getCard());
  }

  private static Decision parse(String json) throws InvalidProtocolBufferException {
    Decision.Builder decision = Decision.newBuilder();
    JsonFormat.parser().merge(json, decision);
    return decision.build();
  }

  private static String checksum(Decision decision) {
    return Integer.toUnsignedString(
        decision.hasSpades()
            ? Strategy.checksum(decision.getSpades(), decision.getSeed())
            : Strategy.checksum(decision.getEuchre(), decision.getSeed()));
  }
}
