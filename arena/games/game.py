"""What every game is: the one interface through which the arena plays.

A match offers its legal actions, takes one, and never waits, prints or rolls dice: the cards come
in from outside, already shuffled. Nothing here knows of bots, clocks, messages or storage.
Adding a game means a package beside this file that has these five things, and a line in GAMES.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol, Self, TypeAlias, runtime_checkable

from arena.games.cards import Card, Seat
from arena.games.sheet import DealSheet, Line

LEAST_SEATS = 2
MOST_SEATS = 4
"""How many seats a game may have: what is stored of a meeting has room for as many entrants."""

JsonValue: TypeAlias = (
    "bool | int | float | str | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
)
Json: TypeAlias = Mapping[str, JsonValue]


class Action(Protocol):
    """What a seat may answer: a value, hashable, that equals another of the same meaning."""

    @property
    def text(self) -> str:
        """The words of a card player, for messages: "TH", "bid 3"."""

    def __hash__(self) -> int: ...


class Bid(NamedTuple):
    """A number of tricks that a seat promises; 0 is nil."""

    tricks: int

    @property
    def text(self) -> str:
        return f"bid {self.tricks}"


@runtime_checkable
class Choices(Protocol):
    """Legal answers that are too many to be named one by one: a Sequence with words of its own."""

    @property
    def text(self) -> str:
        """What may be answered, in the words of a card player: "to keep any five of 9C TC …"."""


def choices_text(legal: Sequence[Action]) -> str:
    """Returns what may be answered, for messages."""
    if isinstance(legal, Choices):
        return legal.text
    return f"one of: {' '.join(action.text for action in legal)}"


class Charged(NamedTuple):
    """An action that is done in place of one that broke the rules, and for which the seat pays."""

    action: Action

    @property
    def text(self) -> str:
        return f"{self.action.text} for another"


class Breach(NamedTuple):
    """What the rules make of an action that is not legal, where they do not just refuse it."""

    action: Action
    """What is done in its place, as `Match.act` takes it; the house's action, often charged."""
    is_forfeit: bool
    """Whether the seat loses the match by it."""


class CitedRule(NamedTuple):
    """A numbered rule of the game's page under docs/rules, as messages cite it."""

    number: str
    """As in "SP-10"; in small letters it is the rule's anchor on the page."""
    words: str
    """What it says, as far as it is needed, in a few words."""


class View(Protocol):
    """All that a seat may know when it has to answer, and nothing else."""

    @property
    def seat(self) -> Seat: ...
    @property
    def hand(self) -> Sequence[Card]:
        """The cards that it holds and may look at."""

    @property
    def leaders(self) -> Sequence[Seat]:
        """The leader of each trick of the deal, the one in play included; empty before the play."""

    @property
    def legal(self) -> Sequence[Action]:
        """The legal answers in a fixed order; never empty where it has to answer."""


class Deal(Protocol):
    """A finished deal: enough to play it again, and to print it."""

    @property
    def pack(self) -> Sequence[Card]:
        """The shuffled cards in the order in which they were dealt."""

    @property
    def actions(self) -> Sequence[Action]:
        """Every action in order, bids first, as `Match.act` takes them."""

    def to_json(self) -> Json:
        """Returns the deal as it stands in an exported record; `scores` are the totals after it.

        A deal that nobody played, as all have passed, has none.
        """

    def sheet(self) -> DealSheet:
        """Returns the deal as people are shown it."""


class Match(Protocol):
    """One match in progress. Mutable, and fast: it is in the arena's hot path."""

    @property
    def rules(self) -> "Rules": ...
    @property
    def seat(self) -> Seat | None:
        """Who has to answer now; None between deals and when the match is over."""

    @property
    def dealer(self) -> Seat:
        """Who deals the deal in play; between deals, who dealt the last one."""

    @property
    def deal_number(self) -> int:
        """1 for the first deal; 0 before it."""

    @property
    def decision_number(self) -> int:
        """How many actions this deal has seen."""

    @property
    def scores(self) -> Sequence[int]:
        """The totals after the last finished deal."""

    @property
    def is_over(self) -> bool: ...
    @property
    def deals(self) -> Sequence[Deal]:
        """The finished deals in order."""

    def start_deal(self, pack: Sequence[Card]) -> None:
        """Deals `pack`, already shuffled.

        Raises ValueError unless it is every card of the rules' pack once and a deal may start.
        """

    def legal_actions(self) -> Sequence[Action]:
        """Returns what the seat whose turn it is may answer, in the order of its view."""

    def act(self, action: Action) -> None:
        """Takes an action of the seat whose turn it is, and scores a deal that it ends.

        Raises ValueError for an action that is not legal; then nothing has changed. Besides legal
        actions it takes those that stand in a Breach.
        """

    def breach(self, action: Action) -> Breach | None:
        """Returns what comes of an action that is not legal; None where it is asked again.

        Of a Charged action it says the same of whatever that was charged for. It changes nothing:
        what stands in the breach is taken by `act`.
        """

    def house_action(self) -> Action:
        """Returns what the house answers for a seat that has forfeited."""

    def view(self, seat: Seat) -> View:
        """Returns what `seat` may know: a pure function of what it was dealt and saw."""

    def places(self) -> tuple[int, ...]:
        """Returns the place of each seat by its total: 1 + the number strictly better."""

    def copy(self) -> Self:
        """Returns a match that goes its own way from here."""


class Rules(Protocol):
    """A game with every option fixed: a frozen value."""

    @property
    def game(self) -> str:
        """The name under which GAMES has it."""

    @property
    def summary(self) -> str:
        """The game and what matters most of its rules: "spades, carry, to 200"."""

    @property
    def seats(self) -> int:
        """LEAST_SEATS to MOST_SEATS; who plays, meets, and is rated follows from it."""

    @property
    def pack(self) -> Sequence[Card]:
        """The cards that are shuffled, in their canonical order."""

    def new_match(self, first_dealer: Seat) -> Match: ...

    @property
    def traits(self) -> Sequence[str]:
        """What can make a decision hard to get right under these rules, each in a few words.

        Bots are tried where these are. Each comes about within some hundreds of deals that begin
        in one of the `standings`, with answers by `guess` and by dice.
        """

    def standings(self) -> Sequence["Match"]:
        """Returns matches between two deals, a new one and some that play seldom leads to.

        A shared lead at the target is one of these.
        """

    def traits_of(self, view: View) -> Sequence[str]:
        """Returns which of `traits` the decision of `view` has, for the seat that is due."""

    def guess(self, view: View) -> Action:
        """Returns what a beginner answers by a rule of thumb, so that a match gets somewhere."""

    def rule_against(self, view: View, action: Action) -> CitedRule:
        """Returns the rule by which `action` is not legal in `view`."""

    def position(self, view: View) -> Sequence[Line]:
        """Returns what `view` shows, as people are shown it: hand, table, and the like."""

    def parse_deal(self, json: Json) -> Deal:
        """Returns the deal of `Deal.to_json`; raises ValueError for anything else."""

    def to_json(self) -> Json:
        """Returns every option by its name, in a fixed order; a profile comes first."""


class ParseRules(Protocol):
    """Makes the rules of a game from options by name."""

    def __call__(self, options: Mapping[str, object]) -> Rules:
        """Raises ConfigError, naming the option, what it is and what it may be."""
