"""Blind nil (docs/rules/spades.md#s-n1): who is asked, when, and what is shown before that."""

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

import pytest

from arena import wire
from arena.games.cards import Card, Seat
from arena.games.game import Action, Bid
from arena.games.spades.blind import Blind, BlindNil, blind_at
from arena.games.spades.match import SpadesMatch
from arena.games.spades.rules import SpadesRules
from arena.games.spades.view import SpadesView
from arena.record import Verdict
from arena.table import Setup, Table
from arena.v1 import arena_pb2, spades_pb2
from tests.games.playing import play_deal, shuffled

BLIND: dict[str, object] = {"blind_nil": True}
FAR = (150, 20, 60)
"""Seat 1 is 130 behind, seat 2 is 90 behind."""
SEATS = [Seat(0), Seat(1), Seat(2)]


def new_match(
    scores: Sequence[int] = FAR, options: dict[str, object] = BLIND, dealer: int = 2
) -> SpadesMatch:
    """Returns a match before the first word of a deal that starts with these totals."""
    match = SpadesRules.parse(options).new_match(Seat(dealer))
    match.scores = tuple(scores)
    match.start_deal(shuffled(match.rules, Random(7)))
    return match


@pytest.mark.parametrize(
    ("scores", "is_open"),
    [
        ((51, 150, 10), (False, False, True)),  # 99 behind is not enough
        ((50, 150, 10), (True, False, True)),  # exactly 100 counts
        ((0, 0, 0), (False, False, False)),
        ((150, 150, 50), (False, False, True)),  # behind a shared lead
        ((-300, -200, -201), (True, False, False)),  # below nothing as well
        ((250, 250, 150), (False, False, True)),  # overtime too
    ],
)
def test_blind_nil_is_open_to_a_seat_100_behind_the_best_other_total(
    scores: tuple[int, ...], is_open: tuple[bool, ...]
) -> None:
    assert tuple(blind is Blind.OPEN for blind in blind_at(scores)) == is_open
    match = new_match(scores)
    asked = [False] * 3
    while not match.view(Seat(0)).played and match.decision_number < 6:
        seat, legal = match.seat, match.legal_actions()
        assert seat is not None
        if isinstance(legal[0], Card):
            break
        asked[seat] = asked[seat] or legal == (BlindNil.YES, BlindNil.NO)
        match.act(legal[-1])
    assert tuple(asked) == is_open


def test_the_question_comes_at_the_turn_to_bid_with_earlier_bids_known() -> None:
    match = new_match()

    assert (match.seat, match.legal_actions()[0]) == (0, Bid(0))  # seat 0 leads, and is not asked
    match.act(Bid(6))
    view = match.view(Seat(1))
    assert view.legal == (BlindNil.YES, BlindNil.NO)
    assert view.bids == (6, None, None)
    assert view.blind == (Blind.CLOSED, Blind.OPEN, Blind.CLOSED)


def test_a_blind_nil_is_a_bid_of_nil_and_its_flag_is_public() -> None:
    match = new_match()
    match.act(Bid(6))
    match.act(BlindNil.YES)

    assert match.seat == 2  # no bid is asked for
    for seat in SEATS:
        assert match.view(seat).bids == (6, 0, None)
        assert match.view(seat).blind == (Blind.CLOSED, Blind.TAKEN, Blind.CLOSED)
    assert len(match.view(Seat(1)).hand) == 17


@pytest.mark.parametrize("tricks", [0, 4])
def test_who_declines_sees_its_hand_and_bids_what_it_likes(tricks: int) -> None:
    match = new_match()
    match.act(Bid(6))
    match.act(BlindNil.NO)

    assert match.seat == 1
    assert match.legal_actions() == tuple(Bid(number) for number in range(18))
    assert len(match.view(Seat(1)).hand) == 17
    match.act(Bid(tricks))  # nil, too: an ordinary one
    assert match.view(Seat(0)).blind == (Blind.CLOSED, Blind.DECLINED, Blind.CLOSED)


