"""Questions about a setup of Northgard, and their right answers: from its table, its settings and the printed rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any, Final

from lawspeaker_engine.games.northgard.actions import recruit
from lawspeaker_engine.games.northgard.actions.combat import FACES
from lawspeaker_engine.games.northgard.actions.groups import GROUP
from lawspeaker_engine.games.northgard.actions.move import ROUGH_MOVES, Move
from lawspeaker_engine.games.northgard.buildings import BUILDINGS, Building
from lawspeaker_engine.games.northgard.cards.resolving import CARDS
from lawspeaker_engine.games.northgard.clans import CLANS
from lawspeaker_engine.games.northgard.composition import lay_table
from lawspeaker_engine.games.northgard.figures import FIGURES, KAIJA, UNIT
from lawspeaker_engine.games.northgard.modules.automa import SOLO_TERRITORIES
from lawspeaker_engine.games.northgard.modules.automa_actions import Build, Either, Explore, Recruit
from lawspeaker_engine.games.northgard.modules.automa_answers import TRADE_FROM
from lawspeaker_engine.games.northgard.modules.automa_cards import AutomaCard
from lawspeaker_engine.games.northgard.modules.automa_criteria import LARGE_POINTS
from lawspeaker_engine.games.northgard.modules.automa_turn import CARDS_A_YEAR, PLAIN_LEVELS
from lawspeaker_engine.games.northgard.modules.creature_part import Creature
from lawspeaker_engine.games.northgard.modules.events import Event
from lawspeaker_engine.games.northgard.modules.raid_gains import Gains
from lawspeaker_engine.games.northgard.modules.raid_rows import Raid
from lawspeaker_engine.games.northgard.modules.raids import DRAWN, MOST_UNITS
from lawspeaker_engine.games.northgard.modules.victory import TEAMS_WEALTH_CARDS, WEALTH_CARDS, VictoryCard
from lawspeaker_engine.games.northgard.modules.warchiefs import WARCHIEFS
from lawspeaker_engine.games.northgard.phases.end import (
    SOLO_TERRITORIES_TO_WIN,
    TEAM_TERRITORIES_TO_WIN,
    TERRITORIES,
    TERRITORIES_TO_WIN,
)
from lawspeaker_engine.games.northgard.phases.harvest import CLOSED_FAME, GIVEN_FOR_ONE, LARGE_FAME, LARGE_TILES
from lawspeaker_engine.games.northgard.phases.scoring import RESOURCES_FOR_FAME, TIES
from lawspeaker_engine.games.northgard.phases.turn import REMOVE_LORE, REPLACE_DRAWS, REPLACE_LORE, UPGRADE_LORE
from lawspeaker_engine.games.northgard.phases.year import CARDS_DRAWN
from lawspeaker_engine.games.northgard.settings import read_settings
from lawspeaker_engine.games.northgard.state import TOKENS_OF_A_KIND, UNITS
from lawspeaker_engine.games.northgard.table import Table
from lawspeaker_engine.games.northgard.tables import cards_on, figures_on, tiles_on
from lawspeaker_engine.games.northgard.tiles import IMPASSABLE, ROUGH, TILES
from lawspeaker_engine.model import Setup
from tests.referee.match.reader.reading import Asked

PARTS: Final = {
    "starting": "Starting cards", "clan": "Clan cards", "early": "Early Developments",
    "advanced": "Advanced Developments", "achievement": "Achievements", "prototype": "Cards of the prototype",
}
"""By set of cards: under which heading they are looked for. Unrest has a question of its own."""
_PHASES: Final = ("raids", "creatures", "harvest", "winter")
_MOST_FIGURES: Final = 16


def northgard_asked(setup: Setup) -> dict[Asked, Any]:
    """Return the right answers by question."""
    table = lay_table(read_settings(setup))
    right: dict[Asked, Any] = {}
    for asked in (_ends, _start, _year, _costs, _cards, _clans, _map, _modules, _automa):
        right.update(asked(table))
    return right


def _ends(table: Table) -> Iterator[tuple[Asked, Any]]:
    settings, numbers = table.settings, table.numbers
    yield ("players",), settings.players
    yield ("years",), settings.years
    yield ("wins_early",), _wins_early(table)
    yield ("territories_to_win",), _territories(table)
    yield ("ties",), list(TIES[1:])
    yield ("unrest",), -numbers.unrest_fame
    yield ("unrest_card",), (next(row.copies for row in CARDS if row.set == "unrest"), numbers.unrest_fame)
    yield ("resources_for_a_fame",), RESOURCES_FOR_FAME
    yield ("cards_bring_fame",), numbers.card_fame
    yield ("teams",), settings.teams
    if settings.victory != "none":
        yield ("wealth_cards",), TEAMS_WEALTH_CARDS if settings.teams else WEALTH_CARDS
        yield ("cards_to_fulfil",), settings.victory
        yield ("wins_alone",), settings.built_alone


def _wins_early(table: Table) -> str:
    reasons = [each.reason for each in table.victories]
    if TERRITORIES in table.victories and table.settings.years != 7:
        reasons.remove(TERRITORIES.reason)
    if not reasons:
        return "nothing"
    return "territories" if _territories(table) else "cards"


def _territories(table: Table) -> int | None:
    """Return how many closed territories of a side win; None where that wins nothing."""
    if SOLO_TERRITORIES in table.victories:
        return SOLO_TERRITORIES_TO_WIN
    if TERRITORIES not in table.victories or table.settings.years != 7:
        return None
    return TEAM_TERRITORIES_TO_WIN if table.settings.teams else TERRITORIES_TO_WIN


def _start(table: Table) -> Iterator[tuple[Asked, Any]]:
    settings, numbers = table.settings, table.numbers
    yield ("clans",), "dealt" if numbers.clans_dealt or settings.clans == "random" else "chosen"
    for place in range(settings.players):
        yield ("start_food", place), numbers.start_food[place]
    yield ("start_second",), (numbers.start_wood[0], settings.start_resource)
    yield ("setup_tiles",), numbers.setup_tiles
    yield ("first_tiles",), "start" if numbers.all_touch_start else "any"
    yield ("specials_in_setup",), numbers.kaija_in_setup
    yield ("group",), GROUP
    yield ("regrouped",), GROUP
    yield ("starting_cards",), sum(row.copies for row in CARDS if row.set == "starting")
    yield ("units",), UNITS
    yield ("stock",), TOKENS_OF_A_KIND
    yield ("fame_seen",), settings.open_fame


def _year(table: Table) -> Iterator[tuple[Asked, Any]]:
    numbers = table.numbers
    middle = [phase.name for phase in table.phases if phase.name in _PHASES]
    yield ("phases",), ["start", "actions", *middle, "end"]
    yield ("cards_drawn",), CARDS_DRAWN
    yield ("achievements",), numbers.achievements
    for tiles in range(1, 6):
        yield ("closed_fame", tiles), LARGE_FAME if tiles >= LARGE_TILES else CLOSED_FAME
    yield ("altar_fame",), next(row.fame for row in BUILDINGS if row.id == "altar_of_kings")
    yield ("exchange",), GIVEN_FOR_ONE
    for figures in range(_MOST_FIGURES + 1):
        cost = next(row for row in numbers.winter if figures >= row.units)
        yield ("winter", figures), (cost.food, cost.wood)


def _costs(table: Table) -> Iterator[tuple[Asked, Any]]:
    numbers = table.numbers
    yield ("replace",), (REPLACE_LORE, REPLACE_DRAWS)
    yield ("remove",), (REMOVE_LORE, numbers.remove_draws)
    yield ("upgrade",), UPGRADE_LORE
    yield ("misfits_leave",), numbers.misfits_leave
    yield ("build_wood", "small"), BUILDINGS[0].cost
    yield ("build_wood", "large"), BUILDINGS[-1].cost
    for row in BUILDINGS:
        yield ("building", row.name), ("large" if row.large else "small", row.cost)
        yield ("brings", row.name), _brought(row)
    yield ("die",), [(face.points, face.casualties, face.either) for face in FACES]
    yield ("casualties_first",), numbers.casualties_first
    yield ("tie_winner",), "defender"


def _brought(row: Building) -> tuple[int, str]:
    columns = ("food", "wood", "lore", "fame", "points", "casualties", "recruits", "cards")
    return next((getattr(row, column), column) for column in columns if getattr(row, column))


def _cards(table: Table) -> Iterator[tuple[Asked, Any]]:
    for number in cards_on(table):
        row = CARDS[number]
        if row.set == "unrest":
            continue
        part = PARTS[row.set]
        yield ("card_does", part, row.name), row.text
        yield ("card_fame", part, row.name), row.fame if table.numbers.card_fame else 0
        yield ("flash", part, row.name), row.flash
        yield ("copies", part, row.name), row.copies
        if row.set == "clan":
            yield ("upgrade_of", row.name), row.clan if row.upgrade else ""
        match table.effects[number]:
            case (Move(moves=moves), *_) if row.text.startswith("Move"):
                yield ("moves", part, row.name), moves
            case (recruit.Recruit(units=units), *_) if row.text.startswith("Recruit"):
                yield ("recruits", part, row.name), units


def _clans(table: Table) -> Iterator[tuple[Asked, Any]]:
    yield ("clan_names",), frozenset(CLANS[clan].name for clan in table.clans)
    for clan in table.clans:
        power = table.power_of[clan]
        numbers = {value for each in fields(power) if type(value := getattr(power, each.name)) is int
                   and each.name != "figure"}
        if KAIJA in table.figures.get(clan, ()):
            numbers |= {table.points[KAIJA]}
        yield ("power_numbers", CLANS[clan].name), frozenset(numbers | {1})
    prototype = table.numbers.id == "prototype"
    for number in figures_on(table):
        row = FIGURES[number]
        if number != UNIT:
            yield ("figure", row.name), (table.points[number], not row.winter)
        chief = next((each for each in WARCHIEFS if each.id == row.id), None)
        if chief is not None and (power := chief.prototype if prototype else chief.power) is not None:
            numbers = {getattr(power, each.name) for each in fields(power) if each.name != "when"}
            yield ("figure_numbers", row.name), frozenset(numbers | {1})


def _map(table: Table) -> Iterator[tuple[Asked, Any]]:
    columns = ("food", "wood", "lore", "small", "carved", "large", "lairs")
    for row in map(TILES.__getitem__, tiles_on(table)):
        sums = {column: sum(getattr(area, column) for area in row.areas) for column in columns}
        yield ("tile", row.id), {column: amount for column, amount in sums.items() if amount}
        yield ("rough_borders", row.id), sum(border.kind == ROUGH for border in row.borders)
    yield ("rough_moves",), ROUGH_MOVES
    yield ("impassable",), any(
        border.kind == IMPASSABLE for tile in tiles_on(table) for border in TILES[tile].borders)


def _modules(table: Table) -> Iterator[tuple[Asked, Any]]:
    settings = table.settings
    for kind, part in ((Creature, "Creatures"), (Event, "Events"), (Raid, "Raids"), (VictoryCard, "Victory cards"),
                       (AutomaCard, "Automa cards")):
        yield ("has_part", part), any(isinstance(row, kind) for row in table.rows)
    for row in table.rows:
        match row:
            case Creature():
                yield ("creature", row.name), (row.copies, row.points, row.fame)
                yield ("creature_goes_by", row.name), list(row.priorities)
            case Event():
                yield ("event_when", row.name), row.when
                yield ("event_does", row.name), row.text
            case Raid():
                yield ("raid", row.name, 1), _gained(row.one_each)
                yield ("raid", row.name, 2), _gained(row.two)
            case VictoryCard():
                yield ("victory_card", row.name), row.kind
                yield ("victory_does", row.name), row.text
    if settings.sea:
        yield ("port_points",), settings.port_points
        yield ("raid_units",), (MOST_UNITS, DRAWN)
        yield ("sea_closes",), settings.sea_closes
        yield ("ports_attack",), settings.port_travel_attacks
    if settings.warchiefs:
        yield ("warchief_points",), next(
            table.points[number] for number, row in enumerate(FIGURES) if row.id.startswith("warchief"))


def _gained(gains: Gains) -> dict[str, int]:
    return {each.name: amount for each in fields(gains) if (amount := getattr(gains, each.name))}


def _automa(table: Table) -> Iterator[tuple[Asked, Any]]:
    settings = table.settings
    if not settings.automa:
        return
    yield ("automa_level",), settings.automa
    yield ("automa_draws",), CARDS_A_YEAR + max(0, settings.automa - PLAIN_LEVELS)
    yield ("automa_trades",), (TRADE_FROM, GIVEN_FOR_ONE, settings.automa_trades)
    yield ("automa_takes",), settings.automa_die
    yield ("automa_ties",), settings.automa_ties
    yield ("automa_fame",), settings.automa_fame
    used: set[str] = set()
    for row in table.rows:
        if isinstance(row, AutomaCard):
            criteria = [each for action in row.actions for each in _criteria(action)]
            used.update(word.rstrip("+-") for each in criteria for word in each.split())
            yield ("automa_picks", row.id), row.picks.split()
            yield ("automa_criteria", row.id), criteria
            yield ("automa_goes_on", row.id), row.flash
            yield ("automa_passes", row.id), row.passes
    yield ("criteria",), frozenset(used | {"N", "E", "S", "W"})
    yield ("large_building_points",), LARGE_POINTS


def _criteria(action: Any) -> list[str]:
    """The criteria of an action, in the order in which they are used."""
    match action:
        case Either():
            return [each.at for each in action.among]
        case Recruit() | Build():
            return [action.at]
        case Explore():
            return [action.on, action.turn]
    return [getattr(action, "reinforce", getattr(action, "source", "")), action.to]
