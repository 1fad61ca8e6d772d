"""`lawspeaker challenge` with a ladder that says what the test wants."""

from __future__ import annotations

import json
from typing import Any

import grpc
import pytest

from lawspeaker.v1.ladder_service_pb2 import (
    ChallengeAccepted,
    ChallengeMatchBegan,
    ChallengeMatchEnded,
    ChallengeRequest,
    ChallengeResponse,
)
from lawspeaker.v1.match_pb2 import Outcome
from tests.referee.competition.ladder.standings_server import standings, standings_server

ID = "cup~challenge-00000{}"


def begins(number: int, *bots: str) -> ChallengeResponse:
    return ChallengeResponse(began=ChallengeMatchBegan(match_id=ID.format(number), bots=bots))


def ends(number: int, *ranks: int, void: str = "") -> ChallengeResponse:
    outcome = Outcome(ranks=ranks, scores=[10 * rank for rank in ranks]) if ranks else None
    return ChallengeResponse(ended=ChallengeMatchEnded(match_id=ID.format(number), outcome=outcome, void_reason=void))


class Ladder:
    """Answers calls with news, or refuses them, and keeps what was asked."""

    def __init__(self, *news: ChallengeResponse, refusal: tuple[grpc.StatusCode, str] | None = None) -> None:
        self.asked: list[ChallengeRequest] = []
        self._news, self._refusal = news, refusal

    async def call(self, data: bytes, context: Any) -> None:
        self.asked.append(ChallengeRequest.FromString(data))
        for news in self._news:
            await context.write(news.SerializeToString())
        if self._refusal:
            await context.abort(*self._refusal)


ACCEPTED = ChallengeResponse(accepted=ChallengeAccepted(matches=2, before=1))
PLAYED = (ACCEPTED, begins(1, "ann", "bob"), ends(1, 2, 1), begins(2, "bob", "ann"), ends(2, 1, 1))


@pytest.fixture(autouse=True)
def _variables(monkeypatch):
    for name in ("TLS_CA", "TLS_CERT", "TLS_KEY", "ADDRESS"):
        monkeypatch.delenv(f"LAWSPEAKER_{name}", raising=False)
    monkeypatch.setenv("LAWSPEAKER_TOKEN", "lsp_secret")


@pytest.fixture
def challenge(run):
    """Run the command with a ladder."""
    def ran(ladder: Ladder, *words: str) -> Any:
        with standings_server(standings, challenge=ladder.call) as address:
            return run("challenge", "--referee", address, *words)

    return ran


def test_each_match_is_told_as_it_begins_and_ends(challenge):
    ladder = Ladder(*PLAYED)
    done = challenge(ladder, "bob", "--matches", "2", "--option", "rounds=3")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        "bob takes the challenge: 2 matches; 1 accepted before it",
        "cup~challenge-000001 begins: ann, bob",
        "cup~challenge-000001 ended: 1. bob 10, 2. ann 20",
        "cup~challenge-000002 begins: bob, ann",
        "cup~challenge-000002 ended: 1. ann 10, 1. bob 10",
    ]
    asked, = ladder.asked
    assert (asked.token, list(asked.opponents), asked.matches) == ("lsp_secret", ["bob"], 2)
    assert [(option.name, option.value) for option in asked.options] == [("rounds", "3")]


def test_news_as_data_have_a_line_each(challenge):
    done = challenge(Ladder(*PLAYED[:3]), "bob", "cy", "--json")
    accepted, began, ended = map(json.loads, done.out.splitlines())
    assert accepted == {"news": "accepted", "matches": 2, "before": 1}
    assert began == {"news": "began", "match_id": "cup~challenge-000001", "bots": ["ann", "bob"]}
    assert (ended["news"], ended["match_id"], ended["void_reason"]) == ("ended", "cup~challenge-000001", "")
    assert ended["outcome"]["ranks"] == [2, 1]


@pytest.mark.parametrize(("code", "exit_code"), [
    (grpc.StatusCode.NOT_FOUND, 1), (grpc.StatusCode.PERMISSION_DENIED, 1), (grpc.StatusCode.FAILED_PRECONDITION, 1),
    (grpc.StatusCode.RESOURCE_EXHAUSTED, 1), (grpc.StatusCode.INVALID_ARGUMENT, 2),
    (grpc.StatusCode.UNAUTHENTICATED, 2), (grpc.StatusCode.UNAVAILABLE, 2)])
def test_a_refusal_is_a_line_and_an_exit_code(challenge, code, exit_code):
    done = challenge(Ladder(refusal=(code, "it does not want to")), "bob")
    assert (done.code, done.out) == (exit_code, "")
    assert done.err.startswith("lawspeaker: ")
    assert done.err.endswith("it does not want to\n")
    assert done.err.count("\n") == 1


def test_a_challenge_that_ends_early_or_has_a_void_match_is_not_played(challenge):
    done = challenge(Ladder(ACCEPTED, refusal=(grpc.StatusCode.NOT_FOUND, "bob is gone")), "bob")
    assert (done.code, done.err) == (1, "lawspeaker: bob is gone\n")
    done = challenge(Ladder(ACCEPTED, begins(1, "ann", "bob"), ends(1, void="a bot left")), "bob")
    assert done.code == 1
    assert done.out.endswith("cup~challenge-000001 ended: void, because a bot left\n")


def test_what_a_bot_is_called_cannot_steer_a_terminal(challenge):
    done = challenge(Ladder(begins(1, "ann", "\x1b[2Jbob")), "bob")
    assert "\x1b" not in done.out


def test_the_token_is_read_from_a_file_or_the_environment(challenge, run, tmp_path, monkeypatch):
    file = tmp_path / "token"
    file.write_text("lsp_other\n")
    ladder = Ladder(*PLAYED)
    assert challenge(ladder, "bob", "--token-file", str(file)).code == 0
    assert ladder.asked[0].token == "lsp_other"
    file.write_text("two words")
    assert run("challenge", "bob", "--token-file", str(file)).err.startswith(
        f"lawspeaker: {file} holds 2 words; it must hold the token")
    file.write_text("\n")
    assert run("challenge", "bob", "--token-file", str(file)).err.startswith(f"lawspeaker: {file} is empty; it must")
    file.write_bytes(b"\xff")
    assert run("challenge", "bob", "--token-file", str(file)).code == 2
    assert "No such file" in run("challenge", "bob", "--token-file", str(tmp_path / "none")).err
    monkeypatch.delenv("LAWSPEAKER_TOKEN")
    done = run("challenge", "bob")
    assert (done.code, done.err.startswith("lawspeaker: LAWSPEAKER_TOKEN is not set; it must hold")) == (2, True)


def test_where_no_ladder_is_the_line_says_so(run):
    with standings_server(None) as address:
        done = run("challenge", "bob", "--referee", address)
    assert (done.code, "is a referee without a ladder" in done.err) == (2, True)
    assert run("challenge").code == 2
    assert "1<=x<=10" in run("challenge", "bob", "--matches", "11").err
    assert "need --tls-ca" in run("challenge", "bob", "--tls-cert", "x").err
