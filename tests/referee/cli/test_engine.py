"""`lawspeaker engine` as a process."""

from __future__ import annotations

import json
import signal
import subprocess
import sys

import grpc
import pytest

from lawspeaker.v1.engine_service_pb2 import GameStart, LoadPositions, SessionRequest
from lawspeaker.v1.engine_service_pb2_grpc import EngineServiceStub

ENGINE = [sys.executable, "-m", "lawspeaker_referee", "engine"]
START = {"game": "clansmen", "players": 2}


@pytest.mark.slow
@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_it_prints_its_address_and_serves_there_until_a_signal(stop):
    with subprocess.Popen([*ENGINE, "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        with grpc.insecure_channel(process.stdout.readline().strip()) as channel:
            request = SessionRequest(load=LoadPositions(starts=[GameStart(**START)]))
            response = next(EngineServiceStub(channel).Session(iter([request])))
        assert response.positions.positions[0].decisions
        process.send_signal(stop)
        assert process.wait(60) == 0


@pytest.mark.slow
def test_it_ends_with_the_program_that_started_it_if_it_is_told_to():
    command = [*ENGINE, "--listen", "127.0.0.1:0", "--until-eof"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        assert process.stdout.readline().startswith(b"127.0.0.1:")
        process.stdin.close()
        assert process.wait(60) == 0


@pytest.mark.parametrize("words", [("--listen", "127.0.0.1:0"), ("--most-streams", "2")])
def test_on_stdin_nobody_connects(run, words):
    done = run("engine", "--stdio", *words)
    assert done.code == 2
    assert done.err == (f"lawspeaker: {words[0]} is for programs that connect, and --stdio serves the one that started "
                        "it; leave one of them out\n")


def test_on_stdin_it_answers_lines_until_they_end():
    lines = f"{json.dumps({'load': {'starts': [START]}})}\n" + '{"copy": {"positions": [1], "count": 2}}\n'
    done = subprocess.run([*ENGINE, "--stdio", "--most-positions", "2"], input=lines, capture_output=True, text=True,
                          check=True, timeout=60)
    loaded, copied = map(json.loads, done.stdout.splitlines())
    assert loaded["positions"]["positions"][0]["position"] == 1
    assert copied["error"]["reason"] == "ENGINE_ERROR_REASON_TOO_MANY_POSITIONS"


@pytest.mark.parametrize(("address", "message"), [
    ("0.0.0.0:1", "the service asks for no token; give unix:/PATH or 127.0.0.1:PORT"),
    ("engine.example:1", "engine.example:1 can be reached from other machines"),
    ("unix:", "'unix:' has no path; write unix:/PATH"),
    ("127.0.0.1", "'127.0.0.1' is not HOST:PORT: it has no port; give 127.0.0.1:50053"),
])
def test_an_address_that_is_not_local_is_refused_in_one_line(run, address, message):
    done = run("engine", "--listen", address)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert message in done.err
