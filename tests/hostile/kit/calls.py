"""System calls by name, as their numbers are on this machine."""

import errno
import os
from collections.abc import Callable, Mapping

from hostile import breach, did, is_refused, system_call

_NUMBERS = {  # on x86-64, and in the generic table of newer machines
    "acct": (163, 89),
    "add_key": (248, 217),
    "adjtimex": (159, 171),
    "bpf": (321, 280),
    "capset": (126, 91),
    "chroot": (161, 51),
    "clock_adjtime": (305, 266),
    "clock_settime": (227, 112),
    "clone": (56, 220),
    "clone3": (435, 435),
    "delete_module": (176, 106),
    "fanotify_init": (300, 262),
    "finit_module": (313, 273),
    "fsmount": (432, 432),
    "fsopen": (430, 430),
    "init_module": (175, 105),
    "io_setup": (206, 0),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "io_uring_setup": (425, 425),
    "kcmp": (312, 272),
    "kexec_file_load": (320, 294),
    "kexec_load": (246, 104),
    "keyctl": (250, 219),
    "memfd_create": (319, 279),
    "mount": (165, 40),
    "mount_setattr": (442, 442),
    "move_mount": (429, 429),
    "mq_open": (240, 180),
    "msgget": (68, 186),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "perf_event_open": (298, 241),
    "personality": (135, 92),
    "pidfd_getfd": (438, 438),
    "pidfd_open": (434, 434),
    "pivot_root": (155, 41),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "ptrace": (101, 117),
    "quotactl": (179, 60),
    "reboot": (169, 142),
    "request_key": (249, 218),
    "semget": (64, 190),
    "setdomainname": (171, 162),
    "sethostname": (170, 161),
    "setns": (308, 268),
    "settimeofday": (164, 170),
    "shmget": (29, 194),
    "swapoff": (168, 225),
    "swapon": (167, 224),
    "sync": (162, 81),
    "syncfs": (306, 267),
    "syslog": (103, 116),
    "umount2": (166, 39),
    "unshare": (272, 97),
    "userfaultfd": (323, 282),
}


def call(name: str, *arguments: int | bytes | None) -> int:
    """Makes a system call; raises OSError as Python's own calls do."""
    return system_call(_NUMBERS[name][os.uname().machine != "x86_64"], *arguments)


def refused(ways: Mapping[str, Callable[[], object]]) -> None:
    """Tries what must be refused before the kernel looks at it; else it is a breach."""
    for name, way in ways.items():
        try:
            outcome = way()
        except OSError as error:
            if not is_refused(error):
                breach(f"{name} was let through: {error.strerror}")
        else:
            breach(f"{name} worked: {outcome}")
    did(f"{len(ways)} ways were refused: {', '.join(ways)}")


def failing(ways: Mapping[str, Callable[[], object]]) -> None:
    """Tries what must fail, in whatever way; else it is a breach."""
    answers = []
    for name, way in ways.items():
        try:
            outcome = way()
        except OSError as error:
            answers.append(f"{name} ({errno.errorcode.get(error.errno or 0, 'refused')})")
        else:
            breach(f"{name} worked: {str(outcome)[:200]}")
    did(f"{len(ways)} ways failed: {', '.join(answers)}")
