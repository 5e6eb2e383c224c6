"""The moments of a league's life at which a crash is tried out, by name.

`reached` tells the interpreter's audit hooks, and nobody else. The arena installs no such hook, and
nothing that is set from outside can; a test does, in a process of its own, and ends that process at
the moment it names (docs/decisions/0009-moments-of-a-crash.md). A moment stands where something has
just become true, or, named `…-due`, where it is just about to.
"""

import sys
from enum import StrEnum

EVENT = "arena.moment"
"""The audit event; its arguments are the moment and its detail."""


class Moment(StrEnum):
    """What has just happened, in the order of a league's life."""

    # A league is made.
    LOCK_TAKEN = "lock-taken"
    UPGRADE_DUE = "upgrade-due"
    UPGRADED = "upgraded"
    DRAFT_FILLED = "draft-filled"
    SECRET_WRITTEN = "secret-written"  # noqa: S105  # a name, and no secret
    SETTINGS_WRITTEN = "settings-written"
    LEAGUE_MADE = "league-made"
    LOCK_RELEASED = "lock-released"
    # The store, whatever is stored.
    COMMIT_DUE = "commit-due"
    COMMITTED = "committed"
    CRASH_SETTLED = "crash-settled"
    # A bot is handed in.
    COPY_STAGED = "copy-staged"
    COPY_STORED = "copy-stored"
    IMAGE_BUILT = "image-built"
    TRIAL_PASSED = "trial-passed"
    ENTRANT_STORED = "entrant-stored"
    SCHEDULE_STORED = "schedule-stored"
    # A run begins.
    RUN_DIRECTORY_MADE = "run-directory-made"
    SWEPT = "swept"
    KEPT_CHECKED = "kept-checked"
    SITTING_BEGUN = "sitting-begun"
    # A bot is started.
    SLOT_DIRECTORY_MADE = "slot-directory-made"
    SLOT_OPENED = "slot-opened"
    LIFE_PREPARED = "life-prepared"
    CONTAINER_CREATED = "container-created"
    BOT_STARTED = "bot-started"
    BOT_GREETED = "bot-greeted"
    BOT_WELCOMED = "bot-welcomed"
    # A match is played.
    INTENT_STORED = "intent-stored"
    DEAL_BEGUN = "deal-begun"
    IN_DEAL = "in-deal"
    DEAL_OVER = "deal-over"
    RESULT_KNOWN = "result-known"
    RESULT_STORED = "result-stored"
    ATTEMPT_ANNULLED = "attempt-annulled"
    ATTEMPT_INTERRUPTED = "attempt-interrupted"
    # A bot, a sitting and a run end.
    GOODBYE_SAID = "goodbye-said"
    BOT_ENDED = "bot-ended"
    BOT_REMOVED = "bot-removed"
    SLOT_REMOVED = "slot-removed"
    LIFE_STORED = "life-stored"
    SITTING_CLOSED = "sitting-closed"
    CHECKPOINT_STORED = "checkpoint-stored"
    SANDBOX_CLOSED = "sandbox-closed"
    RUN_DIRECTORY_REMOVED = "run-directory-removed"
    # A league is closed.
    LEAGUE_CLOSED = "league-closed"


def reached(moment: Moment, detail: str = "") -> None:
    """Says that `moment` has come; `detail` says of what: a match, a slot, an entrant."""
    sys.audit(EVENT, moment, detail)
