#include "choose.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "cards.h"

namespace {

using namespace arena::v1;

// Reads cards as a card player writes them: "9S JH AD".
Cards Parse(const std::string& text) {
  Cards cards;
  std::istringstream names(text);
  for (std::string name; names >> name;) {
    Card card = CARD_UNSPECIFIED;
    EXPECT_TRUE(Card_Parse("CARD_" + name, &card)) << name;
    cards.push_back(card);
  }
  return cards;
}

Card One(const std::string& text) { return Parse(text).front(); }

template <typename Field>
void Set(Field* field, const std::string& text) {
  for (const Card card : Parse(text)) field->Add(card);
}

// A seat that has bid 2, with so many tricks, and a first trick that is over.
SpadesView Playing(int taken, const std::string& on_table, const std::string& legal) {
  SpadesView view;
  view.set_seat(SEAT_1);
  for (int seat = 0; seat < 3; ++seat) view.add_seats();
  view.mutable_seats(0)->set_bid(2);
  view.mutable_seats(0)->set_taken(taken);
  Set(view.mutable_played(), "2C 3C 4C " + on_table);
  Set(view.mutable_legal_cards(), legal);
  return view;
}

TEST(Spades, CashesItsHighestCardWhenItLeadsAndNeedsTricks) {
  EXPECT_EQ(Choose(Playing(1, "", "4C AH 6D"), 0).card(), One("AH"));
}

TEST(Spades, TakesATrickAsCheaplyAsItCanInTheLastSeat) {
  EXPECT_EQ(Choose(Playing(1, "QH 3H", "4H KH AH"), 0).card(), One("KH"));
}

TEST(Spades, TakesNoDiscardForAWinner) {
  EXPECT_EQ(Choose(Playing(1, "QH 3D", "4H KH AH"), 0).card(), One("KH"));
}

TEST(Spades, KeepsASpadeWhereItCannotWinWithIt) {
  EXPECT_EQ(Choose(Playing(1, "AH 9S", "7C 2S"), 0).card(), One("7C"));
}

TEST(Spades, ThrowsItsHighestLoserOnceItsBidIsMade) {
  EXPECT_EQ(Choose(Playing(2, "QH 3H", "4H TH KH"), 0).card(), One("TH"));
}

TEST(Spades, BidsItsAcesKingsAndLongSpades) {
  SpadesView view;
  Set(view.mutable_hand(), "AC KD QH 2S 3S 4S 5S 6S");
  view.add_legal_bids(0);

  EXPECT_EQ(Choose(view, 0).bid(), 3);
}

TEST(Spades, NeverBidsNil) {
  SpadesView view;
  Set(view.mutable_hand(), "2C 3D 4H");
  view.add_legal_bids(0);

  EXPECT_EQ(Choose(view, 0).bid(), 1);
}

EuchreCall Called(const std::string& hand, std::initializer_list<EuchreCall> legal) {
  EuchreView view;
  view.set_due(EUCHRE_DUE_CALL);
  view.set_upcard_suit(SUIT_SPADES);
  Set(view.mutable_hand(), hand);
  for (const EuchreCall call : legal) view.add_legal_calls(call);
  return Choose(view, 0).call();
}

TEST(Euchre, OrdersUpOnThreeTrumpsTheLeftBowerAmongThem) {
  EXPECT_EQ(Called("JC 9H TD 9S AS", {EUCHRE_CALL_PASS, EUCHRE_CALL_ORDER_UP}),
            EUCHRE_CALL_ORDER_UP);
}

TEST(Euchre, PassesOnTwo) {
  EXPECT_EQ(Called("9C 9H TD 9S AS", {EUCHRE_CALL_PASS, EUCHRE_CALL_ORDER_UP}), EUCHRE_CALL_PASS);
}

TEST(Euchre, NamesItsBestSuitWhereItMayNotPass) {
  EXPECT_EQ(Called("9C 9D TD 9H TH", {EUCHRE_CALL_CLUBS, EUCHRE_CALL_HEARTS}), EUCHRE_CALL_HEARTS);
}

EuchreView Hearts(EuchreDue due) {
  EuchreView view;
  view.set_due(due);
  view.set_trump(SUIT_HEARTS);
  for (int seat = 0; seat < 3; ++seat) view.add_seats();
  return view;
}

TEST(Euchre, PutsDownItsLowestPlainCard) {
  EuchreView view = Hearts(EUCHRE_DUE_SWAP);
  Set(view.mutable_legal_cards(), "TC JD 9H KC AS");

  EXPECT_EQ(Choose(view, 0).card(), One("TC"));
}

TEST(Euchre, BeatsAnAceOfTrumpsWithTheLeftBower) {
  EuchreView view = Hearts(EUCHRE_DUE_CARD);
  Set(view.mutable_played(), "AH 9C");
  Set(view.mutable_legal_cards(), "JD KH");

  EXPECT_EQ(Choose(view, 0).card(), One("JD"));
}

TEST(Euchre, KeepsItsFiveBestCards) {
  EuchreView view = Hearts(EUCHRE_DUE_KEEP);
  Set(view.mutable_hand(), "9C TC JD 9H AS");
  Set(view.mutable_dummy(), "9D TD KD JH QS");

  Cards kept = ToCards(Choose(view, 0).kept().cards());
  std::sort(kept.begin(), kept.end());
  EXPECT_EQ(kept, Parse("JD KD 9H JH AS"));
}

}  // namespace
