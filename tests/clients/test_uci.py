"""`lawspeaker-bot uci`: the clock that an engine gets, its moves, and what becomes of one that fails."""

from __future__ import annotations

import asyncio
import os
import select
import shutil
import signal
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from lawspeaker.v1.match_pb2 import ClockSettings
from lawspeaker.v1.referee_service_pb2 import DecisionRequest, MatchStarted
from lawspeaker_bot import Decision, Match
from lawspeaker_bot.__main__ import main

chess = pytest.importorskip("chess.engine").chess
from lawspeaker_bot import uci  # noqa: E402 - it needs the library

ENGINE = str(Path(__file__).with_name("fake_engine.py"))
CHESS960 = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1"


def decision(moves=(), *, left_ms=0, clock=None, start=chess.STARTING_FEN, chess960=False, claim=None) -> Decision:
    """A decision of a match of chess, as the SDK gives it to a bot."""
    board = chess.Board(start, chess960=chess960)
    for move in moves:
        board.push_uci(move)
    started = MatchStarted(match_id="chess-1", clock=clock) if clock is not None else MatchStarted(match_id="chess-1")
    options = [SimpleNamespace(uci=move.uci()) for move in board.legal_moves]
    options += [] if claim is None else [SimpleNamespace(uci=claim, reason="threefold_repetition")]
    made = Decision(DecisionRequest(decision_id=7, option_count=len(options), time_left_ms=left_ms), Match(started))
    made.options = options
    made.view = SimpleNamespace(start=start, moves=tuple(moves), chess960=chess960)
    return made


def answers(kind, *asked, log="", options=None, thinking=None) -> list[str]:
    """The moves that a bot with a fake engine of a kind answers to decisions."""

    async def decide() -> list[str]:
        async with uci.started([sys.executable, ENGINE, kind, str(log)], options or {}) as engine:
            bot = uci.UciBot(engine, thinking or uci.Thinking(margin=0.0))
            picked = []
            for each in asked:
                each.asked_again(each.message)  # its clock begins now
                picked.append((each, await bot.decide(each)))
            return [each.options[pick].uci for each, (pick,) in picked]

    return asyncio.run(decide())


def test_an_engine_plays_and_is_told_the_moves_since_the_start_and_its_options(tmp_path):
    log = tmp_path / "log"
    first, second = decision(left_ms=60_000), decision(["e2e4", "e7e5"], left_ms=60_000)
    assert answers("e2e4,g1f3", first, second, log=log, options={"Hash": "32"}) == ["e2e4", "g1f3"]
    told = log.read_text().splitlines()
    assert "setoption name Hash value 32" in told
    assert [line for line in told if line.startswith("position")] == [
        "position startpos", "position startpos moves e2e4 e7e5"]
    assert told.count("ucinewgame") == 1
    assert not any("ponder" in line.lower() and "true" in line for line in told)


def test_chess960_is_told_with_the_files_of_the_rooks(tmp_path):
    log = tmp_path / "log"
    assert answers("e2e4", decision(start=CHESS960, chess960=True, left_ms=60_000), log=log) == ["e2e4"]
    assert {"setoption name UCI_Chess960 value true", f"position fen {CHESS960}"} <= set(log.read_text().splitlines())


CLOCKS = [
    # the clock, what is left of it, other limits -> least and most of what the engine is told
    (ClockSettings(move_ms=2000), 2000, {}, {"movetime": (1, 2000)}),
    (ClockSettings(move_ms=50), 50, {"margin": 0.02}, {"movetime": (1, 30)}),
    (ClockSettings(move_ms=10), 10, {"margin": 0.02}, {"movetime": (1, 5)}),
    (ClockSettings(move_ms=0, bank_ms=60_000, increment_ms=500), 40_000, {},
     {"wtime": (20_000, 40_000), "btime": (20_000, 40_000), "winc": (500, 500), "binc": (500, 500)}),
    (ClockSettings(move_ms=2000, bank_ms=60_000), 62_000, {}, {"wtime": (31_000, 62_000), "winc": (2000, 2000)}),
    (ClockSettings(move_ms=0, bank_ms=60_000), 40_000, {"move_time": 0.1},
     {"wtime": (20_000, 40_000), "movetime": (100, 100)}),
    (ClockSettings(move_ms=2000), 2000, {"move_time": 9.0, "depth": 5, "nodes": 100},
     {"movetime": (1, 2000), "depth": (5, 5), "nodes": (100, 100)}),
    (ClockSettings(), 0, {"depth": 3}, {"depth": (3, 3)}),
]


@pytest.mark.parametrize(("clock", "left_ms", "limits", "told"), CLOCKS)
def test_the_clock_of_the_decision_is_that_of_the_engine(tmp_path, clock, left_ms, limits, told):
    log = tmp_path / "log"
    answers("e2e4", decision(left_ms=left_ms, clock=clock), log=log, thinking=uci.Thinking(**{"margin": 0.0} | limits))
    [words] = [line.split()[1:] for line in log.read_text().splitlines() if line.startswith("go ")]
    found = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    assert ("movetime" in found) == ("movetime" in told)
    assert ("wtime" in found) == ("wtime" in told)
    for name, (least, most) in told.items():
        assert least <= found[name] <= most, (name, found)


