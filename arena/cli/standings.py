"""The ratings table, as `arena ratings` and `arena demo` print it."""

from collections.abc import Callable, Sequence
from itertools import islice

from arena.cli.output import Column, Row, Sheet
from arena.games.game import JsonValue
from arena.games.sheet import number_text
from arena.league import (
    League,
    differences,
    disqualified_entrants,
    standings_of,
    withdrawn_entrants,
)
from arena.ratings import Standing
from arena.store import Entrant


def ratings_sheet(league: League) -> Sheet:
    """Returns the table of a league; the note is left out where nobody has one."""
    names = league.names()
    entrants = {entrant.id: entrant for entrant in league.store.entrants()}
    standings = standings_of(league)
    columns = _columns(league.seats)
    rows = [_row(row, entrants[row.entrant], names[row.entrant]) for row in standings.rows]
    out = disqualified_entrants(league)
    rows += [
        _row_without(columns, entrants[entrant], names[entrant], out[entrant]) for entrant in out
    ]
    note = Column("benched_from", "note", text=_note)
    withdrawn = set(withdrawn_entrants(league))
    rows = [{**row, "is_withdrawn": row["id"] in withdrawn} for row in rows]
    is_noted = bool(out or withdrawn) or any(row.is_benched for row in standings.rows)
    extra = ("half_width", "id", "revision", "disqualified", "is_withdrawn")
    if is_noted:
        return Sheet((*columns, note), rows, extra)
    return Sheet(columns, rows, (*extra, "benched_from"))


def differences_sheet(league: League, one: Entrant) -> Sheet:
    """Returns how far entrant `one` is ahead of each other, on the boards of both."""
    names = league.names()
    rows = [
        {
            "against": names[other],
            "points_per_deal": difference.mean,
            "half_width": difference.half_width,
            "boards": difference.boards,
            "is_clear": difference.is_clear,
            "id": other,
        }
        for other, difference in differences(league, one.id).items()
    ]
    columns = (
        Column("against", f"{names[one.id]} against", is_lead=True),
        _POINTS,
        Column("boards", "boards", is_number=True),
        Column("is_clear", "clear", text=lambda row: "yes" if row["is_clear"] else "no"),
    )
    return Sheet(columns, rows, extra=("half_width", "id"))


def _row(standing: Standing, entrant: Entrant, name: str) -> Row:
    return {
        "place": standing.place,
        "entrant": name,
        "mu": standing.mu,
        "sigma": standing.sigma,
        "conservative": standing.conservative,
        "points_per_deal": standing.points_per_deal,
        "half_width": standing.half_width,
        **{key: share for (key, _), share in zip(_PLACES, standing.shares, strict=True)},
        "matches": standing.matches,
        "faults": standing.faults,
        "benched_from": standing.benched_from,
        "id": entrant.id,
        "revision": entrant.revision,
        "disqualified": None,
    }


def _row_without(columns: Sequence[Column], entrant: Entrant, name: str, reason: str) -> Row:
    """Returns the row of an entrant of which nothing counts."""
    keys = [*(column.key for column in columns), "half_width", "benched_from"]
    row: dict[str, JsonValue] = dict.fromkeys(keys)
    row |= {"entrant": name, "id": entrant.id, "revision": entrant.revision}
    return {**row, "disqualified": reason}


def _decimals(key: str) -> Callable[[Row], str]:
    return lambda row: _number(row[key], 2)


def _share(key: str) -> Callable[[Row], str]:
    return lambda row: "–" if row[key] is None else _number(row[key], 0, 100) + "%"


def _number(value: JsonValue, places: int, scale: float = 1.0) -> str:
    """Returns a number with so many decimals; a dash for none."""
    if not isinstance(value, int | float):
        return "–"
    return number_text(f"{value * scale:.{places}f}")


def _points(row: Row) -> str:
    mean = _number(row["points_per_deal"], 2)
    return mean if row["half_width"] is None else f"{mean} ± {_number(row['half_width'], 2)}"


def _note(row: Row) -> str:
    if row["disqualified"] is not None:
        return f"disqualified: {row['disqualified']}"
    meeting = row["benched_from"]
    benched = "" if meeting is None else f"benched: nothing after {meeting} counts"
    withdrawn = "withdrawn: plays no more" if row["is_withdrawn"] else ""
    return "; ".join(filter(None, (benched, withdrawn)))


_POINTS = Column("points_per_deal", "points/deal", is_number=True, text=_points)
_PLACES = (("firsts", "1st"), ("seconds", "2nd"), ("thirds", "3rd"), ("fourths", "4th"))


def _columns(seats: int) -> tuple[Column, ...]:
    """Returns the columns of a league whose tables have so many seats, and so many places."""
    shares = (Column(key, place, is_number=True, text=_share(key)) for key, place in _PLACES)
    return (*_BEFORE_SHARES, *islice(shares, seats), *_AFTER_SHARES)


_BEFORE_SHARES = (
    Column("place", "#", is_number=True, is_lead=True),
    Column("entrant", "entrant", is_lead=True),
    Column("mu", "μ", is_number=True, text=_decimals("mu")),
    Column("sigma", "σ", is_number=True, text=_decimals("sigma")),
    Column("conservative", "μ−3σ", is_number=True, text=_decimals("conservative")),
    _POINTS,
)
_AFTER_SHARES = (
    Column("matches", "matches", is_number=True),
    Column("faults", "faults", is_number=True),
)
