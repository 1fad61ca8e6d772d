"""Whole matches with bots that misbehave as processes: what their authors and the record get to know of it."""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.host import local_match
from lawspeaker_referee.host.process.bot import BotFailed, BotProcess
from lawspeaker_referee.host.process.output import Output, escaped, keep_output, output_path
from lawspeaker_referee.host.single_match import MatchResult, play_match
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from tests.games.parley import PARLEY
from tests.referee.host.script_bots import needs_namespaces, running_with
from tests.referee.match.match_driver import PLAYED_ON
from tests.sample_sizes import first_quick

NO_NETWORK = "bots have no network"
OPTIONS = "--bot-network host, --bot-env NAME, --bot-read PATH and --bot-write PATH"
RANDOM = SeatSpec.parse("random")
BOT = """
import os, sys, time
from lawspeaker_bot import Bot, run
class Mine(Bot):
    def started(self, match):
        {started}
    def decide(self, decision):
        {decide}
        return decision.default
run(Mine())
"""


def bot(folder: Path, started: str = "pass", decide: str = "pass") -> SeatSpec:
    path = folder / f"bot-{len(list(folder.glob('bot-*')))}.py"
    path.write_text(BOT.format(started=started, decide=decide))
    return SeatSpec.parse(f"cmd:{sys.executable} {path}")


def played(record: Path | None, *specs: SeatSpec, **options: Any) -> tuple[MatchResult, list[str]]:
    """A match, and what was told but for what bots do without."""
    told: list[str] = []
    try:
        return play_match(
            PARLEY, make_setup(PARLEY, len(specs)), specs, seed=bytes(32), match_id="parley-1", move_time=5.0,
            record_path=record, tell=lambda line: None if line.startswith(NO_NETWORK) else told.append(line),
            **options), told
    finally:
        for spec in specs:
            assert not spec.command[-1].endswith(".py") or running_with(spec.command[-1]) == []


# --- what it printed ---


