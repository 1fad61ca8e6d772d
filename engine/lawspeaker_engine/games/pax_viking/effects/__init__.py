"""The effects of the verbs of abilities. Importing this package registers all of them with `effect.begin`."""

from lawspeaker_engine.games.pax_viking.effects import control, followers, money, ships, tiles

__all__ = ["control", "followers", "money", "ships", "tiles"]
