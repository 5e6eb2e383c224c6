"""What a deal is worth to a seat, with a price on the bags that do not cost anything yet."""

from arena.v1.spades_pb2 import SpadesRules

BAG_PRICE = 2.0
"""What a bag costs before it is one of ten: most matches end before the tenth."""

_BAG_LIMIT = 10
_BAG_PENALTY = 100
_TRICKS = 18


class Points:
    """The worth of every number of tricks, by bid and bags."""

    def __init__(self, rules: SpadesRules) -> None:
        self._nil_value = rules.nil_value
        self._failed_nil_bags = rules.failed_nil_bags
        self._bag_rule = rules.bag_rule
        self._known: dict[tuple[int, int], list[float]] = {}

    def worths(self, bid: int, bags: int) -> list[float]:
        """Returns what 0, 1, … 17 tricks are worth to a seat that has bid `bid` and has `bags`."""
        known = self._known.get((bid, bags))
        if known is None:
            known = [self._worth(bid, bags, taken) for taken in range(_TRICKS)]
            self._known[bid, bags] = known
        return known

    def _worth(self, bid: int, bags: int, taken: int) -> float:
        if not bid:
            new_bags = taken if self._failed_nil_bags else 0
            return (-self._nil_value if taken else self._nil_value) - self._price(bags, new_bags)
        if taken < bid:
            return -10.0 * bid
        return 10 * bid + taken - bid - self._price(bags, taken - bid)

    def _price(self, bags: int, new_bags: int) -> float:
        if self._bag_rule == "none":
            return 0.0
        tens, kept = divmod(bags + new_bags, _BAG_LIMIT)
        if self._bag_rule == "reset" and tens:
            tens, kept = 1, 0
        return _BAG_PENALTY * tens + BAG_PRICE * (kept - bags)
