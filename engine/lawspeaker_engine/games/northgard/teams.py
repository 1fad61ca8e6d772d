"""Team play (NG-VAR-04..09): two teams of two, seats 0 and 2 against 1 and 3."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard.options import Accept, Exchange
from lawspeaker_engine.games.northgard.settings import TEAM_PLAYERS
from lawspeaker_engine.games.northgard.state import FOOD, LORE, WOOD, State
from lawspeaker_engine.model import PUBLIC, Decision

OFFERS: Final = 12
"""Offers two teammates may make each other in one Harvest, so that it ends; refused ones count."""
MOST_EXCHANGED: Final = 20
"""The largest number of tokens in one offer; more takes another offer."""


def sides(state: State) -> list[tuple[int, ...]]:
    """Return the seats that win and lose together: each player alone, or the two teams."""
    if state.settings.teams:
        return [(0, 2), (1, 3)]
    return [(seat,) for seat in range(state.settings.players)]


def mate(seat: int) -> int:
    """Return the teammate, who sits opposite (NG-VAR-04)."""
    return (seat + 2) % TEAM_PLAYERS


@dataclass(slots=True)
class Exchanging(Frame[State]):
    """Teammates offer each other resources one for one, in turns, until both decline in a row (NG-VAR-07, AMB-R40)."""

    seat: int
    """Whose offer it is."""
    offers: int = 0
    declined: bool = False
    """True if the other one has just declined to offer."""

    def step(self, state: State) -> Decision | Work:
        """Ask for an offer; who has nothing to offer declines. Resources are open, so that gives nothing away."""
        if self.offers == OFFERS:
            return DONE
        options = exchanges(state, self.seat)
        if options:
            return Decision(self.seat, "harvest.exchange", options, 0, 1, (), PUBLIC)
        return self._decline(state)

    def take(self, state: State, chosen: Sequence[Exchange]) -> Work:
        """An offer goes to the teammate; after its answer it is the teammate's turn to offer."""
        if not chosen:
            return self._decline(state)
        offer = chosen[0]
        state.push(Reply(self.seat, offer.give, offer.take, offer.count))
        self.seat = mate(self.seat)
        self.offers += 1
        self.declined = False
        return ONGOING

    def _decline(self, state: State) -> Work:
        if self.declined:
            return DONE
        self.seat = mate(self.seat)
        self.declined = True
        return ONGOING


@dataclass(slots=True)
class Reply(Frame[State]):
    """The teammate of `seat` accepts its offer, or not."""

    seat: int
    give: int
    want: int
    count: int

    def step(self, state: State) -> Decision:
        """Ask the teammate, who refuses by not answering. All saw the offer when it was made."""
        return Decision(mate(self.seat), "harvest.exchange_reply", [Accept()], 0, 1, (), PUBLIC, reaction=True)

    def take(self, state: State, chosen: Sequence[Accept]) -> Work:
        """Carry out an accepted offer at once."""
        if chosen:
            mine, theirs = state.players[self.seat].resources, state.players[mate(self.seat)].resources
            mine[self.give] -= self.count
            theirs[self.give] += self.count
            mine[self.want] += self.count
            theirs[self.want] -= self.count
        return DONE


def exchanges(state: State, seat: int) -> list[Exchange]:
    """Offers both sides could pay: by what is given, what is taken, and number."""
    mine, theirs = state.players[seat].resources, state.players[mate(seat)].resources
    return [
        Exchange(give, take, count)
        for give in (FOOD, WOOD, LORE)
        for take in (FOOD, WOOD, LORE) if take != give
        for count in range(1, min(mine[give], theirs[take], MOST_EXCHANGED) + 1)
    ]