def test_what_a_bot_prints_is_kept_beside_the_record_and_what_would_move_a_cursor_is_escaped(tmp_path):
    loud = bot(tmp_path, started="print('out', flush=True); print('\\x1b[2Jerr\\u202e', file=sys.stderr, flush=True)")
    result, told = played(tmp_path / "g.lsr", RANDOM, loud)
    assert output_path(tmp_path / "g.lsr", 1).read_text().splitlines() == ["out", "\\x1b[2Jerr\\u202e"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bot-0.py", "g.lsr", "g.lsr.seat1.stderr"]
    assert told == []
    assert verify(read_record(tmp_path / "g.lsr")).digest == result.digest


@pytest.mark.slow
def test_without_a_record_it_is_told_with_the_seat_before_each_line(tmp_path):
    _, told = played(None, bot(tmp_path, started="print('one\\ntwo')"), RANDOM)
    assert told == ["seat 0: one", "seat 0: two"]


@pytest.mark.slow
def test_nothing_of_an_earlier_match_is_taken_for_what_a_quiet_bot_printed(tmp_path):
    output_path(tmp_path / "g.lsr", 0).write_text("old")
    played(tmp_path / "g.lsr", RANDOM, RANDOM)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["g.lsr"]


@pytest.mark.slow
def test_a_bot_that_prints_without_end_is_held_up_by_nothing_and_fills_no_disk(tmp_path):
    flood = bot(tmp_path, started="os.write(1, b'first\\n'); [os.write(2, b'x' * 1048576) for _ in range(200)]; "
                                  "os.write(2, b'\\nlast')")
    result, _ = played(tmp_path / "g.lsr", flood, RANDOM, sandbox=Sandbox(output=1000))
    assert result.faults == ({}, {})
    text = output_path(tmp_path / "g.lsr", 0).read_text()
    assert "bytes left out]" in text
    assert text.startswith("first\nx") and text.endswith("x\nlast\n") and len(text) < 1100


@pytest.mark.slow
def test_an_output_that_cannot_be_written_harms_no_match(tmp_path):
    output_path(tmp_path / "g.lsr", 0).mkdir()
    result, told = played(tmp_path / "g.lsr", bot(tmp_path, started="print(1)"), RANDOM)
    assert told == ["what the bot on seat 0 printed cannot be written: Is a directory"]
    assert result.record is not None and verify(read_record(result.record)).ok


@pytest.mark.parametrize(("head", "tail", "printed", "text", "last"), [
    (b"", b"", 0, "", ""),
    (b"a\nb", b"", 3, "a\nb\n", "b"),
    (b"a\nb", b"c\n\n", 6, "a\nbc\n\n", "bc"),
    (b"aa", b"zz\n", 100, "aa\n[95 bytes left out]\nzz\n", "zz"),
    (b"\xff\r\x00\t\xc3\xa9", b"", 6, "\\xff\\r\\x00\t\u00e9\n", "\\xff\\r\\x00\t\u00e9"),
])
def test_output_is_its_beginning_and_its_end(head, tail, printed, text, last):
    output = Output(head, tail, printed)
    assert (output.text, output.last_line) == (text, last)


GO = b"""2026/01/02 joined
panic: sync: negative WaitGroup counter

goroutine 1 [running]:
sync.(*WaitGroup).Add(0xc000012345, 0xffffffffffffffff)
\t/usr/local/go/src/sync/waitgroup.go:118 +0x73
exit status 2
"""
NODE = b"""/bot/my-bot.ts:7
    throw new TypeError("no such card");
    ^

TypeError: no such card
    at Mine.decide (/bot/my-bot.ts:7:11)
    at async handleError (/bot/session.ts:31:5)

Node.js v20.20.2
"""
JAVA = b"""Exception in thread "main" java.util.concurrent.CompletionException: failed
\tat java.base/java.lang.Thread.dispatchUncaughtException(Thread.java:2)
Caused by: java.lang.IllegalStateException: no card 7
\tat bot.MyBot.decide(MyBot.java:12)
\tat java.base/java.lang.Thread.run(Thread.java:1583)
"""
RUST = b"""
thread 'main' (77) panicked at src/main.rs:5:9:
no card 3
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
"""


@pytest.mark.parametrize(("printed", "words"), [
    (GO, "; it printed: panic: sync: negative WaitGroup counter"),
    (NODE, "; it printed: TypeError: no such card"),
    (JAVA, "; it printed: Caused by: java.lang.IllegalStateException: no card 7"),
    (RUST, "; it printed: thread 'main' (77) panicked at src/main.rs:5:9: no card 3"),
    (b"thread 'main' panicked at 'old', main.rs:5\nnote:", "; it printed: thread 'main' panicked at 'old', main.rs:5"),
    (b"Error [ERR_MODULE_NOT_FOUND]: no package\n  code: 'ERR'\n}\n\nNode.js v20.20.2\n",
     "; it printed: Error [ERR_MODULE_NOT_FOUND]: no package"),
    (b"java.lang.NullPointerException\n\tat bot.MyBot.decide", "; it printed: java.lang.NullPointerException"),
    (b"bot.c:3: Assertion `n > 0' failed.\nAborted", "; it printed: bot.c:3: Assertion `n > 0' failed."),
    (b"bot: error: no deck\x1b[2J\nbye", "; it printed: bot: error: no deck\\x1b[2J"),
    (b"Traceback (most recent call last):\n  File \"bot.py\", line 1\nKeyError: 'order'\n",
     "; the last that it printed: KeyError: 'order'"),
    (b"0 errors: fine\nterror: none\nbye", "; the last that it printed: bye"),
    (b"", ""),
    (b"error: " + b"x" * 300 + b"\nbye", "; it printed: error: " + "x" * 193),
])
def test_an_error_stands_before_the_last_line_where_a_bot_printed_one(printed, words):
    assert Output(printed, b"", len(printed)).last_words == words


def test_the_end_of_an_output_is_bounded_and_says_what_is_left_out():
    printed = b"".join(b"line %d\n" % number for number in range(49)) + b"\x1b" + b"y" * 1000
    *lines, last = Output(printed, b"", len(printed)).end
    assert lines == ["[11 lines left out]", *(f"line {number}" for number in range(11, 49))]
    assert last == "\\x1b" + "y" * 496 + " ..."


def test_lines_that_look_like_the_referees_stay_the_bots(tmp_path):
    output = Output(b"fine\nlawspeaker: seat 0 has won\n", b"", 32)
    assert list(output.lines(3)) == ["seat 3: fine", "seat 3: lawspeaker: seat 0 has won"]
    assert escaped("a\u2028b\x9b1m".encode()) == "a\\u2028b\\x9b1m"
    assert keep_output(tmp_path / "g.lsr", 3, Output()) is None


# --- how it ended ---


@pytest.mark.slow
@pytest.mark.parametrize(("decide", "evidence", "crashed"), [
    ("os._exit(7)", "exit code 7", True),
    ("os.kill(os.getpid(), 11)", "killed by SIGSEGV", True),
    ("bytearray(900 << 20)", "exit code 1, out of memory by its own words", True),
    ("os._exit(0)", "exit code 0", False),
])
def test_a_bot_that_ends_in_the_middle_leaves_evidence_and_the_match_goes_on(tmp_path, decide, evidence, crashed):
    result, told = played(tmp_path / "g.lsr", RANDOM, bot(tmp_path, decide=decide),
                          sandbox=Sandbox(memory=600 << 20), policy=PLAYED_ON)
    assert {seat: (each.evidence, each.crashed) for seat, each in result.endings.items()} == {1: (evidence, crashed)}
    assert result.faults[0] == {} and sum(result.faults[1].values()) >= 2
    assert told == []


@pytest.mark.slow
@pytest.mark.parametrize(("methods", "words"), first_quick(1, [
    ({"decide": "raise ValueError('no plan')"}, [
        "ValueError: no plan", r"the bot failed at round\.\w+, decision \d+ of parley-1, seat 1"]),
    ({"started": "raise ValueError('no\\n plan')"}, [
        "ValueError: no", " plan", r"the bot failed at started\(\) of parley-1, seat 1"]),
    ({"decide": "return 'none'"}, [
        r"lawspeaker_bot: decide\(\) returned 'none' for round\.\w+, decision \d+ of parley-1; it must .*"]),
]))
def test_what_a_bot_in_python_fails_at_ends_its_traceback(tmp_path, methods, words):
    played(tmp_path / "g.lsr", RANDOM, bot(tmp_path, **methods))
    lines = [line for line in output_path(tmp_path / "g.lsr", 1).read_text().splitlines()
             if not line.startswith(("asyncio: ", "task: "))]
    assert all(re.fullmatch(each, line) for each, line in zip(words, lines[-len(words):], strict=True)), lines


@pytest.mark.slow
def test_bots_that_see_the_match_out_leave_none(tmp_path):
    result, _ = played(None, RANDOM, bot(tmp_path))
    assert result.endings == {}


@pytest.mark.slow
@pytest.mark.parametrize(("text", "words"), [
    ("print('loading', flush=True)\nraise SystemExit('cannot \\x1b[31mload')",
     r"ended with exit code 1 before it joined; the last that it printed: cannot \\x1b\[31mload(; bots .*)?$"),
    ("import os\nos.abort()", r"ended \(killed by SIGABRT\) before it joined(; bots .*)?$"),
    ("x = bytearray(900 << 20)",
     "out of memory by its own words before it joined; the last that it printed: MemoryError(; bots .*)?$"),
])
def test_one_that_ends_before_it_joined_is_told_with_the_last_that_it_printed(tmp_path, text, words):
    path = tmp_path / "bot.py"
    path.write_text(text)
    with pytest.raises(BotFailed, match=words):
        played(tmp_path / "g.lsr", RANDOM, SeatSpec.parse(f"cmd:{sys.executable} {path}"),
               sandbox=Sandbox(memory=600 << 20))
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names in (["bot.py"], ["bot.py", "g.lsr.seat1.stderr"])


@pytest.mark.slow
@needs_namespaces
def test_one_that_has_the_network_and_ends_before_it_joined_is_told_what_else_it_may_miss(tmp_path):
    path = tmp_path / "bot.py"
    path.write_text("import os; os.environ['MODEL_KEY']")
    with pytest.raises(BotFailed, match=r"KeyError: 'MODEL_KEY'; bots have few of your variables and of your files "
                                        "only their own, to read; --bot-env NAME, --bot-read PATH and --bot-write PATH "
                                        "give them more"):
        played(None, RANDOM, SeatSpec.parse(f"cmd:{sys.executable} {path}"), sandbox=Sandbox(network="host"))


# --- where it plays ---


@pytest.mark.slow
def test_bots_dial_a_socket_file_that_is_gone_afterwards(tmp_path):
    _, told = played(None, bot(tmp_path, started="print(os.environ['LAWSPEAKER_ADDRESS'])"), RANDOM)
    address = told[0].removeprefix("seat 0: unix:")
    assert address.endswith("/referee")
    assert not Path(address).parent.exists()


@pytest.mark.slow
def test_a_long_name_of_the_folder_for_such_files_is_gone_around(tmp_path, monkeypatch):
    deep = tmp_path / ("x" * 90)
    deep.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(deep))
    _, told = played(None, bot(tmp_path, started="print(os.environ['LAWSPEAKER_ADDRESS'])"), RANDOM)
    assert told[0].startswith("seat 0: unix:/tmp/lawspeaker-socket-")


