"""The command line as a test calls it, with the tests' own game besides the real ones."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from lawspeaker_referee.cli import lawspeaker
from lawspeaker_referee.cli.errors import exit_code
from tests.command import Done
from tests.referee.host.bots_here import put_bots_here

Run = Callable[..., Done]


@pytest.fixture
def run(capsys, monkeypatch) -> Run:
    """`run("play", "parley", ...)`: the exit code and what was printed."""
    monkeypatch.setattr(os, "nice", lambda _: 0)  # `watch` gives way to matches; this process gives way to nobody

    def run_command(*arguments: object) -> Done:
        code = exit_code(lawspeaker, [str(argument) for argument in arguments])
        printed = capsys.readouterr()  # of the test's own stdout, of which it may say that it is a terminal
        return Done(code, printed.out, printed.err)

    return run_command


@pytest.fixture
def built_in_bots_here(monkeypatch):
    """Let built-in bots play over gRPC from this process, for tests in which no process of theirs matters."""
    put_bots_here(monkeypatch)


@pytest.fixture
def record(run, tmp_path):
    """A finished record of three random bots."""
    path = tmp_path / "game.lsr"
    done = run("play", "parley", "--bot", "random", "random", "random", "--seed", 3, "--in-process", "--record", path)
    assert done.code == 0, done.err
    return path
