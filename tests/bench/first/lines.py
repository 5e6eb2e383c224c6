"""Plays as bot.py does, by its standard streams, with nothing but Python's own library."""

import json
import sys

BID = 3


def main() -> None:
    say({"hello": {"protocol": "arena.v1", "games": ["spades"], "tables": 32}})
    for line in sys.stdin:
        message = json.loads(line)
        if "goodbye" in message:
            return
        if "turn" in message:
            turn = message["turn"]
            moves = [answer(decision) for decision in turn["decisions"]]
            say({"moves": {"turn": turn["number"], "moves": moves}})


def answer(decision: dict[str, dict[str, list[object]]]) -> dict[str, object]:
    view = decision["spades"]
    chosen = {"bid": BID} if view["legal_bids"] else {"card": view["legal_cards"][0]}
    return {"match": decision["match"], "spades": chosen}


def say(message: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
