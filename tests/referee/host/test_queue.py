"""Matches made of the bots that wait, over a real wire."""

from __future__ import annotations

import asyncio
import os

import grpc
import grpc.aio
import pytest

from lawspeaker.v1.referee_service_pb2 import GoodbyeReason
from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.games import GAMES
from lawspeaker_referee.host import queue
from lawspeaker_referee.record import writer
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from lawspeaker_referee.version import build_version
from tests.referee.server.live_server import bots, queue_server


def test_a_match_is_made_as_soon_as_enough_bots_wait_and_its_record_is_right(tmp_path):
    async def test():
        async with queue_server(tmp_path, players=3, matches=1) as place, bots(place.address, 2, version="1") as first:
            assert not place.queue.complete.is_set()
            async with bots(place.address, 1, bot="late") as last:
                overs = await asyncio.gather(*(bot.play() for bot in [*first, *last]))
            await place.queue.complete.wait()
            assert len({over.SerializeToString() for over in overs}) == 1
            line, = place.lines("match ended")
            assert line["match"] == "parley-000001"
            assert line["ranks"] == list(overs[0].outcome.ranks)
            assert line["bots"] == ["bot 0", "bot 1", "late"]
            found = read_record(tmp_path / "parley-000001.lsr")
            verdict = verify(found)
            assert (verdict.ok, verdict.digest) == (True, overs[0].digest)
            assert [seat.bot for seat in found.header.seats] == ["bot 0", "bot 1", "late"]
            assert found.header.build == build_version()
            assert place.number("lawspeaker_matches_total", game="parley", result="finished") == 1
            assert place.number("lawspeaker_decisions_total", game="parley") == line["decisions"]
            assert place.number("lawspeaker_think_seconds_count") == line["decisions"]
            assert place.number("lawspeaker_matches_running") == 0

    asyncio.run(test())


def test_seats_rotate_from_match_to_match_and_every_match_has_dice_of_its_own(tmp_path):
    async def test():
        async with queue_server(tmp_path, matches=4) as place, bots(place.address, 2, version="1") as players:
            async def play_all(bot):
                return [await bot.play() for _ in range(4)]

            overs = await asyncio.gather(*map(play_all, players))
            await place.queue.complete.wait()
            assert [line["bots"] for line in place.lines("match ended")] == [
                ["bot 0", "bot 1"], ["bot 1", "bot 0"]] * 2
            assert len({over.seed for over in overs[0]}) == 4
            assert len(list(tmp_path.glob("*.lsr"))) == 4

    asyncio.run(test())


def test_a_referee_of_the_same_name_goes_on_counting_and_writes_over_no_record(tmp_path):
    async def test(matches=1):
        async with queue_server(tmp_path, matches=matches) as place, bots(place.address, 2, version="1") as players:
            overs = await asyncio.gather(*(bot.play() for bot in players))
            await place.queue.complete.wait()
            return overs[0].match_id

    assert asyncio.run(test()) == "parley-000001"
    first = (tmp_path / "parley-000001.lsr").read_bytes()
    (tmp_path / "parley-000007.lsr.part").write_bytes(b"of a referee that was killed")
    (tmp_path / "parleys-000009.lsr").write_bytes(b"of another name")
    assert asyncio.run(test(matches=2)) == "parley-000008"
    assert (tmp_path / "parley-000001.lsr").read_bytes() == first
    assert (tmp_path / "parley-000007.lsr.part").read_bytes() == b"of a referee that was killed"


def test_matches_whose_records_are_there_already_count(tmp_path):
    for number in (1, 2, 4):
        (tmp_path / f"parley-{number:06d}.lsr").write_bytes(b"finished")
    (tmp_path / "parley-000003.lsr.void").write_bytes(b"voided, and played again")

    async def test(matches):
        async with queue_server(tmp_path, matches=matches) as place, bots(place.address, 2, version="1") as players:
            if matches == 3:
                await place.queue.complete.wait()
                return None
            overs = await asyncio.gather(*(bot.play() for bot in players))
            await place.queue.complete.wait()
            return overs[0].match_id

    assert asyncio.run(test(3)) is None
    assert asyncio.run(test(4)) == "parley-000005"


