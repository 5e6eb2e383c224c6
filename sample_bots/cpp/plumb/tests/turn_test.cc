#include "turn.h"

#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace {

TEST(Answer, AnswersEveryTableOfATurn) {
  arena::v1::Turn turn;
  ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(R"({"number": 7, "decisions": [
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
      "legal_cards": ["CARD_9C", "CARD_TC", "CARD_QC", "CARD_AH", "CARD_9S"]}}]})",
                                                          &turn)
                  .ok());

  const auto request = Answer(turn);

  ASSERT_TRUE(request.has_moves());
  const auto& moves = request.moves();
  EXPECT_EQ(moves.turn(), 7);
  ASSERT_EQ(moves.moves_size(), 3);

  EXPECT_EQ(moves.moves(0).match(), 3);
  ASSERT_TRUE(moves.moves(0).spades().has_bid());
  EXPECT_LE(moves.moves(0).spades().bid(), 2);

  EXPECT_EQ(moves.moves(1).match(), 1);
  ASSERT_TRUE(moves.moves(1).spades().has_blind_nil());
  EXPECT_FALSE(moves.moves(1).spades().blind_nil());

  EXPECT_EQ(moves.moves(2).match(), 2);
  const auto& swap = moves.moves(2).euchre();
  const auto& hand = turn.decisions(2).euchre().hand();
  EXPECT_TRUE(swap.call() == arena::v1::EUCHRE_CALL_DECLINE ||
              std::count(hand.begin(), hand.end(), swap.card()) == 1);
}

}  // namespace
