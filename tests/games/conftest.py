"""The option that rewrites the playthroughs."""

import pytest

from arena.games import GAMES
from tests.games.highcard import HighCardRules


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update", action="store_true", help="write the playthroughs anew; review the diff"
    )


@pytest.fixture
def is_update(request: pytest.FixtureRequest) -> bool:
    """Returns whether the playthroughs are written rather than compared."""
    # The option is known only where pytest was started on this folder.
    return bool(request.config.getoption("--update", default=False))


@pytest.fixture
def third_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has the arena know one game more than it comes with."""
    monkeypatch.setitem(GAMES, "highcard", HighCardRules.parse)