def test_the_blind_nil_question_is_never_asked_again() -> None:
    match = new_match()
    match.act(Bid(6))
    for answer in (BlindNil.NO, Bid(3)):
        match.act(answer)

    for again in (BlindNil.YES, BlindNil.NO):
        with pytest.raises(ValueError, match="is not a legal"):
            match.act(again)
    match.act(Bid(3))
    assert match.seat == 0
    assert isinstance(match.legal_actions()[0], Card)


@pytest.mark.parametrize("answer", [Bid(0), Bid(3), Card.parse("AS")])
def test_the_question_takes_yes_or_no_alone(answer: Action) -> None:
    match = new_match()
    match.act(Bid(6))

    with pytest.raises(ValueError, match="is not a legal answer of seat 1"):
        match.act(answer)
    assert match.view(Seat(1)).hand == ()


def test_no_view_holds_the_hand_of_a_seat_that_has_not_answered() -> None:
    """Its own view is empty from the first card dealt on, also while others bid."""
    match = new_match()

    assert match.view(Seat(1)).hand == ()  # seat 0 is bidding
    match.act(Bid(6))
    assert match.view(Seat(1)).hand == ()
    match.act(BlindNil.NO)
    assert len(match.view(Seat(1)).hand) == 17


@pytest.mark.parametrize("seed", range(20))
def test_the_view_of_the_question_says_nothing_of_the_cards(seed: int) -> None:
    match = new_match()
    match.act(Bid(6))
    other = SpadesRules.parse(BLIND).new_match(Seat(2))
    other.scores = FAR
    other.start_deal(shuffled(match.rules, Random(seed)))
    other.act(Bid(6))

    assert other.view(Seat(1)) == match.view(Seat(1))


def test_carry_and_reset_never_ask_unless_the_option_is_on() -> None:
    for profile in ("carry", "reset"):
        match = new_match((-300, 150, 10), {"profile": profile})
        assert match.view(Seat(0)).blind == ()
        assert match.legal_actions() == tuple(Bid(tricks) for tricks in range(18))
        assert len(match.view(Seat(0)).hand) == 17


def test_blind_nil_counts_twice_and_is_recorded() -> None:
    match = new_match(options={"blind_nil": True, "max_deals": 2})
    for answer in (Bid(6), BlindNil.YES, Bid(3)):
        match.act(answer)
    dice = Random(3)
    while not match.deals:
        match.act(dice.choice(match.legal_actions()))
    deal = match.deals[0]

    assert deal.to_json()["blind"] == [None, "yes", None]
    assert deal.points[1] == (-200 if deal.taken[1] else 200)
    assert deal.actions[:3] == (Bid(6), BlindNil.YES, Bid(3))
    assert SpadesRules.parse(BLIND).parse_deal(deal.to_json()) == deal


# At a table, and in the messages that a bot gets.


def new_table() -> Table:
    """Returns a table before its second deal, in which a seat may bid blind."""
    rules = SpadesRules.parse({"blind_nil": True, "length": "deals:2"})
    for seed in range(1000):
        dice = Random(seed)
        packs = [shuffled(rules, dice) for _ in range(2)]
        table = Table(
            Setup(
                rules=rules,
                first_dealer=Seat(2),
                shuffled_pack=partial(_pack_of, packs),
                seeds=(1, 2, 3),
                bank=1.0,
            )
        )
        while table.deal_number == 1:
            table.answer(nil_or_first(table))
        if any(blind is Blind.OPEN for blind in blind_at(scores_of(table))):
            return table
    raise AssertionError("no seed leaves a seat behind")


def _pack_of(packs: Sequence[Sequence[Card]], number: int) -> Sequence[Card]:
    return packs[number - 1]


