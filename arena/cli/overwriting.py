"""Files that are named to be written: what stands there is kept, but for our own of earlier."""

from pathlib import Path

from arena.errors import ConfigError


def check_free(path: Path, begin: str, what: str, command: str) -> None:
    """Raises ConfigError for a file that is no earlier `what` of `command`, as its `begin` tells.

    An empty file, none at all, and what is no file, as a device, may be written to.
    """
    if not path.is_file():
        return
    expected = begin.encode()
    try:
        with path.open("rb") as file:
            found = file.read(len(expected))
    except OSError as error:
        raise ConfigError(
            f"the {what} {str(path)!r} cannot be looked at ({error.strerror}): name another file"
        ) from None
    if found and found != expected:
        raise ConfigError(
            f"{str(path)!r} is there already, and is no {what} of `{command}`: name another file"
        )
