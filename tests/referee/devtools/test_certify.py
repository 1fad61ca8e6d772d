"""Bots on trial: good ones pass everything, and each that does one thing wrong fails where that belongs."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from lawspeaker.v1.referee_service_pb2 import Answer, DecisionRequest
from lawspeaker_engine.games import GAMES
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.devtools.certify import connection_trials
from lawspeaker_referee.devtools.certify.certificate import NAMES, TRIALS, Certificate, TrialResult, examine
from lawspeaker_referee.devtools.certify.driver import Conditions
from lawspeaker_referee.devtools.certify.findings import ADVICE
from lawspeaker_referee.devtools.certify.positions import positions
from lawspeaker_referee.devtools.certify.recorder import Transcript
from tests.games.parley import PARLEY
from tests.referee.host.script_bots import spec
from tests.sample_sizes import first_quick

PATIENCE = 60.0
"""Seconds after which a test that waits has failed."""


def tried(bot: SeatSpec, *only: str, **conditions: Any) -> Certificate:
    """Return what comes of these trials, in the tests' game."""
    told = Conditions(bot, **{"games": (PARLEY,), "patience": 2.0, "sandbox": Sandbox(grace=0.5)} | conditions)

    async def judged() -> Certificate:
        async with asyncio.timeout(PATIENCE):
            return await examine(told, only, lambda _: None)

    return asyncio.run(judged())


def only_verdict(certificate: Certificate) -> TrialResult:
    (verdict,) = certificate.verdicts
    return verdict


# --- good bots ---


@pytest.mark.slow
def test_a_good_bot_passes_every_trial():
    done = tried(SeatSpec.parse("random"), patience=30.0, sandbox=Sandbox())
    assert [(each.trial.name, each.result) for each in done.verdicts] == [(name, "passed") for name in NAMES]
    assert done.passed
    words = {each.trial.name: each.words for each in done.verdicts}
    assert words["prompts"] == "parley: 3 of 3"
    assert words["several"] == "4 matches at once"
    assert words["reconnect"] == "it came back 5 times and answered alike"
    assert words["twice"] == "plays the same in another process, with the same dice"
    assert done.bot is not None
    assert (done.bot.info.name, done.bot.max_matches) == ("random", 64)


SDK = """
import os, random, signal, subprocess, sys, time
from lawspeaker_bot import Bot, run
class Mine(Bot):
    name = "mine"
    def decide(self, decision):
        return decision.default
"""


def test_a_bot_that_plays_one_match_at_a_time_is_not_asked_for_several(tmp_path):
    verdict = only_verdict(tried(spec(tmp_path, SDK + "run(Mine())"), "several"))
    assert (verdict.result, verdict.words) == (
        "left out", "it plays one match at a time: Hello.max_matches is 0 or 1")


STANDS_IN = SDK.replace("        return decision.default", """\
        from lawspeaker_bot import AnswerOrigin
        if (decision.decision_id // 2 + 1) % EVERY == 0:
            decision.origin = AnswerOrigin.PROVIDER_FAILURE
        return decision.default""")


@pytest.mark.parametrize(("every", "result", "words"), first_quick(1, [
    ("1", "failed", "parley: 0 of 4 answers are its own; stand-ins: provider failure 4; with so many its seat is lost"),
    ("2", "passed", "parley: 2 of 4 answers are its own; stand-ins: provider failure 2"),
    ("99", "passed", "parley: 4 of 4 answers are its own"),
]))
def test_a_bot_is_told_how_many_of_its_answers_are_its_own(tmp_path, every, result, words):
    verdict = only_verdict(tried(spec(tmp_path, STANDS_IN.replace("EVERY", every) + "run(Mine())"), "own"))
    assert (verdict.result, verdict.words) == (result, words)
    assert verdict.finding == ("stand-ins" if result == "failed" else "")


@pytest.mark.slow
def test_a_bot_with_a_will_of_its_own_is_told_so_and_passes(tmp_path):
    text = SDK.replace("decision.default", "random.SystemRandom().sample(range(decision.option_count), decision.least)")
    verdict = only_verdict(tried(spec(tmp_path, text + "run(Mine())"), "twice", games=(GAMES["northgard"],)))
    assert verdict.result == "passed"
    assert verdict.words.startswith("plays differently in another process, with the same dice: from its decision ")


# --- the hostile cast ---


