"""One record of Euchre against the rules: dealing, all that is said and played, scores, the end."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from tests.checker.euchre_rules import (
    HAND,
    JOKER,
    MOST_REDEALS,
    SUITS,
    TRICKS,
    by_number,
    first_leader,
    is_end,
    lowest,
    may_play,
    pack_of,
    points,
    taker,
)
from tests.checker.euchre_shape import (
    EuchreDeal,
    EuchreOptions,
    EuchreRecord,
    Played,
    parse_euchre,
)
from tests.checker.frame import (
    deserted_in,
    fault_findings,
    place_findings,
    rotation_findings,
)
from tests.checker.shape import SEATS

ZERO = (0,) * SEATS


class Decision(NamedTuple):
    """One answer, with all that could have been answered and what the house would have."""

    seat: int
    what: str
    said: str
    allowed: frozenset[str]
    house: str


class Made(NamedTuple):
    """What stands once trump is made."""

    options: EuchreOptions
    dealer: int
    maker: int
    trump: str


def check_euchre(record: Mapping[str, object]) -> list[str]:
    """Returns in words everything that is wrong with one record; nothing when it is right."""
    parsed, found = parse_euchre(record)
    return found or list(_check(parsed))


def _check(record: EuchreRecord) -> Iterator[str]:
    totals: list[tuple[int, ...]] = [ZERO]
    asked: list[int] = []
    redeals = 0
    for number, deal in enumerate(record.deals, start=1):
        found = list(_dealing(deal, record.options))
        said: list[Decision] = []
        if not found:
            said = list(decisions(deal, record.options, is_stuck=redeals >= MOST_REDEALS))
            found += _answers(said)
            found += _house(said, number, record)
            found += _leftovers(deal, said)
        if deal.played is not None:
            found += _scoring(deal.played, record.options, totals[-1])
            totals.append(deal.played.scores)
        asked.append(sum(map(is_answer, said)))
        redeals = 0 if deal.played is not None else redeals + 1
        yield from (f"deal {number}: {finding}" for finding in found)
    yield from rotation_findings(record)
    yield from _ending(record, totals[1:])
    yield from fault_findings(record, asked)


def _dealing(deal: EuchreDeal, options: EuchreOptions) -> Iterator[str]:
    if deal.dealer not in range(SEATS):
        yield f"dealer {deal.dealer} is no seat"
    for name, cards in (*enumerate(deal.hands), ("the dummy", deal.dummy)):
        if len(cards) != HAND:
            yield f"{name} was dealt {len(cards)} cards, expected {HAND}"
    dealt = [card for hand in (*deal.hands, deal.dummy, deal.stock) for card in hand]
    counted = Counter([*dealt, deal.upcard])
    if counted != Counter(pack_of(options.deck)):
        wrong = counted - Counter(pack_of(options.deck)) or Counter(pack_of(options.deck)) - counted
        yield f"the cards are not the pack of {options.deck}: {' '.join(sorted(wrong))}"


def decisions(deal: EuchreDeal, options: EuchreOptions, *, is_stuck: bool) -> Iterator[Decision]:
    """Yields every answer of the deal in the order of E-P4, up to the first that is wrong."""
    suit = deal.upcard[1]
    if deal.upcard == JOKER:
        said = deal.joker_suit or ""
        yield Decision(deal.dealer, "suit of the joker", said, frozenset(SUITS), "C")
        suit = said
    yield from _bidding(deal, options, suit, is_stuck=is_stuck)
    played = deal.played
    if played is None or deal.calls[-1:] in ((), ("pass",)):
        return
    maker = (deal.dealer + len(deal.calls)) % SEATS
    is_ordered = deal.calls[-1] == "order up"
    trump = suit if is_ordered else deal.calls[-1]
    if trump not in SUITS or len(trump) != 1:
        return
    hands = [list(hand) for hand in deal.hands]
    if is_ordered:
        yield _swap(deal, played, maker, trump)
        if played.swap in hands[deal.dealer]:
            hands[deal.dealer].remove(str(played.swap))
            hands[deal.dealer].append(deal.upcard)
    yield from _about_alone(deal.dealer, maker, played)
    if played.alone[maker] is False:
        pool = [*hands[maker], *deal.dummy]
        yield _keeping(maker, pool, hands[maker], played)
        hands[maker] = list(played.kept or ())
    yield from _playing(Made(options, deal.dealer, maker, trump), hands, played)


def _bidding(
    deal: EuchreDeal, options: EuchreOptions, suit: str, *, is_stuck: bool
) -> Iterator[Decision]:
    for order, call in enumerate(deal.calls):
        seat = (deal.dealer + 1 + order) % SEATS
        names = [name for name in SUITS if options.rename_turned_down or name != suit]
        is_last = order == 2 * SEATS - 1
        must_name = is_last and (options.stick_the_dealer or is_stuck)
        allowed = {"pass", "order up"} if order < SEATS else {"pass", *names}
        if must_name:
            allowed.remove("pass")
        if any(earlier != "pass" for earlier in deal.calls[:order]) or order >= 2 * SEATS:
            allowed = set()
        house = names[0] if must_name else "pass"
        yield Decision(seat, f"call {order + 1}", call, frozenset(allowed), house)


def _swap(deal: EuchreDeal, played: Played, maker: int, trump: str) -> Decision:
    hand = deal.hands[deal.dealer]
    allowed = {*hand} if maker == deal.dealer else {*hand, "decline"}
    house = lowest(hand, trump) if maker == deal.dealer else "decline"
    return Decision(deal.dealer, "swap", played.swap or "nothing", frozenset(allowed), house)


def _about_alone(dealer: int, maker: int, played: Played) -> Iterator[Decision]:
    around = [(dealer + turn) % SEATS for turn in (1, 2, 3)]
    asked = [maker, *(seat for seat in around if seat != maker)]
    lone = False
    for seat in asked:
        said = played.alone[seat]
        if lone:
            yield Decision(seat, "alone", str(said), frozenset({"None"}), str(said))
            continue
        yield Decision(seat, "alone", str(said), frozenset({"True", "False"}), "False")
        lone = said is True and seat != maker


def _keeping(maker: int, pool: Sequence[str], own: Sequence[str], played: Played) -> Decision:
    ways = combinations(sorted(pool, key=by_number), HAND)
    house = " ".join(sorted(own, key=by_number))
    allowed = frozenset(" ".join(way) for way in ways)
    return Decision(maker, "cards kept", " ".join(played.kept or ()), allowed, house)


def _playing(made: Made, hands: Sequence[list[str]], played: Played) -> Iterator[Decision]:
    maker, trump = made.maker, made.trump
    lone = lone_defender(played, maker)
    playing = [seat for seat in range(SEATS) if lone is None or seat in (maker, lone)]
    is_maker_alone = played.alone[maker] is True
    seat = first_leader(made.options, made.dealer, maker, is_maker_alone=is_maker_alone, lone=lone)
    for number, trick in enumerate(played.tricks, start=1):
        yield Decision(seat, f"leader of trick {number}", str(trick.leader), _one(seat), str(seat))
        if len(trick.cards) != len(playing):
            yield Decision(
                seat, f"cards of trick {number}", str(len(trick.cards)), _one(len(playing)), ""
            )
            return
        order = playing[playing.index(seat) :] + playing[: playing.index(seat)]
        for turn, (player, card) in enumerate(zip(order, trick.cards, strict=True)):
            legal = may_play(hands[player], trick.cards[:turn], trump)
            what = f"card to trick {number}"
            yield Decision(player, what, card, frozenset(legal), lowest(legal or {card}, trump))
            if card in hands[player]:
                hands[player].remove(card)
        seat = order[taker(trick.cards, trump)]


def _one(number: int) -> frozenset[str]:
    return frozenset({str(number)})


def lone_defender(played: Played, maker: int) -> int | None:
    alone = [seat for seat in range(SEATS) if played.alone[seat] is True and seat != maker]
    return alone[0] if alone else None


def is_answer(decision: Decision) -> bool:
    """Returns whether a seat was asked: not what only follows, as who leads."""
    return not decision.what.startswith(("leader", "cards of")) and decision.allowed != {"None"}


def _answers(said: Sequence[Decision]) -> Iterator[str]:
    for decision in said:
        if decision.said not in decision.allowed:
            allowed = sorted(decision.allowed) if len(decision.allowed) < 20 else "five of ten"
            yield (
                f"seat {decision.seat}: {decision.what} is {decision.said!r}, expected {allowed}"
            )


def _house(said: Sequence[Decision], number: int, record: EuchreRecord) -> Iterator[str]:
    """Yields every answer after a forfeit that is not the house's."""
    since = {fault.seat: (fault.deal, fault.decision) for fault in record.faults}
    answers = [decision for decision in said if is_answer(decision)]
    for at, decision in enumerate(answers):
        is_house = decision.seat in since and (number, at) >= since[decision.seat]
        if is_house and decision.said != decision.house:
            yield (
                f"the house's {decision.what} for seat {decision.seat} is {decision.said!r}, "
                f"expected {decision.house!r}"
            )


