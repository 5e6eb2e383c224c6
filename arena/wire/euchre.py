"""Three-handed Euchre in the protocol's words (proto/arena/v1/euchre.proto)."""

from collections.abc import Sequence

from arena.games.cards import JOKER, PACK, Card
from arena.games.euchre.actions import KEPT, Call, Keep, keep
from arena.games.euchre.rules import EuchreRules
from arena.games.euchre.view import Due, EuchreView, Upcard
from arena.games.game import Action, Rules, View
from arena.v1 import arena_pb2, euchre_pb2
from arena.wire.codec import MessageError, seat_to_message

_CARDS = {card.number: card for card in (*PACK, JOKER)}
_CALLS = {
    Call.PASS: euchre_pb2.EUCHRE_CALL_PASS,
    Call.ORDER_UP: euchre_pb2.EUCHRE_CALL_ORDER_UP,
    Call.CLUBS: euchre_pb2.EUCHRE_CALL_CLUBS,
    Call.DIAMONDS: euchre_pb2.EUCHRE_CALL_DIAMONDS,
    Call.HEARTS: euchre_pb2.EUCHRE_CALL_HEARTS,
    Call.SPADES: euchre_pb2.EUCHRE_CALL_SPADES,
    Call.DECLINE: euchre_pb2.EUCHRE_CALL_DECLINE,
    Call.NOT_ALONE: euchre_pb2.EUCHRE_CALL_NOT_ALONE,
    Call.ALONE: euchre_pb2.EUCHRE_CALL_ALONE,
}
_CALLS_BY_NUMBER: dict[int, Call] = {number: call for call, number in _CALLS.items()}
_DUE = {
    Due.JOKER_SUIT: euchre_pb2.EUCHRE_DUE_JOKER_SUIT,
    Due.CALL: euchre_pb2.EUCHRE_DUE_CALL,
    Due.SWAP: euchre_pb2.EUCHRE_DUE_SWAP,
    Due.ALONE: euchre_pb2.EUCHRE_DUE_ALONE,
    Due.KEEP: euchre_pb2.EUCHRE_DUE_KEEP,
    Due.CARD: euchre_pb2.EUCHRE_DUE_CARD,
}
_UPCARD = {
    Upcard.UP: euchre_pb2.EUCHRE_UPCARD_UP,
    Upcard.TAKEN: euchre_pb2.EUCHRE_UPCARD_TAKEN,
    Upcard.DECLINED: euchre_pb2.EUCHRE_UPCARD_DECLINED,
    Upcard.TURNED_DOWN: euchre_pb2.EUCHRE_UPCARD_TURNED_DOWN,
}


class EuchreCodec:
    """Rules, views and answers of Euchre."""

    def fill_rules(self, welcome: arena_pb2.Welcome, rules: Rules) -> None:
        assert isinstance(rules, EuchreRules)
        welcome.euchre.CopyFrom(_rules_to_message(rules))

    def fill_view(
        self, decision: arena_pb2.Decision, view: View, replaced: tuple[bool, ...]
    ) -> None:
        assert isinstance(view, EuchreView)
        message = decision.euchre
        _fill_bidding(message, view)
        _fill_seats(message, view, replaced)
        _fill_cards(message, view)
        _fill_legal(message, view)

    def parse_answer(self, move: arena_pb2.Move) -> Action:
        answer = move.euchre
        kind = answer.WhichOneof("answer")
        if kind == "card":
            return _parse_card(answer.card, move.match)
        if kind == "call":
            return _parse_call(answer.call, move.match)
        if kind == "kept":
            return _parse_kept(answer.kept.cards, move.match)
        raise MessageError(
            f"the answer for match {move.match} is not set, expected a call, a card or cards kept"
        )


def _parse_card(number: int, match: int) -> Card:
    card = _CARDS.get(number)
    if card is None:
        raise MessageError(
            f"a card for match {match} was {number}, expected the number of a card, 1 to 53"
        )
    return card


