"""Matches that are voided though nobody wished it are played again, and both records stay."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from lawspeaker.v1.record_pb2 import RecordHeader
from lawspeaker_referee.config.fault_policies import parse_policy
from lawspeaker_referee.host import queue
from lawspeaker_referee.host.reruns import Rerun, RerunSeat
from lawspeaker_referee.host.storage import Attempt, MatchNumbers
from lawspeaker_referee.match.events import BotInfo
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from lawspeaker_referee.server.connection import BotConnection, BotHello
from lawspeaker_referee.server.metrics import Metrics
from lawspeaker_referee.server.tokens import create
from tests.games.brittle import BRITTLE, BUG
from tests.referee.cli.process import PARLEY_COMMAND
from tests.referee.referee_file import referee_file
from tests.referee.server.live_server import PATIENCE, HandBot, QueueServer, bots, queue_server

NAMES = ("ann", "bob", "cid", "dan")
TOKENS = {name: name * 8 for name in NAMES}


class Cup:
    """`lawspeaker serve` as a process, with two tokens."""

    def __init__(self, folder: Path, process: subprocess.Popen[str], tokens: list[str]) -> None:
        self.records, self.process, self.tokens = folder / "records", process, tokens
        self.address = f"127.0.0.1:{self.line('serving')['port']}"

    def line(self, event: str) -> dict[str, Any]:
        """The log's next line of an event."""
        assert self.process.stderr is not None
        for text in self.process.stderr:
            if (line := json.loads(text))["event"] == event:
                return dict(line)
        raise AssertionError(f"the referee ended without {event!r}")

    def headers(self, pattern: str) -> dict[str, RecordHeader]:
        """By match id."""
        return {path.name.split(".")[0]: read_record(path).header for path in sorted(self.records.glob(pattern))}


@contextmanager
def cup(folder: Path, game: str, **keys: object) -> Iterator[Cup]:
    tokens = [create(folder / "tokens", name) for name in NAMES[:2]]
    (folder / "secret").write_text("07" * 32)
    file = referee_file(folder / "referee.toml", game=game, listen="127.0.0.1:0", name="cup",
                        records=folder / "records", secret_file=folder / "secret", tokens=folder / "tokens", **keys)
    process = subprocess.Popen([*PARLEY_COMMAND, "serve", str(file)], stderr=subprocess.PIPE, text=True)
    try:
        yield Cup(folder, process, tokens)
    finally:
        process.kill()
        process.communicate()


async def until_goodbye(bot: HandBot) -> dict[str, Any]:
    """Answer defaults; how each match ended, by id."""
    overs = {}
    while True:
        message = await bot.read()
        match message.WhichOneof("message"):
            case "decision_request":
                await bot.answer(message.decision_request, *message.decision_request.default_picks)
            case "match_over":
                overs[message.match_over.match_id] = message.match_over
            case "goodbye":
                return overs


async def all_played(place: Cup) -> list[dict[str, Any]]:
    async with asyncio.timeout(PATIENCE), bots(place.address, 2) as players:
        for bot, name, token in zip(players, NAMES, place.tokens, strict=False):
            await bot.hello(bot=name, token=token)
        return list(await asyncio.gather(*map(until_goodbye, players)))


@pytest.mark.slow
def test_a_match_that_a_bug_of_the_referee_voids_is_played_again_by_the_same_bots_with_new_dice(tmp_path):
    with cup(tmp_path, "brittle", matches=4, clock="none") as place:
        overs, same = asyncio.run(all_played(place))
        assert place.process.wait(PATIENCE) == 0
    assert overs == same
    voided, played = place.headers("*.void"), place.headers("*.lsr")
    assert len(voided) > 0, "the secret of this test rolls low in some first round"
    assert len(played) == 4, "`matches` counts those that were finished"
    assert {over.void_reason for match, over in overs.items() if match in voided} == {"the referee failed"}
    attempts = [Attempt.of_id("cup", match) for match in [*voided, *played]]
    assert len({attempt.number for attempt in attempts}) == len(attempts)
    assert sorted(attempt.first for attempt in attempts if attempt.match_id("cup") in played) == sorted(
        {attempt.first for attempt in attempts}), "of each match one attempt was finished"
    headers = voided | played
    for match, attempt in zip([*voided, *played], attempts, strict=True):
        if attempt.nth > 1:
            first = headers[Attempt(attempt.first).match_id("cup")]
            assert [seat.identity for seat in headers[match].seats] == [seat.identity for seat in first.seats]
    assert len({header.seed_commitment for header in headers.values()}) == len(attempts)
    assert all(verify(read_record(path)).ok for path in place.records.glob("*.lsr"))


