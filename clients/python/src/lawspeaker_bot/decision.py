"""What a bot gets to see: its matches, the decisions asked of it, and how they ended."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from time import monotonic
from typing import Any

from lawspeaker.v1.match_pb2 import Act, GameSetup
from lawspeaker.v1.referee_service_pb2 import AnswerRejected, DecisionRequest, MatchOver, MatchStarted, RejectReason
from lawspeaker_bot.messages import unpack, unpack_options

SEED_VARIABLE = "LAWSPEAKER_BOT_SEED"


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

    @cached_property
    def catalogue(self) -> Any:
        """What never changes in this game (printed cards, tiles): the game's Catalogue message. Raises NoStubs."""
        return unpack(self.message.catalogue) if self.message.HasField("catalogue") else None


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
        self._arrived = monotonic()

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

    @property
    def time_left(self) -> float | None:
        """Seconds left for this decision, now; None for no limit."""
        if not self.message.time_left_ms:
            return None
        return max(0.0, self.message.time_left_ms / 1000 - (monotonic() - self._arrived))

    @property
    def setup(self) -> GameSetup:
        """The game and its options."""
        return self.match.setup

    @property
    def catalogue(self) -> Any:
        """What never changes in this game: its Catalogue message. Raises NoStubs."""
        return self.match.catalogue

    def random(self) -> Random:
        """A generator of this decision alone: asked again, in any process, it yields the same numbers.

        Seeded with LAWSPEAKER_BOT_SEED (0 if unset), match, seat and decision.
        """
        seed = os.environ.get(SEED_VARIABLE, "0")
        return Random(f"{seed}/{self.match_id}/{self.seat}/{self.decision_id}")


@dataclass(frozen=True, slots=True)
class Rejection:
    """An answer of the bot that the referee refused; it changed nothing."""

    match_id: str
    decision_id: int
    decision: Decision | None
    """The decision, if it still is the match's latest one."""
    reason: str
    """A stable word, such as `STALE` or `OUT_OF_RANGE`."""
    message: str
    """What was wrong and what would be right."""

    @property
    def late(self) -> bool:
        """Whether the answer was fine but came after the decision was over."""
        return self.reason == "STALE"

    @classmethod
    def of(cls, message: AnswerRejected, decision: Decision | None) -> Rejection:
        """From the wire."""
        reason = RejectReason.Name(message.reason).removeprefix("REJECT_REASON_")
        return cls(message.match_id, message.decision_id, decision, reason, message.message)


class Result:
    """How a match ended."""

    def __init__(self, message: MatchOver, match: Match) -> None:
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