def nil_or_first(table: Table) -> Action:
    assert table.seat is not None
    legal = table.view(table.seat).legal
    return legal[0] if isinstance(legal[0], Card) or table.seat else Bid(9)


def scores_of(table: Table) -> Sequence[int]:
    assert table.seat is not None
    view = table.view(table.seat)
    assert isinstance(view, SpadesView)
    return view.scores


def turns(table: Table) -> Iterator[tuple[Seat, arena_pb2.Turn]]:
    """Yields what each seat is sent until play begins, and answers no and 3."""
    while table.seat is not None:
        seat = table.seat
        legal = table.view(seat).legal
        if isinstance(legal[0], Card):
            return
        notices = [(1, notice) for notice in table.take_notices(seat)]
        yield seat, wire.turn_to_message(1, 1.0, [(1, table, seat)], notices).turn
        table.answer(BlindNil.NO if BlindNil.NO in legal else Bid(3))


def test_no_message_holds_the_hand_before_the_answer_notices_included() -> None:
    asked = []
    for seat, turn in turns(new_table()):
        view = turn.decisions[0].spades
        if view.asks_blind_nil:
            asked.append(seat)
            assert not view.hand
            assert not view.legal_bids
            assert not view.legal_cards
            assert not view.played
            assert "CARD_" not in str(turn)
            own = view.seats[seat]
            assert own.blind_nil == spades_pb2.SpadesSeat.BLIND_NIL_OPEN
            assert not own.HasField("bid")
        else:
            assert len(view.hand) == 17

    assert len(set(asked)) == len(asked) > 0


def test_a_refused_answer_to_the_question_names_no_card_of_the_hand() -> None:
    table = new_table()
    for _ in turns(table):
        assert table.seat is not None
        if table.view(table.seat).legal == (BlindNil.YES, BlindNil.NO):
            break

    refusal = table.answer(Bid(0))

    assert refusal == "bid 0 is not legal here, expected one of: blind-nil no-blind-nil"


@pytest.mark.parametrize("verdict", [Verdict.TIMEOUT, Verdict.CRASHED])
def test_a_time_out_and_the_house_say_no(verdict: Verdict) -> None:
    table = new_table()
    seat = next(seat for seat, turn in turns(table) if turn.decisions[0].spades.asks_blind_nil)
    table.forfeit(seat, verdict)
    while table.seat is not None:
        table.answer(table.view(table.seat).legal[0])

    deal = table.record().deals[1]
    blind, bids = deal["blind"], deal["bids"]
    assert isinstance(blind, list)
    assert isinstance(bids, list)
    assert (blind[seat], bids[seat]) == ("no", 3)


@pytest.mark.parametrize("is_blind", [True, False])
def test_the_answer_of_a_bot_is_a_field_of_its_own(*, is_blind: bool) -> None:
    request = arena_pb2.PlayRequest()
    request.moves.turn = 7
    request.moves.moves.add(match=3).spades.blind_nil = is_blind

    answers = wire.parse_answer(request, 7, {3}, "spades")

    assert answers == {3: BlindNil.YES if is_blind else BlindNil.NO}


def test_a_bot_that_answers_blind_nil_where_a_bid_is_due_is_refused() -> None:
    match = new_match(options={})
    table = Table(
        Setup(match.rules, Seat(2), lambda _: match.rules.pack, seeds=(1, 2, 3), bank=1.0)
    )

    refusal = table.answer(BlindNil.YES)

    assert refusal is not None
    assert refusal.startswith("blind-nil is not legal here, expected one of: bid 0 bid 1")


def test_play_goes_on_as_in_any_deal_after_the_answers() -> None:
    match = SpadesRules.parse({"blind_nil": True, "length": "deals:12"}).new_match(Seat(0))
    dice = Random(5)
    while not match.is_over:
        play_deal(match, dice)

    kinds = {blind for deal in match.deals for blind in deal.blind}
    assert kinds == {Blind.CLOSED, Blind.DECLINED, Blind.TAKEN}
