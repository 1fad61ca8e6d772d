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


def imported(*arguments):
    """All modules that a process has imported when the command has ended."""
    done = subprocess.run([sys.executable, "-c", MODULES, *arguments], capture_output=True, text=True, check=True)
    return set(json.loads(done.stderr.splitlines()[-1]))


@pytest.mark.parametrize("arguments", [("--help",), ("--version",)])
def test_help_and_version_import_nothing_of_a_command(arguments):
    heavy = {"asyncio", "google.protobuf", "grpc", "lawspeaker_bot", "lawspeaker_engine", "rich", "structlog"}
    assert not imported(*arguments) & heavy


def test_a_match_in_one_process_imports_no_server_and_no_other_game(tmp_path):
    modules = imported("play", "northgard", "--bot", "random", "random", "--in-process",
                       "--record", str(tmp_path / "record"))
    assert "lawspeaker_engine.games.northgard.game" in modules
    assert not modules & {"lawspeaker_engine.games.clansmen", "lawspeaker_referee.server", "prometheus_client",
                          "structlog", "sqlalchemy", "uvloop"}


def test_the_list_of_commands_has_the_first_sentence_of_each():
    context = click.Context(lawspeaker)
    assert lawspeaker.list_commands(context) == sorted(COMMANDS)
    for name, words in COMMANDS.items():
        command = lawspeaker.get_command(context, name)
        assert (command.name, command.get_short_help_str(1000)) == (name, words)
