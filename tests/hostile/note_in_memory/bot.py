"""Remembers every card of all its tables, over two deals each, and looks for one dealt twice."""

from carrier import Carrier

if __name__ == "__main__":
    Carrier().run()
