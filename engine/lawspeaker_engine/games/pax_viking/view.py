"""The view of a seat, built from nothing: a fact that is not named here stays hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from lawspeaker_engine.games.pax_viking import tiles
from lawspeaker_engine.games.pax_viking.abilities import prices
from lawspeaker_engine.games.pax_viking.actions import influence
from lawspeaker_engine.games.pax_viking.actions.offer import BundleView, OfferView, offer_view
from lawspeaker_engine.games.pax_viking.question_context import About, ContextFrame
from lawspeaker_engine.games.pax_viking.state import SPECTATOR, Althing, BoardTile, Longship, Look, Promise, State
from lawspeaker_engine.model import Decision

__all__ = ["BundleView", "OfferView", "PlayerView", "View", "make_full_view", "make_view"]


@dataclass(slots=True)
class PlayerView:
    """One player. The hand is empty for others, and its size known to all."""

    seat: int
    """Whom this is about: 0 to the number of players - 1."""
    jarl: int
    """By number in the catalogue; -1 before Jarls are dealt."""
    silver: int
    """Silfr."""
    hand_size: int
    """Tiles in hand."""
    hand_limit: int
    """The HAND LIMIT as it is now."""
    supply: list[int]
    """By type (Jarldom, Theocracy, Sweden, Rus): Followers on the Jarlboard; the others are ESTABLISHED."""
    influence: list[int]
    """By type: what counts in the Influence Phase, that is ESTABLISHED Followers and what abilities add."""
    advocates: list[BoardTile]
    """On the Jarlboard; so too gods."""
    gods: list[BoardTile]
    """On the Jarlboard."""
    duchies: list[int]
    """REGIONS that are DUCHIES, ascending."""
    hand: list[int] = field(default_factory=list)
    """Own seat only, unless hands are open: tiles, ascending."""
    known: list[int] = field(default_factory=list)
    """Tiles of the hand that the seat which sees the view knows, ascending: it has seen them taken or shown, and they
    cannot have left since but in sight. Of its own hand: those that all know.
    """


@dataclass(slots=True)
class View:
    """A position as one seat, or a spectator (-1), may know it; places, tiles and cards by number in the catalogue."""

    seat: int
    """The seat that sees it; -1 for a spectator, and for the view of all that a finished record has."""
    turn: int
    """Turns begun; 0 during setup."""
    phase: str
    """setup, influence, actions, solstice or over; Phase names them."""
    active: int
    """The active player; -1 during setup."""
    first: int
    """The seat that had the first turn; turn order is clockwise from it."""
    players: list[PlayerView]
    """By seat."""
    tiles: list[int]
    """By POST: the Venture on it, an index of Catalogue.tiles, or -1."""
    owners: list[int]
    """By POST: whose Follower is on it, or -1."""
    followers: list[int]
    """By POST: the type of the Follower on it, an InfluenceType, or -1."""
    longships: list[Longship]
    """All Longships, each at its number for the whole match."""
    pile: int
    """Tiles in the saga pile."""
    top: list[int]
    """The tiles on top of the pile in order, where this seat has looked at them."""
    track: list[int]
    """By space, the one that costs 1 first: its tile, or -1."""
    discard: list[int]
    """The discard pile, in order."""
    removed: list[int]
    """Tiles out of the game, in order."""
    influence: list[int]
    """By type: who holds the Influence Marker, or -1."""
    markers: int
    """Action Markers that the active player has not exhausted."""
    influence_spent: list[int]
    """By type: 1 if the active player has exhausted the Influence Marker."""
    journeys: int
    """JOURNEYS of this turn."""
    offers: int
    """Offers of a TRADE that the active player has made in this turn."""
    face_up: list[int]
    """Victory Condition cards that count."""
    face_down: int
    """How many lie face down."""
    taken: bool
    """True if a tile has left track or pile in this round; if none does the cheapest of the track goes (AMB-SG-56)."""
    peace: list[int]
    """Seats until whose next turn nobody may CHALLENGE."""
    looks: list[Look]
    """This seat's knowledge of the hands of others until its turn ends."""
    promises: list[Promise]
    """In the order made."""
    event: int
    """The Event that is being played, an index of Catalogue.tiles, or -1."""
    althing: Althing | None
    """The vote that is being held, if any."""
    offer: OfferView | None
    """The offer that is being talked about, if any."""
    about: About
    """The subject of the running question."""


def make_view(state: State, seat: int) -> View:
    """Return what the seat knows; -1 for a spectator."""
    own = range(state.settings.players) if state.settings.open_hands else (seat,)
    return _view(state, seat, own, (seat,))


def make_full_view(state: State) -> View:
    """Everything: for finished games only."""
    seats = range(state.settings.players)
    return _view(state, -1, seats, seats)


def _view(state: State, seat: int, hands: Sequence[int], eyes: Sequence[int]) -> View:
    """Build a view: with the hands of some seats, and with what is known to some pairs of eyes."""
    return View(
        seat, state.turn, state.phase, state.seat, state.first,
        [_player(state, i, SPECTATOR if i == seat else seat, open_hand=i in hands) for i in range(len(state.players))],
        state.tiles, state.owners, state.followers, state.longships, tiles.left_to_draw(state),
        state.top if any(eye in state.seers for eye in eyes) else [],
        state.track, state.discard, state.removed, state.influence,
        influence.action_markers(state, state.seat) if state.seat >= 0 else 0,
        state.influence_spent, state.journeys, state.offers, state.face_up, len(state.face_down), state.taken,
        state.peace,
        [look for look in state.looks if look.seat in eyes],
        state.promises, state.event, state.althing,
        None if state.offer is None else offer_view(state.offer, eyes),
        _about(state),
    )


def _about(state: State) -> About:
    """Return the context of a question to one seat, which the frame on top has asked."""
    top = state.agenda[-1] if isinstance(state.question, Decision) else None
    return top.about(state) if isinstance(top, ContextFrame) else About()


def _player(state: State, seat: int, eye: int, *, open_hand: bool) -> PlayerView:
    player = state.players[seat]
    return PlayerView(
        seat, player.jarl, player.silver, len(player.hand), prices.hand_limit(state, seat), player.supply,
        influence.counts(state, seat), player.advocates, player.gods, player.duchies,
        player.hand if open_hand else [], player.known[eye],
    )
