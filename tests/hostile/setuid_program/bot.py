"""Starts programs of its image that belong to root and are marked to run as root."""

import subprocess
from pathlib import Path

from hostile import Player, breach, did

ASK = "import os; print(os.geteuid(), os.getegid(), open('/proc/self/status').read())"
PROGRAMS = ("/opt/as-root", "/opt/as-group", "/opt/with-capabilities")


class Climber(Player):
    at = "start"

    def deed(self) -> None:
        for program in PROGRAMS:
            try:
                run = subprocess.run(
                    [program, "-c", ASK], capture_output=True, text=True, check=True
                )
            except PermissionError as error:
                did(f"{program}: {error.strerror}")
                continue
            user, group, *status = run.stdout.split()
            effective = status[status.index("CapEff:") + 1]
            if "0" in (user, group) or int(effective, 16):
                breach(f"{program} runs as {user}:{group} with {effective}")
            did(f"{Path(program).stat().st_mode:o} runs as {user}:{group} with {effective}")


if __name__ == "__main__":
    Climber().run()