def _leftovers(deal: EuchreDeal, said: Sequence[Decision]) -> Iterator[str]:
    """Yields what stands in the record though nobody was asked for it, or was not played."""
    if deal.joker_suit is not None and deal.upcard != JOKER:
        yield f"joker_suit is {deal.joker_suit!r}, but {deal.upcard} was turned up"
    played = deal.played
    if played is None:
        if len(deal.calls) != 2 * SEATS or set(deal.calls) != {"pass"}:
            yield f"calls {list(deal.calls)} are not six passes, and nothing was played"
        return
    if deal.calls[-1:] in ((), ("pass",)):
        yield "all have passed, but something was played"
        return
    maker = (deal.dealer + len(deal.calls)) % SEATS
    suit = deal.joker_suit if deal.upcard == JOKER else deal.upcard[1]
    trump = suit if deal.calls[-1] == "order up" else deal.calls[-1]
    if (played.maker, played.trump) != (maker, trump):
        yield f"maker and trump are {played.maker} and {played.trump}, expected {maker} and {trump}"
    if played.swap is not None and deal.calls[-1] != "order up":
        yield f"swap is {played.swap!r}, but nothing was ordered up"
    if played.kept is not None and played.alone[maker] is True:
        yield "the maker is alone and has kept cards"
    if len(played.tricks) != TRICKS:
        yield f"{len(played.tricks)} tricks, expected {TRICKS}"
    elif not any(decision.said not in decision.allowed for decision in said):
        yield from _taken(played, maker, trump or "")


