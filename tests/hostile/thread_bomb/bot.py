"""Starts threads until it cannot, and plays on among them."""

import _thread
import threading

from hostile import Player, did


class ThreadBomb(Player):
    def deed(self) -> None:
        born, gate = 0, threading.Lock()
        gate.acquire()
        try:
            while True:
                _thread.start_new_thread(gate.acquire, ())
                born += 1
        except RuntimeError as error:
            did(f"{born} threads, then {error}")


if __name__ == "__main__":
    ThreadBomb().run()
