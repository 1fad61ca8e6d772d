"""The result counter with real processes, ledgers and records."""

from __future__ import annotations

import asyncio
import io
import json
import os
import shutil
import signal
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from lawspeaker_engine.games import find_game
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.competition.head_keeper import head_files
from lawspeaker_referee.competition.ladder import result_counter, worker_process
from lawspeaker_referee.competition.ladder.restoring import begin, terms_of
from lawspeaker_referee.competition.ladder.result_counter import ResultCounter
from lawspeaker_referee.competition.ladder.results import VERDICT, Job, SharedPresence
from lawspeaker_referee.competition.ladder.standings import LatestMatch
from lawspeaker_referee.competition.ledger import Ledger
from lawspeaker_referee.competition.ledger.signed_head import read_head
from lawspeaker_referee.competition.ratings import rate
from lawspeaker_referee.competition.results import ScheduledMatch
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.host.queue_config import QueueConfig
from lawspeaker_referee.logs import make_log
from tests.referee.competition import postgres
from tests.referee.competition.conftest import made
from tests.referee.competition.ladder.ladder_bots import TOKENS, faithful, played, verified
from tests.referee.competition.test_ledger_chain import forge
from tests.referee.server.live_server import queue_server

SHORT = find_game("pax_viking")
"""The game whose matches have the fewest steps."""
IDS = ["parley-000001", "parley-000002", "parley-000003", "parley-000004"]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory) -> Path:
    """A folder with the records of a few matches."""
    folder = tmp_path_factory.mktemp("recorded")

    async def play():
        async with queue_server(folder, game=SHORT, tokens=TOKENS, matches=len(IDS)) as place, faithful(
                place.address, "ann", "bob", "cy", matches=2):
            await place.queue.complete.wait()

    asyncio.run(play())
    return folder


class Told:
    """The reports of a result counter to its listener."""

    def __init__(self) -> None:
        self.log = io.StringIO()
        self.found: dict[str, bool] = {}
        self.counts: list[str] = []
        self.ratings: list = []
        self.verdicts: list = []
        self.failed: list[bool] = []
        self.on_verified = lambda: None
        self.last: tuple[LatestMatch, ...] = ()
        self.answers: dict[str, tuple[int, int]] = {}

    def verified(self, match_id, found):
        self.found[match_id] = found is not None
        self.on_verified()

    def counted(self, played):
        self.counts.append(played.match_id)

    def rated(self, found):
        self.ratings.append(found)

    def answered(self, answers):
        self.answers |= answers

    def latest(self, matches):
        self.last = matches

    def ruled(self, decided):
        pass

    def judged(self, verdict):
        self.verdicts.append(verdict)

    def presence(self):
        return SharedPresence("", 0, {}, 0)

    def elsewhere(self, others):
        pass

    def ledger_failed(self, *, long):
        self.failed.append(long)

    def events(self):
        return [(line["level"], line["event"]) for line in map(json.loads, self.log.getvalue().splitlines())]


def config(folder, **changes):
    return QueueConfig(**{"game": SHORT, "setup": make_setup(SHORT, 2, {}), "clock": Clock(None),
                          "records": folder, "secret": bytes(32), "name": "parley"} | changes)


@asynccontextmanager
async def counting(folder, url, *, agreed=True, within=90.0, **settings):
    """A result counter on a copy of the records, and what it tells; it has counted all when the block is left."""
    terms, told = terms_of(config(folder)), Told()
    if agreed:
        ledger = Ledger.open(url)
        begin(ledger, terms)
        ledger.close()
    found = ResultCounter(Job(url, terms.name, terms.as_dict(), folder, bytes(32)), told, make_log(told.log),
                          **settings)
    found.start()
    try:
        yield found, told
    finally:
        await found.close(within)


@pytest.fixture
def folder(recorded, tmp_path) -> Path:
    return Path(shutil.copytree(recorded, tmp_path / "records"))


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    """Processes that need not give way, for tests wait for them."""
    monkeypatch.setattr(worker_process, "NICE", 0)


@pytest.fixture
def unrated(monkeypatch):
    """Without the process that rates."""
    async def idle(_counter):
        await asyncio.Event().wait()

    monkeypatch.setattr(ResultCounter, "_rate", idle)


def counted(url):
    ledger = Ledger.open(url)
    try:
        return ledger.counted("parley"), ledger.decisions("parley"), ledger.progress("parley").scheduled
    finally:
        ledger.close()


@pytest.mark.slow
def test_records_are_verified_and_counted_in_their_order_and_rated(folder, nowhere):
    async def test():
        async with counting(folder, nowhere) as (work, told):
            for match_id in IDS[:3]:
                work.add(match_id)
            work.decide("verdict", {"bot": "ann"})
            work.add(IDS[3])
            while not told.ratings or told.ratings[-1].matches < len(IDS):  # noqa: ASYNC110 - it is told in its own time
                await asyncio.sleep(0.01)
        return told

    told = asyncio.run(test())
    assert told.counts == IDS
    found, decisions, scheduled = counted(nowhere)
    assert [each.played.match_id for each in found] == IDS
    assert scheduled == len(IDS)
    assert {each.played.block for each in found} == set(IDS)
    assert found[0].record_path == str(folder / "parley-000001.lsr")
    assert [(each.what, each.payload) for each in decisions] == [("verdict", {"bot": "ann"})]
    right = rate([each.played for each in found])
    assert {bot: each.elo for bot, each in told.ratings[-1].bots.items()} == {each.bot: each.elo for each in right.bots}
    assert list(told.ratings[-1].bots) == [each.bot for each in right.bots]


