"""Matches, decisions, rejections and results, as a bot sees them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from time import monotonic
from typing import Any

from lawspeaker.v1.match_pb2 import Act, ClockSettings, GameSetup
from lawspeaker.v1.match_pb2 import AnswerOrigin as Wire
from lawspeaker.v1.referee_service_pb2 import AnswerRejected, DecisionRequest, MatchOver, MatchStarted, RejectReason
from lawspeaker_bot.chance import Chance
from lawspeaker_bot.messages import unpack, unpack_options

SEED_VARIABLE = "LAWSPEAKER_BOT_SEED"
OPEN_REASONS = frozenset({"WRONG_COUNT", "OUT_OF_RANGE", "DUPLICATE_PICK", "MALFORMED"})
"""Reasons of rejections that leave the decision open."""


class AnswerOrigin(IntEnum):
    """How an answer came about. Say so where it is not your bot's own: the record and ratings count stand-ins."""

    OWN = Wire.ANSWER_ORIGIN_UNSPECIFIED
    PROVIDER_FAILURE = Wire.ANSWER_ORIGIN_PROVIDER_FAILURE
    """A stand-in: the model's provider failed, refused to serve, or did not answer in time."""
    REFUSAL = Wire.ANSWER_ORIGIN_REFUSAL
    """A stand-in: the model refused to answer."""
    UNPARSABLE = Wire.ANSWER_ORIGIN_UNPARSABLE
    """A stand-in: what the model said was no legal answer."""
    BUDGET = Wire.ANSWER_ORIGIN_BUDGET
    """A stand-in: the bot's budget was spent."""
    OTHER = Wire.ANSWER_ORIGIN_OTHER
    """A stand-in for another reason."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The time limits of a match, in seconds."""

    move: float | None = None
    """Free time for each decision; the bank pays what exceeds it. None for no limit."""
    bank: float = 0.0
    """Each seat's bank at the start of the match."""
    increment: float = 0.0
    """Added to the bank after each of the seat's decisions."""
    first: float | None = None
    """Free time for the seat's first decision, in place of `move`."""
    reaction: float | None = None
    """Free time for a reaction out of turn, in place of `move`."""
    connect: float = 0.0
    """All bots must have joined within this time."""
    reconnect: float = 0.0
    """A lost bot must be back within this time if decisions have no limit."""
    lag: float = 0.0
    """The most that each decision is given back for the network's round trip."""

    @classmethod
    def of(cls, message: ClockSettings) -> Clock:
        """Return the clock of a message."""
        move = message.move_ms / 1000 if message.HasField("move_ms") else None
        return cls(
            move, message.bank_ms / 1000, message.increment_ms / 1000,
            message.first_move_ms / 1000 if message.HasField("first_move_ms") else move,
            message.reaction_ms / 1000 if message.HasField("reaction_ms") else move,
            message.connect_ms / 1000, message.reconnect_ms / 1000, message.lag_compensation_ms / 1000,
        )


class Match:
    """A match in which the bot has a seat."""

    def __init__(self, message: MatchStarted) -> None:
        self.message = message
        """The message as it came over the wire."""
        self.match_id: str = message.match_id
        self.seat: int = message.seat
        self.setup: GameSetup = message.setup
        self.game: str = message.setup.game
        self.players: int = message.setup.players
        self.options: dict[str, str] = {option.name: option.value for option in message.setup.options}
        """The game's options by name, written as on the command line."""
        self.bots: tuple[str, ...] = tuple(message.bots)
        """Names of the bots by seat."""
        self.unrated: bool = message.unrated
        """True for a challenge of a ladder, which counts in no rating."""
        self.text: str = message.text
        """The rules, components and seat, which texts of decisions do not repeat. Empty unless `Bot.text` is true.

        Begin each prompt with it: it is the same all match long, and all but its end in all matches of a setup, so that
        a model's cache may hold it.
        """
        self.move_time: float | None = message.move_time_ms / 1000 or None
        """Time limit of a decision in seconds; None for no limit."""
        self.clock: Clock = (
            Clock.of(message.clock) if message.HasField("clock")
            else Clock(self.move_time, first=self.move_time, reaction=self.move_time))
        """All time limits."""

    @cached_property
    def catalogue(self) -> Any:
        """The game's Catalogue message: what never changes, such as cards and tiles. Raises NoStubs."""
        return unpack(self.message.catalogue) if self.message.HasField("catalogue") else None


@dataclass(frozen=True, slots=True)
class Text:
    """A decision as plain text; `str(text)` is one prompt for a model that has read `Match.text`."""

    question: str
    """One line: the question, how many options to take, and the default."""
    options: tuple[str, ...]
    """One line for each option, by index."""
    view: str
    """Everything that the seat knows and `Match.text` does not say, in lines that end with a newline."""
    events: tuple[str, ...]
    """One line for each thing that happened since the seat's last decision."""

    def __str__(self) -> str:
        options = [f"{index}: {option}" for index, option in enumerate(self.options)]
        happened = ["Since your last decision:", *self.events, ""] if self.events else []
        return "\n".join([*filter(None, [self.view]), *happened, self.question, *options])


