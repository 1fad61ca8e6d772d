"""Northgard as a `Game`: the functions every game supplies."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any, TypeVar

from lawspeaker_engine import canon
from lawspeaker_engine.agenda import AgendaGame
from lawspeaker_engine.games.northgard import teams
from lawspeaker_engine.games.northgard.actions.combat import FACES
from lawspeaker_engine.games.northgard.board import starting_board
from lawspeaker_engine.games.northgard.buildings import BUILDINGS
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, Card, number_of
from lawspeaker_engine.games.northgard.catalogue import (
    AreaInfo,
    AutomaInfo,
    BorderInfo,
    BuildingInfo,
    CardInfo,
    Catalogue,
    ClanInfo,
    CreatureInfo,
    DieFaceInfo,
    EquipmentInfo,
    EventInfo,
    FeatureInfo,
    FigureInfo,
    RaidInfo,
    TileFeature,
    TileInfo,
    VictoryInfo,
)
from lawspeaker_engine.games.northgard.clans import CLANS, Clan
from lawspeaker_engine.games.northgard.composition import TEXT, WORDS, lay_table
from lawspeaker_engine.games.northgard.dealing import deal_hidden
from lawspeaker_engine.games.northgard.enums import ENUMS
from lawspeaker_engine.games.northgard.figures import FIGURES
from lawspeaker_engine.games.northgard.modules.automa_cards import AUTOMA_CARDS
from lawspeaker_engine.games.northgard.modules.automa_part import AUTOMA
from lawspeaker_engine.games.northgard.modules.automa_words import infos, text_of
from lawspeaker_engine.games.northgard.modules.creature_part import CREATURES
from lawspeaker_engine.games.northgard.modules.events import EVENTS
from lawspeaker_engine.games.northgard.modules.lands import EFFECTS, FEATURES
from lawspeaker_engine.games.northgard.modules.ox_text import EQUIPMENT_TEXTS
from lawspeaker_engine.games.northgard.modules.raid_rows import RAIDS
from lawspeaker_engine.games.northgard.modules.victory import VICTORY_CARDS
from lawspeaker_engine.games.northgard.modules.warchief_text import figure_text
from lawspeaker_engine.games.northgard.options import OPTION_TYPES
from lawspeaker_engine.games.northgard.phases import scoring
from lawspeaker_engine.games.northgard.settings import OPTIONS, Settings, read_settings
from lawspeaker_engine.games.northgard.state import Player, State
from lawspeaker_engine.games.northgard.table import Table
from lawspeaker_engine.games.northgard.tables import cards_on, figures_on
from lawspeaker_engine.games.northgard.text.clan_texts import POWERS
from lawspeaker_engine.games.northgard.text.ending import explained
from lawspeaker_engine.games.northgard.text.pieces import face_text
from lawspeaker_engine.games.northgard.text.views import building_effect
from lawspeaker_engine.games.northgard.tiles import SEA, TILES
from lawspeaker_engine.games.northgard.view import View, make_full_view, make_view
from lawspeaker_engine.guide import Guide
from lawspeaker_engine.model import Outcome, Seat, Setup

R = TypeVar("R", Card, Clan)


class Northgard(AgendaGame[State]):
    """Northgard: Uncharted Lands, in two editions, with the modules that its options bring."""

    name = "northgard"
    title = "Northgard: Uncharted Lands"
    version = 2
    editions = ("retail", "prototype")
    players = (2, 3, 4, 5)
    options = OPTIONS
    view_type = View
    option_types = OPTION_TYPES
    enums = ENUMS
    text = TEXT

    def __init__(self) -> None:
        self.catalogue = _catalogue()

    def content(self, setup: Setup) -> str:
        """Return the hash of the rows that a match of this setup can use. Raises BadSetup."""
        return _content(read_settings(setup))

    def guide(self) -> Guide:
        """Return what there is to read about the game."""
        return _guide()

    def setup(self, setup: Setup) -> State:
        """The state before anything has happened. Raises BadSetup."""
        settings = read_settings(setup)
        table = lay_table(settings)
        board = starting_board(table.start, sea_closes=settings.sea_closes)
        players = [Player(known=((),) * (settings.players + 1)) for _ in range(settings.players)]
        state = State(settings, table, board, players)
        on_table = {tile for tile, *_ in board.laid}
        state.pile = [tile for tile in table.tiles if tile not in on_table]
        state.parts = [part() for part in table.parts]
        for step in reversed(table.setup):
            state.push(step.make(settings.players))
        return state

    def teams(self, setup: Setup) -> tuple[int, ...]:
        """Return by seat the number of its team (NG-VAR-04); () if everybody plays alone."""
        return tuple(seat % 2 for seat in range(setup.players)) if setup.options["teams"] else ()

    def unmanned(self, setup: Setup) -> tuple[Seat, ...]:
        """Return the Automa's seat, if it plays."""
        return (AUTOMA,) if setup.options["automa"] else ()

    def unmanned_name(self, setup: Setup) -> str:
        """Return the Automa's name with its level, such as `automa-3`."""
        return f"automa-{setup.options['automa']}"

    deal_hidden = staticmethod(deal_hidden)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, with what the points came from; None while it goes on."""
        return explained(state)

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the fame of the final count if it were now, of teammates together."""
        of_side = {side: scoring.standing(state, side)[0] for side in teams.sides(state)}
        return tuple(next(fame for side, fame in of_side.items() if seat in side)
                     for seat in range(state.settings.players))

    def view(self, state: State, seat: Seat | None) -> View:
        """Return what a seat may know; None for a spectator. Shares lists with the state: use it before the next
        answer.
        """
        return make_view(state, -1 if seat is None else seat)

    def full_view(self, state: State) -> View:
        """Everything there is."""
        return make_full_view(state)


