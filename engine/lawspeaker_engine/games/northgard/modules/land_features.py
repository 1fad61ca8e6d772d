"""The effects of Environment and Central tiles while they lie on the table (UH-ENV-*, UH-CTR-*)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard import figures
from lawspeaker_engine.games.northgard.actions import explore
from lawspeaker_engine.games.northgard.actions.combat import FACES, Combat
from lawspeaker_engine.games.northgard.board import Laid
from lawspeaker_engine.games.northgard.grid import Cell
from lawspeaker_engine.games.northgard.module_views import FeatureView, ShowsModules
from lawspeaker_engine.games.northgard.moments import Rule
from lawspeaker_engine.games.northgard.options import Accept, DieFace, ExchangeOne, Figure, Opponent, PlaceTile
from lawspeaker_engine.games.northgard.state import FOOD, LORE, WOOD, State
from lawspeaker_engine.model import PUBLIC, Chance, Decision

FAME = 3
"""The number of fame in an ExchangeOne."""


@dataclass(slots=True)
class Land:
    """The part of the state: what features of laid tiles remember; where they are follows from the map."""

    wood: int = 0
    """Wood that lies on Naströnd."""
    den_free: bool = False
    """True if the Wyvern was defeated in its Den (UH-CTR-WYV-03)."""

    def copy(self) -> Land:
        """Return an independent copy."""
        return Land(self.wood, self.den_free)

    def show(self, state: State, view: ShowsModules) -> None:
        """Show the features of laid tiles."""
        for rule in state.table.rules:
            if isinstance(rule, LandFeature) and rule.lies(state):
                wood = self.wood if isinstance(rule, FirstNeighbour) else 0
                view.features.append(FeatureView(rule.feature, rule.territories(state), wood))


@dataclass(frozen=True, slots=True, kw_only=True)
class LandFeature(Rule):
    """The base class of features: a rule for everybody that holds while the feature's tile lies on the table."""

    feature: int = -1
    tile: int = -1
    areas: tuple[int, ...] = ()

    def on(self, feature: int, tile: int, areas: tuple[int, ...]) -> Self:
        """Return the same rule for the feature with this number, on these areas of a tile."""
        return replace(self, feature=feature, tile=tile, areas=areas)

    def lies(self, state: State) -> bool:
        """Return whether the tile lies on the table."""
        return any(tile == self.tile for tile, *_ in state.board.laid)

    def territories(self, state: State) -> list[int]:
        """Return the territories that the feature's areas are part of, each once, ascending; [] if it does not lie."""
        board = state.board
        for number, (tile, *_) in enumerate(board.laid):
            if tile == self.tile:
                return sorted({board.territory_of[board.first_area[number] + area] for area in self.areas})
        return []

    def controller(self, state: State) -> int:
        """Return who controls the territory of a feature with one area; -1 if nobody does."""
        for territory in self.territories(state):
            return state.board.owner[territory]
        return -1


# Environment tiles.


@dataclass(frozen=True, slots=True, kw_only=True)
class Camp(LandFeature):
    """Kobold Camp: exchanges at Harvest (UH-ENV-KOBOLD, AMB-H01, AMB-H28, AMB-H53)."""

    def collect(self, state: State, seat: int) -> None:
        """One for each territory beside the Camp that the seat controls."""
        times = sum(state.board.owner[territory] == seat for territory in self.territories(state))
        if times:
            state.push(UseCamp(seat, times))


