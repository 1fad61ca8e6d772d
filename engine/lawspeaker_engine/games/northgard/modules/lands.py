"""Environment tiles in the pile (UH-ENV-*), and Central tiles in place of the starting tile (UH-CTR-*)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.content import BadContent, Vocabulary, load_rows
from lawspeaker_engine.games.northgard.board import lay_start
from lawspeaker_engine.games.northgard.module import Module
from lawspeaker_engine.games.northgard.modules import land_features
from lawspeaker_engine.games.northgard.modules.land_features import (
    Den,
    Erupt,
    Eruption,
    HealBird,
    Land,
    LandFeature,
    LayTile,
    MostFigures,
    ShareLake,
)
from lawspeaker_engine.games.northgard.options import Tile, tile_options
from lawspeaker_engine.games.northgard.settings import has_creatures
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.games.northgard.table import Named, Table, insert
from lawspeaker_engine.games.northgard.tiles import FIVE, START, START_FIVE, TILE_NUMBER, TILES
from lawspeaker_engine.model import PUBLIC, Chance


class Effect(Protocol):
    """The effect of a feature: see `land_features.LandFeature`."""

    def on(self, feature: int, tile: int, areas: tuple[int, ...]) -> LandFeature:
        """Return the same rule for the feature with this number, on these areas of a tile."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A row of content/features.toml; its number is its index."""

    id: str
    name: str
    tile: str
    """The id of the tile that has it."""
    text: str
    """The effect, in a sentence of our own."""
    effect: Effect
    areas: tuple[str, ...] = ()
    """The areas of the tile that it concerns: where it is, or those beside its core."""
    core: bool = False
    """True if it is the middle of the tile, which belongs to no area and cannot be entered."""


_EFFECTS: Final = Vocabulary({
    "camp": land_features.Camp,
    "wrath": land_features.Wrath,
    "first_neighbour": land_features.FirstNeighbour,
    "lay_tile": land_features.LayTile,
    "harvest_fame": land_features.HarvestFame,
    "most_figures": land_features.MostFigures,
    "eruption": land_features.Eruption,
    "den": land_features.Den,
})

FEATURES: Final = load_rows(Path(__file__).parent.parent / "content/features.toml", "feature", Feature, _EFFECTS)
"""All features by number."""


def area_numbers(row: Feature) -> tuple[int, ...]:
    """Return the areas of a feature by their numbers on its tile. Raises BadContent."""
    if row.tile not in TILE_NUMBER:
        raise BadContent(f"feature {row.id}: there is no tile {row.tile}")
    names = [area.name for area in TILES[TILE_NUMBER[row.tile]].areas]
    if not set(row.areas) <= set(names):
        raise BadContent(f"feature {row.id}: areas of tile {row.tile} are {', '.join(names)}")
    return tuple(map(names.index, row.areas))


EFFECTS: Final = tuple(
    row.effect.on(number, TILE_NUMBER[row.tile], area_numbers(row)) for number, row in enumerate(FEATURES)
)
"""By feature: its effect, which is a rule."""

STANDARD: Final = "standard"
CENTRAL: Final = {
    STANDARD: (START, START_FIVE),
    "yggdrasil": (TILE_NUMBER["yggdrasil"], TILE_NUMBER["central-5"]),
    "great_lake": (TILE_NUMBER["great-lake"], TILE_NUMBER["central-5-wall"]),
    "volcano": (TILE_NUMBER["volcano"], TILE_NUMBER["central-5-wall"]),
    "wyverns_den": (TILE_NUMBER["wyverns-den"], TILE_NUMBER["central-5"]),
}
"""By value of the option central: the tile, and the one that lies east of it if there are five players."""
NEEDS_CREATURES: Final = CENTRAL["wyverns_den"]


def _add_features(table: Table, tiles: Sequence[int]) -> list[LandFeature]:
    """Add the rules of the features of these tiles, and return them."""
    found = [effect for effect in EFFECTS if effect.tile in tiles]
    table.rows += [FEATURES[effect.feature] for effect in found]
    table.rules += found
    if Land not in table.parts:
        table.parts.append(Land)
    return found


