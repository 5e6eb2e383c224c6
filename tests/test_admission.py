"""What becomes of a folder that is handed in."""

import asyncio
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import docker
import pytest

from arena.errors import ConfigError, SubmissionError
from arena.league import League, ScheduleKind, ScheduleSettings
from arena.league.admission import builder, submit
from arena.league.rooms import open_sandbox
from arena.league.single import Single, play_single
from arena.runner import Halt, run
from arena.sandbox import DEFAULT_URL
from arena.sandbox.engine import Engine
from arena.sandbox.images import remove_image
from arena.store import Entrant, NewEntrant, SandboxKind, Store, name_key
from arena.submissions import Admission, admit, digest_of
from tests.bots import bot_folder
from tests.conftest import BASE_IMAGE
from tests.in_memory import new_league, new_settings
from tests.leagues import create
from tests.submitted import MANIFEST, make_bot, write

# What is checked, in order, and what stays.


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    return make_bot(tmp_path / "bots" / "plumb")


@dataclass
class Door:
    """The outside of an admission: builds and checks nothing, and remembers."""

    submissions: Path
    store: Store
    sandbox: SandboxKind = SandboxKind.DOCKER
    refusal: str = ""
    ready: str = "sha256:ready"
    is_one_each: bool = False
    built: list[Path] = field(default_factory=list)
    pinned: list[str] = field(default_factory=list)
    checked: list[NewEntrant] = field(default_factory=list)
    discarded: list[str] = field(default_factory=list)

    async def build(self, folder: Path) -> str:
        self.built.append(folder)
        return "sha256:image"

    async def pin(self, name: str) -> str:
        self.pinned.append(name)
        return self.ready

    async def discard(self, image: str) -> None:
        self.discarded.append(image)

    async def check(self, entrant: NewEntrant, folder: Path) -> None:
        assert (folder / "bot.toml").is_file()
        self.checked.append(entrant)
        if self.refusal:
            raise SubmissionError(self.refusal)

    def admit(self, bot: Path) -> NewEntrant:
        admission = Admission(
            game="spades",
            sandbox=self.sandbox,
            submissions=self.submissions,
            earlier=self.store.revisions,
            build=self.build,
            pin=self.pin,
            discard=self.discard,
            check=self.check,
            entrants_of=self.of_author if self.is_one_each else None,
        )
        return asyncio.run(admit(bot, admission))

    def of_author(self, author: str) -> list[Entrant]:
        entrants = self.store.entrants()
        return [each for each in entrants if name_key(each.author or "") == name_key(author)]

    def kept(self) -> list[str]:
        return sorted(path.name for path in self.submissions.iterdir())


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    submissions = tmp_path / "league" / "submissions"
    submissions.mkdir(parents=True)
    with create(submissions.parent) as store:
        yield Door(submissions, store)


def test_a_bot_for_docker_is_built_and_checked(bot: Path, door: Door) -> None:
    write(bot / "bot.toml", MANIFEST + 'author = "Ann"\ninclude = ["../kit"]\n')

    entrant = door.admit(bot)

    assert door.built == [door.submissions / entrant.digest]
    assert door.checked == [entrant]
    assert (entrant.name, entrant.author, entrant.image) == ("plumb", "Ann", "sha256:image")
    assert entrant.command == ("python3", "bot.py")
    assert entrant.manifest["include"] == ("../kit",)
    added = door.store.add_entrant(entrant)
    assert (added.id, added.revision, added.manifest["include"]) == ("e4", 1, ["../kit"])


