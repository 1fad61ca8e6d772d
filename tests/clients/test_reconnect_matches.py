import asyncio
import signal
import subprocess
import sys
import textwrap
import threading

import pytest

from lawspeaker_bot import ConnectionLost, Refused
from tests.clients.fickle_bot import Fickle, finish
from tests.clients.scripted_referee import Servicer, play, serve


def test_another_match_under_the_same_name_begins_afresh():
    async def first(table):
        await table.hello()
        await table.start(seed_commitment=b"one")
        await table.ask(1)
        await table.answer()
        await table.cut()

    async def second(table):
        await table.hello()
        await table.start(seed_commitment=b"two")
        await table.ask(1)
        assert list((await table.answer()).picks) == [2]
        await finish(table)

    bot = Fickle()
    play(bot, first, second)
    assert bot.seen == ["started m", "decide 1", "over m lost", "started m", "decide 1", "over m"]


def test_a_match_that_does_not_come_back_in_time_is_told_as_lost():
    class Two(Fickle):
        max_matches = 3

        def over(self, result):
            super().over(result)
            if result.lost:
                self.result = result
                self.told.set()

    bot = Two()
    bot.told = threading.Event()

    async def first(table):
        await table.hello()
        await table.start("m")
        await table.start("gone")
        await table.cut()

    async def second(table):
        await table.hello()
        await table.start("m")
        assert await asyncio.to_thread(bot.told.wait, 10)
        await table.ask(1, "m")
        await table.answer()
        await finish(table)

    play(bot, first, second, within=0.5)
    assert [each for each in bot.seen if each.startswith("over")] == ["over gone lost", "over m"]
    assert bot.result.lost == "the connection was lost, and the match did not come back within 0.5 s"
    assert (bot.result.rank, bot.result.ranks, bot.result.void_reason) == (None, (), "")


def test_a_match_that_ended_meanwhile_is_told_as_lost_before_the_next_one_begins():
    async def first(table):
        await table.hello()
        await table.start("old")
        await table.cut()

    async def second(table):
        await table.hello()
        await table.start("new")
        await table.over("new")
        await table.goodbye()

    bot = Fickle()
    play(bot, first, second)
    assert bot.seen == ["started old", "over old lost", "started new", "over new"]


def test_a_match_that_ended_meanwhile_has_its_result_if_the_referee_tells_it_later():
    async def first(table):
        await table.hello()
        await table.start("old")
        await table.cut()

    async def second(table):
        await table.hello()
        await table.over("old", ranks=(2, 1))
        await table.start("new")
        await table.over("new")
        await table.goodbye()

    bot = Fickle()
    play(bot, first, second)
    assert bot.seen == ["started old", "over old", "started new", "over new"]


def test_matches_that_a_draining_referee_had_not_taken_up_yet_are_waited_for_too():
    async def first(table):
        await table.hello()
        await table.start()
        await table.cut()

    async def drain(table):
        await table.hello()
        await table.goodbye("DRAINING", "back soon")

    async def resume(table):
        await table.hello()
        await table.start()
        await finish(table)

    bot = Fickle()
    play(bot, first, drain, resume)
    assert bot.seen == ["started m", "resumed m", "over m"]


def test_a_goodbye_while_matches_are_unfinished_is_only_for_a_while_if_the_referee_drains():
    async def drain(table):
        await table.hello()
        await table.start()
        await table.goodbye("DRAINING", "back soon")

    async def resume(table):
        await table.hello()
        await table.start()
        await finish(table)

    bot = Fickle()
    play(bot, drain, resume)
    assert bot.seen == ["started m", "resumed m", "over m"]


def test_a_goodbye_is_for_good_if_nothing_is_unfinished():
    async def script(table):
        await table.hello()
        await table.start()
        await table.over()
        await table.goodbye("DRAINING")

    play(Fickle(), script, within=10)


