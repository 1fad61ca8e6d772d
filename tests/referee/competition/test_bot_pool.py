"""Many matches of the same bots, with real processes."""

from __future__ import annotations

import asyncio
import json

import pytest

from lawspeaker_engine.dice import commitment
from lawspeaker_referee.cli.record_text import header_lines
from lawspeaker_referee.competition.formats import entries
from lawspeaker_referee.competition.seeds import seed_of
from lawspeaker_referee.competition.tournament.pool import opened
from lawspeaker_referee.competition.tournament.record_result import MatchAgreement, played_of
from lawspeaker_referee.config.bot_files import bot_digest
from lawspeaker_referee.config.fault_policies import parse_policy
from lawspeaker_referee.host.bot_pool import STOPPED
from lawspeaker_referee.host.pooled_bot import BotAbsent
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.server.match_runner import MatchRunner
from lawspeaker_referee.version import build_version
from tests.referee.competition.quick_tournaments import DIES, SECRET, pool_config, schedule, script, terms_of
from tests.referee.host.script_bots import needs_namespaces, running_with

TELLS = """
import os, sys
from lawspeaker_bot import Bot, run
class Tells(Bot):
    def started(self, match):
        print("process", os.getpid(), "plays", match.match_id, flush=True)
    def decide(self, decision):
        return decision.default
run(Tells())
"""
LOOKS = """
import sys
from pathlib import Path
from lawspeaker_bot import Bot, run
class Looks(Bot):
    def started(self, match):
        print("sees", sorted(path.name for path in Path(sys.argv[1]).iterdir()), flush=True)
    def decide(self, decision):
        return decision.default
run(Looks())
"""

OTHER = """
from lawspeaker_bot import Bot, run
class Other(Bot):
    games = ("chess",)
    def decide(self, decision):
        return decision.default
run(Other())
"""
WAITS = """
import time
from lawspeaker_bot import Bot, run
class Waits(Bot):
    def decide(self, decision):
        time.sleep(60)
run(Waits())
"""


def played(terms, told, which=slice(None), **limits):
    async def play():
        async with opened(terms, pool_config(terms, told, **limits)) as pool:
            return [await pool.play(*each) for each in schedule(terms)[which]]

    return asyncio.run(play())


def printed(terms, bot):
    """By file: without its first line, which tells the matches."""
    return {path.name: path.read_text().partition("\n")[2] for path in sorted(terms.records.glob(f"{bot}.*.stderr"))}


def test_bots_stay_for_many_matches_whose_records_count(tmp_path):
    terms = terms_of(tmp_path, {"name": "a", "spec": script(tmp_path, TELLS)}, {"name": "b", "spec": "random"},
                     format={"kind": "round-robin", "rounds": 2})
    told: list[str] = []
    ends = played(terms, told)
    assert [end.end.void_reason for end in ends] == [""] * 4
    for entry, (_, _, _, path) in zip(entries(terms), schedule(terms), strict=True):
        agreed = MatchAgreement(terms.rules, terms.setup, terms.clock, parse_policy({}),
                        commitment(seed_of(SECRET, entry, terms.format)))
        result, _ = played_of(path, entry, agreed)
        assert result.seats == entry.seats
    (text,) = printed(terms, "a").values()
    assert len({line.split()[1] for line in text.splitlines()}) == 1, "it is one process"
    assert [line.split()[3] for line in text.splitlines()] == [match_id for match_id, *_ in schedule(terms)]


@pytest.mark.slow
def test_a_record_has_the_digest_of_the_files_with_which_a_bot_was_started(tmp_path):
    (tmp_path / "mine").mkdir()
    terms = terms_of(tmp_path, {"name": "a", "spec": script(tmp_path / "mine", TELLS)}, {"name": "b", "spec": "random"})
    before = bot_digest(terms.bots[0].seat)
    played(terms, [], slice(1))
    (tmp_path / "mine/helper.py").touch()
    played(terms, [], slice(1, 2))
    after = bot_digest(terms.bots[0].seat)
    found = [{seat.identity: seat.files.hex() for seat in read_record(path).header.seats}
             for _, _, _, path in schedule(terms)]
    assert found == [{"a": before, "b": ""}, {"a": after, "b": ""}]
    assert before != after
    assert f"files {before[:8]}" in "\n".join(header_lines(read_record(schedule(terms)[0][3]), parse_policy({})))


@pytest.mark.slow
def test_a_fresh_bot_is_another_process_in_every_match(tmp_path):
    terms = terms_of(tmp_path, {"name": "a", "spec": script(tmp_path, TELLS), "fresh": True},
                     {"name": "b", "spec": "random"})
    played(terms, [])
    assert [len(text.splitlines()) for text in printed(terms, "a").values()] == [1, 1]
    assert [(terms.records / name).read_text().partition("\n")[0] for name in printed(terms, "a")] == [
        f"--- bot a played 1 match, lastly {match_id}" for match_id, *_ in schedule(terms)]
    assert running_with(str(tmp_path)) == []