@pytest.mark.parametrize(
    ("name", "author", "refusal"),
    [
        # another name of the same author, however it is spelled
        (
            "other",
            'author = "ann"',
            r"'Ann' has an entrant already, 'plumb' \(e4\), and this league",
        ),
        ("other", 'author = "\uff21\uff2e\uff2e"', "'Ann' has an entrant already"),
        # nobody
        ("other", "", "names no author, and this league takes one entrant of each"),
        ("plumb", "", "names no author"),
        # a name that is somebody else's
        ("plumb", 'author = "Bea"', "the name 'plumb' is that of an entrant of 'Ann'"),
        # the next revision, and a name of one's own
        ("plumb", 'author = "Ann"', None),
        ("plumb", 'author = "ann"', None),
        ("other", 'author = "Bea"', None),
        # a name that was there before authors were asked for
        ("bob", 'author = "Bea"', None),
    ],
)
def test_an_author_may_have_one_entrant(
    bot: Path, door: Door, name: str, author: str, refusal: str | None
) -> None:
    door.is_one_each = True
    write(bot / "bot.toml", MANIFEST + 'author = "Ann"\n')
    door.store.add_entrant(door.admit(bot))
    write(bot / "bot.toml", MANIFEST.replace("plumb", name) + f"{author}\nversion = '2'\n")
    built = len(door.built)

    if refusal is None:
        assert door.admit(bot).name == name
        return
    with pytest.raises(SubmissionError, match=refusal) as caught:
        door.admit(bot)
    assert "\n" not in str(caught.value)
    assert len(door.built) == built  # nothing of it was built or stored
    assert len(door.kept()) == 1


def test_an_author_may_have_several_entrants_unless_the_league_says_otherwise(
    bot: Path, door: Door
) -> None:
    write(bot / "bot.toml", MANIFEST + 'author = "Ann"\n')
    door.store.add_entrant(door.admit(bot))
    write(bot / "bot.toml", MANIFEST.replace("plumb", "other") + 'author = "Ann"\n')

    assert door.admit(bot).author == "Ann"


def test_a_bot_for_plain_processes_needs_no_image(bot: Path, door: Door) -> None:
    (bot / "Dockerfile").unlink()
    door.sandbox = SandboxKind.PROCESS

    entrant = door.admit(bot)

    assert (door.built, entrant.image, entrant.sandbox) == ([], None, SandboxKind.PROCESS)


def test_a_changed_bot_is_the_next_revision(bot: Path, door: Door) -> None:
    door.store.add_entrant(door.admit(bot))
    write(bot / "bot.py", "print(2)")

    assert door.store.add_entrant(door.admit(bot)).revision == 2


def test_an_unchanged_bot_is_told_which_revision_it_is(bot: Path, door: Door) -> None:
    door.store.add_entrant(door.admit(bot))

    with pytest.raises(SubmissionError, match=r"revision 1 of 'plumb' already \(entrant e4\)"):
        door.admit(bot)

    assert door.kept() == [door.store.entrant("e4").digest]  # the entrant's copy stays


