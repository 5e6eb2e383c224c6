"""The bot that sits in the other two seats: it answers with the first legal action."""

from hostile import Player

if __name__ == "__main__":
    Player().run()
