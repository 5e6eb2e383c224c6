"""Bots that are wrong in one way each, for the kit: what `arena check` has to find."""

_HEAD = '''
"""A bot that is wrong in one way, on purpose."""

import os
import sys
import threading
import time

import euchre


def choose(view, seed):
    return (view.legal_bids or view.legal_cards)[0]


def in_euchre(view, seed):
    return euchre.legal(view)[0]

'''
_TAIL = '\n\nGAMES = {"spades": choose, "euchre": in_euchre}\n'

FOLLOWS_NOTHING = """
def choose(view, seed):
    return view.legal_bids[0] if view.legal_bids else view.hand[0]
"""
BIDS_TOO_MUCH = """
def choose(view, seed):
    if view.legal_bids:
        return max(view.legal_bids) + (view.seats[view.seat - 1].score < 0)
    return view.legal_cards[0]
"""
LEADS_SPADES = """
def choose(view, seed):
    if not view.legal_bids and len(view.played) % 3 == 0:
        return view.hand[-1]
    return (view.legal_bids or view.legal_cards)[0]
"""
PLAYS_WHAT_IS_GONE = """
def choose(view, seed):
    if view.legal_cards and view.played:
        return view.played[0]
    return (view.legal_bids or view.legal_cards)[0]
"""
TAKES_THE_LEFT_BOWER_FOR_PLAIN = """
def in_euchre(view, seed):
    legal = euchre.legal(view)
    if view.due != euchre.CARD_DUE or not view.leaders:
        return legal[0]
    size = 2 if any(seat.sits_out for seat in view.seats) else 3
    on_table = view.played[(len(view.leaders) - 1) * size :]
    if not on_table:
        return legal[0]
    led = euchre.printed_suit(on_table[0])
    same = [card for card in view.hand if euchre.printed_suit(card) == led]
    return (same or view.hand)[0]
"""
KEEPS_SIX_TIMES_ONE = """
def in_euchre(view, seed):
    if view.due == euchre.KEEP_DUE:
        return (view.hand[0],) * 5
    return euchre.legal(view)[0]
"""
NEVER_PASSES_THE_SUIT_TURNED_DOWN = """
def in_euchre(view, seed):
    if view.due == euchre.CALL_DUE and len(view.calls) >= 3:
        return euchre.printed_suit(view.upcard) - 1 + euchre.ORDER_UP + 1
    return euchre.legal(view)[0]
"""
FALLS_OVER_AT_NIL = """
def choose(view, seed):
    if any(seat.HasField("bid") and not seat.bid for seat in view.seats) and view.legal_cards:
        raise RuntimeError("a nil, of all things")
    return (view.legal_bids or view.legal_cards)[0]
"""
THROWS_DICE_OF_ITS_OWN = """
def choose(view, seed):
    legal = view.legal_bids or view.legal_cards
    return legal[time.monotonic_ns() % len(legal)]
"""
STAYS = """
def stay():
    time.sleep(3600)


threading.Thread(target=stay).start()
"""
DAWDLES = """
def choose(view, seed):
    time.sleep(0.2)
    return (view.legal_bids or view.legal_cards)[0]
"""


def program(body: str) -> str:
    """Returns a whole bot file with `body` in the middle, in place of what is right."""
    return _HEAD + body + _TAIL
