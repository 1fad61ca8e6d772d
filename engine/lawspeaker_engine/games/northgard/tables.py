"""The table of a match: the base game laid by the rows of its edition, and edited by the modules in play."""

from __future__ import annotations

from collections.abc import Sequence

from lawspeaker_engine.games.northgard.actions.combat_steps import combat_steps
from lawspeaker_engine.games.northgard.cards.resolving import UNREST, cards_of, number_of
from lawspeaker_engine.games.northgard.figures import FIGURES, KAIJA, UNIT, Figure
from lawspeaker_engine.games.northgard.module import Module
from lawspeaker_engine.games.northgard.moments import MOMENTS, methods_at
from lawspeaker_engine.games.northgard.phases.end import TERRITORIES
from lawspeaker_engine.games.northgard.phases.setup import setup_steps
from lawspeaker_engine.games.northgard.phases.year import year_phases
from lawspeaker_engine.games.northgard.roster import add_clans
from lawspeaker_engine.games.northgard.table import DeckPart, Table
from lawspeaker_engine.games.northgard.tiles import FIVE, START, START_FIVE, TILES, Tile
from lawspeaker_engine.model import BadSetup


def make_table(table: Table, modules: Sequence[Module]) -> Table:
    """Return a table that has nothing yet but its first fields, laid for its settings. Raises BadSetup."""
    settings = table.settings
    _lay_base(table)
    for module in modules:
        if module.in_play(settings):
            module.edit(table)
            table.modules.append(module.name)
    if len(table.clans) < settings.players:
        raise BadSetup(f"clan_pool {settings.clan_pool} of northgard has {len(table.clans)} clans, too few for "
                       f"{settings.players} players")
    for moment in MOMENTS:
        of_clans = {clan: methods_at(powers, moment) for clan, powers in table.powers.items()}
        rules = methods_at(table.rules, moment)
        table.powers_at[moment], table.rules_at[moment] = of_clans, rules
        table.acting[moment] = {clan: powers + rules for clan, powers in of_clans.items()}
    table.used = frozenset(moment for moment in MOMENTS if any(table.acting[moment].values()))
    return table


def cards_on(table: Table) -> list[int]:
    """Return the cards that a match on this table can use, ascending."""
    cards = {*cards_of("starting"), UNREST, *table.achievements, *(card for part in table.decks for card in part.cards)}
    return sorted(cards.union(*table.own_cards.values()))


def figures_on(table: Table) -> list[int]:
    """Return the kinds of figure on this table, ascending."""
    rows = [FIGURES.index(row) for row in table.rows if isinstance(row, Figure)]
    return sorted({UNIT, *rows, *(figure for figures in table.figures.values() for figure in figures)})


def tiles_on(table: Table) -> list[int]:
    """Return the tiles that a match on this table can use, those of modules included, ascending."""
    rows = [TILES.index(row) for row in table.rows if isinstance(row, Tile)]
    return sorted({*table.tiles, *table.start, *rows})


def _lay_base(table: Table) -> None:
    settings, numbers = table.settings, table.numbers
    halves = 2 if settings.years == 7 else 3
    for deck in numbers.decks:
        cards = sorted(map(number_of, deck.cards)) or cards_of(deck.kind)
        table.decks.append(DeckPart(deck.kind, tuple(cards), deck.each * settings.players * halves // 2))
    table.achievements = cards_of("achievement") if numbers.achievements else []
    table.tiles = [number for number, tile in enumerate(TILES) if not tile.module]
    table.start = [START, START_FIVE] if settings.players == FIVE and numbers.second_start else [START]
    table.points = [row.points for row in FIGURES]
    table.points[KAIJA] = numbers.kaija_points
    table.powers[-1], table.own_cards[-1] = (), frozenset()
    add_clans(table)
    table.combat = list(combat_steps(casualties_first=numbers.casualties_first))
    table.phases = year_phases()
    table.victories = [TERRITORIES]
    table.setup = setup_steps(table)
