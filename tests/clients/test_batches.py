"""Several messages in one: an author notices nothing of it."""

from __future__ import annotations

import asyncio

import pytest

from lawspeaker.v1.referee_service_pb2 import (
    DecisionRequest,
    MatchOver,
    MatchStarted,
    PlayRequest,
    PlayResponse,
    PlayResponseBatch,
    Welcome,
)
from lawspeaker_bot import Bot
from lawspeaker_bot.stream import BATCH_BYTES, MOST_BATCH
from tests.clients.scripted_referee import play

MATCHES = 150


class Counts(Bot):
    max_matches = MATCHES

    def __init__(self, annotation: str = "") -> None:
        self.annotation = annotation
        self.overs = 0

    def decide(self, decision):
        decision.annotation = self.annotation
        return decision.default

    def over(self, result):
        self.overs += 1


class Quick(Counts):
    quick = True


class Awaiting(Counts):
    async def decide(self, decision):
        await asyncio.sleep(0)
        return super().decide(decision)


def batch(*responses: PlayResponse) -> PlayResponse:
    return PlayResponse(batch=PlayResponseBatch(responses=responses))


@pytest.mark.parametrize("bot", [Counts, Quick, Awaiting])
@pytest.mark.parametrize("batches", [True, False])
def test_requests_that_come_together_are_all_answered_and_together_only_where_the_referee_takes_them_so(bot, batches):
    heard: list[PlayRequest] = []

    async def script(table):
        hello = (await table.context.read()).hello
        assert hello.batches
        await table.context.write(PlayResponse(welcome=Welcome(protocol=1, batches=batches)))
        names = [f"m{number}" for number in range(MATCHES)]
        await table.context.write(batch(*(
            PlayResponse(match_started=MatchStarted(match_id=name, bots=["one", "two"])) for name in names)))
        await table.context.write(batch(*(
            PlayResponse(decision_request=DecisionRequest(
                match_id=name, decision_id=7, least=1, most=1, option_count=2, default_picks=[1]))
            for name in names)))
        answered: list[str] = []
        while len(answered) < MATCHES:
            heard.append(await table.context.read())
            answered += [each.match_id for each in heard[-1].answer_batch.answers or [heard[-1].answer]]
        assert sorted(answered) == sorted(names)
        await table.context.write(batch(*(PlayResponse(match_over=MatchOver(match_id=name)) for name in names)))
        await table.goodbye()

    found = bot()
    play(found, script)
    assert found.overs == MATCHES
    sizes = [len(each.answer_batch.answers) for each in heard]
    assert max(sizes) <= MOST_BATCH
    assert (max(sizes) > 1) == batches
    assert 1 not in sizes, "an answer alone needs no batch"


def test_long_answers_leave_in_messages_that_the_referee_takes():
    heard: list[PlayRequest] = []

    async def script(table):
        await table.context.read()
        await table.context.write(PlayResponse(welcome=Welcome(protocol=1, batches=True)))
        for number in range(60):
            await table.start(f"m{number}")
        await table.context.write(batch(*(
            PlayResponse(decision_request=DecisionRequest(
                match_id=f"m{number}", decision_id=1, least=0, most=1, option_count=1)) for number in range(60))))
        while sum(len(each.answer_batch.answers) or 1 for each in heard) < 60:
            heard.append(await table.context.read())
        for number in range(60):
            await table.over(f"m{number}")
        await table.goodbye()

    play(Quick("x" * 2000), script)
    assert all(each.ByteSize() <= BATCH_BYTES + 1000 for each in heard)
    assert max(len(each.answer_batch.answers) for each in heard) > 1
