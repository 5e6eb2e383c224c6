"""What hostile lives do: flags of the scripted bot, and the verdicts that each may earn."""

from dataclasses import dataclass

from arena.record import Verdict

OK = frozenset({Verdict.OK})
PROTOCOL = frozenset({Verdict.PROTOCOL})
TIMEOUT = frozenset({Verdict.TIMEOUT})
CRASHED = frozenset({Verdict.CRASHED})
NO_CONNECT = frozenset({Verdict.NO_CONNECT})


@dataclass(frozen=True, slots=True)
class Deed:
    """One way to misbehave. What ends all matches in play leaves some that it had not begun."""

    flags: tuple[str, ...]
    verdicts: frozenset[Verdict]


DEEDS = {
    "crash": Deed(("--crash", "3", "--at", "card"), CRASHED),
    "kill itself": Deed(("--kill-self", "--at", "card"), CRASHED),
    "hang": Deed(("--stall", "--at", "card"), TIMEOUT),
    "stop itself": Deed(("--stop-self", "--at", "bid"), TIMEOUT),
    "endless loop": Deed(("--spin", "--at", "card"), TIMEOUT),
    "fork bomb": Deed(("--fork-bomb", "--at", "card"), TIMEOUT | CRASHED | {Verdict.LIMIT}),
    "memory bomb": Deed(("--hog", "--at", "card"), TIMEOUT | {Verdict.OOM}),  # on a full machine
    "flood of answers": Deed(("--flood", "--at", "card"), PROTOCOL),
    "garbage": Deed(("--garbage", "bad-bytes", "--at", "card"), PROTOCOL),
    "far too much": Deed(("--garbage", "oversize", "--at", "card"), PROTOCOL | CRASHED),
    "garbled HTTP/2": Deed(("--raw-garbage", "settings"), NO_CONNECT),
    "random bytes": Deed(("--raw-garbage", "random"), NO_CONNECT),
    "never connects": Deed(("--never-connect",), NO_CONNECT),
    "never greets": Deed(("--no-hello",), NO_CONNECT),
    "never reads": Deed(("--never-read",), PROTOCOL | TIMEOUT | NO_CONNECT),
    "half-close": Deed(("--half-close", "--at", "card"), PROTOCOL | CRASHED),
    "illegal": Deed(("--illegal", "always", "--at", "card"), frozenset({Verdict.ILLEGAL})),
    "resigns": Deed(("--bye", "--at", "card"), frozenset({Verdict.RESIGNED})),
    "flood of stderr": Deed(("--stderr-flood",), OK | TIMEOUT),
    "never ends": Deed(("--late-exit",), OK),
    "leaves a daemon": Deed(("--daemon",), OK),
    "second stream": Deed(("--garbage", "second-stream", "--at", "card"), OK),
}
