"""Runs leagues of bot programs that play three-seat card games in sandboxes."""
