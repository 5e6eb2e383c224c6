"""Whatever is handed in: an entrant, or one clear sentence, and nothing left behind."""

import asyncio
import io
import os
import re
import secrets
import signal
import sys
import tarfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from pathlib import Path

import docker
import pytest
from docker.errors import ImageNotFound

from arena.cli.submit import submit_to
from arena.config import read_settings, settings_text
from arena.errors import ArenaError, HostError
from arena.league import BuildNetwork, League
from arena.league.admission import contestant_of, submit
from arena.league.kept import check_kept
from arena.league.rooms import open_sandbox
from arena.moments import EVENT, Moment
from arena.runner import run
from arena.sandbox import DEFAULT_URL
from arena.store import Entrant, SandboxKind
from tests.conftest import BASE_IMAGE
from tests.in_memory import new_settings
from tests.loaded import loaded
from tests.submitted import write

MIB = 1024 * 1024
_FORKS = get_context("forkserver")
pytestmark = pytest.mark.docker

MANIFEST = """
name = "hostile"
command = ["python3", "bot.py"]
games = ["spades"]
protocol = "stdio"
"""
BOT = """
import sys
print('{"hello": {"protocol": "arena.v1", "games": ["spades"], "tables": 1}}', flush=True)
sys.stdin.read()
"""
HONEST = f"FROM {BASE_IMAGE}\nLABEL mark=MARK\nWORKDIR /bot\nCOPY . .\n"


@dataclass
class Yard:
    """A league for hostile bots, whose builds get little of everything, and its engine."""

    league: League
    rooms: Path
    folder: Path
    """Where the bot to be handed in lies."""
    client: docker.DockerClient
    mark: str = field(default_factory=lambda: secrets.token_hex(6))
    lines: list[str] = field(default_factory=list)

    def bot(self, dockerfile: str = HONEST, manifest: str = MANIFEST) -> Path:
        write(self.folder / "bot.toml", manifest)
        write(self.folder / "bot.py", BOT)
        write(self.folder / "Dockerfile", dockerfile.replace("MARK", self.mark))
        return self.folder

    def submit(self, path: Path) -> Entrant:
        kind = SandboxKind.DOCKER

        async def admitted() -> Entrant:
            play = self.league.settings.play
            async with open_sandbox(kind, self.rooms, self.league.made.id, play) as sandbox:
                return await submit(self.league, path, sandbox, self.rooms, self.lines.append)

        return run(admitted)

    def refusal(self, path: Path) -> str:
        """Hands in what is refused; returns why, in a sentence, and sees that nothing is left."""
        with pytest.raises(ArenaError) as caught:
            self.submit(path)
        assert self.left_after_all() == []
        sentence, *said = re.split("; it (?:last said|printed):\n", str(caught.value))
        assert sentence.isprintable()
        assert len(sentence) < 600
        assert all("\x1b" not in line for line in said)
        return sentence

    def left_after_all(self) -> list[str]:
        """Returns what is left once the engine has removed what it was told to."""
        for _ in range(50):
            if not (left := self.left()):
                break
            time.sleep(0.1)
        return left

    def left(self) -> list[str]:
        """Returns what there is of this league that no entrant has."""
        known = self.league.store.entrants()
        submissions = self.league.directory.submissions
        left = [p.name for p in submissions.iterdir() if p.name not in {e.digest for e in known}]
        left += [str(path) for path in self.rooms.iterdir()]
        for image in self.client.api.images(all=True):
            of_league = (image.get("Labels") or {}).get("arena.league") == self.league.made.id
            is_marked = (image.get("Labels") or {}).get("mark") == self.mark
            if (of_league or is_marked) and not self._is_used(str(image["Id"]), known):
                left.append(f"image {image['Id']}")
        for container in self.client.api.containers(all=True):
            labels = container.get("Labels") or {}
            if labels.get("arena.league") == self.league.made.id or labels.get("mark") == self.mark:
                left.append(f"container {container['Id']} {container['Status']}")
        return left

    def _is_used(self, image: str, known: tuple[Entrant, ...]) -> bool:
        """Says whether an entrant has the image, or one that was made from it."""
        images = [each.image for each in known if each.image is not None]
        layers = {row["Id"] for each in images for row in self.client.images.get(each).history()}
        return image in images or image in layers

    def clear(self) -> None:
        for entrant in self.league.store.entrants():
            if entrant.image is not None and entrant.manifest.get("image") is None:
                with suppress(ImageNotFound):
                    self.client.images.remove(entrant.image)


