"""Records that another referee has left: gone on with, put in their place, or left alone, each with one line."""

from __future__ import annotations

import asyncio
import errno
import gzip
import os
import stat
import subprocess
import sys

import pytest

from lawspeaker.v1.record_pb2 import RecordEntry
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.codec.encoder import varint
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.host import storage
from lawspeaker_referee.host.queue_config import QueueConfig
from lawspeaker_referee.host.resume import CompleteRecord, NotResumed, ResumedMatch, UnfinishedRecord, take_up
from lawspeaker_referee.host.storage import BadSecret, MatchNumbers, keep_secret
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from lawspeaker_referee.record.writer import RecordWriter
from tests.games.parley import PARLEY
from tests.referee.match.match_driver import by_decision
from tests.referee.record.oversized_records import SMALL, measured, write_bomb
from tests.referee.server.live_server import bots, queue_server

UNFINISHED = """from lawspeaker_referee.host.resume import UnfinishedRecord; from pathlib import Path
    UnfinishedRecord(Path(sys.argv[1]))"""
TOKENS = {name: name * 7 for name in ("ann", "bob")}


def delimited(entry: RecordEntry) -> bytes:
    data = entry.SerializeToString(deterministic=True)
    return varint(len(data)) + data


async def play(tmp_path, *, hands=None, **options):
    """A whole match of bots with tokens; how it ended."""
    async with queue_server(tmp_path, matches=1, **{"tokens": TOKENS} | options) as place, bots(place.address,
                                                                                                2) as players:
        for bot, token in zip(players, TOKENS.values(), strict=True):
            await bot.hello(token=token)
        overs = await asyncio.gather(*(bot.play(by_decision) for bot in players))
        await place.queue.complete.wait()
        return place, overs[0]


@pytest.fixture
def left(tmp_path):
    """The digest of a match, and a function that leaves its record as it was after so many entries and bytes."""
    _, over = asyncio.run(play(tmp_path))
    path = tmp_path / "parley-000001.lsr"
    whole = gzip.decompress(path.read_bytes())
    record = read_record(path)
    entries = [RecordEntry(header=record.header), *(RecordEntry(step=step) for step in record.steps),
               RecordEntry(footer=record.footer)]
    pieces = [delimited(entry) for entry in entries]
    assert b"".join(map(delimited, [*record.entries_before_footer(), entries[-1]])) == whole
    path.unlink()

    def leave(number, torn=b"", name="parley-000001"):
        (tmp_path / f"{name}.lsr.part").write_bytes(b"".join(pieces[:number]) + torn)

    leave.pieces, leave.digest = pieces, over.digest
    return leave


