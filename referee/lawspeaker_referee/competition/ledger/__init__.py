"""The ledger of a tournament: its schedule, leases, results and decisions, in SQLite or PostgreSQL.

It runs nothing itself; several processes and machines may open the same ledger.
"""

from lawspeaker_referee.competition.ledger.facts import BadLedger, CountedMatch, Decided, Lease, Progress, VoidAttempt
from lawspeaker_referee.competition.ledger.ledger import Ledger
from lawspeaker_referee.competition.ledger.queries import LedgerQueries

__all__ = ["BadLedger", "CountedMatch", "Decided", "Lease", "Ledger", "LedgerQueries", "Progress", "VoidAttempt"]
