package bot;

import arena.v1.Euchre.EuchreAnswer;
import arena.v1.Euchre.EuchreDue;
import arena.v1.Euchre.EuchreKept;
import arena.v1.Euchre.EuchreSeat;
import arena.v1.Euchre.EuchreView;
import arena.v1.Spades.SpadesAnswer;
import arena.v1.Spades.SpadesSeat;
import arena.v1.Spades.SpadesView;
import java.util.List;
import java.util.stream.IntStream;

/** Answers by a checksum of all that was shown, so that a field decoded wrongly shows. */
final class Strategy {
  private static final int WAYS_TO_KEEP = 252;

  private Strategy() {}

  static SpadesAnswer choose(SpadesView view, long seed) {
    int checksum = checksum(view, seed);
    SpadesAnswer.Builder answer = SpadesAnswer.newBuilder();
    if (view.getLegalBidsCount() > 0) {
      answer.setBid(
          view.getLegalBids(Integer.remainderUnsigned(checksum, view.getLegalBidsCount())));
    } else {
      answer.setCardValue(
          view.getLegalCardsValue(Integer.remainderUnsigned(checksum, view.getLegalCardsCount())));
    }
    return answer.build();
  }

  static EuchreAnswer choose(EuchreView view, long seed) {
    int checksum = checksum(view, seed);
    EuchreAnswer.Builder answer = EuchreAnswer.newBuilder();
    if (view.getDue() == EuchreDue.EUCHRE_DUE_KEEP) {
      return answer.setKept(kept(view, Integer.remainderUnsigned(checksum, WAYS_TO_KEEP))).build();
    }
    int calls = view.getLegalCallsCount();
    int choice = Integer.remainderUnsigned(checksum, calls + view.getLegalCardsCount());
    if (choice < calls) {
      answer.setCallValue(view.getLegalCallsValue(choice));
    } else {
      answer.setCardValue(view.getLegalCardsValue(choice - calls));
    }
    return answer.build();
  }

  /** Returns one of the ways to keep five of the ten cards, in dictionary order. */
  private static EuchreKept kept(EuchreView view, int way) {
    int[] cards =
        IntStream.concat(
                view.getHandValueList().stream().mapToInt(Integer::intValue),
                view.getDummyValueList().stream().mapToInt(Integer::intValue))
            .sorted()
            .toArray();
    EuchreKept.Builder kept = EuchreKept.newBuilder();
    int left = way;
    for (int place = 0; kept.getCardsCount() < 5; place++) {
      int withThisCard = ways(cards.length - place - 1, 5 - kept.getCardsCount() - 1);
      if (left < withThisCard) {
        kept.addCardsValue(cards[place]);
      } else {
        left -= withThisCard;
      }
    }
    return kept.build();
  }

  /** Returns how many ways there are to choose some of the cards. */
  private static int ways(int cards, int chosen) {
    int ways = 1;
    for (int number = 1; number <= chosen; number++) {
      ways = ways * (cards - chosen + number) / number;
    }
    return ways;
  }

  /** Returns 32 bits, to be read without a sign. */
  static int checksum(SpadesView view, long seed) {
    Checksum sum = new Checksum(seed);
    sum.add(view.getSeatValue(), view.getDealerValue(), view.getDeal());
    sum.addAll(view.getHandValueList());
    sum.add(view.getSeatsCount());
    for (SpadesSeat seat : view.getSeatsList()) {
      sum.add(seat.hasBid());
      if (seat.hasBid()) {
        sum.add(seat.getBid());
      }
      sum.add(seat.getTaken(), seat.getScore(), seat.getBags());
      sum.add(seat.getReplaced());
      sum.add(seat.getBlindNilValue());
      sum.add(seat.getReneged());
      sum.add(seat.getReneges());
    }
    sum.addAll(view.getPlayedValueList());
    sum.addAll(view.getLeadersValueList());
    sum.add(view.getBroken());
    sum.addAll(view.getLegalBidsList());
    sum.addAll(view.getLegalCardsValueList());
    sum.add(view.getAsksBlindNil());
    return sum.value;
  }

  /** Returns 32 bits, to be read without a sign. */
  static int checksum(EuchreView view, long seed) {
    Checksum sum = new Checksum(seed);
    sum.add(view.getSeatValue(), view.getDealerValue(), view.getDeal());
    sum.add(view.getDealsPlayed(), view.getRedeals(), view.getDueValue());
    sum.addAll(view.getHandValueList());
    sum.add(view.getUpcardValue(), view.getUpcardSuitValue(), view.getUpcardStateValue());
    sum.addAll(view.getCallsValueList());
    sum.add(view.getMakerValue(), view.getTrumpValue(), view.getSeatsCount());
    for (EuchreSeat seat : view.getSeatsList()) {
      sum.add(seat.hasAlone());
      if (seat.hasAlone()) {
        sum.add(seat.getAlone());
      }
      sum.add(seat.getSitsOut());
      sum.add(seat.getTaken(), seat.getScore());
      sum.add(seat.getReplaced());
    }
    sum.addAll(view.getDummyValueList());
    sum.add(view.getPutDownValue());
    sum.addAll(view.getLeftOutValueList());
    sum.addAll(view.getPlayedValueList());
    sum.addAll(view.getLeadersValueList());
    sum.addAll(view.getLegalCallsValueList());
    sum.addAll(view.getLegalCardsValueList());
    return sum.value;
  }

  /** An {@code int} overflows just as the checksum is meant to. */
  private static final class Checksum {
    private int value = 1;

    Checksum(long seed) {
      add((int) seed, (int) (seed >>> 32));
    }

    void add(int... words) {
      for (int word : words) {
        value = 31 * value + word;
      }
    }

    void add(boolean word) {
      add(word ? 1 : 0);
    }

    void addAll(List<Integer> words) {
      add(words.size());
      words.forEach(this::add);
    }
  }
}
