"""Challenges of a ladder over a real wire."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc
import grpc.aio
import pytest

from lawspeaker.v1.ladder_service_pb2 import ChallengeRequest, ChallengeResponse
from lawspeaker.v1.match_pb2 import GameOptionValue
from lawspeaker_engine.dice import commitment, match_seed
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.cli.record_text import header_lines
from lawspeaker_referee.competition.ladder import challenge_calls, probation, rpc
from lawspeaker_referee.competition.ladder.challenge_calls import ChallengeCalls
from lawspeaker_referee.competition.ladder.ladder import Ladder
from lawspeaker_referee.competition.results import ScheduledMatch
from lawspeaker_referee.competition.tournament.record_result import MatchAgreement, played_of
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.fault_policies import DEFAULT_POLICY, parse_policy
from lawspeaker_referee.config.referee import ChallengeRules
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify as replayed
from tests.games.parley import PARLEY
from tests.referee.competition.ladder.ladder_bots import EMPTY, TOKENS, Books, states
from tests.referee.server.live_server import HandBot, QueueServer, bots, queue_server

SHARE = 0.25
SETUP = make_setup(PARLEY, 2, {})


class Place:
    """A ladder of the tests' game, and its server."""

    def __init__(self, ladder: Ladder, books: Books, server: QueueServer, log: io.StringIO, channel: Any) -> None:
        self.ladder, self.books, self.server, self.log, self.channel = ladder, books, server, log, channel
        self.address = server.address

    async def ask(self, name: str, *opponents: str, matches: int = 1, **options: str) -> Any:
        """Return the call of a challenge."""
        request = ChallengeRequest(token=TOKENS.get(name, name), opponents=opponents, matches=matches, options=[
            GameOptionValue(name=option, value=value) for option, value in options.items()])
        return self.call(request.SerializeToString())

    def call(self, data: bytes) -> Any:
        return self.channel.unary_stream(f"/{rpc.NAME}/Challenge",
                                         response_deserializer=ChallengeResponse.FromString)(data)

    async def refused(self, name: str, *opponents: str, **more: Any) -> tuple[str, str]:
        """Return the code and the text with which a challenge is refused."""
        call = await self.ask(name, *opponents, **more)
        assert await read(call) is None
        return (await call.code()).name, await call.details()


async def read(call: Any) -> ChallengeResponse | None:
    """Return the next news; None if the call has ended, in whatever way."""
    try:
        news = await call.read()
    except grpc.aio.AioRpcError:
        return None
    return None if news is grpc.aio.EOF else news


@asynccontextmanager
async def ladder_place(records: Any = None, *, share: float = SHARE, options: tuple[str, ...] = (),
                       **more: Any) -> AsyncIterator[Place]:
    text, books = io.StringIO(), Books()
    ladder = Ladder("parley", 2, make_log(text), challenges=ChallengeRules(share, options))
    ladder.keep(books)
    names = {token: name for name, token in TOKENS.items()}
    calls = ChallengeCalls(ladder, PARLEY, SETUP, lambda token: names.get(token, ""))
    handler = rpc.handler(lambda: ladder.standings(EMPTY), challenge=calls.call)
    async with queue_server(records, matchmaking=ladder, tokens=TOKENS, services={rpc.NAME: handler},
                            **more) as server, grpc.aio.insecure_channel(server.address) as channel:
        yield Place(ladder, books, server, text, channel)


class Player:
    """A bot that takes every default, and remembers what it was told of its matches."""

    def __init__(self, bot: HandBot) -> None:
        self.bot = bot
        self.unrated: dict[str, bool] = {}
        self.over: list[str] = []

    async def play(self) -> None:
        while (message := await self.bot.call.read()) is not grpc.aio.EOF:
            match message.WhichOneof("message"):
                case "match_started":
                    self.unrated[message.match_started.match_id] = message.match_started.unrated
                case "decision_request":
                    request = message.decision_request
                    await self.bot.answer(request, *request.default_picks)
                case "match_over":
                    self.over.append(message.match_over.match_id)


