"""A ladder as a lobby's seating, over a real wire."""

from __future__ import annotations

import asyncio
import errno
import gzip
import io
import json
import os
import re
from itertools import count

import grpc.aio
import pytest

from lawspeaker.v1.referee_service_pb2 import GoodbyeReason
from lawspeaker_referee.cli.record_text import header_lines
from lawspeaker_referee.competition.ladder import probation
from lawspeaker_referee.competition.ladder.ladder import Ladder
from lawspeaker_referee.competition.ladder.results import VERDICT
from lawspeaker_referee.competition.ledger.facts import Decided
from lawspeaker_referee.config.fault_policies import DEFAULT_POLICY, parse_policy
from lawspeaker_referee.host.matchmaking import places
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.record import writer
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.server.metrics import Metrics
from tests.referee.competition.ladder.ladder_bots import EMPTY, TOKENS, Books, faithful, played, states, verified
from tests.referee.server.live_server import HandBot, bots, queue_server


def made():
    text, books = io.StringIO(), Books()
    ladder = Ladder("parley", 2, make_log(text))
    ladder.keep(books)
    return ladder, books, text


def lines(text, event):
    return [line for line in map(json.loads, text.getvalue().splitlines()) if line["event"] == event]


async def until(true):
    """For a moment that only others bring about."""
    while not true():  # noqa: ASYNC110 - it can only be looked at
        await asyncio.sleep(0.01)


def test_a_drain_that_keeps_bots_ends_their_streams_without_a_goodbye_once_the_referee_ends():
    async def test():
        async with queue_server(matchmaking=made()[0], tokens=TOKENS) as place, bots(
                place.address, 1, token=TOKENS["ann"]) as [ann], bots(place.address, 1, token=TOKENS["bob"]) as [bob]:
            await asyncio.gather(ann.next("match_started"), bob.next("match_started"))
            place.queue.drain(keep_bots=True)
            await asyncio.gather(ann.play(), bob.play())
            assert len(place.server.play.streams) == 2
            await place.server.stop(GoodbyeReason.GOODBYE_REASON_DRAINING, "a test", come_back=True)
            for bot in (ann, bob):
                with pytest.raises(grpc.aio.AioRpcError) as ended:
                    await bot.read()
                assert ended.value.code() is grpc.StatusCode.UNAVAILABLE

    asyncio.run(test())


def test_a_bot_rests_after_each_of_its_matches_and_plays_again_when_its_rest_is_over_though_nothing_else_happens():
    async def test():
        now = 0.0
        ladder = Ladder("parley", 2, make_log(io.StringIO()), rest=60.0, clock=lambda: now)
        async with queue_server(matchmaking=ladder, tokens=TOKENS) as place, bots(
                place.address, 1, token=TOKENS["ann"]) as [ann], bots(place.address, 1, token=TOKENS["bob"]) as [bob]:
            await asyncio.gather(ann.play(), bob.play())
            await until(lambda: ladder.standings(EMPTY).playing == 0)
            async with bots(place.address, 1, token=TOKENS["cy"]), bots(place.address, 1, token=TOKENS["dan"]) as [dan]:
                await dan.next("match_started")
                assert states(ladder) == {"ann": "waiting", "bob": "waiting", "cy": "playing", "dan": "playing"}

    asyncio.run(test())


def test_the_lobby_wakes_up_when_a_rest_ends(tmp_path):
    async def test():
        ladder = Ladder("parley", 2, make_log(io.StringIO()), rest=0.3)
        books = Books()
        ladder.keep(books)
        async with queue_server(tmp_path, matchmaking=ladder, tokens=TOKENS) as place, faithful(place.address, "ann",
                                                                                                "bob"):
            await until(lambda: len(books.added) == 3)

    asyncio.run(test())


def test_no_more_matches_run_at_once_than_are_wanted():
    async def test():
        ladder, _, _ = made()
        async with queue_server(matchmaking=ladder, tokens=TOKENS, most_matches=1) as place, bots(
                place.address, 1, token=TOKENS["ann"], max_matches=9) as [ann], bots(
                place.address, 1, token=TOKENS["bob"], max_matches=9) as [bob]:
            for _ in range(3):
                overs = await asyncio.gather(ann.play(), bob.play())
                assert overs[0].match_id == overs[1].match_id
                assert ladder.standings(EMPTY).playing <= 1

    asyncio.run(test())


