"""A process that plays a cup: begins it, schedules it, leases its matches and counts them, and tells what it did."""

from __future__ import annotations

import sys
from time import monotonic_ns, sleep, time

from lawspeaker_referee.competition.ledger import Ledger
from tests.referee.competition.small_ledger import NAME, TERMS, count, schedule

BOTS = "ada bo cy dan"
ROUNDS = 3


def main(url: str, worker: str, order: str) -> None:
    """Play until everything is counted; with `hang` hold on to the first matches and wait to be killed."""
    ledger = Ledger.open(url)
    ledger.begin(NAME, TERMS)
    entries = schedule(BOTS, ROUNDS)
    ledger.schedule(NAME, entries)
    while ledger.progress(NAME).counted < len(entries):
        held = ledger.lease(NAME, worker, 2, time(), 600, limits={"ada": 2})
        for entry in held:
            tell("leased", entry.match_id)
        if order == "hang" and held:
            tell("hanging")
            sleep(600)
        for entry in held:
            tell("counting", entry.match_id)  # from now on somebody else may be told that it is counted
            tell("counted" if count(ledger, entry, digest=worker) else "late", entry.match_id)
        if not held:
            sleep(0.01)  # others are playing what is left
    for entry in entries:
        tell("twice" if count(ledger, entry, digest=worker) else "known", entry.match_id)
    ledger.close()


def tell(*words: str) -> None:
    """A line with the time, which is the same for all processes."""
    sys.stdout.write(f"{monotonic_ns()} {' '.join(words)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