@pytest.mark.parametrize("torn", [0, 1, 2, 20, -1])
def test_a_torn_last_write_is_cut_off_and_the_match_goes_on_to_the_same_end(tmp_path, left, torn):
    left(6, left.pieces[6][:torn])
    place, over = asyncio.run(play(tmp_path))
    assert over.digest == left.digest
    assert verify(read_record(tmp_path / "parley-000001.lsr")).digest == left.digest
    line, = place.lines("match resumed")
    assert (line["steps"], line["torn_bytes"]) == (5, len(left.pieces[6][:torn]))
    assert line["waiting_for"] == ["ann", "bob"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["parley-000001.lsr"]


def test_zeros_that_a_power_cut_left_are_torn_too(tmp_path, left):
    left(6, bytes(4096))
    _, over = asyncio.run(play(tmp_path))
    assert over.digest == left.digest
    assert verify(read_record(tmp_path / "parley-000001.lsr")).ok


@pytest.fixture
def take(tmp_path):
    """Return what becomes of a journal with these bytes: the match that goes on, or the end of one that is complete."""
    config = QueueConfig(PARLEY, make_setup(PARLEY, 2), Clock(None), tmp_path, bytes(32), "parley", 1)
    part = tmp_path / "parley-000001.lsr.part"

    def taken(data):
        part.write_bytes(data)
        found = take_up(part, config)
        if isinstance(found, ResumedMatch):
            found.record.leave()
        return found

    taken.part = part
    return taken


@pytest.mark.slow
@pytest.mark.parametrize("more", [0, 4096])
def test_zeros_in_the_place_of_the_end_of_the_last_entry_are_torn_too(take, left, more):
    """A power cut: the file has its new length, and a block of it was never written."""
    for number in range(2, len(left.pieces) + 1):
        whole, last = b"".join(left.pieces[:number - 1]), left.pieces[number - 1]
        for kept in range(0, len(last) - 1, 3):
            found = take(whole + last[:kept] + bytes(len(last) - kept + more))
            assert (found.match.steps, found.record.torn) == (number - 2, len(last) + more), (number, kept)
            assert take.part.read_bytes() == whole


@pytest.mark.slow
def test_zeros_in_the_middle_of_the_last_step_are_torn_too(take, left):
    for number in range(2, len(left.pieces)):
        whole, last = b"".join(left.pieces[:number - 1]), left.pieces[number - 1]
        for kept in range(3, len(last) - 8, 3):
            found = take(whole + last[:kept] + bytes(6) + last[kept + 6:])
            assert (found.match.steps, found.record.torn) == (number - 2, len(last)), (number, kept)
            assert take.part.read_bytes() == whole


def test_zeros_after_the_footer_are_cut_off(take, left, tmp_path):
    assert isinstance(take(b"".join(left.pieces) + bytes(512)), CompleteRecord)
    assert verify(read_record(tmp_path / "parley-000001.lsr")).digest == left.digest


def test_zeros_with_whole_entries_after_them_are_damage(take, left):
    for number in range(2, len(left.pieces)):
        pieces = list(left.pieces)
        kept = len(pieces[number - 1]) // 2
        pieces[number - 1] = pieces[number - 1][:kept] + bytes(len(pieces[number - 1]) - kept)
        data = b"".join(pieces)
        with pytest.raises(NotResumed):
            take(data)
        assert take.part.read_bytes() == data


def test_a_match_whose_last_step_a_power_cut_has_half_written_goes_on_to_the_same_end(tmp_path, left):
    left(6, left.pieces[6][:len(left.pieces[6]) // 2] + bytes(300))
    place, over = asyncio.run(play(tmp_path))
    assert over.digest == left.digest
    assert place.lines("match resumed")[0]["steps"] == 5


@pytest.mark.parametrize("size", [0, 1, 2, 50])
def test_a_match_of_which_not_even_the_header_was_written_never_began(tmp_path, left, size):
    """Nobody was told of it, so its number is free, and its dice are unknown."""
    left(0, left.pieces[0][:size])
    place, over = asyncio.run(play(tmp_path))
    assert (over.match_id, over.digest) == ("parley-000001", left.digest)
    assert [line["level"] for line in place.lines("record not resumed")] == ["info"]


def test_a_record_that_has_its_footer_is_only_compressed_and_its_bots_are_told(tmp_path, left):
    left(len(left.pieces))

    async def test():
        async with queue_server(tmp_path, matches=1, tokens=TOKENS) as place:
            assert place.queue.complete.is_set()
            assert [path.name for path in tmp_path.iterdir()] == ["parley-000001.lsr"]
            assert verify(read_record(tmp_path / "parley-000001.lsr")).digest == left.digest
            async with bots(place.address, 1) as (bot,):
                await bot.hello(token=TOKENS["ann"])
                over = (await bot.read()).match_over
                assert (over.match_id, over.digest) == ("parley-000001", left.digest)

    asyncio.run(test())


def damaged(left, pieces):
    step = RecordEntry.FromString(pieces[3][1 if pieces[3][0] < 128 else 2:])
    step.step.digest = b"\x55" * 16
    return b"".join(pieces[:3]) + delimited(step)


@pytest.mark.parametrize(("content", "why"), [
    (lambda left: b"something else entirely", "is not a Lawspeaker record"),
    (lambda left: b"".join(left.pieces[:4]) + b"\x05hello" + left.pieces[4], "entry 4"),
    (lambda left: damaged(left, left.pieces), "step 3: digest is"),
    (lambda left: b"".join(left.pieces) + b"\x80", "something follows its footer"),
])
def test_a_record_that_cannot_be_gone_on_with_is_left_as_it_is_with_one_line(tmp_path, left, content, why):
    path = tmp_path / "parley-000001.lsr.part"
    path.write_bytes(content(left))
    before = path.read_bytes()
    place, over = asyncio.run(play(tmp_path))
    line, = place.lines("record not resumed: it is left as it is")
    assert why in line["why"]
    assert (line["record"], line["level"]) == (str(path), "warning")
    assert over.match_id == "parley-000002", "its number is not used again"
    assert path.read_bytes() == before


def test_a_record_of_another_secret_or_another_name_is_left_as_it_is(tmp_path, left):
    left(6, name="parley-000009")
    place, over = asyncio.run(play(tmp_path))
    line, = place.lines("record not resumed: it is left as it is")
    assert line["why"] == "it is the record of match parley-000001, whose file has another name"
    assert over.match_id == "parley-000010"


def test_matches_of_bots_without_tokens_are_left_since_nobody_knows_them_again(tmp_path):
    async def test():
        async with queue_server(tmp_path, matches=1) as place, bots(place.address, 2, version="1") as (one, _):
            await one.next("decision_request")
            runner, = place.queue.runners
            runner._record.leave()
            async with queue_server(tmp_path, matches=1) as second:
                line, = second.lines("record not resumed: it is left as it is")
                assert line["why"] == "match parley-000001 was played without tokens, so nobody knows its bots again"

    asyncio.run(test())


def test_a_match_that_is_still_running_is_not_taken_from_its_referee(tmp_path):
    async def test():
        async with queue_server(tmp_path, matches=1, tokens=TOKENS) as place, bots(place.address, 2) as players:
            for bot, token in zip(players, TOKENS.values(), strict=True):
                await bot.hello(token=token)
            await players[0].next("decision_request")
            async with queue_server(tmp_path, tokens=TOKENS) as second:
                line, = second.lines("record not resumed")
                assert "is being written by another referee" in line["why"]
                assert not second.queue.runners

    asyncio.run(test())


def test_what_a_referee_leaves_when_it_stops_the_next_one_goes_on_with(tmp_path, left):
    async def test():
        async with queue_server(tmp_path, matches=1, tokens=TOKENS) as place, bots(place.address, 2) as players:
            for bot, token in zip(players, TOKENS.values(), strict=True):
                await bot.hello(token=token)
            request = await players[0].next("decision_request")
            await players[0].answer(request, *by_decision(0, request))
            runner, = place.queue.runners
            while len(runner.match.open_decisions.waiting) > 1:
                await asyncio.wait([asyncio.ensure_future(place.queue.complete.wait())], timeout=0.005)
            place.queue.drain()
            place.queue.stop("the referee was shut down")
            await place.queue.idle.wait()
            assert (await players[0].read()).WhichOneof("message") == "goodbye", "and no word of an end"
            assert place.number("lawspeaker_matches_running") == 0
        assert [path.name for path in tmp_path.glob("parley*")] == ["parley-000001.lsr.part"]
        return await play(tmp_path)

    _, over = asyncio.run(test())
    assert over.digest == left.digest


def test_what_a_referee_leaves_another_one_that_runs_goes_on_with_before_its_bots_begin_anything_new(tmp_path, left):
    async def test():
        async with queue_server(tmp_path, name="other", tokens=TOKENS) as other:
            async with queue_server(tmp_path, tokens=TOKENS) as place, bots(place.address, 2) as players:
                for bot, token in zip(players, TOKENS.values(), strict=True):
                    await bot.hello(token=token)
                await players[0].next("decision_request")
                place.queue.drain()
                place.queue.stop("the referee was shut down")
            for name in ("other-000009", "foreign-000001"):
                (tmp_path / f"{name}.lsr.part").touch()  # the first lock of a record that another referee begins
            async with bots(other.address, 2) as players:
                for bot, token in zip(players, TOKENS.values(), strict=True):
                    await bot.hello(token=token)
                over, _ = await asyncio.gather(*(bot.play(by_decision) for bot in players))
                assert over.match_id == "parley-000001"
                assert (await players[0].next("match_started")).match_id == "other-000001"
            assert len(other.lines("match resumed")) == 1
            return over

    assert asyncio.run(test()).digest == left.digest
    assert {path.name for path in tmp_path.glob("*.part")} >= {"other-000009.lsr.part", "foreign-000001.lsr.part"}


def test_a_referee_that_drains_leaves_what_it_finds_to_the_next_one(tmp_path, left):
    async def test():
        async with queue_server(tmp_path, name="other", tokens=TOKENS) as place:
            left(6)
            place.queue.drain()
            await place.queue.resume()
            assert not place.queue.runners

    asyncio.run(test())
    _, over = asyncio.run(play(tmp_path))
    assert (over.match_id, over.digest) == ("parley-000001", left.digest)


def test_a_match_to_which_no_bot_comes_back_is_void_and_waits_to_be_played_again(tmp_path, left):
    left(6)

    async def test():
        async with queue_server(tmp_path, matches=1, tokens=TOKENS) as place:
            runner, = place.queue.runners
            object.__setattr__(runner.match.clock, "reconnect", 0.0)
            runner.match._seats.gather_until = 0.0
            runner._timer.arm()
            while runner.match is not None and place.queue.runners:
                await asyncio.wait([asyncio.ensure_future(place.queue.complete.wait())], timeout=0.005)
            line, = place.lines("match ended")
            assert line["void"] == "no bot came back after the referee was started again"

    asyncio.run(test())
    assert (tmp_path / "parley-000001.lsr.void").exists()


# --- the file itself ---


def test_a_record_is_written_by_one_at_a_time(tmp_path):
    writer = RecordWriter(tmp_path / "m.lsr")
    with pytest.raises(BlockingIOError, match=r"is being written by another match: .*m\.lsr\.part"):
        RecordWriter(tmp_path / "m.lsr")
    writer.leave()
    RecordWriter(tmp_path / "m.lsr").discard()


def test_what_is_whole_is_found_wherever_the_file_was_torn(tmp_path, left):
    whole = b"".join(left.pieces[:8])
    path = tmp_path / "parley-000001.lsr"
    ends = [len(b"".join(left.pieces[:number])) for number in range(9)]
    for size in range(0, len(whole) + 1, 7):
        path.with_name(path.name + ".part").write_bytes(whole[:size])
        found = UnfinishedRecord(path)
        assert found.torn == size - max(end for end in ends if end <= size)
        assert (found.record is None) == (size < ends[1])
        found.leave()


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_a_journal_of_millions_of_messages_takes_no_more_memory_than_a_record_may(tmp_path, name):
    write_bomb(tmp_path / "m.lsr.part", name, open)
    code, lines, peak = measured(UNFINISHED, tmp_path / "m.lsr")
    assert (code, *lines[-1:]) == (0,) if name.startswith("all") else "RecordError" in lines[-1], lines
    assert peak < 300


# --- the folder ---


def test_the_secret_is_made_once_and_belongs_to_its_owner_alone(tmp_path):
    os.umask(0o022)
    secret = keep_secret(tmp_path / "secret")
    assert len(secret) == 32
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600
    assert keep_secret(tmp_path / "secret") == secret
    assert keep_secret(tmp_path / "other") != secret


def test_a_secret_that_may_only_be_read_is_read_and_none_is_made_there(tmp_path, monkeypatch):
    """As in a folder that is mounted for reading; root may write everywhere else, so the system's answer is given."""
    secret = keep_secret(tmp_path / "secret")
    (tmp_path / "empty").touch()
    system = os.open

    def read_only(path, flags, *rest):
        if flags & os.O_RDWR:
            raise OSError(errno.EROFS, "Read-only file system", str(path))
        return system(path, flags, *rest)

    monkeypatch.setattr(os, "open", read_only)
    assert keep_secret(tmp_path / "secret") == secret
    with pytest.raises(BadSecret):
        keep_secret(tmp_path / "empty")
    with pytest.raises(OSError, match="Read-only file system"):
        keep_secret(tmp_path / "missing")


@pytest.mark.slow
def test_two_referees_that_start_together_have_the_same_secret(tmp_path):
    code = """import sys; from pathlib import Path; from lawspeaker_referee.host.storage import keep_secret
print(keep_secret(Path(sys.argv[1])).hex())"""
    started = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path / "secret")], stdout=subprocess.PIPE)
               for _ in range(4)]
    assert len({process.communicate()[0] for process in started}) == 1