def _parse_kept(numbers: Sequence[int], match: int) -> Keep:
    """Returns cards that may be too few or too many, but no more than there are."""
    if len(numbers) > len(_CARDS):
        raise MessageError(f"the cards kept for match {match} were {len(numbers)}, expected {KEPT}")
    return keep([_parse_card(number, match) for number in numbers])


def _parse_call(number: int, match: int) -> Call:
    call = _CALLS_BY_NUMBER.get(number)
    if call is None:
        raise MessageError(
            f"the call for match {match} was {number}, "
            f"expected the number of a call, 1 to {len(_CALLS)}"
        )
    return call


def _fill_bidding(message: euchre_pb2.EuchreView, view: EuchreView) -> None:
    assert view.upcard is not None, "a decision is due only once a card is turned up"
    message.seat = seat_to_message(view.seat)
    message.dealer = seat_to_message(view.dealer)
    message.deal = view.deal_number
    if view.deals_played:
        message.deals_played = view.deals_played
    if view.redeals:
        message.redeals = view.redeals
    message.due = _DUE[view.due]
    message.upcard = view.upcard.number  # type: ignore[assignment]  # Card.number is the enum's value
    if view.upcard_suit is not None:
        message.upcard_suit = view.upcard_suit.value  # type: ignore[assignment]  # as is that of Suit
    message.upcard_state = _UPCARD[view.upcard_state]
    message.calls.extend([_CALLS[call] for call in view.calls])
    if view.maker is not None:
        message.maker = seat_to_message(view.maker)
    if view.trump is not None:
        message.trump = view.trump.value  # type: ignore[assignment]  # as above


def _fill_seats(
    message: euchre_pb2.EuchreView, view: EuchreView, replaced: tuple[bool, ...]
) -> None:
    add_seat = message.seats.add
    for number, (said, taken, score, is_house) in enumerate(
        zip(view.alone, view.taken, view.scores, replaced, strict=True)
    ):
        seat = add_seat()
        if said is not None:
            seat.alone = said is Call.ALONE
        if number == view.sitting_out:
            seat.sits_out = True
        if taken:
            seat.taken = taken
        if score:
            seat.score = score
        if is_house:
            seat.replaced = True


def _fill_cards(message: euchre_pb2.EuchreView, view: EuchreView) -> None:
    message.hand.extend(_numbers(view.hand))  # type: ignore[arg-type]  # Card.number is the enum's value
    if view.dummy:
        message.dummy.extend(_numbers(view.dummy))  # type: ignore[arg-type]  # as above
    if view.put_down is not None:
        message.put_down = view.put_down.number  # type: ignore[assignment]  # as above
    if view.left_out:
        message.left_out.extend(_numbers(view.left_out))  # type: ignore[arg-type]  # as above
    if view.leaders:
        message.played.extend(_numbers(view.played))  # type: ignore[arg-type]  # as above
        message.leaders.extend([leader + 1 for leader in view.leaders])  # type: ignore[misc]  # as in seat_to_message


def _fill_legal(message: euchre_pb2.EuchreView, view: EuchreView) -> None:
    if view.due is Due.KEEP:  # any five of the hand and the dummy: 252 ways need no list
        return
    cards = [action for action in view.legal if isinstance(action, Card)]
    if cards:
        message.legal_cards.extend(_numbers(cards))  # type: ignore[arg-type]  # as above
    if len(cards) < len(view.legal):
        calls = [action for action in view.legal if isinstance(action, Call)]
        message.legal_calls.extend([_CALLS[call] for call in calls])


def _numbers(cards: Sequence[Card]) -> list[int]:
    return [card.number for card in cards]


def _rules_to_message(rules: EuchreRules) -> euchre_pb2.EuchreRules:
    deals = rules.deals
    return euchre_pb2.EuchreRules(
        deck=rules.deck,
        target=rules.target if deals is None else None,
        stick_the_dealer=rules.stick_the_dealer,
        rename_turned_down=rules.rename_turned_down,
        both_alone_lead=rules.both_alone_lead,
        lone_march=rules.lone_march,
        max_deals=rules.max_deals if deals is None else None,
        seats=rules.seats,
        deals=deals,
    )
