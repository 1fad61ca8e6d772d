"""The view of a seat, built from nothing: a fact that is not named here stays hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from lawspeaker_engine.games.clansmen.actions import action_budget
from lawspeaker_engine.games.clansmen.actions.offer import OfferView, offer_view
from lawspeaker_engine.games.clansmen.question_context import About, ContextFrame
from lawspeaker_engine.games.clansmen.raids.battle import RaidView, raid_view
from lawspeaker_engine.games.clansmen.state import (
    NO_EVENT,
    Attached,
    MapView,
    Person,
    Player,
    Promise,
    State,
    Structure,
)
from lawspeaker_engine.model import Decision

UNCOUNTED: Final = ("setup", "event", "raiders", "arrivals")
"""Phases before the one that counts Standard Actions."""


@dataclass(slots=True)
class PlayerView:
    """One player. The hand is empty for others, and its size known to all."""

    seat: int
    """Whom this is about: 0 to the number of players - 1."""
    home: int
    """The number i of the settlement: its tiles are entries 7i to 7i+6 of the board's `settlements`; -1 before seats
    are drawn.
    """
    food: int
    """In stock; so too wood, stone and goods."""
    wood: int
    """In stock."""
    stone: int
    """In stock."""
    goods: int
    """In stock."""
    respect: int
    """The last count may take it below zero."""
    blessings: int
    """Not spent yet."""
    people: list[Person]
    """Ascending by tile."""
    built: list[int]
    """By building, in the order of the catalogue: how many stand in the settlement; fences and houses are in
    `structures`.
    """
    structures: list[Structure]
    """Fences and houses, ascending by tile."""
    attached: list[Attached]
    """Tales cards in play, ascending by tile."""
    hand_size: int
    """Tales cards in hand."""
    called: list[int]
    """Kinds that come in Summer, called by Call for Kin, each a Population."""
    actions: int
    """Standard Actions left this season; until the Actions phase counts them, as many as the people would give."""
    used: list[int]
    """By regular action (Reorganize, Hunt, Explore, Feast, Build, Idle Hands, Trade, Gifts, Pray): times taken."""
    allowed: list[int]
    """By regular action: times it may be taken this season, in seasons in which it exists."""
    tempo: int
    """Actions more in the running turn, by Decisive Action."""
    specials: int
    """Special Actions left."""
    taken: list[int]
    """By season: 1 if its Special Action was taken this year."""
    idle: list[int]
    """Tiles of people that make Goods by Idle Hands."""
    ignores_event: bool
    """True if the season's event passes the player by."""
    passed: bool
    """True if the player has passed, and gets no more turns this season unless the option `passing` says otherwise."""
    hand: list[int] = field(default_factory=list)
    """Own seat only: Tales cards, ascending."""


@dataclass(slots=True)
class View:
    """A position as one seat, or a spectator (-1), may know it."""

    seat: int
    """The seat that sees it; -1 for a spectator, and for the view of all that a finished record has."""
    year: int
    """From 1; 0 during setup."""
    years: int
    """How many are played."""
    gate: int
    """The Respect that all together need at the end."""
    season: int
    """The one that is played, a value of the enum Season."""
    phase: str
    """setup, event, raiders, arrivals, actions, harvest, restore, feed, winter or over; Phase names them."""
    start: int
    """Holder of the Start token; turn order is clockwise from it."""
    counter: int
    """The Raiders' space on their track, from 0: an index of the board's `raiders`, whose last space is the top."""
    event: int
    """The event of this season, or -1."""
    past_events: list[int]
    """Events drawn so far, in order."""
    next_event: int
    """The next season's event for those who have seen it by prayer, else -1."""
    tales_left: int
    """Cards in the Tales deck."""
    discard: list[int]
    """Tales cards discarded, in order."""
    batch: list[int]
    """Kinds of migrants not yet chosen, each a Population."""
    map: MapView
    """The hexes, as far as the seat knows them."""
    players: list[PlayerView]
    """By seat."""
    promises: list[Promise]
    """Made this season."""
    raid: RaidView | None
    """The raid that is being fought, if any."""
    offer: OfferView | None
    """The offer that is being bargained over, if any."""
    about: About
    """The subject of the running question."""


def make_view(state: State, seat: int) -> View:
    """Return what the seat knows; -1 for a spectator."""
    return _view(state, seat, (seat,) if seat >= 0 else ())


def make_full_view(state: State) -> View:
    """Everything: for finished games only."""
    return _view(state, -1, range(state.settings.players), everything=True)


def _view(state: State, seat: int, own: Sequence[int], *, everything: bool = False) -> View:
    settings = state.settings
    return View(
        seat, state.year, settings.years, settings.gate * settings.players, state.season, state.phase, state.start,
        state.counter, state.event, state.past_events,
        state.foreseen if everything or seat in state.seers else NO_EVENT,
        len(state.tales), state.discard, state.batch, _whole_map(state) if everything else state.map_view(),
        [_player(state, i, player, own=i in own) for i, player in enumerate(state.players)],
        state.promises,
        None if state.raid is None else raid_view(state.raid),
        None if state.offer is None else offer_view(state.offer),
        _about(state),
    )


def _about(state: State) -> About:
    """Return the context of a question to one seat, which the frame on top has asked."""
    top = state.agenda[-1] if isinstance(state.question, Decision) else None
    return top.about(state) if isinstance(top, ContextFrame) else About()


def _whole_map(state: State) -> MapView:
    """Return the map with every hex face up."""
    return MapView(tuple(terrain + 1 for terrain in state.land.terrain))


def _actions(state: State, seat: int) -> int:
    """Return what is left of those counted; what is left in the state from last season is nobody's any more
    (CL-ACT-01).
    """
    if state.phase in UNCOUNTED:
        return action_budget.standard_actions(state, seat)
    return state.players[seat].actions


def _player(state: State, seat: int, player: Player, *, own: bool) -> PlayerView:
    food, wood, stone, goods = player.stock
    return PlayerView(
        seat, state.home[seat] if state.home else -1, food, wood, stone, goods, player.respect, player.blessings,
        player.people, player.built, player.structures, player.attached, len(player.hand), player.called,
        _actions(state, seat), player.used, player.allowed, player.tempo, player.specials, player.taken, player.idle,
        player.ignores_event, player.passed, player.hand if own else [],
    )
