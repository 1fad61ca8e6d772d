"""Tournaments whose bots are objects of the workers' processes."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from typing import Any

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_referee.competition.tournament import pool_config as of_pools
from lawspeaker_referee.competition.tournament.blocks import PoolExecutor
from lawspeaker_referee.competition.tournament.concurrency import at_once
from lawspeaker_referee.competition.tournament.in_process_pool import InProcessPool
from lawspeaker_referee.competition.tournament.pool import opened
from lawspeaker_referee.config.tournament import parse_config
from lawspeaker_referee.config.validation import BadConfig
from lawspeaker_referee.host.bot_pool import STOPPED
from lawspeaker_referee.host.local_bots import make_local
from lawspeaker_referee.host.pooled_bot import BotAbsent
from lawspeaker_referee.match.places import resigned_in
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from tests.games.brittle import BRITTLE, BUG
from tests.games.parley import Parley
from tests.referee.competition.quick_tournaments import pool_config, schedule, terms_of

BOTS = """
from lawspeaker_bot import Bot

class First(Bot):
    version = "3"
    made = 0
    def __init__(self):
        type(self).made += 1
        self.number = self.made
    def decide(self, decision):
        decision.annotation = f"object {self.number}"
        return decision.default

class Fails(First):
    def decide(self, decision):
        if decision.decision_id > 2:
            raise ValueError("the hand is 7")
        return decision.default

class Looks(First):
    def decide(self, decision):
        try:
            decision.view
        except Exception:
            pass
        return decision.default

class Waits(Bot):
    async def decide(self, decision):
        return decision.default

class Resigns(Bot):
    def decide(self, decision):
        decision.resign = True

class Odd(Bot):
    def decide(self, decision):
        return "0"

class Wrong:
    pass
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    """The name of a module with bots, in the working folder."""
    name = f"bots_of_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)
    yield name
    sys.modules.pop(name, None)


def here(folder, *specs: str, **changes: Any):
    """Terms of two bots in process."""
    bots = [{"name": name, "spec": spec} for name, spec in zip("ab", specs, strict=True)]
    return terms_of(folder, *bots, **{"clock": "none", "in_process": True} | changes)


def played(terms, told=None, number=None):
    """Play the schedule, or the beginning of it; the results."""
    async def play():
        async with opened(terms, pool_config(terms, [] if told is None else told)) as pool:
            return [await pool.play(*each) for each in schedule(terms)[:number]]

    return asyncio.run(play())


def test_records_say_who_was_in_the_process_and_verify(tmp_path):
    near = here(tmp_path / "near", "random", "greedy")
    played(near)
    records = [read_record(path) for _, _, _, path in schedule(near)]
    assert records
    for record in records:
        assert verify(record).digest == record.footer.digest
        assert [(seat.identity, seat.in_process) for seat in record.header.seats] in (
            [("a", True), ("b", True)], [("b", True), ("a", True)])


@pytest.mark.slow
def test_they_have_the_same_acts_and_results_over_grpc(tmp_path):
    near, far = here(tmp_path / "near", "random", "greedy"), terms_of(
        tmp_path / "far", {"name": "a", "spec": "random"}, {"name": "b", "spec": "greedy"}, clock="none")
    for terms in (near, far):
        played(terms)
    for (_, _, _, one), (_, _, _, two) in zip(schedule(near), schedule(far), strict=True):
        first, second = read_record(one), read_record(two)
        assert first.footer.outcome == second.footer.outcome
        assert ([act for step in first.iter_steps() for act in step.acts]
                == [act for step in second.iter_steps() for act in step.acts])


def test_an_object_stays_for_its_matches_unless_each_match_gets_a_fresh_one(tmp_path, module):
    def numbers(terms):
        played(terms)
        return {timing.annotation for _, _, _, path in schedule(terms) for step in read_record(path).iter_steps()
                for timing in step.timing if timing.annotation}

    assert numbers(here(tmp_path / "kept", f"python:{module}:First", "random")) == {"object 1"}
    bots = {"bots": [{"name": "a", "spec": f"python:{module}:First", "fresh": True}, {"name": "b", "spec": "random"}]}
    assert numbers(here(tmp_path / "fresh", "random", "random", **bots)) == {"object 2", "object 3"}


def test_a_bot_that_raises_an_exception_has_crashed_and_is_made_anew(tmp_path, module):
    told: list[str] = []
    terms = here(tmp_path / "crash", f"python:{module}:Fails", "random")
    results = played(terms, told)
    for (match_id, seats, _, path), result in zip(schedule(terms), results, strict=True):
        seat = seats.index("a")
        assert {number: (end.crashed, end.evidence) for number, end in result.endings.items()} == {
            seat: (True, "exception ValueError")}
        record = read_record(path)
        assert verify(record).digest == record.footer.digest
        assert "hand is 7" not in str(record.header) + str(record.footer) + str(list(record.iter_steps()))
        kept = [each.read_text() for each in terms.records.glob("a.h1-*.stderr")]
        assert any(text.startswith(f"--- bot a crashed in {match_id}\nTraceback") and "the hand is 7" in text
                   for text in kept)
    assert len(results) == len(list(terms.records.glob("*.stderr"))) > 1
    assert not told


class Blind(Parley):
    """Parley whose views cannot be made."""

    def view(self, state, seat):
        """Raises ZeroDivisionError."""
        raise ZeroDivisionError(BUG)


def test_what_a_bug_of_the_game_voids_is_logged_and_no_fault_of_a_bot(tmp_path, monkeypatch, capfd):
    monkeypatch.setitem(GAMES, "parley", BRITTLE)
    results = played(here(tmp_path, "random", "random", options={"rounds": 1}))
    voided_by_a_bug(results, tmp_path, capfd)


