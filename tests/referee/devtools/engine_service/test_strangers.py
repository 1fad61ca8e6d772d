"""Positions and requests of strangers: whatever is changed in one, it is answered, and the stream goes on."""

from __future__ import annotations

import json
import logging
import zlib
from base64 import b64encode
from collections import Counter
from contextlib import nullcontext
from itertools import product
from random import Random
from typing import Any

import pytest
from google.protobuf.message import DecodeError

from lawspeaker.v1.engine_service_pb2 import (
    AnswersToTry,
    ApplyPicks,
    CopyPositions,
    DealPositionsAnew,
    DecisionPicks,
    DescribePositions,
    EngineErrorReason,
    FindBestAnswers,
    GameStart,
    LoadPositions,
    PlayoutHorizon,
    PlayoutPolicy,
    PositionAnswer,
    ReleasePositions,
    RunPlayouts,
    SessionRequest,
    SessionResponse,
)
from lawspeaker.v1.match_pb2 import GameOptionValue
from lawspeaker_engine import position
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.position import MAGIC, Position, any_picks
from lawspeaker_referee.devtools.engine_service import session as module
from lawspeaker_referee.devtools.engine_service.lines import answered_lines
from lawspeaker_referee.devtools.engine_service.session import EngineSession

pytestmark = pytest.mark.attack

GAME_NAMES = sorted(GAMES)
CHANGES = (1, 2, 4, 8, 16, 32, 64, 128, 0x7f, 0xff)
"""The bits that are flipped in a byte of a request."""
VALUES: tuple[Any, ...] = (None, True, False, -1, 0, 1, 2, 7, 1_000, -(10**9), 1 << 40, "x", "\ud800", [], [[]], {})
RELEASE = SessionRequest(release=ReleasePositions())


def bytes_of(game: str) -> list[bytes]:
    """Positions of seats from the course of a match of random answers."""
    random, found = Random(3), list[bytes]()
    match = Position.start(game, 2)
    match.advance(random)
    while match.decisions and len(found) < 8:
        if random.random() < 1 / 12:
            found.append(match.deal_anew(random, match.decisions[0].seat).dump())
        match.answer(*(any_picks(each, random) for each in match.decisions))
        match.advance(random)
    return found