@asynccontextmanager
async def players(address: str, **challengers: tuple[str, ...]) -> AsyncIterator[dict[str, Player]]:
    """Run bots that play; each takes the challenges of these."""
    async with grpc.aio.insecure_channel(address) as channel:
        found = {}
        for name, whom in challengers.items():
            bot = HandBot(channel)
            await bot.hello(token=TOKENS[name], bot=name, challengers=whom)
            found[name] = Player(bot)
        tasks = [asyncio.create_task(player.play()) for player in found.values()]
        try:
            yield found
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


def test_a_challenge_is_played_between_rated_matches_told_as_it_goes_and_counts_nowhere(tmp_path):
    async def test():
        async with ladder_place(tmp_path) as place, players(place.address, ann=(), bob=("ann",)) as found:
            call = await place.ask("ann", "bob", matches=2)
            accepted = await read(call)
            assert (accepted.accepted.matches, accepted.accepted.before) == (2, 0)
            told = []
            while (news := await read(call)) is not None:
                told.append(news)
            assert (await call.code()) is grpc.StatusCode.OK
            ids = [f"parley~challenge-{number:06d}" for number in (1, 2)]
            assert [(each.WhichOneof("news"), getattr(each, each.WhichOneof("news")).match_id) for each in told] == [
                (kind, match_id) for match_id in ids for kind in ("began", "ended")]
            assert [list(each.began.bots) for each in told[::2]] == [["ann", "bob"], ["bob", "ann"]]
            assert [min(each.ended.outcome.ranks) for each in told[1::2]] == [1, 1]
            for player in found.values():
                unrated = [match_id for match_id, is_so in player.unrated.items() if is_so]
                assert unrated == ids
                assert len(player.unrated) > 4, "rated matches come between"
            assert place.books.added
            assert not [match_id for match_id in place.books.added if "challenge" in match_id]
            assert place.ladder._matchmaker._begun == len(found["ann"].unrated) - 2
            assert '"challenger": "ann", "opponents": ["bob"], "matches": 2' in place.log.getvalue()
        record = read_record(tmp_path / f"{ids[0]}.lsr")
        assert replayed(record).ok
        assert record.header.challenger == "ann"
        assert record.header.seed_commitment == commitment(match_seed(bytes(32), ids[0]))
        assert "  challenge   ann asked for this match, which counts in no rating" in header_lines(
            record, DEFAULT_POLICY)

    asyncio.run(test())


def test_requests_that_are_refused_say_why_in_a_line(monkeypatch):
    async def test():
        async with ladder_place(options=("rounds",)) as place, players(place.address, ann=(), bob=("cy",)):
            assert await place.refused("wrong", "bob") == ("UNAUTHENTICATED", "this token is not known here")
            assert (await place.refused("", "bob"))[0] == "UNAUTHENTICATED"
            assert await place.refused("ann", "bob") == ("PERMISSION_DENIED", "bob takes no challenges of ann")
            assert await place.refused("ann", "cy") == ("NOT_FOUND", "cy is not connected here")
            assert await place.refused("cy", "bob") == (
                "FAILED_PRECONDITION", "cy is not connected; start it, because it plays the challenge")
            assert (await place.refused("ann", "ann"))[0] == "INVALID_ARGUMENT"
            assert (await place.refused("ann", "x" * 2000)) == ("INVALID_ARGUMENT", "no bot has so long a name")
            assert await place.refused("ann", "bob", speed="2") == (
                "INVALID_ARGUMENT", "challenges of this ladder may set rounds, and not 'speed'")
            assert "cannot be" in (await place.refused("ann", "bob", rounds="many"))[1]
            garbage = place.call(b"\xff\xff")
            assert await read(garbage) is None
            assert (await garbage.code()) is grpc.StatusCode.INVALID_ARGUMENT
            monkeypatch.setattr(challenge_calls, "TOKEN_BURST", 1)
            codes = [(await place.refused("dan", "bob"))[0] for _ in range(2)]
            assert codes == ["FAILED_PRECONDITION", "RESOURCE_EXHAUSTED"]
        async with ladder_place(share=0.0) as place, players(place.address, ann=(), bob=("*",)):
            assert await place.refused("ann", "bob") == ("FAILED_PRECONDITION", "this ladder has no challenges")

    asyncio.run(test())


