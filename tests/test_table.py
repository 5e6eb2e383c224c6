"""One match without the waiting: whose answer is due, and what becomes of faults."""

from collections.abc import Sequence

import pytest

from arena.deals import Dice
from arena.games import parse_rules
from arena.games.cards import Card, Seat, parse_cards
from arena.games.game import Action, Bid
from arena.games.spades.view import SpadesView
from arena.record import Verdict, replay
from arena.table import REFUSALS, NoticeKind, Setup, Table

DICE = Dice(bytes(32), "0123456789abcdef")
FIRST, SECOND, THIRD = Seat(0), Seat(1), Seat(2)


def new_table(
    first_dealer: Seat = THIRD, bank: float = 1.0, game: str = "spades", **options: object
) -> Table:
    rules = parse_rules(game, options or {"length": "deals:1"})
    return Table(
        Setup(
            rules=rules,
            first_dealer=first_dealer,
            shuffled_pack=lambda number: DICE.deal("m1", 1, number, rules.pack),
            seeds=(10, 11, 12),
            bank=bank,
        )
    )


def view_of(table: Table) -> SpadesView:
    assert table.seat is not None
    view = table.view(table.seat)
    assert isinstance(view, SpadesView)
    return view


def legal(table: Table) -> Sequence[Action]:
    return view_of(table).legal


def play_on(table: Table, answers: int = 10_000) -> None:
    """Answers with the first legal action, `answers` times or until the match is over."""
    for _ in range(answers):
        if table.is_over:
            return
        assert table.answer(legal(table)[0]) is None


def test_a_table_deals_and_waits_for_the_seat_to_the_dealers_left() -> None:
    table = new_table(first_dealer=THIRD)

    assert (table.seat, table.deal_number, table.decision_number) == (FIRST, 1, 0)
    assert len(view_of(table).hand) == 17


def test_a_match_is_played_by_answers_alone() -> None:
    table = new_table(length="deals:3")
    play_on(table)

    record = table.record()
    assert record.verdicts == (Verdict.OK, Verdict.OK, Verdict.OK)
    assert len(record.deals) == 3
    assert tuple(replay(record).scores) == record.scores


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Bid(18), "bid 18 is not legal here, expected one of: bid 0 bid 1"),  # above 17
        (Bid(4_000_000_000), "bid 4000000000 is not legal"),  # as large as the wire carries
        (Card.parse("AS"), "AS is not legal here, expected one of: bid 0"),  # a card for a bid
    ],
)
def test_an_illegal_bid_changes_nothing_and_says_why(answer: Action, words: str) -> None:
    table = new_table()
    before = view_of(table)

    refusal = table.answer(answer)

    assert refusal is not None
    assert refusal.startswith(words)
    assert table.refusal == refusal
    assert (table.seat, view_of(table)) == (FIRST, before)
    assert table.answer(Bid(3)) is None
    assert table.refusal == ""


@pytest.mark.parametrize(
    "wrong",
    [
        Bid(3),  # the bids are made
        Card.parse("2C"),  # not in the pack at all (SP-2)
        "held by another",
        "a spade, though spades are not broken",
    ],
)
def test_an_illegal_card_is_refused(wrong: Action | str) -> None:
    table = new_table()
    play_on(table, 3)
    view = view_of(table)
    spade = next(card for card in view.hand if card.text[1] == "S")
    foreign = next(
        card for card in parse_cards("AH KH QH JH AD KD QD JD AC KC") if card not in view.hand
    )
    action = {"held by another": foreign, "a spade, though spades are not broken": spade}.get(
        str(wrong), wrong
    )
    assert not isinstance(action, str)

    refusal = table.answer(action)

    assert refusal is not None
    assert "is not legal here, expected one of:" in refusal
    assert view_of(table) == view


def test_the_fourth_illegal_answer_of_a_match_is_a_forfeit() -> None:
    table = new_table()
    for _ in range(REFUSALS):
        table.answer(Bid(99))
        assert table.seat == FIRST
        assert not any(table.replaced)

    assert table.answer(Bid(99)) is not None

    assert table.replaced == (True, False, False)
    assert table.seat == SECOND
    assert table.refusal == ""


def test_refusals_are_counted_over_the_whole_match() -> None:
    table = new_table(length="deals:2")
    for _ in range(REFUSALS + 1):
        assert not any(table.replaced)
        table.answer(Bid(99))
        if table.seat == FIRST:
            play_on(table, 1)
        while table.seat != FIRST and not any(table.replaced):
            play_on(table, 1)

    assert table.replaced == (True, False, False)