def head_of(folder: Path, url: str) -> Path:
    return head_files(url, "parley", [folder])[0]


@pytest.mark.slow
def test_the_head_of_the_ledger_is_kept_and_a_ledger_that_was_cut_gets_no_newer_one(folder, nowhere, unrated):
    async def test(*ids):
        async with counting(folder, nowhere) as (work, told):
            for match_id in ids:
                work.add(match_id)
        return told

    asyncio.run(test(*IDS[:3]))
    path = head_of(folder, nowhere)
    before = read_head(path)
    assert before.links == 1 + 2 * 3
    told = asyncio.run(test(IDS[3]))
    assert (read_head(path).links, told.events()) == (1 + 2 * 4, [])
    forge(nowhere, "DELETE FROM links WHERE place > 5", "DELETE FROM results WHERE id > 2",
          "DELETE FROM entries WHERE id > 2")
    told = asyncio.run(test(IDS[2]))
    assert told.events() == [("warning", "the head of the ledger is not kept")]
    assert read_head(path).links == 1 + 2 * 4


@pytest.mark.slow
def test_a_record_that_is_not_what_was_agreed_does_not_count_and_stays_and_the_others_count(folder, tmp_path, unrated):
    url = f"sqlite:///{tmp_path}/ledger.db"
    shutil.copy(folder / "parley-000002.lsr", folder / "parley-000001.lsr")
    torn = (folder / "parley-000003.lsr").read_bytes()[:500]
    (folder / "parley-000003.lsr").write_bytes(torn)

    async def test():
        async with counting(folder, url) as (work, told):
            for match_id in [*IDS, "parley-000009"]:
                work.add(match_id)
        return told

    told = asyncio.run(test())
    assert told.found == dict.fromkeys(IDS, False) | {IDS[1]: True, IDS[3]: True, "parley-000009": False}
    assert told.counts == [IDS[1], IDS[3]]
    whys = [json.loads(line)["why"] for line in told.log.getvalue().splitlines()]
    assert "match is 'parley-000002', should be 'parley-000001'" in whys[0]
    assert len(whys) == 3
    assert (folder / "parley-000003.lsr").read_bytes() == torn


@pytest.mark.slow
def test_a_match_under_other_terms_does_not_count(folder, tmp_path, unrated):
    url = f"sqlite:///{tmp_path}/ledger.db"
    terms, told = terms_of(config(folder, clock=Clock(2.0))), Told()
    ledger = Ledger.open(url)
    begin(ledger, terms)
    ledger.close()

    async def test():
        work = ResultCounter(Job(url, "parley", terms.as_dict(), folder, bytes(32)), told, make_log(told.log))
        work.start()
        work.add(IDS[0])
        await work.close(90.0)

    asyncio.run(test())
    assert told.counts == []
    assert "clock is 'none', should be '2s'" in told.log.getvalue()


@pytest.mark.slow
def test_a_process_that_is_killed_is_replaced_and_every_match_counts_once(folder, tmp_path, unrated):
    url = f"sqlite:///{tmp_path}/ledger.db"

    async def test():
        async with counting(folder, url) as (work, told):
            def kill():
                if len(told.found) == 2:  # it may be writing what it has just found, or verifying the next
                    os.kill(work._counting._child.pid, signal.SIGKILL)

            told.on_verified = kill
            for match_id in IDS:
                work.add(match_id)
            work.decide("verdict", {"bot": "ann"})
        return told

    told = asyncio.run(test())
    assert told.counts == IDS
    assert told.events().count(("warning", "a process died; another one takes its place")) == 1
    found, decisions, _ = counted(url)
    assert [each.played.match_id for each in found] == IDS
    assert len(decisions) == 1


@pytest.mark.slow
def test_a_fault_of_ours_in_one_match_does_not_keep_the_others_from_being_counted(folder, tmp_path, unrated):
    async def test():
        async with counting(folder, f"sqlite:///{tmp_path}/ledger.db") as (work, told):
            faults = iter([RuntimeError("a test")])

            def fail():
                for error in faults:
                    raise error

            told.on_verified = fail
            for match_id in IDS[:2]:
                work.add(match_id)
        return told

    assert asyncio.run(test()).counts == IDS[:2]


