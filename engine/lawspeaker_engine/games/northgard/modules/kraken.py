"""Kraken: High Tide tokens in its territories, which inflict casualties in combats there (UH-CLAN-KRAKEN-01..04)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.northgard.actions.combat import Combat
from lawspeaker_engine.games.northgard.moments import Rule
from lawspeaker_engine.games.northgard.options import DieFace, Territory
from lawspeaker_engine.games.northgard.state import RESERVE, State, Token
from lawspeaker_engine.games.northgard.tokens import HIGH_TIDE
from lawspeaker_engine.model import PUBLIC, Decision


@dataclass(frozen=True, slots=True)
class HighTide(Rule):
    """The power of the clan: so many tokens, and what one is worth in a combat."""

    tokens: int
    casualties: int

    def take_tokens(self, state: State, seat: int) -> None:
        """The tokens wait beside the map (UH-CLAN-KRAKEN-01)."""
        state.tokens += [Token(HIGH_TIDE, seat, RESERVE) for _ in range(self.tokens)]

    def before_play(self, state: State, seat: int, card: int) -> None:
        """A token may be put before every clan card."""
        state.push(PlaceTide(seat))

    def after_die(self, state: State, combat: Combat, side: int, face: DieFace) -> None:
        """The token adds to what the die inflicts (UH-CLAN-KRAKEN-02)."""
        if combat.territory in tides(state, combat.seat(side)):
            combat.inflict(side, self.casualties)


class TokensReturn(Rule):
    """A token goes back once its owner has no figure there, also in the middle of a Move (UH-CLAN-KRAKEN-04)."""

    __slots__ = ()

    def owner_changed(self, state: State, territory: int, before: int) -> None:
        """Nobody but Kraken controls a territory with a token."""
        for token in state.tokens:
            if token.token == HIGH_TIDE and token.territory == territory and token.seat != state.board.owner[territory]:
                token.territory = RESERVE

    def territories_merged(self, state: State) -> None:
        """One of two tokens goes back where a tile joins their territories (UH-CLAN-KRAKEN-03)."""
        held: list[int] = []
        for token in state.tokens:
            if token.token == HIGH_TIDE and token.territory in held:
                token.territory = RESERVE
            elif token.token == HIGH_TIDE and token.territory >= 0:
                held.append(token.territory)


@dataclass(slots=True)
class PlaceTide(Frame[State]):
    """The seat may put a token of its reserve into a territory that it controls; none lies there twice.

    A token that lies on the map is never moved (AMB-H06).
    """

    seat: int

    def step(self, state: State) -> Decision | Work:
        """Ask for a territory."""
        there = tides(state, self.seat)
        options = [Territory(each) for each in state.controlled(self.seat) if each not in there]
        if options and _waiting(state, self.seat):
            return Decision(self.seat, "kraken.token", options, 0, 1, (), PUBLIC)
        return DONE

    def take(self, state: State, chosen: Sequence[Territory]) -> Work:
        """Put one of them there."""
        for option in chosen:
            _waiting(state, self.seat)[0].territory = option.territory
        return DONE


def tides(state: State, seat: int) -> list[int]:
    """Return the territories in which the seat's High Tide tokens lie; it controls them all."""
    return state.token_territories(HIGH_TIDE, seat)


def _waiting(state: State, seat: int) -> list[Token]:
    return [
        token for token in state.tokens
        if token.token == HIGH_TIDE and token.seat == seat and token.territory == RESERVE
    ]
