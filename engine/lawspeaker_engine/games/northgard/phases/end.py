"""End of the year and of the game (NG-EOY-*, NG-END-*)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard import teams
from lawspeaker_engine.games.northgard.actions import explore, groups
from lawspeaker_engine.games.northgard.options import Accept, PlaceTile, Tile, tile_options
from lawspeaker_engine.games.northgard.phases import scoring
from lawspeaker_engine.games.northgard.settings import NORMAL_YEARS
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.model import PUBLIC, Chance, Decision, Outcome

TERRITORIES_TO_WIN: Final = 3
TEAM_TERRITORIES_TO_WIN: Final = 5
SOLO_TERRITORIES_TO_WIN: Final = 4
"""At level 1 of the Automa, for either side (AUTO-LVL-01, AMB-A04)."""


@dataclass(frozen=True, slots=True)
class Victory:
    """A way to win in any year."""

    reason: str
    """The outcome's."""
    able: Callable[[State], dict[tuple[int, ...], tuple[int, ...]]]
    """Returns the sides that meet it now, each with what compares them before fame and its ties do."""
    met: Callable[[State, tuple[int, ...]], str]
    """Returns what one of these sides has, in words."""
    ties: tuple[str, ...] = ()
    """What the numbers of `able` compare, in words."""

    def standings(self, state: State) -> dict[tuple[int, ...], tuple[int, ...]]:
        """Return the sides that meet it now, each with all that compares them."""
        return {side: (*first, *scoring.standing(state, side)) for side, first in self.able(state).items()}

    def winners(self, state: State) -> list[tuple[int, ...]]:
        """Return the sides that win by it now: one, several still tied, or none at all."""
        standings = self.standings(state)
        best = max(standings.values(), default=None)
        return [side for side, standing in standings.items() if standing == best]


@dataclass(slots=True)
class CheckVictory(Frame[State]):
    """The victories of the table come before victory by fame, also in the last year (NG-EOY-01, NG-EOY-02,
    NG-END-05).
    """

    def step(self, state: State) -> Work:
        """End the game if somebody has won, or if the last year is over."""
        for victory in state.table.victories:
            if winners := victory.winners(state):
                finish(state, victory.reason, winners)
                return DONE
        if state.year == state.settings.years:
            finish(state, "fame", [])
        return DONE


@dataclass(slots=True)
class SecondChances(Frame[State]):
    """Second chances in turn order (NG-EOY-03)."""

    order: tuple[int, ...]

    def step(self, state: State) -> Work:
        """Offer them one after the other."""
        for seat in reversed(self.order):
            state.push(SecondChance(seat))
        return DONE


@dataclass(slots=True)
class NextYear(Frame[State]):
    """The year token goes on (NG-EOY-05)."""

    def step(self, state: State) -> Work:
        """Begin the next year; what held for the last one only is over."""
        for player in state.players:
            player.passed = player.awakened = player.conqueror = player.pick_taken = False
        state.year += 1
        return DONE


def territories_able(state: State) -> dict[tuple[int, ...], tuple[int, ...]]:
    """Return the sides that meet the victory by closed territories with a large building.

    Three for a player and five for a team; not at all in the long game (NG-END-01, NG-VAR-03, NG-VAR-08, NG-VAR-09).
    """
    settings = state.settings
    if settings.years != NORMAL_YEARS:
        return {}
    return able_with(state, TEAM_TERRITORIES_TO_WIN if settings.teams else TERRITORIES_TO_WIN)


def able_with(state: State, needed: int) -> dict[tuple[int, ...], tuple[int, ...]]:
    """Return the sides that have so many closed territories with a large building; fame alone compares them."""
    return {side: () for side in teams.sides(state) if large_closed(state, side) >= needed}


def large_closed(state: State, side: Iterable[int]) -> int:
    """Return how many closed territories with a large building a side controls."""
    return sum(scoring.large_closed(state, seat) for seat in side)


def territories_met(state: State, side: tuple[int, ...]) -> str:
    """Return how many territories with a large building the side has closed, in words."""
    return f"{large_closed(state, side)} closed territories with a large building"


TERRITORIES: Final = Victory("territories", territories_able, territories_met)
"""The victory of the base game."""


def finish(state: State, reason: str, winners: Sequence[tuple[int, ...]]) -> None:
    """The game is over: `winners` come first, all others by final total and its ties, equal ones sharing a place.

    Teammates share place and score, which is their team's (NG-VAR-08); a place counts the players before it.
    """
    sides = teams.sides(state)
    standings = {side: (side in winners, *scoring.standing(state, side)) for side in sides}
    ranks = [0] * state.settings.players
    scores = [0] * state.settings.players
    for side in sides:
        rank = 1 + sum(len(other) for other in sides if standings[other] > standings[side])
        for seat in side:
            ranks[seat] = rank
            scores[seat] = standings[side][1]
    state.outcome = Outcome(tuple(ranks), tuple(scores), reason)
    state.phase = "over"
    state.agenda.clear()


@dataclass(slots=True)
class SecondChance(Frame[State]):
    """A seat without figures on the map may put a group into a neutral territory (NG-EOY-03, AMB-R32)."""

    seat: int
    searched: bool = False
    """True if it has drawn tiles to make land; that is done once."""

    def step(self, state: State) -> Decision | Work:
        """Offer to draw tiles if all land is taken (NG-EOY-04); then ask for the territory, if there is one."""
        absent = state.units_on_map(self.seat) == 0
        neutral = state.neutral()
        if absent and not neutral and not self.searched and (state.pile or state.bottom):
            return Decision(self.seat, "second_chance.draw", [Accept()], 0, 1, (0,), PUBLIC)
        if absent and neutral:
            state.push(groups.PlaceGroups(self.seat, "second_chance.group", tuple(neutral), least=0))
        return DONE

    def take(self, state: State, chosen: Sequence[Accept]) -> Work:
        """Find a tile, then place the group; or stay away this time."""
        if chosen:
            self.searched = True
            state.push(NewLand(self.seat, len(state.pile) + len(state.bottom)))
            return ONGOING
        return DONE


@dataclass(slots=True)
class NewLand(Frame[State]):
    """The seat draws a tile and lays it anywhere so that there is neutral land; no Explore action (AMB-R31)."""

    seat: int
    left: int
    """Tiles not yet tried: each that leaves no neutral land goes under the pile."""
    drawn: int = -1

    def step(self, state: State) -> Decision | Chance | Work:
        """Draw until a tile can be laid; then it must be."""
        if self.drawn < 0:
            return self._draw(state)
        places = explore.placements(state.board, [self.drawn], state.board.cells_touching(), room=True)
        if places:
            return self.choose(state, self.seat, "second_chance.tile", places, PUBLIC)
        state.bottom.append(self.drawn)
        self.drawn = -1
        return ONGOING

    def _draw(self, state: State) -> Chance | Work:
        if not self.left:
            return DONE
        if len(state.pile) > 1:
            return Chance("tiles.draw", tile_options(state.pile), 1, "tiles", PUBLIC)
        self.left -= 1
        self.drawn = (state.pile or state.bottom).pop(0)
        return ONGOING

    def take(self, state: State, chosen: Sequence[PlaceTile] | Sequence[Tile]) -> Work:
        """Chance has drawn, or the seat lays the tile."""
        option = chosen[0]
        if isinstance(option, Tile):
            state.pile.remove(option.tile)
            self.left -= 1
            self.drawn = option.tile
            return ONGOING
        explore.lay(state, option.tile, option.x, option.y, option.rotation, self.seat, explored=True)
        return DONE
