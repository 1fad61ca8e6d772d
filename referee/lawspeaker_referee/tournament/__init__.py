"""Tournaments: what is played, by whom, how often, and what it says about the bots."""
