"""`lawspeaker watch`, as a command and as a process."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import urllib.error
import urllib.request
from contextlib import contextmanager
from importlib import import_module

import grpc
import pytest

from lawspeaker.v1.record_pb2 import RecordEntry
from lawspeaker.v1.watch_service_pb2 import ListMatchesRequest, WatchRequest
from lawspeaker.v1.watch_service_pb2_grpc import WatchServiceStub
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.writer import RecordWriter
from tests.referee.cli.process import PARLEY_COMMAND
from tests.referee.web.small_records import golden, tiny
from tests.sample_sizes import first_quick

PATIENCE = 60.0
AT_OUR_PRIORITY = [*PARLEY_COMMAND[:-1], f"import os; os.nice = lambda _: 0; {PARLEY_COMMAND[-1]}"]
"""On a busy machine a process of low priority takes minutes for what a test waits for."""
command = import_module("lawspeaker_referee.cli.watch")
tournament_command = import_module("lawspeaker_referee.cli.tournament")


@contextmanager
def watching(*arguments):
    """Run the command as a process; yield it and its address."""
    process = subprocess.Popen([*AT_OUR_PRIORITY, "watch", *map(str, arguments), "--http", "127.0.0.1:0"], text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        said = process.stdout.readline()
        found = re.fullmatch(r"(\d+ match(?:es)? of .*) at (http://127\.0\.0\.1:\d+/.*) until Ctrl-C\n", said)
        assert found, said + process.stderr.read()
        yield process, found[1], found[2]
    finally:
        process.kill()
        process.communicate()


@pytest.mark.slow
def test_programs_follow_a_running_match_by_the_service(tmp_path):
    record = read_record(golden(tmp_path / "old"))
    writer = RecordWriter(tmp_path / "records" / "cup-1.lsr")
    writer.write(RecordEntry(header=record.header))
    for step in record.steps[:12]:
        writer.write(RecordEntry(step=step))
    with (watching(tmp_path / "records", "--delay", "0", "--grpc", "127.0.0.1:0") as (_, _, said),
          grpc.insecure_channel(said.partition(", WatchService at ")[2]) as channel):
        service = WatchServiceStub(channel)
        (found,) = service.ListMatches(ListMatchesRequest(), timeout=PATIENCE).matches
        assert (found.match_id, found.game) == ("cup-1", "northgard")
        responses = service.Watch(WatchRequest(match_id="cup-1", from_step=1), timeout=PATIENCE)
        assert next(responses).start.steps == 0
        assert [next(responses).step.number for _ in range(12)] == list(range(1, 13))
        for step in record.steps[12:]:
            writer.write(RecordEntry(step=step))
        writer.finish(record.footer)
        *_, end = responses
        outcome = end.end.outcome
        assert len(outcome.parts) == len(outcome.scores)  # which the record does not have
        outcome.ClearField("parts")
        outcome.ClearField("decided")
        assert outcome == record.footer.outcome


def test_a_port_of_the_service_in_use_is_told(run, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = run("watch", tmp_path, "--http", "127.0.0.1:0", "--grpc", f"127.0.0.1:{taken.getsockname()[1]}")
    assert (done.code, "cannot listen on 127.0.0.1" in done.err) == (2, True)


def got(url):
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        return answer.read().decode()


@pytest.mark.parametrize("number", first_quick(1, [signal.SIGINT, signal.SIGTERM]))
def test_it_serves_a_folder_until_a_signal_and_ends_cleanly(tmp_path, record, number):
    tiny(tmp_path / "records" / "cup" / "a.lsr")
    record.rename(tmp_path / "records" / "game.lsr")
    with watching(tmp_path / "records", "--delay", "0") as (process, said, url):
        assert said == f"2 matches of {tmp_path / 'records'}"
        page = got(url)
        assert "<title>records: matches</title>" in page
        assert 'href="match/game"' in page and 'href="match/cup/a"' in page
        assert json.loads(got(f"{url}match/game/frames"))["note"] == ""
        process.send_signal(number)
        out, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, out, err) == (0, "", "")


@pytest.mark.slow
def test_an_empty_folder_shows_matches_as_they_come(tmp_path):
    with watching(tmp_path, "--eyes", "spectator", "--delay", "0") as (_, said, url):
        assert said == f"0 matches of {tmp_path}"
        assert "No match has ended yet." in got(url)
        golden(tmp_path, to="game")
        while 'href="match/game"' not in got(url):
            pass
        with pytest.raises(urllib.error.HTTPError, match="403") as refused:
            got(f"{url}match/game/record")
        refused.value.close()
        assert [each["eye"] for each in json.loads(got(f"{url}match/game/frames"))["eyes"]] == [-1]


@pytest.mark.parametrize(("arguments", "words"), [
    (("nowhere",), "there is no folder nowhere; give one that holds records, such as records"),
    (("file",), "'file' is a file"),
    ((".", "--http", "8484"), "'8484' is not HOST:PORT: it has no host; give 127.0.0.1:8484"),
    ((".", "--eyes", "spectators"), "--eyes: 'spectators' names no eyes (did you mean 'spectator'?); write all,"),
    ((".", "--eyes", "seat:16"), "--eyes: there is no seat 16: the seats are 0 to 15"),
    ((".", "--http", "nowhere.invalid:80"), "on nowhere.invalid:80: the host 'nowhere.invalid' cannot be resolved"),
    ((".", "--most-watchers", 9), "--most-watchers bounds the streams of --grpc HOST:PORT; give that too"),
    ((".", "--watchers-an-address", 1), "--watchers-an-address bounds the streams of --grpc HOST:PORT; give that too"),
    ((), "Missing argument 'FOLDER'"),
])
def test_what_cannot_be_is_one_clear_line(run, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    done = run("watch", *arguments)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert words in done.err


def test_a_port_in_use_is_told(run, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        done = run("watch", tmp_path, "--http", address)
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith("give another --http HOST:PORT\n") and f"cannot listen on {address}: " in done.err


def test_without_the_packages_of_pages_it_is_said_what_to_install(run, tmp_path, monkeypatch):
    monkeypatch.setattr(tournament_command, "find_spec", lambda name: None if name == "uvicorn" else name)
    done = run("watch", tmp_path)
    assert (done.code, done.err) == (
        2, 'lawspeaker: match pages need uvicorn; pip install "lawspeaker-referee[tournament]"\n')


@pytest.mark.parametrize("opens", [True, False])
def test_a_browser_is_opened_if_there_is_one(run, tmp_path, monkeypatch, opens):
    asked = []

    def opened(url):
        asked.append(url)
        signal.raise_signal(signal.SIGTERM)
        return opens

    monkeypatch.setattr(command.webbrowser, "open", opened)
    done = run("watch", tmp_path, "--open", "--http", "127.0.0.1:0")
    assert done.code == 0 and asked[0] in done.out
    assert ("no browser can be opened here" in done.err) is not opens
