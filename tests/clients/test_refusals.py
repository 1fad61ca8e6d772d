import pytest

from lawspeaker_bot import Bot
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


@pytest.mark.parametrize("reason", ["WRONG_COUNT", "OUT_OF_RANGE", "DUPLICATE_PICK", "MALFORMED"])
def test_a_refused_answer_is_reported_and_the_default_is_sent_instead(reason):
    async def script(table):
        await table.hello()
        await table.start()
        await table.ask(5)
        await table.answer()
        await table.reject(5, reason)
        answer = await table.answer()
        assert (answer.decision_id, list(answer.picks)) == (5, [3])
        await table.goodbye()

    bot = First()
    play(bot, script)
    assert f"rejected {reason}" in bot.seen


def test_an_answer_that_came_too_late_is_reported_and_not_repeated():
    async def script(table):
        await table.hello()
        await table.start()
        await table.ask(1)
        await table.answer()
        await table.reject(1, "STALE")
        await table.ask(2)
        assert (await table.answer()).decision_id == 2
        await table.goodbye()

    bot = First()
    play(bot, script)
    assert bot.seen[1:] == ["decide 1", "rejected STALE", "decide 2"]


@pytest.mark.parametrize("reason", ["DISQUALIFIED", "UNKNOWN_DECISION", "UNKNOWN_MATCH", 99])
def test_a_refusal_that_leaves_nothing_open_is_reported_and_answered_with_nothing(reason):
    async def script(table):
        await table.hello()
        await table.start()
        await table.ask(1)
        await table.answer()
        await table.reject(1, reason)
        await table.ask(2)
        assert (await table.answer()).decision_id == 2
        await table.over()
        await table.goodbye()

    bot = First()
    play(bot, script)
    assert bot.seen[1:] == ["decide 1", f"rejected {reason}", "decide 2", "over, rank 1"]


def test_a_disqualification_is_logged_in_one_line(caplog):
    async def script(table):
        await table.hello()
        await table.start()
        await table.reject(7, "DISQUALIFIED")
        await table.over()
        await table.goodbye()

    play(Bot(), script)
    assert caplog.messages == ["m: out of the match: that was wrong"]


def test_what_is_refused_is_logged_in_one_line_with_match_and_prompt(caplog):
    class Plain(Bot):
        def decide(self, _decision):
            return [9]

    async def script(table):
        await table.hello()
        await table.start()
        await table.ask(5, prompt="combat.food")
        await table.answer()
        await table.reject(5, "OUT_OF_RANGE")
        await table.answer()
        await table.goodbye()

    play(Plain(), script)
    assert caplog.messages == ["m, combat.food: answer refused: that was wrong"]
