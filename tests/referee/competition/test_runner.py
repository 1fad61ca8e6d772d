"""Whole tournaments with worker processes, some of which are killed."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from threading import Timer

import pytest

from lawspeaker.v1.record_pb2 import RecordEntry, RecordFooter
from lawspeaker_engine.games import GAMES
from lawspeaker_referee.competition.formats import entries
from lawspeaker_referee.competition.ledger.ledger import Ledger
from lawspeaker_referee.competition.ledger.outages import RetryPolicy
from lawspeaker_referee.competition.ratings import rate
from lawspeaker_referee.competition.tournament.blocks import has_record, record_path
from lawspeaker_referee.competition.tournament.runner import CannotRun, Runner, RunnerSettings
from lawspeaker_referee.competition.tournament.setup import begin, default_ledger, extend
from lawspeaker_referee.competition.tournament.state import PAUSED, RESUMED, REVEALED, STOPPED_EARLY, state_of
from lawspeaker_referee.competition.tournament.status import status_of
from lawspeaker_referee.competition.tournament.worker_names import is_gone, name_of
from lawspeaker_referee.competition.tournament.worker_options import WorkerOptions
from lawspeaker_referee.competition.tournament.worker_processes import LocalWorkerProcesses
from lawspeaker_referee.config.validation import BadConfig
from lawspeaker_referee.record.file import delimited, read_record
from lawspeaker_referee.record.writer import RecordWriter
from tests.games.parley import PARLEY
from tests.referee.cli.process import ROOT
from tests.referee.competition.quick_tournaments import DIES, SECRET, WAITS, script, terms_of
from tests.referee.competition.workers_here import put_workers_here
from tests.referee.host.script_bots import PATIENCE, running_with

CODE = (f"import sys; sys.path.insert(0, {str(ROOT)!r}); "
        "from tests.referee.competition.test_runner import worker; worker()")
WORKER = (sys.executable, "-c", CODE)
RUNNER = CODE.replace("import worker; worker()", "import run_here; run_here()")
THREE = [{"name": name, "spec": "random"} for name in ("a", "b", "c")]


def worker() -> None:
    """A worker that knows the tests' own game."""
    from lawspeaker_referee.competition.tournament.worker import main

    GAMES[PARLEY.name] = PARLEY
    main()


def worker_with_a_full_disk() -> None:
    """Likewise, but no record can be written."""
    def fails(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    RecordWriter.append = fails
    worker()


def run_here() -> None:
    """A runner as a process of its own; its arguments are a folder, terms in JSON, and what it kills if anything.

    `runner`, `worker` and `all` are killed when three matches are counted and others are being played. Only then is
    there the file `second` in the folder, if this process is alive.
    """
    GAMES[PARLEY.name] = PARLEY
    folder, changes, victims = Path(sys.argv[1]), json.loads(sys.argv[2]), [*sys.argv[3:]]
    workers = changes.pop("workers", 2)
    cup = Tournament(folder, **changes)

    def kill(_, what):
        if victims and "counted" in what and len(cup.digests) >= 3:
            leases = []
            _until(lambda: leases.extend(cup.ledger.leases("cup")) or leases)  # all may have been counted just now
            workers = sorted({int(lease.worker.split("/")[-2]) for lease in leases})
            for pid in {"runner": [os.getpid()], "worker": workers[:1], "all": [*workers, os.getpid()]}[victims.pop()]:
                os.kill(pid, signal.SIGKILL)
            (folder / "second").touch()

    cup.run(workers, kill)


class Tournament:
    """A tournament in a folder."""

    def __init__(self, folder: Path, *bots, url: str = "", **changes) -> None:
        self.folder = folder
        self.terms = terms_of(folder, *(bots or changes.pop("bots", THREE)), secret=SECRET.hex(), **changes)
        self.url = url or default_ledger(self.terms.records)
        self.ledger = Ledger.open(self.url, retry_policy=RetryPolicy(60))
        self.news: list[dict] = []

    def run(self, workers: int = 2, on_news=lambda _, __: None, command=WORKER):
        terms = begin(self.ledger, self.terms)

        def heard(what):
            self.news.append(what)
            on_news(runner, what)

        async def play():
            nonlocal runner
            runner = Runner(terms, self.ledger, RunnerSettings(self.url, workers, command=command), heard)
            async with asyncio.timeout(120):
                await runner.run()

        runner = None
        asyncio.run(play())
        assert self.ledger.leases("cup") == []
        return runner

    @property
    def status(self):
        return status_of(self.ledger, "cup")

    @property
    def digests(self):
        return {each.match_id: each.digest for each in self.ledger.results("cup")}


def rounds(number):
    return {"kind": "round-robin", "rounds": number}


@pytest.mark.slow
def test_a_tournament_is_played_to_its_end_by_two_workers(tmp_path):
    cup = Tournament(tmp_path, format=rounds(2))
    cup.run()
    assert cup.status.word == "complete"
    assert (cup.status.snapshot.counted, cup.status.missing) == (12, 0)
    assert Counter(bot for each in cup.ledger.results("cup") for bot in each.seats) == {"a": 8, "b": 8, "c": 8}
    assert sorted(what["counted"] for what in cup.news if "counted" in what) == sorted(cup.digests)
    assert running_with(str(tmp_path)) == []


@pytest.mark.slow
def test_workers_whose_bots_are_in_their_process_play_the_same_tournament(tmp_path):
    near = Tournament(tmp_path, format=rounds(2), clock="none", in_process=True)
    near.run()
    assert near.status.word == "complete"
    assert len(near.digests) == 12
    assert running_with(str(tmp_path)) == []


def halves(folder: Path) -> dict:
    """Terms of 48 matches, of which those of `a` in the last three rounds wait until there is the file `second`."""
    (folder / "first").touch()
    waits = {"name": "a", "spec": f"{script(folder, WAITS)} {folder}"}
    return {"bots": [waits, *THREE[1:]], "format": rounds(8), "clock": "move=60s"}


@pytest.fixture(scope="module")
def calm(tmp_path_factory):
    """A tournament that nobody disturbed."""
    folder = tmp_path_factory.mktemp("calm")
    (folder / "second").touch()
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, PARLEY.name, PARLEY)
        put_workers_here(patch)
        cup = Tournament(folder, **halves(folder))
        cup.run(1)
    return cup


