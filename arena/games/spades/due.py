"""What a seat owes: plain numbers, since a match asks for them with every card.

A card of the suit 0 to 3 that has to be followed is that number; all else has one of these.
"""

ANY_CARD = 4
NO_SPADE = 5
BID = 6
BLIND = 7
"""The answer to whether it bids nil blind."""
NOTHING = 8

ALLOWED = (
    (True, False, False, False),
    (False, True, False, False),
    (False, False, True, False),
    (False, False, False, True),
    (True, True, True, True),
    (True, True, True, False),
)
"""By what is due, and by suit: whether a card of it may be played."""