@pytest.mark.parametrize(("name", "trial", "kind", "words"), first_quick(1, [
    ("never-answers", "match", "late", "no answer to round.bid (decision 1 of certify-match-1) within 2s"),
    ("late", "match", "late", "no answer to round.bid (decision 1 of certify-match-1) within 2s"),
    ("twice", "silence", "answered-twice", "this decision was answered already; it was to round.bid (decision "),
    ("old-decision", "silence", "answered-twice", "this decision was answered already; it was to round.bid (decision "),
    ("other-seat", "silence", "not-asked", "this decision was never asked of you; it was to decision 2 of "),
    ("other-match", "silence", "unknown-match", "you play no such match, or not any more; it was to decision 1 of "),
    ("out-of-range", "match", "illegal", "its answer was refused: round.bid has options 0 to 2, not 3"),
    ("duplicates", "match", "illegal", "its answer was refused: round.bid takes 1 pick, not 2"),
    ("wrong-count", "match", "illegal", "its answer was refused: round.bid takes 1 pick, not 2"),
    ("garbage", "match", "malformed", "its answer was refused: this is no PlayRequest with an Answer in it"),
    ("echo", "match", "malformed", "its answer was refused: this is no PlayRequest with an Answer in it"),
    ("too-long", "match", "oversized", "it was sent away: a message of 102432 bytes; 65536 are allowed"),
    ("huge", "match", "oversized", "it was sent away: a message of 104857"),
    ("floods", "match", "flooding", "it was sent away: more than 50 messages a second that answer nothing"),
    ("hello-again", "match", "hello-again", "it was sent away: Hello comes once, first on the stream"),
    ("says-nothing", "connect", "no-hello", "it was not let in: Hello did not come within 2 seconds"),
    ("wrong-token", "connect", "wrong-token", "it was not let in: this token is not known here"),
    ("twins", "connect", "second-stream", "it was not let in: this token's seat is taken"),
    ("hangs-up", "match", "hung-up", "it ended its stream before the referee had said goodbye"),
    ("says-no-more", "match", "hung-up", "it ended its stream before the referee had said goodbye"),
    ("comes-and-goes", "match", "hung-up", "it ended its stream before the referee had said goodbye"),
    ("exits", "match", "ended", "at round.bid (decision 1 of certify-match-1): exit code 3"),
    ("raises", "match", "ended", "; it printed: ZeroDivisionError: a bug \\x1b"),
    ("kills-itself", "match", "ended", "at round.bid (decision 1 of certify-match-1): killed by SIGKILL"),
    ("forks", "match", "hung-up", "its process ended with exit code 0"),
]))
def test_who_does_one_thing_wrong_fails_where_that_belongs(name, trial, kind, words):
    # On a busy machine it may take long until a bot has done what is wrong; only what never comes is not waited for.
    patience = 2.0 if kind in {"late", "no-hello"} else 30.0
    verdict = only_verdict(tried(SeatSpec.parse(f"hostile:{name}"), trial, patience=patience))
    assert (verdict.result, verdict.finding) == ("failed", kind), verdict.words
    assert words in verdict.words


@pytest.mark.slow
def test_what_a_failed_trial_has_told_already_is_left_out():
    done = tried(SeatSpec.parse("hostile:wrong-token"), "connect", "match", "goodbye")
    assert [(each.result, each.words) for each in done.verdicts][1:] == [
        ("left out", "it failed connect; mend that first")] * 2
    assert not done.passed


@pytest.mark.slow
def test_a_bot_that_dies_in_match_and_so_in_goodbye_is_told_so_once_with_what_it_printed():
    done = tried(SeatSpec.parse("hostile:raises"), "match", "goodbye")
    assert [(each.result, each.finding) for each in done.verdicts] == [("failed", "ended"), ("left out", "")]
    died, same = done.verdicts
    assert died.output.end[-2].startswith("ZeroDivisionError: a bug \\x1b]0;")
    assert died.output.end[-1] == "the bot failed at round.bid, decision 1 of certify-match-1, seat 0"
    assert (same.words, same.output.end) == ("it failed match; mend that first", [])


@pytest.mark.slow
def test_a_bot_that_fails_in_goodbye_in_another_way_than_in_match_is_told_both(tmp_path, monkeypatch):
    monkeypatch.setattr(connection_trials, "END_WITHIN", 1.0)
    text = SDK.replace("return", "time.sleep(4)\n        return")
    done = tried(spec(tmp_path, text + "run(Mine())\ntime.sleep(60)"), "match", "goodbye")
    assert [each.finding for each in done.verdicts] == ["late", "no-exit"]


