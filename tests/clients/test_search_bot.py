"""The bot `search`: it plays legally, keeps to its budget, uses what its seat may know, and needs the engine."""

from __future__ import annotations

import sys
import tomllib
import tracemalloc
from collections.abc import Iterator
from functools import partial
from importlib.resources import files
from itertools import count, islice
from math import inf
from random import Random
from typing import Any

import pytest

from lawspeaker.v1.referee_service_pb2 import DecisionRequest, MatchStarted
from lawspeaker_bot import Decision as BotDecision
from lawspeaker_bot import Match
from lawspeaker_bots.search import NoPosition, SearchBot
from lawspeaker_bots.search.candidates import MOST, candidates
from lawspeaker_bots.search.clansmen import LAST_SEASONS
from lawspeaker_bots.search.judge import GAMES as WITH_HOOKS
from lawspeaker_bots.search.judge import Judge, hooks_of
from lawspeaker_bots.search.lookahead import Lookahead, Tried
from lawspeaker_bots.search.player import Player
from lawspeaker_bots.search.playouts import Playouts
from lawspeaker_bots.search.thinking_time import Budget, ThinkingTime
from lawspeaker_engine.game import Game
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.laws import Options, positions
from lawspeaker_engine.model import PUBLIC, BadSetup, Chance, Decision, Outcome
from lawspeaker_engine.playing import check
from lawspeaker_engine.position import Position
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.host.single_match import MatchResult, play_match
from tests.engine.test_laws import laws
from tests.games.parley import PARLEY
from tests.sample_sizes import first_quick

TABLES = [(name, players) for name, game in GAMES.items() for players in (min(game.players), max(game.players))]


def playouts(number: int) -> Budget:
    """A budget that no clock ends."""
    return Budget(inf, number, lambda: 0.0, 0.0)


def played(name: str, bots: list[str], options: Options | None = None) -> MatchResult:
    """A whole match of these bots."""
    game = GAMES[name]
    return play_match(game, make_setup(game, len(bots), options), list(map(SeatSpec.parse, bots)),
                      seed=bytes([3]) * 32, match_id="search-3", move_time=None, in_process=True)


def asked(name: str, players: int, every: int, options: Options | None = None, seed: int = 1) -> Iterator[
        tuple[Game[Any], Any, Decision]]:
    """Positions of a random game in which a seat has a choice, each with its decision."""
    game = GAMES[name]
    for step, (state, question, _answers) in enumerate(positions(game, players, seed, options or {})):
        if step % every == 0 and not isinstance(question, Chance):
            for decision in question:
                if len(decision.options) > decision.least:
                    yield game, state, decision


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), [
    ("clansmen", {"years": 3}), ("northgard", {}), ("pax_viking", {})])
def test_search_plays_legally_and_the_same_with_the_same_seed_and_playouts(name, options):
    first, second = (played(name, ["search:1playouts", "random"], options) for _ in range(2))
    assert not any(first.faults) and not any(first.refused)
    assert second.digest == first.digest


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), [table for table in TABLES if table[1] > 2])
def test_search_plays_legally_with_many_players(name, players):
    result = played(name, ["random"] * (players - 1) + ["search:1playouts"])
    assert not any(result.faults) and not any(result.refused)


@pytest.mark.parametrize("name", first_quick(1, GAMES))
def test_the_answer_depends_on_nothing_that_the_seat_may_not_know(name):
    tried = 0
    for game, state, decision in islice(asked(name, 2, 9), 8):
        lookahead = Lookahead(game, make_setup(game, 2))
        answers = {
            lookahead.answer(known, decision.seat, playouts(6), Random(5))
            for known in (state, *(game.deal_anew(state, decision.seat, Random(seed)) for seed in range(2)))}
        assert len(answers) == 1
        tried += 1
    assert tried > 5