@pytest.mark.slow
def test_a_match_that_is_voided_three_times_is_given_up_in_one_clear_line(tmp_path):
    with cup(tmp_path, "brittle", matches=1, clock="none", options={"rounds": 1}) as place:
        overs, _ = asyncio.run(all_played(place))
        assert place.line("match given up")["attempts"] == 3
        place.line("stopped")
        assert place.process.stderr is not None
        assert place.process.stderr.read() == (
            "lawspeaker: 1 of 1 matches were given up, voided 3 times each, the last as cup-000003-try3-of-000001; the "
            "log says why\n")
        assert place.process.wait(PATIENCE) == 2
    assert list(overs) == ["cup-000001", "cup-000002-try2-of-000001", "cup-000003-try3-of-000001"]
    assert sorted(place.headers("*.void")) == list(overs)


@pytest.mark.slow
def test_a_match_that_its_policy_voids_is_played_again_and_its_bots_hear_whose_fault_it_was(tmp_path):

    async def test(place):
        async with asyncio.timeout(PATIENCE), bots(place.address, 2) as (one, two):
            for bot, token in zip((one, two), place.tokens, strict=True):
                await bot.hello(token=token)
            request = await one.next("decision_request")
            await one.answer(request, *request.default_picks)
            for bot in (one, two):
                over = await bot.next("match_over")
                assert over.void_reason == ("seat 1 had the fault timeout (no answer within 200ms), which voids this "
                                            "match")
            await asyncio.gather(*map(until_goodbye, (one, two)))

    with cup(tmp_path, "parley", matches=1, clock="200ms", faults={"timeout": "void"}) as place:
        asyncio.run(test(place))
        assert place.process.wait(PATIENCE) == 0
    assert [path.name for path in sorted(place.records.glob("cup*"))] == [
        "cup-000001.lsr.void", "cup-000002-try2-of-000001.lsr"]


def test_what_a_bug_voided_is_logged_with_the_bug_and_harms_no_match_of_others():
    async def test():
        async with queue_server(matches=8, game=BRITTLE) as place, \
                bots(place.address, 2, version="1", max_matches=4) as players:
            endings = [asyncio.ensure_future(until_goodbye(bot)) for bot in players]
            await place.queue.complete.wait()
            assert BUG in str(place.lines("match failed")[0]["exception"])
            assert place.number("lawspeaker_matches_total", game="parley", result="finished") == 8
            for ending in endings:
                ending.cancel()

    asyncio.run(test())


async def gone(place: QueueServer, left: int) -> None:
    """Wait until only so many streams are left."""
    while len(place.server.play.streams) > left:  # noqa: ASYNC110 - nothing tells
        await asyncio.sleep(0)


async def seated(bot: HandBot, name: str) -> HandBot:
    await bot.hello(bot=name, token=TOKENS[name])
    return bot


def test_a_rerun_waits_for_its_own_bots_while_others_play_and_comes_before_anything_new():
    """Bob is away when his match is voided. Cid has ann for a match meanwhile, but dan may not have bob after that."""
    async def test():
        policy = parse_policy({"malformed": "void"})
        async with queue_server(tokens=TOKENS, policy=policy) as place, bots(place.address, 4) as (ann, bob, cid,
                                                                                                   dan), \
                bots(place.address, 1) as (bob_again,):
            await seated(ann, "ann")
            await seated(bob, "bob")
            await ann.next("decision_request")
            await bob.next("decision_request")
            bob.call.cancel()
            await gone(place, 1)
            await ann.send(b"garbage")
            assert "malformed" in (await ann.next("match_over")).void_reason
            await seated(cid, "cid")
            new = await ann.next("decision_request")
            assert new.match_id == "parley-000002"
            await seated(bob_again, "bob")
            await seated(dan, "dan")
            assert not any(stream.seats for stream in place.server.play.streams if stream.label in {"bob", "dan"})
            await ann.answer(new, *new.default_picks)
            await asyncio.gather(ann.play(), cid.play())
            starts = [await bot.next("match_started") for bot in (ann, bob_again, cid, dan)]
            assert [start.match_id for start in starts] == ["parley-000003-try2-of-000001"] * 2 + ["parley-000004"] * 2
            assert list(starts[0].bots) == ["ann", "bob"]

    asyncio.run(test())