@pytest.mark.slow
def test_a_bot_that_dies_forfeits_and_is_there_again_for_the_next_match(tmp_path):
    terms = terms_of(tmp_path, {"name": "a", "spec": script(tmp_path, DIES)}, {"name": "b", "spec": "random"})
    ends = played(terms, [])
    for (_, bots, _, path), end in zip(schedule(terms), ends, strict=True):
        seat = bots.index("a")
        assert {seat: ending.evidence for seat, ending in end.endings.items()} == {seat: "exit code 7"}
        record = read_record(path)
        footer = record.footer
        assert footer is not None and record.header.build == build_version()
        assert [(each.seat, each.evidence) for each in footer.forfeits] == [(seat, "exit code 7")]
        assert footer.outcome.ranks[seat] == 2


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "why"), [
    ("cmd:/no/such/bot", "cannot be started: No such file or directory"),
    pytest.param(
        "cmd:sh -c 'echo no config; exit 3'",
        "ended with exit code 3 before it joined; the last that it printed: no co", marks=pytest.mark.slow),
    pytest.param(
        "cmd:sh -c 'exit 3'", "[sandbox] has `network`, `env` and `read`", marks=[needs_namespaces, pytest.mark.slow]),
])
def test_a_bot_that_cannot_play_is_named_and_leaves_the_others_a_place(tmp_path, spec, why):
    terms = terms_of(tmp_path, {"name": "a", "spec": "random"}, {"name": "b", "spec": "random"},
                     {"name": "broken", "spec": spec})

    async def play():
        async with opened(terms, pool_config(terms, [])) as pool:
            for each in schedule(terms):
                if "broken" in each[1]:
                    with pytest.raises(BotAbsent, match="bot broken") as failure:
                        await pool.play(*each)
                    assert why in str(failure.value)
                    assert failure.value.bot == "broken"
                else:
                    assert not (await pool.play(*each)).end.void_reason

    asyncio.run(play())
    assert len(list(terms.records.glob("*.lsr"))) == 2


@pytest.mark.slow
def test_a_bot_that_does_not_play_the_game_says_so(tmp_path):
    terms = terms_of(tmp_path, {"name": "a", "spec": script(tmp_path, OTHER)}, {"name": "b", "spec": "random"})
    with pytest.raises(BotAbsent, match="cannot take part: it does not play parley"):
        played(terms, [], slice(1))


FLAPS = """
import os, sys, time
from pathlib import Path
import grpc
from lawspeaker.v1.referee_service_pb2 import Hello, PlayRequest
from lawspeaker.v1.referee_service_pb2_grpc import RefereeServiceStub
from lawspeaker_bot import Bot, run
hello = Hello(protocol=1, token=os.environ["LAWSPEAKER_TOKEN"], bot="flaps")
with grpc.insecure_channel(os.environ["LAWSPEAKER_ADDRESS"]) as channel:
    stream = RefereeServiceStub(channel).Play(iter([PlayRequest(hello=hello)]))
    print(next(stream), flush=True)
    stream.cancel()
Path(sys.argv[1]).touch()
while not Path(sys.argv[2]).exists():
    time.sleep(0.01)
class Flaps(Bot):
    def decide(self, decision):
        return decision.default
run(Flaps())
"""
LATE = """
import sys, time
from pathlib import Path
from lawspeaker_bot import Bot, run
while not Path(sys.argv[1]).exists():
    time.sleep(0.01)
class Late(Bot):
    def decide(self, decision):
        return decision.default
run(Late())
"""


@pytest.mark.slow
def test_a_bot_that_loses_its_connection_before_the_match_begins_is_waited_for(tmp_path):
    gone, back = tmp_path / "gone", tmp_path / "back"
    terms = terms_of(tmp_path, {"name": "a", "spec": f"{script(tmp_path, FLAPS)} {gone} {back}"},
                     {"name": "b", "spec": f"{script(tmp_path, LATE)} {gone}"})

    async def play():
        async with opened(terms, pool_config(terms, [], writable=(str(tmp_path),))) as pool:
            playing = asyncio.create_task(pool.play(*schedule(terms)[0]))
            while not any(stream.hello.identity.startswith("b/") for stream in pool.pool.streams):  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.01)
            back.touch()  # the other one is there, and was there before
            return (await playing).end.void_reason

    assert asyncio.run(play()) == ""
    assert gone.exists()


@pytest.mark.slow
@needs_namespaces
def test_bots_see_nothing_in_the_folder_of_the_records(tmp_path):
    terms = terms_of(tmp_path)
    spec = f"{script(tmp_path, LOOKS)} {terms.records}"
    terms = terms_of(tmp_path, {"name": "a", "spec": spec}, {"name": "b", "spec": "random"})
    terms.records.mkdir()
    (terms.records / "ledger.db").write_text("secret")
    played(terms, [], slice(1))
    assert list(printed(terms, "a").values()) == ["sees []\n"]


LEARNS = """
import os
from lawspeaker_bot import Bot, run
home = os.environ["HOME"]
known = sorted(os.listdir(home)) if os.path.isdir(home) else None
open(os.path.join(home, f"match-{len(known)}"), "w").close()
print(known, flush=True)
class Learns(Bot):
    def decide(self, decision):
        return decision.default
run(Learns())
"""


