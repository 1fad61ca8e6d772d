"""Bots that break down: what happened to them is kept in the ledger, so that it counts for every worker and every run.

A bot that does so too often plays no more. Good matches between are seen by the number of its counted matches,
which is kept with each trouble.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker_referee.competition.results import SeatDetails
from lawspeaker_referee.config.fault_policies import fault_name

MOST_STARTS: Final = 3
"""Failed starts in a row after which a bot plays no more."""
MOST_CRASHES: Final = 5
"""Matches in a row with a crashed process after which a bot plays no more."""
MOST_SILENCES: Final = 2
"""Matches in which it was disqualified for silence, among SILENT_AMONG of its matches, after which a bot plays no more:
each costs the others all the time that the clock gives it. It is started anew after the first.
"""
SILENT_AMONG: Final = 10
"""Not only in a row: one that stops answering after some hundred decisions begins well each time."""
_TIMEOUT: Final = fault_name(Fault.FAULT_TIMEOUT)
_OUT: Final = fault_name(Fault.FAULT_DISQUALIFIED)


class Kind(StrEnum):
    """The kinds of trouble; the words stand in the ledger."""

    START = "start"
    """It could not be started, or did not join."""
    CRASH = "crash"
    """Its process ended as none should."""
    SILENCE = "silence"
    """It was disqualified because it did not answer in time."""


MOST: Final = {Kind.START: MOST_STARTS, Kind.CRASH: MOST_CRASHES, Kind.SILENCE: MOST_SILENCES}
_AMONG: Final = {Kind.START: 1, Kind.CRASH: MOST_CRASHES, Kind.SILENCE: SILENT_AMONG}
"""The matches among which so many must lie; failed starts lie before one and the same match."""
PUBLIC: Final = {
    Kind.START: "it cannot be started, or does not join",
    Kind.CRASH: f"it crashed in {MOST_CRASHES} matches in a row",
    Kind.SILENCE: f"it was disqualified for silence in {MOST_SILENCES} of {SILENT_AMONG} matches or fewer",
}
"""Why a bot plays no more, for everybody: without its command and what it printed."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A bot broke down."""

    kind: Kind
    played: int
    """Its counted matches so far, this one included if it is counted."""


def is_too_much(troubles: Iterable[Trouble], kind: Kind) -> bool:
    """Return whether a bot had as many troubles of a kind as make it play no more, close enough to one another.

    Where several of its matches run at once, the order in which they are counted decides.
    """
    last = [each for each in troubles if each.kind is kind][-MOST[kind]:]
    return len(last) == MOST[kind] and last[-1].played - last[0].played < _AMONG[kind]


def was_silent(details: SeatDetails) -> bool:
    """Return whether a seat was disqualified mostly for answers that did not come in time."""
    others = sum(number for fault, number in details.faults.items() if fault not in {_TIMEOUT, _OUT})
    return details.disqualified and details.faults.get(_TIMEOUT, 0) > others + details.refused
