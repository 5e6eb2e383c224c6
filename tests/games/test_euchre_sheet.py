"""A deal of Euchre as people are shown it."""

from random import Random

from arena.games.cards import Seat, parse_cards
from arena.games.euchre.deal import EuchreDeal
from arena.games.euchre.rules import EuchreRules
from arena.games.sheet import Line, Phrase
from tests.games.euchre_playing import OPTIONS, at_random, keep_own, new_deal, play, play_out, say


def words(phrase: Phrase) -> str:
    return " ".join(part if isinstance(part, str) else str(part) for part in phrase)


def played_deal() -> EuchreDeal:
    match = new_deal(
        ["9C TC QC KC AC", "9D TD QD KD AD", "TH QH KH AH JD"], dummy="9S TS JS KS AS", upcard="9H"
    )
    say(match, "pass", "order")
    play(match, "KC")
    say(match, "not alone", "alone")
    match.act(keep_own(match))
    play_out(match, lambda match: match.legal_actions()[0])
    return match.deals[0]


def test_a_sheet_has_the_dummy_the_upcard_and_all_that_was_said() -> None:
    sheet = played_deal().sheet()

    assert [(hand.owner, len(hand.cards)) for hand in sheet.hands] == [
        (0, 5),
        (1, 5),
        (2, 5),
        ("dummy", 5),
    ]
    assert [(line.title, words(line.words)) for line in sheet.dealt] == [
        ("upcard", "9H"),
        ("left over", "JC JH QS"),
    ]
    assert [(line.title, words(line.words)) for line in sheet.calls] == [
        (1, "passes"),
        (2, "orders up Suit.HEARTS"),
        (0, "takes up 9H and puts down KC"),
        (2, "keeps JD TH QH KH AH"),
    ]


def test_a_seat_that_sits_out_has_no_card_in_the_tricks() -> None:
    sheet = played_deal().sheet()
    first = sheet.tricks[0]

    assert (first.leader, first.winner) == (2, 2)
    assert list(first.cards) == [None, *parse_cards("9D JD")]
    assert [words(cell) for cell in sheet.opening[0].cells] == [
        "sits out",
        "defender alone",
        "maker Suit.HEARTS",
    ]


def test_a_redeal_is_shown_without_play() -> None:
    match = new_deal()
    say(match, *["pass"] * 6)
    sheet = match.deals[0].sheet()

    assert sheet.calls[-1] == Line("", ("all have passed: dealt again",))
    assert not sheet.tricks
    assert [words(phrase) for phrase in sheet.outcome] == ["passed out"] * 3


def test_every_deal_has_a_sheet_with_a_moment_for_each_action() -> None:
    dice = Random(9)
    for options in OPTIONS:
        rules = EuchreRules.parse(options)
        for _ in range(60):
            match = rules.new_match(Seat(0))
            match.start_deal(dice.sample(list(rules.pack), len(rules.pack)))
            play_out(match, at_random(dice))
            (deal,) = match.deals
            sheet = deal.sheet()
            assert len(sheet.moments) == len(deal.actions) == match_length(deal)
            assert len(sheet.outcome) == 3
            wins = [trick.winner for trick in sheet.tricks]
            assert [wins.count(Seat(seat)) for seat in range(3)] == list(deal.taken or [0, 0, 0])
            assert wins[:-1] == list(deal.leaders[1:])


def match_length(deal: EuchreDeal) -> int:
    """Returns how many decisions the deal had, counted from its parts."""
    said = [deal.joker_suit, deal.swap, deal.kept, *deal.alone]
    return len(deal.calls) + len(deal.played) + sum(part is not None for part in said)
