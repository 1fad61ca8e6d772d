"""Playouts after several answers, and best answers: those of `search`, with nothing that a seat may not know."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import count
from math import nan
from random import Random

import pytest

from lawspeaker.v1.engine_service_pb2 import (
    AnswersToTry,
    DecisionPicks,
    EngineErrorReason,
    FindBestAnswers,
    LoadPositions,
    PartWeights,
    PlayoutHorizon,
    PlayoutPolicy,
    PlayoutValues,
    RunPlayouts,
    SessionRequest,
)
from lawspeaker_bots.lookahead import Budget, Horizon, Playouts, best_answer, read_weights
from lawspeaker_bots.search.judge import hooks_of
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.position import Position, any_picks
from lawspeaker_referee.devtools.engine_service.lines import answered_lines
from lawspeaker_referee.devtools.engine_service.looking_ahead import SECONDS_A_REQUEST
from lawspeaker_referee.devtools.engine_service.refusals import ProgramGone
from lawspeaker_referee.devtools.engine_service.session import EngineSession

GAME_NAMES = sorted(GAMES)
GREEDY, AT_RANDOM = PlayoutPolicy.PLAYOUT_POLICY_GREEDY, PlayoutPolicy.PLAYOUT_POLICY_RANDOM
AS_SEARCH = PlayoutHorizon(as_search=True)


def true_position(name: str, steps: int = 25) -> Position:
    """The true state of a game of random answers, at a later choice of its first seat to decide."""
    position, random = Position.start(name, 2), Random(4)
    position.advance(random)
    while steps > 0 or len(position.decisions[0].options) <= position.decisions[0].least:
        position.answer(*(any_picks(each, random) for each in position.decisions))
        position.advance(random)
        steps -= 1
    return position


def known(name: str) -> Position:
    """The same position as the seat knows it that decides."""
    position = true_position(name)
    return position.deal_anew(Random(9), position.decisions[0].seat)


def session_of(*positions: Position, **keys) -> EngineSession:
    session = EngineSession(10, **keys)
    session.answer(SessionRequest(load=LoadPositions(positions=[each.dump() for each in positions], seed=1)))
    assert len(session) == len(positions)
    return session


def ask(session: EngineSession, **request):
    response = session.answer(SessionRequest(**request))
    kind = response.WhichOneof("message")
    assert kind != "error", response.error
    return getattr(response, kind)


def tried(session: EngineSession, answers: AnswersToTry, **keys):
    request = {"positions": [1], "count": 3, "seed": 3, "policy": GREEDY, "horizon": AS_SEARCH} | keys
    return ask(session, playouts=RunPlayouts(**request, answers=[answers])).positions[0]


@pytest.mark.parametrize("name", GAME_NAMES)
def test_best_answers_are_those_of_search_with_the_same_seed(name):
    position = known(name)
    found, again = ask(session_of(position, position), best_answers=FindBestAnswers(
        positions=[1, 2], playouts=30, seed=8)).answers
    expected = best_answer(position, Budget(playouts=30), Random(8))
    assert tuple(found.picks) == expected.picks
    assert [(tuple(each.picks), each.value, each.playouts) for each in found.tried] == [
        (each.picks, each.value, each.playouts) for each in expected.tried]
    assert 0 < found.playouts <= 30 and found.playouts == sum(each.playouts for each in found.tried)
    assert (found.position, again.position, found.seat) == (1, 2, position.seat)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_answers_are_tried_in_the_same_deals_with_the_same_dice(name):
    position = known(name)
    first, other = Playouts(position.game, position.setup).answers_to_try(position.state, position.seat)[:2]
    twice = AnswersToTry(position=1, answers=[DecisionPicks(picks=each) for each in (first, first, other)])
    found = tried(session_of(position), twice, deal_anew_for=position.seat)
    one, same, apart = found.answers
    assert (one.worth_sums, one.rank_sums) == (same.worth_sums, same.rank_sums)
    assert (one.lead_square_sum, same.lead_square_sum) == (0, 0)
    lead = apart.worth_sums[position.seat] - one.worth_sums[position.seat]
    assert apart.lead_square_sum * 3 >= lead**2 - 1e-12  # Cauchy and Schwarz, for the three rounds of both
    assert (found.playouts, one.playouts) == (9, 3)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_answers_without_picks_are_those_that_search_tries_and_scores_choose_others(name):
    position = known(name)
    playouts = Playouts(position.game, position.setup)
    by_search = playouts.answers_to_try(position.state, position.seat)
    session = session_of(position)
    found = tried(session, AnswersToTry(position=1), count=1)
    assert [tuple(each.picks) for each in found.answers] == by_search
    decision, = position.decisions
    scores = [float(number) for number in range(1, len(decision.options) + 1)]
    found = tried(session, AnswersToTry(position=1, scores=scores), count=1)
    assert [tuple(each.picks) for each in found.answers] == playouts.answers_to_try(
        position.state, position.seat, scores)
    assert len(decision.options) - 1 in found.answers[0].picks


@pytest.mark.parametrize("name", GAME_NAMES)
@pytest.mark.parametrize("policy", [GREEDY, AT_RANDOM])
def test_playouts_end_at_their_horizon_and_finished_ones_are_counted(name, policy):
    session = session_of(known(name))
    nowhere, = ask(session, playouts=RunPlayouts(
        positions=[1], count=2, seed=1, policy=policy, horizon=PlayoutHorizon(decisions=0), outcomes=True)).positions
    assert (nowhere.playouts, nowhere.finished, list(nowhere.rank_sums)) == (2, 0, [0, 0])
    assert not nowhere.outcomes and 0 < sum(nowhere.worth_sums) <= 2 + 1e-9
    whole, = ask(session, playouts=RunPlayouts(
        positions=[1], count=2, seed=1, policy=policy, outcomes=True)).positions
    assert (whole.finished, len(whole.outcomes)) == (2, 2)
    assert list(whole.worth_sums) == [
        sum(each.ranks[seat] == 1 and list(each.ranks).count(1) == 1 for each in whole.outcomes) for seat in (0, 1)]
    year, = ask(session, playouts=RunPlayouts(
        positions=[1], count=2, seed=1, policy=policy, horizon=PlayoutHorizon(stages=1))).positions
    assert year.finished == 0


def test_values_are_those_of_the_program_if_it_gives_some():
    position = known("northgard")
    session, own = session_of(position), hooks_of("northgard").features(position.view(0), position.game.catalogue)
    units = hooks_of("northgard").names.index("units")
    answer = AnswersToTry(position=1, answers=[DecisionPicks(picks=position.decisions[0].default)])

    def worth(**win: float) -> list[float]:
        found = tried(session, answer, count=1, horizon=PlayoutHorizon(decisions=0),
                      values=PlayoutValues(parts=[PartWeights(win=win)]))
        return list(found.answers[0].worth_sums)

    assert worth() == [0.5, 0.5]
    assert own[0][units] and sum(worth(units=0.3)) == pytest.approx(1)
    assert worth(units=0.3) == pytest.approx(worth(units=-0.3)[::-1])


@pytest.mark.parametrize("name", GAME_NAMES)
def test_nothing_that_a_seat_may_not_know_changes_what_is_said_to_it(name):
    truth = true_position(name)
    seat = truth.decisions[0].seat
    told = set()
    for position in (truth, *(truth.deal_anew(Random(seed), seat) for seed in range(3))):
        session = session_of(position)
        found = ask(session, best_answers=FindBestAnswers(positions=[1], seat=seat, playouts=25, seed=5))
        sums = tried(session, AnswersToTry(position=1, seat=seat), count=2, deal_anew_for=seat)
        unfinished = tried(session, AnswersToTry(position=1, seat=seat), count=1, deal_anew_for=seat,
                           horizon=PlayoutHorizon(decisions=0), policy=AT_RANDOM)
        told.add(b"".join(each.SerializeToString(deterministic=True) for each in (found, sums, unfinished)))
    assert len(told) == 1


def test_time_is_that_of_the_services_clock():
    position = known("northgard")
    tenths = (each / 10 for each in count())
    found, = ask(session_of(position, clock=lambda: next(tenths)),
                 best_answers=FindBestAnswers(positions=[1], seconds=60, seed=1)).answers
    few, = ask(session_of(position, clock=lambda: next(tenths)),
               best_answers=FindBestAnswers(positions=[1], seconds=10, seed=1)).answers
    assert 0 < few.playouts < found.playouts < 60


def test_no_round_of_playouts_begins_once_the_time_is_up():
    seconds = count()
    session = session_of(known("northgard"), clock=lambda: next(seconds))
    found = tried(session, AnswersToTry(position=1), count=1000, seconds=2.5)
    assert {each.playouts for each in found.answers} == {2}


def test_it_ends_when_nobody_waits_for_it():
    wanted = iter([True] * 5 + [False])
    session = session_of(known("northgard"), is_wanted=lambda: next(wanted))
    with pytest.raises(ProgramGone):
        session.answer(SessionRequest(best_answers=FindBestAnswers(positions=[1], playouts=1000)))
    assert next(wanted, None) is None


@pytest.mark.parametrize(("request_", "reason", "message"), [
    ({"best_answers": {"positions": [1]}}, "BAD_REQUEST",
     "say for how long to search: give `seconds` or `playouts`"),
    ({"best_answers": {"positions": [1], "seconds": nan}}, "BAD_REQUEST", "nan are no seconds"),
    ({"best_answers": {"positions": [1] * 4, "seconds": 20}}, "BAD_REQUEST",
     f"80 seconds are more than the {SECONDS_A_REQUEST} of one request; send several"),
    ({"playouts": {"positions": [1], "seconds": 61}}, "BAD_REQUEST", "61 seconds are more than the 60 of one request"),
    ({"playouts": {"positions": [1], "seconds": -1}}, "BAD_REQUEST", "-1.0 are no seconds"),
    ({"best_answers": {"positions": [1], "playouts": 100_001}}, "TOO_MANY_PLAYOUTS",
     "100,001 playouts are more than the 100,000 of one request; send several"),
    ({"best_answers": {"positions": [1], "playouts": 1, "seat": 2}}, "BAD_SETUP", "there is no seat 2; seats are 0 "),
    ({"best_answers": {"positions": [1], "playouts": 1, "seat": 1}}, "ILLEGAL_PICKS",
     "position 1 asks seat 1 nothing; it asks 0"),
    ({"best_answers": {"positions": [2], "playouts": 1}}, "BAD_SETUP",
     "the position holds everything, so the request must name the seat"),
    ({"playouts": {"positions": [1], "policy": 7}}, "BAD_REQUEST",
     "there is no policy 7; there are PLAYOUT_POLICY_RANDOM and PLAYOUT_POLICY_GREEDY"),
    ({"playouts": {"positions": [1], "values": {}}}, "BAD_REQUEST", "values have 1 to 100 parts, not 0; leave "),
    ({"playouts": {"positions": [1], "values": {"parts": [{"win": {"fam": 1}}]}}}, "BAD_REQUEST",
     "northgard has no feature 'fam' (did you mean 'fame'?); it has fame, food, wood"),
    ({"playouts": {"positions": [1], "values": {"parts": [{"win": {"fame": nan}}]}}}, "BAD_REQUEST",
     "the weight fame is nan; a weight is a number"),
    ({"playouts": {"positions": [1], "answers": [{"position": 2}]}}, "BAD_REQUEST",
     "answers are given for position 2, which `positions` does not name"),
    ({"playouts": {"positions": [1], "answers": [{"position": 1}] * 2}}, "BAD_REQUEST",
     "answers are given twice for position 1; put them into one message"),
    ({"playouts": {"positions": [1], "answers": [{"position": 1, "answers": [{"picks": [99]}]}]}}, "ILLEGAL_PICKS",
     "setup.clan has options 0 to 6, not 99"),
    ({"playouts": {"positions": [1], "answers": [{"position": 1, "scores": [1]}]}}, "BAD_REQUEST",
     "position 1 has 7 options and 1 scores; give one for each option"),
    ({"playouts": {"positions": [1], "answers": [{"position": 1, "scores": [1, nan, 2, 3, 4, 5, 6]}]}}, "BAD_REQUEST",
     "a score of position 1 is no number"),
    ({"playouts": {"positions": [1], "answers": [{"position": 1, "scores": [1], "answers": [{}]}]}}, "BAD_REQUEST",
     "position 1 has both answers and scores; give one of them"),
    ({"playouts": {"positions": [1], "deal_anew_for": 1, "answers": [{"position": 1}]}}, "BAD_REQUEST",
     "seat 0 answers in position 1, so it is dealt anew for this seat, not for seat 1"),
    ({"playouts": {"positions": [1], "count": 40_000, "answers": [{"position": 1}]}}, "TOO_MANY_PLAYOUTS",
     "280,000 playouts are more than"),
])
def test_an_error_says_what_is_wrong_and_what_would_be_right(request_, reason, message):
    start = Position.start("northgard", 2)
    start.advance(Random(2))
    assert (start.decisions[0].seat, len(start.decisions[0].options)) == (0, 7)
    error = session_of(start.deal_anew(Random(1), 0), start).answer(SessionRequest(**request_)).error
    assert EngineErrorReason.Name(error.reason) == f"ENGINE_ERROR_REASON_{reason}"
    assert error.message.startswith(message) and "\n" not in error.message


@pytest.mark.parametrize(("part", "error"), [
    ({"wins": {"fame": 1}}, r"weights have no 'wins' \(did you mean 'win'\?\); a part has win, succeed, constant$"),
    ({"win": {"fame": "much"}}, "the weight fame is 'much'; a weight is a number$"),
    ({"constant": True}, "the weight constant is True; a weight is a number$"),
])
def test_weights_are_numbers_of_names_that_there_are(part, error):
    with pytest.raises(ValueError, match=error):
        read_weights("northgard", [{"win": {"fame": 1}}, part])


def test_a_game_of_which_search_knows_nothing_is_searched_and_has_no_values(monkeypatch):
    from tests.games.parley import PARLEY

    monkeypatch.setitem(GAMES, "parley", PARLEY)
    start = Position.start("parley", 3)
    start.advance(Random(1))
    session = session_of(start)
    found, = ask(session, best_answers=FindBestAnswers(positions=[1], seat=1, playouts=20, seed=1)).answers
    assert found.playouts and found.seat == 1
    for keys, message in (({"values": PlayoutValues(parts=[PartWeights(win={"fame": 1})])}, "features of parley"),
                          ({"horizon": PlayoutHorizon(stages=1)}, "no stages of parley")):
        assert message in session.answer(SessionRequest(playouts=RunPlayouts(positions=[1], **keys))).error.message


def test_lines_of_json_ask_for_both():
    lines = [json.dumps(each).encode() for each in (
        {"load": {"starts": [{"game": "northgard", "players": 2}], "seed": 1}},
        {"playouts": {"positions": [1], "count": 2, "policy": "PLAYOUT_POLICY_GREEDY", "horizon": {"asSearch": True},
                      "answers": [{"position": 1, "seat": 0}], "dealAnewFor": 0, "seed": 1}},
        {"bestAnswers": {"positions": [1], "seat": 0, "playouts": 12, "seed": 1}})]
    _, played, best = map(json.loads, answered_lines(EngineSession(10), lines))
    answers = played["playouts"]["positions"][0]["answers"]
    assert [each["playouts"] for each in answers] == [2] * len(answers)
    assert best["bestAnswers"]["answers"][0]["picks"] in [each["picks"] for each in answers]


def test_the_library_needs_neither_grpc_nor_the_referee():
    program = """
