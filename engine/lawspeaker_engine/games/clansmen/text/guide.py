"""The texts about Clansmen beside this module, and its printed components."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lawspeaker_engine.content import load_rows
from lawspeaker_engine.games.clansmen.actions.trade import RATES, SHREWD_RATES
from lawspeaker_engine.games.clansmen.buildings import BUILDINGS, FARM, HOME, REPLACES, REQUIRES, Building
from lawspeaker_engine.games.clansmen.cards.tales import TALES, Tale
from lawspeaker_engine.games.clansmen.hexes import BOARDS, TERRAINS, Board
from lawspeaker_engine.games.clansmen.people import KIND_TEXTS
from lawspeaker_engine.games.clansmen.phases.events import EVENTS, Event
from lawspeaker_engine.games.clansmen.settings import Settings, read_settings
from lawspeaker_engine.games.clansmen.state import GOODS, KINDS, SEASONS, STOCK
from lawspeaker_engine.games.clansmen.text.facts import facts_of
from lawspeaker_engine.games.clansmen.text.prompts import PROMPTS_FILE
from lawspeaker_engine.games.clansmen.text.views import price
from lawspeaker_engine.guide import ComponentTable, Guide, make_table
from lawspeaker_engine.template import Template
from lawspeaker_engine.text import amounts
from lawspeaker_engine.text_rows import load_prompts

_FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class _Reading:
    row: str
    needs: str
    """A fact."""
    text: str


_READINGS: Final = load_rows(_FOLDER / "readings.toml", "reading", _Reading)


def tables(settings: Settings) -> Iterator[ComponentTable]:
    """Yield the printed components as a match reads them, and the land of so many players."""
    facts = facts_of(settings)
    other = {reading.row: reading.text for reading in _READINGS if facts[reading.needs]}

    def effect(row: Building | Tale | Event) -> str:
        return other.get(row.id, row.text)

    seasons = "/".join(season.capitalize() for season in SEASONS)
    yield make_table(f"Terrains: food of a Farmer in {seasons}; what a Laborer makes (drawn around settlements, "
                     "elsewhere)", "terrain, Farmer, Laborer, drawn around a settlement, drawn elsewhere", (
        (row.name, f"{'/'.join(map(str, row.food))} food", amounts((row.wood, row.stone), STOCK[1:3]),
         row.in_ring, row.in_bag) for row in TERRAINS), "{0}: {1}; {2} ({3}, {4})")
    yield make_table("Populations", "population, what it does", (
        (kind.capitalize(), text) for kind, text in zip(KINDS, KIND_TEXTS, strict=True)), "{0}: {1}")
    yield make_table("Buildings", "building, price, beside others, what it does", (
        (row.name, price(number) or "free", _beside_others(number, settings), effect(row))
        for number, row in enumerate(BUILDINGS)), "{0} ({1}, {2}): {3}")
    yield make_table("Tales cards", "number, card, copies, what it does", (
        (number, row.name, f"x{row.copies}", effect(row)) for number, row in enumerate(TALES)), "{0} {1} ({2}): {3}")
    yield make_table("Events", "number, event, copies, a Blessing ignores it, what it does", (
        (number, row.name, f"x{row.copies}", "ignorable" if row.ignorable else "", effect(row))
        for number, row in enumerate(EVENTS)), "{0} {1} ({2}, {3}): {4}")
    yield make_table("Exchanges with the Homeland", "give, get, needs", dict.fromkeys(
        (_bundle(rate.give), _bundle(rate.take), "" if rate in RATES else "Shrewd Trading") for rate in SHREWD_RATES),
        "{0} for {1} ({2})")
    yield from _land(BOARDS[settings.players])


def _beside_others(number: int, settings: Settings) -> str:
    """Return what a building needs, and what gives way to it."""
    row, lower, needed = BUILDINGS[number], REPLACES[number], REQUIRES[number]
    said = [f"needs {BUILDINGS[needed].name}"] if needed >= 0 else []
    if lower >= 0 and (row.site != HOME or settings.stone_over_wood):
        must = settings.stone_fence_needs_fence if row.site == FARM else row.upgrade and settings.grand_needs_long
        said.append(f"{'needs and ' if must else ''}replaces {BUILDINGS[lower].name}")
    return ", ".join(said)


def _bundle(resources: Sequence[int]) -> str:
    """Return one side of a rate: 1 Goods, or so much of anything else."""
    return f"{len(resources)} goods" if GOODS in resources else f"{len(resources)} food, wood or stone"


def _land(board: Board) -> Iterator[ComponentTable]:
    yield make_table("Settlements", "home, tiles", (
        (number, " ".join(map(str, tiles))) for number, tiles in enumerate(board.settlements)), "home {0}: {1}")
    yield make_table("Tiles beside each other", "tiles, beside those whose number is higher by", _beside(board),
                     "{0}: {1}")


def _beside(board: Board) -> Iterator[tuple[str, str]]:
    """Yield runs of tiles whose neighbours of higher numbers are as far from them: `3-6` and `+1 +5 +6`."""
    runs: list[tuple[list[int], str]] = []
    for tile, beside in enumerate(board.neighbours):
        steps = " ".join(f"+{other - tile}" for other in beside if other > tile)
        if runs and runs[-1][1] == steps:
            runs[-1][0].append(tile)
        else:
            runs.append(([tile], steps))
    for run, steps in runs:
        if steps:
            yield f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]), steps


def make_guide() -> Guide:
    """Return the texts."""
    return Guide(
        Template((_FOLDER / "play.md").read_text(encoding="utf-8")), load_prompts(PROMPTS_FILE),
        lambda setup: facts_of(read_settings(setup)), lambda setup: tables(read_settings(setup)))