def _add_steps(table: Table, effect: LandFeature) -> None:
    """Insert what the feature does in phases of the year."""
    if isinstance(effect, Eruption):
        insert(table.phase("start").steps, Named("volcano", lambda _: Erupt(effect)), before="draw")
    elif isinstance(effect, LayTile):
        insert(table.phase("harvest").steps, Named("vedrfolnir", lambda _: HealBird(effect)), before="players")
    elif isinstance(effect, MostFigures):
        insert(table.phase("harvest").steps, Named("great_lake", lambda _: ShareLake(effect)), before="players")


# Environment tiles.


@dataclass(slots=True)
class ShuffleEnvironment(Frame[State]):
    """After step L: the Environment tiles are shuffled into the pile (UH-ENV-01, AMB-H46)."""

    tiles: tuple[int, ...]

    def step(self, state: State) -> Work:
        """Keep the pile ascending: face down it has no order in the state."""
        state.pile = sorted([*state.pile, *self.tiles])
        return DONE


def _add_environment(table: Table) -> None:
    """Add the tiles to the pile at the end of the setup, and what they do."""
    tiles = tuple(number for number, tile in enumerate(TILES) if tile.module == "environment")
    table.rows += [TILES[tile] for tile in tiles]
    insert(table.setup, Named("environment", lambda _: ShuffleEnvironment(tiles)), after="tiles")
    for effect in _add_features(table, tiles):
        _add_steps(table, effect)


ENVIRONMENT: Final = Module("environment", lambda settings: settings.environment, _add_environment)


# Central tiles.


@dataclass(slots=True)
class DrawCentral(Frame[State]):
    """Step F: the Central tile is drawn and laid; the others stay in the box (UH-CTR-01)."""

    tiles: tuple[int, ...]

    def step(self, state: State) -> Chance:
        """Draw one of them."""
        return Chance("setup.central", tile_options(self.tiles), 1, "setup/central", PUBLIC)

    def take(self, state: State, chosen: Sequence[Tile]) -> Work:
        """Lay it, with its companion for five players."""
        start = start_with(chosen[0].tile, state.settings.players)
        lay_start(state.board, start)
        state.pile = [tile for tile in state.pile if tile not in start]
        return DONE


def start_with(central: int, players: int) -> list[int]:
    """Return the tiles that lie on the table at first if this is the Central tile."""
    tile, companion = next(pair for pair in CENTRAL.values() if pair[0] == central)
    return [tile, companion] if players == FIVE else [tile]


def _add_central(table: Table) -> None:
    """Replace the starting tile; the second one of the base game is in the pile if it is not laid (AMB-R59)."""
    settings = table.settings
    pairs = [pair for name, pair in CENTRAL.items() if settings.central in (name, "random")
             and (pair != NEEDS_CREATURES or has_creatures(settings))]
    tiles = tuple(tile for tile, _ in pairs)
    table.tiles.remove(START)
    if settings.central == "random":
        table.start = []
        insert(table.setup, Named("central", lambda _: DrawCentral(tiles)), before="clans")
        used = {tile for pair in pairs for tile in pair} - set(table.tiles)
        table.rows += [TILES[tile] for tile in sorted(used)]
    else:
        table.start = start_with(tiles[0], settings.players)
        table.tiles = sorted([*table.tiles, *table.start])
    for effect in _add_features(table, tiles):
        _add_steps(table, effect)


CENTRAL_MODULE: Final = Module("central", lambda settings: settings.central != STANDARD, _add_central)


# For the creatures' Wyvern.


def den(state: State) -> int | None:
    """Return the territory of the Wyvern's Den, where the Wyvern stands from year 3 on; None if it is not laid."""
    for rule in state.table.rules:
        if isinstance(rule, Den):
            return next(iter(rule.territories(state)), None)
    return None


def free_den(state: State) -> None:
    """The Wyvern was defeated in its Den, which gives fame to who controls it from now on (UH-CTR-WYV-03)."""
    state.part(Land).den_free = True
