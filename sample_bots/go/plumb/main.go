// Bot plays cards in the arena that starts it. The strategy is in choose.go, the rest talks.
package main

import (
	"context"
	"log"
	"os"
)

func main() {
	log.SetFlags(0) // standard error is the bot's log, and the arena has a clock
	address, ok := os.LookupEnv("ARENA_SOCKET")
	if !ok {
		log.Fatal("ARENA_SOCKET is not set: let the arena start this bot, with `arena play`")
	}
	if err := play(context.Background(), address); err != nil {
		log.Fatal(err)
	}
}
