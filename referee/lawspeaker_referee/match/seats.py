"""What a match keeps for a seat, and for a decision that is open."""

from __future__ import annotations

from dataclasses import dataclass, field

from lawspeaker_engine.model import Decision, Picks
from lawspeaker_referee.config.fault_policies import DISQUALIFIED, FaultCount
from lawspeaker_referee.match.events import BotInfo


@dataclass(slots=True)
class SeatState:
    """A seat of a match."""

    bank_us: int = 0
    """Integers, so that a match that is resumed has the very same bank."""
    bot: BotInfo | None = None
    """None before it joined."""
    here: bool = False
    """Whether its bot is connected."""
    plays: bool = True
    """False once it is gone for good or out: then it is asked nothing any more."""
    back_by: float | None = None
    """When a lost connection is lost for good; None if that is left to the clock of its decisions."""
    given: float = 0.0
    """Seconds that it was given beyond that, because the referee was late."""
    left: int = 0
    """The fault with which it went for good; 0 if it did not."""
    evidence: str = ""
    """How it left, or why it is out."""
    events: list[bytes] = field(default_factory=list)
    """What happened since its last decision, as far as it may know; see `packing.event`."""
    unanswered: list[bytes] = field(default_factory=list)
    """What its requests told since the last one that it answered itself: perhaps it never heard it."""
    last_charged_us: int = 0
    conduct: FaultCount = field(default_factory=FaultCount)

    @property
    def absence(self) -> int:
        """The fault that all its decisions have from now on; 0 if it plays."""
        return DISQUALIFIED if self.conduct.out else self.left

    @property
    def wants_text(self) -> bool:
        """Whether its decisions come in words too."""
        return self.bot is not None and self.bot.text

    def lose(self, back_by: float | None) -> None:
        """Its connection is gone; what it may have missed will be told again."""
        self.here, self.back_by, self.given = False, back_by, 0.0
        self.events = self.unanswered + self.events
        self.unanswered = []

    def stop(self) -> None:
        """It is asked nothing any more."""
        self.plays, self.back_by = False, None
        self.events, self.unanswered = [], []


@dataclass(slots=True)
class OpenDecision:
    """A decision that is asked, or answered and sealed."""

    decision_id: int
    decision: Decision
    asked: float
    """When the game asked it."""
    since: float
    """When its clock started."""
    limit: float | None
    """Seconds that are free; None for no limit."""
    deadline: float | None
    """When its time is up; until its clock has started, when to look whether the bot reads."""
    started: bool = False
    """Whether its clock cannot start anew any more: the request was written, or could not be for its bot's sake."""
    unread: bool = False
    """Whether its bot did not take the request."""
    picks: Picks | None = None
    fault: int = 0
    think: float = 0.0
    annotation: str = ""
    refusals: int = 0
    owed: float = 0.0
    """Seconds that the referee was late and does not charge."""
    given: float = 0.0
    """Those of them by which the deadline was put off, because the referee came to it too late."""
    heard: float = 0.0
    """When its last answer was read that was refused."""
    transport: float = 0.0
    """The round trip to the bot."""
    compensated: float = 0.0
    """What is given back of it."""
    evidence: str = ""

    def lain(self, lag: float, now: float) -> float:
        """Of the seconds that an answer may have lain unread, those that the one before it did not lie too."""
        return max(0.0, min(lag, now - max(self.since, self.heard)))

    def charged_us(self, bank_us: int) -> int:
        """What its thinking costs a seat with this bank, in microseconds: never more than limit and bank."""
        used = max(0, round((self.think - self.owed - self.compensated) * 1e6))
        return used if self.limit is None else min(used, round(self.limit * 1e6) + bank_us)

    def bank_after(self, charged_us: int, bank_us: int, increment: float) -> int:
        """The seat's bank when this decision is paid for."""
        if self.limit is None:
            return bank_us
        return bank_us - max(0, charged_us - round(self.limit * 1e6)) + round(increment * 1e6)
