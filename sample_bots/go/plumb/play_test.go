package main

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/encoding/protojson"

	"bot/arenav1"
)

// A scriptedArena says welcome, asks its turns one by one, and ends with its goodbye, if it has one.
type scriptedArena struct {
	arenav1.UnimplementedArenaServiceServer
	turns   []*arenav1.Turn
	goodbye *arenav1.Goodbye

	hello *arenav1.Hello
	moves []*arenav1.Moves
}

func (a *scriptedArena) Play(stream arenav1.ArenaService_PlayServer) error {
	request, err := stream.Recv()
	if err != nil {
		return err
	}
	a.hello = request.GetHello()
	err = stream.Send(&arenav1.PlayResponse{Message: &arenav1.PlayResponse_Welcome{
		Welcome: &arenav1.Welcome{Game: "spades"},
	}})
	if err != nil {
		return err
	}
	for _, turn := range a.turns {
		err := stream.Send(&arenav1.PlayResponse{Message: &arenav1.PlayResponse_Turn{Turn: turn}})
		if err != nil {
			return err
		}
		request, err := stream.Recv()
		if err != nil {
			return err
		}
		a.moves = append(a.moves, request.GetMoves())
	}
	if a.goodbye == nil {
		return nil
	}
	return stream.Send(&arenav1.PlayResponse{Message: &arenav1.PlayResponse_Goodbye{
		Goodbye: a.goodbye,
	}})
}

// playAt lets the bot play with an arena on a Unix socket of its own.
func playAt(t *testing.T, arena *scriptedArena) error {
	t.Helper()
	socket := filepath.Join(t.TempDir(), "bot.sock")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	arenav1.RegisterArenaServiceServer(server, arena)
	go server.Serve(listener)
	defer server.Stop()
	return play(context.Background(), "unix://"+socket)
}

func finished() *arenav1.Goodbye {
	return &arenav1.Goodbye{Reason: arenav1.Goodbye_REASON_FINISHED}
}

func TestSaysWhatItPlaysAndEndsAtGoodbye(t *testing.T) {
	arena := &scriptedArena{goodbye: finished()}
	if err := playAt(t, arena); err != nil {
		t.Fatal(err)
	}
	hello := arena.hello
	if hello.Protocol != "arena.v1" || hello.GetTables() < 32 ||
		!slices.Equal(hello.Games, []string{"spades", "euchre"}) {
		t.Errorf("got hello %v", hello)
	}
}

func TestAnswersAllDecisionsOfATurnInOneMessage(t *testing.T) {
	spades, euchre := readDecision(t, "spades-bid"), readDecision(t, "euchre-card")
	blind := &arenav1.Decision{View: &arenav1.Decision_Spades{
		Spades: &arenav1.SpadesView{AsksBlindNil: true},
	}}
	spades.Match, euchre.Match, blind.Match = 7, 8, 9
	arena := &scriptedArena{goodbye: finished(), turns: []*arenav1.Turn{
		{Number: 1, Decisions: []*arenav1.Decision{spades}},
		{Number: 2, Decisions: []*arenav1.Decision{euchre, spades, blind}},
	}}
	if err := playAt(t, arena); err != nil {
		t.Fatal(err)
	}
	if len(arena.moves) != 2 || arena.moves[0].Turn != 1 || arena.moves[1].Turn != 2 {
		t.Fatalf("got answers %v, want those of turns 1 and 2", arena.moves)
	}
	moves := arena.moves[1].Moves
	if len(moves) != 3 || moves[0].Match != 8 || moves[1].Match != 7 || moves[2].Match != 9 {
		t.Fatalf("got %v, want answers for the matches 8, 7 and 9", moves)
	}
	if moves[0].GetEuchre() == nil || moves[1].GetSpades() == nil {
		t.Errorf("got %v, want answers of the games that were asked", moves)
	}
	if _, ok := moves[2].GetSpades().GetAnswer().(*arenav1.SpadesAnswer_BlindNil); !ok {
		t.Errorf("got %v, want that it does not bid nil blind", moves[2])
	}
}

func TestSaysWhyTheConversationEnded(t *testing.T) {
	broke := &arenav1.Goodbye{Reason: arenav1.Goodbye_REASON_PROTOCOL, Text: "moves before hello"}
	for _, ending := range []struct {
		arena *scriptedArena
		want  string
	}{
		{&scriptedArena{goodbye: broke}, "moves before hello"},
		{&scriptedArena{}, "without a goodbye"},
	} {
		err := playAt(t, ending.arena)
		if err == nil || !strings.Contains(err.Error(), ending.want) {
			t.Errorf("got error %v, want one with %q", err, ending.want)
		}
	}
}

func TestSaysThatThereIsNoArena(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "bot.sock")
	err := play(context.Background(), "unix://"+socket)
	if err == nil || !strings.Contains(err.Error(), "bot.sock") {
		t.Errorf("got error %v, want one that names the socket", err)
	}
}

// readDecision returns a decision of testdata, in the JSON form of the protocol.
func readDecision(t *testing.T, name string) *arenav1.Decision {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	decision := new(arenav1.Decision)
	if err := protojson.Unmarshal(text, decision); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return decision
}
