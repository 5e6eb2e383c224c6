package bot;

import arena.v1.Cards.Card;
import arena.v1.Cards.Suit;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How cards rank among each other under a trump. In Spades nothing else is special; in Euchre the
 * two jacks of trump's colour, the bowers, and the joker are the highest trumps.
 */
record Ranking(Suit trump, boolean hasBowers) {
  static final int JACK = 11;
  static final int KING = 13;
  static final int LEFT_BOWER = 15;
  static final int RIGHT_BOWER = 16;
  static final int JOKER = 17;

  static Ranking ofSpades() {
    return new Ranking(Suit.SUIT_SPADES, false);
  }

  static Ranking ofEuchre(Suit trump) {
    return new Ranking(trump, true);
  }

  boolean isTrump(Card card) {
    return suit(card) == trump;
  }

  /** Returns the suit that a card counts as. */
  Suit suit(Card card) {
    if (card == Card.CARD_JOKER) {
      return trump;
    }
    Suit printed = printedSuit(card);
    boolean isOfTrumpsColour = printed.getNumber() == 5 - trump.getNumber();
    return hasBowers && printedRank(card) == JACK && isOfTrumpsColour ? trump : printed;
  }

  /** Returns 2 to 14 (the ace), above them the bowers and the joker. */
  int rank(Card card) {
    if (card == Card.CARD_JOKER) {
      return JOKER;
    }
    if (hasBowers && printedRank(card) == JACK && isTrump(card)) {
      return printedSuit(card) == trump ? RIGHT_BOWER : LEFT_BOWER;
    }
    return printedRank(card);
  }

  /** Tells whether a card takes the trick from another one that was played before it. */
  boolean beats(Card card, Card other) {
    return suit(card) == suit(other) ? rank(card) > rank(other) : isTrump(card);
  }

  /** Returns those of some cards that would hold the trick, whose first card was led. */
  List<Card> winners(List<Card> cards, List<Card> trick) {
    Optional<Card> holder = trick.stream().reduce((best, card) -> beats(card, best) ? card : best);
    return cards.stream().filter(card -> holder.isEmpty() || beats(card, holder.get())).toList();
  }

  /** Sorts cards by what they are good for: trumps last, each suit by rank. */
  List<Card> sorted(Collection<Card> cards) {
    return cards.stream()
        .sorted(Comparator.comparing(this::isTrump).thenComparing(this::rank))
        .toList();
  }

  Card lowest(List<Card> cards) {
    return sorted(cards).get(0);
  }

  Card highest(List<Card> cards) {
    return sorted(cards).get(cards.size() - 1);
  }

  private static Suit printedSuit(Card card) {
    return Suit.forNumber((card.getNumber() - 1) / 13 + 1);
  }

  private static int printedRank(Card card) {
    return (card.getNumber() - 1) % 13 + 2;
  }
}
