"""Clansmen as a `Game`: the functions every game supplies."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from lawspeaker_engine import canon
from lawspeaker_engine.agenda import AgendaGame
from lawspeaker_engine.games.clansmen.actions.trade import RATES, SHREWD_RATES
from lawspeaker_engine.games.clansmen.buildings import BUILDINGS, REPLACES, REQUIRES
from lawspeaker_engine.games.clansmen.cards.tales import TALES
from lawspeaker_engine.games.clansmen.catalogue import (
    BoardInfo,
    BuildingInfo,
    CardInfo,
    Catalogue,
    EventInfo,
    Named,
    Rate,
    TerrainInfo,
)
from lawspeaker_engine.games.clansmen.dealing import deal_hidden
from lawspeaker_engine.games.clansmen.enums import ENUMS
from lawspeaker_engine.games.clansmen.hexes import BOARDS, TERRAINS
from lawspeaker_engine.games.clansmen.options import OPTION_TYPES
from lawspeaker_engine.games.clansmen.people import KIND_TEXTS
from lawspeaker_engine.games.clansmen.phases.events import EVENTS
from lawspeaker_engine.games.clansmen.phases.setup import new_state
from lawspeaker_engine.games.clansmen.raids.raiders import DICE
from lawspeaker_engine.games.clansmen.settings import OPTIONS
from lawspeaker_engine.games.clansmen.state import ACTIONS, KINDS, SEASONS, SPECIALS, STOCK, State
from lawspeaker_engine.games.clansmen.text.ending import explained
from lawspeaker_engine.games.clansmen.text.prompts import TEXT
from lawspeaker_engine.games.clansmen.text.views import titled
from lawspeaker_engine.games.clansmen.view import View, make_full_view, make_view
from lawspeaker_engine.guide import Guide
from lawspeaker_engine.model import Outcome, Rng, Seat, Setup


class Clansmen(AgendaGame[State]):
    """Clansmen, the game of a clan that must hold together and can have one Chief only."""

    name = "clansmen"
    title = "Clansmen"
    version = 1
    editions = ("forum",)
    players = (2, 3, 4, 5, 6)
    options = OPTIONS
    view_type = View
    option_types = OPTION_TYPES
    enums = ENUMS
    text = TEXT

    def __init__(self) -> None:
        self.catalogue = _catalogue()

    def content(self, setup: Setup) -> str:
        """Return the hash of all rows, whatever the setup."""
        return _CONTENT

    def guide(self) -> Guide:
        """Return what there is to read about the game."""
        from lawspeaker_engine.games.clansmen.text.guide import make_guide

        return make_guide()

    def setup(self, setup: Setup) -> State:
        """The state before anything has happened. Raises BadSetup."""
        return new_state(setup)

    def deal_hidden(self, state: State, seat: Seat, rng: Rng) -> None:
        """Draw afresh all that the seat may not know; see `dealing`."""
        deal_hidden(state, seat, rng)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, with what the points came from; None while it goes on."""
        return explained(state)

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the Respect that each has got during play, without what the end of the game brings."""
        return tuple(player.respect for player in state.players)

    def view(self, state: State, seat: Seat | None) -> View:
        """Return what a seat may know; None for a spectator. Shares lists with the state: use it before the next
        answer.
        """
        return make_view(state, -1 if seat is None else seat)

    def full_view(self, state: State) -> View:
        """Everything there is."""
        return make_full_view(state)


_CONTENT: Final = canon.digest(
    (TALES, EVENTS, BUILDINGS, TERRAINS, tuple(BOARDS.values()), tuple(DICE.values()))).hex()


def _catalogue() -> Catalogue:
    return Catalogue(
        cards=tuple(CardInfo(row.id, row.name, row.copies, row.text) for row in TALES),
        events=tuple(EventInfo(row.id, row.name, row.copies, row.text, row.ignorable) for row in EVENTS),
        buildings=tuple(
            BuildingInfo(
                row.id, row.name, row.site, row.text, row.wood, row.stone, row.goods, row.at_once, requires, replaces,
                row.upgrade, row.respect, row.worth, row.yearly_respect,
            )
            for row, requires, replaces in zip(BUILDINGS, REQUIRES, REPLACES, strict=True)
        ),
        terrains=tuple(TerrainInfo(row.id, row.name, row.food, row.wood, row.stone) for row in TERRAINS),
        boards=tuple(
            BoardInfo(
                players, tuple(q for q, _ in board.hexes), tuple(r for _, r in board.hexes),
                tuple(tile for settlement in board.settlements for tile in settlement), DICE[players],
            )
            for players, board in BOARDS.items()
        ),
        rates=tuple(Rate(rate.give, rate.take, rate not in RATES) for rate in SHREWD_RATES),
        kinds=_named(KINDS, KIND_TEXTS),
        resources=_named(STOCK),
        seasons=_named(SEASONS),
        regular_actions=_named(ACTIONS),
        special_actions=_named(SPECIALS),
    )


def _named(ids: Sequence[str], texts: Sequence[str] = ()) -> tuple[Named, ...]:
    return tuple(Named(each, titled(each), text) for each, text in zip_longest(ids, texts, fillvalue=""))
