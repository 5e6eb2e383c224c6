package main

import (
	"cmp"
	"slices"

	"bot/arenav1"
)

const (
	jack = 11
	ace  = 14

	spades = arenav1.Suit_SUIT_SPADES
	joker  = arenav1.Card_CARD_JOKER
)

// suit returns the suit that is printed on a card; the joker has none.
func suit(card arenav1.Card) arenav1.Suit {
	if card == joker {
		return arenav1.Suit_SUIT_UNSPECIFIED
	}
	return arenav1.Suit((card-1)/13 + 1)
}

// rank returns 2 to 14; aces are high.
func rank(card arenav1.Card) int {
	return int(card-1)%13 + 2
}

// An order is how cards stand to each other once there is a trump.
type order struct {
	trump     arenav1.Suit
	hasBowers bool // as in Euchre: both jacks of the trump's colour are the highest trumps
}

// suit returns the suit that a card counts as: the left bower and the joker are trumps.
func (o order) suit(card arenav1.Card) arenav1.Suit {
	if card == joker || o.isBower(card) {
		return o.trump
	}
	return suit(card)
}

// isBower uses that the suits of one colour are 1 and 4, and 2 and 3.
func (o order) isBower(card arenav1.Card) bool {
	printed := suit(card)
	return o.hasBowers && rank(card) == jack && (printed == o.trump || printed+o.trump == 5)
}

// height tells which of two cards is worth more: trumps stand above all others.
func (o order) height(card arenav1.Card) int {
	switch {
	case o.suit(card) != o.trump:
		return rank(card)
	case card == joker:
		return 103
	case o.isBower(card) && suit(card) == o.trump:
		return 102
	case o.isBower(card):
		return 101
	default:
		return 50 + rank(card)
	}
}

// beats tells whether a card takes the trick from another that was played before.
func (o order) beats(card, other arenav1.Card) bool {
	canBeat := o.suit(card) == o.suit(other) || o.suit(card) == o.trump
	return canBeat && o.height(card) > o.height(other)
}

// winners returns the cards that would have the trick, whose first card was led.
func (o order) winners(cards, trick []arenav1.Card) []arenav1.Card {
	if len(trick) == 0 {
		return cards
	}
	holder := trick[0]
	for _, card := range trick[1:] {
		if o.beats(card, holder) {
			holder = card
		}
	}
	return slices.DeleteFunc(slices.Clone(cards), func(card arenav1.Card) bool {
		return !o.beats(card, holder)
	})
}

// sorted returns the cards, the lowest first.
func (o order) sorted(cards []arenav1.Card) []arenav1.Card {
	return slices.SortedStableFunc(slices.Values(cards), func(a, b arenav1.Card) int {
		return cmp.Compare(o.height(a), o.height(b))
	})
}

func (o order) lowest(cards []arenav1.Card) arenav1.Card {
	return o.sorted(cards)[0]
}

func (o order) highest(cards []arenav1.Card) arenav1.Card {
	return o.sorted(cards)[len(cards)-1]
}

// win returns the card that tries to take a trick of so many seats at the least cost.
func (o order) win(legal, trick []arenav1.Card, seats int) arenav1.Card {
	winners := o.winners(legal, trick)
	switch {
	case len(winners) == 0:
		return o.lowest(legal)
	case len(trick) == seats-1:
		return o.lowest(winners)
	default:
		return o.highest(winners)
	}
}

// onTheTable returns the cards of the trick in play, in which so many seats play.
func onTheTable(played []arenav1.Card, seats int) []arenav1.Card {
	return played[len(played)-len(played)%seats:]
}