def small(directory: Path) -> League:
    settings = new_settings()
    play = replace(
        settings.play,
        sandbox=SandboxKind.DOCKER,
        build_network=BuildNetwork.NONE,
        build_seconds=20,
        build_memory=128 * MIB,
        build_disk=64 * MIB,
        build_context=8 * MIB,
        image_size=1024 * MIB,
    )
    settings = replace(settings, play=play)
    return League.create(directory, settings, settings_text(settings))


@pytest.fixture
def yard(tmp_path: Path, run_directory: Path) -> Iterator[Yard]:
    client = docker.DockerClient(base_url=DEFAULT_URL)
    with small(tmp_path / "league") as league:
        yard = Yard(league, run_directory, tmp_path / "bots" / "hostile", client)
        yield yard
        yard.clear()
    client.close()


def test_an_honest_bot_gets_in_and_what_its_build_says_is_shown(yard: Yard) -> None:
    entrant = yard.submit(yard.bot())

    assert (entrant.id, entrant.revision) == ("e1", 1)
    assert any(line.startswith("Step 1/") for line in yard.lines)
    assert yard.left() == []


@pytest.mark.parametrize("is_quiet", [False, True])
def test_what_a_build_says_comes_on_the_terminal_as_it_goes(
    yard: Yard, capsys: pytest.CaptureFixture[str], *, is_quiet: bool
) -> None:
    bot = yard.bot(f"{HONEST}RUN echo '\x1b[31mred [bold]'\n")

    submit_to(yard.league, bot, SandboxKind.DOCKER, is_quiet=is_quiet)

    told = capsys.readouterr()
    assert told.out == ""
    assert ("\nred [bold]\n" in told.err) is not is_quiet
    assert ("Step 1/" in told.err) is not is_quiet


# Each folder, and how its refusal begins.
FOLDERS: dict[str, tuple[Callable[[Path], object], str]] = {
    "two gigabytes": (
        lambda bot: os.truncate(write(bot / "weights", ""), 2**31),
        "'BOT' holds more than 10,000 files or 200 MB: leave out what the bot does not need, by",
    ),
    "more than a build may see": (
        lambda bot: write(bot / "weights", "x" * 9 * MIB),
        "the bot's folder has ",
    ),
    "a link that points outside": (
        lambda bot: (bot / "l").symlink_to("/etc/passwd"),
        "the link 'BOT/l' does not lead to something in its own folder: put the file itself there",
    ),
    "a pipe": (
        lambda bot: os.mkfifo(bot / "pipe"),
        "'BOT/pipe' is neither file, folder nor link: leave it out",
    ),
    "a name with control characters": (
        lambda bot: write(bot / "a\x1b[2J\nb", ""),
        r"'BOT/a\x1b[2J\nb' has a control character in its name: rename it",
    ),
    "a name that is no UTF-8": (
        lambda bot: write(bot / b"\xff".decode("utf-8", "surrogateescape"), ""),
        r"'BOT/\udcff' has a name that is no UTF-8: rename it",
    ),
    "a manifest without end": (
        lambda bot: write(bot / "bot.toml", "#" * 100_000),
        "'BOT/bot.toml' is larger than 65,536 bytes: make it smaller",
    ),
}


@pytest.mark.parametrize("what", FOLDERS)
def test_a_folder_that_cannot_be_a_bot_is_refused(yard: Yard, what: str) -> None:
    spoil, told = FOLDERS[what]
    bot = yard.bot()
    spoil(bot)

    assert yard.refusal(bot).startswith(told.replace("BOT", str(bot)))


