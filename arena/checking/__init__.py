"""Tries a bot as a league would play it: the checks at submission, and recorded decisions again."""
