"""WatchService: running matches for spectators, over the wire."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import grpc.aio
import pytest

from lawspeaker.v1.watch_service_pb2 import ListMatchesResponse, WatchRequest, WatchResponse
from lawspeaker_referee.config.proxies import Proxies
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from lawspeaker_referee.server import watch_service
from lawspeaker_referee.server.watch_service import NAME, WatchLimits, WatchService
from lawspeaker_referee.viewer.followed_matches import TooManyFollowed
from lawspeaker_referee.viewer.live_matches import CannotFollow, LiveMatches, LiveUnavailable
from tests.referee.server.live_server import Faithful, bots, queue_server


class Here:
    """Live matches of this process, in place of those of a child process."""

    def __init__(self, folder: Path, delay_s: float = 0.0) -> None:
        self.delay_s, self.live = delay_s, LiveMatches(folder, delay_s)

    async def running(self) -> Any:
        return self.live.running()

    async def responses(self, match_id: str, first: int, *, begin: bool, source: str = "") -> Any:
        return self.live.responses(match_id, first, begin=begin, source=source)


class Source:
    """A source whose answers are set by a test."""

    delay_s = 1.5

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.asked: list[tuple[str, int, bool]] = []

    async def running(self) -> Any:
        return self.told()

    async def responses(self, match_id: str, first: int, *, begin: bool, source: str = "") -> Any:
        self.asked.append((match_id, first, begin))
        return self.told()

    def told(self) -> Any:
        found = self.answer() if callable(self.answer) else self.answer
        if isinstance(found, Exception):
            raise found
        return found


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr(watch_service, "EVERY", 0.01)
    monkeypatch.setattr(watch_service, "PAUSE", 0.0)


class Spectators:
    """Calls of WatchService on one channel."""

    def __init__(self, service: WatchService, channel: grpc.aio.Channel) -> None:
        self.service = service
        self._matches: Any = channel.unary_unary(f"/{NAME}/ListMatches")
        self._watch: Any = channel.unary_stream(f"/{NAME}/Watch")

    async def matches(self) -> ListMatchesResponse:
        return ListMatchesResponse.FromString(await self._matches(b""))

    def watch(self, match_id: str = "", from_step: int = 0, data: bytes | None = None) -> Any:
        request = WatchRequest(match_id=match_id, from_step=from_step).SerializeToString()
        return self._watch(request if data is None else data)


@asynccontextmanager
async def spectators(source: Any, limits: WatchLimits | None = None, **options: Any):
    service = WatchService(source, limits or WatchLimits(), Proxies(), make_log())
    async with (queue_server(services={NAME: service.handler()}, **options) as lobby,
                grpc.aio.insecure_channel(lobby.address) as channel):
        yield Spectators(service, channel), lobby


async def refused(call: Any) -> tuple[grpc.StatusCode, str]:
    """Return how a call failed."""
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await (read_all(call) if hasattr(call, "read") else call)
    return error.value.code(), error.value.details() or ""


async def read_all(call: Any) -> list[bytes]:
    found = list[bytes]()
    while (response := await call.read()) is not grpc.aio.EOF:
        found.append(response)
    return found


async def all_of(call: Any) -> list[WatchResponse]:
    return [WatchResponse.FromString(each) for each in await read_all(call)]


def test_a_match_is_watched_from_its_first_step_to_its_outcome_and_the_bots_notice_nothing(tmp_path):
    async def test() -> None:
        async with (spectators(Here(tmp_path), records=tmp_path, matches=1) as (them, lobby),
                    bots(lobby.address, 2, bot="bot") as players):
            await players[0].next("match_started")
            request = await players[0].next("decision_request")
            (found,) = (await them.matches()).matches
            assert (found.game, list(found.bots)) == ("parley", ["bot", "bot"])
            watching = asyncio.create_task(all_of(them.watch(found.match_id, 1)))
            late = them.watch(found.match_id)
            assert WatchResponse.FromString(await late.read()).start.steps
            unread = them.watch(found.match_id, 1)
            await players[0].answer(request, *request.default_picks)
            await asyncio.gather(*(player.play() for player in players))
            responses = await watching
            latest = await all_of(late)
            unread.cancel()
        record = read_record(tmp_path / f"{found.match_id}.lsr")
        assert verify(record).ok
        assert record.footer is not None
        start, *steps, end = responses
        assert start.start.match_id == found.match_id
        assert [each.step.number for each in steps] == list(range(1, record.step_count + 1))
        assert end.end.outcome == record.footer.outcome
        assert latest == [*steps[len(steps) + 1 - len(latest):], end]
        assert any(act.hidden for each in steps for act in each.step.acts)
        assert not any(act.picks for each in steps for act in each.step.acts)

    asyncio.run(test())


def test_a_void_match_ends_its_stream_without_an_outcome(tmp_path):
    async def test() -> None:
        async with (spectators(Here(tmp_path), records=tmp_path) as (them, lobby),
                    bots(lobby.address, 2, bot="bot") as players):
            await players[0].next("decision_request")
            (found,) = (await them.matches()).matches
            call = them.watch(found.match_id, 1)
            await call.read()
            lobby.queue.void("the test says so")
            *_, last = await all_of(call)
        assert not last.end.HasField("outcome")
        assert last.end.void_reason == "this match was voided: it has no result"

    asyncio.run(test())


@pytest.mark.parametrize(("answer", "code", "words"), [
    (None, grpc.StatusCode.NOT_FOUND, "no such match runs here; ListMatches names those that do"),
    (TooManyFollowed("16 matches are watched now"), grpc.StatusCode.RESOURCE_EXHAUSTED, "16 matches are watched now"),
    (CannotFollow("other rules"), grpc.StatusCode.FAILED_PRECONDITION, "other rules"),
    (LiveUnavailable("not now"), grpc.StatusCode.UNAVAILABLE, "not now"),
])
def test_what_cannot_be_watched_is_refused_with_a_status_and_one_line(answer, code, words):
    async def test() -> None:
        async with spectators(Source(answer)) as (them, _):
            assert await refused(them.watch("any")) == (code, words)
            if answer is not None:
                assert await refused(them.matches()) == (code, words)
            assert them.service.watchers == 0

    asyncio.run(test())


def test_what_is_no_request_is_refused():
    async def test() -> None:
        source = Source(None)
        async with spectators(source) as (them, _):
            assert await refused(them.watch(data=b"\xff\xff")) == (
                grpc.StatusCode.INVALID_ARGUMENT, "this is no WatchRequest")
        assert not source.asked

    asyncio.run(test())


def test_a_source_that_fails_for_a_moment_ends_no_stream():
    async def test() -> None:
        answers = [([b"1"], 5), LiveUnavailable("x"), LiveUnavailable("x"), ([], 5), ([b"2"], 6), LiveUnavailable("x"),
                   ([b"end"], 0)]
        source = Source(lambda: answers.pop(0))
        async with spectators(source) as (them, _):
            assert await read_all(them.watch("m", 4)) == [b"1", b"2", b"end"]
        assert source.asked == [("m", 4, True), *[("m", 5, False)] * 4, ("m", 6, False), ("m", 6, False)]

    asyncio.run(test())


def test_spectators_are_limited_by_address_and_in_all_and_who_leaves_makes_room():
    async def test(limits: WatchLimits, words: str) -> None:
        async with spectators(Source(([b"step"], 7)), limits) as (them, _):
            calls = [them.watch("m") for _ in range(3)]
            for call in calls:
                await call.read()
            assert await refused(them.watch("m")) == (grpc.StatusCode.RESOURCE_EXHAUSTED, words)
            calls[0].cancel()
            while them.service.watchers == 3:  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0.01)
            last = them.watch("m")
            assert await last.read() == b"step"
            for call in (*calls, last):
                call.cancel()

    asyncio.run(test(WatchLimits(3, 16), "all 3 places of spectators are taken; try again later"))
    asyncio.run(test(WatchLimits(16, 3), "your address watches 3 matches, as many as it may"))


def test_calls_are_limited_in_their_rate(monkeypatch):
    monkeypatch.setattr(watch_service, "RATE", 1e-6)
    monkeypatch.setattr(watch_service, "BURST", 3)

    async def test() -> None:
        async with spectators(Source(())) as (them, _):
            for _ in range(3):
                assert (await them.matches()).delay_ms == 1500
            code, _ = await refused(them.matches())
            assert code is grpc.StatusCode.RESOURCE_EXHAUSTED

    asyncio.run(test())


def test_a_spectator_that_does_not_read_is_cut_off_and_holds_no_more_than_a_few_responses(monkeypatch):
    monkeypatch.setattr(watch_service, "UNREAD_FOR", 0.3)

    async def test() -> None:
        source = Source(([bytes(60_000)], 7))
        async with spectators(source) as (them, _):
            call = them.watch("m")
            await call.read()
            while them.service.watchers:  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0.01)
            assert len(source.asked) < 1000
            code, words = await refused(call)
            assert (code, words) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "cut off: too much was not read")

    asyncio.run(test())


def test_streams_of_a_server_that_stops_end():
    async def test() -> None:
        async with spectators(Source(([], 7))) as (them, lobby):
            call = them.watch("m")
            reading = asyncio.create_task(call.read())
            while not them.service.watchers:  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0.01)
            await lobby.server.stop(3, "over")
            with suppress(grpc.aio.AioRpcError, asyncio.CancelledError):
                await reading
            assert them.service.watchers == 0

    asyncio.run(test())


TOKENS = {"ann": "ann's secret token", "bob": "bob's secret token"}


def test_a_match_is_watched_through_a_restart_of_its_referee(tmp_path):
    """The one that watches is another process than the referee; here it outlives two of them."""
    live, found = LiveMatches(tmp_path, 0.0), list[WatchResponse]()

    def watch(match_id: str) -> None:
        responses, _ = live.responses(match_id, len(found) + 1, begin=False) or ([], 0)
        if not found or not found[-1].HasField("end"):
            found.extend(WatchResponse.FromString(each) for each in responses)

    async def first() -> str:
        async with queue_server(tmp_path, tokens=TOKENS, matches=1) as lobby, bots(lobby.address, 2) as players:
            for bot, token in zip(players, TOKENS.values(), strict=True):
                await bot.hello(token=token)
            requests = [await bot.next("decision_request") for bot in players]
            watch(requests[0].match_id)
            dealt = len(found)
            for bot, request in zip(players, requests, strict=True):
                await bot.answer(request, *request.default_picks)
            while len(found) == dealt:
                watch(requests[0].match_id)
                await asyncio.sleep(0.002)
            assert dealt
            return requests[0].match_id

    async def second(match_id: str) -> None:
        async with queue_server(tmp_path, tokens=TOKENS, matches=1) as lobby:
            playing = [asyncio.create_task(Faithful(lobby.address, token, 1).play()) for token in TOKENS.values()]
            while not lobby.queue.complete.is_set():
                watch(match_id)
                await asyncio.sleep(0.002)
            for each in playing:
                each.cancel()

    match_id = asyncio.run(first())
    before = len(found)
    asyncio.run(second(match_id))
    watch(match_id)
    record = read_record(tmp_path / f"{match_id}.lsr")
    assert verify(record).ok
    assert record.footer is not None
    assert [each.step.number for each in found[:-1]] == list(range(1, record.step_count + 1))
    assert found[-1].end.outcome == record.footer.outcome
    assert before < len(found)
