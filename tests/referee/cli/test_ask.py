"""`lawspeaker ask` and `lawspeaker show --step`: one decision of a record, asked again."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from lawspeaker.v1.referee_service_pb2 import PlayResponse
from lawspeaker_bot.bot import Bot
from lawspeaker_bot.decision import Decision
from lawspeaker_bots import make as make_bot
from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import CHANCE
from lawspeaker_engine.setups import make_setup, manned
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.event_loop import Stop
from lawspeaker_referee.host.in_process import InProcessRunner
from lawspeaker_referee.host.local_bots import LocalBot
from lawspeaker_referee.host.reopened_decision import match_before, seat_at
from lawspeaker_referee.match.events import BotInfo, Joined, ToSeat
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.record.file import Record, read_record
from lawspeaker_referee.record.writer import RecordWriter
from lawspeaker_referee.version import RELEASE
from tests.sample_sizes import first_quick

GOLDEN = Path(__file__).parents[2] / "golden"
SEED = match_seed(bytes(32), "ask")


class Noting(Bot):
    """Plays like greedy, and keeps every request that it got."""

    name, text, positions = "noting", True, True

    def __init__(self) -> None:
        self._greedy = make_bot("greedy")
        self.requests: list[bytes] = []

    def started(self, match) -> None:
        self._greedy.started(match)

    def decide(self, decision: Decision) -> Sequence[int]:
        self.requests.append(decision.message.SerializeToString(deterministic=True))
        picks = self._greedy.decide(decision)
        assert isinstance(picks, Sequence)
        return picks


def played(path: Path, name: str, players: int, **options: int) -> tuple[Record, list[Noting]]:
    """Play a match of noting bots; its record, and the bots by manned seat."""
    game = GAMES[name]
    setup = make_setup(game, players, options)
    match = Match(game, setup, "ask", SEED, Clock(None), engine_version=RELEASE, started_unix_ms=0)
    bots = [Noting() for _ in manned(game, setup)]
    runner = InProcessRunner(match, [LocalBot(bot) for bot in bots], RecordWriter(path), lambda _: None, Stop())
    runner.play()
    assert not runner.endings
    return read_record(path), bots


def request_at(record: Record, step: int, seat: int) -> bytes:
    """Return the request that the seat gets when it is asked for that step again."""
    match = match_before(record, step, seat)
    sends = [send for other in match.manned
             for send in match.handle(Joined(other, BotInfo("", text=True, positions=True)), 0.0)]
    [data] = [send.data for send in sends if isinstance(send, ToSeat) and send.seat == seat and send.decision_id]
    return PlayResponse.FromString(data).decision_request.SerializeToString(deterministic=True)


@pytest.mark.parametrize(("name", "players", "options"), first_quick(1, [
    ("northgard", 2, {"automa": 3}), ("northgard", 2, {}), ("clansmen", 2, {"years": 4}), ("pax_viking", 2, {}),
]))
def test_a_bot_gets_exactly_the_request_that_the_seat_got_then(tmp_path, name, players, options):
    """View, options, events, text and position, to the byte; every 40th decision of each seat."""
    record, bots = played(tmp_path / "game.lsr", name, players, **options)
    asked: dict[int, int] = {}
    compared = 0
    for step, each in enumerate(record.iter_steps(), 1):
        for act in each.acts:
            if act.seat == CHANCE:
                continue
            number = asked[act.seat] = asked.get(act.seat, -1) + 1
            if number % 40 == 1:
                compared += 1
                assert request_at(record, step, act.seat) == bots[act.seat].requests[number], f"step {step}"
    assert compared > 2


def first_step_of(record: Record, seat: int, after: int = 20) -> int:
    """Return a step after so many that asks the seat."""
    return next(number for number, step in enumerate(record.iter_steps(), 1)
                if number > after and step.acts[0].seat == seat)


@pytest.mark.usefixtures("built_in_bots_here")
def test_the_bot_that_played_gives_its_answer_again_and_another_one_is_shown_beside_it(run, tmp_path):
    path = tmp_path / "played.lsr"
    played = run("play", "northgard", "--in-process", "--bot", "greedy", "random", "--seed", 2, "--record", path)
    assert played.code == 0, played.err
    step = first_step_of(read_record(path), 0)
    done = run("ask", path, "--step", step, "--bot", "greedy")
    assert done.code == 0, done.err
    assert done.out.startswith(f"northgard-2, step {step}: seat 0 (greedy) is asked ")
    assert "<- recorded, greedy" in done.out
    assert done.out.endswith("the same answer\n")
    told = run("show", path, "--step", step)
    assert told.code == 0
    assert "You are seat 0" in told.out
    assert "<- taken" in told.out


@pytest.mark.slow
def test_a_bot_that_gives_no_answer_is_told_with_what_it_printed(run, tmp_path):
    path = GOLDEN / "northgard-2.lsr"
    step = first_step_of(read_record(path), 0)
    script = tmp_path / "fails.py"
    script.write_text(
        "from lawspeaker_bot import Bot, run\n"
        "class Fails(Bot):\n"
        "    def decide(self, decision):\n"
        "        raise SystemExit('no idea')\n"
        "run(Fails())\n")
    done = run("ask", path, "--step", step, "--bot", f"cmd:{sys.executable} {script}", "--json")
    assert done.code == 1
    assert "no idea" in done.err
    answer = json.loads(done.out)
    assert (answer["step"], answer["seat"], answer["asked"]["picks"], answer["asked"]["fault"]) == (
        step, 0, None, "crashed")
    assert answer["recorded"]["picks"] == list(seat_at(read_record(path), step, 0)[1].acts[0].picks)


@pytest.mark.parametrize("command", [("show",), ("ask", "--bot", "greedy")])
@pytest.mark.parametrize(("words", "why"), [
    (("--step", 1), "step 1 is drawn by chance; the next decision is step "),
    (("--step", 0), "there is no step 0; the record has steps 1 to "),
    (("--step", 99_999), "there is no step 99999"),
])
def test_a_step_that_asks_nobody_is_said_in_one_line(run, command, words, why):
    done = run(command[0], GOLDEN / "northgard-2.lsr", *command[1:], *words)
    assert done.code == 2
    assert why in done.err
    assert done.err.count("\n") == 1


def test_where_several_seats_are_asked_one_must_be_named(run, record):
    steps = list(enumerate(read_record(record).iter_steps(), 1))
    alone, seat = next((number, step.acts[0].seat) for number, step in steps
                       if len(step.acts) == 1 and step.acts[0].seat != CHANCE)
    done = run("show", record, "--step", alone, "--seat", (seat + 1) % 3)
    assert (done.code, done.out) == (2, "")
    assert f"step {alone} asks seat {seat}, not seat {(seat + 1) % 3}" in done.err
    several = next(number for number, step in steps if len(step.acts) > 1)
    done = run("show", record, "--step", several)
    assert f"step {several} asks the seats 0, 1, 2; name one with --seat" in done.err
    assert run("show", record, "--step", several, "--seat", 1).code == 0
