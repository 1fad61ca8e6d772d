"""Loaded Parley: Parley in which a die shows its six far more often than anything else."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lawspeaker_engine.model import Chance, Question
from tests.games.parley import Parley, State

WEIGHTS: Final = (1, 1, 1, 1, 1, 1_000_000)


class LoadedParley(Parley):
    """The game of the same name, with weights in one of its questions."""

    def pending(self, state: State) -> Question:
        asked = super().pending(state)
        if isinstance(asked, Chance) and asked.prompt == "round.roll":
            return replace(asked, weights=WEIGHTS)
        return asked


LOADED_PARLEY = LoadedParley()
