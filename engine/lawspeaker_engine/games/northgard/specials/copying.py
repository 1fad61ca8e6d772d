"""Resolving a card that already lies in an active area once more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import Frame
from lawspeaker_engine.games.northgard.card import CARDS, playable
from lawspeaker_engine.games.northgard.deck import distinct
from lawspeaker_engine.games.northgard.options import Card
from lawspeaker_engine.games.northgard.resolve import resolve_card
from lawspeaker_engine.games.northgard.specials.removing import adjacent
from lawspeaker_engine.games.northgard.specials.special import Special
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.model import PUBLIC, Decision

PLAYED = "played"
ADJACENT = "adjacent"
SCORCHED = "scorched"
WHOSE = (PLAYED, ADJACENT, SCORCHED)


@dataclass(frozen=True, slots=True)
class Copy(Special):
    """Resolve, for the own seat, a card of some active area; never one that copies, so that it comes to an end."""

    of: str
    """played: cards the seat played this year; adjacent: active areas of the owners of enemy territories adjacent to
    own ones; scorched: active area of the enemy in whose territory the Scorched Earth token lies."""

    def __post_init__(self) -> None:
        if self.of not in WHOSE:
            raise ValueError(f"copy of = {self.of!r}; it is one of {', '.join(WHOSE)}")

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask which one."""
        del card
        state.push(ChooseCopied(seat, self.of))


@dataclass(slots=True)
class ChooseCopied(Frame[State]):
    """The seat chooses the card to resolve, among those it could play now."""

    seat: int
    of: str

    def step(self, state: State) -> Decision | None:
        """Ask which card; if none can be resolved, nothing happens (AMB-R50)."""
        options = [
            option for option in distinct(self._cards(state))
            if not copies(option.card) and playable(state, self.seat, option.card)
        ]
        return self.choose(state, self.seat, "card.copy", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Card]) -> None:
        """The card itself stays where it is."""
        state.agenda.pop()
        for option in chosen:
            resolve_card(state, self.seat, option.card)

    def _cards(self, state: State) -> list[int]:
        if self.of == PLAYED:
            return state.players[self.seat].played
        return [card for owner in self._owners(state) for card in state.players[owner].active]

    def _owners(self, state: State) -> list[int]:
        board = state.board
        where = board.territories if self.of == ADJACENT else [state.scorched] if state.scorched >= 0 else []
        owners = {
            board.owner[territory] for territory in where
            if state.is_enemy(self.seat, board.owner[territory])
            and (self.of == SCORCHED or adjacent(state, self.seat, territory))
        }
        return sorted(owners)


def copies(card: int) -> bool:
    """Whether the card resolves another one."""
    return any(isinstance(effect, Copy) for effect in CARDS[card].effects)
