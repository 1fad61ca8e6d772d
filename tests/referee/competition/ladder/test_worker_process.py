"""The process that counts and rates: it gives back what was returned or raised, and dies without harm."""

from __future__ import annotations

import asyncio
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from lawspeaker_referee.competition.ladder import match_pages, results, worker_process
from lawspeaker_referee.competition.ladder.results import (
    Estimate,
    Job,
    News,
    Rated,
    Ruled,
    Seen,
    SharedPresence,
    Verified,
)
from lawspeaker_referee.competition.ladder.standings import LatestMatch
from lawspeaker_referee.competition.ladder.worker_process import CallFailed, Died, WorkerProcess
from lawspeaker_referee.competition.ledger.facts import BadLedger, Contradiction
from lawspeaker_referee.competition.organiser import Ruling
from lawspeaker_referee.competition.results import MatchDetails, PlayedMatch, SeatDetails
from lawspeaker_referee.host.process.child import ChildProcess, ReportTooLong
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.match.seat_marks import SeatMarks
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.web.answers import Answer, Request
from lawspeaker_referee.web.matches import MatchSite
from tests.referee.competition.ladder import worker_calls
from tests.referee.competition.ladder.worker_calls import Found, die, fail, hang, large, life, process_id, same, unsent
from tests.referee.host.script_bots import PATIENCE, running_with
from tests.sample_sizes import first_quick

JOB = Job("sqlite:////nowhere/ledger.db", "parley", {"game": "parley", "bots": [], "clock": "none"},
          Path("/no where/ré\udcff"), bytes(range(32)))
SEAT = SeatDetails(9, 8, {"timeout": 1}, 2, 3, False, "", 10**15, 5, 6, {100: 7, 0: 1}, 10**6)
VERIFIED = Verified(
    PlayedMatch("parley-1", "parley-1", 1, ("ann", "bob"), (1, 2), (3, -4), (), (0, 1), "ab" * 32),
    MatchDetails(12, "fame", 1, 2, (SEAT, SEAT)), "/no where/parley-1.lsr")
RATED = Rated(3, {"bob": Estimate(0.1 + 0.2, None, 1e-300), "ann": Estimate(-5.0, -6.5, 7)}, ("a note",), 0.25)
PRESENCE = SharedPresence("east", 7, {"ann": 1}, 2)
NEWS = News(Seen(3, 4), (VERIFIED.played,), ({"bot": "ann", "until": 1.5},),
            (Ruled(Ruling("voided", VERIFIED.played.match_id, "why", 5), VERIFIED.played),), (PRESENCE,),
            (LatestMatch(VERIFIED.played, SeatMarks((1,))),))
SITE = MatchSite(Path("/no where/r\u00e9"), "cup", "spectator", "Standings")
REQUEST = Request("/match/\u00e9 <b>\ufffd", "bot=%ff&page=2", ('"tag"',), gzip=True)
ANSWER = Answer(200, bytes(range(256)), "application/json", '"tag"', "default-src 'none'", {"Vary": "Accept-Encoding"})
CHILD = "from lawspeaker_referee.competition.ladder.worker_process import main; main()"
CALLS = {**results.FUNCTIONS, **match_pages.FUNCTIONS}
"""The functions of ladders."""


@pytest.fixture(autouse=True)
def _calls(monkeypatch):
    monkeypatch.setattr(worker_process, "COMMAND", (sys.executable, "-c", CHILD))
    monkeypatch.setattr(worker_process, "PAUSE", 0.0)


def with_worker(test) -> tuple[Any, list[str]]:
    """Run a test with a worker process; return what it finds, and what was logged. Nothing of the process is left."""
    log = io.StringIO()

    async def run() -> Any:
        worker = WorkerProcess("a test", worker_calls, make_log(log))
        async with asyncio.timeout(PATIENCE):
            try:
                found = await test(worker)
            finally:
                child = worker._child
                await worker.close()
        assert child is None or not command_line(child.pid)
        return found

    return asyncio.run(run()), [json.loads(line)["event"] for line in log.getvalue().splitlines()]


def command_line(pid: int) -> bytes:
    """Nothing if there is no such process."""
    path = Path(f"/proc/{pid}/cmdline")
    return path.read_bytes() if path.exists() else b""


# --- what comes back ---


FOUND = Found(bytes(range(32)), Path("/no where/ré\udcff"), {100: 7, 0: 1},
              {"bob": (0.1 + 0.2, None), "ann": (1e-300, 7)})