def test_while_the_ledger_fails_nothing_is_lost_and_when_it_works_again_all_is_counted_once(
        folder, tmp_path, monkeypatch, unrated):
    monkeypatch.setattr(result_counter, "RETRY", 0.05)
    (tmp_path / "there").touch()
    url = f"sqlite:///{tmp_path}/there/ledger.db"

    async def test():
        async with counting(folder, url, agreed=False) as (work, told):
            for match_id in IDS:
                work.add(match_id)
            work.decide("verdict", {"bot": "ann"})
            while len(told.found) < len(IDS):  # noqa: ASYNC110 - it is told in its own time
                await asyncio.sleep(0.01)
            assert told.counts == []
            (tmp_path / "there").unlink()
            ledger = Ledger.open(url)
            begin(ledger, terms_of(config(folder)))
            ledger.close()
        return told

    told = asyncio.run(test())
    assert told.counts == IDS
    events = [event for event in told.events() if "ledger" in event[1]]
    assert events == [("error", "the ledger fails: matches go on, and are counted when it works again"),
                      ("info", "the ledger works again")]
    found, decisions, _ = counted(url)
    assert [each.played.match_id for each in found] == IDS
    assert len(decisions) == 1


@pytest.mark.slow
@pytest.mark.parametrize("matches", [IDS, IDS[:1]])
def test_a_counter_that_ends_while_the_ledger_fails_says_that_not_all_is_counted(folder, tmp_path, unrated, matches):
    (tmp_path / "there").touch()

    async def test():
        async with counting(folder, f"sqlite:///{tmp_path}/there/ledger.db", agreed=False, within=0.5) as (work, told):
            for match_id in matches:
                work.add(match_id)
            while not told.found:  # noqa: ASYNC110 - it is told in its own time
                await asyncio.sleep(0.01)
        return told

    told = asyncio.run(test())
    assert told.counts == []
    assert ("warning", "not all is counted yet; the next start sees to it") in told.events()


@pytest.mark.slow
def test_while_there_can_be_no_new_ratings_it_is_said_once(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(result_counter, "RATE_EVERY", 0.01)
    (tmp_path / "there").touch()
    tries = []

    async def test():
        async with counting(folder, f"sqlite:///{tmp_path}/there/ledger.db", agreed=False) as (work, told):
            call = work._rating.call

            def counted(*args):
                tries.append(args)
                return call(*args)

            monkeypatch.setattr(work._rating, "call", counted)
            while len(tries) < 4:  # noqa: ASYNC110 - it tries in its own time
                await asyncio.sleep(0.01)
        return told

    assert asyncio.run(test()).events() == [("warning", "no new ratings")]


@pytest.mark.slow
def test_what_contradicts_the_ledger_is_told_and_does_not_stop_the_rest(folder, tmp_path, unrated):
    url = f"sqlite:///{tmp_path}/ledger.db"

    async def test():
        async with counting(folder, url) as (work, told):
            ledger = Ledger.open(url)
            ledger.schedule("parley", [ScheduledMatch(IDS[0], IDS[0], 1, ("somebody", "else"))])
            ledger.close()
            for match_id in IDS:
                work.add(match_id)
        return told

    told = asyncio.run(test())
    assert told.counts == IDS[1:]
    assert "is scheduled with" in told.log.getvalue()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*BaseConnection.__del__.*:pytest.PytestUnraisableExceptionWarning")
def test_a_server_that_stops_is_waited_for_and_no_match_begins_when_that_takes_long(folder, unrated, monkeypatch):
    monkeypatch.setattr(result_counter, "RETRY", 0.05)
    with postgres.server() as server:
        url = made(server.databases)

        async def test():
            async with counting(folder, url, patience=0.0) as (work, told):
                work.add(IDS[0])
                while told.counts != IDS[:1]:  # noqa: ASYNC110 - it is told in its own time
                    await asyncio.sleep(0.01)
                server.stop()
                for match_id in IDS[1:]:
                    work.add(match_id)
                while told.failed != [True]:  # noqa: ASYNC110 - likewise
                    await asyncio.sleep(0.01)
                assert told.counts == IDS[:1]
                server.start()
            return told

        told = asyncio.run(test())
        assert (told.counts, told.failed) == (IDS, [True, False])
        assert told.events() == [
            ("error", "the ledger fails: matches go on, and are counted when it works again"),
            ("error", "the ledger still fails: no match begins until it works again"),
            ("info", "the ledger works again")]
        ledger = Ledger.open(url)
        assert [each.match_id for each in ledger.results("parley")] == IDS
        ledger.close()


@pytest.mark.slow
def test_what_another_referee_has_counted_and_decided_is_told_once(folder, tmp_path, unrated):
    url = f"sqlite:///{tmp_path}/ledger.db"

    async def test():
        async with counting(folder, url) as (work, told):
            ledger = Ledger.open(url)
            ledger.schedule("parley", [ScheduledMatch("parley-east-000001", "parley-east-000001", 1, ("ann", "bob"))])
            ledger.count("parley", played("parley-east-000001"), "x.lsr", verified("x").details)
            ledger.decide("parley", VERDICT, {"bot": "ann", "referee": "east"})
            ledger.decide("parley", VERDICT, {"bot": "bob"})
            ledger.close()
            work.add(IDS[0])
        return told

    told = asyncio.run(test())
    assert sorted(told.counts) == [IDS[0], "parley-east-000001"]
    assert told.verdicts == [{"bot": "ann", "referee": "east"}], "its own ones are not news"
