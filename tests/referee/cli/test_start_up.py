"""Tests of which modules a command imports before it does anything: that is most of the time in which it starts."""

from __future__ import annotations

import json
import subprocess
import sys

import click
import pytest

from lawspeaker_referee.cli import COMMANDS, lawspeaker

MODULES = """
import json, sys
sys.argv = ["lawspeaker", *sys.argv[1:]]
from lawspeaker_referee.__main__ import main
try:
    main()
except SystemExit as end:
    assert not end.code, end
print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""
OVER_PROCESSES = MODULES + """
import lawspeaker_referee.host.local_match
print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""


def imported(*arguments, code=MODULES):
    """All modules that a process has imported when the command has ended, and after each import that follows it."""
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    return [set(json.loads(line)) for line in done.stderr.splitlines() if line.startswith("[")]


@pytest.mark.parametrize("arguments", [("--help",), ("--version",)])
def test_help_and_version_import_nothing_of_a_command(arguments):
    heavy = {"asyncio", "google.protobuf", "grpc", "lawspeaker_bot", "lawspeaker_engine", "rich", "structlog"}
    (modules,) = imported(*arguments)
    assert not modules & heavy


def test_a_match_imports_no_log_and_no_other_game_and_no_server_in_one_process(tmp_path):
    alone, over_processes = imported(
        "play", "clansmen", "--option", "years=4", "--bot", "random", "random", "--in-process", "--record",
        str(tmp_path / "record"), code=OVER_PROCESSES)
    assert "lawspeaker_engine.games.clansmen.game" in alone
    assert "lawspeaker_referee.server.server" in over_processes
    assert not alone & {"lawspeaker_referee.server", "prometheus_client", "uvloop"}
    assert not over_processes & {"cryptography", "lawspeaker_engine.games.northgard", "rich", "sqlalchemy", "structlog"}


def test_the_list_of_commands_has_the_first_sentence_of_each():
    context = click.Context(lawspeaker)
    assert lawspeaker.list_commands(context) == sorted(COMMANDS)
    for name, words in COMMANDS.items():
        command = lawspeaker.get_command(context, name)
        assert (command.name, command.get_short_help_str(1000)) == (name, words)
