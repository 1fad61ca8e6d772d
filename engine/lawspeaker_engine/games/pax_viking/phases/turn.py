"""A turn: Influence Phase, Action Phase, Winter Solstice (SG-TURN-01, SG-ACT-*, SG-WINTER-*)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.pax_viking import followers, ships, silver, tiles
from lawspeaker_engine.games.pax_viking.abilities import prices
from lawspeaker_engine.games.pax_viking.abilities.hooks import Moment
from lawspeaker_engine.games.pax_viking.actions import (
    activate,
    influence,
    influence_actions,
    invest,
    journey,
    parley,
    play,
    promises,
)
from lawspeaker_engine.games.pax_viking.options import (
    PASS,
    Activate,
    Buy,
    InvestDraw,
    Parley,
    Pass,
    Play,
    Sail,
    Speak,
    Tile,
    UseTile,
    play_option,
    tile_option,
)
from lawspeaker_engine.games.pax_viking.phases import end
from lawspeaker_engine.games.pax_viking.settings import Settings
from lawspeaker_engine.games.pax_viking.state import NO_TILE, State
from lawspeaker_engine.model import PUBLIC, Decision

_FEWER: Final = {2: (2,), 3: (2, 1), 4: (3, 2, 1), 5: (3, 2, 2, 1), 6: (3, 2, 2, 1)}
"""By number of players: how many Action Markers the first, second, ... lacks in the first round, as measured."""


def possible(state: State, seat: int, markers: int, unspent: Sequence[int]) -> list[Any]:
    """Return what the seat can do with the Action Markers and Influence Markers that it has left, at least one."""
    there = [(post, ships.presence(state, post)) for post in ships.posts_of(state, seat)]
    found: list[Any] = [*invest.offers(state, seat), *journey.offers(state, seat)]
    if state.players[seat].hand:
        alone = [post for post, counts in there if ships.are_of(seat, counts)]
        found += map(play_option, play.playable(state, seat, alone))
    found += activate.offers(state, seat)
    found += parley.offers(state, seat, there)
    if unspent:
        found += influence_actions.offers(state, seat)
    if markers:
        found += activate.tile_offers(state, seat)
    return found


@dataclass(slots=True)
class Turn(Frame[State]):
    """The seat's turn, up to its Solstice; then the next seat's."""

    seat: int
    begun: bool = False

    def step(self, state: State) -> Decision | Work:
        """Ask for one action after another, as long as markers are left.

        Who holds tiles is asked even if nothing is possible, since that would tell something of them. By default it
        passes; if it may not, it does the first thing that is possible, which is INVEST as long as there is a pile.
        """
        seat = self.seat
        if not self.begun:
            self._begin(state)
            return ONGOING
        if state.settings.end_test == "immediate" and all(tile == NO_TILE for tile in state.track):
            end.last_check(state)
            return ONGOING
        markers, unspent = influence.action_markers(state, seat), influence.unspent(state, seat)
        if not (markers or unspent):
            self._solstice(state)
            return DONE
        found = possible(state, seat, markers, unspent)
        if not found and not state.players[seat].hand:
            self._solstice(state)
            return DONE
        choices = [*found, *promises.offers(state, seat)]
        default = 0
        if state.settings.pass_allowed or not found:
            default = len(choices)
            choices.append(PASS)
        return Decision(seat, "turn.action", choices, 1, 1, (default,), PUBLIC)

    def take(self, state: State, chosen: Sequence[Any]) -> Work:
        """Begin the action, which is paid for first; or end the phase."""
        seat, option = self.seat, chosen[0]
        if isinstance(option, Pass):
            self._solstice(state)
            return DONE
        if isinstance(option, Speak):
            state.promised += 1
            state.push(promises.Announce(seat))
        elif isinstance(option, UseTile):
            state.markers_spent += 1
            activate.use_tile(state, seat, option)
        elif begin := _STANDARD.get(type(option)):
            begin(state, seat, option)
            state.push(influence.PayMarker(seat))
        else:
            influence_actions.begin(state, seat, option)
        return ONGOING

    def _begin(self, state: State) -> None:
        self.begun = True
        state.seat, state.turn, state.phase = self.seat, state.turn + 1, "influence"
        state.markers_spent, state.influence_spent, state.journeys = 0, [0] * 4, 0
        state.once, state.promised, state.offers = [], 0, 0
        state.peace = [seat for seat in state.peace if seat != self.seat]
        if state.settings.first_turns == "fewer":
            state.markers_spent = exhausted_at_first(state.settings, state.turn)
        influence.influence_phase(state, self.seat)
        state.phase = "actions"

    def _solstice(self, state: State) -> None:
        state.phase = "solstice"
        silver.gain(state, self.seat, sum(count > 0 for count in followers.established_of(state, self.seat)))
        state.push_all(
            Moment("own_solstice", self.seat), DiscardDown(self.seat), StaleRound(self.seat), Refresh(self.seat),
            tiles.Refill(), EndOfTurn(self.seat),
        )


def exhausted_at_first(settings: Settings, turn: int) -> int:
    """Return how many Action Markers are exhausted as this turn begins: some in the first round (AMB-SG-63).

    A whole turn would put a player ahead of the next by its share of a round, so about those shares are taken off.
    """
    less = _FEWER[settings.players][turn - 1:turn]
    return min(sum(less), settings.action_markers - 1)


_STANDARD: Final[dict[type, Callable[[State, int, Any], None]]] = {
    InvestDraw: lambda state, seat, _: invest.draw(state, seat),
    Buy: lambda state, seat, option: invest.buy(state, seat, option.space),
    Sail: lambda state, seat, option: journey.begin(state, seat, option.longship),
    Play: lambda state, seat, option: play.begin(state, seat, option.tile),
    Activate: activate.begin,
    Parley: lambda state, seat, option: parley.begin(state, seat, option.post),
}
"""How each Standard Action begins: what it does now must not ask, since its marker is asked for first."""


@dataclass(slots=True)
class DiscardDown(Frame[State]):
    """The hand goes down to the HAND LIMIT (SG-WINTER-02)."""

    seat: int

    def step(self, state: State) -> Decision | Work:
        """Ask for exactly the excess; by default the tiles drawn last."""
        player = state.players[self.seat]
        excess = len(player.hand) - prices.hand_limit(state, self.seat)
        if excess <= 0:
            return DONE
        latest = tuple(sorted(player.hand.index(tile) for tile in player.drawn[-excess:]))
        options = list(map(tile_option, player.hand))
        return Decision(self.seat, "solstice.discard", options, excess, excess, latest, PUBLIC)

    def take(self, state: State, chosen: Sequence[Tile]) -> Work:
        """Discard them face up."""
        for option in chosen:
            tiles.from_hand(state, self.seat, option.tile)
            state.discard.append(option.tile)
        return DONE


@dataclass(slots=True)
class StaleRound(Frame[State]):
    """After a round in which nobody took a tile the cheapest one leaves the track, or the game ends (AMB-SG-56).

    Without it a game in which nobody INVESTs would never end.
    """

    seat: int

    def step(self, state: State) -> Work:
        """Drop it, or end the game, at the end of a round."""
        if state.rivals(self.seat)[0] != state.first:
            return DONE
        taken, state.taken = state.taken, False
        if taken:
            return DONE
        if state.settings.stale_round == "ends":
            end.last_check(state)
            return DONE
        space = tiles.cheapest(state)
        if space >= 0:
            tiles.drop_from_track(state, space)
        return DONE


@dataclass(slots=True)
class Refresh(Frame[State]):
    """Everything of the seat is unexhausted; the track is refilled next (SG-WINTER-03)."""

    seat: int

    def step(self, state: State) -> Work:
        """Unexhaust Longships and markers."""
        for ship in state.longships:
            if ship.seat == self.seat:
                ship.exhausted = False
        state.markers_spent, state.influence_spent = 0, [0] * 4
        return DONE


@dataclass(slots=True)
class EndOfTurn(Frame[State]):
    """The Novice check, the test whether the track is empty, and the next turn (AMB-SG-08, AMB-SG-31)."""

    seat: int

    def step(self, state: State) -> Work:
        """End the game, or give the turn to the next seat."""
        state.looks = [look for look in state.looks if look.seat != self.seat]
        promises.turn_ended(state, self.seat)
        seats = (self.seat,) if state.settings.novice_scope == "active" else None
        if end.check(state, end.NOVICE, seats):
            return DONE
        if all(tile == NO_TILE for tile in state.track):
            end.last_check(state)
            return DONE
        state.push(Turn(state.rivals(self.seat)[0]))
        return DONE
