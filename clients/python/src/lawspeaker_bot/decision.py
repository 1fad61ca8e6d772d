"""What a bot gets to see: its matches, the decisions asked of it, and how they ended."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from time import monotonic
from typing import Any

from lawspeaker.v1.match_pb2 import Act, ClockSettings, GameSetup
from lawspeaker.v1.referee_service_pb2 import AnswerRejected, DecisionRequest, MatchOver, MatchStarted, RejectReason
from lawspeaker_bot.chance import Chance
from lawspeaker_bot.messages import unpack, unpack_options

SEED_VARIABLE = "LAWSPEAKER_BOT_SEED"
OPEN_REASONS = frozenset({"WRONG_COUNT", "OUT_OF_RANGE", "DUPLICATE_PICK", "MALFORMED"})
"""Refusals that leave the decision open."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The time limits of a match, in seconds."""

    move: float | None = None
    """Free for each decision; what exceeds it is taken from the bank. None for no limit."""
    bank: float = 0.0
    """What each seat has in its bank when the match begins."""
    increment: float = 0.0
    """What is added to the bank after each of the seat's decisions."""
    first: float | None = None
    """Free for the seat's first decision, in place of `move`."""
    reaction: float | None = None
    """Free for a reaction out of turn, in place of `move`."""
    connect: float = 0.0
    """Within this all bots must have joined."""
    reconnect: float = 0.0
    """Where nothing else limits it, a lost connection must be back within this."""
    lag: float = 0.0
    """The most that is given back for the network's round trip, each decision."""

    @classmethod
    def of(cls, message: ClockSettings) -> Clock:
        """From the wire."""
        move = message.move_ms / 1000 if message.HasField("move_ms") else None
        return cls(
            move, message.bank_ms / 1000, message.increment_ms / 1000,
            message.first_move_ms / 1000 if message.HasField("first_move_ms") else move,
            message.reaction_ms / 1000 if message.HasField("reaction_ms") else move,
            message.connect_ms / 1000, message.reconnect_ms / 1000, message.lag_compensation_ms / 1000,
        )


class Match:
    """One match the bot is seated in."""

    def __init__(self, message: MatchStarted) -> None:
        self.message = message
        """All of the above and below as it came over the wire."""
        self.match_id: str = message.match_id
        self.seat: int = message.seat
        self.setup: GameSetup = message.setup
        self.game: str = message.setup.game
        self.players: int = message.setup.players
        self.options: dict[str, str] = {option.name: option.value for option in message.setup.options}
        """The game's options, spelt as on the command line."""
        self.bots: tuple[str, ...] = tuple(message.bots)
        """Names of the bots by seat."""
        self.move_time: float | None = message.move_time_ms / 1000 or None
        """Time limit of a decision in seconds; None for no limit."""
        self.clock: Clock = (
            Clock.of(message.clock) if message.HasField("clock")
            else Clock(self.move_time, first=self.move_time, reaction=self.move_time))
        """All time limits."""

    @cached_property
    def catalogue(self) -> Any:
        """What never changes in this game (printed cards, tiles): the game's Catalogue message. Raises NoStubs."""
        return unpack(self.message.catalogue) if self.message.HasField("catalogue") else None


@dataclass(frozen=True, slots=True)
class Text:
    """A decision in words; `str` makes one prompt for a model of it."""

    question: str
    """What is asked, how many options may be taken, and what stands in for no answer."""
    options: tuple[str, ...]
    """By index, a line each."""
    view: str
    """All that the seat knows, in lines."""
    events: tuple[str, ...]
    """What happened since this seat's last decision in this match, a line each."""

    def __str__(self) -> str:
        options = [f"{index}: {option}" for index, option in enumerate(self.options)]
        happened = ["Since your last decision:", *self.events, ""] if self.events else []
        return "\n".join([self.view, *happened, self.question, *options])


