package main

import (
	"slices"

	"bot/arenav1"
)

// choose bids its high cards, takes tricks until its bid is made, then ducks.
// The seed is for dice: the same number in all decisions of one match and seat.
func choose(view *arenav1.SpadesView, _ uint64) *arenav1.SpadesAnswer {
	if len(view.LegalBids) > 0 {
		return bid(likelyTricks(view.Hand))
	}
	byHeight := order{trump: spades}
	seats := len(view.Seats)
	trick := onTheTable(view.Played, seats)
	me := view.Seats[view.Seat-1]
	if me.Taken < me.GetBid() {
		return card(byHeight.win(view.LegalCards, trick, seats))
	}
	return card(duck(byHeight, view.LegalCards, trick))
}

// likelyTricks counts aces, kings and long spades; it is never a nil.
func likelyTricks(hand []arenav1.Card) uint32 {
	var count, trumps uint32
	for _, held := range hand {
		if suit(held) == spades {
			trumps++
		}
		if rank(held) >= ace-1 {
			count++
		}
	}
	if trumps > 4 {
		count += trumps - 4
	}
	return max(1, count)
}

// duck throws the highest card that does not take the trick, else the lowest that there is.
func duck(byHeight order, legal, trick []arenav1.Card) arenav1.Card {
	winners := byHeight.winners(legal, trick)
	losers := slices.DeleteFunc(slices.Clone(legal), func(held arenav1.Card) bool {
		return slices.Contains(winners, held)
	})
	if len(losers) > 0 {
		return byHeight.highest(losers)
	}
	return byHeight.lowest(legal)
}

// chooseInEuchre makes trump on three trumps, is never alone, and wins what it can.
func chooseInEuchre(view *arenav1.EuchreView, _ uint64) *arenav1.EuchreAnswer {
	byHeight := order{trump: view.Trump, hasBowers: true}
	switch view.Due {
	case arenav1.EuchreDue_EUCHRE_DUE_JOKER_SUIT:
		return call(view.LegalCalls[0]) // the hand is not to be seen yet
	case arenav1.EuchreDue_EUCHRE_DUE_CALL:
		return call(bestCall(view))
	case arenav1.EuchreDue_EUCHRE_DUE_SWAP:
		return euchreCard(byHeight.lowest(view.LegalCards))
	case arenav1.EuchreDue_EUCHRE_DUE_ALONE:
		return call(arenav1.EuchreCall_EUCHRE_CALL_NOT_ALONE)
	case arenav1.EuchreDue_EUCHRE_DUE_KEEP:
		ten := byHeight.sorted(slices.Concat(view.Hand, view.Dummy))
		return keep(ten[len(ten)-5:])
	default:
		seats := 0
		for _, seat := range view.Seats {
			if !seat.SitsOut {
				seats++
			}
		}
		return euchreCard(byHeight.win(view.LegalCards, onTheTable(view.Played, seats), seats))
	}
}

// bestCall returns the call of which the hand holds the most trumps, or a pass below three.
func bestCall(view *arenav1.EuchreView) arenav1.EuchreCall {
	const pass = arenav1.EuchreCall_EUCHRE_CALL_PASS
	best, most := pass, -1
	for _, said := range view.LegalCalls {
		if trumps := trumpsAfter(view, said); said != pass && trumps > most {
			best, most = said, trumps
		}
	}
	if most < 3 && slices.Contains(view.LegalCalls, pass) {
		return pass
	}
	return best
}

// trumpsAfter counts the trumps that the hand would have after a call.
func trumpsAfter(view *arenav1.EuchreView, said arenav1.EuchreCall) int {
	byHeight := order{trump: view.UpcardSuit, hasBowers: true}
	if said != arenav1.EuchreCall_EUCHRE_CALL_ORDER_UP {
		byHeight.trump = arenav1.Suit(said - arenav1.EuchreCall_EUCHRE_CALL_CLUBS + 1)
	}
	trumps := 0
	for _, held := range view.Hand {
		if byHeight.suit(held) == byHeight.trump {
			trumps++
		}
	}
	return trumps
}
