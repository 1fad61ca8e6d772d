"""Bots whose streams break, over a real wire: they find their seats as they left them, and nobody else can tell."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager

import grpc
import pytest

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.limits import OWN_BOTS, Limits
from lawspeaker_referee.logs import make_error_log
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from lawspeaker_referee.server import connection as stream_module
from lawspeaker_referee.server.budgets import Budgets
from lawspeaker_referee.server.metrics import Metrics
from tests.games.parley import PARLEY
from tests.referee.match.match_driver import PLAYED_ON, by_decision
from tests.referee.server.live_server import HandBot, QueueServer, bots, queue_server

TOKENS = {name: name * 7 for name in ("ann", "bob", "cid")}


class Table:
    """A match of bots with tokens, each on a connection of its own, so that one can be cut."""

    def __init__(self, place: QueueServer) -> None:
        self.place = place
        self._stacks: dict[str, AsyncExitStack] = {}
        self.bot: dict[str, HandBot] = {}

    async def come(self, name: str) -> HandBot:
        """Dial in, for the first time or again."""
        stack = self._stacks[name] = AsyncExitStack()
        found, = await stack.enter_async_context(bots(self.place.address, 1))
        assert (await found.hello(token=TOKENS[name], bot=name)).HasField("welcome")
        self.bot[name] = found
        return found

    async def cut(self, name: str) -> None:
        """Break the connection, and wait until the referee has noticed."""
        before = len(self.place.lines("bot left"))
        await self._stacks.pop(name).aclose()
        while len(self.place.lines("bot left")) == before:
            await asyncio.wait([asyncio.ensure_future(self.place.queue.complete.wait())], timeout=0.005)

    async def close(self) -> None:
        for stack in self._stacks.values():
            await stack.aclose()


@asynccontextmanager
async def table(records=None, names=("ann", "bob"), **options):
    async with queue_server(records, players=len(names), tokens=TOKENS, **{"matches": 1} | options) as place:
        found = Table(place)
        for name in names:
            await found.come(name)
        try:
            yield found
        finally:
            await found.close()


async def play_on(found: Table, *names: str):
    """To the end, whatever is asked next."""
    return await asyncio.gather(*(found.bot[name].play(by_decision) for name in names))


async def undisturbed(names=("ann", "bob"), **options) -> bytes:
    async with table(names=names, **options) as found:
        overs = await play_on(found, *names)
        return overs[0].digest


def test_a_bot_whose_stream_is_cut_finds_the_same_decision_less_time_and_ends_in_the_same_game(tmp_path):
    async def test():
        calm = await undisturbed(options={"rounds": 3})
        async with table(tmp_path, clock=Clock(8.0, bank=2.0), options={"rounds": 3}) as found:
            first = await found.bot["ann"].next("decision_request")
            await found.cut("ann")
            assert found.place.number("lawspeaker_matches_running") == 1
            again = await found.come("ann")
            started = await again.next("match_started")
            assert (started.match_id, started.seat) == (first.match_id, 0)
            request = await again.next("decision_request")
            assert (request.decision_id, request.prompt) == (first.decision_id, first.prompt)
            assert 0 < request.time_left_ms < first.time_left_ms
            request.time_left_ms = first.time_left_ms
            assert request == first, "nothing else is different"
            await again.answer(request, *by_decision(0, request))
            overs = await play_on(found, "ann", "bob")
            assert {over.digest for over in overs} == {calm}
            await found.place.queue.complete.wait()
        record = read_record(tmp_path / "parley-000001.lsr")
        assert verify(record).digest == calm
        assert [seat.identity for seat in record.header.seats] == ["ann", "bob"]
        assert not any(act.fault for step in record.steps for act in step.acts)

    asyncio.run(test())


def test_it_may_be_cut_off_at_every_decision_and_still_plays_the_same_game():
    async def test():
        calm = await undisturbed()
        async with table(clock=Clock(8.0)) as found:
            other = asyncio.ensure_future(found.bot["bob"].play(by_decision))
            bot, cuts = found.bot["ann"], 0
            while True:
                message = await bot.read()
                if message.HasField("match_over"):
                    break
                if message.HasField("decision_request"):
                    await found.cut("ann")
                    bot, cuts = await found.come("ann"), cuts + 1
                    request = await bot.next("decision_request")
                    assert request.decision_id == message.decision_request.decision_id
                    await bot.answer(request, *by_decision(0, request))
            assert message.match_over.digest == calm == (await other).digest
            assert cuts > 3

    asyncio.run(test())


def test_a_sealed_answer_stays_sealed_and_counts_when_its_bot_goes_and_comes(tmp_path):
    async def test():
        names = ("ann", "bob", "cid")
        async with table(tmp_path, names, clock=Clock(9.0)) as found:
            asked = {name: await found.bot[name].next("decision_request") for name in names}
            await found.bot["bob"].answer(asked["bob"], 2)
            await found.cut("bob")
            again = await found.come("bob")
            assert (await again.read()).WhichOneof("message") == "match_started"
            await again.answer(asked["bob"], 0)
            assert (await again.read()).answer_rejected.message == "this decision was answered already"
            for name in ("ann", "cid"):
                await found.bot[name].answer(asked[name], 0)
            overs = await play_on(found, *names)
            assert len({over.digest for over in overs}) == 1
            await found.place.queue.complete.wait()
        bid = next(step for step in read_record(tmp_path / "parley-000001.lsr").steps if len(step.acts) == 3)
        assert [list(act.picks) for act in bid.acts] == [[0], [2], [0]]

    asyncio.run(test())


def test_a_second_stream_of_a_token_gets_no_seat_of_the_first_until_that_one_is_gone():
    async def test():
        async with table(clock=Clock(9.0)) as found:
            first = await found.bot["ann"].next("decision_request")
            async with bots(found.place.address, 1) as (second,):
                await second.hello(token=TOKENS["ann"], bot="ann")
                await second.answer(first, 0)
                refused = await second.read()
                assert refused.answer_rejected.message == "you play no such match, or not any more"
                assert found.place.number("lawspeaker_streams") == 3
                await found.cut("ann")
                assert (await second.next("match_started")).seat == 0
                request = await second.next("decision_request")
                assert request.decision_id == first.decision_id
                await second.answer(request, *by_decision(0, request))
                overs = await asyncio.gather(second.play(by_decision), found.bot["bob"].play(by_decision))
                assert overs[0].outcome.reason == "points"

    asyncio.run(test())


def test_a_bot_gets_back_no_more_matches_than_it_plays_at_once():
    async def test():
        async with queue_server(tokens=TOKENS, matches=3, clock=Clock(9.0)) as place, bots(place.address,
                                                                                           1) as (other,), \
                bots(place.address, 2) as (one, two):
            await other.hello(token=TOKENS["bob"], max_matches=3)
            async with bots(place.address, 1) as (ann,):
                await ann.hello(token=TOKENS["ann"], max_matches=3)
                asked = {(await ann.next("decision_request")).match_id for _ in range(3)}
                assert len(asked) == 3
            while not place.lines("bot left"):
                await asyncio.wait([asyncio.ensure_future(place.queue.complete.wait())], timeout=0.005)
            await one.hello(token=TOKENS["ann"], max_matches=2)
            await two.hello(token=TOKENS["ann"], max_matches=2)
            assert [len({(await bot.next("decision_request")).match_id for _ in range(n)})
                    for bot, n in ((one, 2), (two, 1))] == [2, 1]
            seats = [list(stream.seats) for stream in place.server.play.streams if stream.label == "ann"]
            assert sorted(map(len, seats)) == [1, 2]
            assert {match_id for each in seats for match_id in each} == asked

    asyncio.run(test())


def test_what_a_bot_gets_at_once_when_it_comes_back_is_nothing_that_it_left_unread():
    """However few messages may wait for a bot that does not read."""
    async def test():
        limits = Limits(queued=16)
        async with queue_server(tokens=TOKENS, matches=limits.matches_a_stream, clock=Clock(9.0),
                                limits=limits) as place, bots(place.address, 1) as (other,), \
                bots(place.address, 1) as (again,):
            await other.hello(token=TOKENS["bob"], max_matches=limits.matches_a_stream)
            async with bots(place.address, 1) as (ann,):
                await ann.hello(token=TOKENS["ann"], max_matches=limits.matches_a_stream)
                asked = {(await ann.next("decision_request")).match_id for _ in range(limits.matches_a_stream)}
            while not place.lines("bot left"):
                await asyncio.wait([asyncio.ensure_future(place.queue.complete.wait())], timeout=0.005)
            await again.hello(token=TOKENS["ann"], max_matches=limits.matches_a_stream)
            assert {(await again.next("decision_request")).match_id for _ in asked} == asked

    asyncio.run(test())


def test_who_is_away_when_the_match_ends_is_told_how_when_it_comes_back(tmp_path):
    async def test():
        async with table(tmp_path, clock=Clock(0.2)) as found:
            await found.bot["ann"].next("decision_request")
            await found.cut("ann")
            over, = await play_on(found, "bob")
            await found.place.queue.complete.wait()
            again = await found.come("ann")
            assert await again.next("match_over") == over
        faults = {act.fault for step in read_record(tmp_path / "parley-000001.lsr").steps for act in step.acts}
        assert faults == {0, Fault.FAULT_NETWORK}

    asyncio.run(test())


def test_who_does_not_come_back_in_time_to_a_match_without_limits_is_gone_for_good(tmp_path):
    async def test():
        async with table(tmp_path, clock=Clock(None, reconnect=0.05), policy=PLAYED_ON,
                         options={"rounds": 3}) as found:
            await found.bot["ann"].next("decision_request")
            await found.cut("ann")
            request = await found.bot["bob"].next("decision_request")
            await found.bot["bob"].answer(request, 0)
            request = await found.bot["bob"].next("decision_request")
            late = await found.come("ann")
            await found.bot["bob"].answer(request, *request.default_picks)
            over, = await play_on(found, "bob")
            assert (await late.read()).match_over == over, "it is told how the match ended, and nothing else"
            await found.place.queue.complete.wait()
        step = read_record(tmp_path / "parley-000001.lsr").steps[3]
        assert (step.acts[0].fault, step.timing[0].evidence) == (
            Fault.FAULT_DISCONNECTED, "did not come back within 50ms")

    asyncio.run(test())


@pytest.mark.parametrize("cause", ["flooding", "unread", "protocol"])
def test_who_was_sent_away_for_cause_has_no_seat_any_more(tmp_path, monkeypatch, cause):
    monkeypatch.setattr(stream_module, "CLOSE_WITHIN", 0.2)
    monkeypatch.setattr(stream_module, "TAKES", 0.0)
    limits = Limits(message_rate=0.1 if cause == "flooding" else 1e6, message_burst=1,
                    flood_patience=0.0)

    async def test():
        async with table(tmp_path, clock=Clock(9.0), limits=limits, policy=PLAYED_ON) as found:
            ann = found.bot["ann"]
            await ann.next("decision_request")
            stream = next(each for each in found.place.server.play.streams if each.label == "ann")
            if cause == "flooding":
                for _ in range(3):
                    await ann.send(b"")
            elif cause == "unread":
                stream.send(b"")
                while stream.unread_since(float("inf")) is None:  # noqa: ASYNC110 - nobody tells
                    await asyncio.sleep(0)
                for _ in range(limits.queued + 1):
                    stream.send(b"")
            else:
                await ann.hello(token=TOKENS["ann"])
            ended = await ann.end()
            assert cause != "unread" or ended == grpc.StatusCode.RESOURCE_EXHAUSTED
            while not (left := found.place.lines("bot left")):
                await asyncio.wait([asyncio.ensure_future(found.place.queue.complete.wait())], timeout=0.005)
            assert left[0]["why"] == cause
            late = await found.come("ann")
            over, = await play_on(found, "bob")
            assert (await late.read()).match_over == over
            await found.place.queue.complete.wait()
        record = read_record(tmp_path / "parley-000001.lsr")
        fault, timing = next((act.fault, step.timing[0]) for step in record.steps for act in step.acts if act.fault)
        assert fault == Fault.FAULT_DISCONNECTED
        assert timing.evidence.startswith("sent away: ")
        assert verify(record).ok

    asyncio.run(test())


def test_a_bot_without_a_token_cannot_come_back_so_nobody_waits_for_it(tmp_path):
    async def test():
        async with queue_server(tmp_path, matches=1) as place, bots(place.address, 1, version="1") as (stays,):
            async with bots(place.address, 1, version="1") as (goes,):
                await goes.next("decision_request")
            over = await stays.play()
            assert (over.outcome.reason, over.outcome.ranks[stays.seat]) == ("forfeit", 1)
            await place.queue.complete.wait()
        lost, = read_record(tmp_path / "parley-000001.lsr").footer.forfeits
        assert lost.evidence == "connection lost, and without a token nobody comes back"

    asyncio.run(test())


def test_the_others_hear_nothing_of_a_bot_that_goes_and_comes():
    async def heard(disturbed: bool):
        async with table(clock=Clock(None, reconnect=60.0)) as found:
            first = await found.bot["ann"].next("decision_request")
            messages = [await found.bot["bob"].read() for _ in range(2)]
            if disturbed:
                await found.cut("ann")
                await found.come("ann")
                first = await found.bot["ann"].next("decision_request")
            await found.bot["bob"].answer(messages[-1].decision_request, 0)
            await found.bot["ann"].answer(first, 0)
            messages.append(await found.bot["bob"].read())
            for message in messages:
                message.decision_request.last_charged_us = 0
            return messages

    async def test():
        assert await heard(disturbed=True) == await heard(disturbed=False)

    asyncio.run(test())


def test_a_status_says_that_the_place_of_a_local_bot_is_taken():
    from lawspeaker_referee.host.host import BotHost
    from lawspeaker_referee.match.events import BotInfo
    from lawspeaker_referee.server.connection import BotHello
    from lawspeaker_referee.server.service import Refused

    class Stream:
        hello = BotHello(BotInfo("bot"), "0", frozenset(), 1)
        budget = Budgets(OWN_BOTS, Metrics(), make_error_log()).of("0")
        restoring = False

    host, stream = BotHost(PARLEY.name), Stream()
    host.arrived(stream)
    with pytest.raises(Refused, match="this token's seat is taken") as refused:
        host.welcome(Stream.hello)
    assert refused.value.code == grpc.StatusCode.ALREADY_EXISTS
    host.left(stream)
    host.welcome(Stream.hello)