import sys
sys.modules["grpc"] = sys.modules["lawspeaker_referee"] = None  # whoever imports them fails
from random import Random
from lawspeaker_bots.lookahead import Budget, Playouts, best_answer
from lawspeaker_engine.position import Position
position = Position.start("northgard", 2)
position.advance(Random(1))
answers = Playouts(position.game, position.setup).answers_to_try(position.state, 0)
assert best_answer(position, Budget(playouts=8), Random(1), 0).picks in answers
"""
    done = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_the_library_refuses_what_cannot_be_with_what_would_be_right():
    position, random = Position.start("northgard", 2), Random(1)
    position.advance(random)
    game, setup, [decision] = position.game, position.setup, position.decisions
    with pytest.raises(ValueError, match="did you mean 'greedy'"):
        Playouts(game, setup, "gredy")  # type: ignore[arg-type] # that is what is tested
    for horizon in (Horizon(decisions=-1), Horizon(stages=-1)):
        with pytest.raises(ValueError, match="give numbers from 0"):
            Playouts(game, setup, horizon=horizon)
    playouts, count = Playouts(game, setup), len(decision.options)
    for scores in ([1.0] * (count - 1), [1.0] * (count + 1), [nan] * count):
        with pytest.raises(ValueError, match=f"for the {count} options of {decision.prompt}"):
            playouts.answers_to_try(position.state, decision.seat, scores)
    for other in (Position.start("clansmen", 2), Position.start("northgard", 3),
                  Position.start("northgard", 2, {"years": 10})):
        other.advance(random)
        with pytest.raises(ValueError, match="of another game or setup"):
            playouts.run(other, 1, random)