def test_arguments_and_results_are_the_same_in_the_process():
    async def test(worker):
        return await worker.call(same, FOUND, 10**15)

    found, logged = with_worker(test)
    assert found == (FOUND, 10**15)
    assert list(found[0].bots) == ["bob", "ann"], "best first"
    assert [type(each) for each in found[0].numbers] == [int, int]
    assert logged == []


@pytest.mark.parametrize("name", CALLS)
def test_the_types_of_every_function_are_known_to_the_conversion(name):
    arguments, returned = worker_process._types(CALLS[name])
    values = {Job: JOB, Verified: VERIFIED, Rated: RATED, str: "parley-1", Mapping[str, Any]: {"bot": "ann"},
              type(None): None, Seen: NEWS.seen, News: NEWS, SharedPresence | None: PRESENCE, MatchSite: SITE,
              Request: REQUEST, tuple[str, ...]: ("cup-1", "cup-2"), Answer: ANSWER}
    sent = tuple(values[each] for each in arguments.__args__)
    for kind, value in ((arguments, sent), (returned, values[returned])):
        plain = json.loads(json.dumps(to_builtins(value, enc_hook=os.fspath)))
        assert worker_process._converted(plain, kind) == value


def test_an_error_is_raised_by_its_kind_with_its_traceback_and_the_process_goes_on():
    async def test(worker):
        before, found = await worker.call(process_id), []
        for kind in ("record", "file", "ours"):
            with pytest.raises(Exception) as raised:  # noqa: PT011 - its exact type is compared
                await worker.call(fail, kind)
            found.append(raised.value)
            assert await worker.call(process_id) == before
        return found

    found, _ = with_worker(test)
    assert [(type(error), str(error)) for error in found] == [
        (RecordError, "a record"), (OSError, "[Errno 2] No such file: '/x'"), (CallFailed, "KeyError('ours')")]
    assert all("in fail" in error.__notes__[0] for error in found)


@pytest.mark.parametrize(("error", "kind"), [
    (RecordError("a record"), RecordError), (Contradiction("a contradiction"), Contradiction),
    (BadLedger("a ledger"), BadLedger), (FileNotFoundError(2, "No such file", "/x"), OSError),
])
def test_errors_of_ladders_are_raised_by_their_kind(error, kind):
    def failing() -> None:
        raise error

    answer = worker_process._answer(failing, [], results.ERRORS)
    with pytest.raises(kind) as raised:
        worker_process._found(failing, answer, results.ERRORS)
    assert (type(raised.value), str(raised.value)) == (kind, str(error))


@pytest.mark.slow
def test_what_is_no_plain_data_is_not_sent():
    async def test(worker):
        with pytest.raises(TypeError, match="not object"):
            await worker.call(large, object())
        with pytest.raises(CallFailed, match=r"TypeError\(.* not object"):
            await worker.call(unsent)
        with pytest.raises(CallFailed, match=r"ValidationError\(.*int"):
            await worker.call(large, "three")

    with_worker(test)


@pytest.mark.slow
def test_a_report_may_be_large_and_one_above_the_limit_is_an_error_of_its_call_alone(monkeypatch):
    monkeypatch.setattr(worker_process, "MOST_REPORT", 3_000_000)

    async def test(worker):
        assert len(await worker.call(large, 2_999_900)) == 2_999_900
        with pytest.raises(ReportTooLong, match="more than 3000000 bytes"):
            await worker.call(large, 9_000_000)
        return await worker.call(large, 3)

    assert with_worker(test) == ("xxx", [])


@pytest.mark.slow
def test_the_loop_runs_on_while_a_large_report_is_read():
    async def test(worker):
        call = asyncio.create_task(worker.call(large, 20_000_000))
        turns = 0
        while not call.done():
            turns += 1
            await asyncio.sleep(0)
        assert len(await call) == 20_000_000
        return turns

    turns, _ = with_worker(test)
    assert turns > 20


# --- its life ---


@pytest.mark.slow
def test_it_gives_way_to_matches_and_leaves_signals_of_a_terminal_to_the_referee():
    async def test(worker):
        return await worker.call(life)

    (priority, session, heads, ignored), _ = with_worker(test)
    assert priority == min(19, os.getpriority(os.PRIO_PROCESS, 0) + worker_process.NICE)
    assert session != os.getsid(0)
    assert (heads, ignored) == (True, [True, True])


@pytest.mark.parametrize("deaths", first_quick(1, [1, worker_process.MOST_DEATHS - 1]))
def test_one_that_dies_is_replaced_and_the_call_is_made_again(tmp_path, deaths):
    async def test(worker):
        return await worker.call(die, tmp_path / "deaths", deaths)

    found, logged = with_worker(test)
    assert found == deaths + 1
    assert logged == ["a process died; another one takes its place"] * deaths


