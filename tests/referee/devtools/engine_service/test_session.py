"""A session does what the library does, with numbers in place of positions."""

from __future__ import annotations

from random import Random

import pytest

from lawspeaker.v1.engine_service_pb2 import (
    ApplyPicks,
    CopyPositions,
    DealPositionsAnew,
    DecisionPicks,
    DescribePositions,
    EngineErrorReason,
    GameStart,
    LoadPositions,
    PositionAnswer,
    ReleasePositions,
    RunPlayouts,
    SessionRequest,
)
from lawspeaker.v1.match_pb2 import GameOptionValue
from lawspeaker_bot import unpack
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.position import Position
from lawspeaker_referee.codec.game_codec import codec
from lawspeaker_referee.devtools.engine_service.looking_ahead import PLAYOUTS_A_REQUEST
from lawspeaker_referee.devtools.engine_service.refusals import ProgramGone
from lawspeaker_referee.devtools.engine_service.session import EngineSession
from tests.games.guarded_parley import CLOSED_PARLEY
from tests.games.parley import PARLEY

SEED = 7
GAME_NAMES = sorted(GAMES)


def ask(session: EngineSession, **request):
    """Return the response to a request; fails if it is an error."""
    response = session.answer(SessionRequest(**request))
    kind = response.WhichOneof("message")
    assert kind != "error", response.error
    return getattr(response, kind)


def refused(session: EngineSession, **request) -> tuple[str, str]:
    """Return the reason and the message of the error that answers a request."""
    error = session.answer(SessionRequest(**request)).error
    return EngineErrorReason.Name(error.reason).removeprefix("ENGINE_ERROR_REASON_"), error.message


def start(name: str) -> GameStart:
    return GameStart(game=name, players=min(GAMES[name].players))


def begun(name: str, most_positions: int = 10) -> EngineSession:
    """A session whose position 1 stands at the first decision of a game."""
    session = EngineSession(most_positions)
    ask(session, load=LoadPositions(starts=[start(name)], seed=SEED))
    return session


def twin(name: str, decisions: int = 0) -> Position:
    """The same position in the library, or the one so many defaults later."""
    position, random = Position.start(name, min(GAMES[name].players)), Random(SEED)
    position.advance(random)
    for _ in range(decisions):
        position.answer(*(decision.default for decision in position.decisions))
        position.advance(random)
    return position


def defaults(number: int, decisions) -> PositionAnswer:
    """The answer of all defaults to the open decisions of a position."""
    return PositionAnswer(position=number, decisions=[DecisionPicks(picks=each.default_picks) for each in decisions])


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_position_is_described_as_a_referee_describes_a_decision(name):
    position = twin(name, 12)
    session = EngineSession(1)
    ask(session, load=LoadPositions(positions=[position.dump()]))
    state, = ask(session, describe=DescribePositions(positions=[1], options=True, views_of=[0, -1])).positions
    written = codec(position.game)
    assert (state.position, state.seat, state.HasField("outcome")) == (1, -1, False)
    for told, decision in zip(state.decisions, position.decisions, strict=True):
        assert (told.seat, told.prompt, told.least, told.most) == (
            decision.seat, decision.prompt, decision.least, decision.most)
        assert (told.option_count, tuple(told.default_picks)) == (len(decision.options), decision.default)
        assert written.read_options(told.options) == list(decision.options)
    assert [view.value for view in state.views] == [written.view(position.view(0)), written.view(position.view(None))]
    assert {view.type_url for view in state.views} == {written.view_url}


@pytest.mark.parametrize("name", GAME_NAMES)
def test_answers_and_chance_lead_where_they_lead_in_the_library(name):
    session, position = begun(name), twin(name)
    for seed in range(10):
        decisions = ask(session, describe=DescribePositions(positions=[1])).positions[0].decisions
        ask(session, apply=ApplyPicks(answers=[defaults(1, decisions)], seed=seed))
        position.answer(*(decision.default for decision in position.decisions))
        position.advance(Random(seed))
    state, = ask(session, describe=DescribePositions(positions=[1], views_of=[0])).positions
    assert state.views[0].value == codec(position.game).view(position.view(0))


