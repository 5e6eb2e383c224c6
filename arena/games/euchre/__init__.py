"""Three-handed Euchre (docs/rules/euchre.md)."""