@pytest.mark.slow
@pytest.mark.parametrize("killed", ["runner", "worker", "all"])
def test_who_is_killed_in_the_middle_loses_nothing_and_changes_no_rating(tmp_path, calm, killed):
    terms = halves(tmp_path)
    rough = Tournament(tmp_path, **terms)
    begin(rough.ledger, rough.terms)
    process = subprocess.Popen([sys.executable, "-c", RUNNER, str(tmp_path), json.dumps(terms), killed])
    try:
        if killed == "worker":
            assert process.wait(120) == 0
        else:
            assert process.wait(120) == -signal.SIGKILL
            assert 3 <= len(rough.digests) < 48
            (tmp_path / "second").touch()
            rough.run()
    finally:
        process.kill()
        process.wait()
    assert rough.digests == calm.digests
    assert len(rough.digests) == 48
    ratings = [rate(cup.ledger.results("cup")) for cup in (calm, rough)]
    assert ratings[0] == ratings[1]
    _until(lambda: not running_with(str(tmp_path)))


def _until(what) -> None:
    import time

    end = time.monotonic() + PATIENCE * 9  # processes start slowly on a machine that has much to do
    while not what():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.slow
@pytest.mark.usefixtures("workers_here")
def test_a_record_that_was_written_and_not_counted_is_counted_and_not_played_again(tmp_path):
    cup = Tournament(tmp_path, *THREE[:2], format=rounds(1))
    cup.run(1)
    written = {path: path.stat().st_mtime_ns for path in (tmp_path / "records").glob("*.lsr")}
    again = Tournament(tmp_path, *THREE[:2], url=f"sqlite:///{tmp_path}/other.db", format=rounds(1))
    again.run(1)
    assert len(again.digests) == 2
    assert written == {path: path.stat().st_mtime_ns for path in (tmp_path / "records").glob("*.lsr")}


@pytest.mark.slow
@pytest.mark.usefixtures("workers_here")
def test_a_record_of_another_match_in_the_place_of_one_stops_the_tournament_with_a_line(tmp_path):
    cup = Tournament(tmp_path, *THREE[:2], format=rounds(1))
    cup.run(1)
    one, other = sorted((tmp_path / "records").glob("*.lsr"))[:2]
    one.write_bytes(other.read_bytes())
    with pytest.raises(CannotRun, match=r"does not count as cup/r1-a\+b/1: match is .* move it away"):
        Tournament(tmp_path, *THREE[:2], url=f"sqlite:///{tmp_path}/other.db", format=rounds(1)).run(1)