@pytest.mark.slow
@needs_namespaces
@pytest.mark.parametrize("isolated", [True, False])
def test_what_a_bot_keeps_in_its_home_is_there_in_its_next_match_and_for_no_other(tmp_path, monkeypatch, isolated):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    spec = script(tmp_path, LEARNS)
    terms = terms_of(tmp_path, {"name": "a", "spec": spec, "scratch": "keep", "fresh": True},
                     {"name": "b", "spec": spec, "scratch": "keep", "fresh": True})
    played(terms, [], slice(2), isolated=isolated)
    for name in ("a", "b"):
        assert sorted(printed(terms, name).values()) == ["['match-0']\n", "[]\n"]
        assert sorted(path.name for path in (terms.records / ".scratch" / name).iterdir()) == ["match-0", "match-1"]
    assert not list((tmp_path / "home").iterdir())


@pytest.mark.slow
def test_a_pool_that_closes_voids_what_runs_and_leaves_no_process(tmp_path):
    terms = terms_of(tmp_path, {"name": "a", "spec": script(tmp_path, WAITS)}, {"name": "b", "spec": "random"})

    async def play():
        async with opened(terms, pool_config(terms, [])) as pool:
            match = asyncio.create_task(pool.play(*schedule(terms)[0]))
            while not list(terms.records.glob("*.part")):  # noqa: ASYNC110 - that a match has begun can only be seen
                await asyncio.sleep(0.01)
        return await match

    assert asyncio.run(play()).end.void_reason == STOPPED
    assert running_with(str(tmp_path)) == []
    assert list(terms.records.glob("*.lsr*")) == [], "what was broken off leaves nothing"


HANGS = """
import time
from lawspeaker_bot import Bot, run
class Hangs(Bot):
    def decide(self, decision):
        open({reached!r}, "w").close()
        time.sleep(60)
run(Hangs())
"""


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 2])
def test_a_match_whose_referee_is_stopped_is_void_before_its_bots_are_ended(tmp_path, times):
    """However often it is stopped: what happens to its bots afterwards neither ends the match nor is it recorded."""
    reached = tmp_path / "reached"
    terms = terms_of(tmp_path, {"name": "a", "spec": script(tmp_path, HANGS.format(reached=str(reached)))},
                     {"name": "b", "spec": "random"}, clock="move=60s")
    runners: list[MatchRunner] = []

    async def play():
        async with opened(terms, pool_config(terms, [], writable=(str(tmp_path),))) as pool:
            playing = asyncio.create_task(pool.play(*schedule(terms)[0]))
            while not reached.exists():  # noqa: ASYNC110 - what a bot does can only be looked at
                await asyncio.sleep(0.01)
            runners.extend(pool.pool.runners)
            for _ in range(times):
                playing.cancel()
                await asyncio.sleep(0)
            with pytest.raises(asyncio.CancelledError):
                await playing
            return [path.name for path in terms.records.iterdir()]

    assert asyncio.run(play()) == []
    end = runners[0].ended.result()
    assert (end.outcome, end.footer, end.void_reason) == (None, None, STOPPED)
    assert runners[0].match.faults == ({}, {})
    assert not list(terms.records.glob("*.lsr*"))


SHOWS = """
import json, os, sys
from pathlib import Path
from lawspeaker_bot import Bot, run
class Shows(Bot):
    def started(self, match):
        seen = {"args": sys.argv[1:], "ONE": os.environ.get("ONE"), "BOTH": os.environ.get("BOTH"),
                "read": [Path(path).exists() for path in PLACES]}
        print(json.dumps(seen), flush=True)
    def decide(self, decision):
        return decision.default
run(Shows())
"""


@needs_namespaces
def test_args_variables_and_files_of_a_bot_are_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("ONE", "of a alone")
    monkeypatch.setenv("BOTH", "of all")
    alone, everybody = tmp_path / "alone.txt", tmp_path / "all.txt"
    for path in (alone, everybody):
        path.write_text("weights")
    bots = []
    for name, more in (("a", {"args": ["--depth", "4"], "env": ["ONE"], "read": [str(alone)]}), ("b", {})):
        (tmp_path / name).mkdir()
        bots.append({"name": name, "spec": script(tmp_path / name, SHOWS.replace(
            "PLACES", repr([str(alone), str(everybody)]))), **more})
    terms = terms_of(tmp_path, *bots, sandbox={"env": ["BOTH"], "read": [str(everybody)]})
    match_id, seats, seed, path = schedule(terms)[0]

    async def play():
        async with opened(terms, pool_config(terms, [], variables=("BOTH",), readable=(str(everybody),),
                                             named_folders=False)) as pool:
            await pool.play(match_id, seats, seed, path)

    asyncio.run(play())
    seen = {name: json.loads(next(terms.records.glob(f"{name}.*.stderr")).read_text().splitlines()[1])
            for name in ("a", "b")}
    assert seen["a"] == {"args": ["--depth", "4"], "ONE": "of a alone", "BOTH": "of all", "read": [True, True]}
    assert seen["b"] == {"args": [], "ONE": None, "BOTH": "of all", "read": [False, True]}
