"""A match that a program plays step by step is the match that bots play: the same questions, texts and digests."""

from __future__ import annotations

import pytest

from lawspeaker_bot.bot import Bot
from lawspeaker_bot.decision import AnswerOrigin
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.event_loop import Stop
from lawspeaker_referee.host.in_process import InProcessRunner
from lawspeaker_referee.host.local_bots import LocalBot
from lawspeaker_referee.host.stepped_match import SteppedMatch
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.writer import RecordWriter
from lawspeaker_referee.version import RELEASE
from tests.games.parley import PARLEY

SEED = bytes([5]) * 32


class Last(Bot):
    """Takes the last options, and keeps what it is asked."""

    text = True

    def __init__(self):
        self.asked, self.told = [], []

    def started(self, match):
        self.told.append((match.seat, match.text))

    def decide(self, decision):
        self.asked.append((decision.seat, decision.prompt, str(decision.text), decision.default))
        return last(decision)


def last(decision):
    return list(range(decision.option_count - decision.least, decision.option_count))


def begun(game, players, options=None):
    setup = make_setup(game, players, options)
    return Match(game, setup, "stepped", SEED, Clock(None), engine_version=RELEASE, started_unix_ms=0)


@pytest.mark.parametrize(("game", "options"), [
    *((game, {}) for game in GAMES.values()), (PARLEY, {}), (GAMES["northgard"], {"automa": 1}),
], ids=[*GAMES, "parley", "automa"])
def test_a_program_is_asked_and_told_what_bots_are(game, options, tmp_path):
    players = game.players[0]
    bot, match = Last(), begun(game, players, options)
    end = InProcessRunner(match, [LocalBot(bot)] * len(match.manned), None, lambda _: None, Stop()).play()

    record = RecordWriter(tmp_path / "stepped.lsr")
    stepped, asked = SteppedMatch(begun(game, players, options), record), []
    while (decision := stepped.decision) is not None:
        asked.append((decision.seat, decision.prompt, str(decision.text), decision.default))
        assert stepped.of_seat(decision.seat) is decision
        stepped.answer(decision, last(decision))
    assert asked == bot.asked
    assert [(seat, each.text) for seat, each in stepped.seats.items()] == bot.told
    assert stepped.ended.outcome == end.outcome
    found = read_record(tmp_path / "stepped.lsr").footer
    # Digests begin with the header, which names the players.
    assert found.digest == stepped.ended.footer.digest


def test_a_stand_in_is_recorded_as_one_and_half_of_them_lose_the_match(tmp_path):
    record = RecordWriter(tmp_path / "stepped.lsr")
    stepped = SteppedMatch(begun(PARLEY, 3), record, {0: "silent"})
    while (decision := stepped.decision) is not None:
        if decision.seat == 0:
            stepped.stand_in(decision, "it said nothing")
        else:
            stepped.answer(decision, decision.default)
    found = read_record(tmp_path / "stepped.lsr")
    origins = {(act.seat, timing.origin) for step in found.iter_steps()
               for act, timing in zip(step.acts, step.timing, strict=False)}
    assert origins == {(0, AnswerOrigin.UNPARSABLE), (1, 0), (2, 0)}
    assert found.header.seats[0].bot == "silent"
    assert list(found.footer.stood_in) == [0]
    assert found.footer.outcome.ranks[0] == 3


def test_an_answer_that_the_match_refuses_is_an_error():
    stepped = SteppedMatch(begun(PARLEY, 3))
    decision = stepped.decision
    with pytest.raises(ValueError, match="option"):
        stepped.answer(decision, [decision.option_count])
    assert stepped.of_seat(decision.seat) is decision
