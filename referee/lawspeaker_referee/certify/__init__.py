"""Trials that a bot passes before it is let into a competition: a referee plays with it and does what goes wrong."""
