"""How the deals of every game are printed: their notation, colours and widths."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import pytest

from arena.cli.output import show
from arena.cli.shown import Shown, replay
from arena.cli.traveller import ShownBoard, traveller
from arena.errors import ConfigError
from arena.games import parse_rules
from arena.games.cards import Seat
from arena.games.game import Json, Match, Rules
from arena.record import Evidence, Fault, Record, Verdict, find_moment
from tests import snapshots
from tests.games.euchre_playing import new_deal, play, play_out, say

LONG = "a bot whose name is so long that no column holds it [red]"


def shuffled(rules: Rules, dice: Random) -> list[object]:
    """Returns the pack in an order that is the same with every version of Python."""
    return sorted(rules.pack, key=lambda _card: dice.random())


def played(seed: int, game: str, **options: object) -> Match:
    """Returns a match that was played at random."""
    rules = parse_rules(game, options)
    match = rules.new_match(Seat(0))
    dice = Random(seed)
    while not match.is_over:
        match.start_deal(shuffled(rules, Random(match.deal_number)))  # type: ignore[arg-type]  # cards
        while match.seat is not None:
            legal = match.legal_actions()
            match.act(legal[int(dice.random() * len(legal))])
    return match


def shown_of(match: Match, names: Sequence[str] = ("ann", "bob", "cid", "dan")) -> Shown:
    seats = match.rules.seats
    record = Record(
        match.rules.game,
        match.rules.to_json(),
        Seat(0),
        tuple(deal.to_json() for deal in match.deals),
        tuple(match.scores),
        tuple(match.places()),
        (Verdict.OK,) * seats,
        (),
    )
    entrants = [f"e{seat + 1}" for seat in range(seats)]
    return Shown("Match m1.b1.r1", entrants, names[:seats], record, [], [None] * seats)


def printed(capsys: pytest.CaptureFixture[str], shown: Shown) -> str:
    capsys.readouterr()
    show(*replay(shown))
    return capsys.readouterr().out


def test_a_match_of_euchre(capsys: pytest.CaptureFixture[str]) -> None:
    shown = shown_of(played(5, "euchre", deck=25, length="deals:3"))
    fault = Fault(Seat(1), Verdict.TIMEOUT, 1, 1)
    record = replace(shown.record, faults=(fault,))

    snapshots.check("show-euchre", printed(capsys, replace(shown, record=record)))


def test_a_redeal_of_euchre(capsys: pytest.CaptureFixture[str]) -> None:
    match = new_deal(upcard="9H", options={"length": "deals:1"})
    say(match, *["pass"] * 6)
    match.start_deal(list(match.rules.pack))
    play_out(match, lambda match: match.legal_actions()[-1])

    text = printed(capsys, shown_of(match))
    first = text[text.index("Deal 1") : text.index("Deal 2")]

    assert first.count("passes") == 6
    assert "all have passed: dealt again" in first
    assert "trick" not in first
    assert "\n\n\n" not in text
    assert "trick 5" in text


def test_a_board_of_euchre(capsys: pytest.CaptureFixture[str]) -> None:
    matches = [shown_of(played(seed, "euchre", length="deals:2")) for seed in (1, 2, 3)]
    around = [("ann", "bob", "cid"), ("bob", "cid", "ann"), ("cid", "ann", "bob")]
    entrants = [("e1", "e2", "e3"), ("e2", "e3", "e1"), ("e3", "e1", "e2")]
    seated = [
        replace(match, names=names, entrants=ids)
        for match, names, ids in zip(matches, around, entrants, strict=True)
    ]

    show(*traveller(ShownBoard("Board m1.b1: the same cards in three rotations", seated)))

    snapshots.check("show-board-euchre", capsys.readouterr().out)


def test_spades_with_blind_nil_and_reneges(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever bids blind and whoever reneged is told, and in which trick."""
    rules = parse_rules("spades", {"length": "deals:2", "renege": "fail-bid", "blind_nil": True})
    match = rules.new_match(Seat(0))
    match.start_deal(list(rules.pack))
    while match.seat is not None:
        legal = match.legal_actions()
        held = match.view(match.seat).hand
        others = [card for card in held if card not in legal and match.decision_number > 3]
        breach = match.breach(others[0]) if others else None
        match.act(legal[0] if breach is None else breach.action)

    text = printed(capsys, shown_of(match))

    assert "reneged" in text
    assert text.count("in trick") >= 1


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("euchre", {"deck": 32, "length": "deals:4"}),
        ("spades", {"seats": 2, "length": "deals:2"}),
        ("spades", {"seats": 4, "length": "deals:2", "profile": "reset"}),
    ],
    ids=str,
)
@pytest.mark.parametrize("width", [40, 60, 80])
def test_a_match_fits_a_terminal_and_no_card_is_cut(
    game: str,
    options: dict[str, object],
    width: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    match = played(3, game, **options)
    names = [f"{LONG} {seat}" for seat in range(match.rules.seats)]

    text = printed(capsys, shown_of(match, names))

    assert all(len(line) <= width for line in text.splitlines())
    assert "…" not in text
    assert "[red]" in "".join(text.split())  # a name is no markup
    tricks = [trick for deal in match.deals for trick in deal.sheet().tricks]
    lines = [line for line in text.splitlines() if re.match(r" *trick \d", line)]
    for trick, line in zip(tricks, lines, strict=True):
        assert len(re.findall("[♠♥♦♣]", line)) == sum(card is not None for card in trick.cards) > 1
        assert ("▸" in line, line.count("*")) == (True, 1)


@pytest.mark.parametrize(
    ("environment", "is_coloured"),
    [
        ({"FORCE_COLOR": "1", "TERM": "xterm-256color"}, True),
        ({"FORCE_COLOR": "1", "TERM": "xterm-256color", "NO_COLOR": "1"}, False),
        ({}, False),  # a pipe
    ],
)
@pytest.mark.parametrize("game", ["spades", "euchre"])
def test_red_suits_are_red_where_there_are_colours(
    game: str,
    environment: dict[str, str],
    is_coloured: bool,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    text = printed(capsys, shown_of(played(1, game, length="deals:1")))

    assert ("\x1b[31m" in text) == is_coloured
    assert "♥" in text
    assert environment or "\x1b" not in text


def test_a_record_that_was_changed_is_refused_instead_of_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shown = shown_of(played(1, "euchre", length="deals:2"))
    first, second = shown.record.deals
    changed = replace(shown.record, deals=(first, changed_score(second)))

    with pytest.raises(ConfigError, match="the record of deal 2 was changed"):
        printed(capsys, replace(shown, record=changed))


def changed_score(deal: Json) -> Json:
    return {**deal, "taken": [5, 5, 5]}


@pytest.mark.parametrize(
    ("change", "moment"),
    [
        (lambda record: record, "in the bidding"),
        (lambda record: replace(record, deals=(changed_score(record.deals[0]),)), "at action 1"),
        (lambda record: replace(record, deals=()), "at action 1"),
    ],
)
def test_where_a_fault_fell_is_told_of_a_damaged_record_too(
    change: Callable[[Record], Record], moment: str
) -> None:
    record = change(shown_of(played(1, "euchre", length="deals:1")).record)

    assert find_moment(record, Evidence(Seat(0), Verdict.ILLEGAL, "x", 1, 0)) == moment


def test_a_swap_and_a_lone_player_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    match = new_deal(
        ["9C TC QC KC AC", "9D TD QD KD AD", "TH QH KH AH JD"],
        dummy="9S TS JS KS AS",
        upcard="9H",
        options={"length": "deals:1"},
    )
    say(match, "pass", "order")
    play(match, "KC")
    say(match, "alone", "not alone", "alone")
    play_out(match, lambda match: match.legal_actions()[0])

    text = printed(capsys, shown_of(match))

    assert "  cid  orders up ♥\n  ann  takes up 9♥ and puts down K♣\n" in text
    assert "defender alone  sits out  maker ♥ alone" in text