def test_all_callers_together_are_limited_before_a_token_is_looked_at(monkeypatch):
    monkeypatch.setattr(challenge_calls, "BURST", 3)
    monkeypatch.setattr(challenge_calls, "RATE", 1e-9)

    async def test():
        async with ladder_place() as place:
            codes = [(await place.refused(f"wrong {number}", "bob"))[0] for number in range(4)]
            assert codes == ["UNAUTHENTICATED"] * 3 + ["RESOURCE_EXHAUSTED"]

    asyncio.run(test())


def test_hello_names_tokens_or_everybody():
    async def test():
        async with ladder_place() as place, bots(place.address, 3) as found:
            for bot, challengers in zip(found, (["an n"], ["*", ""], [f"bot{number}" for number in range(65)]),
                                        strict=True):
                with pytest.raises(grpc.aio.AioRpcError) as error:
                    await bot.hello(token=TOKENS["ann"], challengers=challengers)
                assert error.value.code() is grpc.StatusCode.INVALID_ARGUMENT
                assert "Hello.challengers must be up to 64 names" in error.value.details()

    asyncio.run(test())


def test_a_match_of_a_challenge_has_the_options_that_the_ladder_lets_it_set(tmp_path):
    name, value = next((option.name, next(each for each in option.values if each != option.default))
                       for option in PARLEY.options)

    async def test():
        async with ladder_place(tmp_path, options=(name,)) as place, players(place.address, ann=(), bob=("*",)):
            call = await place.ask("ann", "bob", **{name: str(value).lower()})
            while await read(call) is not None:
                pass
            assert (await call.code()) is grpc.StatusCode.OK
        options = {option.name: option.value for option in
                   read_record(tmp_path / "parley~challenge-000001.lsr").header.setup.options}
        assert options[name] == str(value).lower()

    asyncio.run(test())


def test_a_void_match_of_a_challenge_is_told_and_not_played_again(tmp_path):
    async def test():
        async with ladder_place(tmp_path, most_matches=1) as place, bots(
                place.address, 1, token=TOKENS["bob"], challengers=["*"]) as [bob], bots(
                place.address, 1, token=TOKENS["ann"]) as [ann]:
            await asyncio.gather(*(bot.next("match_started") for bot in (ann, bob)))
            call = await place.ask("ann", "bob", matches=1)
            await read(call)
            await asyncio.gather(ann.play(), bob.play())
            began = (await read(call)).began.match_id
            place.server.queue.void("a test")
            ended = (await read(call)).ended
            assert (ended.match_id, ended.void_reason, ended.HasField("outcome")) == (began, "a test", False)
            assert await read(call) is None
            assert place.server.lines("match is played again") == []

    asyncio.run(test())


def test_a_challenge_that_is_under_way_when_the_referee_ends_goes_on_unrated_and_uncounted(tmp_path):
    async def test():
        async with ladder_place(tmp_path) as place, bots(
                place.address, 1, token=TOKENS["bob"], challengers=["ann"]) as [bob], bots(
                place.address, 1, token=TOKENS["ann"]) as [ann]:
            await asyncio.gather(*(bot.next("match_started") for bot in (ann, bob)))
            call = await place.ask("ann", "bob", matches=2)
            await read(call)
            await asyncio.gather(ann.play(), bob.play())
            match_id = (await read(call)).began.match_id
            await asyncio.gather(*(bot.next("match_started") for bot in (ann, bob)))
        assert (tmp_path / f"{match_id}.lsr.part").exists()
        async with ladder_place(tmp_path) as place, players(place.address, ann=(), bob=("ann",)) as found:
            while match_id not in found["ann"].over:  # noqa: ASYNC110 - it can only be looked at
                await asyncio.sleep(0.01)
            assert found["ann"].unrated[match_id]
            call = await place.ask("ann", "bob")
            while (news := await read(call)) is not None:
                last = news
            assert last.ended.match_id == "parley~challenge-000002"
            assert not [added for added in place.books.added if "challenge" in added]
        assert read_record(tmp_path / f"{match_id}.lsr").header.challenger == "ann"

    asyncio.run(test())


