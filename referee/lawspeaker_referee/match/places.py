"""The final places of a match in which seats are lost, or forfeited.

A seat is lost if it has lost its bot: it was disqualified, or its bot crashed or left for good and a decision showed
it. It is lost as well if too many of its answers were stand-ins. The seats of a team are one side; a side is lost with
any of its seats. `Policy.lost_seat` says what follows. A seat whose bot has resigned is placed last in any case.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from lawspeaker.v1.record_pb2 import Forfeit, RecordFooter
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Outcome, Seat, Setup
from lawspeaker_referee.config.fault_policies import LIMIT_SCORES, RESIGNED, Policy
from lawspeaker_referee.match.faults import FaultCount
from lawspeaker_referee.match.seat_marks import SeatMarks

FORFEIT_REASON: Final = "forfeit"
"""The outcome's reason of a match that a forfeit ended."""
LIMIT: Final = "limit"
"""The outcome's reason of a match that has reached its limit."""
RESIGNATION: Final = "resignation"
"""The outcome's reason of a match that ended because somebody resigned."""


def resigned_in(footer: RecordFooter) -> list[Seat]:
    """Return the seats that resigned in a match, whether it ended by that or not, ascending."""
    return sorted({*footer.resigned, *(each.seat for each in footer.forfeits if each.fault == RESIGNED)})


def forfeits_by_fault(footer: RecordFooter) -> list[Forfeit]:
    """Return the forfeits of seats that did not resign."""
    return [each for each in footer.forfeits if each.fault != RESIGNED]


def marks_in(footer: RecordFooter) -> SeatMarks:
    """Return the seats of a match whose bots did not play to the end."""
    return SeatMarks(tuple(sorted(each.seat for each in forfeits_by_fault(footer))), tuple(footer.substituted),
                     tuple(footer.stood_in), tuple(resigned_in(footer)))


@dataclass(frozen=True, slots=True)
class LostSeats:
    """The seats that are lost at the end of a match."""

    without_bot: frozenset[Seat]
    stood_in: frozenset[Seat]
    """Those whose bots stayed, but answered by stand-ins too often."""
    resigned: frozenset[Seat] = frozenset()

    @property
    def all(self) -> frozenset[Seat]:
        """Return all kinds."""
        return self.without_bot | self.stood_in | self.resigned

    def without(self, forfeits: Collection[Seat]) -> tuple[list[Seat], list[Seat], list[Seat]]:
        """Return what a record says of the kinds, in their order: those that did not forfeit, ascending."""
        by_kind = (self.without_bot, self.stood_in, self.resigned)
        without_bot, stood_in, resigned = (sorted(each.difference(forfeits)) for each in by_kind)
        return without_bot, stood_in, resigned


@dataclass(frozen=True, slots=True)
class Places:
    """Computes the places of a match with these sides by a fault policy."""

    policy: Policy
    """The policy as it applies to this number of sides."""
    sides: tuple[int, ...]
    """By seat: the number of its side, which is its team's or its own."""

    @classmethod
    def of(cls, policy: Policy, game: Game[Any], setup: Setup) -> Self:
        """Return the places of matches of this game and setup."""
        sides = game.teams(setup) or tuple(range(setup.players))
        return cls(replace(policy, two_sides=len(set(sides)) == 2), sides)

    def lost(self, faults: Sequence[FaultCount]) -> LostSeats:
        """Return the seats that are lost by these faults and stand-ins, one count a seat."""
        absent = {seat: count.absence for seat, count in enumerate(faults) if count.absence}
        resigned = frozenset(seat for seat, absence in absent.items() if absence == RESIGNED)
        stood_in = frozenset(seat for seat, count in enumerate(faults) if count.mostly_stood_in(self.policy))
        return LostSeats(frozenset(absent) - resigned, stood_in.difference(absent), resigned)

    def finished(self, outcome: Outcome, lost: LostSeats) -> Outcome:
        """Return the outcome of a game that was played to its end, with lost sides after the others.

        Lost sides keep the order of the game. If all are lost, or none, the places are those of the game.
        """
        lost_sides = self._sides_of(lost.all if self.policy.places_lost_last else lost.resigned)
        if not lost_sides:
            return outcome
        keys = [(side in lost_sides, rank) for side, rank in zip(self.sides, outcome.ranks, strict=True)]
        return replace(outcome, ranks=tuple(1 + sum(other < own for other in keys) for own in keys))

    def limited(self, scores: Sequence[int] | None, lost: LostSeats) -> Outcome:
        """Return the outcome of a match that has reached its limit, with the points of the game as they stand."""
        points = tuple(scores) if scores is not None and self.policy.limit_result == LIMIT_SCORES else (
            0,) * len(self.sides)
        ranks = tuple(1 + sum(other > own for other in points) for own in points)
        return self.finished(Outcome(ranks, points, LIMIT), lost)

    def forfeited(self, forfeits: Sequence[Forfeit], lost: LostSeats) -> Outcome:
        """Return the outcome of a match that seats forfeited while those of `lost` were lost; nobody has points.

        Who forfeited shares the last place and the others the first. If the policy places lost sides last, so do all of
        theirs; otherwise a forfeit is the seat's alone. Who resigned does so for its side.
        """
        players, last = len(self.sides), {each.seat for each in forfeits}
        resigned = lost.resigned | {each.seat for each in forfeits if each.fault == RESIGNED}
        lost_sides = self._sides_of(last | lost.all if self.policy.places_lost_last else resigned)
        last |= {seat for seat, side in enumerate(self.sides) if side in lost_sides}
        rank = players - len(last) + 1
        reason = RESIGNATION if all(each.fault == RESIGNED for each in forfeits) else FORFEIT_REASON
        return Outcome(tuple(rank if seat in last else 1 for seat in range(players)), (0,) * players, reason)

    def _sides_of(self, seats: Collection[Seat]) -> set[int]:
        return {self.sides[seat] for seat in seats}
