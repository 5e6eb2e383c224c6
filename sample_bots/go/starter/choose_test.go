package main

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"bot/arenav1"
)

// parse reads cards as a card player writes them: "9S JH AD".
func parse(text string) []arenav1.Card {
	var cards []arenav1.Card
	for _, name := range strings.Fields(text) {
		cards = append(cards, arenav1.Card(arenav1.Card_value["CARD_"+name]))
	}
	return cards
}

func one(text string) arenav1.Card {
	return parse(text)[0]
}

func TestSpades(t *testing.T) {
	for _, test := range []struct {
		name                 string
		bid, taken           uint32
		onTable, legal, want string
	}{
		{"cashes its highest card when it leads and needs tricks", 2, 1, "", "4C AH 6D", "AH"},
		{"takes a trick as cheaply as it can in the last seat", 2, 1, "QH 3H", "4H KH AH", "KH"},
		{"takes no discard for a winner", 2, 1, "QH 3D", "4H KH AH", "KH"},
		{"throws its lowest card where it cannot win", 2, 1, "AH 3H", "4H KH", "4H"},
		{"keeps a spade where it cannot win with it", 2, 1, "AH 9S", "2S 7C", "7C"},
		{"throws its highest loser once its bid is made", 1, 1, "QH 3H", "4H TH KH", "TH"},
		{"wins with its lowest card where it has to", 1, 1, "3H", "QH KH", "QH"},
	} {
		seats := []*arenav1.SpadesSeat{{Bid: &test.bid, Taken: test.taken}, {}, {}}
		answer := choose(&arenav1.SpadesView{
			Seat:       arenav1.Seat_SEAT_1,
			Seats:      seats,
			Played:     parse("2C 3C 4C " + test.onTable),
			LegalCards: parse(test.legal),
		}, 0)
		if want := card(one(test.want)); !proto.Equal(answer, want) {
			t.Errorf("%s: got %v, want %v", test.name, answer, want)
		}
	}
}

func TestBidsItsAcesKingsAndLongSpades(t *testing.T) {
	for hand, want := range map[string]uint32{
		"AC KD QH 2S 3S 4S 5S 6S": 3, // an ace, a king, a fifth spade
		"2C 3D 4H":                1, // never nil
	} {
		view := &arenav1.SpadesView{Hand: parse(hand), LegalBids: []uint32{0, 1, 2, 3, 4}}
		if answer := choose(view, 0); !proto.Equal(answer, bid(want)) {
			t.Errorf("%s: got %v, want a bid of %d", hand, answer, want)
		}
	}
}

func TestCallsInEuchre(t *testing.T) {
	const (
		pass   = arenav1.EuchreCall_EUCHRE_CALL_PASS
		order  = arenav1.EuchreCall_EUCHRE_CALL_ORDER_UP
		hearts = arenav1.EuchreCall_EUCHRE_CALL_HEARTS
		clubs  = arenav1.EuchreCall_EUCHRE_CALL_CLUBS
	)
	for _, test := range []struct {
		name  string
		hand  string
		legal []arenav1.EuchreCall
		want  arenav1.EuchreCall
	}{
		{"orders up on three trumps, the left bower among them", "9S AS JC 9H TD",
			[]arenav1.EuchreCall{pass, order}, order},
		{"passes on two", "9S AS 9C 9H TD", []arenav1.EuchreCall{pass, order}, pass},
		{"names its best suit", "9H TH AH 9C TD", []arenav1.EuchreCall{pass, clubs, hearts}, hearts},
		{"names one where it may not pass", "9H TH 9C 9D TD",
			[]arenav1.EuchreCall{clubs, hearts}, hearts},
	} {
		answer := chooseInEuchre(&arenav1.EuchreView{
			Due:        arenav1.EuchreDue_EUCHRE_DUE_CALL,
			Hand:       parse(test.hand),
			UpcardSuit: arenav1.Suit_SUIT_SPADES,
			LegalCalls: test.legal,
		}, 0)
		if !proto.Equal(answer, call(test.want)) {
			t.Errorf("%s: got %v, want %v", test.name, answer, test.want)
		}
	}
}

func TestCardsInEuchre(t *testing.T) {
	const (
		swap = arenav1.EuchreDue_EUCHRE_DUE_SWAP
		play = arenav1.EuchreDue_EUCHRE_DUE_CARD
	)
	for _, test := range []struct {
		name                 string
		due                  arenav1.EuchreDue
		onTable, legal, want string
	}{
		{"puts down its lowest plain card", swap, "", "9H JD TC AS KC", "TC"},
		{"leads its highest card", play, "", "AS KC 9H", "9H"},
		{"beats an ace of trumps with the left bower", play, "AH 9C", "JD KH", "JD"},
		{"does not take the left bower for a diamond", play, "AD 9D", "TD QD", "TD"},
	} {
		answer := chooseInEuchre(&arenav1.EuchreView{
			Due:        test.due,
			Trump:      arenav1.Suit_SUIT_HEARTS,
			Seats:      []*arenav1.EuchreSeat{{}, {}, {}},
			Played:     parse(test.onTable),
			LegalCards: parse(test.legal),
		}, 0)
		if want := euchreCard(one(test.want)); !proto.Equal(answer, want) {
			t.Errorf("%s: got %v, want %v", test.name, answer, want)
		}
	}
}

func TestKeepsItsFiveBestCards(t *testing.T) {
	answer := chooseInEuchre(&arenav1.EuchreView{
		Due:   arenav1.EuchreDue_EUCHRE_DUE_KEEP,
		Trump: arenav1.Suit_SUIT_HEARTS,
		Hand:  parse("9C TC 9H JD AS"),
		Dummy: parse("9D TD KD JH QS"),
	}, 0)
	if want := keep(parse("KD AS 9H JD JH")); !proto.Equal(answer, want) {
		t.Errorf("got %v, want %v", answer, want)
	}
}
