package main

import (
	"testing"

	"google.golang.org/protobuf/proto"

	"bot/arenav1"
)

// The examples by which every plumb is measured, whatever its language.
var examples = []struct {
	name   string
	c      checksum
	answer proto.Message
}{
	{"spades-bid", 2131369826, bid(14)},
	{"spades-card", 2426655070, card(48)},
	{"euchre-call", 2202365036, call(1)},
	{"euchre-keep", 876985876, keep([]arenav1.Card{11, 13, 35, 38, 49})},
	{"euchre-card", 4200344307, euchreCard(22)},
}

func TestExamplesGiveTheirChecksums(t *testing.T) {
	for _, example := range examples {
		decision := readDecision(t, example.name)
		var c checksum
		if view := decision.GetSpades(); view != nil {
			c = spadesChecksum(view, decision.Seed)
		} else {
			c = euchreChecksum(decision.GetEuchre(), decision.Seed)
		}
		if c != example.c {
			t.Errorf("%s: got checksum %d, want %d", example.name, c, example.c)
		}
	}
}

func TestExamplesGetTheirAnswers(t *testing.T) {
	for _, example := range examples {
		decision := readDecision(t, example.name)
		var answer proto.Message
		if view := decision.GetSpades(); view != nil {
			answer = choose(view, decision.Seed)
		} else {
			answer = chooseInEuchre(decision.GetEuchre(), decision.Seed)
		}
		if !proto.Equal(answer, example.answer) {
			t.Errorf("%s: got %v, want %v", example.name, answer, example.answer)
		}
	}
}

func TestCombinationsStandInTheOrderOfADictionary(t *testing.T) {
	ways := combinations([]byte("abcdefghij"), 5)
	if len(ways) != 252 {
		t.Fatalf("got %d ways, want 252", len(ways))
	}
	for i, want := range map[int]string{0: "abcde", 1: "abcdf", 126: "bcdef", 251: "fghij"} {
		if string(ways[i]) != want {
			t.Errorf("way %d is %s, want %s", i, ways[i], want)
		}
	}
}