# --- those that go wrong when something goes wrong ---

RAW = """
import asyncio, os, sys, time
from lawspeaker.v1.referee_service_pb2 import Answer, Hello, PlayRequest
from lawspeaker_referee.hostile.raw import Hostile, Line, Returning, answer, other_picks
def play(bot):
    asyncio.run(bot.play(os.environ["LAWSPEAKER_ADDRESS"], os.environ["LAWSPEAKER_TOKEN"]))
"""
CHANGES_ITS_MIND = RAW + """
class Mine(Returning):
    name = "mine"
    def decide(self, request):
        again = self.asked.count(self.asked[-1]) > 1
        return [answer(request, other_picks(request) if again else request.default_picks)]
    def over(self):
        self.asked.clear()
        self.finished = False
        return ()
play(Mine())
"""
SULKS = RAW + """
class Mine(Hostile):
    name = "mine"
play(Mine())
"""
PROTESTS = RAW + """
class Mine(Hostile):
    name = "mine"
    def hear(self, message):
        if message.HasField("decision_request"):
            self.last = message.decision_request
        if message.HasField("answer_rejected"):
            return [answer(self.last, self.last.default_picks)]
        return super().hear(message)
play(Mine())
"""
KNOWS_ALL = RAW + """
class Mine(Hostile):
    name = "mine"
    def hear(self, message):
        if message.WhichOneof("message") is None:
            sys.exit("what is this?")
        return super().hear(message)
play(Mine())
"""
SAYS_HELLO = RAW + """
async def main():
    import grpc.aio
    async with grpc.aio.insecure_channel(os.environ["LAWSPEAKER_ADDRESS"]) as channel:
        line = Line(channel)
        await line.write(PlayRequest({}).SerializeToString())
        await line.read()
asyncio.run(main())
"""
TRIPS = SDK.replace("return", "if decision.prompt == 'round.order': raise KeyError('order')\n        return")


@pytest.mark.parametrize(("trial", "kind", "words", "text"), first_quick(3, [
    ("connect", "no-start", "its process ended before it had joined: exit code 7", "raise SystemExit(7)"),
    ("connect", "no-dial", "nobody dialled within 1s", "import time; time.sleep(60)"),
    ("connect", "no-hello", "the first message must be Hello", SAYS_HELLO.format("answer=Answer()")),
    ("connect", "protocol", "this referee speaks protocol 1, not 2",
     SAYS_HELLO.format("hello=Hello(protocol=2, bot='b', token=os.environ['LAWSPEAKER_TOKEN'])")),
    ("connect", "bad-hello", "Hello.bot must be printable text",
     SAYS_HELLO.format("hello=Hello(protocol=1, token=os.environ['LAWSPEAKER_TOKEN'])")),
    ("prompts", "ended", "it printed: KeyError: 'order'", TRIPS + "run(Mine())"),
    ("clock", "late", "no answer to round.bid (decision 1 of certify-clock-1) within 50ms",
     SDK.replace("return", "time.sleep(5)\n        return") + "run(Mine())"),
    ("refusals", "no-second-answer", "no answer to round.bid (decision 1 of certify-refusals-1) within 2s", SULKS),
    ("refusals", "answers-on", "after it was told that its seat is out of the match", PROTESTS),
    ("unknown", "unknown", "the last that it printed: what is this?", KNOWS_ALL),
    ("reconnect", "changed-answer", ", and when it was asked again with [", CHANGES_ITS_MIND),
    ("reconnect", "not-back", "its process ended when the connection was lost: exit code 1",
     SDK + "run(Mine(), reconnect_within=0)"),
    ("restart", "not-back", "its process ended when the connection was lost: exit code 1",
     SDK + "run(Mine(), reconnect_within=0)"),
    ("goodbye", "no-exit", "its process still runs 1 s after Goodbye with DONE", SDK + "run(Mine())\ntime.sleep(60)"),
    ("goodbye", "exit-code", "after Goodbye with DONE it ended with exit code 4", SDK + "run(Mine())\nsys.exit(4)"),
    ("goodbye", "children", "it ended after Goodbye with DONE, and processes that it had started ran on",
     SDK + "subprocess.Popen(['sleep', '60'])\nrun(Mine())"),
    ("goodbye", "ignores-sigterm", "0.5 s after SIGTERM, in the middle of a match, it had to be killed",
     SDK + "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nrun(Mine())"),
]))
def test_each_mistake_is_found_by_its_trial_and_explained(tmp_path, monkeypatch, trial, kind, words, text):
    if kind in {"no-exit", "ignores-sigterm"}:  # the others need all the time that a busy machine takes
        monkeypatch.setattr(connection_trials, "END_WITHIN", 1.0)
    within = 1.0 if kind == "no-dial" else 30.0
    done = tried(spec(tmp_path, text), trial, join_within=within, clock=Clock(0.05))
    verdict = only_verdict(done)
    assert (verdict.result, verdict.finding) == ("failed", kind), verdict.words
    assert words in verdict.words


