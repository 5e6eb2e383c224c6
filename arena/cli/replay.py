"""`arena replay`: the decisions of a match once more, and where a bot answers otherwise."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import click
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from arena.checking import Progress
from arena.checking.again import Repeated, Repetition
from arena.checking.forms import phrase_words
from arena.cli.asking import asked
from arena.cli.boards import MATCH_OR_BOARD, finished_board, no_match
from arena.cli.deal import card_text, phrase_text
from arena.cli.findings import quoted
from arena.cli.options import environment, json_option, league_option, open_league, sandbox_option
from arena.cli.output import messages, print_json, show
from arena.cli.words import count_text
from arena.config import default_settings
from arena.deals import Dice, commitment
from arena.errors import BotError, ConfigError, HostError
from arena.games import parse_rules
from arena.games.cards import Card, Seat
from arena.games.game import Action, Choices, Json, Match
from arena.league import Settings
from arena.league.single import dice_of
from arena.league.trial import repeat
from arena.record import Answered, Record, answered_by, sheets_of
from arena.store import SandboxKind
from arena.verify.recorded import find_record

FORMAT = "arena-replay/1"
_NO_SEED = (
    "the seed that this seat had is not known here: a bot that throws dice may answer otherwise "
    "for that alone"
)


@dataclass(frozen=True, slots=True)
class _Recorded:
    """A match that may be shown, and how it was played."""

    record: Record
    names: tuple[str, ...]
    settings: Settings
    dice: Dice | None
    """What the seeds of its bots came from; None where that is not known."""


@click.command("replay")
@click.argument("match")
@click.option("--seat", type=click.IntRange(min=1), required=True, help="Whose decisions: 1 to 4.")
@click.option(
    "--bot",
    metavar="DIR",
    type=click.Path(path_type=Path),
    required=True,
    help="The bot that is asked.",
)
@league_option
@click.option(
    "--export",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Take the match from an export, or from what `arena play --json` has printed.",
)
@click.option("--seed", help="The seed of `arena play`, where that has played the match.")
@sandbox_option
@json_option
def command(  # noqa: PLR0913, PLR0917  # one parameter for each option
    match: str,
    seat: int,
    bot: Path,
    directory: Path,
    export: Path | None,
    seed: str | None,
    sandbox: str | None,
    *,
    as_json: bool,
) -> None:
    """Ask a bot the decisions of MATCH again, and show where it answers otherwise.

    It sees what the bot in that seat saw, decision by decision; what it answers changes nothing of
    what comes next. A match can be looked at once all rotations of its board are played.
    """
    found = MATCH_OR_BOARD.fullmatch(match)
    if found is None or found["rotation"] is None:
        raise click.UsageError(f"{match!r} is no match as in m12.b1.r2")
    if seed is not None and export is None:
        raise click.UsageError("--seed is for a match of `arena play`: name its file with --export")
    recorded = (
        _stored(directory, match, found["board"])
        if export is None
        else _exported(export, match, seed)
    )
    if seat > len(recorded.names):
        raise ConfigError(
            f"there is no seat {seat} in {match}: name one from 1 to {len(recorded.names)}"
        )
    due = _answered(recorded.record, Seat(seat - 1), match)
    if not due:
        raise ConfigError(
            f"seat {seat} answered nothing in {match}, since it forfeited before: name another seat"
        )
    if sandbox:
        play = replace(recorded.settings.play, sandbox=SandboxKind(sandbox))
        recorded = replace(recorded, settings=replace(recorded.settings, play=play))
    own_seed = 0 if recorded.dice is None else recorded.dice.bot_seed(match, Seat(seat - 1))
    if recorded.dice is None:
        messages().print(_NO_SEED, soft_wrap=True)

    async def repeated(rooms: Path, progress: Progress) -> tuple[str, Repetition]:
        return await repeat(bot, recorded.settings, rooms, due, own_seed, progress)

    name, repetition = asked(recorded.settings, messages(), repeated)
    if as_json:
        print_json(_to_json(match, seat, name, recorded, repetition))
    else:
        title = f"{name} in place of {recorded.names[seat - 1]}, seat {seat} of {match}"
        show(*_shown(title, recorded.record, repetition, len(due)))
    if repetition.ending is not None:
        raise BotError(f"the bot came to no more decisions: {repetition.ending.text}")


def _stored(directory: Path, match: str, board: str) -> _Recorded:
    with open_league(directory) as league:
        for result in finished_board(league, board):
            if result.fixture.match == match:
                text = league.store.find_record(match)
                assert text is not None, "a result has a record"
                names, seating = league.names(), result.fixture.seating
                try:
                    dice = league.dice()
                except HostError:  # whoever may look at a league need not have its secret
                    dice = None
                return _Recorded(
                    record=Record.parse(text),
                    names=tuple(names[entrant] for entrant in seating),
                    settings=league.settings,
                    dice=dice,
                )
    raise no_match(match)


def _exported(export: Path, match: str, seed: str | None) -> _Recorded:
    try:
        with export.open("rb") as file:
            found = find_record(file, str(export), match)
    except OSError as error:
        raise ConfigError(f"cannot read {export}: {error.strerror}; name an export") from None
    dice = None if found.secret is None else Dice(found.secret, found.league)
    if seed is not None:
        dice = dice_of(seed)
        if commitment(dice.secret) != found.commitment:
            raise ConfigError(f"the cards of {match} in {export} do not come from seed {seed!r}")
    rules = parse_rules(found.record.game, found.record.rules)
    return _Recorded(
        record=found.record,
        names=found.names,
        settings=default_settings("replay", rules, environment()),
        dice=dice,
    )


def _answered(record: Record, seat: Seat, match: str) -> list[Answered]:
    try:
        return [*answered_by(record, seat)]
    except ValueError as error:
        raise ConfigError(
            f"{match} cannot be played again as it was recorded ({error}): it was changed since"
        ) from None


# --- for people -----------------------------------------------------------------------------------


def _shown(
    title: str, record: Record, repetition: Repetition, total: int
) -> Iterator[RenderableType]:
    yield Text(title, style="bold")
    moments = [sheet.moments for sheet in sheets_of(record)]
    for repeated in repetition.repeated:
        if repeated.is_otherwise:
            match = repeated.recorded.match
            moment = moments[match.deal_number - 1][match.decision_number]
            yield Text(f"\nDeal {match.deal_number}, {moment}", style="bold")
            yield _difference(repeated)
    otherwise = sum(repeated.is_otherwise for repeated in repetition.repeated)
    asked = count_text(len(repetition.repeated), "decision")
    of = "" if len(repetition.repeated) == total else f" that it came to, of {total:,},"
    if repetition.ending is not None and repetition.printed:
        yield Text("\nThe end of what the bot wrote", style="bold")
        yield quoted(repetition.printed, is_end=True)
    yield f"\n{otherwise:,} of {asked}{of} answered otherwise."


def _difference(repeated: Repeated) -> Padding:
    match, answer = repeated.recorded.match, repeated.answer
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for line in match.rules.position(match.view(answer.question.seat)):
        table.add_row(str(line.title), phrase_text(line.words))
    table.add_row("legal", _legal(match))
    table.add_row("then", _action(repeated.recorded.action))
    now = Text("nothing") if answer.action is None else _action(answer.action)
    if answer.fault:
        now = Text.assemble(now, f" ({answer.fault})", style="yellow")
    table.add_row("now", now)
    return Padding(table, (0, 0, 0, 2), expand=False)


def _legal(match: Match) -> Text:
    legal = match.legal_actions()
    if isinstance(legal, Choices):
        return Text(legal.text)
    return Text(" ").join(_action(action) for action in legal)


def _action(action: Action) -> Text:
    return card_text(action) if isinstance(action, Card) else Text(action.text)


# --- for programs ---------------------------------------------------------------------------------


def _to_json(match: str, seat: int, name: str, recorded: _Recorded, repetition: Repetition) -> Json:
    otherwise = [each for each in repetition.repeated if each.is_otherwise]
    return {
        "format": FORMAT,
        "match": match,
        "seat": seat,
        "entrant": recorded.names[seat - 1],
        "bot": name,
        "is_seed_known": recorded.dice is not None,
        "decisions": len(repetition.repeated),
        "otherwise": len(otherwise),
        "differences": [_difference_to_json(each) for each in otherwise],
        "lost": None if repetition.ending is None else repetition.ending.text,
        "printed": repetition.printed,
    }


def _difference_to_json(repeated: Repeated) -> Json:
    match, answer = repeated.recorded.match, repeated.answer
    legal = match.legal_actions()
    position = match.rules.position(match.view(answer.question.seat))
    return {
        "deal": match.deal_number,
        "decision": match.decision_number,
        "position": {str(line.title): phrase_words(line) for line in position},
        "legal": legal.text if isinstance(legal, Choices) else [each.text for each in legal],
        "then": repeated.recorded.action.text,
        "now": None if answer.action is None else answer.action.text,
        "fault": answer.fault,
    }