@cache
def _guide() -> Guide:
    from lawspeaker_engine.games.northgard.text.guide import make_guide

    return make_guide(WORDS, lay_table)


@cache
def _content(settings: Settings) -> str:
    return content_hash(lay_table(settings))


def content_hash(table: Table) -> str:
    """Return the hash of the rows that are on a table."""
    rows = (
        table.numbers, [_with(CARDS[card], effects=table.effects[card]) for card in cards_on(table)],
        [TILES[tile] for tile in table.tiles], BUILDINGS,
        [_with(CLANS[clan], power=table.power_of[clan]) for clan in table.clans],
        [FIGURES[figure] for figure in figures_on(table)], table.rows,
    )
    return canon.digest(rows).hex()


def _with(row: R, **read: object) -> R:
    """Return a row with what its verbs were read as in the place of its words: so it has always been hashed."""
    changes: dict[str, Any] = read
    return replace(row, **changes)


def _catalogue() -> Catalogue:
    return Catalogue(
        cards=tuple(
            CardInfo(card.id, card.name, card.set, card.clan, card.flash, card.fame, card.text, card.module)
            for card in CARDS
        ),
        tiles=tuple(
            TileInfo(
                tile.id, tuple([max(area, 0) for area in tile.sides]),
                tuple(AreaInfo(area.food, area.wood, area.lore, area.small, area.carved, area.large, area.lairs)
                      for area in tile.areas),
                tuple(BorderInfo(border.first, border.second, border.kind) for border in tile.borders), tile.module,
                tuple(TileFeature(effect.feature, effect.areas, FEATURES[effect.feature].core)
                      for effect in EFFECTS if effect.tile == number),
                sum(1 << side for side, area in enumerate(tile.sides) if area == SEA),
            )
            for number, tile in enumerate(TILES)
        ),
        buildings=tuple(
            BuildingInfo(row.id, row.name, row.large, row.cost, row.carved, row.food, row.wood, row.lore, row.fame,
                         row.points, row.casualties, row.recruits, row.cards, building_effect(number))
            for number, row in enumerate(BUILDINGS)
        ),
        clans=tuple(
            ClanInfo(clan.id, clan.name, number_of(clan.cards[0]), tuple(sorted(map(number_of, clan.cards[1:]))),
                     POWERS[clan.id], clan.module, clan.edition)
            for clan in CLANS
        ),
        figures=tuple(
            FigureInfo(row.id, row.name, row.clan, row.points, row.winter, row.module, figure_text(row.id),
                       figure_text(row.id, prototype=True)) for row in FIGURES),
        events=tuple(EventInfo(row.id, row.name, row.when, row.negative, row.text) for row in EVENTS),
        victory=tuple(VictoryInfo(row.id, row.name, row.kind, row.need, row.text) for row in VICTORY_CARDS),
        features=tuple(FeatureInfo(row.id, row.name, row.text) for row in FEATURES),
        creatures=tuple(
            CreatureInfo(row.id, row.name, row.set, row.copies, row.points, row.fame, row.shares, row.priorities,
                         row.text) for row in CREATURES),
        raids=tuple(RaidInfo(row.id, row.name, row.text) for row in RAIDS),
        automa=tuple(
            AutomaInfo(row.id, row.flash, row.passes, text_of(row), tuple(infos(row)), tuple(row.picks.split()))
            for row in AUTOMA_CARDS),
        equipment=tuple(EquipmentInfo(number, text) for number, text in EQUIPMENT_TEXTS.items()),
        faces=tuple(DieFaceInfo(face.points, face.casualties, face.either, face_text(face)) for face in FACES),
    )
