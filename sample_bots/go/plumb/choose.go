package main

import (
	"slices"

	"bot/arenav1"
)

// choose answers legal[c mod n], where c is a checksum of all that the bot was shown.
func choose(view *arenav1.SpadesView, seed uint64) *arenav1.SpadesAnswer {
	c := spadesChecksum(view, seed)
	if len(view.LegalBids) > 0 {
		return bid(pick(view.LegalBids, c))
	}
	return card(pick(view.LegalCards, c))
}

// chooseInEuchre does the same in Euchre, where calls stand before cards.
func chooseInEuchre(view *arenav1.EuchreView, seed uint64) *arenav1.EuchreAnswer {
	c := euchreChecksum(view, seed)
	if view.Due == arenav1.EuchreDue_EUCHRE_DUE_KEEP {
		ten := slices.Sorted(slices.Values(slices.Concat(view.Hand, view.Dummy)))
		return keep(pick(combinations(ten, 5), c))
	}
	legal := make([]*arenav1.EuchreAnswer, 0, len(view.LegalCalls)+len(view.LegalCards))
	for _, said := range view.LegalCalls {
		legal = append(legal, call(said))
	}
	for _, played := range view.LegalCards {
		legal = append(legal, euchreCard(played))
	}
	return pick(legal, c)
}

func pick[T any](legal []T, c checksum) T {
	return legal[uint32(c)%uint32(len(legal))]
}

// combinations returns the ways to take size of items, in the order of a dictionary.
func combinations[T any](items []T, size int) [][]T {
	if size == 0 {
		return [][]T{nil}
	}
	var ways [][]T
	for i := range len(items) - size + 1 {
		for _, rest := range combinations(items[i+1:], size-1) {
			ways = append(ways, append([]T{items[i]}, rest...))
		}
	}
	return ways
}

// A checksum is folded word by word: uint32 wraps around, as its definition wants.
type checksum uint32

func (c *checksum) add(words ...uint32) {
	for _, word := range words {
		*c = 31**c + checksum(word)
	}
}

// addList adds how many numbers there are, and the numbers.
func addList[T ~int32 | ~uint32](c *checksum, numbers []T) {
	c.add(uint32(len(numbers)))
	for _, number := range numbers {
		c.add(uint32(number))
	}
}

func spadesChecksum(view *arenav1.SpadesView, seed uint64) checksum {
	c := checksum(1)
	c.add(uint32(seed), uint32(seed>>32))
	c.add(uint32(view.Seat), uint32(view.Dealer), view.Deal)
	addList(&c, view.Hand)
	c.add(uint32(len(view.Seats)))
	for _, seat := range view.Seats {
		c.add(bit(seat.Bid != nil))
		if seat.Bid != nil {
			c.add(*seat.Bid)
		}
		c.add(seat.Taken, uint32(seat.Score), seat.Bags, bit(seat.Replaced))
		c.add(uint32(seat.BlindNil), bit(seat.Reneged), seat.Reneges)
	}
	addList(&c, view.Played)
	addList(&c, view.Leaders)
	c.add(bit(view.Broken))
	addList(&c, view.LegalBids)
	addList(&c, view.LegalCards)
	c.add(bit(view.AsksBlindNil))
	return c
}

func euchreChecksum(view *arenav1.EuchreView, seed uint64) checksum {
	c := checksum(1)
	c.add(uint32(seed), uint32(seed>>32))
	c.add(uint32(view.Seat), uint32(view.Dealer))
	c.add(view.Deal, view.DealsPlayed, view.Redeals, uint32(view.Due))
	addList(&c, view.Hand)
	c.add(uint32(view.Upcard), uint32(view.UpcardSuit), uint32(view.UpcardState))
	addList(&c, view.Calls)
	c.add(uint32(view.Maker), uint32(view.Trump))
	c.add(uint32(len(view.Seats)))
	for _, seat := range view.Seats {
		c.add(bit(seat.Alone != nil))
		if seat.Alone != nil {
			c.add(bit(*seat.Alone))
		}
		c.add(bit(seat.SitsOut), seat.Taken, seat.Score, bit(seat.Replaced))
	}
	addList(&c, view.Dummy)
	c.add(uint32(view.PutDown))
	addList(&c, view.LeftOut)
	addList(&c, view.Played)
	addList(&c, view.Leaders)
	addList(&c, view.LegalCalls)
	addList(&c, view.LegalCards)
	return c
}

func bit(is bool) uint32 {
	if is {
		return 1
	}
	return 0
}
