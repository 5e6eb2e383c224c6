"""When a nil pays that is bid before the hand is seen.

One in twenty-five is made, so that it costs points on average. But places are what a match gives:
whoever is last, in a deal after which there is no other, has no place to lose and may gain one.
With 135 points to the next seat it did so in 11 of 300 deals, and its usual bid in one of them.
"""

from arena.v1.spades_pb2 import SpadesRules, SpadesView

REACH = 120
"""The points that a seat makes up on the next one in a deal of the usual kind, at most."""
USUAL = 40
"""The points that the best seat makes in a deal, often."""


def is_last_deal(rules: SpadesRules, view: SpadesView) -> bool:
    """Tells whether the match is over after this deal, or very likely so."""
    if rules.HasField("deals"):
        return view.deal == rules.deals
    best = max(seat.score for seat in view.seats)
    return view.deal >= rules.max_deals or best + USUAL >= rules.target


def pays(rules: SpadesRules, view: SpadesView) -> bool:
    """Tells whether a nil that is bid blind may gain a place that nothing else gains."""
    scores = [seat.score for seat in view.seats]
    own = scores.pop(view.seat - 1)
    behind = min(scores) - own
    return is_last_deal(rules, view) and REACH < behind <= 2 * rules.nil_value
