"""Reneges under `fail-bid` (docs/rules/spades.md#s-r1), in a match and at a table."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena import wire
from arena.games.cards import Card, Seat
from arena.games.game import Action, Bid, Charged, Json, JsonValue
from arena.games.spades.match import SpadesMatch
from arena.games.spades.rules import SpadesRules
from arena.games.spades.view import SpadesView
from arena.record import Record, Verdict, replay
from arena.table import REFUSALS, NoticeKind, Setup, Table
from tests.games.playing import dealt, new_choice, new_ending, play, shuffled, steady
from tests.test_wire import decoded

FAIL_BID: dict[str, object] = {"renege": "fail-bid"}
HANDS = ["AH 3C 4C", "2S KH 7H", "QH 5C JC"]
"""Seat 1 has to follow a heart with KH or 7H."""


def ending(hands: Sequence[str] = HANDS, *, broken: bool = False, **options: object) -> SpadesMatch:
    return new_ending(hands, broken=broken, options=FAIL_BID | options)


def charged(match: SpadesMatch, card: str) -> Charged:
    """Returns what comes of `card`, which must be a renege."""
    breach = match.breach(Card.parse(card))
    assert breach is not None
    assert isinstance(breach.action, Charged)
    return breach.action


@pytest.mark.parametrize(
    ("hand", "table", "broken", "card", "played"),
    [
        ("2S KH 7H", "AH", False, "2S", "7H"),  # SP-10: a revoke
        ("2S KH 7H", "AH 4H", True, "2S", "7H"),
        ("AS 9H 4D", "", False, "AS", "4D"),  # SP-9: an unbroken spade lead
        ("AS 4H 4D", "", False, "AS", "4D"),  # S-R2: C D H S among equals
        ("4C AS KS", "3S", True, "4C", "KS"),  # a spade is followed
    ],
)
def test_the_lowest_legal_card_is_played_instead(
    hand: str, table: str, card: str, played: str, *, broken: bool
) -> None:
    match = new_choice(hand, table, broken=broken, options=FAIL_BID)
    seat = match.seat

    action = charged(match, card)
    assert action == Charged(Card.parse(played))
    match.act(action)

    assert match.view(Seat(0)).played[-1:] == (Card.parse(played),) or not match.view(Seat(0)).hand
    assert match.reneges == tuple(int(other == seat) for other in range(3))


@pytest.mark.parametrize(
    "answer",
    [
        Card.parse("KH"),  # legal
        Card.parse("AS"),  # not held
        Card.parse("XX"),  # in no pack of Spades
        Card.parse("AH"),  # played already
        Bid(3),  # no card
    ],
)
def test_a_card_not_held_and_what_is_no_card_are_no_renege(answer: Action) -> None:
    match = ending()
    play(match, "AH")

    assert match.breach(answer) is None


def test_an_illegal_bid_is_no_renege() -> None:
    match = SpadesRules.parse(FAIL_BID).new_match(Seat(0))
    match.start_deal(match.rules.pack)

    for answer in (Bid(18), Card.parse("AS"), match.view(Seat(1)).hand[0]):
        assert match.breach(answer) is None


def test_nothing_is_a_renege_under_correct() -> None:
    match = new_ending(HANDS)
    play(match, "AH")

    assert match.breach(Card.parse("2S")) is None
    with pytest.raises(ValueError, match="is not a legal card"):
        match.act(Charged(Card.parse("7H")))


@pytest.mark.parametrize(
    "action",
    [
        Charged(Card.parse("KH")),  # not the lowest
        Charged(Card.parse("2S")),  # the card that was attempted
        Charged(Bid(3)),
        Charged(Card.parse("AS")),
    ],
)
def test_a_match_takes_no_other_card_for_a_renege(action: Action) -> None:
    match = ending()
    play(match, "AH")

    with pytest.raises(ValueError, match="is not a legal card"):
        match.act(action)
    assert match.reneges == (0, 0, 0)


def test_a_seat_whose_every_card_is_legal_cannot_have_reneged() -> None:
    match = ending(["AH 3C", "2S KD", "QH 5C"])
    play(match, "AH")

    with pytest.raises(ValueError, match="is not a legal card"):
        match.act(Charged(Card.parse("2S")))


def test_a_renege_is_charged_once_a_deal() -> None:
    match = ending(["AH 3C KC", "2S KH 7C", "QH 5C JC"])
    play(match, "AH")
    match.act(charged(match, "2S"))
    play(match, "QH 3C")

    breach = match.breach(Card.parse("2S"))  # seat 1 once more: it has 7C

    assert breach is not None
    assert (breach.action, breach.is_forfeit) == (Card.parse("7C"), False)
    match.act(breach.action)
    assert match.reneges == (0, 1, 0)


def test_looking_for_a_breach_changes_nothing() -> None:
    match = ending()
    play(match, "AH")
    before = match.view(Seat(1))

    match.breach(Card.parse("2S"))

    assert match.view(Seat(1)) == before
    assert match.reneges == (0, 0, 0)


def test_that_a_seat_has_reneged_is_public_and_what_it_tried_is_not() -> None:
    """Two matches that differ in the attempted card alone look the same to everybody."""
    views = []
    for attempted in ("2S", "4D"):
        match = ending(["AH 3C 4C", "2S 4D 7H", "QH 5C JC"])
        play(match, "AH")
        match.act(charged(match, attempted))
        views.append([match.view(Seat(seat)) for seat in range(3)])
        assert match.view(Seat(0)).reneged == (False, True, False)
        assert match.view(Seat(2)).reneges == (0, 1, 0)

    assert views[0] == views[1]


def test_the_others_keep_their_tricks() -> None:
    match = ending(["AH", "KH", "QH"])
    play(match, "AH KH QH")

    assert match.deals[0].taken == (1, 0, 0)


def test_the_seat_is_scored_as_failed_and_the_others_as_ever() -> None:
    match = ending(["3H 4C", "2S KH", "QH 5C"])
    play(match, "3H")
    match.act(charged(match, "2S"))
    play(match, "QH 2S 5C 4C")  # seat 1 takes both tricks, having bid 1

    deal = match.deals[0]
    assert deal.taken == (0, 2, 0)
    assert deal.points == (-10, -10, -10)
    assert deal.bags == (0, 0, 0)
    assert deal.to_json()["reneges"] == [None, 4, None]


def test_reneges_are_forgotten_with_the_deal_and_counted_over_the_match() -> None:
    match = ending(["3H 4C", "2S KH", "QH 5C"])
    play(match, "3H")
    match.act(charged(match, "2S"))
    play(match, "QH 2S 5C 4C")
    match.is_over = False
    match.start_deal(dealt(["3H 4C", "2S KH", "QH 5C"], 0))

    view = match.view(Seat(0))
    assert (view.reneged, view.reneges) == ((False,) * 3, (0, 1, 0))


# At a table.

RULES = SpadesRules.parse({"profile": "reset", "length": "deals:4"})


def new_table(rules: SpadesRules = RULES, seed: int = 1) -> Table:
    dice = Random(seed)
    packs = [shuffled(rules, dice) for _ in range(rules.deals or rules.max_deals)]
    return Table(
        Setup(
            rules=rules,
            first_dealer=Seat(rules.seats - 1),
            shuffled_pack=lambda number: packs[number - 1],
            seeds=tuple(range(rules.seats)),
            bank=1.0,
        )
    )


def held_but_illegal(table: Table) -> list[Card]:
    """Returns the cards whose play by the seat that is due would be a renege."""
    assert table.seat is not None
    view = table.view(table.seat)
    assert isinstance(view, SpadesView)
    is_card = isinstance(view.legal[0], Card)
    return [card for card in view.hand if card not in view.legal] if is_card else []


def renege_at(table: Table, wanted: Callable[[Table], bool]) -> list[tuple[int, int, int, Card]]:
    """Plays on and reneges wherever it can and is `wanted`; returns seat, deal, decision, card."""
    reneged: list[tuple[int, int, int, Card]] = []
    while table.seat is not None:
        illegal = held_but_illegal(table)
        if illegal and wanted(table):
            at = (table.seat, table.deal_number, table.decision_number, illegal[-1])
            reneged.append(at)
            table.answer(illegal[-1])
        else:
            table.answer(table.view(table.seat).legal[0])
    return reneged


def test_a_renege_at_a_table_goes_on_without_a_refusal() -> None:
    table = new_table()
    while not held_but_illegal(table):
        assert table.seat is not None
        table.answer(table.view(table.seat).legal[0])
    before = (table.deal_number, table.decision_number)

    assert table.answer(held_but_illegal(table)[0]) is None

    assert table.refusal == ""
    assert not any(table.replaced)
    assert (table.deal_number, table.decision_number) != before


def test_the_third_renege_in_a_match_is_a_forfeit() -> None:
    table = new_table()
    reneged = renege_at(table, lambda table: table.seat == 1 and not table.replaced[1])
    record = table.record()

    deals = sorted({deal for _, deal, _, _ in reneged})
    assert deals == [1, 2, 3]  # several in a deal are one
    third = [at for at in reneged if at[1] == 3]
    assert len(third) == 1
    assert record.verdicts == (Verdict.OK, Verdict.ILLEGAL, Verdict.OK)
    (fault,) = record.faults
    assert (fault.seat, fault.deal, fault.decision) == third[0][:3]
    assert record.places[1] == 3
    assert [deal["reneges"] for deal in record.deals] == [
        [None, next(at[2] for at in reneged if at[1] == number), None] for number in deals
    ] + [[None, None, None]]


def with_fault(record: Record, **changed: object) -> Record:
    (fault,) = record.faults
    return replace(record, faults=(replace(fault, **changed),))  # type: ignore[arg-type]  # by name


ALTERED: dict[str, tuple[Callable[[Record], Record], str]] = {
    "the third renege costs nothing": (
        lambda record: replace(record, faults=(), verdicts=(Verdict.OK,) * 3),
        "for another, which costs it the match",
    ),
    "the third renege is a time-out": (
        lambda record: with_fault(record, verdict=Verdict.TIMEOUT),
        "for another, which costs it the match",
    ),
    "the forfeit comes later": (
        lambda record: with_fault(record, deal=4, decision=50),
        "for another, which costs it the match",
    ),
    "the first renege is the forfeit": (
        lambda record: with_fault(record, deal=1, decision=record.deals[0]["reneges"][1]),  # type: ignore[index]  # our own JSON
        "for another, which does not cost it the match",
    ),
    "the house reneges": (
        lambda record: with_fault(
            record,
            verdict=Verdict.TIMEOUT,
            deal=1,
            decision=record.deals[0]["reneges"][1],  # type: ignore[index]  # our own JSON
        ),
        "which the house plays, answers .* for another', expected",
    ),
    "somebody else forfeits by that answer": (
        lambda record: with_fault(record, seat=Seat(0)),
        "seat 0 forfeits by an answer that seat 1 owes",
    ),
}


@pytest.mark.parametrize("what", ALTERED)
def test_a_record_in_which_a_renege_costs_another_price_is_refused(what: str) -> None:
    table = new_table()
    renege_at(table, lambda table: table.seat == 1 and not table.replaced[1])
    record = table.record()
    alter, words = ALTERED[what]
    replay(record)

    with pytest.raises(ValueError, match=words):
        replay(alter(record))


def test_a_match_with_reneges_and_its_forfeit_is_played_again_from_its_record() -> None:
    table = new_table()
    renege_at(table, lambda table: table.seat in (1, 2) and table.deal_number != 2)
    record = Record.parse(table.record().to_text())

    match = replay(record)

    assert match.scores == record.scores
    assert [deal.to_json() for deal in match.deals] == list(record.deals)


def test_the_others_are_told_of_the_forfeit_and_of_no_card() -> None:
    table = new_table()
    renege_at(table, lambda table: table.seat == 1)

    told = [notice for notice in table.take_notices(Seat(0)) if notice.seat is not None]
    assert [(notice.kind, notice.seat) for notice in told] == [(NoticeKind.SEAT_REPLACED, 1)]


def test_the_attempted_card_is_in_no_record_and_in_no_text() -> None:
    """The same match with other attempts is the same record to the last character."""
    records = []
    for index in (0, -1):
        table = new_table()
        texts = []
        while table.seat is not None:
            illegal = held_but_illegal(table)
            if illegal and table.seat == 1:
                texts.append(table.answer(illegal[index]))
            else:
                table.answer(table.view(table.seat).legal[0])
        told = {text for text in texts if text is not None}
        records.append((table.record().to_text(), told))

    assert records[0] == records[1]
    assert records[0][1] == {
        "the answer was illegal, once more than the rules let a seat pay for in one match"
    }


@pytest.mark.parametrize("answer", [Card.parse("XX"), Bid(99)])
def test_under_fail_bid_anything_but_a_held_card_is_asked_again_as_ever(answer: Action) -> None:
    table = new_table()
    while not held_but_illegal(table):
        assert table.seat is not None
        table.answer(table.view(table.seat).legal[0])
    seat = table.seat
    assert seat is not None
    for _ in range(REFUSALS):
        refusal = table.answer(answer)
        assert refusal is not None
        assert "is not legal here" in refusal
    assert table.seat == seat

    table.answer(answer)
    assert table.replaced[seat]


def test_under_correct_a_held_card_is_refused_and_costs_no_points() -> None:
    table = new_table(SpadesRules.parse({"length": "deals:1"}))
    while not held_but_illegal(table):
        assert table.seat is not None
        table.answer(table.view(table.seat).legal[0])
    card = held_but_illegal(table)[0]

    refusal = table.answer(card)

    assert refusal is not None
    assert refusal.startswith(f"{card.text} is not legal here")


def test_views_with_reneges_go_out_whole() -> None:
    table = new_table()
    seen = 0
    while table.seat is not None:
        turn = wire.turn_to_message(1, 1.0, [(1, table, table.seat)], []).turn
        view = table.view(table.seat)
        assert decoded(turn.decisions[0], has_reneges=True) == view
        seen += any(seat.reneges for seat in turn.decisions[0].spades.seats)
        illegal = held_but_illegal(table)
        table.answer(illegal[0] if illegal and table.seat == 0 else view.legal[0])

    assert seen > 50


@steady
@given(st.integers(0, 2**32))
def test_any_match_with_reneges_comes_back_from_its_record(seed: int) -> None:
    dice = Random(seed)
    options = {"profile": "reset", "length": "deals:5", "seats": 2 + seed % 3, "blind_nil": True}
    rules = SpadesRules.parse(options | {"bag_rule": dice.choice(["carry", "reset", "none"])})
    table = new_table(rules, seed)
    while table.seat is not None:
        illegal = held_but_illegal(table)
        choices = illegal if illegal and dice.random() < 0.1 else table.view(table.seat).legal
        table.answer(dice.choice(choices))

    record = Record.parse(table.record().to_text())
    assert replay(record).scores == record.scores


def changed_record(change: Callable[[list[int | None]], object]) -> Json:
    table = new_table()
    renege_at(table, lambda table: table.seat == 1 and table.deal_number == 1)
    deal: dict[str, JsonValue] = json.loads(json.dumps(table.record().deals[0]))
    reneges = deal["reneges"]
    assert isinstance(reneges, list)
    change(reneges)
    return deal


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda reneges: reneges.reverse() or reneges.insert(0, reneges.pop()), "."),
        (lambda reneges: reneges.__setitem__(1, 0), "."),  # while bids are made
        (lambda reneges: reneges.__setitem__(1, 999), "other seats had these turns"),
        (lambda reneges: reneges.__setitem__(1, -1), "other seats had these turns"),
        (lambda reneges: reneges.__setitem__(1, True), "expected whole numbers or null"),
        (lambda reneges: reneges.__setitem__(1, "4"), "expected whole numbers or null"),
        (lambda reneges: reneges.__setitem__(1, 4.0), "expected whole numbers or null"),
        (lambda reneges: reneges.append(None), "expected a list of 3"),
        (lambda reneges: reneges.__setitem__(0, reneges[1]), "other seats had these turns"),
    ],
)
def test_a_record_of_other_reneges_is_refused(
    change: Callable[[list[int | None]], object], words: str
) -> None:
    assert RULES.parse_deal(changed_record(lambda _: None))

    with pytest.raises(ValueError, match=words):
        RULES.parse_deal(changed_record(change))


def test_a_record_has_reneges_only_under_rules_that_charge_them() -> None:
    deal = changed_record(lambda _: None)

    with pytest.raises(ValueError, match="exactly the fields"):
        SpadesRules.parse({"length": "deals:4"}).parse_deal(deal)