def test_a_game_that_there_is_not_is_named_with_the_one_that_was_meant(tmp_path):
    text = SDK.replace('name = "mine"', 'games = ("northgrad",)') + "run(Mine())"
    verdict = only_verdict(tried(spec(tmp_path, text), "connect", games=()))
    assert verdict.words == "Hello.games has 'northgrad', and there is no such game (did you mean 'northgard'?)"
    assert verdict.finding == "games"


# --- what trials are made of ---


@pytest.mark.slow
def test_every_prompt_of_clansmen_and_most_of_northgard_are_reached():
    assert len(positions(GAMES["clansmen"])) == 36
    northgard = {each.prompt for each in positions(GAMES["northgard"])}
    assert len(northgard) > 30
    assert {"setup.clan", "turn.action", "combat.food", "harvest.trade", "automa.enter"} <= northgard


def test_positions_are_the_same_whenever_they_are_looked_for():
    assert positions(PARLEY) == positions(PARLEY)
    assert [each.prompt for each in positions(PARLEY)] == ["round.bid", "round.steal", "round.order"]


@pytest.mark.parametrize(("ordered", "first", "second", "contradicts"), [
    (False, [0, 1], [1, 0], False),
    (True, [0, 1], [1, 0], True),
    (False, [0], [1], True),
    (False, [2], [2], False),
])
def test_an_answer_contradicts_another_one_only_if_it_says_something_else(ordered, first, second, contradicts):
    transcript, request = Transcript(), DecisionRequest(match_id="m", decision_id=3, prompt="p", ordered=ordered)
    transcript.asks(request, 1.0)
    assert transcript.answers(Answer(match_id="m", decision_id=3, picks=first), 1.5) == ""
    transcript.asks(request, 2.0)
    assert bool(transcript.answers(Answer(match_id="m", decision_id=3, picks=second), 2.5)) is contradicts
    assert transcript.decisions["m", 3].think == 0.5


def test_a_bot_that_dies_is_at_every_decision_that_waits_for_it_in_matches_that_go_on():
    transcript = Transcript()
    assert transcript.open(set()) == "before anything was asked"
    for number, match_id in enumerate(["gone", "m", *"abcde"], 1):
        transcript.asks(DecisionRequest(match_id=match_id, decision_id=number, prompt="p"), float(number))
    transcript.answers(Answer(match_id="m", decision_id=2, picks=[0]), 8.0)
    assert transcript.open({"gone", *"bcde"}) == "at p (decision 3 of a)"
    assert transcript.open({"gone"}) == ("at p (decision 3 of a) or p (decision 4 of b) or p (decision 5 of c) or "
                                         "p (decision 6 of d) and 1 more")
    assert transcript.open({"gone", *"abcde"}) == "after p (decision 7 of e)"


def test_after_a_refusal_another_answer_is_no_contradiction():
    transcript, request = Transcript(), DecisionRequest(match_id="m", decision_id=3, prompt="p")
    transcript.asks(request, 1.0)
    transcript.answers(Answer(match_id="m", decision_id=3, picks=[0]), 1.5)
    transcript.refuses("m", 3)
    transcript.asks(request, 2.0)
    assert transcript.answers(Answer(match_id="m", decision_id=3, picks=[1]), 2.5) == ""


def test_the_page_names_every_trial_and_every_piece_of_advice():
    page = (Path(__file__).parents[3] / "docs" / "certify.md").read_text(encoding="utf-8")
    assert [name for name in NAMES if f"`{name}`" not in page] == []
    assert [trial.asks for trial in TRIALS if trial.asks not in page] == []
    assert [kind for kind, advice in ADVICE.items() if f"| `{kind}` |" not in page or advice not in page] == []
