"""Commands of bots that cannot be started: what is told of their files."""

from __future__ import annotations

import shlex
import shutil

import pytest

from lawspeaker_engine.model import BadSetup
from lawspeaker_referee.config.bot_files import command_file
from lawspeaker_referee.config.bot_specs import SeatSpec, why_not_started

PYTHON = "#!/usr/bin/env python3\n"


LONG = "x" * 300
"""More than a name of a file may have."""


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty folder, in which a referee is started."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def made(folder, name, text, *, executable):
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    path.chmod(0o755 if executable else 0o644)


@pytest.mark.parametrize(("name", "text", "executable", "command", "words"), [
    ("my.py", PYTHON, True, "my.py", "; my.py is a file here, and no program on PATH (did you mean 'cmd:./my.py'?)"),
    ("my.py", "", False, "my.py -v",
     "; my.py is a file here, and no program on PATH (did you mean 'cmd:PYTHON my.py -v'?)"),
    ("my.py", PYTHON, False, "./my.py", "; ./my.py is not executable (did you mean 'cmd:PYTHON my.py'?)"),
    ("my.py", "import os\n", True, "./my.py",
     "; its suffix says that it is run by another program (did you mean 'cmd:PYTHON my.py'?)"),
    ("my.py", "#! /no/such/python -u\n", True, "./my.py",
     "; its first line names /no/such/python, which is not there (did you mean 'cmd:PYTHON my.py'?)"),
    ("my.py", "#!/usr/bin/python3\r\n", True, "./my.py",
     "; its lines end as in Windows, so its interpreter is not found; save it with the line ends of Unix"),
    ("bots/my.jar", "PK", False, "bots/my.jar --seat 1",
     "; bots/my.jar is not executable (did you mean 'cmd:java -jar bots/my.jar --seat 1'?)"),
    ("my.jar", "PK", True, "./my.jar",
     "; its suffix says that it is run by another program (did you mean 'cmd:java -jar my.jar'?)"),
    ("my.js", "", False, "my.js", "; my.js is a file here, and no program on PATH (did you mean 'cmd:node my.js'?)"),
    ("my bot.sh", "#!/bin/sh\n", True, "'my bot.sh'",
     "; my bot.sh is a file here, and no program on PATH (did you mean 'cmd:'./my bot.sh''?)"),
    ("bot", "#!/no/such\n", True, "./bot", "; its first line names /no/such, which is not there"),
    ("bot", "\x7fELF", False, "bot",
     "; bot is a file here, and no program on PATH; after `chmod +x bot` give 'cmd:./bot'"),
    ("bot", "\x7fELF", False, "./bot", "; ./bot is not executable; after `chmod +x ./bot` give 'cmd:./bot'"),
    ("bots/x", "", True, "./bots", "; ./bots is a folder"),
    ("x", "", True, "no-such-program", "; there is no such program on PATH"),
    ("x", "", True, LONG, "; there is no such program on PATH"), ("x", "", True, f"./{LONG}", ""),
    ("x", "", True, "./nothing", ""), ("x", "", True, "sh -c true", ""), ("x", "", True, "./x", ""),
])
def test_the_file_of_a_command_tells_what_is_wrong(here, name, text, executable, command, words):
    made(here, name, text, executable=executable)
    python = "python" if shutil.which("python") else "python3"
    assert why_not_started(shlex.split(command)) == words.replace("PYTHON", python)


def test_a_word_that_is_too_long_for_a_name_is_no_file():
    with pytest.raises(BadSetup, match=f"no bot '{LONG}'; give random"):
        SeatSpec.parse(LONG)
    assert command_file(SeatSpec.parse(f"cmd:./{LONG}")) is None


def test_where_only_python3_is_there_it_is_named(here, monkeypatch):
    made(here, "bin/python3", "#!/bin/sh\n", executable=True)
    made(here, "my.py", "", executable=False)
    monkeypatch.setenv("PATH", str(here / "bin"))
    assert why_not_started(["python", "my.py"]).endswith("no such program on PATH (did you mean 'cmd:python3 my.py'?)")
    assert why_not_started(["my.py"]).endswith("(did you mean 'cmd:python3 my.py'?)")


@pytest.mark.usefixtures("built_in_bots_here")
def test_a_match_names_the_command_that_is_right(run, here):
    made(here, "my.py", PYTHON, executable=True)
    done = run("play", "parley", "--bot", "cmd:my.py", "random", "random")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "(cmd:my.py) cannot be started: No such file or directory; my.py is a file here" in done.err
    assert done.err.endswith("(did you mean 'cmd:./my.py'?)\n")


def test_what_is_suggested_is_a_spec(here):
    made(here, "my bot.sh", "#!/bin/sh\n", executable=True)
    meant = why_not_started(["my bot.sh"]).partition("did you mean '")[2].removesuffix("'?)")
    assert SeatSpec.parse(meant).command == ("./my bot.sh",)


def test_an_engine_is_started_by_the_bot_that_gives_it_a_seat():
    spec = SeatSpec.parse("uci:'my engine' --option 'Hash=64'")
    assert spec.command[1:] == ("-m", "lawspeaker_bot", "uci", "--engine", "my engine", "--option", "Hash=64")
    assert (spec.is_own, spec.is_local) == (True, False)
    for text, told in (("uci:", "names no engine; write 'uci:stockfish"), ("uci:'x", "is no command line")):
        with pytest.raises(BadSetup, match=told):
            SeatSpec.parse(text)
