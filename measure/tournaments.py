"""The cost of a tournament beside the same matches without a ledger, and the time to rate matches."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from os import cpu_count
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time, time
from typing import Any, Final

import numpy as np

from lawspeaker_engine.game import Game
from lawspeaker_referee.competition.formats import entries
from lawspeaker_referee.competition.ledger.ledger import Ledger
from lawspeaker_referee.competition.ratings.rating import rate
from lawspeaker_referee.competition.results import PlayedMatch, ScheduledMatch
from lawspeaker_referee.competition.seeds import seed_of
from lawspeaker_referee.competition.tournament.blocks import record_path, result_of
from lawspeaker_referee.competition.tournament.pool import opened
from lawspeaker_referee.competition.tournament.pool_config import TournamentPoolConfig
from lawspeaker_referee.competition.tournament.runner import Runner, RunnerSettings
from lawspeaker_referee.competition.tournament.setup import begin, default_ledger
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.config.tournament import TournamentConfig, parse_config
from lawspeaker_referee.devtools.bench.beside_echo import spread
from measure.stats import rounds_within

SECRET: Final = bytes(32)
LEAST: Final = 10
"""Least matches of a measurement."""
WARM_UP: Final = 4
"""Matches before a measurement.

A tournament also leaves out as many of each worker at its beginning and end, when not all workers are busy.
"""


@dataclass(frozen=True, slots=True)
class Overhead:
    """Seconds of one core that a tournament adds to each match."""

    schedule: float
    lease: float
    count: float
    verify: float


def costs(game: Game[Any], seconds: float, rounds: int, within: float = inf) -> dict[str, Any]:
    """Return the speed of tournaments beside bare matches, and what a tournament adds to a match.

    Two random bots (or as many as the game needs) play bare, and in tournaments of one worker and of one a core. The
    report has matches a second, and microseconds a match for schedule, lease, count and verification. All are medians
    over `rounds`; in each round bare matches are played for about `seconds`, and as many a worker. No round but the
    first begins after `within` seconds.
    """
    numbers = sorted({1, cpu_count() or 1})
    bare: list[float] = []
    ends: dict[int, list[float]] = {number: [] for number in numbers}
    overheads: list[Overhead] = []
    matches = max(LEAST, round(seconds * _bare(game, LEAST)[0]))
    for _ in rounds_within(rounds, within):
        speed, overhead = _bare(game, matches)
        bare.append(speed)
        overheads.append(overhead)
        for number in numbers:
            ends[number].append(_end_to_end(game, matches * number, number))
    ratios = {number: spread([own / other for own, other in zip(found, bare, strict=True)], 3)
              for number, found in ends.items()}
    return {
        "players": min(game.players), "matches": matches, "rounds": len(bare),
        "bare_matches_per_second": round(median(bare), 2),
        "workers": {str(number): {
            "matches_per_second": round(median(found), 2),
            "ratio_to_bare": ratios[number]["median"],
            "ratio_to_bare_range": [ratios[number]["least"], ratios[number]["most"]],
        } for number, found in ends.items()},
        "us_per_match": {part: round(median(getattr(each, part) for each in overheads) * 1e6)
                         for part in Overhead.__slots__},
        "ratio_to_a_bare_match": {part: round(median(
            getattr(each, part) * speed for each, speed in zip(overheads, bare, strict=True)), 4)
            for part in Overhead.__slots__},
    }


def _terms(folder: str, game: Game[Any], matches: int) -> TournamentConfig:
    players = min(game.players)
    return parse_config({
        "name": "bench", "game": game.name, "players": players, "records": f"{folder}/records",
        "format": {"kind": "round-robin", "rounds": -(-matches // players), "seats": players},
        "bots": [{"name": f"bot-{number}", "spec": "random"} for number in range(players)],
    }, "bench")


def _bare(game: Game[Any], matches: int) -> tuple[float, Overhead]:
    """Return matches a second, one after another; and what a tournament would add."""
    with TemporaryDirectory() as folder:
        terms = _terms(folder, game, WARM_UP + matches)
        schedule = entries(terms)[:WARM_UP + matches]
        terms.records.mkdir()
        speed = asyncio.run(_in_bot_pool(terms, schedule))
        return speed, _overhead(terms, schedule)


async def _in_bot_pool(terms: TournamentConfig, schedule: Sequence[ScheduledMatch]) -> float:
    pool_config = TournamentPoolConfig("bench", Sandbox(), (), terms.records, lambda _: None)
    async with opened(terms, pool_config) as pool:
        began = 0.0
        for number, entry in enumerate(schedule):
            if number == WARM_UP:
                began = perf_counter()
            seed = seed_of(SECRET, entry, terms.format)
            await pool.play(entry.match_id, entry.seats, seed, record_path(terms, entry.match_id))
        return (len(schedule) - WARM_UP) / (perf_counter() - began)


def _overhead(terms: TournamentConfig, schedule: Sequence[ScheduledMatch]) -> Overhead:
    """Return what a tournament adds to matches that were played."""
    ledger = Ledger.open(default_ledger(terms.records))
    try:
        ledger.begin(terms.name, terms.as_dict(), SECRET)
        began = perf_counter()
        ledger.schedule(terms.name, entries(terms)[:len(schedule)])
        scheduled = perf_counter() - began
        leased = counted = verified = 0.0
        left = list(schedule)
        while left:
            began = perf_counter()
            block = ledger.lease(terms.name, "bench", 1, time(), 60.0, whole_blocks=True)
            leased += perf_counter() - began
            for entry in block:
                left.remove(entry)
                began = perf_counter()
                played, details = result_of(terms, entry, seed_of(SECRET, entry, terms.format))
                verified += perf_counter() - began
                began = perf_counter()
                ledger.count(terms.name, played, str(record_path(terms, entry.match_id)), details)
                counted += perf_counter() - began
    finally:
        ledger.close()
    return Overhead(*(each / len(schedule) for each in (scheduled, leased, counted, verified)))


def _end_to_end(game: Game[Any], matches: int, workers: int) -> float:
    """Return counted matches a second while all workers are busy."""
    with TemporaryDirectory() as folder:
        terms = replace(_terms(folder, game, matches + 2 * WARM_UP * workers), secret=SECRET)
        url, counted = default_ledger(terms.records), list[float]()
        ledger = Ledger.open(url)

        def heard(what: dict[str, Any]) -> None:
            if "counted" in what:
                counted.append(perf_counter())

        try:
            asyncio.run(Runner(begin(ledger, terms), ledger, RunnerSettings(url, workers), heard).run())
        finally:
            ledger.close()
    first, last = WARM_UP * workers, len(counted) - WARM_UP * workers - 1
    return (last - first) / (counted[last] - counted[first])


BOTS = 10
SEATS = 4
RATING_WARM_UP = 100
"""Matches."""


def measure(matches: int, rounds: int = 1, within: float = inf) -> float:
    """Return the core seconds to rate so many matches of ten bots at tables of four; the median over `rounds`.

    No round but the first begins after `within` seconds.
    """
    played, found = _played(matches), []
    rate(_played(RATING_WARM_UP))
    for _ in rounds_within(rounds, within):
        began = process_time()
        rate(played)
        found.append(process_time() - began)
    return median(found)


def measure_many(bots: int, matches: int) -> dict[str, float]:
    """Return the core seconds to rate so many bots, and to rate them again from ratings of 99 % of the matches."""
    played = _played(matches, bots)
    before = rate(played[:matches * 99 // 100])
    found = {}
    for name, start in (("core_seconds", None), ("core_seconds_again", before)):
        began = process_time()
        rate(played, start=start)
        found[name] = round(process_time() - began, 2)
    return found


def _played(matches: int, field: int = BOTS) -> list[PlayedMatch]:
    random = np.random.default_rng(matches)
    strengths = np.linspace(-1, 1, field)
    tables = [random.permutation(field)[:SEATS] for _ in range(-(-matches // SEATS))]
    found = []
    for number in range(matches):
        bots = np.roll(tables[number // SEATS], number)
        places = np.round(strengths[bots] + random.gumbel(size=SEATS))  # rounded, so that some tie
        ranks = tuple(int((places > place).sum()) + 1 for place in places)
        block = f"measured/{number // SEATS:06}"
        found.append(PlayedMatch(f"{block}/{number % SEATS}", block, 1, tuple(f"bot-{bot}" for bot in bots), ranks,
                                 (0,) * SEATS, (), (0,) * SEATS, ""))
    return found
