"""Tries to turn the system's clocks, to have more time than it is given."""

import ctypes
import time

from hostile import Player, must_fail, system_call

SETTIMEOFDAY, ADJTIMEX, CLOCK_SETTIME, CLOCK_ADJTIME = 164, 159, 227, 305
SETOFFSET = 0x0100


class Turner(Player):
    def deed(self) -> None:
        now = bytes(ctypes.c_int64(int(time.time()) - 3600)) + bytes(8)
        change = SETOFFSET.to_bytes(4, "little") + bytes(204)
        must_fail("settimeofday", lambda: system_call(SETTIMEOFDAY, now, None))
        must_fail("clock_settime", lambda: time.clock_settime(time.CLOCK_REALTIME, time.time() - 1))
        must_fail("CLOCK_SETTIME", lambda: system_call(CLOCK_SETTIME, 1, now))
        must_fail("adjtimex", lambda: system_call(ADJTIMEX, change))
        must_fail("clock_adjtime", lambda: system_call(CLOCK_ADJTIME, 0, change))


if __name__ == "__main__":
    Turner().run()