# Each Dockerfile, and how its refusal begins.
DOCKERFILES = {
    "loops": (
        f"FROM {BASE_IMAGE}\nLABEL mark=MARK\nRUN while :; do :; done\n",
        "the image was not built within 20 s",
    ),
    "prints without end": (
        f"FROM {BASE_IMAGE}\nLABEL mark=MARK\nRUN yes '\x1b[2Jno'\n",
        "the build printed more than 16 MiB: have it print less",
    ),
    "prints without end and without a line": (
        f"FROM {BASE_IMAGE}\nLABEL mark=MARK\nRUN cat /dev/zero | tr '\\0' x\n",
        "the build printed more than 16 MiB: have it print less",
    ),
    "eats memory": (
        f"FROM {BASE_IMAGE}\nLABEL mark=MARK\nRUN python3 -c 'bytearray(10**9)'\n",
        "the image could not be built: a command of it was killed, as is one that uses more memory",
    ),
    "eats the disk": (
        f"FROM {BASE_IMAGE}\nLABEL mark=MARK\nRUN cat /dev/zero > /big\n",
        "the build's commands wrote more than the 64 MiB that they may",
    ),
    "fails": (
        f"FROM {BASE_IMAGE}\nLABEL mark=MARK\nRUN echo no; exit 3\n",
        "the image could not be built: ",
    ),
    "cannot be read": ("FRM x\n", "the image could not be built: "),
    "is of nothing": ("FROM scratch\nLABEL mark=MARK\n", "the bot 'hostile' does not start: "),
    "wants what is not there": ("FROM no-such-base.invalid/x:1\n", "the base image 'no-such-base"),
    "wants another builder": (
        f"# syntax=evil.invalid/builder\n{HONEST}",
        "the Dockerfile asks for another builder by a syntax line: remove that line",
    ),
    "has the engine fetch": (
        f"{HONEST}ADD http://192.0.2.1/x /x\n",
        "the Dockerfile says ADD, and the engine carries that out by itself and without limits",
    ),
    "has the engine copy": (
        f"{HONEST}VOLUME /\n",
        "the Dockerfile says VOLUME, and a bot has none, and the engine copies what lies there",
    ),
    "reaches for the network": (
        f"""FROM {BASE_IMAGE}
LABEL mark=MARK
RUN python3 -c 'import socket; socket.create_connection(("192.0.2.1", 80), 5)'
""",
        "the image could not be built: ",
    ),
    "copies from outside": (
        f"FROM {BASE_IMAGE}\nLABEL mark=MARK\nCOPY ../../etc/passwd /x\n",
        "the image could not be built: ",
    ),
    "has a bot that ends at once": (
        f"FROM {BASE_IMAGE}\nLABEL mark=MARK\nWORKDIR /bot\nRUN touch bot.py\n",
        "the bot 'hostile' does not start: ",
    ),
    "has no bot": (
        f"FROM {BASE_IMAGE}\nLABEL mark=MARK\nRUN rm -f $(which python3)\n",
        "the bot 'hostile' does not start: ",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", DOCKERFILES)
def test_a_dockerfile_that_does_harm_is_refused(yard: Yard, what: str) -> None:
    dockerfile, told = DOCKERFILES[what]

    assert yard.refusal(yard.bot(dockerfile)).startswith(told)


TRICKS = {
    "a user": "USER 12345:54321",
    "root": "USER root",
    "an entrypoint": 'ENTRYPOINT ["false"]\nCMD ["false"]',
    "a health check": "HEALTHCHECK --interval=1s CMD kill 1",
    "a stop signal": "STOPSIGNAL SIGCONT",
    "something for whoever builds on it": "ONBUILD RUN false",
    "another shell": 'SHELL ["/bin/false", "-c"]',
    "ports": "EXPOSE 1-2000",
    "addresses": "ENV ARENA_SOCKET=unix:///elsewhere HTTP_PROXY=http://192.0.2.1",
}


@pytest.mark.slow
@pytest.mark.parametrize("what", TRICKS)
def test_what_an_image_says_of_itself_changes_nothing(yard: Yard, what: str) -> None:
    entrant = yard.submit(yard.bot(f"{HONEST}{TRICKS[what]}\n"))

    assert entrant.image is not None
    assert yard.left() == []


def test_an_image_for_another_processor_is_refused(yard: Yard) -> None:
    with loaded(yard.client, architecture="arm64") as name:
        built = yard.refusal(yard.bot(f"FROM {name}\nLABEL mark=MARK\n"))
        (yard.folder / "Dockerfile").unlink()
        write(yard.folder / "bot.toml", f'{MANIFEST}image = "{name}"\n')
        ready = yard.refusal(yard.folder / "bot.toml")

    assert built.startswith("the image is made for linux/arm64, and bots run on linux/")
    assert f"the image {name!r} is made for linux/arm64, and bots run on linux/" in ready


def test_a_ready_image_with_hostile_words_is_run_as_any_other(yard: Yard) -> None:
    """It is the author's to bring, and stays where it was whatever becomes of its bot."""
    hostile = {
        "User": "0:0",
        "Entrypoint": ["/bin/false"],
        "Healthcheck": {"Test": ["CMD-SHELL", "kill 1"]},
        "Volumes": {"/proc": {}, "/run/arena": {}},
        "OnBuild": ["RUN false"],
        "Env": ["ARENA_SOCKET=x", "LD_PRELOAD=/x.so"],
        "WorkingDir": "/nowhere/at/all",
    }
    with loaded(yard.client, config=hostile) as name:
        write(yard.folder / "bot.toml", f'{MANIFEST}image = "{name}"\n')
        told = yard.refusal(yard.folder)
        assert yard.client.images.get(name).tags == [name]

    assert told.startswith("the bot 'hostile' does not start: ")


def test_a_ready_image_plays_and_stays_where_it_is(yard: Yard) -> None:
    name = f"arena-test-{yard.mark}:1"
    yard.client.images.build(
        path=str(yard.bot()), tag=name, network_mode="none", rm=True, forcerm=True
    )
    (yard.folder / "Dockerfile").unlink()
    write(yard.folder / "bot.toml", f'{MANIFEST}image = "{name}"\n')

    entrant = yard.submit(yard.folder / "bot.toml")

    assert entrant.image == yard.client.images.get(name).id
    assert yard.left() == []
    yard.client.images.remove(name)
    with pytest.raises(HostError, match=rf"for it was handed in ready, as {name}, and cannot be"):
        asyncio.run(
            check_kept(yard.league, [contestant_of(yard.league, entrant)], SandboxKind.DOCKER)
        )


@pytest.mark.parametrize("cut", [1, 100])
def test_an_archive_that_is_broken_is_refused(yard: Yard, cut: int) -> None:
    path = yard.bot().with_suffix(".tgz")
    with tarfile.open(path, "w:gz") as tar:
        tar.add(yard.folder, arcname="hostile")
    path.write_bytes(path.read_bytes()[:-cut])

    told = yard.refusal(path)

    assert told.startswith(f"{str(path)!r} cannot be handed in: it ")


def test_an_archive_of_an_honest_bot_gets_in(yard: Yard) -> None:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:xz") as tar:
        tar.add(yard.bot(), arcname=".")
    path = yard.folder.with_suffix(".txz")
    path.write_bytes(out.getvalue())

    assert yard.submit(path).id == "e1"
    assert yard.left() == []


def test_a_second_submission_is_a_new_revision_beside_the_first(yard: Yard) -> None:
    first = yard.submit(yard.bot())
    write(yard.folder / "bot.py", BOT + "\n# better\n")

    second = yard.submit(yard.folder)

    assert [first.revision, second.revision] == [1, 2]
    assert yard.league.store.entrant(first.id) == first
    assert (yard.league.directory.submissions / first.digest).is_dir()
    assert yard.left() == []


def test_an_engine_that_is_not_there_is_told_in_a_sentence(yard: Yard) -> None:
    play = replace(yard.league.settings.play, engine="unix:///nowhere/docker.sock")
    yard.league = replace(yard.league, settings=replace(yard.league.settings, play=play))

    with pytest.raises(HostError, match="no Docker engine answers at 'unix:///nowhere"):
        yard.submit(yard.bot())


async def _cancelled(yard: Yard) -> None:
    async with open_sandbox(
        SandboxKind.DOCKER, yard.rooms, yard.league.made.id, yard.league.settings.play
    ) as sandbox:
        submitting = asyncio.ensure_future(
            submit(yard.league, yard.bot(SLEEPING), sandbox, yard.rooms, yard.lines.append)
        )
        while not any("sleep 300" in line for line in yard.lines):
            await asyncio.wait([submitting], timeout=0.05)
        submitting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await submitting


SLEEPING = f"FROM {BASE_IMAGE}\nLABEL mark=MARK\nRUN sleep 300\n"


def test_a_ctrl_c_in_a_build_leaves_nothing_but_its_mark(yard: Yard) -> None:
    run(lambda: _cancelled(yard))

    assert yard.left() == [".building"]
    yard.submit(yard.bot())
    assert yard.left() == []


def _struck(directory: Path, path: Path, rooms: Path, moment: str) -> None:
    """Hands in what is at `path`, and is killed at a moment of that."""

    def strike(event: str, details: tuple[object, ...]) -> None:
        if event == EVENT and details[0] == moment:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(strike)
    hand_in(directory, path, rooms)


def hand_in(directory: Path, path: Path, rooms: Path) -> None:
    client = docker.DockerClient(base_url=DEFAULT_URL)
    with League.open_exclusive(directory, read_settings(directory, {}), "test") as league:
        Yard(league, rooms, path, client).submit(path)


@pytest.mark.slow
@pytest.mark.parametrize(
    "moment",
    [Moment.COPY_STAGED, Moment.COPY_STORED, Moment.IMAGE_BUILT, Moment.TRIAL_PASSED],
)
def test_what_a_killed_submission_leaves_is_swept_by_the_next(yard: Yard, moment: Moment) -> None:
    directory, path = yard.league.directory.path, yard.bot().with_suffix(".tar")
    with tarfile.open(path, "w") as tar:
        tar.add(yard.folder, arcname="killed")
    yard.league.close()
    process = _FORKS.Process(target=_struck, args=(directory, path, yard.rooms, moment.value))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL
    yard.league = League.open_exclusive(directory, read_settings(directory, {}), "test")
    with yard.league:
        assert yard.left() != []
        write(yard.folder / "bot.py", BOT + "# another")
        with tarfile.open(path, "w") as tar:
            tar.add(yard.folder, arcname="another")

        yard.submit(path)

        assert yard.left() == []
        yard.clear()
    yard.league = League.open_exclusive(directory, read_settings(directory, {}), "test")
