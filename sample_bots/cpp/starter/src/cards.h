// Cards of both games: suits, ranks, bowers, and which card beats which.

#pragma once

#include <google/protobuf/repeated_field.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "arena/v1/cards.pb.h"

using Cards = std::vector<arena::v1::Card>;

inline Cards ToCards(const google::protobuf::RepeatedField<int>& numbers) {
  Cards cards;
  for (const int number : numbers) cards.push_back(static_cast<arena::v1::Card>(number));
  return cards;
}

// How cards rank among each other under a trump. In Spades nothing else is special; in Euchre the
// two jacks of trump's colour, the bowers, and the joker are the highest trumps.
class Ranking {
 public:
  static constexpr int kKing = 13;

  static Ranking OfSpades() { return {arena::v1::SUIT_SPADES, false}; }
  static Ranking OfEuchre(arena::v1::Suit trump) { return {trump, true}; }

  bool IsTrump(arena::v1::Card card) const { return SuitOf(card) == trump_; }

  // Returns the suit that a card counts as.
  arena::v1::Suit SuitOf(arena::v1::Card card) const {
    if (card == arena::v1::CARD_JOKER) return trump_;
    return has_bowers_ && IsJack(card) && PrintedSuit(card) == 5 - trump_ ? trump_
                                                                          : PrintedSuit(card);
  }

  // Returns 2 to 14 (the ace), 15 and 16 for the left and the right bower, 17 for the joker.
  int RankOf(arena::v1::Card card) const {
    if (card == arena::v1::CARD_JOKER) return 17;
    if (has_bowers_ && IsJack(card) && IsTrump(card)) return PrintedSuit(card) == trump_ ? 16 : 15;
    return PrintedRank(card);
  }

  // Tells whether a card takes the trick from another one that was played before it.
  bool Beats(arena::v1::Card card, arena::v1::Card other) const {
    if (SuitOf(card) == SuitOf(other)) return RankOf(card) > RankOf(other);
    return IsTrump(card);
  }

  // Returns those of some cards that would hold the trick, whose first card was led.
  Cards Winners(const Cards& cards, const Cards& trick) const {
    if (trick.empty()) return cards;
    auto holder = trick.front();
    for (const auto card : trick) {
      if (Beats(card, holder)) holder = card;
    }
    Cards winners;
    std::copy_if(cards.begin(), cards.end(), std::back_inserter(winners),
                 [&](auto card) { return Beats(card, holder); });
    return winners;
  }

  // Sorts cards by what they are good for: trumps last, each suit by rank.
  Cards Sorted(Cards cards) const {
    const auto worth = [&](auto card) { return std::pair(IsTrump(card), RankOf(card)); };
    std::stable_sort(cards.begin(), cards.end(),
                     [&](auto left, auto right) { return worth(left) < worth(right); });
    return cards;
  }

  arena::v1::Card Lowest(const Cards& cards) const { return Sorted(cards).front(); }
  arena::v1::Card Highest(const Cards& cards) const { return Sorted(cards).back(); }

 private:
  Ranking(arena::v1::Suit trump, bool has_bowers) : trump_(trump), has_bowers_(has_bowers) {}

  static arena::v1::Suit PrintedSuit(arena::v1::Card card) {
    return static_cast<arena::v1::Suit>((card - 1) / 13 + 1);
  }
  static int PrintedRank(arena::v1::Card card) { return (card - 1) % 13 + 2; }
  static bool IsJack(arena::v1::Card card) { return PrintedRank(card) == 11; }

  arena::v1::Suit trump_;
  bool has_bowers_;
};