class Decision:
    """A question to the bot: choose between `least` and `most` of the `option_count` options, by index."""

    def __init__(self, message: DecisionRequest, match: Match) -> None:
        self.message = message
        """The request as it came over the wire."""
        self.match = match
        self.match_id: str = match.match_id
        self.seat: int = match.seat
        self.decision_id: int = message.decision_id
        self.prompt: str = message.prompt
        """A stable dotted name, such as `combat.food`."""
        self.least: int = message.least
        self.most: int = message.most
        self.ordered: bool = message.ordered
        """True if the order of the picks counts."""
        self.option_count: int = message.option_count
        """The number of options; picks are 0 to option_count - 1."""
        self.annotation: str = ""
        """A remark for the record, such as the reason; set it while deciding. What exceeds 4096 bytes is cut."""
        self.tokens: tuple[int, int] = (0, 0)
        """Tokens that a language model read and wrote for the answer, for the record; set it while deciding."""
        self.origin: AnswerOrigin = AnswerOrigin.OWN
        """How the answer came about, for the record; set it while deciding if a stand-in gives it."""
        self.resign: bool = False
        """Set it to True while deciding to resign the match, where it allows that; then what `decide` returns does not
        count."""
        self._clock = (message.time_left_ms, message.bank_left_ms, monotonic())
        """Time left and bank in milliseconds, and when the referee said so in monotonic seconds."""

    def asked_again(self, message: DecisionRequest) -> None:
        """Take the clock of a request that repeats this decision after a lost connection."""
        self._clock = (message.time_left_ms, message.bank_left_ms, monotonic())

    @property
    def default(self) -> list[int]:
        """The picks that the referee takes if no answer comes; always legal and harmless."""
        return list(self.message.default_picks)

    @cached_property
    def options(self) -> list[Any]:
        """The options as messages of the game, such as `[PlayCard(...), Pass()]`. Raises NoStubs."""
        return unpack_options(self.message.options)

    @cached_property
    def view(self) -> Any:
        """Everything that the seat knows: the game's View message. Raises NoStubs."""
        return unpack(self.message.view)

    @property
    def events(self) -> Sequence[Act]:
        """The acts since the seat's last decision; read an act with `unpack_options(act.chosen)`."""
        return self.message.events

    @property
    def position(self) -> bytes:
        """The match at this decision, dealt anew for this seat; empty unless `Bot.positions` is true, and where the
        game cannot deal it.

        `lawspeaker_engine.position.load` of the package lawspeaker-engine reads it.
        """
        return self.message.position

    @cached_property
    def text(self) -> Text | None:
        """The decision as plain text; None unless `Bot.text` is true."""
        if not self.message.HasField("text"):
            return None
        text = self.message.text
        return Text(text.question, tuple(text.options), text.view, tuple(text.events))

    @property
    def time_left(self) -> float | None:
        """Seconds left for this decision now, bank included; None for no limit."""
        left_ms, _, said = self._clock
        return max(0.0, left_ms / 1000 - (monotonic() - said)) if left_ms else None

    @property
    def bank_left(self) -> float:
        """Seconds that were in the seat's bank when the decision was asked."""
        return self._clock[1] / 1000

    @property
    def last_charged(self) -> float:
        """Seconds that the seat's previous answer was charged."""
        return self.message.last_charged_us / 1_000_000

    @property
    def setup(self) -> GameSetup:
        """The game and its options."""
        return self.match.setup

    @property
    def catalogue(self) -> Any:
        """The game's Catalogue message: what never changes. Raises NoStubs."""
        return self.match.catalogue

    def random(self) -> Chance:
        """Return a random generator for this decision: it yields the same numbers again, in any process.

        It is seeded by LAWSPEAKER_BOT_SEED (0 if unset), match, seat and decision:
        `decision.random().distinct(decision.option_count, decision.least)` takes options at random.
        """
        seed = os.environ.get(SEED_VARIABLE) or "0"
        return Chance(f"{seed}/{self.match_id}/{self.seat}/{self.decision_id}")


@dataclass(frozen=True, slots=True)
class Rejection:
    """An answer that the referee rejected; it changed nothing."""

    match_id: str
    decision_id: int
    decision: Decision | None
    """The decision, if it is still the latest one of the match."""
    reason: str
    """A stable word, such as `STALE`, `OUT_OF_RANGE` or `DISQUALIFIED`."""
    message: str
    """For people: the error, and what would be right."""

    @property
    def late(self) -> bool:
        """True if the answer came after the decision was over."""
        return self.reason == "STALE"

    @property
    def disqualified(self) -> bool:
        """True if the seat is out of the match for its faults; a substitute answers for it to the end."""
        return self.reason == "DISQUALIFIED"

    @property
    def open(self) -> bool:
        """True if the decision still waits for an answer, on the same clock."""
        return self.reason in OPEN_REASONS

    @classmethod
    def of(cls, message: AnswerRejected, decision: Decision | None) -> Rejection:
        """Return the rejection of a message."""
        known = message.reason in RejectReason.values()
        reason = RejectReason.Name(message.reason).removeprefix("REJECT_REASON_") if known else str(message.reason)
        return cls(message.match_id, message.decision_id, decision, reason, message.message)


class Result:
    """The end of a match."""

    def __init__(self, message: MatchOver, match: Match, lost: str = "") -> None:
        self.lost = lost
        """Why the result is unknown: the match went on or ended while the connection was lost. Empty if it is known."""
        self.message = message
        """The message as it came over the wire."""
        self.match = match
        self.void_reason: str = message.void_reason
        """Why the match was voided; empty if it counts."""
        self.ranks: tuple[int, ...] = tuple(message.outcome.ranks)
        """Places by seat, 1 for the winner; empty if the match was voided or lost."""
        self.scores: tuple[int, ...] = tuple(message.outcome.scores)
        self.parts: tuple[dict[str, int], ...] = tuple(
            {part.name: part.points for part in each.parts} for each in message.outcome.parts)
        """By seat: what its score came from, by name; empty where the referee does not say."""
        self.decided: tuple[str, ...] = tuple(message.outcome.decided)
        """What decided the places, in sentences; empty where the referee does not say."""
        self.reason: str = message.outcome.reason
        self.rank: int | None = self.ranks[match.seat] if self.ranks else None
        """The bot's own place; None without ranks."""
