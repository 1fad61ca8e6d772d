"""The effects of events on each player at their moment of the year: choices, losses of buildings and losses of figures.

Events that hold all year are in event_rules.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Self

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.content import CardEffect
from lawspeaker_engine.games.northgard import buildings, figures
from lawspeaker_engine.games.northgard.actions import recruit
from lawspeaker_engine.games.northgard.actions.build import remove_building
from lawspeaker_engine.games.northgard.board import CARVED_SPACE
from lawspeaker_engine.games.northgard.cards.deck import DrawCards
from lawspeaker_engine.games.northgard.cards.special import Special
from lawspeaker_engine.games.northgard.module_views import EventsView, ShowsModules
from lawspeaker_engine.games.northgard.moments import Rule
from lawspeaker_engine.games.northgard.options import Action, Build, Figure, Territory
from lawspeaker_engine.games.northgard.state import LORE, WOOD, State
from lawspeaker_engine.model import PUBLIC, Decision

NO_EVENT: Final = -1


@dataclass(slots=True)
class Events:
    """The part of the state: events by number."""

    now: int = NO_EVENT
    """The event of this year."""
    next: int = NO_EVENT
    """The event of the next year, which lies face up on the pile (UH-EVT-04)."""
    deck: list[int] = field(default_factory=list)
    """Events that nobody has seen yet, ascending; the rest of the pile is among them."""
    marked: list[int] = field(default_factory=list)
    """Areas of the territories that this year's event makes yield more or less, in the order in which they were picked.

    A tile that is laid in between may give their territories other names.
    """

    def copy(self) -> Events:
        """Return an independent copy."""
        return Events(self.now, self.next, self.deck[:], self.marked[:])

    def show(self, state: State, view: ShowsModules) -> None:
        """Show the event of the year and the next one (UH-EVT-04)."""
        view.events = EventsView(self.now, self.next, left(state))


def left(state: State) -> int:
    """Return how many events lie in the pile, the visible one included: one for each year to come (UH-EVT-01)."""
    return state.settings.years - max(state.year, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventEffect(Rule):
    """The base class of effects: what an event does to each player at its moment, and the rule that holds its year."""

    event: int = NO_EVENT
    """The number of the event that has this effect."""
    negative: bool = False
    """True if the event harms, which spares the Automa (AUTO-MOD-02)."""

    def numbered(self, event: int, *, negative: bool) -> Self:
        """Return the same effect for the event with this number."""
        return replace(self, event=event, negative=negative)

    def spares(self, state: State, seat: int) -> bool:
        """Return whether the event does not affect the seat: it harms, and the rules play the seat."""
        return self.negative and seat in state.table.unmanned

    def holds(self, state: State) -> bool:
        """Return whether this year is the event's."""
        return state.part(Events).now == self.event

    def affect(self, state: State, seat: int) -> None:
        """Act on a player at the moment that the event's row names; pushed frames come before the next player."""


# The start of the year.


@dataclass(frozen=True, slots=True, kw_only=True)
class EachChooses(EventEffect):
    """Each player chooses one of these effects; with `may` it can do without."""

    among: tuple[CardEffect[State], ...]
    may: bool = False
    lore: int = 0
    """The price in lore."""

    def __post_init__(self) -> None:
        if self.lore and not self.may:
            raise ValueError("each_chooses with lore needs may = true: nobody has to pay")

    def affect(self, state: State, seat: int) -> None:
        """Offer them."""
        state.push(ChooseOne(seat, self.among, self.may, self.lore))


@dataclass(slots=True)
class ChooseOne(Frame[State]):
    """The seat chooses what an event does for it."""

    seat: int
    among: tuple[CardEffect[State], ...]
    may: bool
    lore: int

    def step(self, state: State) -> Decision | Work:
        """Ask which effect, of those that are possible. What is free is taken by default, the first one."""
        options = [Action(number) for number, effect in enumerate(self.among) if effect.playable(state, self.seat)]
        if state.players[self.seat].resources[LORE] < self.lore:
            options = []
        if options and self.may:
            return Decision(self.seat, "event.choose", options, 0, 1, () if self.lore else (0,), PUBLIC)
        return self.choose(state, self.seat, "event.choose", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Action]) -> Work:
        """Pay, and begin the effect; no card is used for it."""
        for option in chosen:
            state.gain(self.seat, LORE, -self.lore)
            self.among[option.action].begin(state, self.seat, -1)
        return DONE


@dataclass(frozen=True, slots=True)
class GainFame(Special):
    """Gain fame."""

    fame: int

    def begin(self, state: State, seat: int, card: int) -> None:
        """Add it to the seat's tokens."""
        state.players[seat].fame += self.fame


