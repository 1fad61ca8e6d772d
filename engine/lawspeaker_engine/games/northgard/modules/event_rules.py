"""Events that hold for their year as rules: in Explore actions and combats, at Harvest and in winter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.northgard import buildings, figures
from lawspeaker_engine.games.northgard.actions.combat import ATTACKER, Combat
from lawspeaker_engine.games.northgard.board import Laid
from lawspeaker_engine.games.northgard.modules.event_effects import EventEffect, Events, losable
from lawspeaker_engine.games.northgard.options import Figure, Territory, Trade
from lawspeaker_engine.games.northgard.state import LORE, WOOD, State
from lawspeaker_engine.model import PUBLIC, Decision

# Actions and combats.


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingOthers(EventEffect):
    """An Explore action gives fame for each enemy or neutral territory that it closes, and lore for a large one."""

    fame: int
    lore: int
    lore_from_tiles: int

    def after_explore(self, state: State, seat: int, laid: Laid) -> None:
        """A teammate's territory is neither enemy nor neutral."""
        if self.holds(state):
            for territory in laid.closed:
                owner = state.board.owner[territory]
                if owner < 0 or state.is_enemy(seat, owner):
                    state.players[seat].fame += self.fame
                    if state.board.size[territory] >= self.lore_from_tiles:
                        state.gain(seat, LORE, self.lore)


@dataclass(frozen=True, slots=True, kw_only=True)
class Combats(EventEffect):
    """Combats are bloodier, or attackers stronger; losses, or won defenses, give fame."""

    casualties_both: int = 0
    """Casualties more that each side inflicts."""
    fame_per_loss: int = 0
    """For each figure that is taken off as a casualty, to its owner."""
    attacker_points: int = 0
    defender_win_fame: int = 0

    def inflicts(self, state: State, combat: Combat, side: int) -> int:
        """Both sides inflict them."""
        return self.casualties_both if self.holds(state) and not self.spares(state, combat.seat(1 - side)) else 0

    def figures_lost(self, state: State, combat: Combat, side: int, lost: int) -> None:
        """The one who lost them gains the fame."""
        if self.holds(state) and not self.spares(state, combat.seat(side)):
            state.players[combat.seat(side)].fame += lost * self.fame_per_loss

    def combat_points(self, state: State, combat: Combat, side: int) -> int:
        """The defender has none."""
        return self.attacker_points if side == ATTACKER and self.holds(state) else 0

    def defense_won(self, state: State, seat: int, territory: int) -> None:
        """The fame is the same wherever it was."""
        if self.holds(state):
            state.players[seat].fame += self.defender_win_fame


# Before Harvest: territories are picked, and yield more or less this year.


@dataclass(frozen=True, slots=True, kw_only=True)
class LevyRich(EventEffect):
    """Each player picks an own territory that yields much; that yields nothing this year, or loses a figure."""

    resources: int
    """How many it yields at least."""

    def affect(self, state: State, seat: int) -> None:
        """Ask, if there is such a territory."""
        if lands := rich(state, seat, self.resources):
            state.push(YieldOrFigure(seat, tuple(lands)))

    def territory_yield(
        self, state: State, seat: int, territory: int, made: tuple[int, int, int],
    ) -> tuple[int, int, int]:
        """A picked territory yields nothing, neither to its owner nor to a thief."""
        return (0, 0, 0) if self.holds(state) and marked(state, territory) else made


@dataclass(frozen=True, slots=True, kw_only=True)
class Infest(EventEffect):
    """Every territory that yields much loses a figure, or yields less food, which gives its owner fame."""

    resources: int
    """How many it yields at least."""
    food: int
    """How much less it yields; that may be more than it has."""
    fame: int

    def affect(self, state: State, seat: int) -> None:
        """Ask for one territory after the other."""
        for territory in reversed(rich(state, seat, self.resources)):
            state.push(YieldOrFigure(seat, (territory,), self.fame))

    def territory_yield(
        self, state: State, seat: int, territory: int, made: tuple[int, int, int],
    ) -> tuple[int, int, int]:
        """A picked territory yields less food, but not less than none."""
        if self.holds(state) and marked(state, territory):
            return (max(made[0] - self.food, 0), made[1], made[2])
        return made