@pytest.mark.slow
def test_bots_that_keep_the_machines_network_dial_a_port(tmp_path):
    result, told = played(None, bot(tmp_path, started="print(os.environ['LAWSPEAKER_ADDRESS'])"), RANDOM,
                          sandbox=Sandbox(network="host"))
    assert told[0].startswith("seat 0: 127.0.0.1:")
    assert result.faults == ({}, {})


@pytest.mark.slow
def test_the_record_in_the_making_is_empty_for_bots_and_whole_in_the_end(tmp_path):
    part = tmp_path / "g.lsr.part"
    result, told = played(tmp_path / "g.lsr", bot(tmp_path, decide=f"print(len(open({str(part)!r}).read()))"), RANDOM)
    if told:
        pytest.skip(f"bots cannot be cut off here: {told[0]}")
    assert set(output_path(tmp_path / "g.lsr", 0).read_text().split()) == {"0"}
    assert verify(read_record(tmp_path / "g.lsr")).digest == result.digest
    assert not part.exists()


@pytest.mark.slow
@needs_namespaces
@pytest.mark.parametrize(("limits", "told"), [
    ({}, [f"{NO_NETWORK}, few of your variables and of your files only their own, to read; {OPTIONS} give them more"]),
    ({"variables": ("PATH",)}, [f"{NO_NETWORK}; --bot-network host gives them the machine's"]),
    ({"readable": ("/",)}, [f"{NO_NETWORK}; --bot-network host gives them the machine's"]),
    ({"network": "none"}, []), ({"network": "host"}, []), ({"isolated": False}, []),
])
def test_what_a_bot_of_the_users_own_does_without_is_told_until_it_is_said_what_network_it_has(tmp_path, limits, told):
    for spec, expected in ((bot(tmp_path), told), (RANDOM, [])):
        lines: list[str] = []
        play_match(PARLEY, make_setup(PARLEY, 2), [spec, RANDOM], seed=bytes(32), match_id="parley-1",
                   sandbox=Sandbox(**limits), tell=lines.append)
        assert lines == expected


@pytest.mark.slow
def test_what_is_not_enforced_is_told_once(tmp_path, monkeypatch):
    monkeypatch.setattr(local_match, "_told", set())
    monkeypatch.setattr(BotProcess, "not_enforced", property(lambda _: "Operation not permitted", lambda *_: None),
                        raising=False)
    first, second = (played(None, RANDOM, RANDOM)[1] for _ in range(2))
    said, = first
    assert said == ("bots are not cut off from network, other processes and your files: "
                    "Operation not permitted; let only bots play that you trust")
    assert second == []