@pytest.mark.parametrize("own_values", [False, True])
def test_a_bug_that_a_bot_meets_by_looking_is_no_fault_of_it_even_if_it_handles_exceptions(
        tmp_path, module, monkeypatch, capfd, own_values):
    monkeypatch.setitem(GAMES, "parley", Blind())
    monkeypatch.setattr(of_pools, "make_local", lambda spec: replace(make_local(spec), own_values=own_values))
    results = played(here(tmp_path, f"python:{module}:Looks", "random"))
    voided_by_a_bug(results, tmp_path, capfd)


def voided_by_a_bug(results, folder, capfd):
    """Check that no bot is blamed, that the log tells of the bug, and that records are set aside."""
    assert {result.end.void_reason for result in results} == {"the referee failed"}
    assert not any(result.endings or result.end.voided_by is not None for result in results)
    assert capfd.readouterr().err.count(BUG) >= len(results)
    assert [path.suffix for path in (folder / "records").iterdir()] == [".void"] * len(results)


def test_who_resigns_in_the_process_loses_and_has_no_fault(tmp_path, module):
    [result] = played(here(tmp_path / "resigns", f"python:{module}:Resigns", "random"), number=1)
    assert result.end.outcome is not None and result.end.footer is not None
    [loser] = resigned_in(result.end.footer)
    assert (result.end.outcome.reason, result.end.outcome.ranks[loser], result.endings) == ("resignation", 2, {})


def test_values_of_a_wrong_type_are_an_exception_and_no_answer(tmp_path, module):
    [result] = played(here(tmp_path / "odd", f"python:{module}:Odd", "random"), number=1)
    assert [end.evidence for end in result.endings.values()] == ["exception WrongPicks"]


@pytest.mark.parametrize(("name", "words"), [
    ("Waits", "cannot play in-process: its decide is async, and nothing here waits for it"),
    ("Wrong", "is no class of lawspeaker_bot.Bot"),
    ("Nobody", "cannot be made: AttributeError: "),
])
def test_a_bot_that_cannot_be_made_is_absent(tmp_path, module, name, words):
    with pytest.raises(BotAbsent, match=words) as absent:
        played(here(tmp_path / "absent", f"python:{module}:{name}", "random"))
    assert absent.value.bot == "a"


def test_a_bot_whose_module_has_changed_is_absent(tmp_path, module):
    spec = f"python:{module}:First"
    bots = [{"name": "a", "spec": spec, "digest": "0" * 64}, {"name": "b", "spec": "random"}]
    with pytest.raises(BotAbsent, match=r"the files of bot 'a' .* have changed since it played"):
        played(here(tmp_path / "changed", spec, "random", bots=bots))


def test_a_stop_ends_the_match_before_its_next_decision_and_leaves_no_record(tmp_path):
    terms = here(tmp_path / "stop", "random", "random")
    pool = InProcessPool(terms, pool_config(terms, []))
    pool.stop()
    match = schedule(terms)[0]
    result = asyncio.run(pool.play(*match))
    assert (result.end.void_reason, result.end.footer) == (STOPPED, None)
    assert not list(match[3].parent.glob("*.lsr*"))


def test_a_worker_plays_one_match_at_a_time(tmp_path):
    terms = here(tmp_path / "one", "random", "random")
    assert at_once(terms, 4) == 1
    assert PoolExecutor(terms, InProcessPool(terms, pool_config(terms, [])), at_once(terms, 4), 4).most == 1


@pytest.mark.parametrize(("changes", "words"), [
    ({"clock": "move=5s"}, ("clock: 'move=5s' cannot be kept with in_process = true, where nothing ends a bot that is "
                           "late; write 'none', or leave it out")),
    ({"sandbox": {"memory": "1G"}}, ("sandbox: limits are for processes, and with in_process = true bots are none; "
                                    "leave it out")),
    ({"bots": [{"name": "a", "spec": "cmd:x"}, {"name": "b", "spec": "random"}]},
     "bots a: spec: 'cmd:x' is a process; with in_process = true a bot is built in or 'python:package.module:Class'"),
    ({"bots": [{"name": "a", "spec": "python:x"}, {"name": "b", "spec": "random"}]},
     "bots a: spec: bot 'python:x' names no class; write 'python:package.module:Class'"),
    *[({"bots": [{"name": "a", "spec": "random", key: value}, {"name": "b", "spec": "random"}]},
       f"bots a: {key}: is for processes, and with in_process = true bots are none; leave it out")
      for key, value in (("dir", "a"), ("scratch", "keep"), ("concurrency", 2))],
    ({"in_process": False, "bots": [{"name": "a", "spec": "python:x:Y"}, {"name": "b", "spec": "random"}]},
     ("bots a: spec: bot 'python:x:Y' plays in the referee's process alone: `lawspeaker play --in-process`, or a "
     "tournament with in_process = true")),
])
def test_what_nothing_can_enforce_is_refused_in_one_line(tmp_path, changes, words):
    with pytest.raises(BadConfig) as refused:
        here(tmp_path, "random", "random", **changes)
    assert str(refused.value) == f"cup.toml: {words}"


def test_a_ledger_keeps_that_bots_are_in_process(tmp_path):
    terms = here(tmp_path, "random", "random")
    assert parse_config(terms.as_dict(), "the ledger").in_process
    assert "in_process" not in terms_of(tmp_path).as_dict()
    assert terms_of(tmp_path, in_process=True, clock=None).clock.text == "none"