def test_a_bot_without_a_token_is_retired_until_there_is_one_of_its_name_again():
    names = {"bob"}
    ladder = Ladder("parley", 2, make_log(io.StringIO()), named=lambda: names)
    ladder.counted(played("parley-000001"))
    assert states(ladder) == {"bob": "away", "ann": "retired"}
    names.add("ann")
    assert states(ladder) == {"ann": "away", "bob": "away"}


def test_log_and_records_tell_by_their_tokens_who_played_and_the_log_who_was_refused(tmp_path):
    async def test():
        ladder, _, _ = made()
        async with queue_server(tmp_path, matchmaking=ladder, tokens=TOKENS) as place, faithful(place.address, "ann",
                                                                                                "bob"):
            await until(lambda: place.lines("match ended"))
            assert set(place.lines("match ended")[0]["identities"]) == {"ann", "bob"}
            async with grpc.aio.insecure_channel(place.address) as channel:
                bot = HandBot(channel)
                with pytest.raises(grpc.aio.AioRpcError):
                    await bot.hello(token=TOKENS["cy"], games=["go"])
            assert [line["identity"] for line in place.lines("bot refused")] == ["cy"]
            shown = "\n".join(header_lines(read_record(tmp_path / "parley-000001.lsr"), DEFAULT_POLICY))
            assert set(re.findall("faithful, token (.*)", shown)) == {"ann", "bob"}

    asyncio.run(test())


def test_streams_of_one_token_are_one_bot_with_a_place_each():
    async def test():
        ladder, _, _ = made()
        async with queue_server(matchmaking=ladder, tokens=TOKENS) as place, bots(place.address, 2,
                                                                                  token=TOKENS["ann"]) as anns:
            assert states(ladder) == {"ann": "waiting"}
            async with bots(place.address, 1, token=TOKENS["bob"], max_matches=2):
                ids = {(await ann.next("match_started")).match_id for ann in anns}
                assert len(ids) == 2
                assert states(ladder) == {"ann": "playing", "bob": "playing"}
                assert ladder.standings(EMPTY).playing == 2

    asyncio.run(test())


def test_a_match_ends_and_is_handed_to_be_counted_and_its_bots_play_on(tmp_path):
    async def test():
        ladder, books, _ = made()
        async with queue_server(tmp_path, matchmaking=ladder, tokens=TOKENS) as place, faithful(place.address, "ann",
                                                                                                "bob", "cy"):
            await until(lambda: len(books.added) >= 4)
            assert books.added == [f"parley-{number:06d}" for number in range(1, len(books.added) + 1)]
            assert all((tmp_path / f"{match_id}.lsr").exists() for match_id in books.added)

    asyncio.run(test())


def test_a_record_without_room_to_be_compressed_is_not_handed_over_before_the_next_start(tmp_path, monkeypatch):
    usual, times = writer._compressed, count(1)

    def full_at_first(*given):
        if next(times) == 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return usual(*given)

    async def test():
        monkeypatch.setattr(writer, "_compressed", full_at_first)
        ladder, books, _ = made()
        async with queue_server(tmp_path, matchmaking=ladder, tokens=TOKENS) as place, faithful(place.address, "ann",
                                                                                                "bob"):
            await until(lambda: books.added)
            assert books.added[0] == "parley-000002"
            assert "parley-000001" not in ladder._matches
            assert place.lines("record is complete, but not compressed")

    asyncio.run(test())


def test_a_record_that_was_complete_but_not_in_its_place_is_handed_over_when_it_is(tmp_path):
    async def test():
        async with queue_server(tmp_path, tokens=TOKENS, matches=1) as place, faithful(place.address, "ann", "bob"):
            await place.queue.complete.wait()
        path = tmp_path / "parley-000001.lsr"
        path.with_name(path.name + ".part").write_bytes(gzip.decompress(path.read_bytes()))
        path.unlink()
        ladder, books, _ = made()
        async with queue_server(tmp_path, matchmaking=ladder, tokens=TOKENS):
            assert books.added == ["parley-000001"]

    asyncio.run(test())


def test_a_record_that_is_in_its_place_and_unfinished_too_is_one_match_and_not_handed_over_again(tmp_path):
    """As a referee leaves it that dies after it has put a record in its place, and before it is done with the other."""
    async def test():
        async with queue_server(tmp_path, tokens=TOKENS, matches=1) as place, faithful(place.address, "ann", "bob"):
            await place.queue.complete.wait()
        path = tmp_path / "parley-000001.lsr"
        part = path.with_name(path.name + ".part")
        part.write_bytes(gzip.decompress(path.read_bytes()))
        ladder, books, _ = made()
        async with queue_server(tmp_path, matchmaking=ladder, tokens=TOKENS, matches=2) as place, faithful(
                place.address, "ann", "bob"):
            await place.queue.complete.wait()
            assert not part.exists()
            assert books.added == ["parley-000002"]

    asyncio.run(test())