def test_the_house_bids_three_and_plays_its_lowest_legal_card() -> None:
    table = new_table()
    table.forfeit(FIRST, Verdict.TIMEOUT)
    play_on(table)

    (deal,) = replay(table.record()).deals
    assert deal.actions[0] == Bid(3)
    assert table.record().verdicts == (Verdict.TIMEOUT, Verdict.OK, Verdict.OK)


def test_a_seat_that_is_not_due_forfeits_and_the_due_seat_is_still_due() -> None:
    table = new_table()
    table.forfeit(THIRD, Verdict.CRASHED)

    assert table.seat == FIRST
    play_on(table)
    assert table.record().faults[0].decision == 0


@pytest.mark.parametrize(
    ("forfeits", "last"),
    [
        ([FIRST], {0: 3}),  # behind both
        ([FIRST, SECOND], {0: 2, 1: 2, 2: 1}),  # both are last
        ([FIRST, SECOND, THIRD], {0: None, 1: None, 2: None}),  # no places
    ],
)
def test_whoever_forfeits_is_last(forfeits: list[Seat], last: dict[int, int | None]) -> None:
    table = new_table(target=50)
    for seat in forfeits:
        table.forfeit(seat, Verdict.CRASHED)
    play_on(table)

    places = table.record().places
    assert {seat: places[seat] for seat in last} == last


def test_the_first_verdict_of_a_seat_stands() -> None:
    table = new_table()
    table.forfeit(FIRST, Verdict.TIMEOUT)
    table.forfeit(FIRST, Verdict.CRASHED)
    play_on(table)
    table.forfeit(SECOND, Verdict.CRASHED)  # after the end: too late to matter

    assert table.record().verdicts == (Verdict.TIMEOUT, Verdict.OK, Verdict.OK)
    assert len(table.record().faults) == 1


def test_a_bank_is_of_one_seat() -> None:
    table = new_table(bank=1.0)

    assert table.charge(FIRST, 0.75)
    assert not table.charge(FIRST, 0.5)
    assert (table.bank(FIRST), table.bank(SECOND)) == (0.25, 1.0)


@pytest.mark.parametrize("game", ["spades", "euchre"])
@pytest.mark.parametrize("later", [0, 1, 7])
def test_a_match_that_all_have_forfeited_ends_with_the_deal_in_play(game: str, later: int) -> None:
    """The house would play for no place: a million deals, and the arena does nothing else."""
    table = new_table(game=game, target=1_000_000)
    while table.deal_number < 1 + later:
        assert table.answer(table.view(table.seat or FIRST).legal[-1]) is None
    for seat in (SECOND, FIRST, THIRD):
        assert not table.is_over
        table.forfeit(seat, Verdict.CRASHED)

    record = table.record()

    assert (table.is_over, table.seat) == (True, None)
    assert len(record.deals) == later + 1
    assert record.places == (None, None, None)
    assert tuple(replay(record).scores) == record.scores


def test_seats_are_told_of_deals_places_and_forfeits_but_never_of_cards() -> None:
    table = new_table(length="deals:2")
    table.forfeit(SECOND, Verdict.CRASHED)
    play_on(table)

    notices = table.take_notices(FIRST)
    assert [notice.kind for notice in notices] == [
        NoticeKind.SEAT_REPLACED,
        NoticeKind.DEAL_OVER,
        NoticeKind.DEAL_OVER,
        NoticeKind.MATCH_OVER,
    ]
    assert notices[0].seat == SECOND
    assert notices[2].scores == notices[3].scores == table.record().scores
    assert notices[3].places == table.record().places
    assert table.take_notices(FIRST) == []
    assert table.take_notices(SECOND) == []


def test_every_seat_has_its_own_seed() -> None:
    table = new_table()

    assert [table.seed(Seat(seat)) for seat in range(3)] == [10, 11, 12]


def test_a_table_goes_on_with_a_match_in_its_middle() -> None:
    rules = parse_rules("spades", {"length": "deals:1"})
    match = rules.new_match(FIRST)
    match.start_deal(rules.pack)
    for _ in range(3):
        match.act(match.legal_actions()[0])
    seat, action = match.seat, match.legal_actions()[0]
    assert seat is not None

    middle = match.copy()
    table = Table(Setup(rules, FIRST, lambda _number: rules.pack, (1, 2, 3), 1.0, match=middle))

    assert (table.seat, table.decision_number, table.answered) == (seat, 3, None)
    assert table.view(seat) == match.view(seat)
    assert [table.take_notices(each) for each in (FIRST, SECOND, THIRD)] == [[], [], []]
    assert table.answer(action) is None
    assert (table.answered, table.is_charged) == (action, False)
    assert match.decision_number == 3
