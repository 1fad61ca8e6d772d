"""The hostile cast as processes that the referee starts: those that end in the middle of a match, and some others."""

from __future__ import annotations

import sys
from pathlib import Path
from uuid import uuid4

import pytest

from lawspeaker.v1.match_pb2 import Act
from lawspeaker.v1.record_pb2 import Timing
from lawspeaker_engine.model import BadSetup
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.bot_specs import HOSTILE_MODULE, SeatSpec
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.fault_policies import fault_name
from lawspeaker_referee.host.single_match import MatchResult, play_match
from lawspeaker_referee.hostile import CAST
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from tests.games.parley import PARLEY
from tests.referee.host.script_bots import running_with
from tests.referee.match.match_driver import PLAYED_ON

QUICK, SLOW = Clock(0.2, bank=1.0), Clock(30.0)
ROUNDS = 3
VILLAIN = 0
PROCESS_SEED = 3
"""With it the first seat is asked everything that there is, if it answers with defaults."""


def processes(
    folder: Path, villain: str | SeatSpec, clock: Clock = SLOW,
) -> tuple[MatchResult, list[tuple[Act, Timing]]]:
    """A match of two as processes, checked against the same one with a bot of plain defaults; the villain's acts."""
    spec = SeatSpec.parse(villain) if isinstance(villain, str) else villain
    near, far = (play_match(
        PARLEY, make_setup(PARLEY, 2, {"rounds": ROUNDS}), [seat, SeatSpec.parse("random")],
        seed=bytes([PROCESS_SEED]) * 32, match_id="parley", clock=time, record_path=folder / f"{name}.lsr",
        in_process=time is None, policy=PLAYED_ON,
    ) for seat, name, time in ((SeatSpec.parse("greedy"), "plain", None), (spec, "villain", clock)))
    record = read_record(folder / "villain.lsr")
    assert verify(record).ok
    assert far.digest == near.digest
    assert far.faults[1] == {}
    return far, [(act, timing) for step in record.steps for act, timing in zip(step.acts, step.timing, strict=False)
                 if act.seat == VILLAIN]


@pytest.mark.slow
@pytest.mark.parametrize("when", ["round.bid", "round.steal", "round.order", "4"])
@pytest.mark.parametrize(("name", "evidence"), [
    ("exits", "exit code 3"), ("raises", "exit code 1"), ("kills-itself", "killed by SIGKILL"),
])
def test_a_process_that_ends_at_any_kind_of_question_has_crashed_from_there_on(tmp_path, name, evidence, when):
    result, acts = processes(tmp_path, f"hostile:{name}@{when}")
    own = [act for act, _ in acts if not act.fault]
    crashed = [(act, timing) for act, timing in acts if act.fault]
    assert [act for act, _ in acts] == own + [act for act, _ in crashed], "once it was gone, it was gone"
    assert len(own) == 3 if when.isdigit() else when not in {act.prompt for act in own}
    assert crashed[0][0].prompt == when or when.isdigit()
    assert result.faults[VILLAIN] == {"crashed": len(crashed)}
    assert {timing.evidence for _, timing in crashed} == {evidence}
    assert result.endings[VILLAIN].evidence == evidence
    assert all(timing.think_us < 15_000_000 for _, timing in crashed), "nobody waited until its time was up"


@pytest.mark.slow
def test_what_a_crash_prints_is_kept_and_does_nothing_to_a_terminal(tmp_path):
    processes(tmp_path, "hostile:raises")
    printed = (tmp_path / "villain.lsr.seat0.stderr").read_text()
    assert "ZeroDivisionError: a bug " in printed
    assert "\x1b" not in printed and "\x07" not in printed


@pytest.mark.slow
@pytest.mark.parametrize("when", ["1", "round.order"])
def test_children_that_hold_the_stream_of_a_bot_that_exits_end_with_it(tmp_path, when):
    word = uuid4().hex
    command = (sys.executable, "-X", word, "-m", HOSTILE_MODULE, f"forks@{when}")
    result, acts = processes(tmp_path, SeatSpec("hostile:forks", "", command))
    assert running_with(word) == []
    assert set(result.faults[VILLAIN]) == {fault_name(fault) for fault in CAST["forks"].faults}
    assert {timing.evidence for act, timing in acts if act.fault} == {"exit code 0"}
    assert all(timing.think_us < 15_000_000 for _, timing in acts), "nobody waited until its time was up"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "fault", "clock"), [
    ("out-of-range", {"illegal"}, SLOW), ("echo", set(), SLOW), ("comes-and-goes", set(), SLOW), ("twins", set(), SLOW),
    ("hangs-up", {"network", "disconnected"}, QUICK),
])
def test_others_of_the_cast_as_processes_of_the_referees_own(tmp_path, name, fault, clock):
    result, acts = processes(tmp_path, f"hostile:{name}", clock)
    assert set(result.faults[VILLAIN]) <= fault
    assert bool(result.faults[VILLAIN]) == bool(fault)
    assert len(acts) > 3


# --- how they are called ---


def test_a_hostile_bot_is_seated_by_its_name_alone_or_with_the_time_of_its_end():
    for name in CAST:
        assert SeatSpec.parse(f"hostile:{name}").command == (sys.executable, "-m", HOSTILE_MODULE, name)
    assert SeatSpec.parse("hostile:exits@3").command[-1] == "exits@3"
    assert SeatSpec.parse("hostile:twice").built_in == "", "it cannot play in the referee's process"


@pytest.mark.parametrize(("text", "words"), [
    ("hostile:fluds", r"^no hostile bot 'fluds' \(did you mean 'floods'\?\); there are never-answers, late, .*forks$"),
    ("hostile:", "^no hostile bot ''; there are "),
    ("hostile:twice@3", "^'twice@3': only bots whose process ends take a time, such as exits@3 or exits@combat.food$"),
    ("hostile:exits@", "^'exits@': only bots whose process ends take a time"),
])
def test_a_hostile_bot_that_there_is_not_is_refused_with_what_there_is(text, words):
    with pytest.raises(BadSetup, match=words):
        SeatSpec.parse(text)


def test_every_one_of_the_cast_says_in_a_line_what_it_does_and_has_a_test_of_its_own():
    files = [Path(__file__).parents[1] / name for name in ("server/test_hostile.py", "host/test_hostile_processes.py")]
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    for name, kind in CAST.items():
        assert kind.__doc__ is not None and "\n" not in kind.__doc__ and kind.__doc__.endswith(".")
        assert f'"{name}' in text or f":{name}" in text
