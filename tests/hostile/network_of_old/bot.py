"""Makes calls in the way of other machines, by which a filter for this one may be passed."""

import ctypes
import mmap
import os
import signal

from hostile import Player, breach, did

CODES = {
    # mov eax, 359 (socket); mov ebx, 2; mov ecx, 1; xor edx, edx; int 0x80; ret
    "32 bits": "b867010000 bb02000000 b901000000 31d2 cd80 c3",
    # mov eax, 20 (getpid); int 0x80; ret
    "32 bits, harmless": "b814000000 cd80 c3",
    # mov eax, 0x40000029 (socket); mov edi, 2; mov esi, 1; xor edx, edx; syscall; ret
    "x32": "b829000040 bf02000000 be01000000 31d2 0f05 c3",
}
FAILED = 3


class Foreigner(Player):
    def deed(self) -> None:
        ends = {name: _end_of(bytes.fromhex(code)) for name, code in CODES.items()}
        for name, end in ends.items():
            if end == "worked":
                breach(f"a call of {name} worked")
        did(f"foreign calls: {ends}")


def _end_of(code: bytes) -> str:
    """Runs machine code in a child; returns how that ended."""
    child = os.fork()
    if child == 0:
        protection = mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC
        memory = mmap.mmap(-1, mmap.PAGESIZE, prot=protection)
        memory.write(_kept(code))
        address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
        answer = ctypes.CFUNCTYPE(ctypes.c_int)(address)()
        os._exit(0 if answer >= 0 else FAILED)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return signal.Signals(os.WTERMSIG(status)).name
    return "refused" if os.WEXITSTATUS(status) == FAILED else "worked"


def _kept(code: bytes) -> bytes:
    """Returns `code` between a push and a pop of rbx, which belongs to the caller."""
    return b"\x53" + code.removesuffix(b"\xc3") + b"\x5b\xc3"


if __name__ == "__main__":
    Foreigner().run()