@pytest.mark.parametrize("name", GAME_NAMES)
def test_playouts_are_those_of_the_library_and_their_sums_are_the_sums_of_their_outcomes(name):
    session, random = begun(name), Random(3)
    expected = [twin(name).playout(random) for _ in range(3)]
    found, = ask(session, playouts=RunPlayouts(positions=[1], count=3, outcomes=True, seed=3)).positions
    assert [(tuple(each.ranks), tuple(each.scores)) for each in found.outcomes] == [
        (each.ranks, each.scores) for each in expected]
    assert list(found.rank_sums) == [sum(column) for column in zip(*(each.ranks for each in expected), strict=True)]
    assert list(found.score_sums) == [sum(column) for column in zip(*(each.scores for each in expected), strict=True)]
    sums_only, = ask(session, playouts=RunPlayouts(positions=[1], count=3, seed=3)).positions
    assert sums_only.rank_sums == found.rank_sums and not sums_only.outcomes


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_position_dealt_anew_is_the_librarys_and_holds_the_knowledge_of_its_seat(name):
    session = begun(name)
    state, = ask(session, deal_anew=DealPositionsAnew(positions=[1], seat=1, seed=5)).positions
    assert (state.position, state.seat) == (2, 1)
    expected = twin(name).deal_anew(Random(5), 1)
    told, = ask(session, describe=DescribePositions(positions=[2], views_of=[0, 1])).positions
    assert [view.value for view in told.views] == [codec(expected.game).view(expected.view(seat)) for seat in (0, 1)]
    again, = ask(session, deal_anew=DealPositionsAnew(positions=[2], seed=5)).positions
    assert again.seat == 1


def test_playouts_can_deal_anew_before_each_of_them():
    session, random = begun("northgard"), Random(3)
    expected = [twin("northgard").deal_anew(random, 0).playout(random).scores for _ in range(2)]
    request = RunPlayouts(positions=[1], count=2, deal_anew_for=0, outcomes=True, seed=3)
    found, = ask(session, playouts=request).positions
    assert [tuple(each.scores) for each in found.outcomes] == expected


def test_several_positions_are_made_answered_and_played_out_in_one_request():
    session = EngineSession(10)
    made = ask(session, load=LoadPositions(positions=[twin("northgard").dump()], starts=[start("northgard")])).positions
    assert [state.position for state in made] == [1, 2]
    copies = ask(session, copy=CopyPositions(positions=[1, 2], count=2)).positions
    assert [state.position for state in copies] == [3, 4, 5, 6]
    answers = [defaults(each.position, each.decisions) for each in copies]
    after = ask(session, apply=ApplyPicks(answers=answers)).positions
    assert [state.position for state in after] == [3, 4, 5, 6]
    played = ask(session, playouts=RunPlayouts(positions=[3, 6], count=1)).positions
    assert [(each.position, each.playouts) for each in played] == [(3, 1), (6, 1)]


def test_a_copy_is_independent():
    session = begun("northgard")
    before = ask(session, describe=DescribePositions(positions=[1], options=True, views_of=[-1])).positions[0]
    ask(session, copy=CopyPositions(positions=[1]))
    ask(session, apply=ApplyPicks(answers=[defaults(2, before.decisions)]))
    assert ask(session, describe=DescribePositions(positions=[1], options=True, views_of=[-1])).positions[0] == before


def test_the_end_of_a_game_is_told_with_its_outcome():
    session = EngineSession(1)
    position = twin("northgard")
    outcome = position.playout(Random(1))
    state, = ask(session, load=LoadPositions(positions=[position.dump()])).positions
    assert (list(state.decisions), tuple(state.outcome.ranks)) == ([], outcome.ranks)
    assert tuple(sum(part.points for part in each.parts) for each in state.outcome.parts) == outcome.scores
    assert tuple(state.outcome.decided) == outcome.decided
    assert refused(session, apply=ApplyPicks(answers=[PositionAnswer(position=1)])) == (
        "ILLEGAL_PICKS", "the game of position 1 is over: nothing is asked")
    played, = ask(session, playouts=RunPlayouts(positions=[1], count=4)).positions
    assert list(played.rank_sums) == [4 * rank for rank in outcome.ranks]


def test_options_of_a_game_are_written_as_on_the_command_line():
    session = EngineSession(1)
    game = GameStart(game="northgard", players=2, options=[GameOptionValue(name="years", value="10")])
    ask(session, load=LoadPositions(starts=[game]))
    view, = ask(session, describe=DescribePositions(positions=[1], views_of=[-1])).positions[0].views
    assert unpack(view).years == 10


def test_several_seats_that_decide_at_once_are_answered_at_once(monkeypatch):
    monkeypatch.setitem(GAMES, "parley", PARLEY)
    session = EngineSession(1)
    state, = ask(session, load=LoadPositions(starts=[GameStart(game="parley", players=3)], seed=1)).positions
    assert [decision.seat for decision in state.decisions] == [0, 1, 2]
    one_missing = PositionAnswer(position=1, decisions=[DecisionPicks(picks=[0])] * 2)
    assert refused(session, apply=ApplyPicks(answers=[one_missing])) == (
        "ILLEGAL_PICKS", "position 1 waits for 3 decisions, and the answer has 2")
    after, = ask(session, apply=ApplyPicks(answers=[defaults(1, state.decisions)])).positions
    assert after.decisions != state.decisions