def test_a_bot_plays_as_many_matches_at_once_as_it_says():
    async def test():
        async with queue_server(matches=5) as place, bots(place.address, 2, max_matches=3) as (one, two):
            asked = [await one.next("decision_request") for _ in range(3)]
            assert len({request.match_id for request in asked}) == 3
            assert place.number("lawspeaker_matches_running") == 3
            for request in asked:
                await one.answer(request, 0)

            async def play_all(bot):
                while (await bot.play()).match_id:
                    pass

            playing = [asyncio.ensure_future(play_all(bot)) for bot in (one, two)]
            await place.queue.complete.wait()
            for task in playing:
                task.cancel()
            assert len(place.lines("match ended")) == 5

    asyncio.run(test())


def test_one_token_sits_only_once_at_a_table_for_it_would_see_two_hands():
    async def test():
        tokens = {"ann": "a" * 20, "bob": "b" * 20}
        async with queue_server(tokens=tokens) as place, bots(place.address, 3) as (one, again, other):
            await one.hello(token="a" * 20)
            await again.hello(token="a" * 20)
            assert not any(stream.seats for stream in place.server.play.streams)
            await other.hello(token="b" * 20)
            started = [await bot.next("match_started") for bot in (one, other)]
            assert len({message.match_id for message in started}) == 1
            seated = [stream.label for stream in place.server.play.streams if stream.seats]
            assert sorted(seated) == ["ann", "bob"]

    asyncio.run(test())


def test_a_bot_that_vanishes_loses_its_turns_but_the_others_get_their_outcome(tmp_path):
    async def test():
        async with queue_server(tmp_path, players=3, matches=1) as place, bots(place.address, 2, version="1") as stay:
            async with bots(place.address, 1, version="1") as (gone,):
                await gone.next("decision_request")
            overs = await asyncio.gather(*(bot.play() for bot in stay))
            assert [len(over.outcome.ranks) for over in overs] == [3, 3]
            await place.queue.complete.wait()
            line, = place.lines("match ended")
            assert line["faults"][2]["disconnected"] >= 2
            assert line["faults"][:2] == [{}, {}]
            assert verify(read_record(tmp_path / "parley-000001.lsr")).ok
            assert place.number("lawspeaker_faults_total", bot="anybody", fault="disconnected") == sum(
                line["faults"][2].values())

    asyncio.run(test())


def test_a_bot_that_says_nothing_is_played_for_when_its_time_is_up(tmp_path):
    async def test():
        async with queue_server(tmp_path, move_time=0.3, matches=1) as place, bots(place.address, 2,
                                                                                   version="1") as (one, _):
            over = await one.play()
            assert over.outcome.reason == "points"
            await place.queue.complete.wait()
            faults = place.lines("match ended")[0]["faults"]
            assert faults[0] == {} and faults[1]["timeout"] >= 2
            assert verify(read_record(tmp_path / "parley-000001.lsr")).ok

    asyncio.run(test())


def test_no_match_begins_while_the_referee_drains_but_those_that_run_end():
    async def test():
        async with queue_server() as place, bots(place.address, 2, version="1") as (one, two), \
                bots(place.address, 1, bot="waits") as (waits,):
            request = await one.next("decision_request")
            place.queue.drain()
            assert (await waits.next("goodbye")).reason == GoodbyeReason.GOODBYE_REASON_DRAINING
            assert await waits.end() == grpc.StatusCode.OK
            async with bots(place.address, 1) as (late,):
                with pytest.raises(grpc.aio.AioRpcError, match="this referee is shutting down"):
                    await late.hello()
            await one.answer(request, 0)
            await asyncio.gather(one.play(), two.play())
            for bot in (one, two):
                assert (await bot.next("goodbye")).reason == GoodbyeReason.GOODBYE_REASON_DRAINING
                assert await bot.end() == grpc.StatusCode.OK
            assert place.queue.idle.is_set()

    asyncio.run(test())