@pytest.mark.slow
@pytest.mark.usefixtures("workers_here")
def test_a_pause_lets_matches_end_and_resuming_plays_the_rest(tmp_path):
    cup = Tournament(tmp_path, *THREE[:2], format=rounds(12))

    def pause(_, what):
        if "counted" in what and not state_of(cup.ledger.decisions("cup")).paused:
            cup.ledger.decide("cup", PAUSED, {})

    cup.run(2, pause)
    assert 1 <= len(cup.digests) < 24
    assert cup.status.word == "paused"
    cup.ledger.decide("cup", RESUMED, {})
    cup.run(1)
    assert cup.status.word == "complete"
    assert cup.status.snapshot.voids == 0


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 2])
def test_an_interrupt_drains_and_a_second_one_breaks_off(tmp_path, times):
    cup = Tournament(tmp_path, *THREE[:2], format=rounds(20))

    def interrupt(runner, what):
        if "counted" in what and not runner.interrupted:
            for _ in range(times):
                runner.interrupt()

    assert cup.run(2, interrupt).interrupted
    assert 1 <= len(cup.digests) < 30
    assert list((tmp_path / "records").glob("*.part")) == []
    assert cup.status.snapshot.voids == 0
    _until(lambda: not running_with(str(tmp_path)))


@pytest.mark.slow
@pytest.mark.usefixtures("workers_here")
def test_extending_plays_only_what_is_missing(tmp_path):
    cup = Tournament(tmp_path, *THREE[:2], format=rounds(1))
    cup.run(1)
    before = cup.digests
    more = Tournament(tmp_path, *THREE, format=rounds(2))
    found = extend(more.ledger, more.terms)
    assert found.changes == ("rounds: 1 -> 2", "bot c joins")
    more.news.clear()
    more.run(1)
    assert len(more.digests) == 12
    assert before.items() <= more.digests.items()
    assert sorted(what["counted"] for what in more.news if "counted" in what) == sorted(set(more.digests) - set(before))


@pytest.mark.slow
@pytest.mark.usefixtures("workers_here")
def test_an_extension_is_taken_over_by_a_run_that_is_under_way(tmp_path):
    cup, more = Tournament(tmp_path, *THREE[:2], format=rounds(4)), Tournament(tmp_path, *THREE, format=rounds(5))
    found = []

    def grow(_, what):
        if "counted" in what and not found:
            found.append(extend(more.ledger, more.terms))
            more.ledger.schedule("cup", entries(found[0].terms))

    cup.run(1, grow)
    assert (cup.status.word, len(cup.digests)) == ("complete", 30)
    assert not [what for what in cup.news if "say" in what], "no worker fell over it"


@pytest.mark.slow
@pytest.mark.usefixtures("workers_here")
def test_a_bot_plays_no_more_at_once_than_it_may(tmp_path):
    bots = [bot | {"concurrency": 1} for bot in THREE[:2]]
    cup = Tournament(tmp_path, *bots, format=rounds(4))
    most = []
    cup.run(2, lambda _, __: most.append(len({lease.worker for lease in cup.ledger.leases("cup")})))
    assert max(most) == 1
    assert len(cup.digests) == 8


@pytest.mark.slow
@pytest.mark.usefixtures("workers_here")
def test_several_blocks_at_once_and_matches_against_copies_of_itself(tmp_path):
    bots = [bot | {"concurrency": 4} for bot in THREE[:2]]
    cup = Tournament(tmp_path, *bots, format=rounds(4) | {"self_play": True})
    assert cup.run(1) is not None
    assert cup.status.word == "complete"
    assert Counter(frozenset(each.seats) for each in cup.ledger.results("cup")) == {
        frozenset(seats): 8 for seats in (("a", "b"), ("a", "a#2"), ("b", "b#2"))}


@pytest.mark.slow
@pytest.mark.usefixtures("workers_here")
def test_a_bot_that_cannot_start_is_out_and_the_others_play_on(tmp_path):
    broken = {"name": "broken", "spec": "cmd:/no/such/bot"}
    cup = Tournament(tmp_path, *THREE[:2], broken, format=rounds(2))
    cup.run(1)
    assert cup.status.word == "ended with matches missing"
    assert (len(cup.digests), cup.status.missing) == (4, 8)
    assert list(cup.status.state.out.values()) == [
        "bot broken (cmd:/no/such/bot) cannot be started: No such file or directory"]
    assert list(cup.status.state.public_out.values()) == ["it cannot be started, or does not join"]


