"""What a tournament costs beside the same matches played one by one."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, time
from typing import Any

from lawspeaker_referee.bots import SeatSpec
from lawspeaker_referee.sandbox import Sandbox
from lawspeaker_referee.table import play_match
from lawspeaker_referee.tournament.beginning import begin, default_ledger
from lawspeaker_referee.tournament.designs import entries
from lawspeaker_referee.tournament.hall import House, opened
from lawspeaker_referee.tournament.ledger.ledger import Ledger
from lawspeaker_referee.tournament.nouns import Entry
from lawspeaker_referee.tournament.recorded import Agreed, played_of
from lawspeaker_referee.tournament.runner import Runner, Settings
from lawspeaker_referee.tournament.seeds import make_secret, seed_commitment, seed_of
from lawspeaker_referee.tournament.shares import record_path
from lawspeaker_referee.tournament.terms import Terms, parse_terms


def measure(matches: int = 40, workers: int = 1, game: str = "northgard") -> dict[str, float]:
    """Matches a second of two random bots: one by one, in a hall, and end to end; and microseconds of a match for
    its schedule and ledger, and for the verification of its record.

    Halls and workers are timed from the end of their first match, once bots and rules are there.
    """
    with TemporaryDirectory() as folder:
        terms = _terms(Path(folder), matches, game)
        secret = make_secret()
        schedule = entries(terms)
        one_by_one = _one_by_one(terms, schedule[:10], secret)
        hall = asyncio.run(_in_a_hall(terms, schedule, secret))
        verified, kept = _verified_and_kept(terms, schedule, secret)
        return {
            "one_by_one_per_s": one_by_one, "hall_per_s": hall, "tournament_per_s": _end_to_end(terms, workers),
            "verify_us": verified * 1e6, "ledger_us": kept * 1e6,
        }


def _terms(folder: Path, matches: int, game: str) -> Terms:
    return parse_terms({
        "name": "bench", "game": game, "players": 2, "records": str(folder / "records"),
        "format": {"kind": "round-robin", "rounds": max(1, matches // 2)},
        "bots": [{"name": name, "spec": "random"} for name in ("a", "b")],
    }, "bench")


def _one_by_one(terms: Terms, schedule: list[Entry], secret: bytes) -> float:
    terms = replace(terms, records=terms.records / "single")
    began = perf_counter()
    for entry in schedule:
        play_match(terms.rules, terms.setup, [SeatSpec.parse(terms.bot(bot).spec) for bot in entry.seats],
                   seed=seed_of(secret, entry, terms.format), match_id=entry.match_id, clock=terms.clock,
                   policy=terms.policy, record_path=record_path(terms, entry.match_id))
    return len(schedule) / (perf_counter() - began)


async def _in_a_hall(terms: Terms, schedule: list[Entry], secret: bytes) -> float:
    terms = replace(terms, records=terms.records / "hall")
    terms.records.mkdir(parents=True)
    house = House("bench", Sandbox(), (), terms.records, lambda _: None)
    async with opened(terms, house) as hall:
        ends = []
        for entry in schedule:
            await hall.play(entry, seed_of(secret, entry, terms.format), record_path(terms, entry.match_id))
            ends.append(perf_counter())
    return (len(ends) - 1) / (ends[-1] - ends[0])


def _verified_and_kept(terms: Terms, schedule: list[Entry], secret: bytes) -> tuple[float, float]:
    """Seconds a match for its verification, and for schedule, lease and count."""
    ledger = Ledger.open(f"sqlite:///{terms.records / 'bench.db'}")
    ledger.begin(terms.name, terms.as_dict(), secret)
    began = perf_counter()
    ledger.schedule(terms.name, schedule)
    kept, verified = perf_counter() - began, 0.0
    for _ in schedule:
        began = perf_counter()
        ledger.lease(terms.name, "bench", 1, time(), 60.0)
        kept += perf_counter() - began
    for entry in schedule:
        agreed = Agreed(terms.rules, terms.setup, terms.clock, terms.policy,
                        seed_commitment(secret, entry, terms.format))
        path = record_path(replace(terms, records=terms.records / "hall"), entry.match_id)
        began = perf_counter()
        played, details = played_of(path, entry, agreed)
        now = perf_counter()
        ledger.count(terms.name, played, str(path), details)
        kept, verified = kept + perf_counter() - now, verified + now - began
    ledger.close()
    return verified / len(schedule), kept / len(schedule)


def _end_to_end(terms: Terms, workers: int) -> float:
    url = default_ledger(terms.records)
    ledger, ends = Ledger.open(url), list[float]()

    def heard(what: dict[str, Any]) -> None:
        if "counted" in what:
            ends.append(perf_counter())

    async def play() -> None:
        await Runner(begin(ledger, terms), ledger, Settings(url, workers), heard).run()

    asyncio.run(play())
    ledger.close()
    return (len(ends) - 1) / (ends[-1] - ends[0])