def test_matches_that_are_voided_leave_their_records_unfinished_under_another_name(tmp_path):
    async def test():
        async with queue_server(tmp_path, matches=1) as place, bots(place.address, 2, version="1") as (one, two):
            await one.next("decision_request")
            place.queue.drain()
            place.queue.void("the referee was shut down")
            for bot in (one, two):
                over = await bot.next("match_over")
                assert over.void_reason == "the referee was shut down"
                assert not over.HasField("outcome")
            await place.queue.idle.wait()
            assert [path.name for path in tmp_path.iterdir()] == ["parley-000001.lsr.void"]
            assert read_record(tmp_path / "parley-000001.lsr.void").footer is None
            assert place.lines("match ended")[0]["void"] == "the referee was shut down"

    asyncio.run(test())


def test_with_every_step_forced_to_the_disk_no_question_is_asked_before_the_step_is_there(tmp_path, monkeypatch):
    forced = []
    monkeypatch.setattr(writer, "_force", lambda descriptor: forced.append(os.fstat(descriptor).st_size))

    async def test():
        async with queue_server(tmp_path, matches=1, sync=True) as place, bots(place.address, 2,
                                                                               version="1") as players:
            request = await players[0].next("decision_request")
            part = tmp_path / "parley-000001.lsr.part"
            assert read_record(part).steps
            assert forced[-1] == part.stat().st_size
            await players[0].answer(request, *request.default_picks)
            await asyncio.gather(*(bot.play() for bot in players))

    asyncio.run(test())


def test_no_more_matches_run_at_once_than_there_are_files_for(monkeypatch):
    begin, running = queue.MatchQueue._begin, []

    def counted(self, *match):
        begin(self, *match)
        running.append(len(self.runners))

    monkeypatch.setattr(queue, "most_matches_at_once", lambda: 2)
    monkeypatch.setattr(queue.MatchQueue, "_begin", counted)

    async def play_all(bot):
        while (await bot.play()).match_id:
            pass

    async def test():
        async with queue_server(matches=5) as place, bots(place.address, 2, max_matches=1024) as players:
            playing = [asyncio.ensure_future(play_all(bot)) for bot in players]
            await place.queue.complete.wait()
            for task in playing:
                task.cancel()
            assert len(running) == 5
            assert max(running) == 2

    asyncio.run(test())


def test_more_matches_begin_as_soon_as_more_may_run():
    async def test():
        async with queue_server(most_matches=1) as place, bots(place.address, 2, max_matches=3) as players:
            await players[0].next("match_started")
            assert len(place.queue.runners) == 1
            place.queue.limit(2)
            await players[0].next("match_started")
            assert len(place.queue.runners) == 2
            place.queue.limit(None)
            await players[0].next("match_started")
            assert len(place.queue.runners) == 3

    asyncio.run(test())


def test_what_goes_wrong_is_logged_without_the_secret_of_the_dice(monkeypatch):
    def broken(*args, **options):
        raise ZeroDivisionError("a bug")

    async def test():
        monkeypatch.setattr(queue, "Match", broken)
        async with queue_server() as place, bots(place.address, 2, version="1"):
            await place.queue.complete.wait()
            assert isinstance(place.queue.failure, ZeroDivisionError)
            line, = place.lines("no match can begin")
            assert "_begin" in str(line["exception"])
            for secret in (bytes(32), match_seed(bytes(32), "parley-000001")):
                assert repr(secret) not in str(line)
                assert secret.hex() not in str(line)
            assert "locals" not in str(line)

    asyncio.run(test())


def test_a_bot_alone_plays_the_automa_at_once(tmp_path):
    """Nobody is waited for at the other seat."""
    async def test():
        options, northgard = {"automa": 2}, GAMES["northgard"]
        async with queue_server(tmp_path, game=northgard, options=options, matches=1) as place, \
                bots(place.address, 1, version="1") as (bot,):
            over = await bot.play()
            await place.queue.complete.wait()
            line, = place.lines("match ended")
            assert line["bots"] == ["bot 0", "automa"]
            found = read_record(tmp_path / "parley-000001.lsr")
            verdict = verify(found)
            assert (verdict.ok, verdict.digest) == (True, over.digest)
            assert [seat.bot for seat in found.header.seats] == ["bot 0", "automa"]

    asyncio.run(test())
