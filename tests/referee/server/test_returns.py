"""Bots that come back too often, over a real wire: they wait, their clocks run, and nobody else notices."""

from __future__ import annotations

import asyncio

import pytest

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker_engine.games import find_game
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.record.file import read_record
from measure.attack_returns import ReturnsAttack, measure
from tests.referee.match.match_driver import by_decision
from tests.referee.server.live_server import bots, queue_server
from tests.referee.server.test_reconnect import TOKENS, table

ONE_RETURN = Limits(return_rate=0.001, return_burst=1)
NO_CPU = Limits(cpu_share=0.001, cpu_burst=0.001)


@pytest.mark.parametrize(("limits", "returns", "why"), [(ONE_RETURN, 1, "returns"), (NO_CPU, 30, "cpu")])
def test_who_has_used_up_its_budget_is_away_until_its_time_is_up_and_its_rival_plays_on(tmp_path, limits, returns, why):
    async def test():
        async with table(tmp_path, clock=Clock(0.4), options={"rounds": 3}, limits=limits) as found:
            place = found.place
            for _ in range(returns + 1):
                await found.cut("ann")
                await found.come("ann")
                if place.lines("bot slowed"):
                    break
            line, = place.lines("bot slowed")
            assert (line["identity"], line["why"], line["level"]) == ("ann", why, "warning")
            assert place.number("lawspeaker_bots_slowed_total", bot="ann", reason=why) == 1
            over = await found.bot["bob"].play(by_decision)
            await place.queue.complete.wait()
            assert over.HasField("outcome")
        faults = [act.fault for step in read_record(tmp_path / "parley-000001.lsr").steps for act in step.acts
                  if act.seat == 0 and act.fault]
        assert faults
        # On a busy machine its clock may run out while it is there, before it is cut off the next time.
        assert set(faults) <= {
            Fault.FAULT_TIMEOUT, Fault.FAULT_NETWORK, Fault.FAULT_DISCONNECTED, Fault.FAULT_DISQUALIFIED}
        assert not any(act.fault for step in read_record(tmp_path / "parley-000001.lsr").steps for act in step.acts
                       if act.seat == 1)

    asyncio.run(test())


def test_refused_answers_are_charged_and_read_later():
    async def test():
        async with queue_server(tokens=TOKENS, limits=Limits(cpu_share=0.001, cpu_burst=0.001)) as place, bots(
                place.address, 1) as (ann,):
            await ann.hello(token=TOKENS["ann"])
            while not place.number("lawspeaker_bots_slowed_total", bot="ann", reason="refusals"):
                await ann.send(b"")  # until they have cost what the token may: a fixed number may be too cheap
                assert await ann.next("answer_rejected")

    asyncio.run(test())


@pytest.mark.slow
def test_end_to_end_honest_bots_play_on_beside_two_tokens_that_come_back_all_the_time():
    """Without limits one in ten decisions is left, or fewer. Other work on the machine takes from either side at times,
    so there are three rounds, of which the first one that is good is the last.
    """
    attack = ReturnsAttack("", matches=128, streams=4, every=0.05, answers=10)
    rounds = []
    for _ in range(3):
        rounds.append(asyncio.run(measure(find_game("pax_viking"), Limits(matches_a_stream=128), attack, 2.0, 1, 2.0)))
        if rounds[-1]["ratio"] < 3.0:
            break
    assert rounds[-1]["ratio"] < 3.0, rounds
    assert rounds[-1]["with"] > 0