@laws(of_others=1, every=8)
def test_candidates_are_legal_and_all_different(name, players, options, seeds):
    for seed in seeds:
        player = Player(GAMES[name], make_setup(GAMES[name], players, options))
        for game, state, decision in asked(name, players, 12, options, seed):
            found = candidates(decision, player.scores(decision, game.view(state, decision.seat)))
            assert 1 <= len(found) <= MOST and len(set(found)) == len(found)
            assert all(check(decision, picks) == picks for picks in found)


@pytest.mark.parametrize("scores", [None, [3.0, -1.0, 2.0, 0.0]])
@pytest.mark.parametrize(("least", "most"), [(0, 0), (0, 1), (1, 1), (0, 4), (2, 3), (4, 4)])
@pytest.mark.parametrize("ordered", [False, True])
def test_candidates_fit_every_kind_of_decision(scores, least, most, ordered):
    decision = Decision(0, "any", [0, 1, 2, 3], least, most, tuple(range(least)), PUBLIC, ordered=ordered)
    found = candidates(decision, scores)
    assert all(check(decision, picks) == picks for picks in found)
    if scores is not None and (least, most) == (0, 4):
        assert found[0] == (0, 2), "first what greedy would take"
        assert () in found and (0,) in found and (0, 2, 3) in found
    assert (len(found) == 1) == (most == 0 or (least == 4 and not (ordered and scores)))


def test_a_decision_without_options_is_answered_with_nothing():
    decision = Decision(0, "any", [], 0, 0, (), PUBLIC)
    assert candidates(decision, []) == [()]


def test_a_seat_that_is_asked_with_others_answers_for_itself():
    together = (question for _game, _state, question in sealed("clansmen"))
    assert next(together, None) is not None
    for game, state, question in islice(sealed("clansmen"), 3):
        for decision in question:
            picks = Lookahead(game, make_setup(game, 2)).answer(state, decision.seat, playouts(12), Random(1))
            assert check(decision, picks) == picks


def sealed(name: str) -> Iterator[tuple[Game[Any], Any, tuple[Decision, ...]]]:
    """Positions in which several seats are asked at once."""
    for state, question, _answers in positions(GAMES[name], 2, 1, {}):
        if not isinstance(question, Chance) and len(question) > 1:
            yield GAMES[name], state, question


@pytest.mark.parametrize("name", first_quick(1, GAMES))
def test_a_search_ends_with_the_first_look_at_a_clock_that_is_over(name):
    for game, state, decision in islice(asked(name, 2, 11), 6):
        ticks = count(1)
        readings: list[float] = []

        def clock(ticks: Iterator[int] = ticks, readings: list[float] = readings) -> float:
            readings.append(next(ticks) / 1000)
            return readings[-1]

        Lookahead(game, make_setup(game, 2)).answer(state, decision.seat, Budget(0.1, 0, clock, 0.0), Random(1))
        assert all(reading < 0.1 for reading in readings[:-1])


@pytest.mark.parametrize("name", GAMES)
def test_without_any_time_search_answers_as_greedy(name):
    for game, state, decision in islice(asked(name, 2, 5), 20):
        setup = make_setup(game, 2)
        picks = Lookahead(game, setup).answer(state, decision.seat, Budget(0.0, 0, lambda: 0.0, 0.0), Random(1))
        greedy = Player(game, setup).answers(state, (decision,), Random(1))
        assert greedy == [picks]


def request(left: float, bank: float = 0.0) -> BotDecision:
    """A decision with so many seconds left, those of the bank included; 0 for no limit."""
    message = DecisionRequest(time_left_ms=round(1000 * left), bank_left_ms=round(1000 * bank))
    return BotDecision(message, Match(MatchStarted()))


def seconds(text: str, decision: BotDecision) -> float:
    """The thinking time of a decision: what half of it is at a clock that stands at 1 s."""
    low, high = 0.0, 1000.0
    for _ in range(60):
        middle = (low + high) / 2
        over = ThinkingTime.parse(text).budget(decision, partial(float, middle), 0.0).used >= 1
        low, high = (low, middle) if over else (middle, high)
    return high


