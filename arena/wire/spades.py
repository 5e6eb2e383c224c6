"""Cutthroat Spades in the protocol's words (proto/arena/v1/spades.proto)."""

from arena.games.game import Action, Bid, Rules, View
from arena.games.spades.blind import Blind, BlindNil
from arena.games.spades.rules import SpadesRules
from arena.games.spades.view import SpadesView
from arena.v1 import arena_pb2, spades_pb2
from arena.wire.codec import MessageError, parse_card, seat_to_message

_BIDS = tuple(Bid(tricks) for tricks in range(18))
_BLIND = {
    Blind.CLOSED: spades_pb2.SpadesSeat.BLIND_NIL_CLOSED,
    Blind.OPEN: spades_pb2.SpadesSeat.BLIND_NIL_OPEN,
    Blind.DECLINED: spades_pb2.SpadesSeat.BLIND_NIL_DECLINED,
    Blind.TAKEN: spades_pb2.SpadesSeat.BLIND_NIL_TAKEN,
}


class SpadesCodec:
    """Rules, views and answers of Spades."""

    def fill_rules(self, welcome: arena_pb2.Welcome, rules: Rules) -> None:
        assert isinstance(rules, SpadesRules)
        welcome.spades.CopyFrom(_rules_to_message(rules))

    def fill_view(
        self, decision: arena_pb2.Decision, view: View, replaced: tuple[bool, ...]
    ) -> None:
        assert isinstance(view, SpadesView)
        _fill_view(decision.spades, view, replaced)

    def parse_answer(self, move: arena_pb2.Move) -> Action:
        answer = move.spades
        kind = answer.WhichOneof("answer")
        if kind == "card":
            return parse_card(answer.card, move.match)
        if kind == "bid":
            tricks = answer.bid
            return _BIDS[tricks] if tricks < len(_BIDS) else Bid(tricks)
        if kind == "blind_nil":
            return BlindNil.YES if answer.blind_nil else BlindNil.NO
        raise MessageError(
            f"the answer for match {move.match} is not set, expected a bid, a card or blind_nil"
        )


def _fill_view(
    message: spades_pb2.SpadesView, view: SpadesView, replaced: tuple[bool, ...]
) -> None:
    message.seat = seat_to_message(view.seat)
    message.dealer = seat_to_message(view.dealer)
    message.deal = view.deal_number
    message.hand.extend([card.number for card in view.hand])  # type: ignore[misc]  # Card.number is the enum's value
    _fill_seats(message, view, replaced)
    if view.blind or view.reneged:
        _fill_options(message, view)
    first = view.legal[0]
    if isinstance(first, BlindNil):
        message.asks_blind_nil = True
        return
    if isinstance(first, Bid):
        message.legal_bids.extend([bid.tricks for bid in view.legal])  # type: ignore[attr-defined]  # all are bids
        return
    message.played.extend([card.number for card in view.played])  # type: ignore[misc]  # as above
    message.leaders.extend([leader + 1 for leader in view.leaders])  # type: ignore[misc]  # as in seat_to_message
    if view.broken:
        message.broken = True
    message.legal_cards.extend([card.number for card in view.legal])  # type: ignore[attr-defined]  # all are cards


def _fill_seats(
    message: spades_pb2.SpadesView, view: SpadesView, replaced: tuple[bool, ...]
) -> None:
    add_seat = message.seats.add
    for bid, taken, score, bags, is_house in zip(
        view.bids, view.taken, view.scores, view.bags, replaced, strict=True
    ):
        seat = add_seat()
        if bid is not None:
            seat.bid = bid
        if taken:
            seat.taken = taken
        if score:
            seat.score = score
        if bags:
            seat.bags = bags
        if is_house:
            seat.replaced = True


def _fill_options(message: spades_pb2.SpadesView, view: SpadesView) -> None:
    """Writes what there is only under rules with blind nil, and under those that charge reneges."""
    if view.blind:
        for seat, blind in zip(message.seats, view.blind, strict=True):
            seat.blind_nil = _BLIND[blind]
    if view.reneged:
        charged = zip(message.seats, view.reneged, view.reneges, strict=True)
        for seat, has_reneged, count in charged:
            seat.reneged = has_reneged
            seat.reneges = count


def _rules_to_message(rules: SpadesRules) -> spades_pb2.SpadesRules:
    is_fixed = rules.deals is not None
    return spades_pb2.SpadesRules(
        profile=rules.profile,
        target=None if is_fixed else rules.target,
        bag_rule=rules.bag_rule.value,
        failed_nil_bags=rules.failed_nil_bags,
        nil_value=rules.nil_value,
        blind_nil=rules.blind_nil,
        minimum_bid=rules.minimum_bid,
        renege=rules.renege.value,
        max_deals=None if is_fixed else rules.max_deals,
        seats=rules.seats,
        deals=rules.deals,
    )
