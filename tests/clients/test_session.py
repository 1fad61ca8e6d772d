import asyncio
import threading

import grpc
import pytest

from lawspeaker.v1.match_pb2 import AnswerOrigin as Wire
from lawspeaker_bot import AnswerOrigin, Bot, ConnectionLost, Refused, WrongBot, WrongPicks
from tests.clients.scripted_referee import play


class First(Bot):
    name = "first"
    version = "7"
    games = ("test",)

    def __init__(self):
        self.seen = []

    def started(self, match):
        self.seen.append(f"started {match.match_id} seat {match.seat} of {match.players}")

    def decide(self, decision):
        self.seen.append(f"decide {decision.decision_id}")
        decision.annotation = "because"
        return [0]

    def over(self, result):
        self.seen.append(f"over, rank {result.rank}")

    def rejected(self, rejection):
        self.seen.append(f"rejected {rejection.reason}")


def test_a_bot_introduces_itself_plays_a_match_and_leaves_after_goodbye():
    heard = []

    async def script(table):
        heard.append(await table.hello())
        await table.start(seat=1)
        await table.ask(1)
        heard.append(await table.answer())
        await table.over(ranks=(1, 2))
        await table.goodbye()

    bot = First()
    play(bot, script, token="secret")
    hello, answer = heard
    assert (hello.protocol, hello.token, hello.bot, hello.version) == (1, "secret", "first", "7")
    assert (list(hello.games), hello.max_matches, hello.sdk[:7]) == (["test"], 1, "python/")
    assert (answer.match_id, answer.decision_id, list(answer.picks), answer.annotation) == ("m", 1, [0], "because")
    assert bot.seen == ["started m seat 1 of 2", "decide 1", "over, rank 2"]


def test_every_method_may_be_a_coroutine():
    class Awaiting(First):
        async def started(self, match):
            await asyncio.sleep(0)
            self.seen.append("started")

        async def decide(self, decision):
            await asyncio.sleep(0)
            return [2]

        async def over(self, result):
            await asyncio.sleep(0)
            self.seen.append("over")

    async def script(table):
        await table.hello()
        await table.start()
        await table.ask()
        assert list((await table.answer()).picks) == [2]
        await table.over()
        await table.goodbye()

    bot = Awaiting()
    play(bot, script)
    assert bot.seen == ["started", "over"]


@pytest.mark.parametrize("coroutine", [False, True])
def test_a_slow_decision_does_not_hold_up_another_match(coroutine):
    class Slow(Bot):
        """Match `slow` is not answered before match `quick` was."""

        max_matches = 2

        def __init__(self):
            self.answered = threading.Event()

        def decide(self, decision):
            if decision.match_id == "slow":
                assert self.answered.wait(10)
            return [1]

    class SlowCoroutine(Slow):
        async def decide(self, decision):
            if decision.match_id == "slow":
                await asyncio.to_thread(self.answered.wait, 10)
            return [1]

    bot = SlowCoroutine() if coroutine else Slow()
    order = []

    async def script(table):
        await table.hello()
        await table.start("slow")
        await table.start("quick")
        await table.ask(1, "slow")
        await table.ask(1, "quick")
        order.append((await table.answer()).match_id)
        bot.answered.set()
        order.append((await table.answer()).match_id)
        await table.over("slow")
        await table.over("quick")
        await table.goodbye()

    play(bot, script)
    assert order == ["quick", "slow"]


def test_a_decision_that_is_over_before_the_bot_saw_it_is_not_decided():
    class Held(First):
        """Lets nothing through until all messages have come."""

        max_matches = 2

        def __init__(self):
            super().__init__()
            self.go = threading.Event()

        def started(self, match):
            if match.match_id == "m":
                assert self.go.wait(10)

        def decide(self, decision):
            if decision.match_id == "other":
                self.go.set()
            return super().decide(decision)

    async def script(table):
        await table.hello()
        await table.start("m")
        await table.ask(1, "m")
        await table.ask(2, "m")
        await table.start("other")
        await table.ask(7, "other")
        assert (await table.answer()).decision_id == 7
        assert (await table.answer()).decision_id == 2
        await table.goodbye()

    bot = Held()
    play(bot, script)
    assert bot.seen == ["decide 7", "decide 2"]


