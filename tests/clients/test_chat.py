"""The bot that asks a model over HTTP, with an endpoint here: what it sends, and what it does if that fails."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

import pytest

from lawspeaker.v1.referee_service_pb2 import DecisionRequest, DecisionText, MatchStarted
from lawspeaker_bot import ANSWER_SCHEMA, Decision, Match
from lawspeaker_bot.chat import ChatBot, Endpoint
from lawspeaker_referee.record.file import read_record

Respond = Callable[[dict[str, Any]], "str | tuple[int, bytes] | None"]


class Model:
    """An endpoint: a function of the request returns what the model says, or a status and a body, or None for never."""

    def __init__(self, respond: Respond) -> None:
        self.respond, self.asked, self.headers = respond, list[dict[str, Any]](), list[dict[str, str]]()
        self.closing = Event()
        self.url = ""


@contextmanager
def model(respond: Respond) -> Iterator[Model]:
    made = Model(respond)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            made.asked.append(body)
            made.headers.append({"path": self.path, **dict(self.headers.items())})
            said = made.respond(body)
            if said is None:
                made.closing.wait()
                return
            status, data = said if isinstance(said, tuple) else (200, completion(said))
            self.send_response(status)
            if 300 <= status < 400:
                self.send_header("Location", made.url + "/elsewhere")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: Any) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield made
    finally:
        made.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()


def completion(said: str) -> bytes:
    return json.dumps({"choices": [{"message": {"role": "assistant", "content": said}}],
                       "usage": {"prompt_tokens": 100, "completion_tokens": 7}}).encode()


def decision(time_left_ms: int = 0, options: int = 3) -> Decision:
    lines = [f"option {index}" for index in range(options)]
    text = DecisionText(question="Which?", options=lines, view="The board.\n")
    return Decision(DecisionRequest(match_id="m", decision_id=1, prompt="turn.action", least=1, most=1, text=text,
                                    option_count=options, default_picks=[2], time_left_ms=time_left_ms),
                    Match(MatchStarted(match_id="m", text="How it is played.\n")))


def bot(endpoint: Model, **options: Any) -> ChatBot:
    return ChatBot(Endpoint(endpoint.url, "small", **options))


def test_the_start_is_the_systems_message_the_decision_the_users_and_reason_and_tokens_are_kept():
    asked = decision()
    with model(lambda _: '{"reason": "it is best", "picks": [1]}') as endpoint:
        assert list(bot(endpoint, key="secret", schema=True).decide(asked)) == [1]
    [request], [headers] = endpoint.asked, endpoint.headers
    assert request["model"] == "small"
    assert request["messages"][0] == {"role": "system", "content": "How it is played.\n"}
    assert str(asked.text) in request["messages"][1]["content"]
    assert request["response_format"]["json_schema"]["schema"] == ANSWER_SCHEMA
    assert (headers["path"], headers["Authorization"]) == ("/v1/chat/completions", "Bearer secret")
    assert (asked.annotation, asked.tokens) == ("it is best", (100, 7))


def test_what_is_no_answer_is_told_to_the_model_once():
    said = iter(["I take the second", '{"picks": [1]}'])
    asked = decision()
    with model(lambda _: next(said)) as endpoint:
        assert list(bot(endpoint).decide(asked)) == [1]
    assert [each["role"] for each in endpoint.asked[1]["messages"]] == ["system", "user", "assistant", "user"]
    assert "There is no JSON object" in endpoint.asked[1]["messages"][-1]["content"]
    assert asked.tokens == (200, 14)
    assert "Authorization" not in endpoint.headers[0]


@pytest.mark.parametrize(("respond", "why", "requests"), [
    (lambda _: "no idea", "There is no JSON object in the answer 'no idea'.", 2),
    (lambda _: (500, b"over\nloaded"), "the endpoint answered 500: 'over loaded'", 1),
    (lambda _: (429, b""), "the endpoint answered 429: ''", 1),
    (lambda _: (302, b""), "the endpoint answered 302: ''", 1),
    (lambda _: (200, b"<html>"), "the endpoint's response has no message: '<html>'", 1),
    (lambda _: (200, b'{"choices": []}'), "the endpoint's response has no message", 1),
    (lambda _: (200, b'{"choices": [{"message": {"content": null}}]}'), "the endpoint's response has no message", 1),
    (lambda _: (200, b"[" * 100_000), "the endpoint's response has no message", 1),
    (lambda _: (200, b" " * (2 << 20)), "the endpoint's response is longer than 1 MiB", 1),
    (lambda _: None, "the endpoint did not answer within 0.2 s", 1),
])
def test_without_a_usable_answer_the_default_is_taken_and_the_bot_says_why(respond, why, requests, caplog):
    asked = decision()
    with model(respond) as endpoint:
        assert list(bot(endpoint, timeout=0.2 if "within" in why else 30.0).decide(asked)) == [2]
    assert len(endpoint.asked) == requests
    assert asked.annotation.startswith(f"the default: {why}")
    assert [record.message for record in caplog.records] == [
        f"m, turn.action: the default is answered: {asked.annotation.removeprefix('the default: ')}"]


def test_an_endpoint_that_is_not_there_costs_the_default():
    with model(lambda _: "") as endpoint:
        pass
    asked = decision()
    assert list(bot(endpoint).decide(asked)) == [2]
    assert asked.annotation.startswith("the default: the endpoint cannot be asked: ")


def test_the_clock_of_the_match_limits_the_wait_and_what_leaves_no_choice_is_not_asked():
    with model(lambda _: None) as endpoint:
        asked = decision(time_left_ms=700)
        assert list(bot(endpoint).decide(asked)) == [2]
        assert "did not answer within 0." in asked.annotation
        late = decision(time_left_ms=100)
        assert list(bot(endpoint).decide(late)) == [2]
        assert late.annotation == "the default: no time is left to ask the model"
        only = decision(options=1)
        assert list(bot(endpoint).decide(only)) == [2]
        assert not only.annotation
    assert len(endpoint.asked) == 1


@pytest.mark.slow
def test_a_match_is_played_with_a_model_and_its_record_has_reasons_and_tokens(tmp_path):
    """Also the documented option by which a bot that the referee starts gets at its endpoint."""

    def first(body: dict[str, Any]) -> str:
        legal = body["messages"][-1]["content"].rpartition('"picks": ')[2].partition("}")[0]
        return json.dumps({"reason": "the default is harmless", "picks": json.loads(legal)})

    with model(first) as endpoint:
        command = f"cmd:{sys.executable} -m lawspeaker_bot chat --url {endpoint.url} --model small"
        done = subprocess.run(
            [sys.executable, "-m", "lawspeaker_referee", "play", "northgard", "--option", "years=7", "--seed", "1",
             "--clock", "llm", "--bot", command, "random", "--bot-network", "host", "--bot-env", "LAWSPEAKER_CHAT_KEY",
             "--record", str(tmp_path / "match.lsr"), "--json"], capture_output=True, text=True, check=False,
            env={"LAWSPEAKER_CHAT_KEY": "secret", "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)})
        assert done.returncode == 0, done.stderr
    record = read_record(tmp_path / "match.lsr")
    own = [timing for step in record.steps for act, timing in zip(step.acts, step.timing, strict=False)
           if act.seat == 0]
    answered = [timing for timing in own if timing.annotation]
    assert json.loads(done.stdout)["faults"] == [{}, {}]
    assert len(answered) == len(endpoint.asked) > 10
    assert {(timing.annotation, timing.input_tokens, timing.output_tokens) for timing in answered} == {
        ("the default is harmless", 100, 7)}
    assert {headers["Authorization"] for headers in endpoint.headers} == {"Bearer secret"}
    shown = subprocess.run([sys.executable, "-m", "lawspeaker_referee", "show", str(tmp_path / "match.lsr")],
                           capture_output=True, text=True, check=True).stdout
    assert f"tokens      {100 * len(answered):,} read and {7 * len(answered):,} written" in shown
