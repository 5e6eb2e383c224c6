package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"bot/arenav1"
)

// tables is how many matches are played at once: the more, the longer the batches.
const tables = 32

// play keeps one stream to the arena at address, from hello to goodbye.
func play(ctx context.Context, address string) error {
	connection, err := grpc.NewClient(address,
		grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return fmt.Errorf("no arena at %q: %w", address, err)
	}
	defer connection.Close()
	stream, err := arenav1.NewArenaServiceClient(connection).Play(ctx)
	if err != nil {
		return fmt.Errorf("no arena at %q: %w", address, err)
	}
	if err := send(stream, hello()); err != nil {
		return err
	}
	for {
		response, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return errors.New("the arena went away without a goodbye")
		}
		if err != nil {
			return fmt.Errorf("the arena is gone: %w", err)
		}
		switch message := response.Message.(type) {
		case *arenav1.PlayResponse_Turn:
			if err := send(stream, moves(message.Turn)); err != nil {
				return err
			}
		case *arenav1.PlayResponse_Goodbye:
			return fault(message.Goodbye)
		}
	}
}

// send writes a request. That the stream has ended is left to Recv to tell: it knows why.
func send(stream arenav1.ArenaService_PlayClient, request *arenav1.PlayRequest) error {
	if err := stream.Send(request); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("cannot answer the arena: %w", err)
	}
	return nil
}

func hello() *arenav1.PlayRequest {
	offered := uint32(tables)
	return &arenav1.PlayRequest{Message: &arenav1.PlayRequest_Hello{Hello: &arenav1.Hello{
		Protocol: "arena.v1",
		Games:    []string{"spades", "euchre"},
		Tables:   &offered,
		Client:   "go",
	}}}
}

// moves answers every decision of a turn in one message.
func moves(turn *arenav1.Turn) *arenav1.PlayRequest {
	answers := make([]*arenav1.Move, len(turn.Decisions))
	for i, decision := range turn.Decisions {
		if decision.Refusal != "" {
			log.Printf("refused: %s", decision.Refusal)
		}
		answers[i] = move(decision)
	}
	return &arenav1.PlayRequest{Message: &arenav1.PlayRequest_Moves{
		Moves: &arenav1.Moves{Turn: turn.Number, Moves: answers},
	}}
}

func move(decision *arenav1.Decision) *arenav1.Move {
	answered := &arenav1.Move{Match: decision.Match}
	switch view := decision.View.(type) {
	case *arenav1.Decision_Spades:
		answered.Answer = &arenav1.Move_Spades{Spades: spadesAnswer(view.Spades, decision.Seed)}
	case *arenav1.Decision_Euchre:
		answered.Answer = &arenav1.Move_Euchre{Euchre: chooseInEuchre(view.Euchre, decision.Seed)}
	}
	return answered
}

// spadesAnswer declines a nil that would be bid blind, and leaves all else to the strategy.
func spadesAnswer(view *arenav1.SpadesView, seed uint64) *arenav1.SpadesAnswer {
	if view.AsksBlindNil {
		return &arenav1.SpadesAnswer{Answer: &arenav1.SpadesAnswer_BlindNil{BlindNil: false}}
	}
	return choose(view, seed)
}

// fault returns an error if the arena ended the conversation because of this bot.
func fault(goodbye *arenav1.Goodbye) error {
	switch goodbye.Reason {
	case arenav1.Goodbye_REASON_PROTOCOL, arenav1.Goodbye_REASON_TIMEOUT:
		return fmt.Errorf("the arena ended the conversation: %s", goodbye.Text)
	}
	return nil
}
