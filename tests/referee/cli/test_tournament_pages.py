"""`lawspeaker tournament pages`, and `run --pages`, as docs/watching.md shows them."""

from __future__ import annotations

import re
import shlex
import signal
import socket
import subprocess
import urllib.error
import urllib.request
from contextlib import closing, contextmanager

import pytest

from lawspeaker_referee.competition.ledger import Ledger, LedgerQueries
from tests.docs.page import blocks
from tests.referee.cli.process import PARLEY_COMMAND
from tests.referee.cli.test_tournament import file
from tests.referee.competition.quick_tournaments import SECRET, terms_of

FIRST = "lawspeaker tournament run cup.toml --pages"
AT_OUR_PRIORITY = [*PARLEY_COMMAND[:-1], f"import os; os.nice = lambda _: 0; {PARLEY_COMMAND[-1]}"]
"""On a busy machine a process of low priority takes minutes for what a test waits for."""


@contextmanager
def started(*arguments, folder):
    process = subprocess.Popen([*AT_OUR_PRIORITY, "tournament", *map(str, arguments)], text=True, cwd=folder,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def status(url, host):
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers={"Host": host}), timeout=60) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


def shown():
    """The arguments of the commands that the page shows, for a free port."""
    block = next(each for each in blocks("docs/watching.md") if each.first.startswith(FIRST))
    return [shlex.split(line.replace(":8484", ":0"), comments=True)[2:] for line in block.text.splitlines()]


def got(url):
    with urllib.request.urlopen(url, timeout=60) as answer:
        return answer.read().decode()


def address_in(stream):
    for line in stream:
        if found := re.search(r"http://127\.0\.0\.1:\d+/", line):
            return found[0]
    raise AssertionError("no address is printed")


def begun(folder, name="cup", **changes):
    """A ledger in the folder, of a tournament that has not been played."""
    terms = terms_of(folder, records=str(folder / "records" / name))
    terms.records.mkdir(parents=True)
    url = f"sqlite:///{terms.records}/ledger.db"
    with closing(Ledger.open(url)) as ledger:
        ledger.begin(name, terms.as_dict() | {"name": name} | changes, SECRET)
    return url


@pytest.mark.slow
def test_pages_are_shown_beside_a_tournament_by_its_name_until_a_signal(tmp_path):
    begun(tmp_path)
    with started(*shown()[1], folder=tmp_path) as process:
        page = got(address_in(process.stdout))
        assert "<title>cup</title>" in page and "bot/a.html" in page
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        assert process.stderr.read() == ""


@pytest.mark.slow
def test_a_run_shows_its_pages_as_long_as_it_plays(tmp_path):
    file(tmp_path, rounds=200).rename(tmp_path / "cup.toml")
    with started(*shown()[0], "--allow-host", "cup.example", folder=tmp_path) as process:
        address = address_in(process.stderr)
        with urllib.request.urlopen(address + "events", timeout=60) as news:
            while '"matches">0 <small>' in got(address):
                while not news.readline().startswith(b"data: "):
                    pass
        assert "<title>" in got(address + "matches")
        assert (status(address, "cup.example"), status(address, "other.example")) == (200, 421)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=100)
        assert process.returncode == 130
    with pytest.raises(urllib.error.URLError):
        got(address)


@pytest.mark.parametrize(("arguments", "words"), [
    (("run", "FILE", "--pages", "127.0.0.1:0", "--rehearse"), "a rehearsal counts for nothing; leave one out"),
    (("run", "FILE", "--ledger", "sqlite:///cup.db", "--rehearse"), "--ledger is of what counts, and a rehearsal"),
    (("run", "FILE", "--allow-host", "cup.example"), "are of the pages of --pages HOST:PORT; give that too"),
    (("pages", "nothing"), "no tournament nothing is known here"),
])
def test_what_cannot_be_shown_is_told_in_one_line(run, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    name = file(tmp_path)
    done = run("tournament", *(str(name) if each == "FILE" else each for each in arguments))
    assert done.code == 2 and words in done.err
    assert done.err.count("\n") == 1


@pytest.mark.slow
def test_a_run_whose_pages_have_no_address_plays_nothing(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        done = run("tournament", "run", file(tmp_path), "--pages", address)
    assert done.code == 2 and f"--pages {address}: the port is taken" in done.err
    with closing(LedgerQueries.open_to_read("sqlite:///records/quick/ledger.db")) as ledger:
        assert ledger.progress("quick").counted == 0


def test_a_ladder_has_other_pages(run, tmp_path):
    url = begun(tmp_path, "open", bots=[], format={"kind": "ladder"})
    done = run("tournament", "pages", "open", "--ledger", url)
    assert done.code == 2 and "is a ladder, which `lawspeaker serve --ladder` plays" in done.err
