"""Several messages in one, for bots that say that they take them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from lawspeaker.v1.referee_service_pb2 import Answer, AnswerBatch, DecisionRequest, PlayRequest, PlayResponse
from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from tests.referee.server.live_server import HandBot, bots, queue_server

MATCHES = 12


def answer_of(request: DecisionRequest) -> Answer:
    return Answer(match_id=request.match_id, decision_id=request.decision_id, picks=request.default_picks)


async def play_batches(bot: HandBot, answers_together: bool) -> list[int]:
    """Play MATCHES matches with defaults; return how many messages came in one, by message of the wire."""
    sizes: list[int] = []
    over = 0
    while over < MATCHES:
        message = await bot.read()
        responses = list(message.batch.responses) or [message]
        assert all(each.WhichOneof("message") not in {None, "batch"} for each in responses)
        sizes.append(len(responses))
        answers = [answer_of(each.decision_request) for each in responses if each.HasField("decision_request")]
        over += sum(each.HasField("match_over") for each in responses)
        if answers_together and len(answers) > 1:
            await bot.send(PlayRequest(answer_batch=AnswerBatch(answers=answers)))
        else:
            for each in answers:
                await bot.send(PlayRequest(answer=each))
    return sizes


@pytest.mark.parametrize(("batches", "limit"), [(True, 64), (True, 3), (True, 1), (False, 64)])
def test_what_is_ready_together_leaves_as_one_message_if_the_bot_takes_it_so(tmp_path, batches, limit):
    async def test() -> tuple[list[int], list[bool]]:
        async with queue_server(tmp_path, matches=MATCHES, limits=Limits(batch=limit)) as place, \
                bots(place.address, 2) as players:
            welcomed = [(await bot.hello(max_matches=MATCHES, batches=batches)).welcome.batches for bot in players]
            sizes = await asyncio.gather(*(play_batches(bot, answers_together=all(welcomed)) for bot in players))
            await place.queue.complete.wait()
            return [*sizes[0], *sizes[1]], welcomed

    sizes, welcomed = asyncio.run(test())
    together = batches and limit > 1
    assert welcomed == [together] * 2
    assert 1 <= max(sizes) <= limit
    assert (max(sizes) > 1) == together
    records = [read_record(path) for path in sorted(tmp_path.glob("*.lsr"))]
    assert len(records) == MATCHES and all(verify(record).ok for record in records)
    assert not any(act.fault for record in records for step in record.steps for act in step.acts)


async def two_requests(bot: HandBot) -> list[DecisionRequest]:
    """The first two requests, however they come."""
    found: list[DecisionRequest] = []
    while len(found) < 2:
        message = await bot.read()
        for each in list(message.batch.responses) or [message]:
            found += [each.decision_request] if each.HasField("decision_request") else []
    return found


def rejections(message: PlayResponse) -> list[Any]:
    return [each.answer_rejected for each in list(message.batch.responses) or [message]]


@pytest.mark.parametrize("answers", [0, 4])
def test_a_batch_that_is_empty_or_too_long_is_no_answer(answers):
    async def test() -> None:
        async with queue_server(matches=2, limits=Limits(batch=3)) as place, bots(place.address, 2) as players:
            for bot in players:
                await bot.hello(max_matches=2, batches=True)
            request, _ = await two_requests(players[0])
            await players[0].send(PlayRequest(answer_batch=AnswerBatch(answers=[answer_of(request)] * answers)))
            refused, = rejections(await players[0].read())
            assert "no PlayRequest with an Answer" in refused.message

    asyncio.run(test())


def test_a_bot_that_was_not_welcomed_with_batches_cannot_send_one():
    async def test() -> None:
        async with queue_server(matches=2) as place, bots(place.address, 2, max_matches=2) as players:
            requests = await two_requests(players[0])
            await players[0].send(PlayRequest(answer_batch=AnswerBatch(answers=map(answer_of, requests))))
            refused, = rejections(await players[0].read())
            assert "no PlayRequest with an Answer" in refused.message

    asyncio.run(test())


def test_each_answer_of_a_batch_is_refused_or_taken_by_itself():
    async def test() -> None:
        async with queue_server(matches=2) as place, bots(place.address, 2) as players:
            for bot in players:
                await bot.hello(max_matches=2, batches=True)
            one, two = await two_requests(players[0])
            wrong = Answer(match_id=one.match_id, decision_id=one.decision_id, picks=[99])
            await players[0].send(PlayRequest(answer_batch=AnswerBatch(answers=[wrong, answer_of(two), wrong])))
            told: list[Any] = []
            while len(told) < 2:
                told += [each for each in rejections(await players[0].read()) if each.match_id]
            assert [(each.match_id, each.decision_id) for each in told] == [(one.match_id, one.decision_id)] * 2

    asyncio.run(test())


def test_the_answers_of_a_batch_count_one_by_one_for_the_rate_of_messages():
    """A bot gains no rate by batches: stray answers empty the bucket each, and then its stream is read slower."""
    async def test() -> float:
        limits = Limits(message_rate=10.0, message_burst=20, flood_patience=0.2)
        async with queue_server(limits=limits) as place, bots(place.address, 1) as (bot,):
            await bot.hello(batches=True)
            stray = [Answer(match_id="none", decision_id=1)] * 60
            for _ in range(3):
                await bot.send(PlayRequest(answer_batch=AnswerBatch(answers=stray)))
            goodbye = None
            while goodbye is None:
                message = await bot.read()
                found = [each for each in list(message.batch.responses) or [message] if each.HasField("goodbye")]
                goodbye = found[0].goodbye if found else None
            assert "messages a second" in goodbye.message
            return place.number("lawspeaker_messages_throttled_total", bot="anybody")

    assert asyncio.run(test()) >= 1