@dataclass(slots=True)
class YieldOrFigure(Frame[State]):
    """The seat picks one of these territories: it yields less this year, or it loses a figure."""

    seat: int
    territories: tuple[int, ...]
    fame: int = 0
    """The fame that is gained if it yields less."""

    def step(self, state: State) -> Decision:
        """Ask: a territory stands for less yield there, a figure for its loss. Yield is lost by default."""
        options: list[Territory | Figure] = [Territory(territory) for territory in self.territories]
        for territory in self.territories:
            options += losable(state, territory)
        return Decision(self.seat, "event.loss", options, 1, 1, (0,), PUBLIC)

    def take(self, state: State, chosen: Sequence[Territory] | Sequence[Figure]) -> Work:
        """Mark the territory, or take the figure off."""
        option = chosen[0]
        if isinstance(option, Territory):
            state.part(Events).marked.append(option.territory)
            state.players[self.seat].fame += self.fame
        else:
            special = figures.one_of(option)
            figures.to_reserve(state, self.seat, option.territory, 0 if special else 1, special)
        return DONE


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubleOne(EventEffect):
    """Each player picks an own territory, which gives no fame this year, but twice what it yields."""

    def affect(self, state: State, seat: int) -> None:
        """Ask which one; who controls any must pick one."""
        if lands := state.controlled(seat):
            state.push(PickDoubled(seat, tuple(lands)))

    def territory_fame(self, state: State, seat: int, territory: int, fame: int) -> int:
        """A picked territory gives none, not even for an Altar."""
        return 0 if self.holds(state) and marked(state, territory) else fame

    def territory_yield(
        self, state: State, seat: int, territory: int, made: tuple[int, int, int],
    ) -> tuple[int, int, int]:
        """Buildings count twice too."""
        return (2 * made[0], 2 * made[1], 2 * made[2]) if self.holds(state) and marked(state, territory) else made


@dataclass(slots=True)
class PickDoubled(Frame[State]):
    """The seat picks the territory that gives no fame, but twice its resources."""

    seat: int
    territories: tuple[int, ...]

    def step(self, state: State) -> Decision | Work:
        """Ask which one."""
        return self.choose(state, self.seat, "event.choose", [Territory(each) for each in self.territories], PUBLIC)

    def take(self, state: State, chosen: Sequence[Territory]) -> Work:
        """Mark it."""
        state.part(Events).marked.append(chosen[0].territory)
        return DONE


def rich(state: State, seat: int, resources: int) -> list[int]:
    """Return own territories that yield at least so many resources, buildings included; ascending."""
    board = state.board
    return [each for each in state.controlled(seat) if sum(buildings.produced(board, each)) >= resources]


def marked(state: State, territory: int) -> bool:
    """Return whether the territory is one that was picked before this Harvest."""
    territory_of = state.board.territory_of
    return any(territory_of[area] == territory for area in state.part(Events).marked)


# Harvest and winter.


@dataclass(frozen=True, slots=True, kw_only=True)
class HarvestFameByTerritory(EventEffect):
    """Every territory gives the same fame at Harvest, open or closed; Altars give theirs besides."""

    fame: int

    def territory_fame(self, state: State, seat: int, territory: int, fame: int) -> int:
        """Only the fame for being closed is replaced."""
        return self.fame + buildings.total(state.board, territory, buildings.FAME) if self.holds(state) else fame


@dataclass(frozen=True, slots=True, kw_only=True)
class Trades(EventEffect):
    """Trades at Harvest give fame, and wood has a better price."""

    fame_each: int
    wood_for_lore: int
    """How much wood buys one lore."""

    def more_trades(self, state: State, seat: int) -> list[Trade]:
        """Offer the better price to who has the wood."""
        if self.holds(state) and state.players[seat].resources[WOOD] >= self.wood_for_lore:
            return [Trade(0, self.wood_for_lore, 0, LORE)]
        return []

    def after_trade(self, state: State, seat: int) -> None:
        """All trades count, those at the better price too."""
        if self.holds(state):
            state.players[seat].fame += self.fame_each


@dataclass(frozen=True, slots=True, kw_only=True)
class WinterCost(EventEffect):
    """Winter costs everybody more."""

    food: int
    wood: int

    def winter_cost(self, state: State, seat: int) -> tuple[int, int]:
        """Ask it even of those without figures."""
        return (self.food, self.wood) if self.holds(state) else (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class WinterUnits(EventEffect):
    """Winter counts more units for closed territories."""

    per_closed: int

    def winter_units(self, state: State, seat: int) -> int:
        """Those count that the seat controls when it pays."""
        if not self.holds(state):
            return 0
        return self.per_closed * sum(state.board.closed(territory) for territory in state.controlled(seat))
