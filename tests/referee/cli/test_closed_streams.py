"""Commands that are started with some of stdin, stdout and stderr closed: real processes, begun by a shell."""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from tests.referee.cli.process import PARLEY_COMMAND, ROOT
from tests.referee.server.live_server import PATIENCE

CLOSING = {"stdin": "<&-", "stdout": ">&-", "stderr": "2>&-"}
GOLDEN = ROOT / "tests" / "golden" / "clansmen-2.lsr"
LOST = "lawspeaker: stdout is closed\n"

CUP = """
name = "cup"
game = "clansmen"
players = 2
format = { kind = "round-robin", rounds = ROUNDS }
bots = [{ name = "a", spec = "random" }, { name = "b", spec = "random" }]
workers = 1
"""


def closed(names, command):
    """The command with these streams closed."""
    return ["sh", "-c", f'exec "$@" {" ".join(CLOSING[name] for name in names)}', "sh", *map(str, command)]


def run_closed(names, *arguments, cwd):
    """Run a command of ours to its end; what it prints on other streams comes through pipes."""
    return subprocess.run(closed(names, [*PARLEY_COMMAND, *arguments]), check=False, capture_output=True, text=True,
                          cwd=cwd, timeout=6 * PATIENCE)


def expected(names, code=0):
    """The exit code and the last line on stderr: a command whose output is lost has failed."""
    lost = "stdout" in names
    return 2 if lost else code, LOST if lost and "stderr" not in names else ""


def outcome(done):
    """The exit code and what stderr says of stdout."""
    return done.returncode, "".join(line for line in done.stderr.splitlines(keepends=True) if "closed" in line)


@contextmanager
def stopped_when_begun(names, begun, *arguments, cwd):
    """Start a command, send it SIGTERM once `begun()` is true, and yield it when it has ended."""
    with subprocess.Popen(closed(names, [*PARLEY_COMMAND, *arguments]), cwd=cwd, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            until = time.monotonic() + 6 * PATIENCE
            while not begun():
                assert process.poll() is None
                assert time.monotonic() < until
                time.sleep(0.02)
            process.terminate()
            process.wait(6 * PATIENCE)
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize(("names", "how"), [
    pytest.param(("stdin", "stdout"), ("--in-process",), id="in-process"),
    *(pytest.param(names, (), id="+".join(names), marks=pytest.mark.slow) for names in (("stderr",), tuple(CLOSING)))])
def test_a_match_is_played_and_its_record_is_whole_whatever_is_closed(tmp_path, names, how):
    done = run_closed(names, "play", "parley", "--bot", "random", "random", "--seed", 1, "--record", "a.lsr", *how,
                      cwd=tmp_path)
    assert outcome(done) == expected(names), done.stderr
    assert verify(read_record(tmp_path / "a.lsr")).ok
    assert ("digest" in done.stdout) == ("stdout" not in names)


@pytest.mark.slow
def test_a_referee_stops_cleanly_at_a_signal_whatever_is_closed(tmp_path):
    secret = tmp_path / "records" / ".secret"  # it is made once signals are heard
    with stopped_when_begun(tuple(CLOSING), secret.exists, "serve", "parley", "--listen", "127.0.0.1:0",
                            cwd=tmp_path) as process:
        assert process.returncode == 0


@pytest.mark.slow
def test_a_tournament_stops_at_a_signal_whatever_is_closed(tmp_path):
    file, records = tmp_path / "cup.toml", tmp_path / "records" / "cup"
    file.write_text(CUP.replace("ROUNDS", "500"))
    with stopped_when_begun(tuple(CLOSING), lambda: any(records.rglob("*.lsr")), "tournament", "run", file,
                            cwd=tmp_path) as process:
        assert process.returncode == 2, "stdout is lost"


@pytest.mark.slow
def test_a_tournament_is_played_to_its_end_without_stderr(tmp_path):
    (tmp_path / "cup.toml").write_text(CUP.replace("ROUNDS", "1"))
    names = ("stderr",)
    assert outcome(run_closed(names, "tournament", "run", "cup.toml", cwd=tmp_path)) == expected(names)


@pytest.mark.slow
def test_records_are_verified_by_several_processes_whose_parent_lacks_two_streams(tmp_path):
    damaged = tmp_path / "damaged.lsr"
    damaged.write_bytes(GOLDEN.read_bytes()[:-8])
    done = run_closed(("stdin", "stderr"), "verify", "--jobs", "2", GOLDEN, damaged, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "")
    assert done.stdout.startswith("ok ")


def test_no_file_gets_the_descriptor_of_a_closed_stream_and_children_find_all_three_open(tmp_path):
    code = (
        "import os, subprocess, sys\n"
        "from lawspeaker_referee.open_files import hold_standard_descriptors\n"
        "hold_standard_descriptors()\n"
        "opened = os.open('report', os.O_CREAT | os.O_WRONLY)\n"
        "child = [sys.executable, '-c', 'import os, sys; [os.fstat(each) for each in range(3)]']\n"
        "os.write(opened, f'{opened > 2} {subprocess.run(child).returncode}'.encode())\n")
    subprocess.run(closed(CLOSING, [sys.executable, "-c", code]), check=True, cwd=tmp_path)
    assert (tmp_path / "report").read_text() == "True 0"


def test_output_that_can_be_written_nowhere_does_not_change_the_exit_code():
    code = ("import sys; from lawspeaker_referee import __main__; from lawspeaker_referee.cli import errors; "
            "errors.exit_code = lambda *_: sys.stdout.write('a last line') and 130; __main__.main()")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([sys.executable, "-E", "-c", code], stdout=full, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (130, b"")
