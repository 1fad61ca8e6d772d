"""PARLEY and CHALLENGE: to ESTABLISH where one is ALONE, or to become so (SG-PARLEY-01, -02, SG-TERM-06)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.pax_viking import followers, ships
from lawspeaker_engine.games.pax_viking.abilities import prices
from lawspeaker_engine.games.pax_viking.abilities.hooks import Moment
from lawspeaker_engine.games.pax_viking.actions import promises
from lawspeaker_engine.games.pax_viking.actions.establish import Establish, types
from lawspeaker_engine.games.pax_viking.board import GATES, POST_REGION, post_node, region_node
from lawspeaker_engine.games.pax_viking.options import Parley, Seat, Ship
from lawspeaker_engine.games.pax_viking.question_context import About, ContextFrame
from lawspeaker_engine.games.pax_viking.state import OWN, State
from lawspeaker_engine.model import PUBLIC, Decision


def offers(state: State, seat: int, there: Sequence[tuple[int, Sequence[int]]]) -> list[Parley]:
    """Return the POSTS in which the seat is ALONE and can ESTABLISH, or can CHALLENGE somebody.

    `there` has the POSTS where the seat is, each with its `ships.presence`.
    """
    return [
        Parley(post) for post, counts in there
        if (types(state, seat, post) if ships.are_of(seat, counts) else _weaker(state, seat, post, counts))
    ]


def challengeable(state: State, seat: int, post: int) -> list[int]:
    """Return the RIVALS in the POST whom the seat outnumbers, in turn order (AMB-SG-25)."""
    return _weaker(state, seat, post, ships.presence(state, post))


def _weaker(state: State, seat: int, post: int, counts: Sequence[int]) -> list[int]:
    if state.peace or not counts[seat]:
        return []
    own = prices.strength(state, seat, post, counts[seat])
    return [
        rival for rival in state.rivals(seat)
        if counts[rival] and own > prices.strength(state, rival, post, counts[rival])
    ]


def begin(state: State, seat: int, post: int) -> None:
    """ESTABLISH, or CHALLENGE."""
    promises.parleyed(state, seat, post)
    state.push(Establish(seat, post, may=False) if ships.alone(state, seat, post) else Challenge(seat, post))


@dataclass(slots=True)
class Challenge(ContextFrame[State]):
    """The seat CHALLENGES one RIVAL, and may ESTABLISH if it is then ALONE."""

    seat: int
    post: int

    def step(self, state: State) -> Decision | Work:
        """Ask whom."""
        options = [Seat(rival) for rival in challengeable(state, self.seat, self.post)]
        return self.choose(state, self.seat, "challenge.rival", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Seat]) -> Work:
        """Have the RIVAL lose; then abilities that follow work, then the seat may ESTABLISH."""
        rival = chosen[0].seat
        promises.challenged(state, self.seat, rival)
        state.push_all(
            Lose(self.seat, rival, self.post),
            Moment("won_challenge", self.seat),
            Moment("lost_challenge", rival),
            Won(self.seat, self.post),
        )
        return DONE

    def about(self, state: State) -> About:
        """Return the POST."""
        return About(post=self.post)


@dataclass(slots=True)
class Lose(ContextFrame[State]):
    """One Longship of the RIVAL is RETURNED, its others there go through the gate, Followers that act as Longships too
    are RETURNED (SG-TERM-06).
    """

    seat: int
    rival: int
    post: int

    def step(self, state: State) -> Decision | Work:
        """Ask which Longship: exhausted ones first, Ally Longships last, so that the default loses least."""
        there = ships.one_of_each(state, ships.at_node(state, self.rival, post_node(self.post)))
        there.sort(key=lambda number: (state.longships[number].kind != OWN, not state.longships[number].exhausted))
        asked = self.rival if state.settings.challenge_loss == "victim" else self.seat
        options = [Ship(number) for number in there]
        return self.choose(state, asked, "challenge.loss", options, PUBLIC, reaction=asked == self.rival)

    def take(self, state: State, chosen: Sequence[Ship]) -> Work:
        """Carry it out; with no Longship there it is the Follower alone."""
        follower_too = ships.acts_as_longship(state, self.post) and state.owners[self.post] == self.rival
        for option in chosen:
            ships.send_back(state, option.longship)
        for number in ships.at_node(state, self.rival, post_node(self.post)):
            state.longships[number].node = region_node(GATES[self.post])
        if follower_too:
            followers.send_back(state, self.post)
        promises.harmed(state, self.seat, self.rival, POST_REGION[self.post])
        return DONE

    def about(self, state: State) -> About:
        """Return the POST."""
        return About(post=self.post)


@dataclass(slots=True)
class Won(Frame[State]):
    """After a CHALLENGE: who is now ALONE may ESTABLISH."""

    seat: int
    post: int

    def step(self, state: State) -> Work:
        """Ask, if it is so."""
        if ships.alone(state, self.seat, self.post):
            state.push(Establish(self.seat, self.post, may=True))
        return DONE