@dataclass(frozen=True, slots=True)
class FameAndUnit(Special):
    """Gain fame, and add units to own territories without a Recruit action."""

    fame: int
    units: int

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask where the units come."""
        state.players[seat].fame += self.fame
        for _ in range(self.units):
            state.push(recruit.PlaceUnit(seat))


# Losses of buildings.


@dataclass(frozen=True, slots=True, kw_only=True)
class EachLosesBuilding(EventEffect):
    """Each player loses a building of its choice, if it has one, and draws cards for it."""

    small_draws: int
    large_draws: int

    def affect(self, state: State, seat: int) -> None:
        """Ask which one."""
        state.push(LoseBuildings(seat, 1, self.small_draws, self.large_draws))


@dataclass(frozen=True, slots=True, kw_only=True)
class Quake(EventEffect):
    """Each player pays wood for territories with buildings, as far as it goes; the others lose one building each."""

    wood: int
    fame_each: int
    """For each territory that is paid for."""

    def affect(self, state: State, seat: int) -> None:
        """Pay, and ask for the buildings."""
        player = state.players[seat]
        built = sum(bool(state.board.buildings[territory]) for territory in state.controlled(seat))
        paid = min(player.resources[WOOD] // self.wood, built)
        player.resources[WOOD] -= paid * self.wood
        player.fame += paid * self.fame_each
        state.push(LoseBuildings(seat, built - paid))


@dataclass(slots=True)
class LoseBuildings(Frame[State]):
    """The seat loses so many buildings of its choice, each in another territory."""

    seat: int
    count: int
    small_draws: int = 0
    """Cards drawn for a small building; likewise for a large one."""
    large_draws: int = 0
    hit: tuple[int, ...] = ()
    """Territories that have lost one."""

    def step(self, state: State) -> Decision | Work:
        """Ask for the next building; equal ones of a territory are one option."""
        if not self.count:
            return DONE
        options: list[Build] = []
        for territory in state.controlled(self.seat):
            if territory not in self.hit:
                kinds = {(code >> 2, code & 3 == CARVED_SPACE) for code in state.board.buildings[territory]}
                options += [Build(building, territory, carved) for building, carved in sorted(kinds)]
        return self.choose(state, self.seat, "event.loss", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Build]) -> Work:
        """Its token goes back to the stock, and its space is free again; who has no building loses none."""
        self.count -= 1
        for option in chosen:
            self.hit = (*self.hit, option.territory)
            remove_building(state, option.building, option.territory, carved=option.carved)
            draws = self.large_draws if buildings.BUILDINGS[option.building].large else self.small_draws
            if draws:
                state.push(DrawCards(self.seat, draws))
        return ONGOING


# Losses of figures.


@dataclass(frozen=True, slots=True, kw_only=True)
class Drown(EventEffect):
    """Each player loses figures in its open territory with the most, and gains fame for each."""

    units: int
    fame_each: int

    def affect(self, state: State, seat: int) -> None:
        """Ask in which territory, if several have the most."""
        lands = open_lands(state, seat)
        most = max((state.figure_count(territory) for territory in lands), default=0)
        lands = [territory for territory in lands if state.figure_count(territory) == most]
        state.push(LoseInOne(seat, tuple(lands), self.units, self.fame_each))


@dataclass(frozen=True, slots=True, kw_only=True)
class SeaMonster(EventEffect):
    """Each player loses a figure in an open territory, and wood if it has some; who has no such land gains fame."""

    wood: int
    fame: int

    def affect(self, state: State, seat: int) -> None:
        """Ask in which territory."""
        player = state.players[seat]
        lands = open_lands(state, seat)
        if lands:
            player.resources[WOOD] = max(player.resources[WOOD] - self.wood, 0)
            state.push(LoseInOne(seat, tuple(lands), 1))
        else:
            player.fame += self.fame


@dataclass(frozen=True, slots=True, kw_only=True)
class Invade(EventEffect):
    """Each player gains fame, and loses figures in every territory with many, fewer where it has defenses."""

    fame: int
    from_units: int
    units: int

    def affect(self, state: State, seat: int) -> None:
        """Ask only where special figures must go."""
        state.players[seat].fame += self.fame
        board = state.board
        for territory in reversed(state.controlled(seat)):
            if state.figure_count(territory) >= self.from_units:
                defenses = board.has(territory, buildings.DEFENSE_TOWER) + 2 * board.has(territory, buildings.FORTRESS)
                state.push(LoseFigures(seat, territory, max(self.units - defenses, 0)))


def open_lands(state: State, seat: int) -> list[int]:
    """Return the open territories that the seat controls, ascending."""
    return [territory for territory in state.controlled(seat) if not state.board.closed(territory)]


@dataclass(slots=True)
class LoseInOne(Frame[State]):
    """The seat picks the territory in which it loses figures (AMB-H50)."""

    seat: int
    territories: tuple[int, ...]
    count: int
    fame_each: int = 0

    def step(self, state: State) -> Decision | Work:
        """Ask which one."""
        return self.choose(state, self.seat, "event.loss", [Territory(each) for each in self.territories], PUBLIC)

    def take(self, state: State, chosen: Sequence[Territory]) -> Work:
        """Lose them there."""
        for option in chosen:
            state.push(LoseFigures(self.seat, option.territory, self.count, self.fame_each))
        return DONE


@dataclass(slots=True)
class LoseFigures(Frame[State]):
    """The seat loses so many figures in a territory, or all if it has fewer: plain units first, even the last one.

    Special figures count as units, and go when no plain one is left (AMB-H50, AMB-H55).
    """

    seat: int
    territory: int
    count: int
    fame_each: int = 0
    """Fame for each of them."""

    def step(self, state: State) -> Decision | Work:
        """Take plain units off; ask which special figure goes."""
        if not self.count or state.board.owner[self.territory] != self.seat:
            return DONE
        if units := min(self.count, state.board.units[self.territory]):
            self._lose(state, units)
            return ONGOING
        return self.choose(state, self.seat, "event.loss", losable(state, self.territory), PUBLIC)

    def take(self, state: State, chosen: Sequence[Figure]) -> Work:
        """Take the figure off."""
        self._lose(state, 0, figures.one_of(chosen[0]))
        return ONGOING

    def _lose(self, state: State, units: int, special: tuple[int, ...] = ()) -> None:
        lost = units + len(special)
        self.count -= lost
        state.players[self.seat].fame += lost * self.fame_each
        figures.to_reserve(state, self.seat, self.territory, units, special)


def losable(state: State, territory: int) -> list[Figure]:
    """Return the figures that can go first: a plain unit, or any special figure if there is none (AMB-H50)."""
    if state.board.units[territory]:
        return [Figure(territory, kaija=False)]
    special = state.special_figures(state.board.owner[territory], territory)
    return [Figure(territory, *figures.told_one(figure)) for figure in special]
