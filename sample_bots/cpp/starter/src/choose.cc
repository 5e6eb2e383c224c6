// The strategy: high cards are bid and cashed in Spades, three trumps make trump in Euchre.

#include "choose.h"

#include <algorithm>

#include "cards.h"

namespace {

using arena::v1::Card;
using arena::v1::EuchreAnswer;
using arena::v1::EuchreCall;
using arena::v1::EuchreView;
using arena::v1::SpadesAnswer;
using arena::v1::SpadesView;

// Returns the cards of the trick in play.
Cards OnTable(const google::protobuf::RepeatedField<int>& played, int seats) {
  Cards cards = ToCards(played);
  cards.erase(cards.begin(), cards.end() - played.size() % seats);
  return cards;
}

// Counts aces, kings and long spades; it is never a nil.
int LikelyTricks(const Cards& hand) {
  const Ranking ranking = Ranking::OfSpades();
  int high = 0;
  int trumps = 0;
  for (const Card card : hand) {
    if (ranking.RankOf(card) >= Ranking::kKing) ++high;
    if (ranking.IsTrump(card)) ++trumps;
  }
  return std::max(1, high + std::max(0, trumps - 4));
}

// Takes the trick with the highest card, or in the last seat with the lowest that will do.
Card Win(const Ranking& ranking, const Cards& legal, const Cards& trick, int seats) {
  const Cards winners = ranking.Winners(legal, trick);
  if (winners.empty()) return ranking.Lowest(legal);
  const bool is_last = static_cast<int>(trick.size()) == seats - 1;
  return is_last ? ranking.Lowest(winners) : ranking.Highest(winners);
}

// Throws the highest card that does not take the trick, else the lowest that there is.
Card Duck(const Ranking& ranking, const Cards& legal, const Cards& trick) {
  const Cards winners = ranking.Winners(legal, trick);
  Cards losers;
  for (const Card card : legal) {
    if (std::count(winners.begin(), winners.end(), card) == 0) losers.push_back(card);
  }
  return losers.empty() ? ranking.Lowest(legal) : ranking.Highest(losers);
}

// Counts the trumps that the hand would have after a call.
int TrumpsAfter(const EuchreView& view, EuchreCall call) {
  const int named = call - arena::v1::EUCHRE_CALL_CLUBS + arena::v1::SUIT_CLUBS;
  const auto trump = call == arena::v1::EUCHRE_CALL_ORDER_UP ? view.upcard_suit()
                                                             : static_cast<arena::v1::Suit>(named);
  const Ranking ranking = Ranking::OfEuchre(trump);
  const Cards hand = ToCards(view.hand());
  return static_cast<int>(
      std::count_if(hand.begin(), hand.end(), [&](Card card) { return ranking.IsTrump(card); }));
}

// Returns the call of which the hand holds the most trumps, or a pass below three.
EuchreCall BestCall(const EuchreView& view) {
  auto best = arena::v1::EUCHRE_CALL_UNSPECIFIED;
  int most = -1;
  bool may_pass = false;
  for (const int number : view.legal_calls()) {
    const auto call = static_cast<EuchreCall>(number);
    if (call == arena::v1::EUCHRE_CALL_PASS) {
      may_pass = true;
    } else if (const int trumps = TrumpsAfter(view, call); trumps > most) {
      best = call;
      most = trumps;
    }
  }
  return may_pass && most < 3 ? arena::v1::EUCHRE_CALL_PASS : best;
}

EuchreAnswer Keep(const Ranking& ranking, const EuchreView& view) {
  Cards ten = ToCards(view.hand());
  for (const Card card : ToCards(view.dummy())) ten.push_back(card);
  ten = ranking.Sorted(ten);
  EuchreAnswer answer;
  for (auto card = ten.end() - 5; card != ten.end(); ++card)
    answer.mutable_kept()->add_cards(*card);
  return answer;
}

Card PlayEuchre(const Ranking& ranking, const EuchreView& view) {
  const auto& all = view.seats();
  const auto seats = static_cast<int>(
      std::count_if(all.begin(), all.end(), [](const auto& seat) { return !seat.sits_out(); }));
  return Win(ranking, ToCards(view.legal_cards()), OnTable(view.played(), seats), seats);
}

}  // namespace

// The seed is for dice: the same number in all decisions of one match and seat.
SpadesAnswer Choose(const SpadesView& view, std::uint64_t /*seed*/) {
  SpadesAnswer answer;
  if (view.legal_bids_size() > 0) {
    answer.set_bid(LikelyTricks(ToCards(view.hand())));
    return answer;
  }
  const Ranking ranking = Ranking::OfSpades();
  const Cards legal = ToCards(view.legal_cards());
  const Cards trick = OnTable(view.played(), view.seats_size());
  const auto& me = view.seats(view.seat() - 1);
  answer.set_card(me.taken() < me.bid() ? Win(ranking, legal, trick, view.seats_size())
                                        : Duck(ranking, legal, trick));
  return answer;
}

EuchreAnswer Choose(const EuchreView& view, std::uint64_t /*seed*/) {
  const Ranking ranking = Ranking::OfEuchre(view.trump());
  EuchreAnswer answer;
  switch (view.due()) {
    case arena::v1::EUCHRE_DUE_JOKER_SUIT:  // The hand is not to be seen yet.
      answer.set_call(view.legal_calls(0));
      return answer;
    case arena::v1::EUCHRE_DUE_CALL:
      answer.set_call(BestCall(view));
      return answer;
    case arena::v1::EUCHRE_DUE_SWAP:
      answer.set_card(ranking.Lowest(ToCards(view.legal_cards())));
      return answer;
    case arena::v1::EUCHRE_DUE_ALONE:
      answer.set_call(arena::v1::EUCHRE_CALL_NOT_ALONE);
      return answer;
    case arena::v1::EUCHRE_DUE_KEEP:
      return Keep(ranking, view);
    default:
      answer.set_card(PlayEuchre(ranking, view));
      return answer;
  }
}
