package bot;

import arena.v1.Cards.Card;
import arena.v1.Cards.Suit;
import arena.v1.Euchre.EuchreAnswer;
import arena.v1.Euchre.EuchreCall;
import arena.v1.Euchre.EuchreKept;
import arena.v1.Euchre.EuchreView;
import arena.v1.Spades.SpadesAnswer;
import arena.v1.Spades.SpadesSeat;
import arena.v1.Spades.SpadesView;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Bids and cashes its high cards in Spades, makes trump on three trumps in Euchre. */
final class Strategy {
  private Strategy() {}

  /** Answers in Spades. The seed is for dice: the same in all decisions of one match and seat. */
  static SpadesAnswer choose(SpadesView view, long seed) {
    SpadesAnswer.Builder answer = SpadesAnswer.newBuilder();
    if (view.getLegalBidsCount() > 0) {
      return answer.setBid(likelyTricks(view.getHandList())).build();
    }
    Ranking ranking = Ranking.ofSpades();
    List<Card> legal = view.getLegalCardsList();
    List<Card> trick = onTable(view.getPlayedList(), view.getSeatsCount());
    SpadesSeat me = view.getSeats(view.getSeatValue() - 1);
    return answer
        .setCard(
            me.getTaken() < me.getBid()
                ? win(ranking, legal, trick, view.getSeatsCount())
                : duck(ranking, legal, trick))
        .build();
  }

  /** Answers in Euchre. */
  static EuchreAnswer choose(EuchreView view, long seed) {
    Ranking ranking = Ranking.ofEuchre(view.getTrump());
    EuchreAnswer.Builder answer = EuchreAnswer.newBuilder();
    switch (view.getDue()) {
      case EUCHRE_DUE_JOKER_SUIT -> answer.setCall(view.getLegalCalls(0)); // Its hand comes later.
      case EUCHRE_DUE_CALL -> answer.setCall(bestCall(view));
      case EUCHRE_DUE_SWAP -> answer.setCard(ranking.lowest(view.getLegalCardsList()));
      case EUCHRE_DUE_ALONE -> answer.setCall(EuchreCall.EUCHRE_CALL_NOT_ALONE);
      case EUCHRE_DUE_KEEP -> answer.setKept(bestFive(ranking, view));
      default -> {
        int seats = (int) view.getSeatsList().stream().filter(seat -> !seat.getSitsOut()).count();
        List<Card> trick = onTable(view.getPlayedList(), seats);
        answer.setCard(win(ranking, view.getLegalCardsList(), trick, seats));
      }
    }
    return answer.build();
  }

  /** Counts aces, kings and long spades; it is never a nil. */
  private static int likelyTricks(List<Card> hand) {
    Ranking ranking = Ranking.ofSpades();
    long high = hand.stream().filter(card -> ranking.rank(card) >= Ranking.KING).count();
    long trumps = hand.stream().filter(ranking::isTrump).count();
    return (int) Math.max(1, high + Math.max(0, trumps - 4));
  }

  /** Returns the cards of the trick in play. */
  private static List<Card> onTable(List<Card> played, int seats) {
    return played.subList(played.size() - played.size() % seats, played.size());
  }

  /** Takes the trick with the highest card, or in the last seat with the lowest that will do. */
  private static Card win(Ranking ranking, List<Card> legal, List<Card> trick, int seats) {
    List<Card> winners = ranking.winners(legal, trick);
    if (winners.isEmpty()) {
      return ranking.lowest(legal);
    }
    return trick.size() == seats - 1 ? ranking.lowest(winners) : ranking.highest(winners);
  }

  /** Throws the highest card that does not take the trick, else the lowest that there is. */
  private static Card duck(Ranking ranking, List<Card> legal, List<Card> trick) {
    List<Card> winners = ranking.winners(legal, trick);
    List<Card> losers = legal.stream().filter(card -> !winners.contains(card)).toList();
    return losers.isEmpty() ? ranking.lowest(legal) : ranking.highest(losers);
  }

  /** Returns the call of which the hand holds the most trumps, or a pass below three. */
  private static EuchreCall bestCall(EuchreView view) {
    List<EuchreCall> legal = view.getLegalCallsList();
    EuchreCall best =
        legal.stream()
            .filter(call -> call != EuchreCall.EUCHRE_CALL_PASS)
            .max(Comparator.comparing(call -> trumpsAfter(view, call)))
            .orElseThrow();
    boolean mayPass = legal.contains(EuchreCall.EUCHRE_CALL_PASS);
    return mayPass && trumpsAfter(view, best) < 3 ? EuchreCall.EUCHRE_CALL_PASS : best;
  }

  /** Counts the trumps that the hand would have after a call. */
  private static long trumpsAfter(EuchreView view, EuchreCall call) {
    Suit trump =
        switch (call) {
          case EUCHRE_CALL_CLUBS -> Suit.SUIT_CLUBS;
          case EUCHRE_CALL_DIAMONDS -> Suit.SUIT_DIAMONDS;
          case EUCHRE_CALL_HEARTS -> Suit.SUIT_HEARTS;
          case EUCHRE_CALL_SPADES -> Suit.SUIT_SPADES;
          default -> view.getUpcardSuit();
        };
    return view.getHandList().stream().filter(Ranking.ofEuchre(trump)::isTrump).count();
  }

  private static EuchreKept bestFive(Ranking ranking, EuchreView view) {
    List<Card> ten =
        ranking.sorted(
            Stream.concat(view.getHandList().stream(), view.getDummyList().stream()).toList());
    return EuchreKept.newBuilder().addAllCards(ten.subList(5, 10)).build();
  }
}