@pytest.mark.parametrize("text", ["", "50ms", "10s", "9playouts"])
@pytest.mark.parametrize(("left", "bank"), [(0.01, 0.0), (0.1, 0.0), (2.0, 0.0), (30.0, 30.0), (32.0, 30.0), (600, 0)])
def test_a_decision_takes_at_most_half_of_the_time_left_and_little_of_the_bank(text, left, bank):
    taken = seconds(text, request(left, bank))
    assert 0 < taken <= left / 2
    if not text:
        assert taken <= 2.0 and taken <= 0.4 * (left - bank) + bank / 80 + 0.01


def test_what_somebody_asks_for_is_taken_if_the_clock_allows_it():
    assert seconds("50ms", request(2.0)) == pytest.approx(0.05)
    assert seconds("3s", request(0)) == pytest.approx(3.0)
    assert seconds("", request(0)) == pytest.approx(0.1)


def test_a_better_answer_is_taken_and_answers_that_end_alike_are_dropped():
    tried, noise = Tried(3), Random(1)
    for _ in range(6):
        luck = noise.random() / 10
        tried.note([0.3 + luck, 0.6 + luck, 0.3 + luck])
        tried.decided(0.01)
    assert tried.live == [0, 1] and tried.best() == 1


def test_an_answer_that_is_not_surely_better_gives_way_to_that_of_greedy():
    tried, noise = Tried(2), Random(2)
    for _ in range(4):
        tried.note([0.5, 0.5 + noise.choice((-0.4, 0.4, 0.01))])
    assert tried.best() == 0


def test_worse_answers_drop_out_as_the_budget_is_used_but_never_that_of_greedy():
    tried = Tried(8)
    for round_number in range(1, 30):
        if tried.decided(round_number / 30):
            break
        tried.note([number / 10 + round_number % 3 / 100 for number in tried.live])
    assert tried.live == [0, 4, 5, 6, 7] and tried.best() == 7


@laws(of_others=1, every=8)
def test_chances_of_all_seats_add_up_to_one_but_for_games_without_winner(name, players, options, seeds):
    game = GAMES[name]
    setup = make_setup(game, players, options)
    judge, teams = Judge(game, setup), game.teams(setup) or range(players)
    for seed in seeds:
        for state, _question, _answers in islice(positions(game, players, seed, options), 0, None, 25):
            worths = [judge.worth(state, seat) for seat in range(players)]
            assert all(0 <= worth <= 1 for worth in worths)
            total = sum({team: worths[seat] for seat, team in enumerate(teams)}.values())
            assert 0 <= total <= 1 + 1e-9
            assert name == "clansmen" or total == pytest.approx(1)


def test_a_finished_game_is_worth_its_places():
    for name in GAMES:
        game = GAMES[name]
        final = Position.start(name, 2)
        outcome = final.playout(Random(4))
        worths = [Judge(game, final.setup).worth(final.state, seat) for seat in range(2)]
        assert worths == [float(rank == 1 and outcome.ranks != (1, 1)) for rank in outcome.ranks]


def test_playouts_of_the_last_two_seasons_of_clansmen_end_with_the_game_and_those_before_do_not():
    game, setup = GAMES["clansmen"], make_setup(GAMES["clansmen"], 2)
    hooks, playing = hooks_of("clansmen"), Playouts(game, setup)
    ended = dict[int, set[bool]]()
    for _game, state, decision in asked("clansmen", 2, 3):
        view = game.view(state, decision.seat)
        end = playing.play(state, decision.seat, None, bytes(16), view)
        ended.setdefault(hooks.left(view), set()).add(game.outcome(end) is not None)
    assert max(ended) > 4
    assert all(over == {left < LAST_SEASONS} for left, over in ended.items())


