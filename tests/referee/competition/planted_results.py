"""A tournament in a ledger whose results are drawn: strengths, seats, times, faults and void matches are planted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from lawspeaker_referee.competition.formats import entries
from lawspeaker_referee.competition.ledger import Ledger
from lawspeaker_referee.competition.results import MatchDetails, PlayedMatch, ScheduledMatch, SeatDetails
from lawspeaker_referee.competition.tournament.state import MOST_VOIDS, QUARANTINED, STOPPED_EARLY
from lawspeaker_referee.config.tournament import parse_config
from lawspeaker_referee.record.verify.seat_report import BOUNDS_US

SECRET = bytes(range(32))
BEGAN = 1_700_000_000_000
LONG = "a-name-as-long-as-names-are-allowed-to-be"[:30]
BOTS = {"greedy": 1.2, "careful": 0.7, LONG: 0.4, "mine": 0.0, "random": -0.8, "sleepy": -1.5}
"""Name -> strength in nats."""
SEATS = (0.25, 0.05, -0.1, -0.2)


def ledger_of(path: Path, *, rounds: int = 12, kind: str = "round-robin", bots: dict[str, float] = BOTS,
              most: int | None = None, stop: dict[str, object] | None = None, level: bool = False,
              silent: str = "", **form: object) -> Ledger:
    """A ledger of a tournament called `cup`, of which so many matches are counted; below 0, all but so many.

    Where it is level all share the first place; a silent bot's processes crash before they answer anything.
    """
    ledger = Ledger.open(f"sqlite:///{path}")
    form = ({"rounds": rounds, "tables": "balanced"} if kind == "round-robin" else {}) | form
    terms = parse_config({
        "name": "cup", "game": "northgard", "players": 4, "format": {"kind": kind, **form},
        "stop": stop or {},
        "bots": [{"name": name, "spec": f"cmd:run --key=hush-{number}"} for number, name in enumerate(bots)],
    }, "cup.toml")
    ledger.begin("cup", terms.as_dict(), SECRET)
    rng = np.random.default_rng(1)
    played: list[PlayedMatch] = []
    while True:
        new = entries(terms, played)[len(played):]
        ledger.schedule("cup", new)
        if not new:
            break
        for entry in new[:most]:
            result = _result(entry, bots, rng)
            played.append(replace(result, ranks=(1,) * 4) if level else result)
            ledger.count("cup", played[-1], f"/srv/private/{entry.match_id.replace('/', '-')}.lsr",
                         _silent(entry, _details(entry, len(played), rng), silent))
        if most is not None:
            break
    return ledger


def ladder_of(path: Path, matches: int = 60) -> Ledger:
    """A ledger of a ladder called `cup`: whoever is there plays, and each match is scheduled when it is over."""
    ledger = Ledger.open(f"sqlite:///{path}")
    terms = parse_config({"name": "cup", "game": "northgard", "players": 4, "format": {"kind": "ladder"},
                         "bots": []}, "the ledger")
    ledger.begin("cup", terms.as_dict(), SECRET)
    rng = np.random.default_rng(2)
    for number in range(matches):
        match_id = f"cup-{number + 1}"
        entry = ScheduledMatch(match_id, match_id, 1, tuple(rng.permutation(list(BOTS))[:4].tolist()))
        ledger.schedule("cup", [entry])
        ledger.count("cup", _result(entry, BOTS, rng), f"/srv/private/{match_id}.lsr", _details(entry, number, rng))
    return ledger


def failure(ledger: Ledger) -> None:
    """A match that was played again, one that was given up, a bot that is out, and a test that has decided."""
    ledger.void("cup", ledger.results("cup")[0].match_id, "the disk was full", "hush: /srv")
    open_ids = _left(ledger)
    for _ in range(MOST_VOIDS):
        ledger.void("cup", open_ids[0], "a bot <b>did not join</b>", "hush")
    ledger.void("cup", open_ids[1], "seat 0 had the fault crashed (OSError('/srv (hush)')), which voids this match", "")
    ledger.decide("cup", QUARANTINED, {"bot": "sleepy", "public": "it does not join", "why":
                  "bot sleepy (cmd:run --key=hush-5) ended with exit code 1 before it joined: /srv: hush!"})
    ledger.decide("cup", STOPPED_EARLY, {"verdict": "H1", "llr": 2.95, "lower": -2.94, "upper": 2.94, "blocks": 9})


def _left(ledger: Ledger) -> list[str]:
    counted = {each.match_id for each in ledger.results("cup")}
    terms = parse_config(ledger.terms("cup"), "the ledger")
    return [each.match_id for each in entries(terms, ledger.results("cup")) if each.match_id not in counted]


def _result(entry: ScheduledMatch, bots: dict[str, float], rng: np.random.Generator) -> PlayedMatch:
    noisy = [bots[bot] + seat + rng.gumbel() for bot, seat in zip(entry.seats, SEATS, strict=True)]
    scores = tuple(round(30 + 9 * worth) for worth in noisy)
    ranks = tuple(1 + sum(other > own for other in scores) for own in scores)
    faults = tuple(int(bot == "sleepy") for bot in entry.seats)
    return PlayedMatch(entry.match_id, entry.block, entry.round, entry.seats, ranks, scores, (), faults, "00" * 32)


def _details(entry: ScheduledMatch, number: int, rng: np.random.Generator) -> MatchDetails:
    began = BEGAN + 60_000 * number
    return MatchDetails(int(rng.integers(200, 320)), "fame", began, began + 45_000,
                   tuple(_seat(bot, list(BOTS).index(bot) if bot in BOTS else 0, rng) for bot in entry.seats),
                   stood_in=tuple(seat for seat, bot in enumerate(entry.seats) if bot == "mine"))


def _silent(entry: ScheduledMatch, details: MatchDetails, bot: str) -> MatchDetails:
    return replace(details, seats=tuple(
        replace(seat, answered=0, faults={"crashed": seat.decisions}, stand_ins={}) if name == bot else seat
        for name, seat in zip(entry.seats, details.seats, strict=True)))


def _seat(bot: str, nth: int, rng: np.random.Generator) -> SeatDetails:
    faults = {"timeout": int(rng.integers(1, 5)), "illegal": 1} if bot == "sleepy" else {}
    times = np.sort(rng.lognormal(np.log(700 * 3**nth), 0.9, size=60)).astype(int)
    bounds = np.array(BOUNDS_US)[np.searchsorted(BOUNDS_US, times)]
    histogram = {int(bound): int((bounds == bound).sum()) for bound in sorted(set(bounds.tolist()))}
    return SeatDetails(60 + sum(faults.values()), 60, faults, 2 if faults else 0, sum(faults.values()), False, "",
                       int(times.sum()), 0, 0, histogram, int(times[-1]),
                       stand_ins={"budget": 1, "provider failure": 2} if bot == "mine" else {})