@dataclass(slots=True)
class UseCamp(Frame[State]):
    """The seat may exchange 1 food or 1 wood, so many times."""

    seat: int
    times: int

    def step(self, state: State) -> Decision | Work:
        """Ask for the next exchange; the same kind is not given for itself (AMB-H53)."""
        resources = state.players[self.seat].resources
        third = LORE if state.settings.camp_fame == "lore" else FAME
        options = [
            ExchangeOne(give, take)
            for give in (FOOD, WOOD) if resources[give] for take in (FOOD, WOOD, third) if take != give
        ]
        if options and self.times:
            return Decision(self.seat, "harvest.camp", options, 0, 1, (), PUBLIC)
        return DONE

    def take(self, state: State, chosen: Sequence[ExchangeOne]) -> Work:
        """Exchange and ask again, or stop."""
        self.times = self.times - 1 if chosen else 0
        for swap in chosen:
            state.gain(self.seat, swap.give, -1)
            if swap.take == FAME:
                state.players[self.seat].fame += 1
            else:
                state.gain(self.seat, swap.take)
        return ONGOING


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrath(LandFeature):
    """Thor's Wrath (UH-ENV-THOR); its territory is its defender's until a combat in it is over (AMB-H31)."""

    points: int

    def combat_points(self, state: State, combat: Combat, side: int) -> int:
        """Its controller has more in all combats, wherever they are."""
        seat = combat.seat(side)
        return self.points if seat >= 0 and self.controller(state) == seat else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstNeighbour(LandFeature):
    """Naströnd: wood for the first who controls a territory beside it (UH-ENV-NASTROND-01, UH-ENV-NASTROND-02)."""

    wood: int

    def tile_laid(self, state: State, laid: Laid, seat: int, *, explored: bool) -> None:
        """Put wood on the tile when it is revealed; a tile may also give somebody a territory beside it (AMB-H29)."""
        if state.board.laid[-1][0] == self.tile:
            state.part(Land).wood = self.wood
        self._take(state, seat)

    def owner_changed(self, state: State, territory: int, before: int) -> None:
        """The new owner may be the first."""
        self._take(state, state.board.owner[territory])

    def _take(self, state: State, active: int) -> None:
        """Give the wood away if somebody controls a territory there: the active player before those who follow."""
        part = state.part(Land)
        if not part.wood:
            return
        owners = {state.board.owner[territory] for territory in self.territories(state)} - {-1}
        if owners:
            players = state.settings.players
            seat = min(owners, key=lambda owner: (owner - active) % players)
            state.gain(seat, WOOD, part.wood)
            part.wood = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LayTile(LandFeature):
    """Vedrfolnir (UH-ENV-VEDR-01, UH-ENV-VEDR-02)."""


@dataclass(slots=True)
class HealBird(Frame[State]):
    """Just before Harvest: the controller of Vedrfolnir's territory may lay a tile."""

    rule: LayTile

    def step(self, state: State) -> Decision | Work:
        """Ask whether it draws, if there are tiles and somewhere to lay one."""
        seat = self.rule.controller(state)
        if seat >= 0 and can_add_tile(state):
            return Decision(seat, "vedrfolnir.draw", [Accept()], 0, 1, (), PUBLIC)
        return DONE

    def take(self, state: State, chosen: Sequence[Accept]) -> Work:
        """Draw, or do without."""
        if chosen:
            state.push(AddTile(self.rule.controller(state)))
        return DONE


def can_add_tile(state: State) -> bool:
    """Return whether there are tiles, and an open territory on the table."""
    return bool((state.pile or state.bottom) and state.board.edge)


@dataclass(slots=True)
class AddTile(explore.Explore):
    """The seat draws a tile and lays it beside any open territory.

    It is no Explore action: no clan and no card acts on it, and no creature stops it. A tile that fits nowhere goes
    under the pile and the next one is drawn, as when exploring.
    """

    prompt: ClassVar[str] = "vedrfolnir.tile"

    def _possible(self, state: State) -> bool:
        return can_add_tile(state)

    def _cells(self, state: State) -> list[Cell]:
        return state.board.cells_touching()

    def _stream(self, state: State) -> str:
        return f"vedrfolnir/{state.year}"

    def _place(self, state: State, place: PlaceTile) -> None:
        laid = explore.lay(state, place.tile, place.x, place.y, place.rotation, self.seat)
        if state.settings.vedrfolnir_fame:  # AMB-H30
            explore.closing_fame(state, self.seat, laid)


# Central tiles.


