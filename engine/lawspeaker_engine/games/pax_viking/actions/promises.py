"""Promises: typed words that all hear, that bind nobody, and of which all see whether they were kept (SG.5).

A promise lasts until the promiser's next turn has ended:

- a vote is kept or broken in the first ALTHING, and untested if there is none;
- silver is kept by giving so much at once in a TRADE, or broken; untested if the game ends earlier;
- not to CHALLENGE somebody, not to PARLEY in a POST and to leave somebody's Longships in a REGION alone are broken by
  doing so, else kept; Longships are not left alone by who has them RETURNED or moved, by whatever action or ability;
- a veto is broken if its seat wins in the meantime, else kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.pax_viking import ships
from lawspeaker_engine.games.pax_viking.board import POSTS, REGIONS
from lawspeaker_engine.games.pax_viking.enums import PromiseKind, PromiseResult
from lawspeaker_engine.games.pax_viking.options import (
    SPEAK,
    PromiseNoChallenge,
    PromiseNoParley,
    PromisePassage,
    PromiseSilver,
    PromiseVeto,
    PromiseVote,
    Speak,
    seat_option,
)
from lawspeaker_engine.games.pax_viking.state import NOBODY, Promise, State
from lawspeaker_engine.model import PUBLIC, Decision
from lawspeaker_engine.text import words

VOTE, NO_CHALLENGE, NO_PARLEY, SILVER, PASSAGE, VETO = map(int, PromiseKind)
KINDS: Final = words(PromiseKind)
RUNNING, KEPT, BROKEN, UNTESTED = map(int, PromiseResult)
RESULTS: Final = words(PromiseResult)

IN_TURN: Final = 2
"""Promises that the active player may make by itself in its turn."""

_VOTES: Final = [PromiseVote(yes=True), PromiseVote(yes=False)]
_NO_CHALLENGE: Final = PromiseNoChallenge()
_NO_PARLEY: Final = [PromiseNoParley(post) for post in range(len(POSTS))]
_SILVER: Final = [PromiseSilver(amount) for amount in (1, 2, 4, 8)]
_PASSAGE: Final = [PromisePassage(region) for region in range(len(REGIONS))]
_veto = cache(PromiseVeto)

PromiseOption = (
    PromiseVote | PromiseNoChallenge | PromiseNoParley | PromiseSilver | PromisePassage | PromiseVeto
)


def offers(state: State, seat: int) -> list[Speak]:
    """Return whether the active player may promise something."""
    return [SPEAK] if state.settings.promises and state.promised < IN_TURN else []


def possible(state: State, seat: int, to: int) -> list[PromiseOption]:
    """Return what the seat can promise another one."""
    if not state.settings.promises:
        return []
    return [
        *_VOTES,
        _NO_CHALLENGE,
        *[_NO_PARLEY[post] for post, owner in enumerate(state.owners) if owner == to],
        *_SILVER,
        *[_PASSAGE[region] for region in ships.regions_of(state, to)],
        *[_veto(other) for other in range(state.settings.players) if other != seat],
    ]


def meaning(option: Any) -> tuple[int, int]:
    """Return the kind and the value of a promise."""
    match option:
        case PromiseVote(yes):
            return VOTE, int(yes)
        case PromiseNoChallenge():
            return NO_CHALLENGE, 0
        case PromiseNoParley(post):
            return NO_PARLEY, post
        case PromiseSilver(amount):
            return SILVER, amount
        case PromisePassage(region):
            return PASSAGE, region
        case PromiseVeto(other):
            return VETO, other
    raise TypeError(f"{option!r} is no promise")


def promise(state: State, seat: int, to: int, kind: int, value: int) -> None:
    """Add a promise, which all hear."""
    turns = 2 if seat == state.seat else 1
    state.promises.append(Promise(seat, to, kind, value, turns))


@dataclass(slots=True)
class Announce(Frame[State]):
    """The active player promises something to a RIVAL; or nothing after all."""

    seat: int
    to: int = NOBODY

    def step(self, state: State) -> Decision | Work:
        """Ask to whom, then what."""
        if self.to == NOBODY:
            rivals = list(map(seat_option, state.rivals(self.seat)))
            return self.choose(state, self.seat, "turn.promise_to", rivals, PUBLIC)
        return Decision(self.seat, "turn.promise", possible(state, self.seat, self.to), 0, 1, (), PUBLIC)

    def take(self, state: State, chosen: Sequence[Any]) -> Work:
        """Note to whom, or add the promise."""
        if self.to == NOBODY:
            self.to = chosen[0].seat
            return ONGOING
        for option in chosen:
            promise(state, self.seat, self.to, *meaning(option))
        return DONE


@dataclass(slots=True)
class Pledges(Frame[State]):
    """Before an ALTHING each player in turn order may say how it will vote."""

    first: int
    done: int = 0

    def step(self, state: State) -> Decision | Work:
        """Ask the next seat."""
        if self.done == state.settings.players:
            return DONE
        seat = state.turn_order(self.first)[self.done]
        return Decision(seat, "althing.promise", _VOTES, 0, 1, (), PUBLIC, reaction=seat != state.seat)

    def take(self, state: State, chosen: Sequence[PromiseVote]) -> Work:
        """Add the promise."""
        seat = state.turn_order(self.first)[self.done]
        self.done += 1
        for option in chosen:
            promise(state, seat, NOBODY, *meaning(option))
        return ONGOING


# What happens, and which promises it keeps or breaks.


def _settle(
    state: State, seat: int, kind: int, result: int, *, to: int | None = None, value: int | None = None,
) -> None:
    for each in state.promises:
        if (each.seat, each.kind, each.result) == (seat, kind, RUNNING) and to in (None, each.to) \
                and value in (None, each.value):
            each.result = result


def voted(state: State, seat: int, *, yes: bool) -> None:
    """The seat votes in an ALTHING."""
    _settle(state, seat, VOTE, KEPT, value=int(yes))
    _settle(state, seat, VOTE, BROKEN)


def challenged(state: State, seat: int, rival: int) -> None:
    """The seat CHALLENGES a RIVAL."""
    _settle(state, seat, NO_CHALLENGE, BROKEN, to=rival)


def parleyed(state: State, seat: int, post: int) -> None:
    """The seat PARLEYS in the POST."""
    _settle(state, seat, NO_PARLEY, BROKEN, value=post)


def harmed(state: State, seat: int, rival: int, region: int) -> None:
    """The seat has a Longship of the RIVAL in the REGION RETURNED or moved."""
    _settle(state, seat, PASSAGE, BROKEN, to=rival, value=region)


def gave_silver(state: State, seat: int, to: int, amount: int) -> None:
    """The seat gives silver in a TRADE: it keeps the oldest promises first, and no silver keeps two of them."""
    for each in state.promises:
        if (each.seat, each.to, each.kind, each.result) == (seat, to, SILVER, RUNNING) and each.value <= amount:
            each.result = KEPT
            amount -= each.value


_AT_END: Final = (UNTESTED, KEPT, KEPT, BROKEN, KEPT, KEPT)
"""By kind: what a promise is that nothing has kept or broken in its time."""


def turn_ended(state: State, seat: int) -> None:
    """The seat's turn has ended: promises whose time is over are settled, and leave a turn later."""
    for each in state.promises:
        if each.seat == seat:
            each.turns -= 1
            if not each.turns and each.result == RUNNING:
                each.result = _AT_END[each.kind]
    state.promises = [each for each in state.promises if each.turns >= 0]


def game_over(state: State, winners: Sequence[int]) -> None:
    """The game has ended: what still runs is settled; silver that was still due is untested."""
    for each in state.promises:
        if each.result == RUNNING:
            lost = each.kind == VETO and each.value in winners
            each.result = BROKEN if lost else UNTESTED if each.kind == SILVER else _AT_END[each.kind]