class Decision:
    """A question put to the bot: take between `least` and `most` of `options`, by their indices."""

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
        """Whether the order of the picks means something."""
        self.option_count: int = message.option_count
        """Picks are 0 to option_count - 1."""
        self.annotation: str = ""
        """A remark for the record, up to 256 bytes; set it while deciding."""
        self._clock = (message.time_left_ms, message.bank_left_ms, monotonic())
        """The time left, that in the bank, and when that was said."""

    def asked_again(self, message: DecisionRequest) -> None:
        """Take notice that the same decision was asked once more, after a lost connection: its clock has changed."""
        self._clock = (message.time_left_ms, message.bank_left_ms, monotonic())

    @property
    def default(self) -> list[int]:
        """The picks that stand in for an answer that does not come."""
        return list(self.message.default_picks)

    @cached_property
    def options(self) -> list[Any]:
        """The options as messages of the game, such as `[PlayCard(...), Pass()]`. Raises NoStubs."""
        return unpack_options(self.message.options)

    @cached_property
    def view(self) -> Any:
        """All that the seat knows: the game's View message. Raises NoStubs."""
        return unpack(self.message.view)

    @property
    def events(self) -> Sequence[Act]:
        """What happened since this seat's last decision in this match; see `unpack_options(act.chosen)`."""
        return self.message.events

    @cached_property
    def text(self) -> Text | None:
        """The decision in words; None if the bot did not ask for them with `Bot.text`."""
        if not self.message.HasField("text"):
            return None
        text = self.message.text
        return Text(text.question, tuple(text.options), text.view, tuple(text.events))

    @property
    def time_left(self) -> float | None:
        """Seconds left for this decision, now, the bank included; None for no limit."""
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
        """What never changes in this game: its Catalogue message. Raises NoStubs."""
        return self.match.catalogue

    def random(self) -> Chance:
        """A generator of this decision alone: asked again, in any process, it yields the same numbers.

        Named by LAWSPEAKER_BOT_SEED (0 if unset), match, seat and decision.
        """
        seed = os.environ.get(SEED_VARIABLE) or "0"
        return Chance(f"{seed}/{self.match_id}/{self.seat}/{self.decision_id}")


@dataclass(frozen=True, slots=True)
class Rejection:
    """An answer of the bot that the referee refused; it changed nothing."""

    match_id: str
    decision_id: int
    decision: Decision | None
    """The decision, if it still is the match's latest one."""
    reason: str
    """A stable word, such as `STALE`, `OUT_OF_RANGE` or `DISQUALIFIED`."""
    message: str
    """What was wrong and what would be right."""

    @property
    def late(self) -> bool:
        """Whether the answer was fine but came after the decision was over."""
        return self.reason == "STALE"

    @property
    def disqualified(self) -> bool:
        """Whether the seat is out of the match for its faults; a substitute answers for it to the end."""
        return self.reason == "DISQUALIFIED"

    @property
    def open(self) -> bool:
        """Whether the decision still waits for an answer, on the same clock."""
        return self.reason in OPEN_REASONS

    @classmethod
    def of(cls, message: AnswerRejected, decision: Decision | None) -> Rejection:
        """From the wire."""
        known = message.reason in RejectReason.values()
        reason = RejectReason.Name(message.reason).removeprefix("REJECT_REASON_") if known else str(message.reason)
        return cls(message.match_id, message.decision_id, decision, reason, message.message)


class Result:
    """How a match ended."""

    def __init__(self, message: MatchOver, match: Match, lost: str = "") -> None:
        self.lost = lost
        """Why nobody knows how it ended: it went on, or ended, while the connection was lost; empty if it is known."""
        self.message = message
        """The message as it came over the wire."""
        self.match = match
        self.void_reason: str = message.void_reason
        """Why the match does not count; empty if it does."""
        self.ranks: tuple[int, ...] = tuple(message.outcome.ranks)
        """By seat, 1 for the winner; empty if the match was voided."""
        self.scores: tuple[int, ...] = tuple(message.outcome.scores)
        self.reason: str = message.outcome.reason
        self.rank: int | None = self.ranks[match.seat] if self.ranks else None
        """The bot's own."""