@pytest.mark.parametrize("picks", [None, "ab", [-1], [0.5], 3, [True], [None]])
def test_picks_that_are_no_list_of_indices_are_named_in_the_error(picks):
    class Odd(Bot):
        def decide(self, _decision):
            return picks

    async def script(table):
        await table.hello()
        await table.start()
        await table.ask(prompt="combat.food")
        await table.answer()

    with pytest.raises(WrongPicks, match=r"combat\.food, decision 1 of m; it must return a list of .*, each 0 to 3"):
        play(Odd(), script)


def test_what_a_bot_raises_comes_out_as_it_is():
    class Buggy(Bot):
        def decide(self, _decision):
            raise ZeroDivisionError("my own mistake")

    async def script(table):
        await table.hello()
        await table.start()
        await table.ask()
        await table.answer()

    with pytest.raises(ZeroDivisionError, match="my own mistake"):
        play(Buggy(), script)


def test_a_wrong_token_is_one_clear_line():
    async def script(table):
        await table.context.read()
        await table.context.abort(grpc.StatusCode.UNAUTHENTICATED, "the token is unknown")

    with pytest.raises(Refused, match=r"^the referee refused the bot: the token is unknown$"):
        play(First(), script)


def test_a_stream_that_ends_without_goodbye_is_a_lost_connection():
    async def script(table):
        await table.hello()
        await table.start()

    with pytest.raises(ConnectionLost, match="without a goodbye"):
        play(First(), script)


def test_a_goodbye_for_broken_protocol_is_an_error_with_the_referees_words():
    async def script(table):
        await table.hello()
        await table.goodbye("PROTOCOL", "two hellos")

    with pytest.raises(Refused, match="two hellos"):
        play(First(), script)


def test_messages_of_an_unknown_match_are_ignored():
    async def script(table):
        await table.hello()
        await table.ask(1, "nobody's")
        await table.start()
        await table.ask(4)
        assert (await table.answer()).decision_id == 4
        await table.goodbye("DRAINING")

    play(First(), script)


@pytest.mark.parametrize(("attribute", "value", "message"), [
    ("name", 5, "the bot's name is 5; it must be text"),
    ("version", None, "the bot's version is None; it must be text"),
    ("games", "test", r"write a tuple of names, \('test',\)"),
    ("challengers", "ann", r"write a tuple of names, \('ann',\)"),
])
def test_what_a_bot_says_of_itself_is_checked_before_it_is_sent(attribute, value, message):
    async def script(table):
        await table.hello()

    bot = First()
    setattr(bot, attribute, value)
    with pytest.raises(WrongBot, match=message):
        play(bot, script)


def answer_of(decide):
    """The answer that a bot sends to one decision."""
    heard = []

    class Said(First):
        def decide(self, decision):
            return decide(decision)

    async def script(table):
        await table.hello()
        await table.start()
        await table.ask(1)
        heard.append(await table.answer())
        await table.goodbye()

    play(Said(), script)
    return heard[0]


def test_an_answer_says_whose_it_is_and_what_it_cost():
    def decide(decision):
        decision.origin, decision.tokens = AnswerOrigin.REFUSAL, (1200, 34)
        return [0]

    answer = answer_of(decide)
    assert (answer.origin, answer.input_tokens, answer.output_tokens) == (Wire.ANSWER_ORIGIN_REFUSAL, 1200, 34)
    assert answer_of(lambda _: [0]).origin == Wire.ANSWER_ORIGIN_UNSPECIFIED
    assert {each.value for each in AnswerOrigin} == set(Wire.values())


@pytest.mark.parametrize("remark", ["x" * 100_000, "ä" * 100_000, "x" + "ä" * 5000, "\U0001f600" * 20_000])
def test_a_remark_that_no_record_keeps_is_cut_before_it_is_sent(remark):
    def decide(decision):
        decision.annotation = remark
        return [0]

    sent = answer_of(decide).annotation
    assert remark.startswith(sent) and 4096 - 4 < len(sent.encode()) <= 4096


def test_a_bot_resigns_whatever_it_returns():
    def decide(decision):
        decision.resign = True

    answer = answer_of(decide)
    assert answer.resign and not answer.picks


@pytest.mark.parametrize(("field", "value"), [("origin", "refusal"), ("origin", None), ("annotation", 5),
                                              ("annotation", "\ud800"), ("tokens", 3)])
def test_what_is_said_beside_an_answer_must_have_the_right_type(field, value):
    def decide(decision):
        setattr(decision, field, value)
        return [0]

    with pytest.raises(WrongBot, match=rf"the {field} of \S*, decision 1 of m (is|are)"):
        answer_of(decide)