@pytest.mark.parametrize("text", ["short\n", "g" * 64, "0" * 63, "0" * 64 + "\n\n", "\xff" * 64])
def test_a_file_that_holds_no_secret_is_refused_and_kept(tmp_path, text):
    (tmp_path / "secret").write_text(text)
    with pytest.raises(BadSecret, match="is no secret of dice, which is one line of 64 hexadecimal digits"):
        keep_secret(tmp_path / "secret")
    assert (tmp_path / "secret").read_text() == text


def test_no_number_comes_twice_even_if_the_records_were_moved_elsewhere(tmp_path):
    """The seed of a finished match is published: a second match with its id would have dice that everybody knows."""
    async def test(matches):
        async with queue_server(tmp_path, matches=matches) as place:
            place.queue._numbers = MatchNumbers(tmp_path, "parley", lasting=True)
            place.queue._last = place.queue._numbers.last()
            async with bots(place.address, 2, version="1") as players:
                overs = await asyncio.gather(*(bot.play() for bot in players))
                await place.queue.complete.wait()
                return overs[0]

    first = asyncio.run(test(1))
    (tmp_path / "parley-000001.lsr").unlink()
    second = asyncio.run(test(1))
    assert (first.match_id, second.match_id) == ("parley-000001", "parley-000002")
    assert first.seed != second.seed


def test_a_damaged_number_is_refused_rather_than_taken_for_none(tmp_path):
    (tmp_path / ".cup.last").write_text("")
    with pytest.raises(OSError, match="should hold the number of the last match that was begun"):
        MatchNumbers(tmp_path, "cup", lasting=True).last()


def test_a_name_with_signs_of_patterns_is_only_a_name(tmp_path):
    for name in ("a.b-000003.lsr", "axb-000009.lsr", "a.b-000004.lsr.part", "a.b-000005.lsr.void", "a.b-7.lsr.seat0"):
        (tmp_path / name).write_text("")
    numbers = MatchNumbers(tmp_path, "a.b", lasting=False)
    assert (numbers.last(), numbers.finished()) == (5, 1)
    numbers.used(8)
    assert numbers.last() == 5, "a name that is never used again needs no memory"
    assert storage.Attempt(5).match_id("a.b") == "a.b-000005"


def test_a_clock_without_limits_is_resumed_with_its_time_for_coming_back(tmp_path, left):
    left(6)

    async def test():
        async with queue_server(tmp_path, matches=1, tokens=TOKENS) as place:
            runner, = place.queue.runners
            assert runner.match.clock == Clock(None)
            assert runner._timer._timer is not None

    asyncio.run(test())