def test_after_a_goodbye_it_does_not_matter_how_the_stream_ends():
    async def script(table):
        await table.hello()
        await table.goodbye()
        await table.cut("INTERNAL", "an answer crossed the goodbye")

    play(Fickle(), script, within=10)


def test_one_line_tells_of_the_loss_and_one_of_the_return(caplog):
    async def first(table):
        await table.hello()
        await table.cut("UNAVAILABLE", "the cable")

    async def full(table):
        await table.context.read()
        await table.cut("RESOURCE_EXHAUSTED", "all 2 places are taken")

    async def taken(table):
        await table.context.read()
        await table.cut("ALREADY_EXISTS", "this token's seat is taken")

    async def last(table):
        await table.hello()
        await table.goodbye()

    play(Fickle(), first, full, taken, last)
    lost, back = caplog.messages
    assert lost == "the connection to the referee broke (UNAVAILABLE): the cable; trying again for up to 10 s"
    assert back.startswith("connected again after 0.")


@pytest.mark.parametrize("code", ["UNAUTHENTICATED", "FAILED_PRECONDITION", "INVALID_ARGUMENT"])
def test_a_refusal_is_not_tried_again(code):
    async def first(table):
        await table.hello()
        await table.cut()

    async def second(table):
        await table.context.read()
        await table.cut(code, "this token is not known here")

    with pytest.raises(Refused, match="this token is not known here"):
        play(Fickle(), first, second)


@pytest.mark.parametrize("reason", ["PROTOCOL", "REVOKED", "FLOODING", 99])
def test_a_goodbye_that_blames_the_bot_is_not_tried_again(reason):
    async def script(table):
        await table.hello()
        await table.start()
        await table.goodbye(reason, "two hellos")

    with pytest.raises(Refused, match=r"^the referee ended the stream: two hellos$"):
        play(Fickle(), script, within=10)


def test_a_first_connection_that_is_refused_for_want_of_a_place_is_not_tried_again():
    async def script(table):
        await table.context.read()
        await table.cut("RESOURCE_EXHAUSTED", "all 2 places are taken")

    with pytest.raises(Refused, match="all 2 places are taken"):
        play(Fickle(), script, within=10)


def test_a_connection_that_breaks_every_time_is_given_up_with_both_reasons():
    async def script(table):
        await table.hello()
        await table.start()
        await table.ask(1)
        await table.answer()
        await table.cut("INTERNAL", "poisoned")

    async def refuse(table):
        await table.context.read()
        await table.cut("UNAVAILABLE", "the door is shut")

    with pytest.raises(ConnectionLost, match=r"poisoned; it did not come back within 0\.3 s: .*the door is shut$"):
        play(Fickle(), script, *[script] * 5, *[refuse] * 1000, within=0.3)


THINKER = """
    import sys, time
    from lawspeaker_bot import Bot, run

    class Thinker(Bot):
        def decide(self, decision):
            time.sleep(60)

    run(Thinker(), sys.argv[1], connect_within=30)
"""


@pytest.mark.slow
def test_end_to_end_ctrl_c_during_the_back_off_ends_at_once_however_long_the_bot_thinks(tmp_path):
    async def test():
        async def script(table):
            await table.hello()
            await table.start()
            await table.ask(1)
            await asyncio.sleep(0.2)
            await table.cut()

        address = f"unix:{tmp_path}/referee"
        server, _ = await serve(Servicer([script]), address)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", textwrap.dedent(THINKER), address, stderr=subprocess.PIPE)
        try:
            lost = (await process.stderr.readline()).decode()
            assert lost.startswith("lawspeaker_bot: the connection to the referee broke (UNAVAILABLE): cut; trying")
            await server.stop(None)
            await asyncio.sleep(0.1)
            process.send_signal(signal.SIGINT)
            assert await asyncio.wait_for(process.wait(), 5) == 130
            assert not await process.stderr.read()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    asyncio.run(test())
