"""Events: the ALTHING that decides on some, what they do, and the victory check after them (SG-TERM-03, -28)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.pax_viking.abilities import prices
from lawspeaker_engine.games.pax_viking.abilities.effect import Do, Source
from lawspeaker_engine.games.pax_viking.actions import promises
from lawspeaker_engine.games.pax_viking.board import POST_REGION, POST_WIND, post_node
from lawspeaker_engine.games.pax_viking.options import Vote
from lawspeaker_engine.games.pax_viking.phases import end
from lawspeaker_engine.games.pax_viking.rows import TILES
from lawspeaker_engine.games.pax_viking.state import NO_TILE, Althing, State
from lawspeaker_engine.model import PUBLIC, Decision


def begin(state: State, seat: int, tile: int, post: int) -> None:
    """The seat PLAYS an Event in the POST that met its REQUIREMENT."""
    state.event = tile
    source = Source(seat, tile, node=post_node(post), region=POST_REGION[post], wind=POST_WIND[post])
    if TILES[tile].ability.trigger == "vote":
        state.push(Ballot(source))
    else:
        resolve(state, source)


def resolve(state: State, source: Source) -> None:
    """RESOLVE the Event: obey it as far as possible, then it leaves the game (AMB-SG-54)."""
    effects = TILES[state.event].ability.effects
    state.push_all(*(Do(effect, source) for effect in effects), Resolved())


@dataclass(slots=True)
class Ballot(Frame[State]):
    """The ALTHING: all vote in turn order; half of the votes or more let the Event RESOLVE (AMB-SG-35)."""

    source: Source

    def step(self, state: State) -> Decision | Work:
        """Hear the promises, then ask for one vote after another, then count."""
        if state.althing is None:
            first = self.source.seat if state.settings.althing_order == "active_first" else state.rivals(state.seat)[0]
            state.althing = Althing(state.event, first)
            if state.settings.promises:
                state.push(promises.Pledges(first))
            return ONGOING
        order, votes = state.turn_order(state.althing.first), state.althing.votes
        if len(votes) < len(order):
            seat = order[len(votes)]
            return Decision(seat, "althing.vote", [Vote(yes=True), Vote(yes=False)], 1, 1, (1,), PUBLIC,
                            reaction=seat != self.source.seat)
        self._count(state, order, votes)
        return DONE

    def take(self, state: State, chosen: Sequence[Vote]) -> Work:
        """Note the vote."""
        assert state.althing is not None, "a vote is asked for only while an ALTHING is held"
        votes = state.althing.votes
        seat = state.turn_order(state.althing.first)[len(votes)]
        promises.voted(state, seat, yes=chosen[0].yes)
        votes.append(int(chosen[0].yes))
        return ONGOING

    def _count(self, state: State, order: Sequence[int], votes: Sequence[int]) -> None:
        state.althing = None
        weights = [prices.votes(state, seat) for seat in order]
        if 2 * sum(weight for weight, vote in zip(weights, votes, strict=True) if vote) >= sum(weights):
            resolve(state, self.source)
            return
        state.discard.append(state.event)
        state.event = NO_TILE
        end.check(state, end.AT_EVENTS)


@dataclass(slots=True)
class Resolved(Frame[State]):
    """The Event is RESOLVED: it leaves the game, victory is checked, and a face-down card is turned up (AMB-SG-32)."""

    def step(self, state: State) -> Work:
        """Check, and reveal after it or before it."""
        state.removed.append(state.event)
        state.event = NO_TILE
        if state.settings.reveal == "before_check":
            state.push_all(end.Reveal(), Check())
        elif not end.check(state, end.AT_EVENTS):
            state.push(end.Reveal())
        return DONE


@dataclass(slots=True)
class Check(Frame[State]):
    """The victory check that follows a card turned up."""

    def step(self, state: State) -> Work:
        """Check."""
        end.check(state, end.AT_EVENTS)
        return DONE
