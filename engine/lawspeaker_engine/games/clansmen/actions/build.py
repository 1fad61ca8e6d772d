"""Building (CL-ACTION-06, CL-BUILD-*): what may be put up, where, for what, and the Respect that it brings."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import DONE, Work
from lawspeaker_engine.games.clansmen import options
from lawspeaker_engine.games.clansmen.actions import action_budget
from lawspeaker_engine.games.clansmen.buildings import (
    BUILDINGS,
    FARM,
    NONE,
    REPLACED_BY,
    REPLACES,
    REQUIRES,
    SETTLEMENT,
)
from lawspeaker_engine.games.clansmen.options import Tile
from lawspeaker_engine.games.clansmen.question_context import About, ContextFrame
from lawspeaker_engine.games.clansmen.state import BUILD, FARMER, State, Structure
from lawspeaker_engine.model import PUBLIC, Decision


def offers(state: State, seat: int) -> list[options.Build]:
    """Return what the seat may build now."""
    if not action_budget.may_act(state, seat, BUILD):
        return []
    _, wood, stone, goods = state.players[seat].stock
    return [
        options.build_option(number) for number, (wood_due, stone_due, goods_due, possible) in enumerate(_PRICES)
        if wood_due <= wood and stone_due <= stone and goods_due <= goods and possible(state, seat, number)
    ]


def begin(state: State, seat: int, option: options.Build) -> None:
    """Spend the action and put the building up; the tiles of fences and houses are asked."""
    action_budget.spend(state, seat, BUILD)
    if BUILDINGS[option.building].site == SETTLEMENT:
        raise_in_settlement(state, seat, option.building)
    else:
        state.push(ChooseTiles(seat, option.building))


def payable(state: State, seat: int, building: int) -> int:
    """Return how many of the building the seat can pay for, up to what one Build action may put up."""
    row = BUILDINGS[building]
    _, wood, stone, goods = state.players[seat].stock
    most = row.at_once
    for stock, price in ((wood, row.wood), (stone, row.stone), (goods, row.goods)):
        if price:
            most = min(most, stock // price)
    return most


def may_stand(state: State, seat: int, building: int) -> bool:
    """Return whether the seat's settlement has what this building needs, and not what excludes it.

    There is one of each at most, and never a lower tier where the upper one stands (CL-BUILD-01, AMB-CL-26).
    """
    built, settings = state.players[seat].built, state.settings
    if REQUIRES[building] != NONE and not built[REQUIRES[building]]:
        return False
    if BUILDINGS[building].upgrade and settings.grand_needs_long and not built[REPLACES[building]]:
        return False
    if built[building] and settings.unique_buildings:
        return False
    for upper in REPLACED_BY[building]:  # noqa: SIM110 - for every building of every turn
        if built[upper]:
            return False
    return True


def tiles(state: State, seat: int, building: int) -> list[int]:
    """Return where the seat may put this fence or house, ascending: one fence a farm, one house a tile
    (CL-BUILD-07..12).
    """
    farm, settings = BUILDINGS[building].site == FARM, state.settings
    places = farms(state, seat) if farm else homes(state, seat)
    if not places:
        return []
    lower = REPLACES[building]
    may_upgrade = lower != NONE and (farm or settings.stone_over_wood)
    must_upgrade = lower != NONE and farm and settings.stone_fence_needs_fence
    built = standing(state, BUILDINGS[building].site)
    upgraded = [(seat, lower)]
    return [
        tile for tile in places
        if ((may_upgrade and built[tile] == upgraded) if tile in built else not must_upgrade)
    ]


_PRICES: Final = [
    (row.wood, row.stone, row.goods, may_stand if row.site == SETTLEMENT else tiles) for row in BUILDINGS
]
"""By building: wood, stone and goods, and whether, or where, the seat may put it up."""


def farms(state: State, seat: int) -> list[int]:
    """Return tiles with an own Farmer, healthy or Weakened, ascending (AMB-CL-24)."""
    return [person.tile for person in state.players[seat].people if person.kind == FARMER]


def homes(state: State, seat: int) -> list[int]:
    """Return tiles for an own house, ascending: those with an own population; by option also empty ones (AMB-CL-25)."""
    if state.settings.houses_need_people:
        return [person.tile for person in state.players[seat].people]
    others = [person.tile for i, player in enumerate(state.players) if i != seat for person in player.people]
    return [tile for tile, revealed in enumerate(state.revealed) if revealed and tile not in others]


def standing(state: State, site: str) -> dict[int, list[tuple[int, int]]]:
    """Return the seats and numbers of all fences, or houses, by the tile on which they stand."""
    found: dict[int, list[tuple[int, int]]] = {}
    for seat, player in enumerate(state.players):
        for structure in player.structures:
            if BUILDINGS[structure.building].site == site:
                found.setdefault(structure.tile, []).append((seat, structure.building))
    return found


def raise_in_settlement(state: State, seat: int, building: int) -> None:
    """Pay for it and put it up; what it replaces gives way (CL-BUILD-14, CL-BUILD-15)."""
    player = state.players[seat]
    lower = REPLACES[building]
    gone = player.built[lower] if lower != NONE else 0
    if gone:
        player.built[lower] = 0
    allowance = action_budget.allowance(state, seat)
    player.built[building] += 1
    pay(state, seat, building)
    state.gain_respect(seat, BUILDINGS[building].respect - gone * lost_respect(state, lower))
    for action, times in enumerate(action_budget.allowance(state, seat)):
        player.allowed[action] += times - allowance[action]  # Paved Roads, by option (AMB-CL-16)


def raise_on_tile(state: State, seat: int, building: int, tile: int) -> None:
    """Pay for the fence or house and put it up; what it replaces gives way (CL-BUILD-08, AMB-CL-23)."""
    player = state.players[seat]
    lower = Structure(tile, REPLACES[building])
    respect = BUILDINGS[building].respect
    if lower in player.structures:
        player.structures.remove(lower)
        respect -= lost_respect(state, lower.building)
    insort(player.structures, Structure(tile, building), key=_place)
    pay(state, seat, building)
    state.gain_respect(seat, respect)


def pay(state: State, seat: int, building: int) -> None:
    """The price of one."""
    row = BUILDINGS[building]
    state.pay(seat, wood=row.wood, stone=row.stone, goods=row.goods)


def lost_respect(state: State, replaced: int) -> int:
    """Return the Respect that goes with a building that gives way, or falls (AMB-CL-21).

    What a building was worth goes, what was gained by it stays; by option all of it goes, or all stays.
    """
    row, reading = BUILDINGS[replaced], state.settings.respect
    return row.respect if reading == "standing" or (reading == "distinct" and row.worth) else 0


def drop_fences(state: State, seat: int) -> None:
    """By option fences without an own Farmer are gone, and with them what they were worth (AMB-CL-24)."""
    if state.settings.fences == "tile":
        return
    player, kept = state.players[seat], farms(state, seat)
    for structure in player.structures[:]:
        if BUILDINGS[structure.building].site == FARM and structure.tile not in kept:
            player.structures.remove(structure)
            state.gain_respect(seat, -lost_respect(state, structure.building))


@dataclass(slots=True)
class ChooseTiles(ContextFrame[State]):
    """The seat says where its fences or houses go, as many as it wants and can pay for (CL-BUILD-07, CL-BUILD-11)."""

    seat: int
    building: int

    def step(self, state: State) -> Decision | Work:
        """Ask which tiles."""
        places = [options.tile_option(tile) for tile in tiles(state, self.seat, self.building)]
        most = min(payable(state, self.seat, self.building), len(places))
        return self.choose(state, self.seat, "build.tiles", places, PUBLIC, most=most)

    def take(self, state: State, chosen: Sequence[Tile]) -> Work:
        """Put one on each tile, and pay for each."""
        for option in chosen:
            raise_on_tile(state, self.seat, self.building, option.tile)
        return DONE

    def about(self, state: State) -> About:
        """Return what is built."""
        return About(building=self.building)


def _place(structure: Structure) -> tuple[int, int]:
    return structure.tile, structure.building