def places(value: Any, path: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    if not isinstance(value, list):
        return []
    return [place for i, each in enumerate(value) for place in ((*path, i), *places(each, (*path, i)))]


def changed(data: bytes, random: Random) -> bytes:
    """The position after one to three changes: of bytes now and then, of values of its state mostly."""
    if random.random() < 0.1:
        letters = bytearray(data)
        letters[random.randrange(len(letters))] = random.randrange(256)
        return bytes(letters)
    content = json.loads(zlib.decompress(data[len(MAGIC):]))
    for _ in range(random.randint(1, 3)):
        among = [place for place in places(content) if place[0] == 7 or random.random() < 0.1]
        *path, last = random.choice(among)
        part = content
        for step in path:
            part = part[step]
        match random.randrange(6):
            case 0 if type(part[last]) is int:
                part[last] += random.choice((-1, 1, -100, 100))
            case 1:
                del part[last]
            case 2:
                part.insert(last, part[last])
            case 3 if isinstance(part[last], list):
                random.shuffle(part[last])
            case 4:
                other = content
                for step in random.choice(among):
                    other = other[step] if isinstance(other, list) and step < len(other) else other
                part[last] = json.loads(json.dumps(other))
            case _:
                part[last] = random.choice(VALUES)
    return MAGIC + zlib.compress(json.dumps(content).encode())


def uses(state: Any) -> list[SessionRequest]:
    """Every request about the position that was loaded."""
    number, each = state.position, [DecisionPicks(picks=asked.default_picks) for asked in state.decisions]
    return [
        SessionRequest(describe=DescribePositions(positions=[number], options=True, views_of=[-1, 0, 1])),
        SessionRequest(copy=CopyPositions(positions=[number])),
        SessionRequest(deal_anew=DealPositionsAnew(positions=[number], seat=0, seed=1)),
        SessionRequest(playouts=RunPlayouts(positions=[number], count=1, seed=1)),
        SessionRequest(playouts=RunPlayouts(
            positions=[number], count=1, seed=1, policy=PlayoutPolicy.PLAYOUT_POLICY_GREEDY,
            horizon=PlayoutHorizon(decisions=6), answers=[AnswersToTry(position=number)])),
        SessionRequest(best_answers=FindBestAnswers(positions=[number], playouts=3, seed=1)),
        SessionRequest(apply=ApplyPicks(answers=[PositionAnswer(position=number, decisions=each)], seed=1)),
    ]


def answered(session: EngineSession, request: SessionRequest) -> SessionResponse:
    """The answer, of which an error is one line and has changed nothing."""
    before = len(session)
    response = session.answer(request)
    kind = response.WhichOneof("message")
    assert kind is not None
    if kind == "error":
        assert response.error.reason and response.error.message
        assert "\n" not in response.error.message and len(response.error.message) < 600
        assert len(session) == before
    return response


def outcomes(session: EngineSession, game: str, count: int) -> list[bool]:
    """Whether a changed position was refused, at once or in what is asked of it."""
    random, sources, refused = Random(5), bytes_of(game), list[bool]()
    for _ in range(count):
        loading = SessionRequest(load=LoadPositions(positions=[changed(random.choice(sources), random)], seed=1))
        loaded = answered(session, loading)
        if loaded.HasField("error"):
            assert loaded.error.reason == EngineErrorReason.ENGINE_ERROR_REASON_BAD_POSITION
            refused.append(True)
        else:
            told = [answered(session, request) for request in uses(loaded.positions.positions[0])]
            refused.append(any(each.HasField("error") for each in told))
        answered(session, RELEASE)
    return refused


@pytest.mark.parametrize("game", GAME_NAMES)
def test_any_changed_position_is_answered_and_the_stream_goes_on(game, caplog):
    caplog.set_level(logging.CRITICAL)
    session = EngineSession(10)
    refused = outcomes(session, game, 60)
    assert 15 < sum(refused) < 60  # changes that the rules never meet, such as another order of a deck, are none
    whole = answered(session, SessionRequest(load=LoadPositions(positions=[bytes_of(game)[0]])))
    assert [answered(session, each).WhichOneof("message") for each in uses(whole.positions.positions[0])] == [
        "positions"] * 3 + ["playouts"] * 2 + ["best_answers", "positions"]


@pytest.mark.parametrize("game", GAME_NAMES)
def test_control_the_rules_raise_for_positions_to_which_no_game_leads(game, monkeypatch):
    monkeypatch.setattr(module, "_on_loaded", lambda _: nullcontext())
    with pytest.raises((LookupError, ValueError, TypeError, AttributeError, AssertionError)):
        outcomes(EngineSession(10), game, 200)


def test_lines_of_changed_positions_are_answered_too(caplog):
    caplog.set_level(logging.CRITICAL)
    random, sources = Random(6), bytes_of("clansmen")
    session = EngineSession(1_000)
    requests = [json.dumps({"load": {"positions": [b64encode(changed(random.choice(sources), random)).decode()]}})
                for _ in range(60)]
    responses = [json.loads(line) for line in answered_lines(session, [each.encode() for each in requests])]
    assert {kind for each in responses for kind in each} == {"positions", "error"}


def whole_requests() -> list[SessionRequest]:
    state = EngineSession(1).answer(SessionRequest(load=LoadPositions(positions=[bytes_of("clansmen")[0]])))
    options = [GameOptionValue(name="years", value="3")]
    start = LoadPositions(starts=[GameStart(game="clansmen", players=2, options=options)], seed=1)
    return [SessionRequest(load=start), *uses(state.positions.positions[0]),
            SessionRequest(deal_anew=DealPositionsAnew(positions=[1], seat=1, count=2, seed=9)),
            SessionRequest(playouts=RunPlayouts(positions=[1], count=1, deal_anew_for=1, outcomes=True)), RELEASE]


def test_any_changed_field_of_a_request_is_answered():
    """A byte of a request is a tag, a length or a number of some field: all of them come to be changed."""
    start = SessionRequest(load=LoadPositions(starts=[GameStart(game="clansmen", players=2)], seed=1))
    reasons = Counter[int]()
    for data in (request.SerializeToString() for request in whole_requests()):
        for place, value in product(range(len(data)), CHANGES):
            try:
                request = SessionRequest.FromString(data[:place] + bytes([data[place] ^ value]) + data[place + 1:])
            except DecodeError:
                continue
            if request.HasField("playouts"):
                request.playouts.count = min(request.playouts.count, 1)
            if request.HasField("best_answers"):
                request.best_answers.seconds = min(request.best_answers.seconds, 0.01)
            session = EngineSession(10)
            answered(session, start)
            reasons[answered(session, request).error.reason] += 1
    assert reasons.total() > 400 and len(reasons) > 5


@pytest.mark.parametrize("line", [
    b"[]", b"1", b"null", b'"x"', b'{"load":null}', b'{"load":[]}', b'{"load":{"seed":1e400}}', b'{"load":{"seed":-1}}',
    b'{"load":{"positions":["\\ud800"]}}', b'{"load":{"positions":["A"]}}', b'{"load":{"positions":[1]}}',
    b'{"load":{"starts":[{"game":"\\ud800"}]}}', b'{"load":{"starts":[{"game":"x\\ny","players":4294967295}]}}',
    b'{"describe":{"positions":[1.5]}}', b'{"describe":{"positions":[' + b"9" * 5_000 + b"]}}", b"[" * 100_000,
    b'{"a":' * 50_000, b'{"copy":{},"load":{}}', b'{"copy":{"count":4294967295}}', b'{"playouts":{"count":4294967295}}',
    b'{"load":{"starts":[{"game":"' + b"x" * 100_000 + b'","players":2}]}}', b"\x00", b"\xff", b'{"@type":"x"}',
], ids=lambda line: line[:40].decode(errors="replace"))
def test_any_line_is_answered_by_one_line(line):
    first, second = answered_lines(EngineSession(10), [line, b'{"release":{}}'])
    assert len(first) < 1_000
    assert json.loads(second) == {"released": {"count": 0}}


def test_a_game_that_does_not_end_is_an_error_and_is_not_played_for_ever(monkeypatch, caplog):
    session = EngineSession(10)
    answered(session, SessionRequest(load=LoadPositions(positions=[bytes_of("northgard")[0]])))
    playout = SessionRequest(playouts=RunPlayouts(positions=[1], count=1, seed=1))
    assert answered(session, playout).HasField("playouts")
    monkeypatch.setattr(position, "MOST_QUESTIONS", 10)
    assert answered(session, playout).error.message == "northgard does not end: it has asked 10 questions"


@pytest.mark.parametrize("request_", [
    SessionRequest(describe=DescribePositions(positions=[1], views_of=[0] * 1_000)),
    SessionRequest(describe=DescribePositions(positions=[1] * 1_000)),
    SessionRequest(playouts=RunPlayouts(positions=[1] * 1_000)),
], ids=["views", "positions", "playouts"])
def test_a_small_request_has_no_huge_answer(request_):
    session = EngineSession(10)
    answered(session, SessionRequest(load=LoadPositions(starts=[GameStart(game="clansmen", players=2)])))
    assert answered(session, request_).HasField("error")


def broken(*_: object) -> None:
    raise KeyError("a fault of the rules")


def test_a_fault_of_the_rules_is_seen_and_not_taken_for_a_bad_position(monkeypatch, caplog):
    """It is raised for a game that began here, and is in the log for a position that came as bytes."""
    session = EngineSession(10)
    answered(session, SessionRequest(load=LoadPositions(
        positions=[bytes_of("clansmen")[0]], starts=[GameStart(game="clansmen", players=2)], seed=1)))
    monkeypatch.setattr(Position, "playout", broken)
    told = answered(session, SessionRequest(playouts=RunPlayouts(positions=[1], count=1))).error
    assert told.reason == EngineErrorReason.ENGINE_ERROR_REASON_BAD_POSITION
    assert told.message.startswith("position 1 is none to which a game leads: the rules end with KeyError")
    assert [record.exc_info is not None for record in caplog.records] == [True]
    with pytest.raises(KeyError, match="a fault of the rules"):
        session.answer(SessionRequest(playouts=RunPlayouts(positions=[2], count=1)))


def test_a_request_that_fails_in_its_second_position_has_not_changed_the_first(monkeypatch, caplog):
    caplog.set_level(logging.CRITICAL)
    session, data = EngineSession(10), bytes_of("clansmen")[0]
    loaded = answered(session, SessionRequest(load=LoadPositions(positions=[data, data], seed=1))).positions.positions
    describe = SessionRequest(describe=DescribePositions(positions=[1, 2], options=True, views_of=[-1, 0, 1]))
    before = answered(session, describe)
    answers = [request.apply.answers[0] for state in loaded for request in uses(state) if request.HasField("apply")]
    advance, calls = Position.advance, iter((True, False))
    monkeypatch.setattr(Position, "advance", lambda self, random: advance(self, random) if next(calls) else broken())
    assert answered(session, SessionRequest(apply=ApplyPicks(answers=answers))).HasField("error")
    assert answered(session, describe) == before
