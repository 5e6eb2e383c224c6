// Answers by a checksum of all that the bot was shown, so that a field decoded wrongly shows.

#include "choose.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace {

using arena::v1::EuchreAnswer;
using arena::v1::EuchreView;
using arena::v1::SpadesAnswer;
using arena::v1::SpadesView;

constexpr std::uint32_t kWaysToKeep = 252;

class Checksum {
 public:
  explicit Checksum(std::uint64_t seed) { Add(seed, seed >> 32); }

  // Only the low 32 bits of a word count; those of a negative number are its two's complement.
  template <typename... Words>
  void Add(Words... words) {
    ((value_ = 31 * value_ + static_cast<std::uint32_t>(words)), ...);
  }

  template <typename List>
  void AddAll(const List& list) {
    Add(list.size());
    for (const auto word : list) Add(word);
  }

  std::uint32_t value() const { return value_; }

 private:
  std::uint32_t value_ = 1;
};

// Returns one of the ways to keep five of the ten cards, in dictionary order.
EuchreAnswer Keep(const EuchreView& view, std::uint32_t way) {
  std::array<int, 10> cards{};
  std::merge(view.hand().begin(), view.hand().end(), view.dummy().begin(), view.dummy().end(),
             cards.begin());
  std::array<bool, 10> is_kept{true, true, true, true, true};
  while (way-- > 0) std::prev_permutation(is_kept.begin(), is_kept.end());
  EuchreAnswer answer;
  for (std::size_t place = 0; place < cards.size(); ++place) {
    if (is_kept[place]) {
      answer.mutable_kept()->add_cards(static_cast<arena::v1::Card>(cards[place]));
    }
  }
  return answer;
}

}  // namespace

// These two are not in choose.h: beside this file only its tests know them.

std::uint32_t ChecksumOf(const SpadesView& view, std::uint64_t seed) {
  Checksum sum(seed);
  sum.Add(view.seat(), view.dealer(), view.deal());
  sum.AddAll(view.hand());
  sum.Add(view.seats_size());
  for (const auto& seat : view.seats()) {
    sum.Add(seat.has_bid());
    if (seat.has_bid()) sum.Add(seat.bid());
    sum.Add(seat.taken(), seat.score(), seat.bags(), seat.replaced());
    sum.Add(seat.blind_nil(), seat.reneged(), seat.reneges());
  }
  sum.AddAll(view.played());
  sum.AddAll(view.leaders());
  sum.Add(view.broken());
  sum.AddAll(view.legal_bids());
  sum.AddAll(view.legal_cards());
  sum.Add(view.asks_blind_nil());
  return sum.value();
}

std::uint32_t ChecksumOf(const EuchreView& view, std::uint64_t seed) {
  Checksum sum(seed);
  sum.Add(view.seat(), view.dealer(), view.deal(), view.deals_played(), view.redeals(), view.due());
  sum.AddAll(view.hand());
  sum.Add(view.upcard(), view.upcard_suit(), view.upcard_state());
  sum.AddAll(view.calls());
  sum.Add(view.maker(), view.trump(), view.seats_size());
  for (const auto& seat : view.seats()) {
    sum.Add(seat.has_alone());
    if (seat.has_alone()) sum.Add(seat.alone());
    sum.Add(seat.sits_out(), seat.taken(), seat.score(), seat.replaced());
  }
  sum.AddAll(view.dummy());
  sum.Add(view.put_down());
  sum.AddAll(view.left_out());
  sum.AddAll(view.played());
  sum.AddAll(view.leaders());
  sum.AddAll(view.legal_calls());
  sum.AddAll(view.legal_cards());
  return sum.value();
}

SpadesAnswer Choose(const SpadesView& view, std::uint64_t seed) {
  const std::uint32_t checksum = ChecksumOf(view, seed);
  SpadesAnswer answer;
  if (const int bids = view.legal_bids_size(); bids > 0) {
    answer.set_bid(view.legal_bids(static_cast<int>(checksum % bids)));
  } else {
    answer.set_card(view.legal_cards(static_cast<int>(checksum % view.legal_cards_size())));
  }
  return answer;
}

EuchreAnswer Choose(const EuchreView& view, std::uint64_t seed) {
  const std::uint32_t checksum = ChecksumOf(view, seed);
  if (view.due() == arena::v1::EUCHRE_DUE_KEEP) return Keep(view, checksum % kWaysToKeep);
  const int calls = view.legal_calls_size();
  const int choice = static_cast<int>(checksum % (calls + view.legal_cards_size()));
  EuchreAnswer answer;
  if (choice < calls) {
    answer.set_call(view.legal_calls(choice));
  } else {
    answer.set_card(view.legal_cards(choice - calls));
  }
  return answer;
}