def test_who_was_told_to_go_is_not_seated_any_more():
    async def test():
        async with queue_server(tokens=TOKENS) as place, bots(place.address, 1, token=TOKENS["ann"]):
            stream, = place.server.play.streams
            assert places([stream]) == ([stream], [])
            stream.close(GoodbyeReason.GOODBYE_REASON_REVOKED, "the token was revoked", why="revoked")
            assert not stream.gone
            assert places([stream]) == ([], [])

    asyncio.run(test())


def test_who_is_quarantined_stays_connected_and_is_seated_when_that_is_over_though_nothing_else_happens(monkeypatch):
    monkeypatch.setattr(probation, "FIRST", 1.0)

    async def test():
        ladder, books, text = made()
        metrics = Metrics()
        ladder.on_quarantine = metrics.quarantines.inc
        for number in range(probation.MOST_BROKEN):
            ladder.verified(f"parley-{number:06d}", verified(f"parley-{number:06d}", "ann"))
        assert metrics.registry.get_sample_value("lawspeaker_quarantines_total") == 1
        (what, payload), = books.decided
        assert (what, payload["bot"], payload["cleared"]) == (VERDICT, "ann", False)
        told, = lines(text, "bot is in quarantine")
        assert told["why"] == "crashed in parley-000002, the last of 3 in a row"
        async with queue_server(matchmaking=ladder, tokens=TOKENS) as place, bots(
                place.address, 1, token=TOKENS["ann"]) as [ann], bots(place.address, 1, token=TOKENS["bob"]):
            assert states(ladder) == {"ann": "quarantined", "bob": "waiting"}
            assert place.number("lawspeaker_matches_running") == 0
            await ann.next("match_started")
            assert states(ladder) == {"ann": "on probation", "bob": "playing"}

    asyncio.run(test())


def test_others_play_while_one_is_quarantined():
    async def test():
        ladder, _, _ = made()
        for number in range(probation.MOST_BROKEN):
            ladder.verified(f"parley-{number:06d}", verified(f"parley-{number:06d}", "ann"))
        async with queue_server(matchmaking=ladder, tokens=TOKENS) as place, bots(
                place.address, 1, token=TOKENS["ann"]), bots(place.address, 1, token=TOKENS["bob"]) as [bob], bots(
                place.address, 1, token=TOKENS["cy"]):
            assert len((await bob.next("match_started")).bots) == 2
            assert states(ladder) == {"ann": "quarantined", "bob": "playing", "cy": "playing"}

    asyncio.run(test())


def test_on_probation_a_bot_plays_one_match_at_a_time_and_the_next_once_the_last_was_verified(tmp_path):
    async def test():
        ladder, books, text = made()
        verdict = {"bot": "ann", "why": "crashed", "until": 1.0, "seconds": 60.0, "cleared": False}
        ladder.recall([], [Decided("something else", {}, 0), Decided(VERDICT, verdict, 0)])
        async with queue_server(tmp_path, matchmaking=ladder, tokens=TOKENS) as place, faithful(
                place.address, "ann", "bob", matches=3):
            for number in range(1, probation.ENOUGH_SOUND + 1):
                await until(lambda: len(books.added) == number)  # noqa: B023 - called before the loop goes on
                match_id = books.added[-1]
                assert ladder.standings(EMPTY).playing == 0
                ladder.verified(match_id, verified(match_id, began=100.0))
            assert books.decided == [(VERDICT, verdict | {"cleared": True})]
            assert [line["bot"] for line in lines(text, "bot is off probation")] == ["ann"]
            await until(lambda: ladder.standings(EMPTY).playing == 3)

    asyncio.run(test())


def test_nobody_is_kept_for_a_match_to_be_played_again_with_a_bot_that_is_in_another_one_on_probation(tmp_path):
    async def test():
        ladder, _, _ = made()
        async with queue_server(tmp_path, matchmaking=ladder, tokens=TOKENS) as place, bots(
                place.address, 1, token=TOKENS["ann"], max_matches=2) as [ann], bots(
                place.address, 1, token=TOKENS["bob"]), bots(place.address, 1, token=TOKENS["cy"]):
            for _ in range(2):
                await ann.next("match_started")
            ladder.recall([], [Decided(VERDICT, {"bot": "ann", "why": "crashed", "until": 1.0, "seconds": 60.0,
                                                 "cleared": False}, 0)])
            next(iter(place.queue.runners)).void("a test")
            await until(lambda: len(place.queue._reruns) == 1)
            async with bots(place.address, 1, token=TOKENS["dan"]) as [dan]:
                await dan.next("match_started")
                assert ladder.standings(EMPTY).playing == 2

    asyncio.run(test())