@dataclass(frozen=True, slots=True, kw_only=True)
class HarvestFame(LandFeature):
    """Yggdrasil (UH-CTR-YGG)."""

    fame: int

    def territory_fame(self, state: State, seat: int, territory: int, fame: int) -> int:
        """Return what its controller gains besides what the territory is worth; creatures there may leave nothing."""
        return fame + self.fame if territory in self.territories(state) else fame


@dataclass(frozen=True, slots=True, kw_only=True)
class Den(HarvestFame):
    """Wyvern's Den: the Wyvern comes there in its year; the Den is worth fame from its defeat on (UH-CTR-WYV-03)."""

    year: int

    def territory_fame(self, state: State, seat: int, territory: int, fame: int) -> int:
        """Return what its controller gains once the Wyvern is defeated."""
        free = state.part(Land).den_free
        return HarvestFame.territory_fame(self, state, seat, territory, fame) if free else fame


@dataclass(frozen=True, slots=True, kw_only=True)
class MostFigures(LandFeature):
    """Great Lake (UH-CTR-LAKE-02)."""

    food: int
    tied: int
    """Food for each of several who have most figures."""


@dataclass(slots=True)
class ShareLake(Frame[State]):
    """Harvest: food of the Great Lake, once for all before anybody trades."""

    rule: MostFigures

    def step(self, state: State) -> Work:
        """Count each player's figures in all territories beside the lake (AMB-H33)."""
        counts = [0] * state.settings.players
        for territory in self.rule.territories(state):
            owner = state.board.owner[territory]
            if owner >= 0:
                counts[owner] += state.figure_count(territory)
        most = max(counts)
        leaders = [seat for seat, count in enumerate(counts) if count == most > 0]
        for seat in leaders:
            state.gain(seat, FOOD, self.rule.food if len(leaders) == 1 else self.rule.tied)
        return DONE


@dataclass(frozen=True, slots=True, kw_only=True)
class Eruption(LandFeature):
    """Volcano (UH-CTR-VOLC-01..04)."""


@dataclass(slots=True)
class Erupt(Frame[State]):
    """Start of Year, before the draws: the first player chooses a player and rolls (UH-CTR-VOLC-01, AMB-H34)."""

    rule: Eruption
    seat: int = -1
    """The player chosen."""

    def step(self, state: State) -> Decision | Chance | Work:
        """Ask for the player, then roll the die."""
        if not self.rule.lies(state):
            return DONE
        if self.seat < 0:
            options = [Opponent(seat) for seat in range(state.settings.players)]
            return Decision(state.first, "volcano.target", options, 1, 1, (state.first,), PUBLIC)
        return Chance("volcano.roll", FACES, 1, f"volcano/{state.year}", PUBLIC)

    def take(self, state: State, chosen: Sequence[Opponent] | Sequence[DieFace]) -> Work:
        """Fame for the points, figures for the casualties, both where the die shows either (UH-CTR-VOLC-04)."""
        option = chosen[0]
        if isinstance(option, Opponent):
            self.seat = option.seat
            return ONGOING
        state.players[self.seat].fame += option.points
        for _ in range(option.casualties):
            state.push(LoseToVolcano(self.seat))
        return DONE


@dataclass(slots=True)
class LoseToVolcano(Frame[State]):
    """The seat returns a figure of its choice from the map to its reserve, special ones too (AMB-H34, AMB-H55)."""

    seat: int

    def step(self, state: State) -> Decision | Work:
        """Ask which, units first; a seat without figures loses none."""
        board = state.board
        own = state.controlled(self.seat)
        options = [Figure(territory, kaija=False) for territory in own if board.units[territory]]
        options += [
            Figure(territory, *figures.told_one(figure))
            for territory in own for figure in state.special_figures(self.seat, territory)
        ]
        return self.choose(state, self.seat, "volcano.loss", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Figure]) -> Work:
        """Take it off the map."""
        for option in chosen:
            special = figures.one_of(option)
            figures.to_reserve(state, self.seat, option.territory, 0 if special else 1, special)
        return DONE
