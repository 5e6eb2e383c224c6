"""Holds the code generated from proto/arena/v1; `make proto` writes it."""
