"""Commands under low limits of open files: real processes, whose limits a shell sets."""

from __future__ import annotations

import resource
import subprocess

import pytest

from lawspeaker_referee import open_files
from lawspeaker_referee.open_files import need_files, raise_file_limit
from tests.referee.cli.process import PARLEY_COMMAND, ROOT
from tests.referee.server.live_server import PATIENCE

GOLDEN, OTHER = (str(ROOT / "tests" / "golden" / f"clansmen-{players}.lsr") for players in (2, 3))
PLAY = ("play", "parley", "--bot", "random", "random", "--seed", "1")
TOURNAMENT = ("tournament", "run", "cup.toml")
SERVERS = (
    ("serve", "parley", "--listen", "127.0.0.1:0"), ("watch", ".", "--http", "127.0.0.1:0"),
    ("engine", "--listen", "127.0.0.1:0"), ("certify", "--bot", "random", "--game", "parley"),
)

CUP = """
name = "cup"
game = "clansmen"
players = 2
format = { kind = "round-robin", rounds = 1 }
bots = [{ name = "a", spec = "random" }, { name = "b", spec = "random" }]
workers = 1
"""


@pytest.fixture
def limited(tmp_path):
    """`limited(24, "H", ...)`: run a command with this soft ("S") or soft and hard ("H") limit to its end."""
    (tmp_path / "cup.toml").write_text(CUP)

    def run(limit, which, *arguments):
        command = ["sh", "-c", f'ulimit -{"" if which == "H" else which}n {limit} && exec "$@"', "sh", *PARLEY_COMMAND,
                   *arguments]
        return subprocess.run(command, check=False, capture_output=True, text=True, cwd=tmp_path, timeout=6 * PATIENCE)

    return run


@pytest.mark.slow
@pytest.mark.parametrize("command", [PLAY, TOURNAMENT, *SERVERS], ids=lambda command: command[0])
def test_a_hard_limit_that_is_too_low_is_one_line_that_says_how_many_are_needed(limited, command):
    done = limited(16, "H", *command)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert "open files and connections are needed at once, and this system allows 16" in done.stderr


@pytest.mark.slow
def test_a_soft_limit_that_is_too_low_is_raised(limited):
    done = limited(16, "S", *PLAY)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_records_are_verified_with_few_open_files_and_by_two_processes_with_some_more(limited):
    assert limited(16, "H", "verify", GOLDEN).stdout.startswith("ok ")
    done = limited(16, "H", "verify", "--jobs", "2", GOLDEN, OTHER)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "20 open files" in done.stderr
    assert limited(32, "H", "verify", "--jobs", "2", GOLDEN, OTHER).stdout.count("ok ") == 2
    assert limited(16, "S", "verify", "--jobs", "2", GOLDEN, OTHER).stdout.count("ok ") == 2


@pytest.fixture
def limits(monkeypatch):
    """The limits of this process, invented: a list of soft and hard."""
    found = [16, 4096]
    monkeypatch.setattr(open_files, "getrlimit", lambda _: tuple(found))
    monkeypatch.setattr(open_files, "setrlimit", lambda _, new: found.__setitem__(slice(None), new))
    return found


@pytest.mark.parametrize(("before", "count", "after"), [
    ((16, 4096), 48, (1024, 4096)), ((16, 100), 48, (100, 100)), ((16, 4096), 2000, (2000, 4096)),
    ((64, 4096), 48, (64, 4096)), ((resource.RLIM_INFINITY, resource.RLIM_INFINITY), 48,
                                  (resource.RLIM_INFINITY, resource.RLIM_INFINITY)),
    ((16, resource.RLIM_INFINITY), 48, (1024, resource.RLIM_INFINITY)),
])
def test_the_soft_limit_becomes_what_is_needed_or_usual_and_never_lower(limits, before, count, after):
    limits[:] = before
    need_files(count)
    assert tuple(limits) == after


def test_the_hard_limit_stays_and_is_told(limits):
    limits[:] = 16, 40
    with pytest.raises(OSError, match=r"48 open files .* allows 40"):
        need_files(48)
    assert limits == [16, 40]
    raise_file_limit()
    assert limits == [40, 40]