def test_who_hangs_up_takes_back_what_has_not_begun():
    async def test():
        async with ladder_place(share=0.5) as place, players(place.address, ann=(), bob=("ann",)) as found:
            call = await place.ask("ann", "bob", matches=10)
            while (await read(call)).WhichOneof("news") != "ended":
                pass
            call.cancel()
            while place.ladder.challenges._open:  # noqa: ASYNC110 - it can only be looked at
                await asyncio.sleep(0.01)
            begun = sum(found["bob"].unrated.values())
            over = len(found["bob"].over)
            while len(found["bob"].over) < over + 9:  # noqa: ASYNC110 - likewise
                await asyncio.sleep(0.01)
            assert sum(found["bob"].unrated.values()) <= begun + 1, "one may have run"

    asyncio.run(test())


def test_a_challenge_whose_opponent_has_gone_ends_with_a_line(monkeypatch):
    monkeypatch.setattr(challenge_calls, "LOOK_EVERY", 0.05)
    monkeypatch.setattr(challenge_calls, "GONE_FOR", 0.1)

    async def test():
        async with ladder_place() as place, bots(place.address, 1, token=TOKENS["ann"]):
            async with bots(place.address, 1, token=TOKENS["bob"], challengers=["*"]):
                place.ladder._probation.put_out("bob", "a test")
                assert await place.refused("ann", "bob") == (
                    "FAILED_PRECONDITION", "bob plays no challenges now: quarantined: a test")
                place.ladder._probation.reinstate("bob")
                place.ladder.ledger_failed(long=True)  # so that none begins
                call = await place.ask("ann", "bob")
                assert (await read(call)).HasField("accepted")
            assert await read(call) is None
            assert (await call.code()) is grpc.StatusCode.NOT_FOUND
            assert await call.details() == "bob is gone, or takes no challenges any more"

    asyncio.run(test())


def test_a_record_of_a_challenge_counts_nowhere_even_if_somebody_tries(tmp_path):
    async def test():
        async with ladder_place(tmp_path) as place, players(place.address, ann=(), bob=("*",)):
            call = await place.ask("ann", "bob")
            while await read(call) is not None:
                pass
            while not place.books.added:  # noqa: ASYNC110 - it can only be looked at
                await asyncio.sleep(0.01)
            return place.books.added[0]

    def result(match_id):
        path = tmp_path / f"{match_id}.lsr"
        seats = tuple(seat.identity for seat in read_record(path).header.seats)
        agreed = MatchAgreement(PARLEY, SETUP, Clock(None), DEFAULT_POLICY, commitment(match_seed(bytes(32), match_id)))
        return played_of(path, ScheduledMatch(match_id, match_id, 1, seats), agreed)[0]

    rated = asyncio.run(test())
    assert sorted(result(rated).seats) == ["ann", "bob"]
    with pytest.raises(RecordError, match="the challenger is 'ann', should be ''"):
        result("parley~challenge-000001")


def test_a_bot_that_fails_in_challenges_is_not_quarantined_for_it(monkeypatch):
    monkeypatch.setattr(probation, "MOST_BROKEN", 1)

    async def test():
        policy = parse_policy({"illegal": "void"})
        async with ladder_place(policy=policy, share=0.5) as place, bots(
                place.address, 1, token=TOKENS["ann"]) as [ann], players(place.address, bob=("ann",)) as found:
            call = await place.ask("ann", "bob")
            await read(call)
            while not found["bob"].unrated.get(ann.match_id):
                message = await ann.read()
                if message.HasField("decision_request"):
                    await ann.answer(message.decision_request, *message.decision_request.default_picks)
            news = await read(call)
            while not news.ended.void_reason:
                message = await ann.read()
                if message.HasField("decision_request") and message.decision_request.match_id == news.began.match_id:
                    await ann.answer(message.decision_request, 99)
                if message.HasField("match_over"):
                    news = await read(call)
            assert states(place.ladder)["ann"] != "quarantined"
            while states(place.ladder)["ann"] != "quarantined":
                message = await ann.read()
                if message.HasField("decision_request"):
                    await ann.answer(message.decision_request, 99)

    asyncio.run(test())