def test_the_copy_that_an_entrant_had_lost_comes_back(bot: Path, door: Door) -> None:
    digest = door.store.add_entrant(door.admit(bot)).digest
    shutil.rmtree(door.submissions / digest)

    with pytest.raises(SubmissionError, match="had been lost and is there again"):
        door.admit(bot)

    assert digest_of(door.submissions / digest) == digest


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        (
            "bot.toml",
            MANIFEST.replace("spades", "euchre"),
            "^the bot 'plumb' plays 'euchre' by its bot.toml, and here 'spades' is played: if ",
        ),
        # names are compared to the letter; those of other games are taken as they are
        (
            "bot.toml",
            MANIFEST.replace('"spades"', '"Spades", "chess", "\\u001b[2J", "spades "'),
            r"plays 'Spades', 'chess', '\\x1b\[2J', 'spades ' by its bot.toml",
        ),
        (
            "bot.toml",
            MANIFEST.replace('"spades"', ", ".join([f'"{"x" * 1000}"'] * 20)),
            f"plays ('{'x' * 40}', ){{7}}'{'x' * 40}' by its",
        ),
        ("bot.toml", MANIFEST.replace("plumb", "BOB"), "'BOB' cannot be told from 'bob'"),
        ("bot.toml", MANIFEST.replace("plumb", "e2"), "name 'e2' has the form in which a league"),
        ("bot.toml", MANIFEST.replace("plumb", " \uff25\u200b\uff11 "), "has the form in which"),
        ("bot.toml", MANIFEST.replace("plumb", "bob (Revision 1)"), "has the form in which"),
        ("bot.toml", MANIFEST + 'include = ["../none"]', "no folder beside"),
        ("Dockerfile", "# syntax=docker/dockerfile:1\nFROM scratch", "another builder"),
        ("Dockerfile", "FROM scratch\n  #\tSyntax = evil\n", "another builder"),
        ("Dockerfile", "\ufeff# syntax=evil\nFROM scratch", "another builder"),
        ("Dockerfile", "// syntax=evil\nFROM scratch", "another builder"),
        ("Dockerfile", '#!/bin/x\n{"syntax": "evil"}', "another builder"),
        ("Dockerfile", "\n\n#\fsyntax\v=evil\nFROM scratch", "another builder"),
        ("Dockerfile", "#" * 262_145, "has more than 262,144 bytes"),
        (".dockerignore", "a" * 16_385, "has to be a plain file of 16,384 bytes at most"),
        (".dockerignore", "a\n" * 101, "has more than 100 lines: use fewer"),
        (".dockerignore", "a*a*a*a*a*a*a*a*b", r"has the line 'a\*a\*a.*b': use one \* between"),
        (".dockerignore", "!**/a/**/b/**", "has the line '!"),
        (".dockerignore", "x/[z-a]\x1b", r"has the line 'x/\[z-a\]\\x1b': use one"),
        ("Dockerfile", "FROM x\nADD https://a.invalid/x /x\n", "says ADD, and the engine"),
        ("Dockerfile", "FROM x\nadd x /x\n", "says ADD, and the engine carries that out by itself"),
        ("Dockerfile", "\ufeffFROM x\n  OnBuild  Add x /x\n", "says ADD, and"),
        ("Dockerfile", "FROM x\nVOLUME /\n", "says VOLUME, and a bot has none, and the engine"),
        ("Dockerfile", "FROM x\nAD\\ \n  # why not\n\nD x /x\n", "says ADD, and"),
        ("Dockerfile", "#escape=`\nFROM x\nRUN dir C:\\\nADD x /x\n", "says ADD, and"),
        ("Dockerfile", "#escape=`\r\nFROM x\r\nA`\r\nDD x /x\r\n", "says ADD, and"),
        ("Dockerfile", "#\fescape=`\nFROM x\nRUN dir C:\\\nADD x /x\n", "says ADD, and"),
        ("Dockerfile", "FROM x\nADD\\\n  x /x\n", "says ADD, and"),
        ("Dockerfile", "FROM x\nA\\\n\f# why not\nDD x /x\n", "says ADD, and"),
        ("Dockerfile", "FROM x\nRUN dir C:\\\\\nADD x /x\n", "says ADD, and"),
        ("Dockerfile", "FROM x\nRUN a \\\r\r\nADD x /x\n", "has carriage returns within lines"),
    ],
)
def test_a_bot_that_cannot_join_leaves_nothing(
    bot: Path, door: Door, file: str, content: str, message: str
) -> None:
    write(bot / file, content)

    with pytest.raises(SubmissionError, match=message):
        door.admit(bot)

    assert (door.built, door.checked, door.kept()) == ([], [], [])


def test_a_command_that_goes_on_with_add_is_none(bot: Path, door: Door) -> None:
    write(bot / "Dockerfile", "FROM x\n# ADD x\nRUN apk \\\n\n  # tools\n  add git\nLABEL add=1\n")

    assert door.admit(bot).image == "sha256:image"


