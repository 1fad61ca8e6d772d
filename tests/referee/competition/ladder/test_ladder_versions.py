"""Versions on a ladder: each is an entrant with a rating of its own, and a bot all the same."""

from __future__ import annotations

import asyncio
import io

import grpc.aio
import pytest

from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.competition.ladder import probation
from lawspeaker_referee.competition.ladder.ladder import Ladder
from lawspeaker_referee.competition.ladder.restoring import terms_of
from lawspeaker_referee.competition.ladder.results import Job, verify
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.entrants import REFUSE
from lawspeaker_referee.host.queue_config import QueueConfig
from lawspeaker_referee.logs import make_log
from tests.games.parley import PARLEY
from tests.referee.competition.ladder.ladder_bots import EMPTY, TOKENS, Books, played, states, verified
from tests.referee.server.live_server import HandBot, bots, queue_server


def made(**settings) -> Ladder:
    ladder = Ladder("parley", 2, make_log(io.StringIO()), **settings)
    ladder.keep(Books())
    return ladder


def come(place, name: str, version: str, **more):
    return bots(place.address, 1, token=TOKENS[name], version=version, **more)


def test_another_version_of_a_bot_has_a_row_of_its_own_and_results_are_those_of_the_version_that_played(tmp_path):
    async def test() -> None:
        now = 0.0
        ladder = made(rest=60.0, clock=lambda: now)  # or the same two would play again before the other one comes
        async with queue_server(tmp_path, matchmaking=ladder, tokens=TOKENS) as place, come(place, "bob", "") as [bob]:
            async with come(place, "ann", "1.0") as [ann]:
                await asyncio.gather(ann.play(), bob.play())
            await place.queue.idle.wait()
            while len(place.server.play.streams) > 1:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.01)
            now = 60.0
            ladder.counted(played("parley-000001", ("ann@1.0", "bob")))
            async with come(place, "ann", "2.0 beta"):
                await bob.next("match_started")
                assert states(ladder) == {"ann@1.0": "away", "ann@2.0%20beta": "playing", "bob": "playing"}
        config = QueueConfig(PARLEY, make_setup(PARLEY, 2), Clock(None), tmp_path, bytes(32), "parley")
        found = verify(Job("", "parley", terms_of(config).as_dict(), tmp_path, bytes(32)), "parley-000001")
        assert set(found.played.seats) == {"ann@1.0", "bob"}

    asyncio.run(test())


def test_two_versions_of_one_token_never_meet():
    async def test() -> None:
        ladder = made()
        async with queue_server(matchmaking=ladder, tokens=TOKENS) as place, come(place, "ann", "1") as [one], \
                come(place, "ann", "2") as [two]:
            await asyncio.sleep(0)
            assert ladder.standings(EMPTY).playing == 0
            async with come(place, "bob", "", max_matches=2):
                ids = {(await ann.next("match_started")).match_id for ann in (one, two)}
            assert len(ids) == 2

    asyncio.run(test())


def test_a_ladder_may_refuse_another_version_in_a_line_that_names_the_one_it_knows():
    async def test() -> None:
        ladder = made(versions=REFUSE)
        ladder.counted(played("parley-000001", ("ann@1", "bob")))
        async with queue_server(matchmaking=ladder, tokens=TOKENS) as place, come(place, "ann", "1"), \
                grpc.aio.insecure_channel(place.address) as channel:
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await HandBot(channel).hello(token=TOKENS["ann"], version="2")
            assert refused.value.code() is grpc.StatusCode.FAILED_PRECONDITION
            assert str(refused.value.details()).startswith("this ladder knows ann@1, and ann@2 is another version")

    asyncio.run(test())


def test_a_bot_does_not_leave_its_quarantine_by_another_version():
    async def test() -> None:
        ladder = made()
        for number in range(probation.MOST_BROKEN):
            match_id = f"parley-{number:06}"
            ladder.verified(match_id, verified(match_id, "ann@1", seats=("ann@1", "bob")))
        async with queue_server(matchmaking=ladder, tokens=TOKENS) as place, come(place, "ann", "2"), \
                come(place, "bob", ""):
            await asyncio.sleep(0)
            assert states(ladder) == {"ann@2": "quarantined", "bob": "waiting"}

    asyncio.run(test())
