"""What a Tales card is, and the list of all of them, which `tales` fills once when it is imported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from lawspeaker_engine.game import did_you_mean
from lawspeaker_engine.games.clansmen.state import State


class Verb(Protocol):
    """The effect of a card: a frozen dataclass read from a row, which knows when it may be played and how it begins."""

    def playable(self, state: State, seat: int) -> bool:
        """Whether the card may be played by itself, in the own turn (CL-TALES-02)."""

    def begin(self, state: State, seat: int, card: int) -> None:
        """Do it for the seat, or push the frames that will; the card leaves the hand for the discard or a tile."""


@dataclass(frozen=True, slots=True)
class Tale:
    """A row of content/tales.toml; its number is its place in `TALES`."""

    id: str
    name: str
    copies: int
    """How often it is in the deck."""
    text: str
    """What it does, in a sentence of our own."""
    effect: Verb


TALES: Final[list[Tale]] = []
"""All cards by number. Filled by `tales`, so that frames can look up a card without importing what reads the rows."""


def refuse_unknown(field: str, word: str, known: Sequence[str]) -> None:
    """Raises ValueError if a row's word is none of the known ones."""
    if word not in known:
        raise ValueError(f"{field} = {word!r}; it is one of {', '.join(known)}{did_you_mean(word, known)}")