def _taken(played: Played, maker: int, trump: str) -> Iterator[str]:
    lone = lone_defender(played, maker)
    playing = [seat for seat in range(SEATS) if lone is None or seat in (maker, lone)]
    counted = [0] * SEATS
    for trick in played.tricks:
        at = playing.index(trick.leader) + taker(trick.cards, trump)
        counted[playing[at % len(playing)]] += 1
    if tuple(counted) != played.taken:
        yield f"taken is {list(played.taken)}, the tricks give {counted}"


def _scoring(played: Played, options: EuchreOptions, before: Sequence[int]) -> Iterator[str]:
    maker = played.maker
    if maker not in range(SEATS):
        yield f"maker {maker} is no seat"
        return
    right = points(
        options,
        maker,
        played.taken,
        is_maker_alone=played.alone[maker] is True,
        lone=lone_defender(played, maker),
    )
    if played.points != right:
        yield f"points {list(played.points)}, expected {list(right)}"
    scores = tuple(total + gained for total, gained in zip(before, right, strict=True))
    if played.scores != scores:
        yield f"scores {list(played.scores)}, expected {list(scores)}"


def _ending(record: EuchreRecord, totals: Sequence[Sequence[int]]) -> Iterator[str]:
    deserted = deserted_in(record.faults, SEATS)
    if deserted is not None and len(record.deals) > deserted:
        yield f"all had forfeited in deal {deserted}, {len(record.deals)} were dealt"
    for number in range(1, len(totals)):
        if is_end(record.options, totals[:number]):
            yield f"played deal {number} ended the match, {len(totals)} were played"
            break
    if deserted != len(record.deals):
        if not is_end(record.options, totals):
            yield f"the match stopped after {len(totals)} played deals without reason"
        if record.deals and record.deals[-1].played is None:
            yield "the last deal was passed out, which ends no match"
    yield from place_findings(record, totals[-1] if totals else ZERO)