def test_a_bot_whose_match_is_over_and_not_verified_yet_waits(tmp_path):
    async def test():
        ladder, books, _ = made()
        async with queue_server(tmp_path, matchmaking=ladder, tokens=TOKENS, matches=1) as place, faithful(
                place.address, "ann", "bob"):
            await until(lambda: books.added)
            assert states(ladder) == {"ann": "waiting", "bob": "waiting"}

    asyncio.run(test())


def test_a_record_that_does_not_verify_frees_its_bots_all_the_same(tmp_path):
    async def test():
        ladder, books, _ = made()
        ladder.recall([], [Decided(VERDICT, {"bot": "ann", "why": "crashed", "until": 1.0, "seconds": 60.0,
                                             "cleared": False}, 0)])
        async with queue_server(tmp_path, matchmaking=ladder, tokens=TOKENS) as place, faithful(place.address, "ann",
                                                                                                "bob"):
            await until(lambda: books.added)
            ladder.verified(books.added[0], None)
            await until(lambda: len(books.added) == 2)

    asyncio.run(test())


def test_a_void_match_is_held_against_the_bot_whose_fault_it_was_and_no_other(tmp_path):
    async def test():
        ladder, books, _ = made()
        policy = parse_policy({"illegal": "void"})
        async with queue_server(tmp_path, matchmaking=ladder, tokens=TOKENS, policy=policy) as place, bots(
                place.address, 1, token=TOKENS["ann"]) as [ann], faithful(place.address, "bob"):
            while not books.decided:
                message = await ann.read()
                if message.HasField("decision_request"):
                    await ann.answer(message.decision_request, 99, 98)
            (_, payload), = books.decided
            assert payload["bot"] == "ann"
            assert re.fullmatch(r"voided its match in parley-\S+, the last of 3 in a row", payload["why"])
            assert states(ladder) == {"ann": "quarantined", "bob": "waiting"}
            assert len(list(tmp_path.glob("*.void"))) == probation.MOST_BROKEN

    asyncio.run(test())


def test_a_match_voided_by_the_referee_is_held_against_nobody(tmp_path):
    async def test():
        ladder, books, _ = made()
        async with queue_server(tmp_path, matchmaking=ladder, tokens=TOKENS) as place, bots(
                place.address, 1, token=TOKENS["ann"]) as [ann], bots(place.address, 1, token=TOKENS["bob"]):
            for _ in range(probation.MOST_BROKEN):
                await ann.next("match_started")
                place.queue.void("a test")
            await until(lambda: len(list(tmp_path.glob("*.void"))) == probation.MOST_BROKEN)
            assert books.decided == []

    asyncio.run(test())


def test_the_skills_after_a_restart_are_those_before():
    results = [played(f"parley-{number:06d}", seats, ranks) for number, (seats, ranks) in enumerate([
        (("ann", "bob"), (1, 2)), (("cy", "ann"), (2, 1)), (("bob", "cy"), (1, 1)), (("bob", "ann"), (1, 2))])]
    before, after = made()[0], made()[0]
    for each in results:
        before.counted(each)
    after.recall(results, [])
    skills = [[ladder._matchmaker.skill(bot) for bot in ("ann", "bob", "cy")] for ladder in (before, after)]
    assert skills[0] == skills[1]
    assert len(set(skills[0])) == 3
    rows = after.standings(EMPTY).rows
    assert [(row.bot, row.matches, row.points, row.state) for row in rows] == [
        ("ann", 3, 2.0, "away"), ("bob", 3, 1.5, "away"), ("cy", 2, 0.5, "away")]


def test_a_bot_that_leaves_is_shown_as_away():
    async def test():
        ladder, _, _ = made()
        ladder.counted(played("parley-000001"))
        async with queue_server(matchmaking=ladder, tokens=TOKENS) as place:
            async with grpc.aio.insecure_channel(place.address) as channel:
                bot = HandBot(channel)
                await bot.hello(token=TOKENS["ann"])
                assert states(ladder) == {"ann": "waiting", "bob": "away"}
            await until(lambda: states(ladder) == {"ann": "away", "bob": "away"})

    asyncio.run(test())