def test_a_playout_of_clansmen_is_worth_more_the_more_clearly_it_is_won():
    game, setup = GAMES["clansmen"], make_setup(GAMES["clansmen"], 2)
    final = Position.start("clansmen", 2)
    final.playout(Random(4))
    judge = Judge(game, setup)

    def worth(*respect: int) -> float:
        """The worth for seat 0 of a clan whose members have so much Respect without majorities."""
        state = game.copy(final.state)
        for player, own in zip(state.players, respect, strict=True):
            player.respect, player.people, player.stock, player.built, player.structures = own, [], [0] * 4, [], []
        state.outcome = Outcome((1, 2), respect, "chief")
        return judge.worth_of_end(state, 0)

    assert 0 < worth(26, 20) < worth(25, 25) < worth(26, 25) < worth(31, 30) < worth(31, 25) < worth(40, 25) < 1
    assert worth(60, 50) > 0.99 and worth(26, 20) < 0.1
    assert worth(50, 50) == pytest.approx(0.5, abs=1e-6)


def test_before_its_end_a_game_is_worth_at_the_end_of_a_playout_what_the_judge_says():
    for name in GAMES:
        game, setup = GAMES[name], make_setup(GAMES[name], 2)
        judge = Judge(game, setup)
        for _game, state, decision in islice(asked(name, 2, 9), 3):
            assert judge.worth_of_end(state, decision.seat) == judge.worth(state, decision.seat)


@pytest.mark.parametrize("name", WITH_HOOKS)
def test_the_file_of_weights_names_features_of_its_game(name):
    text = files("lawspeaker_bots.search").joinpath(f"{name}.toml").read_text()
    for part in tomllib.loads(text)["left"]:
        assert set(part["win"]) | set(part.get("succeed", {})) <= set(hooks_of(name).names)


def test_a_game_without_rules_of_thumb_is_played_to_its_end():
    state = PARLEY.setup(setup := make_setup(PARLEY, 3))
    random, asked_often = Random(3), 0
    while question := PARLEY.pending(state):
        if isinstance(question, Chance):
            answers = [tuple(random.sample(range(len(question.options)), question.count))]
        else:
            answers = [Lookahead(PARLEY, setup).answer(state, decision.seat, playouts(10), random)
                       for decision in question]
            assert all(check(decision, picks) == picks for decision, picks in zip(question, answers, strict=True))
            asked_often += len(answers)
        PARLEY.apply(state, answers)
    assert asked_often and PARLEY.outcome(state) is not None


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_memory_does_not_grow_with_the_decisions(name):
    game, setup = GAMES[name], make_setup(GAMES[name], 2)
    cases = [(game.copy(state), decision.seat) for _game, state, decision in islice(asked(name, 2, 7), 5)]

    def think() -> int:
        for state, seat in cases:
            Lookahead(game, setup).answer(state, seat, playouts(8), Random(1))
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        think()
        before = think()
        assert think() - before < 200_000
        assert tracemalloc.get_traced_memory()[1] < 30_000_000, "at its highest"
    finally:
        tracemalloc.stop()


def test_a_decision_without_position_says_what_is_wrong():
    with pytest.raises(NoPosition, match="or this referee sends none: upgrade the referee"):
        SearchBot("10ms").decide(request(1.0))


@pytest.mark.parametrize(("text", "command"), [("search", ()), ("search:100ms", ("100ms",)), ("search:7playouts", (
    "7playouts",))])
def test_a_spec_names_the_thinking_time(text, command):
    spec = SeatSpec.parse(text)
    assert spec.built_in == text
    assert spec.command == (sys.executable, "-m", "lawspeaker_bots.search", *command)


@pytest.mark.parametrize("text", ["search:", "search:soon", "search:0ms", "search:1.5playouts", "greedy:1s"])
def test_a_wrong_argument_of_a_spec_is_refused(text):
    with pytest.raises(BadSetup, match=r"search cannot think|takes no argument|no argument after its colon"):
        SeatSpec.parse(text)

