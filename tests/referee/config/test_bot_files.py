"""The files of a bot: which folder is its own, what its digest covers, and who may not lie in whose."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lawspeaker_referee.config.bot_files import bot_digest, bot_folder, command_file
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.tournament import read_config
from lawspeaker_referee.config.validation import BadConfig

pytestmark = pytest.mark.attack


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder of an organiser, in which the command runs, with two bots."""
    for name in ("ann/bot.py", "ann/data/weights", "bob/bot.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def spec(text, folder=""):
    parsed = SeatSpec.parse(text)
    return SeatSpec(parsed.text, parsed.built_in, parsed.command, folder)


# --- its folder ---


@pytest.mark.parametrize(("text", "folder", "expected"), [
    ("cmd:python ann/bot.py", "", "ann"), ("uci:ann/bot.py", "", "ann"), ("uci:/usr/games/stockfish", "", None),
    ("cmd:python ann/bot.py --opening bob/bot.py", "", "ann"),
    ("cmd:sh -c 'cd ann && exec python bot.py'", "", None), ("cmd:sh -c 'cd ann && exec python bot.py'", "ann", "ann"),
    ("cmd:python -m ann.bot", "", None), ("cmd:python -m bot", "bob", "bob"), ("cmd:sh", "", None),
    ("greedy", "", None), ("cmd:python .hidden/bot.py", "", None), ("cmd:python ann/link.py", "", "bob"),
])
def test_the_folder_of_a_bot_is_the_named_one_or_that_of_the_file_it_runs(here, text, folder, expected):
    (here / ".hidden").mkdir()
    (here / ".hidden/bot.py").touch()
    (here / "ann/link.py").symlink_to("../bob/bot.py")
    assert bot_folder(spec(text, folder)) == (expected and here / expected)


def test_a_folder_in_which_many_have_files_is_nobodys(here, monkeypatch):
    (here / "bot.py").touch()
    assert bot_folder(spec("cmd:python bot.py")) == here
    monkeypatch.setenv("HOME", str(here / "bob"))
    assert bot_folder(spec("cmd:python bot.py")) is None, "it holds a home"
    assert bot_folder(spec("cmd:python bob/bot.py")) is None, "it is a home"
    assert bot_folder(spec("cmd:python ann/bot.py")) == here / "ann"


# --- the digest ---


def test_whatever_changes_in_a_bots_folder_changes_its_digest(here):
    command = spec("cmd:python ann/bot.py")
    digests = [bot_digest(command)]

    def changed():
        digests.append(bot_digest(command))
        return digests[-1] not in digests[:-1]

    (here / "ann/data/weights").write_text("others")
    assert changed()
    (here / "ann/helper.py").write_text("")
    assert changed()
    (here / "ann/helper.py").rename(here / "ann/helped.py")
    assert changed()
    (here / "ann/helped.py").chmod(0o755)
    assert changed()
    (here / "ann/link").symlink_to("bot.py")
    assert changed()
    (here / "ann/link").unlink()
    (here / "ann/link").symlink_to("helped.py")
    assert changed()
    (here / "ann/helper.pyc").write_text("code without its source")
    assert changed()


def test_folders_in_one_another_have_a_digest_however_many_they_are(here):
    command, inside = spec("cmd:python ann/bot.py"), here / "ann"
    for _ in range(1000):
        (inside := inside / "a").mkdir()
    try:
        before = bot_digest(command)
        (inside / "weights").write_text("new")
        assert bot_digest(command) != before != ""
    finally:  # pytest's own removal calls itself for each folder, too
        (inside / "weights").unlink(missing_ok=True)
        while inside != here / "ann":
            inside.rmdir()
            inside = inside.parent


def test_a_class_in_process_has_the_digest_of_its_package_or_of_its_module_alone(here):
    for name in ("kit/__init__.py", "kit/bot.py", "kit/helper.py", "lone.py", "beside.py"):
        (here / name).parent.mkdir(exist_ok=True)
        (here / name).write_text(name)
    in_package, alone = (SeatSpec.parse(f"python:{each}:Bot", in_process=True) for each in ("kit.bot", "lone"))
    before = bot_digest(in_package), bot_digest(alone)
    assert all(before)
    (here / "beside.py").write_text("others")
    assert (bot_digest(in_package), bot_digest(alone)) == before
    (here / "kit/helper.py").write_text("others")
    (here / "lone.py").write_text("others")
    assert bot_digest(in_package) != before[0]
    assert bot_digest(alone) != before[1]


def test_neither_what_tools_write_nor_another_bot_nor_the_clock_changes_it(here):
    command = spec("cmd:python ann/bot.py")
    before = bot_digest(command)
    for name in (".git/HEAD", "__pycache__/bot.cpython-311.pyc", "data/.pytest_cache/x", "bot.py~", ".bot.py.swp"):
        (here / "ann" / name).parent.mkdir(parents=True, exist_ok=True)
        (here / "ann" / name).write_text("x")
    (here / "bob/bot.py").write_text("x")
    os.utime(here / "ann/bot.py", (1, 1))
    assert bot_digest(command) == before != ""


def test_a_command_that_only_names_a_folder_by_a_shell_has_the_digest_of_its_dir(here):
    """`sh -c 'cd v2 && exec python bot.py'` had none, so that it could change between two runs."""
    shell = "cmd:sh -c 'cd ann && exec python bot.py'"
    assert bot_digest(spec(shell)) == ""
    assert bot_digest(spec(shell, "ann")) == bot_digest(spec("cmd:python ann/bot.py")) != bot_digest(spec(shell, "bob"))


def test_beside_files_of_others_only_the_file_itself_counts(here, monkeypatch):
    monkeypatch.setenv("HOME", str(here / "ann"))
    before = bot_digest(spec("cmd:python ann/bot.py"))
    (here / "ann/data/weights").write_text("others")
    assert bot_digest(spec("cmd:python ann/bot.py")) == before
    (here / "ann/bot.py").write_text("others")
    assert bot_digest(spec("cmd:python ann/bot.py")) != before
    assert command_file(spec("cmd:python ann/bot.py")) == Path("ann/bot.py")


# --- in a tournament ---

CUP = """
name = "cup"
game = "northgard"
players = 2
format = {{ kind = "round-robin" }}
{more}
bots = [{bots}]
"""


def read(here, *bots, more="", file="cup.toml"):
    rows = ", ".join(f'{{ name = "b{number}", spec = "{text}"{f", dir = {folder!r}" if folder else ""} }}'
                     for number, (text, folder) in enumerate(bots))
    (here / file).write_text(CUP.format(bots=rows, more=more))
    return read_config(here / file)


@pytest.mark.parametrize("bots", [
    [("cmd:python ann/bot.py", ""), ("cmd:python bob/bot.py", "")],
    [("cmd:python ann/bot.py", ""), ("cmd:python ann/bot.py --level 2", "")],
    [("cmd:sh -c 'cd ann && exec python bot.py'", "ann"), ("cmd:sh -c 'cd bob && exec python bot.py'", "bob")],
    [("cmd:python ann/data/bot.py", "ann"), ("cmd:python bob/bot.py", "bob")],
    [("cmd:installed-bot", ""), ("cmd:python -m other_bot", "")], [("greedy", ""), ("random", "")],
])
def test_bots_in_folders_of_their_own_are_let_in(here, bots):
    config = read(here, *bots)
    assert [bot.digest == bot_digest(bot.seat) for bot in config.bots] == [True, True]


@pytest.mark.parametrize(("bots", "what"), [
    ([("cmd:python ann/bot.py", ""), ("cmd:python ann/other.py", "")], "the files of bot b1"),
    ([("cmd:python ann/bot.py", ""), ("cmd:python ann/data/bot.py", "")], "the files of bot b1"),
    ([("cmd:python bot.py", ""), ("greedy", "")], "the file of the tournament"),
    ([("cmd:python bob/bot.py", ""), ("cmd:python -m x", ".")], "the file of the tournament"),
])
def test_a_bot_that_would_see_what_is_not_its_own_is_refused_with_what_to_do(here, bots, what):
    for name in ("ann/other.py", "ann/data/bot.py", "bot.py"):
        (here / name).touch()
    with pytest.raises(BadConfig, match=rf"cup.toml: bots: bot b\d would see {what}, because all of /.* is its own; "
                                        r'put its files into a folder of their own, such as b\d/, and name that in '
                                        r'its spec, or by dir = "b\d"'):
        read(here, *bots)


@pytest.mark.parametrize(("more", "what"), [
    ('records = "ann/records"', "its records"), ('ledger = "sqlite:///ann/ledger.db"', "its ledger"),
])
def test_neither_records_nor_ledger_lie_in_a_bots_folder(here, more, what):
    with pytest.raises(BadConfig, match=f"bot b0 would see {what}, because"):
        read(here, ("cmd:python ann/bot.py", ""), ("greedy", ""), more=more)
