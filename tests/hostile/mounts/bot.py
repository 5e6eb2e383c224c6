"""Tries to change what is mounted where, by the old calls and by the new."""

from calls import call, refused
from hostile import Player

BIND, REMOUNT = 4096, 32
DETACH = 2


class Mounter(Player):
    def deed(self) -> None:
        refused(
            {
                "mount": lambda: call("mount", b"none", b"/tmp", b"tmpfs", 0, None),
                "bind": lambda: call("mount", b"/", b"/tmp", None, BIND, None),
                "remount": lambda: call("mount", None, b"/run/arena", None, REMOUNT | BIND, None),
                "umount": lambda: call("umount2", b"/run/arena", DETACH),
                "umount of what hides": lambda: call("umount2", b"/proc/keys", DETACH),
                "chroot": lambda: call("chroot", b"/tmp"),
                "pivot_root": lambda: call("pivot_root", b"/tmp", b"/tmp"),
                "open_tree": lambda: call("open_tree", -100, b"/", 1),
                "move_mount": lambda: call("move_mount", -100, b"/", -100, b"/tmp", 0),
                "fsopen": lambda: call("fsopen", b"tmpfs", 0),
                "fsmount": lambda: call("fsmount", 0, 0, 0),
                "mount_setattr": lambda: call("mount_setattr", -100, b"/", 0, bytes(32), 32),
                "open_by_handle_at": lambda: call("open_by_handle_at", -100, bytes(32), 0),
                "swapon": lambda: call("swapon", b"/tmp/swap", 0),
                "swapoff": lambda: call("swapoff", b"/tmp/swap"),
                "quotactl": lambda: call("quotactl", 0x80000100, b"/dev/sda", 0, None),
                "acct": lambda: call("acct", None),
            }
        )


if __name__ == "__main__":
    Mounter().run()
