"""Several processes at one ledger, none of which knows of the others; one of them is killed in the middle."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from itertools import takewhile
from pathlib import Path
from time import time

import pytest

from lawspeaker_referee.competition.ledger import Ledger
from tests.referee.competition.ledger_player import BOTS, ROUNDS
from tests.referee.competition.small_ledger import NAME, TERMS, count, ids, schedule

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]


def player(url: str, worker: str, order: str = "play") -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-m", "tests.referee.competition.ledger_player", url, worker, order],
                            cwd=ROOT,
                            stdout=subprocess.PIPE, text=True)


def told(process: subprocess.Popen[str]) -> list[tuple[int, str, str]]:
    """Return when, what and of which match, once the process has ended."""
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    return [(int(at), what, match_id) for at, what, match_id in map(str.split, out.splitlines())]


def test_processes_that_do_all_at_once_play_everything_and_nothing_twice(nowhere):
    workers = [f"worker{n}" for n in range(3)]
    processes = [player(nowhere, worker) for worker in workers]
    stories = [told(process) for process in processes]
    entries = schedule(BOTS, ROUNDS)
    happened = Counter((what, match_id) for story in stories for _, what, match_id in story)
    assert all(happened["leased", match_id] == happened["counted", match_id] == 1 for match_id in ids(entries))
    assert all(happened["known", match_id] == len(workers) for match_id in ids(entries))
    assert {what for what, _ in happened} == {"leased", "counting", "counted", "known"}
    ledger = Ledger.open(nowhere)
    assert ids(ledger.results(NAME)) == ids(entries)
    by = {each.match_id: each.digest for each in ledger.results(NAME)}
    assert all(by[match_id] == worker for worker, story in zip(workers, stories, strict=True)
               for _, what, match_id in story if what == "counted")
    assert (ledger.tournaments(), ledger.terms(NAME), ledger.leases(NAME)) == ([NAME], TERMS, [])
    ledger.close()
    assert most_at_once(stories, {entry.match_id for entry in entries if "ada" in entry.seats}) <= 2


def most_at_once(stories: list[list[tuple[int, str, str]]], matches: set[str]) -> int:
    """Return the most of these matches that were leased and not yet about to be counted."""
    changes = sorted((at, 1 if what == "leased" else -1) for story in stories for at, what, match_id in story
                     if match_id in matches and what in {"leased", "counting"})
    most = now = 0
    for _, change in changes:
        now += change
        most = max(most, now)
    return most


def test_what_a_killed_process_held_is_played_by_others_once_its_leases_have_run_out(ledger_url):
    dead = player(ledger_url, "dead", "hang")
    held = [line.split()[2] for line in takewhile(lambda line: "hanging" not in line, dead.stdout)]
    dead.kill()
    dead.communicate(timeout=60)
    assert len(held) == 2
    ledger = Ledger.open(ledger_url)
    entries = schedule(BOTS, ROUNDS)
    while found := ledger.lease(NAME, "alive", 9, time(), 60):
        for entry in found:
            assert count(ledger, entry)
    assert {lease.match_id for lease in ledger.leases(NAME)} == set(held)
    assert ledger.progress(NAME).counted == len(entries) - 2
    late = ledger.lease(NAME, "alive", 9, time() + 600, 60)
    assert ids(late) == sorted(held, key=ids(entries).index)
    assert all(count(ledger, entry) for entry in late)
    assert ids(ledger.results(NAME)) == ids(entries)
    ledger.close()
