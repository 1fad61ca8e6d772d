import re
import subprocess

import click
import pytest

from lawspeaker_referee.cli import lawspeaker
from lawspeaker_referee.cli.errors import exit_code
from lawspeaker_referee.version import build_version
from tests.referee.cli.process import PARLEY_COMMAND


def failing_with(error):
    @click.command()
    def command():
        raise error

    return command


@pytest.mark.parametrize(("error", "code", "line"), [
    (PermissionError(13, "Permission denied", "/x"), 2, "lawspeaker: /x: Permission denied\n"),
    (OSError("no disk"), 2, "lawspeaker: no disk\n"),
    (KeyboardInterrupt(), 130, "lawspeaker: interrupted\n"),
    (click.UsageError("two\nlines"), 2, "lawspeaker: two lines\n"),
])
def test_foreseen_errors_are_one_line_and_an_exit_code(capsys, error, code, line):
    assert exit_code(failing_with(error), []) == code
    assert capsys.readouterr().err.endswith(line)


def test_a_mistake_of_ours_is_not_dressed_up_as_the_users():
    with pytest.raises(ZeroDivisionError):
        exit_code(failing_with(ZeroDivisionError()), [])


def test_an_unknown_command_is_answered_with_the_nearest_one(run):
    done = run("verfy")
    assert done.code == 2
    assert "verify" in done.err
    assert done.err.count("\n") == 1


def test_help_and_version_are_not_errors(run):
    assert run("--version").out == f"lawspeaker {build_version()}\n"
    for command in ("games", "play", "verify", "show", "serve", "bench"):
        assert f"Usage: lawspeaker {command}" in run(command, "--help").out


@pytest.mark.parametrize("words", [
    ("verify", ".", "--jobs"), ("analyse", ".", "--jobs"), ("export", ".", "--to", "jsonl", "--jobs"),
    ("positions", ".", "--out", "x", "--jobs"), ("tournament", "verify", "cup", "--jobs"),
    ("tournament", "matches", "cup", "--last"), ("play", "northgard", "--bot", "random", "--limit-decisions"),
    ("play", "northgard", "--bot", "random", "--bot-processes"),
    ("play", "northgard", "--bot", "random", "--bot-files"),
], ids=lambda words: " ".join((words[0], words[-1])))
def test_a_number_that_is_too_large_to_work_with_is_refused(run, words):
    done = run(*words, str(10 ** 23))
    assert done.code == 2 and f"Invalid value for '{words[-1]}': {10 ** 23} is not in the range" in done.err


@pytest.mark.parametrize("words", [("export", ".", "--to", "npz", "--widen"), ("bench", "--seconds")])
def test_what_is_no_number_is_refused(run, words):
    done = run(*words, "nan")
    assert done.code == 2 and "'nan' is no number" in done.err


def commands(command, words=()):
    """Every command with the words that call it."""
    yield words, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from commands(command.get_command(context, name), (*words, name))


@pytest.mark.parametrize("words", [words for words, _ in commands(lawspeaker)], ids=" ".join)
def test_every_command_has_a_help_that_shows_none_of_its_markup(run, words):
    done = run(*words, "--help")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"Usage: {' '.join(('lawspeaker', *words))} [")
    assert not re.search(r"[^\x20-\x7e\n]|\\[a-z]|``|None\]", done.out), done.out


def test_a_reader_that_closes_early_ends_the_command_quietly(record):
    command = [*PARLEY_COMMAND, "show", str(record)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as show:
        show.stdout.close()
        assert show.stderr.read() == b""
    assert show.returncode == 141
