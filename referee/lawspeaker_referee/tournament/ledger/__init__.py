"""The ledger: what is to be played, who is playing it, and what came of it, in SQLite or PostgreSQL."""

from lawspeaker_referee.tournament.ledger.ledger import Ledger
from lawspeaker_referee.tournament.ledger.nouns import BadLedger, BotProgress, Counted, Decided, Lease, Progress, Void

__all__ = ["BadLedger", "BotProgress", "Counted", "Decided", "Lease", "Ledger", "Progress", "Void"]
