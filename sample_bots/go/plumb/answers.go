package main

import "bot/arenav1"

// What a strategy may answer, in Spades and then in Euchre.

func bid(tricks uint32) *arenav1.SpadesAnswer {
	return &arenav1.SpadesAnswer{Answer: &arenav1.SpadesAnswer_Bid{Bid: tricks}}
}

func card(played arenav1.Card) *arenav1.SpadesAnswer {
	return &arenav1.SpadesAnswer{Answer: &arenav1.SpadesAnswer_Card{Card: played}}
}

func call(said arenav1.EuchreCall) *arenav1.EuchreAnswer {
	return &arenav1.EuchreAnswer{Answer: &arenav1.EuchreAnswer_Call{Call: said}}
}

func euchreCard(played arenav1.Card) *arenav1.EuchreAnswer {
	return &arenav1.EuchreAnswer{Answer: &arenav1.EuchreAnswer_Card{Card: played}}
}

func keep(five []arenav1.Card) *arenav1.EuchreAnswer {
	return &arenav1.EuchreAnswer{Answer: &arenav1.EuchreAnswer_Kept{
		Kept: &arenav1.EuchreKept{Cards: five},
	}}
}
