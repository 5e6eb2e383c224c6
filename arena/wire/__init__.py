"""Between the rules' words and the protocol's: the one border where messages are checked.

What belongs here: building what is sent, and turning what came in into values, or into a sentence
that the bot's author can act on. Inside, a card is a card: nobody checks again. Nothing that a bot
sends raises anything but MessageError. What is a game's own stands in a file with its name.
"""

from arena.wire.codec import MessageError
from arena.wire.incoming import (
    MAX_MESSAGE_BYTES,
    MAX_TABLES,
    PROTOCOL,
    Farewell,
    Greeting,
    Incoming,
    parse_answer,
    parse_hello,
    parse_unasked,
)
from arena.wire.lines import line_to_message, message_to_line, too_long
from arena.wire.outgoing import (
    Outgoing,
    Reason,
    goodbye_to_message,
    turn_to_message,
    welcome_to_message,
)
from arena.wire.readable import Readable, kind_of, message_text, only_match

__all__ = [
    "MAX_MESSAGE_BYTES",
    "MAX_TABLES",
    "PROTOCOL",
    "Farewell",
    "Greeting",
    "Incoming",
    "MessageError",
    "Outgoing",
    "Readable",
    "Reason",
    "goodbye_to_message",
    "kind_of",
    "line_to_message",
    "message_text",
    "message_to_line",
    "only_match",
    "parse_answer",
    "parse_hello",
    "parse_unasked",
    "too_long",
    "turn_to_message",
    "welcome_to_message",
]
