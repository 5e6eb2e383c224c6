"""The option that rewrites the playthroughs."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update", action="store_true", help="write the playthroughs anew; review the diff"
    )


@pytest.fixture
def is_update(request: pytest.FixtureRequest) -> bool:
    """Returns whether the playthroughs are written rather than compared."""
    # The option is known only where pytest was started on this folder.
    return bool(request.config.getoption("--update", default=False))
