"""The rules of the games, and nothing else: no clock, no chance of its own, no network, no files after loading."""
