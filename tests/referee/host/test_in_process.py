"""Bots in the referee's process: what they see, and what is made only if they look at it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from lawspeaker_bot.bot import Bot
from lawspeaker_bot.decision import AnswerOrigin, Decision
from lawspeaker_bot.errors import WrongPicks
from lawspeaker_bot.seat import written_down
from lawspeaker_bots import make as make_bot
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.setups import make_setup, manned
from lawspeaker_referee.codec.game_codec import GameCodec, codec
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.event_loop import Stop
from lawspeaker_referee.host.in_process import InProcessRunner
from lawspeaker_referee.host.local_bots import LocalBot
from lawspeaker_referee.host.local_decision import answer_of
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from lawspeaker_referee.record.writer import RecordWriter
from lawspeaker_referee.version import RELEASE
from tests.games.parley import PARLEY

SEED = bytes([9]) * 32


class Looking(Bot):
    """Plays at random and keeps each decision, after a look at some of its attributes, or another one."""

    def __init__(self, *looks: str, positions: bool = False, look: Callable[[Decision], None] | None = None) -> None:
        self._random, self._looks, self.positions, self._look = make_bot("random"), looks, positions, look
        self.decisions: list[Decision] = []

    def decide(self, decision: Decision) -> Sequence[int]:
        for name in self._looks:
            getattr(decision, name)
        if self._look is not None:
            self._look(decision)
        self.decisions.append(decision)
        picks = self._random.decide(decision)
        assert isinstance(picks, Sequence)
        return picks


def played(bots: Sequence[Bot], game=PARLEY, record: RecordWriter | None = None, *, own_values: bool = False,
           **options: int) -> Match:
    setup = make_setup(game, len(bots), options)
    match = Match(game, setup, "near", SEED, Clock(None), engine_version=RELEASE, started_unix_ms=0)
    assert len(manned(game, setup)) == len(bots)
    runner = InProcessRunner(match, [LocalBot(bot, own_values) for bot in bots], record, lambda _: None, Stop())
    runner.play()
    assert not runner.endings, runner.endings[min(runner.endings)].output.text
    return match


@pytest.mark.parametrize("name", sorted(GAMES))
def test_messages_are_those_that_another_process_would_get(name):
    """A bot that asks for positions gets the messages of the wire; without the position they are the same."""
    game = GAMES[name]
    near, far = Looking("message"), Looking("message", positions=True)
    played([near, far], game)
    other = Looking("message")
    played([Looking("message", positions=True), other], game)
    for one, two in ((near.decisions, None), (other.decisions, far.decisions)):
        assert one
        for mine, theirs in zip(one, two or one, strict=True):
            message = type(theirs.message)()
            message.CopyFrom(theirs.message)
            message.position = b""
            message.last_charged_us = mine.message.last_charged_us
            assert mine.message.SerializeToString(deterministic=True) == message.SerializeToString(deterministic=True)
            assert (mine.default, mine.decision_id, mine.prompt, mine.least, mine.most, mine.ordered,
                    mine.option_count) == (list(message.default_picks), message.decision_id, message.prompt,
                                           message.least, message.most, message.ordered, message.option_count)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_own_values_are_those_of_the_messages(name):
    """They are compared at once, because a view shares lists with the state, which goes on."""
    game = GAMES[name]
    written = codec(game)

    def look(decision: Decision) -> None:
        assert decision.catalogue is game.catalogue
        assert decision.message.view.value == written.view(decision.view)
        assert decision.message.options.value == written.options(decision.options)

    bots = [Looking(look=look), Looking(look=look)]
    played(bots, game, own_values=True)
    assert all(bot.decisions for bot in bots)


@pytest.mark.parametrize("own_values", [False, True])
def test_what_a_bot_does_not_look_at_is_not_made(monkeypatch, own_values):
    made, request = [], GameCodec.request_bytes
    monkeypatch.setattr(GameCodec, "request_bytes", lambda *given, **more: made.append(1) or request(*given, **more))
    bots = [Looking(), Looking("default", "option_count")]
    played(bots, own_values=own_values)
    assert not made
    seen = [Looking("view"), Looking("options")]
    played(seen, own_values=own_values)
    assert len(made) == (0 if own_values else sum(len(bot.decisions) for bot in seen))


def test_a_decision_that_is_over_says_so_to_who_looks_too_late():
    bots = [Looking(), Looking("view")]
    played(bots)
    late, seen = bots[0].decisions[0], bots[1].decisions[0]
    with pytest.raises(RuntimeError, match="decision 1 is over; look at its view, options and events before"):
        late.view  # noqa: B018 - looking is the deed
    assert seen.view.seat == 1


def test_the_record_says_who_was_in_the_process_and_verifies(tmp_path):
    played([Looking(), Looking()], record=RecordWriter(tmp_path / "near.lsr"))
    record = read_record(tmp_path / "near.lsr")
    assert [seat.in_process for seat in record.header.seats] == [True, True]
    assert verify(record).digest == record.footer.digest


@pytest.mark.parametrize("said", [{}, {"annotation": "why"}, {"tokens": (3, 4)}, {"tokens": (0, 0)},
                                  {"origin": AnswerOrigin.REFUSAL}, {"resign": True}])
@pytest.mark.parametrize("picks", [[0], (0,), range(1), [99]])
def test_an_answer_is_what_its_message_says(said, picks):
    """Plain answers are taken without a message."""
    bot = Looking()
    played([bot, Looking()])
    decision = bot.decisions[0]
    for name, value in said.items():
        setattr(decision, name, value)
    answer, message = answer_of(1, decision, picks), written_down(decision, picks)
    assert (answer.seat, answer.decision_id, list(answer.picks), answer.annotation, answer.tokens, answer.origin,
            answer.resign) == (1, message.decision_id, list(message.picks), message.annotation,
                               (message.input_tokens, message.output_tokens), message.origin, message.resign)


@pytest.mark.parametrize("picks", [None, 0, [True], ["0"], [0.5], [-1], [None]])
def test_an_answer_that_no_message_can_hold_is_refused(picks):
    bot = Looking()
    played([bot, Looking()])
    with pytest.raises(WrongPicks):
        answer_of(1, bot.decisions[0], picks)
