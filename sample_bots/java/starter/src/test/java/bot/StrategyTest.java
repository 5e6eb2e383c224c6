package bot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import arena.v1.Cards.Card;
import arena.v1.Cards.Suit;
import arena.v1.Euchre.EuchreCall;
import arena.v1.Euchre.EuchreDue;
import arena.v1.Euchre.EuchreSeat;
import arena.v1.Euchre.EuchreView;
import arena.v1.Spades.SpadesSeat;
import arena.v1.Spades.SpadesView;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class StrategyTest {
  private static final EuchreCall PASS = EuchreCall.EUCHRE_CALL_PASS;
  private static final EuchreCall ORDER_UP = EuchreCall.EUCHRE_CALL_ORDER_UP;

  @Test
  void cashesItsHighestCardWhenItLeadsAndNeedsTricks() {
    assertEquals(one("AH"), played(1, "", "4C AH 6D"));
  }

  @Test
  void takesATrickAsCheaplyAsItCanInTheLastSeat() {
    assertEquals(one("KH"), played(1, "QH 3H", "4H KH AH"));
  }

  @Test
  void takesNoDiscardForAWinner() {
    assertEquals(one("KH"), played(1, "QH 3D", "4H KH AH"));
  }

  @Test
  void keepsASpadeWhereItCannotWinWithIt() {
    assertEquals(one("7C"), played(1, "AH 9S", "7C 2S"));
  }

  @Test
  void throwsItsHighestLoserOnceItsBidIsMade() {
    assertEquals(one("TH"), played(2, "QH 3H", "4H TH KH"));
  }

  @Test
  void bidsItsAcesKingsAndLongSpades() {
    assertEquals(3, bid("AC KD QH 2S 3S 4S 5S 6S"));
  }

  @Test
  void neverBidsNil() {
    assertEquals(1, bid("2C 3D 4H"));
  }

  @Test
  void ordersUpOnThreeTrumpsTheLeftBowerAmongThem() {
    assertEquals(ORDER_UP, called("JC 9H TD 9S AS", PASS, ORDER_UP));
  }

  @Test
  void passesOnTwoTrumps() {
    assertEquals(PASS, called("9C 9H TD 9S AS", PASS, ORDER_UP));
  }

  @Test
  void namesItsBestSuitWhereItMayNotPass() {
    EuchreCall hearts = EuchreCall.EUCHRE_CALL_HEARTS;

    assertEquals(hearts, called("9C 9D TD 9H TH", EuchreCall.EUCHRE_CALL_CLUBS, hearts));
  }

  @Test
  void putsDownItsLowestPlainCard() {
    EuchreView view =
        hearts(EuchreDue.EUCHRE_DUE_SWAP).addAllLegalCards(parse("TC JD 9H KC AS")).build();

    assertEquals(one("TC"), Strategy.choose(view, 0).getCard());
  }

  @Test
  void beatsAnAceOfTrumpsWithTheLeftBower() {
    EuchreView view =
        hearts(EuchreDue.EUCHRE_DUE_CARD)
            .addAllPlayed(parse("AH 9C"))
            .addAllLegalCards(parse("JD KH"))
            .build();

    assertEquals(one("JD"), Strategy.choose(view, 0).getCard());
  }

  @Test
  void keepsItsFiveBestCards() {
    EuchreView view =
        hearts(EuchreDue.EUCHRE_DUE_KEEP)
            .addAllHand(parse("9C TC JD 9H AS"))
            .addAllDummy(parse("9D TD KD JH QS"))
            .build();

    List<Card> kept = Strategy.choose(view, 0).getKept().getCardsList();

    assertEquals(parse("JD KD 9H JH AS"), kept.stream().sorted().toList());
  }

  /** Reads cards as a card player writes them: "9S JH AD". */
  private static List<Card> parse(String text) {
    return Arrays.stream(text.trim().split("\\s+"))
        .map(name -> Card.valueOf("CARD_" + name))
        .toList();
  }

  private static Card one(String text) {
    return parse(text).get(0);
  }

  /** Plays for a seat that has bid 2 and taken so many, after a trick that is over. */
  private static Card played(int taken, String onTable, String legal) {
    SpadesView view =
        SpadesView.newBuilder()
            .setSeatValue(1)
            .addSeats(SpadesSeat.newBuilder().setBid(2).setTaken(taken))
            .addAllSeats(Collections.nCopies(2, SpadesSeat.getDefaultInstance()))
            .addAllPlayed(parse("2C 3C 4C " + onTable))
            .addAllLegalCards(parse(legal))
            .build();
    return Strategy.choose(view, 0).getCard();
  }

  private static int bid(String hand) {
    SpadesView view = SpadesView.newBuilder().addAllHand(parse(hand)).addLegalBids(0).build();
    return Strategy.choose(view, 0).getBid();
  }

  private static EuchreCall called(String hand, EuchreCall... legal) {
    EuchreView view =
        EuchreView.newBuilder()
            .setDue(EuchreDue.EUCHRE_DUE_CALL)
            .setUpcardSuit(Suit.SUIT_SPADES)
            .addAllHand(parse(hand))
            .addAllLegalCalls(List.of(legal))
            .build();
    return Strategy.choose(view, 0).getCall();
  }

  private static EuchreView.Builder hearts(EuchreDue due) {
    return EuchreView.newBuilder()
        .setDue(due)
        .setTrump(Suit.SUIT_HEARTS)
        .addAllSeats(Collections.nCopies(3, EuchreSeat.getDefaultInstance()));
  }
}
