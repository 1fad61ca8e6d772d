"""The ledger: what is to be played, who is playing it, and what came of it, in SQLite or PostgreSQL."""

from lawspeaker_referee.competition.ledger.facts import (
    BadLedger,
    BotProgress,
    CountedMatch,
    Decided,
    Lease,
    Progress,
    VoidAttempt,
)
from lawspeaker_referee.competition.ledger.ledger import Ledger

__all__ = ["BadLedger", "BotProgress", "CountedMatch", "Decided", "Lease", "Ledger", "Progress", "VoidAttempt"]
