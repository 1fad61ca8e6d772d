"""Abilities: when they work, whose they are, and the verbs of their rows; what verbs do is in `effects`."""
