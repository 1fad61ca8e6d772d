"""Guarded Parley: Parley in which nothing can be dealt anew before the second round."""

from __future__ import annotations

from lawspeaker_engine.model import CannotDealAnew, Rng
from tests.games.parley import Parley, State


class GuardedParley(Parley):
    """The game of the same name, which refuses to deal anew."""

    last_refused = 1
    """The round up to which it does."""

    def deal_anew(self, state: State, seat: int, rng: Rng) -> State:
        if state.round <= self.last_refused:
            raise CannotDealAnew(f"parley cannot be dealt anew in round {state.round}")
        return super().deal_anew(state, seat, rng)


class ClosedParley(GuardedParley):
    """It always refuses."""

    last_refused = 9


GUARDED_PARLEY, CLOSED_PARLEY = GuardedParley(), ClosedParley()
