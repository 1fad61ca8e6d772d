"""A small tournament for tests of the ledger."""

from __future__ import annotations

from itertools import combinations

from lawspeaker_referee.competition.results import MatchDetails, PlayedMatch, ScheduledMatch, SeatDetails

NAME = "cup"
TERMS = {"name": NAME, "game": "northgard", "clock": "2s", "bots": [{"name": "ada"}, {"name": "bo"}, {"name": "cy"}]}


def schedule(bots: str = "ada bo cy", rounds: int = 1) -> list[ScheduledMatch]:
    """Blocks of two matches, both seats, for each pair of bots in each round."""
    return [ScheduledMatch(f"{NAME}/{number}-{x}-{y}/{seat + 1}", f"{number}-{x}-{y}", number, seats)
            for number in range(1, rounds + 1) for x, y in combinations(bots.split(), 2)
            for seat, seats in enumerate([(x, y), (y, x)])]


def played(entry: ScheduledMatch, digest: str = "d1", **changes) -> PlayedMatch:
    """A result of an entry: the first seat wins."""
    known = {"ranks": (1, 2), "scores": (7, -3), "teams": (), "faults": (0, 1), "digest": digest}
    return PlayedMatch(entry.match_id, entry.block, entry.round, entry.seats, **known | changes)


def details() -> MatchDetails:
    """Return what reports would tell of it."""
    quick = SeatDetails(9, 9, {}, 0, 0, False, "", 900, 0, 0, {100: 4, 300: 5}, 250)
    slow = SeatDetails(9, 7, {"illegal": 1, "timeout": 1}, 3, 2, True, "timeout", 4_000_000_000, 5, 6, {100: 6, 0: 1},
                       4_000_000_000)
    return MatchDetails(42, "fame", 1_700_000_000_000, 1_700_000_005_000, (quick, slow))


def count(ledger, entry: ScheduledMatch, **changes) -> bool:
    """Count an entry in a ledger."""
    return ledger.count(NAME, played(entry, **changes), f"records/{entry.match_id}.lsr", details())


def ids(entries) -> list[str]:
    """Their match ids."""
    return [entry.match_id for entry in entries]


def begun(ledger, entries=None):
    """The ledger with a tournament, its schedule ready."""
    ledger.begin(NAME, TERMS)
    ledger.schedule(NAME, schedule() if entries is None else entries)
    return ledger