def test_without_tokens_who_is_still_there_keeps_its_seat_and_whoever_waits_takes_the_other():
    async def test():
        async with queue_server(matches=1, policy=parse_policy({"malformed": "void", "lost_seat": "game"})) as place, \
                bots(place.address, 1, bot="goes") as (goes,), bots(place.address, 1, bot="stays") as (stays,):
            await stays.next("decision_request")
            goes.call.cancel()
            await gone(place, 1)
            await stays.send(b"garbage")
            assert (await stays.next("match_over")).void_reason
            async with bots(place.address, 1, bot="comes") as (comes,):
                start = await comes.next("match_started")
                assert (start.seat, list(start.bots)) == (0, ["comes", "stays"])

    asyncio.run(test())


def test_two_bots_of_one_token_never_fill_the_seats_of_a_match_that_had_none():
    def stream(identity: str) -> BotConnection:
        hello = BotHello(BotInfo(identity, identity=identity), identity, frozenset(), 1)
        return BotConnection(None, hello, identity, Metrics())

    async def test() -> None:
        ann, twin, bob = stream("ann"), stream("ann"), stream("bob")
        rerun = Rerun(1, 2, (RerunSeat(""), RerunSeat("")))
        assert rerun.seated([ann, twin], []) is None
        assert rerun.seated([ann, twin, bob], []) == [ann, bob]

    asyncio.run(test())


@pytest.mark.parametrize("attempts", [1, 2, 3])
def test_what_was_voided_before_the_referee_stopped_is_played_again_by_the_next_one_up_to_the_limit(
    tmp_path, monkeypatch, attempts,
):
    monkeypatch.setattr(queue, "PAUSE", 0.01)

    async def void():
        async with queue_server(tmp_path, tokens=TOKENS, matches=1) as place, bots(place.address, 2) as (ann, bob):
            if place.queue.complete.is_set():
                return place.queue.failure
            await seated(ann, "ann")
            await seated(bob, "bob")
            await ann.next("decision_request")
            place.queue.drain()
            place.queue.void("the room burnt down")
            await place.queue.idle.wait()
        return None

    ids = ["parley-000001", "parley-000002-try2-of-000001", "parley-000003-try3-of-000001"]
    assert [asyncio.run(void()) for _ in range(attempts)] == [None] * attempts
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"{match}.lsr.void" for match in ids[:attempts]]
    failure = asyncio.run(void())
    if attempts == 3:
        assert f"1 of 1 matches were given up, voided 3 times each, the last as {ids[2]}" in str(failure)


def test_a_voided_record_of_which_nothing_is_known_is_left_alone_in_one_line(tmp_path):
    (tmp_path / "parley-000001.lsr.void").write_bytes(b"something")

    async def test():
        async with queue_server(tmp_path, matches=1) as place, bots(place.address, 2, version="1") as players:
            line, = place.lines("voided match is not played again")
            assert "parley-000001.lsr.void: is not a Lawspeaker record" in line["why"]
            assert {over.match_id for over in await asyncio.gather(*(bot.play() for bot in players))} == {
                "parley-000002"}

    asyncio.run(test())


def test_ids_say_what_they_play_again_and_only_the_last_attempt_counts(tmp_path):
    attempts = [Attempt(1), Attempt(2), Attempt(4, 2, 1), Attempt(5, 2, 2), Attempt(12, 3, 2), Attempt(13)]
    assert [Attempt.of_id("cup", attempt.match_id("cup")) for attempt in attempts] == attempts
    for alien in ("cup-1-try2", "cup-try2-of-000001", "cups-000001", "cup-000001-try2-of-x", "cup--1"):
        assert Attempt.of_id("cup", alien) is None
    for attempt, suffix in zip(attempts, (".void", ".void", "", ".void", ".void", ".part"), strict=True):
        (tmp_path / f"{attempt.match_id('cup')}.lsr{suffix}").write_bytes(b"a header")
    (tmp_path / f"{Attempt(14, 3, 2).match_id('cup')}.lsr.part").touch()  # the referee was killed before its header
    numbers = MatchNumbers(tmp_path, "cup", lasting=False)
    assert [attempt for attempt, _ in numbers.voided()] == [Attempt(12, 3, 2)]
    assert (numbers.last(), numbers.finished()) == (14, 1)


def test_a_record_that_another_referee_puts_away_meanwhile_keeps_none_from_starting(tmp_path, monkeypatch):
    (tmp_path / "cup-000001.lsr.void").write_bytes(b"1")
    (tmp_path / "cup-000002.lsr.part").write_bytes(b"1")
    listed = Path.glob

    def gone_after_the_listing(folder, pattern):
        found = list(listed(folder, pattern))
        (tmp_path / "cup-000002.lsr.part").unlink()
        return iter(found)

    monkeypatch.setattr(Path, "glob", gone_after_the_listing)
    numbers = MatchNumbers(tmp_path, "cup", lasting=False)
    assert [attempt.number for attempt, _ in numbers.voided()] == [1]
