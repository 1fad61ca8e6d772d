import asyncio
import threading

import pytest

from tests.clients.fickle_bot import Awaiting, Fickle, Quick, cut_stream, end_quietly, finish, kill_server
from tests.clients.scripted_referee import Killed, play


@pytest.mark.parametrize("lose", [cut_stream, kill_server, end_quietly])
@pytest.mark.parametrize("kind", [Fickle, Quick, Awaiting])
def test_an_answer_that_may_be_lost_is_sent_again_as_it_was_without_asking_the_bot(kind, lose):
    hellos, answers = [], []

    async def first(table):
        hellos.append(await table.hello())
        await table.start()
        await table.ask(1)
        answers.append(await table.answer())
        await lose(table)

    async def second(table):
        hellos.append(await table.hello())
        await table.start()
        await table.ask(1, time_left_ms=700, last_charged_us=5)
        answers.append(await table.answer())
        await table.ask(2)
        assert list((await table.answer()).picks) == [2]
        await finish(table)

    bot = kind()
    play(bot, first, second, token="secret")
    assert hellos[0] == hellos[1]
    assert answers[0] == answers[1]
    assert (list(answers[1].picks), answers[1].annotation) == ([1], "take 2")
    assert bot.seen == ["started m", "decide 1", "resumed m", "decide 2", "over m"]
    assert bot.matches[0] is bot.matches[1]


def test_a_server_that_dies_and_comes_back_on_its_port_again_and_again_is_found_every_time():
    def stream(number):
        async def script(table):
            await table.hello()
            await table.start()
            await table.ask(number)
            assert list((await table.answer()).picks) == [number % 4]
            raise Killed
        return script

    async def last(table):
        await table.hello()
        await table.start()
        await finish(table)

    bot = Fickle()
    play(bot, *map(stream, range(1, 6)), last, tcp=True)
    assert bot.seen.count("started m") == 1 and bot.seen.count("resumed m") == 5


@pytest.mark.parametrize("coroutine", [False, True])
def test_a_decision_that_is_being_thought_about_goes_on_and_is_answered_on_the_new_stream(coroutine):
    class Thinker(Fickle):
        """Thinks until it was asked again."""

        def __init__(self):
            super().__init__()
            self.go = threading.Event()
            self.left = None

        def decide(self, decision):
            assert self.go.wait(10)
            self.left = self.left or (decision.time_left, decision.bank_left)
            return super().decide(decision)

    class ThinkerCoroutine(Thinker):
        async def decide(self, decision):
            return await asyncio.to_thread(super().decide, decision)

    bot = ThinkerCoroutine() if coroutine else Thinker()

    async def first(table):
        await table.hello()
        await table.start()
        await table.ask(1, time_left_ms=1000, bank_left_ms=0)
        raise Killed

    async def second(table):
        await table.hello()
        await table.start()
        await table.ask(1, time_left_ms=90_000, bank_left_ms=60_000)
        await asyncio.sleep(0.05)
        bot.go.set()
        answer = await table.answer()
        assert (answer.decision_id, list(answer.picks)) == (1, [1])
        await table.ask(2)
        assert (await table.answer()).decision_id == 2, "nothing is answered twice on one stream"
        await finish(table)

    play(bot, first, second)
    assert bot.seen == ["started m", "decide 1", "resumed m", "decide 2", "over m"]
    assert 60 < bot.left[0] <= 90 and bot.left[1] == 60


def test_a_thought_that_ends_while_the_connection_is_lost_is_kept_for_the_new_stream():
    class Held(Fickle):
        thought = threading.Event()

        def decide(self, decision):
            self.thought.wait(10)
            return super().decide(decision)

    bot = Held()

    async def first(table):
        await table.hello()
        await table.start()
        await table.ask(1)
        await table.cut()

    async def second(table):
        await table.context.read()
        bot.thought.set()
        await asyncio.sleep(0.05)
        await table.cut("UNAVAILABLE", "not yet")

    async def third(table):
        await table.hello()
        await table.start()
        await table.ask(1)
        assert list((await table.answer()).picks) == [1]
        await finish(table)

    play(bot, first, second, third)
    assert bot.seen == ["started m", "decide 1", "resumed m", "over m"]


def test_a_newer_decision_supersedes_one_that_is_being_thought_about():
    class Slow(Fickle):
        go = threading.Event()

        def decide(self, decision):
            assert self.go.wait(10)
            return super().decide(decision)

    bot = Slow()

    async def first(table):
        await table.hello()
        await table.start()
        await table.ask(1)
        await table.cut()

    async def second(table):
        await table.hello()
        await table.start()
        await table.ask(2)
        await asyncio.sleep(0.05)
        bot.go.set()
        answer = await table.answer()
        assert answer.decision_id == 2, "the first one has its default by now"
        await finish(table)

    play(bot, first, second)
    assert bot.seen == ["started m", "decide 1", "resumed m", "decide 2", "over m"]


def test_the_default_that_stood_in_for_a_refused_answer_is_what_is_sent_again():
    async def first(table):
        await table.hello()
        await table.start()
        await table.ask(1)
        await table.answer()
        await table.reject(1, "OUT_OF_RANGE")
        assert list((await table.answer()).picks) == [3]
        await table.cut()

    async def second(table):
        await table.hello()
        await table.start()
        await table.ask(1)
        assert list((await table.answer()).picks) == [3]
        await finish(table)

    bot = Fickle()
    play(bot, first, second)
    assert bot.seen.count("decide 1") == 1


@pytest.mark.parametrize("fields", [{"option_count": 3}, {"prompt": "test.other"}, {"default_picks": [2]}, {"most": 2}])
def test_another_question_under_the_same_id_is_put_to_the_bot(fields):
    async def first(table):
        await table.hello()
        await table.start()
        await table.ask(1)
        assert list((await table.answer()).picks) == [1]
        await table.cut()

    async def second(table):
        await table.hello()
        await table.start()
        await table.ask(1, **fields)
        assert list((await table.answer()).picks) == [2]
        await finish(table)

    play(Fickle(), first, second)


def test_an_answer_that_hung_half_written_when_the_stream_broke_is_sent_again():
    class Wordy(Fickle):
        def decide(self, decision):
            picks = super().decide(decision)
            decision.annotation = "x" * 900_000  # more than a peer takes that does not read
            return picks

    async def first(table):
        await table.hello()
        await table.start()
        await table.ask(1)
        await asyncio.sleep(0.05)
        raise Killed

    async def second(table):
        await table.hello()
        await table.start()
        await table.ask(1)
        assert list((await table.answer()).picks) == [1]
        await finish(table)

    bot = Wordy()
    play(bot, first, second)
    assert bot.seen == ["started m", "decide 1", "resumed m", "over m"]


def test_what_a_bot_raises_while_the_connection_is_lost_comes_out_at_once():
    class Buggy(Fickle):
        def decide(self, decision):
            self.go.wait(10)
            raise ZeroDivisionError("my own mistake")

    bot = Buggy()
    bot.go = threading.Event()

    async def first(table):
        await table.hello()
        await table.start()
        await table.ask(1)
        await table.cut()

    async def silent(table):
        await table.context.read()
        bot.go.set()
        await asyncio.Event().wait()

    with pytest.raises(ZeroDivisionError, match="my own mistake"):
        play(bot, first, silent)