@pytest.mark.slow
@pytest.mark.usefixtures("workers_here")
def test_a_bot_that_always_crashes_is_out_after_its_block_and_what_it_played_counts(tmp_path):
    cup = Tournament(tmp_path, *THREE[:2], {"name": "dies", "spec": script(tmp_path, DIES)}, format=rounds(3))
    cup.run(1)
    assert "crashed in 5 matches in a row, the last time with exit code 7" in cup.status.state.out["dies"]
    assert cup.status.state.public_out["dies"] == "it crashed in 5 matches in a row"
    assert sum("dies" in each.seats for each in cup.ledger.results("cup")) == 6, "blocks have two"
    assert sum("dies" not in each.seats for each in cup.ledger.results("cup")) == 6


@pytest.mark.slow
@pytest.mark.usefixtures("workers_here")
def test_a_swiss_tournament_goes_on_without_a_bot_that_cannot_start(tmp_path):
    broken = {"name": "broken", "spec": "cmd:/no/such/bot"}
    cup = Tournament(tmp_path, *THREE, broken, format={"kind": "swiss", "rounds": 2, "seats": 1})
    cup.run(1)
    assert not cup.status.playable
    assert {each.round for each in cup.ledger.results("cup")} == {1, 2}


@pytest.mark.slow
@pytest.mark.usefixtures("workers_here")
def test_a_test_ends_a_tournament_early_with_the_same_verdict_however_many_workers_play(tmp_path):
    test = {"bot": "a", "against": "b", "elo0": 0, "elo1": 150}
    found = []
    for workers in (1, 2):
        cup = Tournament(tmp_path / str(workers), *THREE[:2], format=rounds(80), stop=test)
        cup.run(workers)
        found.append(cup.status.state.stopped)
        assert [each.payload for each in cup.ledger.decisions("cup", STOPPED_EARLY)] == [found[-1]]
        assert found[-1]["blocks"] * 2 <= len(cup.digests) < 160
        assert (cup.status.word, cup.status.playable, cup.status.missing) == ("ended early", 0, 0)
        before = cup.digests
        cup.run()
        assert cup.digests == before, "nothing goes on after it"
    assert found[0] == found[1]
    assert found[0]["verdict"] in {"H0", "H1"}


def test_a_test_of_bots_that_are_not_there_is_refused(tmp_path):
    test = {"bot": "a", "against": "bb", "elo0": 0, "elo1": 10}
    with pytest.raises(BadConfig, match=r"stop: against: there is no bot 'bb' \(did you mean 'b'\?\); there are a, b"):
        Tournament(tmp_path, *THREE[:2], stop=test).run()


@pytest.mark.slow
def test_workers_that_all_die_stop_the_tournament_with_a_line(tmp_path):
    cup = Tournament(tmp_path)
    with pytest.raises(CannotRun, match="5 workers in a row ended with exit code 3 before a match was counted"):
        cup.run(1, command=(sys.executable, "-c", "import sys; sys.exit(3)"))


def test_a_worker_that_is_just_being_started_is_broken_off_too(tmp_path, monkeypatch):
    start, told = asyncio.create_subprocess_exec, []
    command = (sys.executable, "-c", "import sys; print(len(sys.stdin.readlines()), flush=True)")
    cup = Tournament(tmp_path)
    begin(cup.ledger, cup.terms)

    async def play():
        over, starting, go_on = asyncio.Event(), asyncio.Event(), asyncio.Event()

        async def slow(*arguments, **options):
            starting.set()
            await go_on.wait()
            return await start(*arguments, **options)

        monkeypatch.setattr(asyncio, "create_subprocess_exec", slow)
        workers = LocalWorkerProcesses(command, [lambda: WorkerOptions(cup.url, "cup", 1, 1)], cup.ledger, over,
                                    told.append)
        working = asyncio.create_task(workers.work())
        await starting.wait()
        over.set()
        workers.drain()
        workers.break_off()
        go_on.set()
        await asyncio.wait({working}, timeout=PATIENCE)
        ended = working.done()
        workers.break_off()
        await working
        return ended

    assert asyncio.run(play())
    assert told == [2], "its order, to end in time, and the end of all it is told"


def test_a_folder_that_cannot_be_written_to_is_refused_before_anything_is_played(tmp_path):
    cup = Tournament(tmp_path)
    begin(cup.ledger, cup.terms)
    (tmp_path / "records" / ".writable").mkdir()
    with pytest.raises(OSError, match="writable"):
        cup.run(1)


