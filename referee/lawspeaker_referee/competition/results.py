"""Plain data that designs, ledger, ratings and reports share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec import convert, to_builtins

from lawspeaker_referee.config.formatting import format_count
from lawspeaker_referee.match.seat_marks import SeatMarks


@dataclass(frozen=True, slots=True)
class ScheduledMatch:
    """One match of the schedule."""

    match_id: str
    """`<tournament>/<block>/<number in the block>`."""
    block: str
    """All matches of a seed block share one seed, so that luck and seats cancel within it."""
    round: int
    """From 1."""
    seats: tuple[str, ...]
    """The bots' names, by seat."""
    attempt: int = 1
    """1, and one more each time that the organiser has voided its result and lets it be played again."""

    @property
    def attempt_id(self) -> str:
        """Return the id by which bots and the record know this attempt; from the second one on it ends with its number.

        A voided match keeps its record, and its bots have seen its dice: so a replay has a file and a seed of its own.
        """
        return self.match_id if self.attempt == 1 else f"{self.match_id}/{self.attempt}"


def record_stem(attempt_id: str) -> str:
    """Return the name of an attempt's record, without the suffix: `cup-r1-a+b-1` for `cup/r1-a+b/1`.

    The number of a later attempt stands behind a dot, `cup-r1-a+b-1.2` for `cup/r1-a+b/1/2`: behind `-` it would be
    the name of the second match of `a` and a bot that is called `b-1`.
    """
    tournament, *inner = attempt_id.split("/", 3)
    return "-".join((tournament, *inner[:2])) + "".join(f".{attempt}" for attempt in inner[2:])


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """One counted match, from its verified record."""

    match_id: str
    block: str
    round: int
    seats: tuple[str, ...]
    """The bots' names, by seat."""
    ranks: tuple[int, ...]
    """By seat; 1 is best, and bots that tie share a rank."""
    scores: tuple[int, ...]
    """By seat, in the game's own points."""
    teams: tuple[int, ...]
    """By seat; empty if everybody plays alone."""
    faults: tuple[int, ...]
    """By seat: decisions that the referee answered."""
    digest: str
    """The digest of the record, in hexadecimal."""
    attempt: int = 1
    """The number of the attempt, as in `ScheduledMatch`."""

    @property
    def entry(self) -> ScheduledMatch:
        """Return the match of the schedule that was played."""
        return ScheduledMatch(self.match_id, self.block, self.round, self.seats, self.attempt)

    @property
    def order(self) -> list[int]:
        """Return the seats by rank."""
        return sorted(range(len(self.ranks)), key=lambda seat: (self.ranks[seat], seat))

    @property
    def best(self) -> int:
        """Return the seat with the highest score."""
        return self.scores.index(max(self.scores))

    @property
    def margin(self) -> int:
        """Return the highest score less that of the next seat that is no team mate."""
        teams, best = self.teams or range(len(self.seats)), self.best
        return self.scores[best] - max(score for score, team in zip(self.scores, teams, strict=True)
                                       if team != teams[best])


def faults_in_words(faults: int, refused: int, stand_ins: int = 0) -> str:
    """Return how many faults, refused answers and stand-ins there were: `1 fault, 3 answers refused`; '' for none."""
    return ", ".join([format_count(faults, "fault")] * bool(faults)
                     + [f"{format_count(refused, 'answer')} refused"] * bool(refused)
                     + [format_count(stand_ins, "stand-in")] * bool(stand_ins))


def silent_note(bot: str) -> str:
    """Return the note on a bot that answered no decision itself."""
    return (f"{bot} answered nothing itself: it forfeited its matches, or the referee or stand-ins took its decisions; "
            "its rating is that of such play")


@dataclass(frozen=True, slots=True)
class SeatDetails:
    """Answers, faults and times of one seat of a match."""

    decisions: int
    answered: int
    """Decisions that the bot answered itself."""
    faults: Mapping[str, int]
    """Kind -> decisions that the referee answered because of it; without zeros."""
    refused: int
    """Answers that were refused, whether a legal one followed or not."""
    strikes: int
    disqualified: bool
    forfeit: str
    """The fault that ended the match as the seat's loss; empty if none did."""
    charged_us: int
    """Thinking time that was charged, in microseconds over all decisions."""
    lag_us: int
    """Time that was not charged because the referee was late, in microseconds."""
    compensated_us: int
    """Time that was given back for round trips, in microseconds."""
    histogram: Mapping[int, int]
    """Upper bound in microseconds -> answers that took no longer, and longer than the bound before (see
    `seat_report.BOUNDS_US`); 0 for those beyond the last bound."""
    slowest_us: int
    """0 if it answered nothing."""
    input_tokens: int = 0
    """Tokens that the bot's model read, as the bot says."""
    output_tokens: int = 0
    stand_ins: Mapping[str, int] = field(default_factory=dict)
    """Origin -> answers that a stand-in gave, as the bot says; without zeros."""


@dataclass(frozen=True, slots=True)
class MatchDetails:
    """Length, end and seats of a match, for reports."""

    steps: int
    reason: str
    """Why it ended, such as `fame`."""
    started_unix_ms: int
    ended_unix_ms: int
    seats: tuple[SeatDetails, ...]
    substituted: tuple[int, ...] = ()
    """The seats that lost their bots, ascending, so that a substitute played for their places."""
    stood_in: tuple[int, ...] = ()
    """The seats that are lost because too many of their answers were stand-ins, ascending."""
    resigned: tuple[int, ...] = ()
    """The seats that resigned, ascending: no fault of theirs, also where it ended the match."""

    @property
    def forfeited(self) -> tuple[int, ...]:
        """Return the seats by whose faults the match ended, ascending."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.forfeit)

    @property
    def marks(self) -> SeatMarks:
        """Return the seats whose bots did not play to the end."""
        return SeatMarks(self.forfeited, self.substituted, self.stood_in, self.resigned)

    def as_dict(self) -> dict[str, Any]:
        """Return plain data as the ledger keeps it."""
        found: dict[str, Any] = to_builtins(self)
        return found

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> MatchDetails:
        """Return the details that `as_dict` was made of, also after they were JSON."""
        return convert(values, cls, str_keys=True)


@dataclass(frozen=True, slots=True)
class VerifiedMatch:
    """A match whose record was verified, and that is to be counted."""

    played: PlayedMatch
    record_path: str
    details: MatchDetails

    def as_row(self) -> dict[str, Any]:
        """Return what the ledger keeps of it besides its entry in the schedule."""
        played = self.played
        return {"attempt": played.attempt, "ranks": played.ranks, "scores": played.scores, "teams": played.teams,
                "faults": played.faults, "digest": played.digest, "record_path": self.record_path,
                "details": self.details.as_dict()}


@dataclass(frozen=True, slots=True)
class AttemptOutcome:
    """The outcome of an attempt: a result, a void match, or nothing because a bot was absent."""

    entry: ScheduledMatch
    result: tuple[PlayedMatch, MatchDetails] | None = None
    """The result of the verified record; None if there is none."""
    void: str = ""
    """Why the match is void; empty if it is not."""
    absent: str = ""
    """The bot that did not come, so that nothing was played; empty if all came."""
    why: str = ""
    """Why it did not come, as a whole line."""
    crashed: Mapping[str, str] = field(default_factory=dict)
    """Bots whose processes crashed in the match -> the evidence."""
