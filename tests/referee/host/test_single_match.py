"""One match with real bot processes, and the same one in this process."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from lawspeaker_engine.model import BadSetup
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.fault_policies import DEFAULT_POLICY, Policy
from lawspeaker_referee.host import single_match
from lawspeaker_referee.host.process.bot import BotFailed
from lawspeaker_referee.host.single_match import MatchFailed, MatchResult, play_match
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from tests.games.parley import PARLEY
from tests.referee.host.script_bots import running_with
from tests.referee.match.match_driver import PLAYED_ON
from tests.sample_sizes import first_quick

RANDOM = SeatSpec.parse("random")


def played(tmp_path: Path, specs: list[SeatSpec], *, in_process: bool, move_time: float | None = 5.0,
           seed: int = 7, clock: Clock | None = None, policy: Policy = DEFAULT_POLICY,
           **options: int) -> MatchResult:
    return play_match(
        PARLEY, make_setup(PARLEY, len(specs), options), specs, seed=bytes([seed]) * 32, match_id=f"parley-{seed}",
        move_time=move_time, clock=clock, record_path=tmp_path / f"{in_process}.lsr", in_process=in_process,
        policy=policy,
    )


def script(tmp_path: Path, text: str) -> SeatSpec:
    """A bot of a few lines."""
    path = tmp_path / f"bot{len(list(tmp_path.glob('bot*')))}.py"
    path.write_text(text)
    return SeatSpec.parse(f"cmd:{sys.executable} {path}")


@pytest.mark.slow
def test_the_same_seed_and_bots_give_the_same_digest_in_this_process_and_over_grpc(tmp_path):
    specs = [RANDOM, SeatSpec.parse("greedy"), RANDOM, RANDOM]
    near, far = played(tmp_path, specs, in_process=True), played(tmp_path, specs, in_process=False)
    assert (near.digest, near.ranks, near.scores, near.steps) == (far.digest, far.ranks, far.scores, far.steps)
    assert near.faults == far.faults == ({}, {}, {}, {})
    for result in (near, far):
        assert result.record is not None
        record = read_record(result.record)
        assert verify(record).digest == result.digest
        assert [seat.bot for seat in record.header.seats] == ["random", "greedy", "random", "random"]
    near_steps = [[act.SerializeToString() for act in step.acts] for step in read_record(tmp_path / "True.lsr").steps]
    far_steps = [[act.SerializeToString() for act in step.acts] for step in read_record(tmp_path / "False.lsr").steps]
    assert near_steps == far_steps


def test_another_seed_gives_another_match(tmp_path):
    one = played(tmp_path, [RANDOM, RANDOM], in_process=True)
    other = played(tmp_path, [RANDOM, RANDOM], in_process=True, seed=8)
    assert one.digest != other.digest


@pytest.mark.slow
def test_a_bot_that_dies_in_the_middle_is_played_for_by_its_defaults(tmp_path):
    dies = script(tmp_path, "import os\nfrom lawspeaker_bot import Bot, run\n"
                            "class Dies(Bot):\n    def decide(self, decision):\n        os._exit(7)\nrun(Dies())\n")
    result = played(tmp_path, [RANDOM, dies], in_process=False, policy=PLAYED_ON)
    assert result.faults[0] == {}
    assert result.faults[1]["crashed"] >= 2
    assert result.endings[1].evidence == "exit code 7"
    assert verify(read_record(result.record)).ok  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_bot_that_is_too_slow_is_played_for_and_goes_on(tmp_path):
    # It answers its first decision only when the second one is there, so its time is up however slow the machine is.
    slow = script(tmp_path, "import threading\nfrom lawspeaker_bot import Bot, run\n"
                            "from lawspeaker_bot.seat import Seat\n"
                            "asked, take = [], Seat.take\nmore = threading.Event()\n"
                            "def noticed(seat, message, stream):\n"
                            "    take(seat, message, stream)\n"
                            "    if message.HasField('decision_request'):\n"
                            "        asked.append(message.decision_request.decision_id)\n"
                            "        if len(set(asked)) > 1: more.set()\n"
                            "Seat.take = noticed\n"
                            "class Slow(Bot):\n    def decide(self, decision):\n"
                            "        more.wait()\n"
                            "        return decision.default\nrun(Slow())\n")
    result = played(tmp_path, [RANDOM, slow], in_process=False, move_time=2.0, rounds=3)
    assert result.faults[0] == {}
    own = [act.fault for step in read_record(result.record).steps for act in step.acts if act.seat == 1]  # type: ignore[arg-type]
    assert 1 <= result.faults[1]["timeout"] < len(own)
    assert own[-1] == 0


@pytest.mark.slow
def test_a_bot_that_answers_nonsense_is_told_so_and_the_game_goes_on(tmp_path):
    odd = script(tmp_path, "from lawspeaker_bot import Bot, run\n"
                           "class Odd(Bot):\n    def decide(self, decision):\n        return [999]\nrun(Odd())\n")
    result = played(tmp_path, [RANDOM, odd], in_process=False)
    record = read_record(result.record)  # type: ignore[arg-type]
    refusals = [timing.rejections for step in record.steps for act, timing in zip(step.acts, step.timing, strict=False)
                if act.seat == 1]
    assert refusals and set(refusals) == {1}
    assert result.faults == ({}, {})


@pytest.mark.parametrize(("text", "words"), first_quick(1, [
    ("raise SystemExit(3)", r"the bot on seat 1 \(cmd:.*\) ended with exit code 3 before it joined"),
    ("", r"the bot on seat 1 \(cmd:.*\) ended with exit code 0 before it joined"),
]))
def test_a_bot_that_ends_before_it_joined_is_named_and_nothing_is_left_behind(tmp_path, text, words):
    spec = script(tmp_path, text)
    with pytest.raises(BotFailed, match=words):
        played(tmp_path / "records", [RANDOM, spec], in_process=False)
    left = {each.name: each.read_text() for each in (tmp_path / "records").iterdir()}
    assert all("this bot may go" in text or "token" in text for text in left.values()), left  # seat 0 came too late
    assert {name.removeprefix("False.lsr.") for name in left} <= {"seat0.stderr"}


@pytest.mark.slow
def test_a_bot_that_never_joins_is_named_and_its_process_ended(tmp_path):
    spec = script(tmp_path, "import time\ntime.sleep(60)\n")
    with pytest.raises(BotFailed, match=r"the bot on seat \d \(.*\) did not join within 1s; does it dial"):
        played(tmp_path, [spec, spec], in_process=False, clock=Clock(5.0, connect=1.0))
    assert running_with(spec.command[-1]) == []


@pytest.mark.slow
def test_a_bot_that_cannot_be_started_is_named(tmp_path):
    with pytest.raises(BotFailed, match=r"seat 0 \(cmd:/no/such/bot\) cannot be started: No such file or directory"):
        played(tmp_path, [SeatSpec.parse("cmd:/no/such/bot"), RANDOM], in_process=False)


@pytest.mark.parametrize(("text", "words"), [
    ("randm", r"no bot 'randm' \(did you mean 'random'\?\); give random, greedy, search or 'cmd:COMMAND LINE'"),
    ("", "no bot ''; give random"),
    ("./eager.py", r"no bot './eager.py' \(did you mean 'cmd:python eager.py'\?\); give random, greedy, search or"),
    ("eager.py --fast", r"did you mean 'cmd:python eager.py --fast'\?"), ("a/b.jar", "'cmd:java -jar a/b.jar'"),
    ("/bin/sh", "did you mean 'cmd:/bin/sh'"), ("sh -c true", "did you mean 'cmd:sh -c true'"),
    ("sh", "no bot 'sh'; give"), ("a 'b", 'no bot "a \'b"; give'),
    ("cmd:", "bot 'cmd:' has no command"),
    ("cmd:python 'x", "is no command line: No closing quotation"),
])
def test_an_unknown_bot_is_refused_with_what_would_be_right(text, words, monkeypatch):
    # where this Python is, it has the name that is given first: Debian has python3 alone
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(BadSetup, match=words):
        SeatSpec.parse(text)


def test_processes_cannot_play_in_process(tmp_path):
    with pytest.raises(BadSetup, match="bot 'cmd:x' is a process, so it cannot play in-process"):
        played(tmp_path, [RANDOM, SeatSpec.parse("cmd:x")], in_process=True)


def test_a_bot_a_seat_and_no_more(tmp_path):
    with pytest.raises(BadSetup, match="3 bots for 2 seats"):
        play_match(PARLEY, make_setup(PARLEY, 2), [RANDOM] * 3, seed=bytes(32), match_id="m", move_time=None,
                   in_process=True)


def test_progress_is_told_in_words(tmp_path, monkeypatch):
    monkeypatch.setattr(single_match, "STEPS_A_REPORT", 1)
    said: list[str] = []
    play_match(PARLEY, make_setup(PARLEY, 2), [RANDOM] * 2, seed=bytes(32), match_id="m", move_time=None,
               in_process=True, progress=said.append)
    assert said[0] == "3 steps, 2 decisions", "two deals and a roll need no bot"
    assert len(said) > 5


@pytest.mark.parametrize("in_process", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_where_the_rules_fail_is_told_to_who_plays_the_match(tmp_path, monkeypatch, capfd, in_process):
    def broken(*_: object) -> None:
        raise KeyError("no such herring")

    monkeypatch.setattr(type(PARLEY), "apply", broken)
    line = broken.__code__.co_firstlineno + 1
    with pytest.raises(MatchFailed) as failed:
        played(tmp_path, [RANDOM, RANDOM], in_process=in_process)
    assert str(failed.value) == ("match parley-7 was voided: the referee failed: KeyError: 'no such herring' "
                                 f"({__file__}, line {line})")
    assert "herring" in capfd.readouterr().err, "the log has all of it"
