"""Promises: typed words that are logged and never enforced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.clansmen.options import SPEAK, PromiseDefenders, PromiseSpecial, PromiseTrade, Speak
from lawspeaker_engine.games.clansmen.state import DEFENDERS, GOODS, SEASONS, SPECIAL, TRADE_WISH, Promise, State
from lawspeaker_engine.model import PUBLIC, Decision

IN_TURNS: Final = 2
"""Promises that a seat may make in its turns of a season."""

_TRADES: Final = [PromiseTrade(give, take) for give in range(GOODS + 1) for take in range(GOODS + 1) if give != take]
_SPECIALS: Final = [PromiseSpecial(season) for season in range(len(SEASONS))]
_defenders = cache(PromiseDefenders)


def offers(state: State, seat: int) -> list[Speak]:
    """Return whether the seat may promise something in its turn."""
    if not state.settings.promises:
        return []
    made = [promise for promise in state.promises if promise.seat == seat and promise.kind != DEFENDERS]
    return [SPEAK] if len(made) < IN_TURNS else []


@dataclass(slots=True)
class Announce(Frame[State]):
    """The seat says what it would trade, or which Special Action it means to take this year; or nothing after all."""

    seat: int

    def step(self, state: State) -> Decision:
        """Offer the promises that may still come true."""
        options: list[PromiseTrade | PromiseSpecial] = [
            *_TRADES,
            *[_SPECIALS[season] for season in range(state.season, len(SEASONS))
              if not any(player.taken[season] for player in state.players)],
        ]
        return Decision(self.seat, "turn.promise", options, 0, 1, (), PUBLIC)

    def take(self, state: State, chosen: Sequence[PromiseTrade | PromiseSpecial]) -> Work:
        """Add the promise, which all hear."""
        for option in chosen:
            state.promises.append(
                Promise(self.seat, TRADE_WISH, option.give, option.take) if isinstance(option, PromiseTrade)
                else Promise(self.seat, SPECIAL, option.season)
            )
        return DONE


@dataclass(slots=True)
class BeforeRaid(Frame[State]):
    """Everybody who has people may say, in turn order, how many will defend."""

    done: int = 0
    """Seats that have had their say."""

    def step(self, state: State) -> Decision | Work:
        """Ask the next seat."""
        if self.done == state.settings.players:
            return DONE
        seat = state.turn_order()[self.done]
        if not state.players[seat].people:
            self.done += 1
            return ONGOING
        options = list(map(_defenders, range(len(state.players[seat].people) + 1)))
        return Decision(seat, "raid.promise", options, 0, 1, (), PUBLIC)

    def take(self, state: State, chosen: Sequence[PromiseDefenders]) -> Work:
        """Add the promise, which all hear."""
        seat = state.turn_order()[self.done]
        state.promises += [Promise(seat, DEFENDERS, option.people) for option in chosen]
        self.done += 1
        return ONGOING
