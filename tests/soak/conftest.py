"""The soak is a program, run by `make soak`; pytest does not collect it."""

collect_ignore_glob = ["*.py"]