@pytest.mark.slow
def test_a_full_disk_ends_the_run_with_a_line_and_counts_as_no_attempt(tmp_path):
    cup = Tournament(tmp_path, *THREE[:2])
    code = CODE.replace("import worker; worker()", "import worker_with_a_full_disk; worker_with_a_full_disk()")
    with pytest.raises(CannotRun, match=r"cup-r1-.*the record of the match could not be written: No space left on dev"):
        cup.run(1, command=(sys.executable, "-c", code))
    assert (cup.digests, cup.status.snapshot.voids) == ({}, 0)
    cup.run(1)
    assert cup.status.word == "complete"


def test_a_match_that_ended_counts_though_there_was_no_room_to_compress_its_record(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setitem(GAMES, PARLEY.name, PARLEY)
    put_workers_here(monkeypatch)
    cup = Tournament(tmp_path, *THREE[:2])
    with monkeypatch.context() as patch:
        patch.setattr("lawspeaker_referee.record.writer._compressed", full)
        with pytest.raises(CannotRun, match=r"\.lsr\.part is complete and counts after the next start, but cannot be "
                                            r"compressed: No space left on device$"):
            cup.run(1)
    assert cup.digests == {}
    (left,) = (tmp_path / "records").glob("*.part")
    ended = read_record(left)
    cup.run(1)
    assert cup.status.word == "complete"
    counted = read_record(left.with_suffix(""))
    assert counted.header == ended.header, "its bots were told how it ended, so it is not played again"
    assert cup.digests[ended.header.match_id] == ended.footer.digest.hex()
    assert not left.exists()


def test_half_a_record_of_a_worker_that_died_is_played_again(tmp_path, monkeypatch):
    monkeypatch.setitem(GAMES, PARLEY.name, PARLEY)
    put_workers_here(monkeypatch)
    cup = Tournament(tmp_path, *THREE[:2])
    cup.run(1)
    (whole, *_) = (tmp_path / "records").glob("*.lsr")
    entry = next(each for each in entries(cup.terms) if whole == record_path(cup.terms, each.match_id))
    record = read_record(whole)
    whole.unlink()
    assert not has_record(cup.terms, entry)
    writer = RecordWriter(whole)
    writer.write(RecordEntry(header=record.header))
    for step in record.steps:
        writer.write(RecordEntry(step=step))
    assert not has_record(cup.terms, entry), "another worker plays it"
    writer.leave()
    assert not has_record(cup.terms, entry) and not whole.exists(), "it has no end"
    part = whole.with_name(f"{whole.name}.part")
    changed = RecordFooter.FromString(record.footer.SerializeToString())
    changed.digest = bytes(16)
    before = part.read_bytes()
    for footer, ended in ((changed, False), (record.footer, True)):
        part.write_bytes(before + delimited(RecordEntry(footer=footer)))
        assert (has_record(cup.terms, entry), whole.exists()) == (ended, ended)


@pytest.mark.slow
def test_a_match_that_another_worker_still_plays_is_left_alone_until_its_record_is_free(tmp_path):
    """As when its lease has run out because the ledger was away."""
    cup = Tournament(tmp_path, *THREE[:2])
    path = record_path(cup.terms, entries(cup.terms)[0].match_id)
    theirs = RecordWriter(path)
    Timer(6.0, theirs.discard).start()  # long after the first worker has begun
    cup.run(1)
    assert (cup.status.word, cup.status.snapshot.voids) == ("complete", 0)


@pytest.mark.slow
@pytest.mark.usefixtures("workers_here")
def test_once_the_secret_was_told_nothing_is_added(tmp_path):
    cup = Tournament(tmp_path, *THREE[:2])
    cup.run(1)
    cup.ledger.decide("cup", REVEALED, {})
    with pytest.raises(BadConfig, match="its secret was told"):
        extend(cup.ledger, Tournament(tmp_path, *THREE).terms)


def test_a_worker_is_known_to_be_gone_only_if_it_ran_here_and_ended():
    gone = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    name = name_of(gone.pid)
    assert not is_gone(name)
    gone.communicate()
    assert is_gone(name)
    machine, pid, start = name_of(os.getpid()).rsplit("/", 2)
    assert is_gone(f"{machine}/{pid}/{int(start) + 1}"), "another process has its number now"
    for other in (f"elsewhere/{pid}/{start}", f"{machine}/{pid}", "worker", ""):
        assert not is_gone(other)