def test_a_match_without_a_clock_needs_a_limit():
    with pytest.raises(uci.EngineFailed, match="give --move-time, --depth or --nodes"):
        answers("e2e4", decision())


def test_a_draw_of_the_position_is_claimed_without_the_engine_and_one_of_a_move_is_not():
    assert answers("silent", decision(claim="")) == [""]
    assert answers("e2e4", decision(claim="g1f3", left_ms=60_000)) == ["e2e4"]


@pytest.mark.parametrize(("kind", "told"), [
    ("crash", "Fake 1 ended at decision 7 of chess-1 with exit code 3, at rnbqkbnr"),
    ("illegal", "Fake 1 did not move at decision 7 of chess-1: .*e2e5"),
    ("silent", "Fake 1 has not answered decision 7 of chess-1 within"),
])
def test_an_engine_that_fails_ends_the_bot_with_a_line_and_no_move_is_made_up(monkeypatch, kind, told):
    monkeypatch.setattr(uci, "SILENT_AFTER", 0.1 if kind == "silent" else 60.0)
    with pytest.raises(uci.EngineFailed, match=told):
        answers(kind, decision(left_ms=100 if kind == "silent" else 60_000, clock=ClockSettings(move_ms=100)))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no process groups")
@pytest.mark.parametrize("leaves", ["", *(["setsid"] if shutil.which("setsid") else [])])
def test_what_an_engine_has_started_ends_with_it_or_is_not_waited_for(tmp_path, leaves):
    os.mkfifo(fifo := tmp_path / "fifo")
    with os.fdopen(os.open(fifo, os.O_RDONLY | os.O_NONBLOCK), "rb") as heard:
        poll = select.poll()
        poll.register(heard, select.POLLIN)

        async def start() -> int:
            script = f'{leaves} sh -c \'echo $$; exec sleep 1000\' > "$0" & exec "$@"'
            async with uci.started(["sh", "-c", script, str(fifo), sys.executable, ENGINE, "e2e4", ""], {}):
                assert await asyncio.to_thread(poll.poll, 60_000)
                return int(heard.readline())

        started = asyncio.run(start())
        if leaves:
            os.kill(started, signal.SIGKILL)
        assert poll.poll(60_000), "who wrote there has gone"
        assert heard.read(1) == b""


def test_a_late_answer_is_given_late_and_said_to_be(caplog):
    assert answers("late", decision(left_ms=100, clock=ClockSettings(move_ms=100))) == ["e2e4"]
    assert "decision 7 of chess-1: the engine Fake 1 answered after its time was up" in caplog.text


@pytest.mark.parametrize(("words", "told"), [
    (["no-such-engine"], "the engine no-such-engine cannot be started: No such file or directory"),
    ([sys.executable, ENGINE, "gone"], "ended before it was ready, with exit code 4; is it a UCI engine"),
    ([sys.executable, ENGINE, "mute"], "was not ready within 0.3 s; is it a UCI engine"),
])
def test_what_is_no_engine_is_said_to_be_none(monkeypatch, words, told):
    monkeypatch.setattr(uci, "START_WITHIN", 0.3 if "mute" in words else 60.0)

    async def start() -> None:
        async with uci.started(words, {}):
            pass

    with pytest.raises(uci.EngineFailed, match=told):
        asyncio.run(start())


@pytest.mark.parametrize(("options", "told"), [
    ({"Hsh": "1"}, r"has no option 'Hsh' \(did you mean 'Hash'\?\); it has Hash, UCI_Chess960, Ponder"),
    ({"Hash": "much"}, "does not take Hash=much"),
    ({"Hash": "1000"}, "does not take Hash=1000"),
    ({"Ponder": "true"}, "does not take Ponder=true"),
])
def test_a_wrong_option_of_an_engine_is_refused(options, told):
    with pytest.raises(uci.EngineFailed, match=told):
        answers("e2e4", options=options)


@pytest.mark.parametrize(("arguments", "told"), [
    (["--engine", "x", "--option", "Hash"], "--option Hash has no value"),
    (["--engine", ""], "--engine is empty"),
    (["--engine", "x", "--depth", "0"], "--depth is 0"),
    (["--engine", "x", "--move-time", "-1"], "--move-time is -1"),
    (["--engine", "x", "--margin", "-1"], "--margin is -1"),
])
def test_wrong_usage_is_said(capsys, arguments, told):
    with pytest.raises(SystemExit) as ended:
        main(["uci", *arguments])
    assert ended.value.code == 2
    assert told in capsys.readouterr().err


def test_the_command_says_whose_challenges_the_engine_takes(monkeypatch):
    taken = []

    async def played(*arguments):
        taken.append(list(arguments[-1]))

    monkeypatch.setattr("lawspeaker_bot.uci.play", played)
    monkeypatch.setattr("lawspeaker_bot.__main__.to_end", asyncio.run)
    main(["uci", "--engine", "some", "--challengers", "ann", "*"])
    assert taken == [["ann", "*"]]