def test_a_request_that_cannot_be_done_changes_nothing():
    session = begun("northgard")
    ask(session, copy=CopyPositions(positions=[1]))
    first, second = ask(session, describe=DescribePositions(positions=[1, 2])).positions
    beyond = PositionAnswer(position=2, decisions=[DecisionPicks(picks=[99])])
    reason, message = refused(session, apply=ApplyPicks(answers=[defaults(1, first.decisions), beyond]))
    assert reason == "ILLEGAL_PICKS" and "not 99" in message
    assert list(ask(session, describe=DescribePositions(positions=[1, 2])).positions) == [first, second]
    bad = LoadPositions(positions=[twin("northgard").dump(), b"nothing"])
    assert refused(session, load=bad)[0] == "BAD_POSITION"
    assert len(session) == 2


@pytest.mark.parametrize(("request_", "reason", "message"), [
    ({}, "BAD_REQUEST", "the request is empty; it is one of load, describe, copy, apply, deal_anew, playouts, "),
    ({"describe": {"positions": [2]}}, "UNKNOWN_POSITION",
     "there is no position 2; it was released, or never made on this stream"),
    ({"describe": {"positions": [1], "views_of": [2]}}, "BAD_SETUP",
     "there is no seat 2; seats are 0 to 1, and -1 is a spectator"),
    ({"load": {"starts": [{"game": "northgrad", "players": 2}]}}, "BAD_SETUP",
     "no game 'northgrad' (did you mean 'northgard'?); there are: northgard, clansmen, pax_viking"),
    ({"load": {"starts": [{"game": "northgard", "players": 9}]}}, "BAD_SETUP",
     "northgard is played by 2, 3, 4, 5 players, not 9"),
    ({"deal_anew": {"positions": [1]}}, "BAD_SETUP",
     "the position holds everything, so the request must name the seat"),
    ({"deal_anew": {"positions": [1], "seat": 5}}, "BAD_SETUP", "there is no seat 5; seats are 0 to 1"),
    ({"apply": {"answers": [{"position": 1}, {"position": 1}]}}, "BAD_REQUEST",
     "a position is answered twice; copy it first"),
    ({"copy": {"positions": [1], "count": 4}}, "TOO_MANY_POSITIONS",
     "1 positions and 4 more are above the limit of 4; release some, or start the service with a higher --most-"),
    ({"playouts": {"positions": [1], "count": PLAYOUTS_A_REQUEST + 1}}, "TOO_MANY_PLAYOUTS",
     "100,001 playouts are more than the 100,000 of one request; send several"),
])
def test_an_error_says_what_is_wrong_and_what_would_be_right(request_, reason, message):
    told, text = refused(begun("northgard", most_positions=4), **request_)
    assert told == reason
    assert text.startswith(message)  # the tests' own game may be listed after the others


def test_released_positions_are_gone_and_make_room():
    session = begun("northgard", most_positions=3)
    ask(session, copy=CopyPositions(positions=[1], count=2))
    assert ask(session, release=ReleasePositions(positions=[2, 2])).count == 1
    assert refused(session, describe=DescribePositions(positions=[2]))[0] == "UNKNOWN_POSITION"
    assert ask(session, copy=CopyPositions(positions=[1])).positions[0].position == 4
    assert ask(session, release=ReleasePositions()).count == 3
    assert len(session) == 0


def test_playouts_end_when_nobody_waits_for_them():
    asked = iter([True, True, False])
    session = EngineSession(1, is_wanted=lambda: next(asked))
    ask(session, load=LoadPositions(starts=[start("northgard")]))
    with pytest.raises(ProgramGone):
        session.answer(SessionRequest(playouts=RunPlayouts(positions=[1], count=1000)))
    assert next(asked, None) is None


@pytest.mark.parametrize("loaded", [False, True])
def test_a_game_that_cannot_deal_anew_is_refused_with_its_reason(monkeypatch, loaded):
    monkeypatch.setitem(GAMES, "parley", CLOSED_PARLEY)
    session = EngineSession(10)
    if loaded:
        position = Position.start("parley", 2)
        position.advance(Random(SEED))
        ask(session, load=LoadPositions(positions=[position.dump()], seed=SEED))
    else:
        ask(session, load=LoadPositions(starts=[GameStart(game="parley", players=2)], seed=SEED))
    reason, message = refused(session, deal_anew=DealPositionsAnew(positions=[1], seat=0))
    assert (reason, message) == ("BAD_REQUEST", "position 1: parley cannot be dealt anew in round 1")
    assert refused(session, playouts=RunPlayouts(positions=[1], count=1, deal_anew_for=0))[0] == "BAD_REQUEST"
