"""The rpc: who is let in, and what happens to those who break the protocol."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from io import StringIO

import grpc
import grpc.aio
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from lawspeaker.v1.referee_service_pb2 import Answer, GoodbyeReason, Hello, PlayRequest, RejectReason
from lawspeaker_referee import logs
from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.event_loop import run_async
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.server.lateness.read_barrier import ReadBarrier
from lawspeaker_referee.server.metrics import Metrics
from lawspeaker_referee.server.server import CannotListen, Server
from lawspeaker_referee.server.service import MOST_GAMES, NAME
from lawspeaker_referee.version import build_version
from tests.referee.server.live_server import bots, queue_server

GAMES_NAMED = "Hello.games must be up to 256 names of games, each of up to 64 characters; leave it empty for all games"


def refused(request: PlayRequest | bytes, **server_options: object) -> tuple[grpc.StatusCode, str]:
    """The status and words that a first message is refused with."""
    async def test():
        async with queue_server(**server_options) as place, bots(place.address, 1) as (bot,):
            await bot.send(request)
            code = await bot.end()
            assert place.lines("bot refused")[0]["code"] == code.name
            assert place.number("lawspeaker_streams_refused_total", reason=code.name.lower()) == 1
            return code, await bot.call.details()

    return asyncio.run(test())


def hello(**fields: object) -> PlayRequest:
    return PlayRequest(hello=Hello(**{"protocol": 1, "bot": "hand"} | fields))  # type: ignore[arg-type]


def test_a_bot_that_introduces_itself_is_welcomed():
    async def test():
        async with queue_server() as place, bots(place.address, 1) as (bot,):
            welcome = (await bot.hello(version="3", sdk="test/1")).welcome
            assert welcome.protocol == 1
            assert welcome.referee_version == build_version()
            assert place.number("lawspeaker_build_info", version=build_version()) == 1
            line = place.lines("bot joined")[0]
            assert (line["bot"], line["version"], line["sdk"]) == ("hand", "3", "test/1")
            assert place.number("lawspeaker_streams") == 1

    asyncio.run(test())


@pytest.mark.parametrize(("request_", "code", "words"), [
    (hello(protocol=2), "FAILED_PRECONDITION", "this referee speaks protocol 1, not 2"),
    (PlayRequest(answer=Answer()), "INVALID_ARGUMENT", "the first message must be Hello"),
    (PlayRequest(), "INVALID_ARGUMENT", "the first message must be Hello"),
    (b"\xff\xff", "INVALID_ARGUMENT", "the first message must be Hello"),
    (hello(bot=""), "INVALID_ARGUMENT", "Hello.bot must be printable text of up to 64 characters"),
    (hello(bot="x" * 65), "INVALID_ARGUMENT", "Hello.bot must be printable text of up to 64 characters"),
    (hello(bot="a\nb"), "INVALID_ARGUMENT", "Hello.bot must be printable text of up to 64 characters"),
    (hello(version="\x1b[31m"), "INVALID_ARGUMENT", "Hello.version must be printable text of up to 64 characters"),
    (hello(games=map(str, range(MOST_GAMES + 1))), "INVALID_ARGUMENT", GAMES_NAMED),
    (hello(games=["x" * 65]), "INVALID_ARGUMENT", GAMES_NAMED),
    (hello(games=["a\nb"]), "INVALID_ARGUMENT", GAMES_NAMED),
    (hello(games=["chess", "go"]), "FAILED_PRECONDITION", "this referee plays parley; the bot plays chess, go"),
])
def test_a_bot_that_does_not_fit_is_refused_with_a_reason(request_, code, words):
    assert refused(request_) == (grpc.StatusCode[code], words)


@pytest.mark.parametrize("token", ["wrong", "secreT", "secret ", "sécret", " "])
def test_a_wrong_token_is_refused_and_nobody_learns_which_there_are(token):
    assert refused(hello(token=token), tokens={"alice": "secret"}) == (
        grpc.StatusCode.UNAUTHENTICATED, "this token is not known here")


@pytest.mark.parametrize("tokens", [{"alice": "secret"}, {"alice": "secret", "bob": "hidden"}, {}])
def test_no_token_is_refused_with_where_one_belongs_whatever_tokens_there_are(tokens):
    assert refused(hello(token=""), tokens=tokens) == (
        grpc.StatusCode.UNAUTHENTICATED, "this referee asks for a token; set LAWSPEAKER_TOKEN")


def test_the_right_token_lets_its_bot_in_under_its_name():
    async def test():
        tokens = {"alice": "secret", "bob": "hidden"}
        async with queue_server(tokens=tokens) as place, bots(place.address, 1, token="hidden"):
            line = place.lines("bot joined")[0]
            assert line["identity"] == "bob"
            assert "hidden" not in place.log.getvalue()

    asyncio.run(test())


def test_more_streams_than_allowed_are_refused():
    async def test():
        async with queue_server(limits=Limits(streams=1)) as place, bots(place.address, 1, version="1"), \
                bots(place.address, 1) as (more,):
            assert await more.end() == grpc.StatusCode.RESOURCE_EXHAUSTED
            assert await more.call.details() == "all 1 places are taken"

    asyncio.run(test())


def test_streams_that_came_together_and_speak_later_get_no_more_places():
    async def test():
        async with queue_server(limits=Limits(streams=2), players=4) as place, bots(place.address, 6) as many:
            # A stream that the server meets after two have their places is refused before it speaks.
            while sum(map(len, place.server.play._entering.values())) < 6:  # noqa: ASYNC110 - it tells no one
                await asyncio.sleep(0.02)
            for bot in many:
                await bot.send(PlayRequest(hello=Hello(protocol=1, bot="hand")))
            ends = [asyncio.ensure_future(bot.end()) for bot in many]
            while sum(end.done() for end in ends) < 4:
                await asyncio.wait([end for end in ends if not end.done()], return_when=asyncio.FIRST_COMPLETED)
            assert len(place.server.play.streams) == 2
            assert {await end for end in ends if end.done()} == {grpc.StatusCode.RESOURCE_EXHAUSTED}
            for end in ends:
                end.cancel()

    asyncio.run(test())


def test_strangers_that_say_nothing_are_not_let_in_without_end():
    async def test():
        async with queue_server(limits=Limits(strangers=3)) as place, bots(place.address, 4) as many:
            for bot in many:
                with suppress(grpc.aio.AioRpcError):  # one of them may be refused already
                    await bot.call.wait_for_connection()
            ends = [asyncio.ensure_future(bot.end()) for bot in many]
            done, silent = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            assert [end.result() for end in done] == [grpc.StatusCode.RESOURCE_EXHAUSTED]
            for end in silent:
                end.cancel()

    asyncio.run(test())


def test_a_stream_that_says_nothing_is_ended():
    async def test():
        async with queue_server(limits=Limits(hello_within=0.05)) as place, bots(place.address, 1) as (bot,):
            await bot.call.wait_for_connection()
            assert await bot.end() == grpc.StatusCode.DEADLINE_EXCEEDED
            assert place.number("lawspeaker_streams_refused_total", reason="silent") == 1

    asyncio.run(test())


def test_refusals_without_end_do_not_fill_the_log(monkeypatch):
    monkeypatch.setattr(logs, "MOST_A_SECOND", 3)

    async def test():
        async with queue_server(tokens={"alice": "secret"}) as place, bots(place.address, 6) as many:
            monkeypatch.setattr(place.server.play._refused_log, "_clock", lambda: 7.5)
            for bot in many:
                await bot.send(hello(token="guess"))
                await bot.end()
            assert [line.get("note", "") for line in place.lines("bot refused")] == [
                "", "", "more of this second are not logged"]
            assert place.number("lawspeaker_streams_refused_total", reason="unauthenticated") == 6
            monkeypatch.setattr(place.server.play._refused_log, "_clock", lambda: 8.5)
            async with bots(place.address, 1) as (late,):
                await late.send(hello(token="guess"))
                await late.end()
            assert [line.get("left_out", 0) for line in place.lines("bot refused")] == [0, 0, 0, 3]

    asyncio.run(test())


def test_bots_that_come_and_go_without_end_do_not_fill_the_log(monkeypatch):
    monkeypatch.setattr(logs, "MOST_A_SECOND", 3)

    async def test():
        async with queue_server() as place:
            play = place.server.play
            for told in (play._joined_log, play._left_log):
                monkeypatch.setattr(told, "_clock", lambda: 7.5)
            for _ in range(3):
                async with bots(place.address, 3, version="1"):
                    pass
                await play.empty.wait()
            for event in ("bot joined", "bot left"):
                assert [line.get("note", "") for line in place.lines(event)] == [
                    "", "", "more of this second are not logged"]

    asyncio.run(test())


class Fails:
    """A host that cannot bear a bot."""

    def welcome(self, _):
        """It may come."""

    def arrived(self, _):
        """It may not."""
        raise RuntimeError("the host failed")

    def left(self, _):
        """It fails here too."""
        raise RuntimeError("the host failed again")


def test_a_place_is_given_back_whatever_fails_when_a_bot_arrives():
    async def test():
        server = Server(Fails(), "127.0.0.1:0", metrics := Metrics(), make_log(StringIO()),
                        limits=Limits(streams=1))
        await server.start()
        async with bots(f"127.0.0.1:{server.port}", 3) as many:
            for bot in many:
                await bot.send(hello())
                assert await bot.end() == grpc.StatusCode.UNKNOWN, "and not that all places are taken"
        assert metrics.registry.get_sample_value("lawspeaker_streams") == 0
        assert server.play.empty.is_set()
        await server.stop(3, "the test is over")

    asyncio.run(test())


@pytest.mark.parametrize("steps", [0, 1, 2, 3, 5, 8, 13, 21, 34])
def test_a_start_that_is_cancelled_leaves_nothing_that_runs(steps):
    """A worker is told to end as soon as its runner has died; gRPC prints a traceback for a server that still runs."""
    async def test():
        server = Server(Fails(), "127.0.0.1:0", Metrics(), make_log(StringIO()))
        starting = asyncio.create_task(server.start())
        for _ in range(steps):
            await asyncio.sleep(0)
        if not starting.cancel():  # it has started
            await server.stop(GoodbyeReason.GOODBYE_REASON_DONE, "the test is over")
        with suppress(asyncio.CancelledError):
            await starting
        assert ReadBarrier.here().paths == []
        assert [each._server.is_running() for each in (server._server, server._probes._server)] == [False, False]

    run_async(test())


def test_a_second_hello_ends_the_stream_with_a_goodbye():
    async def test():
        async with queue_server() as place, bots(place.address, 1, version="1") as (bot,):
            await bot.send(hello())
            goodbye = await bot.next("goodbye")
            assert goodbye.reason == GoodbyeReason.GOODBYE_REASON_PROTOCOL
            assert await bot.end() == grpc.StatusCode.OK

    asyncio.run(test())


@pytest.mark.parametrize("data", [b"\xff\xff\xff", b"", b"\x12\x05ab"])
def test_what_cannot_be_understood_is_refused_as_malformed_and_the_stream_lives_on(data):
    async def test():
        async with queue_server() as place, bots(place.address, 1, version="1") as (bot,):
            for _ in range(2):
                await bot.send(data)
                rejected = await bot.next("answer_rejected")
                assert rejected.reason == RejectReason.REJECT_REASON_MALFORMED
            assert place.number("lawspeaker_answers_refused_total", bot="anybody", reason="malformed") == 2

    asyncio.run(test())


def test_an_answer_to_no_match_of_the_bot_is_refused():
    async def test():
        async with queue_server() as place, bots(place.address, 1, version="1") as (bot,):
            await bot.send(PlayRequest(answer=Answer(match_id="parley-000001", decision_id=1, picks=[0])))
            rejected = await bot.next("answer_rejected")
            assert (rejected.reason, rejected.match_id, rejected.decision_id) == (
                RejectReason.REJECT_REASON_UNKNOWN_MATCH, "parley-000001", 1)

    asyncio.run(test())


def test_a_refusal_does_not_say_back_all_that_the_bot_sent():
    async def test():
        async with queue_server() as place, bots(place.address, 1, version="1") as (bot,):
            await bot.send(PlayRequest(answer=Answer(match_id="x" * 60_000)))
            rejected = await bot.next("answer_rejected")
            assert rejected.match_id == "x" * 128

    asyncio.run(test())


def test_a_bot_cannot_answer_for_another_bot():
    async def test():
        async with queue_server() as place, bots(place.address, 2, version="1") as (one, two):
            first = await one.next("decision_request")
            second = await two.next("decision_request")
            await two.answer(first, 1)
            assert (await two.next("answer_rejected")).reason == RejectReason.REJECT_REASON_UNKNOWN_DECISION
            await two.answer(second, 1)
            await one.answer(first, 2)
            await one.answer(first, 2)
            assert (await one.next("answer_rejected")).reason == RejectReason.REJECT_REASON_STALE

    asyncio.run(test())


@pytest.mark.parametrize(("size", "code", "goodbye"), [
    (2100, "OK", "a message of 2106 bytes; 2000 are allowed"), (8100, "RESOURCE_EXHAUSTED", None),
])
def test_an_oversized_message_ends_its_own_stream_only(size, code, goodbye):
    async def test():
        async with queue_server(players=3, limits=Limits(message_bytes=2000)) as place, \
                bots(place.address, 2, version="1") as (big, small):
            await big.send(PlayRequest(answer=Answer(annotation="x" * size)))
            if goodbye:
                said = await big.next("goodbye")
                assert (said.reason, said.message) == (GoodbyeReason.GOODBYE_REASON_PROTOCOL, goodbye)
            assert (await big.end()).name == code
            counted = place.number("lawspeaker_streams_closed_total", bot="anybody", reason="oversized")
            assert counted == (1 if goodbye else 0)
            await small.send(b"")
            assert (await small.next("answer_rejected")).reason == RejectReason.REJECT_REASON_MALFORMED

    asyncio.run(test())


def test_health_says_serving_until_the_referee_drains():
    async def test():
        async with queue_server() as place, grpc.aio.insecure_channel(place.address) as channel:
            stub = health_pb2_grpc.HealthStub(channel)
            for name in ("", NAME):
                found = await stub.Check(health_pb2.HealthCheckRequest(service=name))
                assert found.status == health_pb2.HealthCheckResponse.SERVING
            await place.server.refuse_more()
            found = await stub.Check(health_pb2.HealthCheckRequest(service=NAME))
            assert found.status == health_pb2.HealthCheckResponse.NOT_SERVING

    asyncio.run(test())


def test_reflection_names_the_service_and_its_messages():
    async def test():
        async with queue_server() as place, grpc.aio.insecure_channel(place.address) as channel:
            stub = reflection_pb2_grpc.ServerReflectionStub(channel)
            asked = [reflection_pb2.ServerReflectionRequest(list_services=""),
                     reflection_pb2.ServerReflectionRequest(file_containing_symbol=NAME)]
            found = [answer async for answer in stub.ServerReflectionInfo(iter(asked))]
            assert NAME in [each.name for each in found[0].list_services_response.service]
            assert b"DecisionRequest" in found[1].file_descriptor_response.file_descriptor_proto[0]

    asyncio.run(test())


def test_a_taken_port_is_said_in_one_line():
    async def test():
        async with queue_server() as place:
            with pytest.raises(CannotListen, match=f"cannot listen on {place.address}: the port is taken") as error:
                Server(place.queue, place.address, place.metrics, make_log(place.log))
            assert isinstance(error.value, OSError)

    asyncio.run(test())


def test_a_bot_that_hangs_up_is_forgotten():
    async def test():
        async with queue_server() as place:
            async with bots(place.address, 1, version="1"):
                assert len(place.server.play.streams) == 1
            await place.server.play.empty.wait()
            assert place.number("lawspeaker_streams") == 0
            assert len(place.lines("bot left")) == 1

    asyncio.run(test())
