"""Cutthroat Spades (docs/rules/spades.md)."""
