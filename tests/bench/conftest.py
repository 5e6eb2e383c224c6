"""The benchmarks are programs, run by `make bench`; pytest does not collect them."""

collect_ignore_glob = ["*.py"]
