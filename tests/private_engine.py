"""An engine of the tests' own, which they may restart, kill and stop; needs root and dockerd."""

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from arena.sandbox import DEFAULT_URL
from arena.sandbox.engine import Engine, EngineError
from arena.sandbox.events import past_events

_UP_SECONDS = 60.0
_LAUNCHES = 3
_DOWN_SECONDS = 40.0
_LOOK_SECONDS = 0.05


def private_engine_problem() -> str | None:
    """Returns why no such engine can be started here."""
    if os.geteuid() != 0:
        return "only root can start an engine of its own"
    return None if shutil.which("dockerd") else "dockerd is not on the PATH"


@dataclass
class PrivateEngine:
    """One engine, in a directory of its own."""

    directory: Path
    flags: Sequence[str] = ()
    _process: "subprocess.Popen[bytes] | None" = field(default=None)

    @property
    def url(self) -> str:
        return f"unix://{self.directory}/engine.sock"

    def start(self) -> None:
        """Starts it, and returns once it answers; one that gives up is started again."""
        for _ in range(_LAUNCHES):
            self.launch()
            if self.wait_until_up():
                return
        raise AssertionError((self.directory / "log").read_text()[-3000:])

    def launch(self) -> None:
        with (self.directory / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *("unshare", "--net"),  # else it removes the bridge of the machine's engine
                    "dockerd",
                    f"--host={self.url}",
                    f"--pidfile={self.directory}/pid",
                    f"--data-root={self.directory}/data",
                    f"--exec-root={self.directory}/exec",
                    "--bridge=none",
                    "--iptables=false",
                    *self.flags,
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def wait_until_up(self) -> bool:
        """Returns whether it answers, once that is known."""
        deadline = time.monotonic() + _UP_SECONDS
        while not self._answers():
            has_ended = self._process is not None and self._process.poll() is not None
            if has_ended or time.monotonic() > deadline:
                return False
            time.sleep(_LOOK_SECONDS)
        return True

    def come_back(self) -> None:
        """Returns once it answers, whoever starts it."""
        deadline = time.monotonic() + _LAUNCHES * _UP_SECONDS
        while not self._answers() and time.monotonic() < deadline:
            time.sleep(_LOOK_SECONDS)

    def _answers(self) -> bool:
        engine = Engine(self.url, ask_seconds=2)
        try:
            past_events(engine, "none", time.time())
        except EngineError:
            return False
        finally:
            engine.close()
        return True

    def send(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def end(self, number: signal.Signals) -> None:
        """Sends it a signal, and returns once it has ended; a kill takes its containerd along."""
        assert self._process is not None
        self._process.send_signal(number)
        self._process.wait(_DOWN_SECONDS)
        if number is signal.SIGKILL:
            self.kill_containerd()

    def restart(self, number: signal.Signals) -> None:
        self.end(number)
        self.start()

    def kill_containerd(self) -> None:
        """Kills the process that its containers' keepers answer to; the engine starts another."""
        pid = int((self.directory / "exec" / "containerd" / "containerd.pid").read_text())
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)

    def load(self, image: str) -> None:
        """Copies an image from the machine's engine."""
        saving = subprocess.Popen(
            ["docker", "--host", DEFAULT_URL, "save", image], stdout=subprocess.PIPE
        )
        subprocess.run(
            ["docker", "--host", self.url, "load"],
            stdin=saving.stdout,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        assert saving.stdout is not None
        saving.stdout.close()
        assert saving.wait() == 0

    def remove(self, image: str) -> None:
        subprocess.run(
            ["docker", "--host", self.url, "image", "rm", "--force", image],
            stdout=subprocess.DEVNULL,
            check=True,
        )

    @contextmanager
    def full_disk(self) -> Iterator[None]:
        """Leaves it no room for anything; only where it has a disk of its own."""
        filler = self.directory / "data" / "filler"
        try:
            with filler.open("wb", buffering=0) as full, contextlib.suppress(OSError):
                while True:
                    full.write(bytes(1 << 20))
            yield
        finally:
            filler.unlink()


@contextmanager
def private_engine(directory: Path, *flags: str) -> Iterator[PrivateEngine]:
    """Gives an engine that runs, and leaves nothing of it."""
    engine = PrivateEngine(directory, flags)
    try:
        engine.start()
        yield engine
    finally:
        with contextlib.suppress(ProcessLookupError):
            engine.send(signal.SIGCONT)
            engine.end(signal.SIGTERM)
        for line in reversed(Path("/proc/mounts").read_text().splitlines()):
            mounted = line.split()[1]
            if mounted.startswith(f"{directory}/"):
                subprocess.run(["umount", "-l", mounted], check=False)
        shutil.rmtree(directory, ignore_errors=True)