@pytest.mark.slow
def test_a_call_over_which_process_after_process_dies_fails_and_others_go_on(tmp_path):
    async def test(worker):
        with pytest.raises(Died, match=rf"^{worker_process.MOST_DEATHS} processes died over it$"):
            await worker.call(die, tmp_path / "deaths", 100)
        return await worker.call(large, 1)

    assert with_worker(test)[0] == "x"
    assert (tmp_path / "deaths").stat().st_size == worker_process.MOST_DEATHS


@pytest.mark.slow
def test_one_that_cannot_be_started_counts_as_dead(monkeypatch):
    monkeypatch.setattr(worker_process, "COMMAND", ("/no/such/program",))

    async def test(worker):
        with pytest.raises(Died):
            await worker.call(process_id)

    assert "a process cannot be started" in with_worker(test)[1]


@pytest.mark.slow
def test_the_report_of_a_cancelled_call_is_not_taken_for_that_of_the_next(tmp_path):
    async def test(worker):
        call = asyncio.create_task(worker.call(hang, tmp_path / "there"))
        while not (tmp_path / "there").exists():  # noqa: ASYNC110 - another process makes it
            await asyncio.sleep(0.01)
        call.cancel()
        return await worker.call(large, 2)

    assert with_worker(test)[0] == "xx"


@pytest.mark.slow
def test_calls_of_several_tasks_are_made_one_after_another(tmp_path):
    async def test(worker):
        return await asyncio.gather(*(worker.call(large, size) for size in range(20)), worker.call(process_id))

    *texts, _ = with_worker(test)[0]
    assert [len(each) for each in texts] == list(range(20))


def test_close_ends_a_call_at_once(tmp_path):
    async def test(worker):
        call = asyncio.create_task(worker.call(hang, tmp_path / "there"))
        while not (tmp_path / "there").exists():  # noqa: ASYNC110 - another process makes it
            await asyncio.sleep(0.01)
        pid = worker._child.pid
        await worker.close()
        with pytest.raises(Died, match=r"^it was closed$"):
            await call
        assert not command_line(pid)

    with_worker(test)


@pytest.mark.slow
def test_a_process_that_begins_while_all_is_closed_is_ended_too(monkeypatch):
    begun = []

    class LateChild(ChildProcess):
        @classmethod
        async def start(cls, *args: Any, **options: Any):
            closing.append(asyncio.create_task(worker_under_test[0].close()))
            begun.append(await ChildProcess.start(*args, **options))
            await asyncio.sleep(0)
            return begun[0]

    closing: list[asyncio.Task[None]] = []
    worker_under_test: list[WorkerProcess] = []
    monkeypatch.setattr(worker_process, "ChildProcess", LateChild)

    async def test(worker):
        worker_under_test.append(worker)
        with pytest.raises(Died, match=r"^it was closed$"):
            await worker.call(process_id)
        await closing[0]

    with_worker(test)
    assert len(begun) == 1
    assert not command_line(begun[0].pid)


@pytest.mark.slow
def test_it_ends_when_the_referee_is_killed(tmp_path):
    mark = f"mark-{tmp_path.name}-{os.getpid()}"
    referee = f"""
import asyncio, io, os, signal, sys
from lawspeaker_referee.competition.ladder import worker_process
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.match.seat_marks import SeatMarks
from tests.referee.competition.ladder import worker_calls as calls
worker_process.COMMAND = (sys.executable, "-c", {CHILD!r} + " # {mark}")
async def main():
    worker = worker_process.WorkerProcess("a test", calls, make_log(io.StringIO()))
    print(await worker.call(calls.process_id), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
asyncio.run(main())
"""
    done = subprocess.run([sys.executable, "-c", referee], capture_output=True, check=False, timeout=PATIENCE)
    assert done.returncode == -signal.SIGKILL, done.stderr
    until = time.monotonic() + PATIENCE
    while running_with(mark) and time.monotonic() < until:
        time.sleep(0.01)  # it notices by itself
    assert done.stdout.strip().isdigit()
    assert running_with(mark) == []


@pytest.mark.slow
def test_its_secrets_are_in_no_command_line():
    async def test(worker):
        await worker.call(same, FOUND, 1)
        return command_line(worker._child.pid)

    line, _ = with_worker(test)
    assert b"worker_process" in line
    assert b"no where" not in line