@pytest.mark.parametrize("filling", ["\n", " ", "\v", "#\n", "\\\n", "\\", "\\ ", "ONBUILD\n"])
def test_no_dockerfile_keeps_the_league_waiting(bot: Path, door: Door, filling: str) -> None:
    """It is read while nobody is served, so the work may not grow faster than the file."""
    write(bot / "Dockerfile", "FROM x\n" + filling * ((262_144 - 7) // len(filling)))

    assert door.admit(bot).image == "sha256:image"


def test_usual_lines_of_a_dockerignore_are_taken(bot: Path, door: Door) -> None:
    lines = ("# left out", "", "target/", "**/*.py[cod]", "node_modules/**", "*.log", "!a/*/b?.*")
    write(bot / ".dockerignore", "\n".join(lines))

    assert door.admit(bot).image == "sha256:image"


READY = MANIFEST + 'image = "mine:1.2"\n'


@pytest.mark.parametrize("is_alone", [True, False])
def test_a_ready_image_is_pinned_and_not_built(bot: Path, door: Door, *, is_alone: bool) -> None:
    (bot / "Dockerfile").unlink()
    write(bot / "bot.toml", READY)

    entrant = door.admit(bot / "bot.toml" if is_alone else bot)

    assert (door.built, door.pinned, entrant.image) == ([], ["mine:1.2"], "sha256:ready")
    assert (door.submissions / entrant.digest / "image.id").read_text() == "sha256:ready\n"
    assert digest_of(door.submissions / entrant.digest) == entrant.digest
    assert entrant.manifest["image"] == "mine:1.2"


def test_another_image_under_the_same_name_is_another_revision(bot: Path, door: Door) -> None:
    (bot / "Dockerfile").unlink()
    write(bot / "bot.toml", READY)
    door.store.add_entrant(door.admit(bot))

    with pytest.raises(SubmissionError, match="revision 1 of 'plumb' already"):
        door.admit(bot)
    door.ready = "sha256:newer"

    assert door.store.add_entrant(door.admit(bot)).revision == 2


def test_a_ready_image_that_does_not_come_is_never_removed(bot: Path, door: Door) -> None:
    (bot / "Dockerfile").unlink()
    write(bot / "bot.toml", READY)
    door.refusal = "it did not say Hello"

    with pytest.raises(SubmissionError, match="it did not say Hello"):
        door.admit(bot)

    assert (door.kept(), door.discarded) == ([], [])


@pytest.mark.parametrize(
    ("kind", "spoil", "message"),
    [
        (
            SandboxKind.PROCESS,
            lambda bot: (bot / "Dockerfile").unlink(),
            "'plumb' is the image 'mine:1.2', which no plain process can be started from",
        ),
        (SandboxKind.DOCKER, lambda _: None, "has a Dockerfile, and its bot.toml names the ready"),
        (
            SandboxKind.DOCKER,
            lambda bot: (bot / "Dockerfile").rename(bot / "image.id"),
            "folder has 'image.id', and there the arena writes which image it is: leave it out",
        ),
    ],
)
def test_a_ready_image_that_cannot_be_one_is_refused(
    bot: Path, door: Door, kind: SandboxKind, spoil: Callable[[Path], object], message: str
) -> None:
    spoil(bot)
    write(bot / "bot.toml", READY)
    door.sandbox = kind

    with pytest.raises(SubmissionError, match=message):
        door.admit(bot)

    assert (door.kept(), door.checked) == ([], [])


@pytest.mark.parametrize("spoil", [Path.unlink, lambda path: (path.unlink(), path.mkdir())])
def test_a_bot_for_docker_needs_a_dockerfile(
    bot: Path, door: Door, spoil: Callable[[Path], object]
) -> None:
    spoil(bot / "Dockerfile")

    with pytest.raises(
        SubmissionError, match=r"has no Dockerfile.* ready image in.*--sandbox process"
    ):
        door.admit(bot)

    assert door.kept() == []


def test_a_bot_that_does_not_come_leaves_nothing(bot: Path, door: Door) -> None:
    door.refusal = "it did not say Hello"

    with pytest.raises(SubmissionError, match="it did not say Hello"):
        door.admit(bot)

    assert (door.kept(), door.discarded) == ([], ["sha256:image"])


# With real bots.


def hand_in(league: League, folder: Path, kind: SandboxKind, rooms: Path) -> Entrant:
    async def admitted() -> Entrant:
        async with open_sandbox(kind, rooms, league.made.id, league.settings.play) as sandbox:
            return await submit(league, folder, sandbox, rooms, lambda _line: None)

    return run(admitted)


def images_of(room: str) -> list[str]:
    client = docker.DockerClient(base_url=DEFAULT_URL)
    try:
        found = client.images.list(filters={"label": f"arena.league={room}"})
        return [str(image.id) for image in found]
    finally:
        client.close()


async def built(folder: Path, league: League) -> str:
    return await builder(league.settings, league.made.id, lambda _line: None)(folder)


async def remove(image: str) -> None:
    engine = Engine()
    await remove_image(engine, image)
    engine.close()


def mute(folder: Path) -> Path:
    """Makes a bot that ends at once."""
    command = '["python3", "-c", "raise SystemExit(3)"]'
    write(folder / "bot.toml", MANIFEST.replace('["python3", "bot.py"]', command))
    write(folder / "Dockerfile", f"FROM {BASE_IMAGE}\nCOPY . .\nUSER 65534:65534\nCMD {command}\n")
    return folder


@pytest.mark.slow
def test_with_a_bot_that_comes_late_come_its_meetings(tmp_path: Path, run_directory: Path) -> None:
    with new_league(tmp_path / "league") as league:
        before = league.extend_schedule()

        dan = hand_in(league, bot_folder(tmp_path, "dan"), SandboxKind.PROCESS, run_directory)

        schedule = tuple(league.store.meetings())
    assert schedule[:1] == before
    assert len(schedule) == 4
    assert all(dan.id in meeting.party for meeting in schedule[1:])


def test_a_league_of_every_trio_takes_no_more_than_can_be_scheduled(
    tmp_path: Path, run_directory: Path
) -> None:
    """Its kind of schedule is fixed: with one entrant more it could never be played."""
    names = [f"bot {number}" for number in range(40)]
    with new_league(tmp_path / "league", names) as league:
        schedule = ScheduleSettings(kind=ScheduleKind.FULL)
        full = replace(league, settings=replace(league.settings, schedule=schedule))

        with pytest.raises(ConfigError, match=r"has 40 entrants, the most .*balanced"):
            hand_in(full, bot_folder(tmp_path, "bot 41"), SandboxKind.PROCESS, run_directory)

        assert len(league.store.entrants()) == 40


@pytest.mark.docker
def test_a_bot_that_does_not_start_leaves_no_image(tmp_path: Path, run_directory: Path) -> None:
    with new_league(tmp_path / "league") as league:
        with pytest.raises(SubmissionError, match="does not start"):
            hand_in(league, mute(tmp_path / "mute"), SandboxKind.DOCKER, run_directory)

        assert images_of(league.made.id) == []
        assert list(league.directory.submissions.iterdir()) == []


@pytest.mark.docker
def test_an_image_that_an_entrant_has_is_never_removed(tmp_path: Path, run_directory: Path) -> None:
    """Two folders whose Dockerfile takes the same of both have one image."""
    one, other = mute(tmp_path / "one"), mute(tmp_path / "other")
    for folder in (one, other):
        write(folder / "Dockerfile", f"FROM {BASE_IMAGE}\nUSER 65534:65534\nCMD ['sh']\n")
    write(other / "notes", "other")
    with new_league(tmp_path / "league") as league:
        image = asyncio.run(built(one, league))
        kind = SandboxKind.DOCKER
        league.add_entrant(NewEntrant("one", None, kind, image, "1" * 64, ("sh",), {}))

        with pytest.raises(SubmissionError, match="does not start"):
            hand_in(league, other, kind, run_directory)

        assert images_of(league.made.id) == [image]
        asyncio.run(remove(image))


@pytest.mark.docker
def test_a_single_match_leaves_no_image(tmp_path: Path, run_directory: Path) -> None:
    bot = mute(tmp_path / "mute")
    settings = new_settings()
    settings = replace(settings, play=replace(settings.play, sandbox=SandboxKind.DOCKER))

    async def played() -> Single:
        return await play_single([bot] * 3, settings, "1", run_directory, Halt(), said.append)

    said: list[str] = []
    single = run(played)

    assert single.played is not None
    assert all(single.played.record.forfeits)
    assert said, "something was built"
    assert images_of(run_directory.name) == []
