"""Pax Viking as a `Game`: the functions every game supplies."""

from __future__ import annotations

from typing import Final

from lawspeaker_engine import canon
from lawspeaker_engine.agenda import AgendaGame
from lawspeaker_engine.games.pax_viking.abilities.effect_table import EffectTable
from lawspeaker_engine.games.pax_viking.board import BORDERS, HOMES, POSTS, REGIONS
from lawspeaker_engine.games.pax_viking.catalogue import make_catalogue
from lawspeaker_engine.games.pax_viking.dealing import deal_hidden
from lawspeaker_engine.games.pax_viking.effects import control, followers, money, ships, tiles
from lawspeaker_engine.games.pax_viking.enums import ENUMS
from lawspeaker_engine.games.pax_viking.options import OPTION_TYPES
from lawspeaker_engine.games.pax_viking.phases.end import standing
from lawspeaker_engine.games.pax_viking.phases.setup import new_state
from lawspeaker_engine.games.pax_viking.rows import JARLS, PLACE_ABILITIES, TILES, VICTORIES
from lawspeaker_engine.games.pax_viking.settings import OPTIONS
from lawspeaker_engine.games.pax_viking.state import State
from lawspeaker_engine.games.pax_viking.text.ending import explained
from lawspeaker_engine.games.pax_viking.text.prompts import TEXT
from lawspeaker_engine.games.pax_viking.view import View, make_full_view, make_view
from lawspeaker_engine.guide import Guide
from lawspeaker_engine.model import Outcome, Rng, Seat, Setup


class PaxViking(AgendaGame[State]):
    """Pax Viking: Jarls who sail, trade, settle Followers and vote."""

    name = "pax_viking"
    title = "Pax Viking"
    version = 2
    editions = ("concise",)
    players = (2, 3, 4, 5, 6)
    options = OPTIONS
    view_type = View
    option_types = OPTION_TYPES
    enums = ENUMS
    text = TEXT

    def __init__(self) -> None:
        self.catalogue = make_catalogue()

    def content(self, setup: Setup) -> str:
        """Return the hash of all rows, whatever the setup."""
        return _CONTENT

    def guide(self) -> Guide:
        """Return what there is to read about the game."""
        from lawspeaker_engine.games.pax_viking.text.guide import GUIDE

        return GUIDE

    def setup(self, setup: Setup) -> State:
        """Return the state before anything has happened. Raises BadSetup."""
        return new_state(setup, _EFFECTS)

    def deal_hidden(self, state: State, seat: Seat, rng: Rng) -> None:
        """Draw afresh all that the seat may not know; see `dealing`."""
        deal_hidden(state, seat, rng)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, with what the points came from; None while it goes on."""
        return explained(state)

    def scores(self, state: State) -> tuple[int, ...]:
        """Return how many ESTABLISHED Followers each has."""
        return tuple(standing(state, seat)[0] for seat in range(state.settings.players))

    def view(self, state: State, seat: Seat | None) -> View:
        """Return what a seat may know; None for a spectator. Shares lists with the state: use it before the next
        answer.
        """
        return make_view(state, -1 if seat is None else seat)

    def full_view(self, state: State) -> View:
        """Everything there is."""
        return make_full_view(state)


_EFFECTS: Final = EffectTable(
    {**control.BEGIN, **followers.BEGIN, **money.BEGIN, **ships.BEGIN, **tiles.BEGIN},
    {**control.POSSIBLE, **followers.POSSIBLE, **money.POSSIBLE, **ships.POSSIBLE, **tiles.POSSIBLE},
)
_CONTENT: Final = canon.digest((TILES, JARLS, PLACE_ABILITIES, VICTORIES, REGIONS, HOMES, POSTS, BORDERS)).hex()
