"""The games as environments: PettingZoo's own tests, and what its users rely on beyond them."""

from __future__ import annotations

import copy
import pickle
import warnings
from functools import partial
from importlib import import_module
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import CHANCE, BadSetup, IllegalAnswer, Outcome
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.cli.play import secret_and_name
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.devtools.gym import GameEnv, IllegalAction, env, raw_env
from lawspeaker_referee.devtools.rewards import REWARDS
from lawspeaker_referee.host.single_match import play_match
from lawspeaker_referee.record.file import read_record
from tests.games.later_parley import LaterParley
from tests.games.parley import PARLEY
from tests.referee.devtools.random_agents import any_action, play
from tests.sample_sizes import first_quick

ACTIONS = pytest.mark.parametrize("actions", ["index", "ids"])
FEW = [(name, min(game.players)) for name, game in GAMES.items()]
MANY = [(name, max(game.players)) for name, game in GAMES.items()]

tables = pytest.mark.parametrize(("name", "players"), first_quick(1, [*FEW, *MANY]))
ends = pytest.mark.parametrize(("name", "players"), first_quick(1, [*FEW, *MANY]))

# What PettingZoo says of any environment whose observations are dictionaries, or zeros for agents that are done.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


@tables
@pytest.mark.parametrize(("make", "actions"), [(env, "index"), (raw_env, "index"), (raw_env, "ids")])
def test_every_game_passes_the_api_test_of_pettingzoo(make, actions, name, players, capsys):
    api_test(make(name, players=players, actions=actions), num_cycles=40)
    assert "Passed API test" in capsys.readouterr().out


@ends
@pytest.mark.parametrize("make", [env, raw_env])
def test_a_seed_gives_the_same_game_by_the_seed_test_of_pettingzoo(make, name, players):
    seed_test(lambda: make(name, players=players), num_cycles=60)


@pytest.mark.slow
def test_the_benchmark_of_pettingzoo_runs_through_many_games(monkeypatch, capsys):
    benchmark = import_module("pettingzoo.test.performance_benchmark")
    clock = count()
    monkeypatch.setattr(benchmark, "time", SimpleNamespace(time=lambda: next(clock) / 40))
    benchmark.performance_benchmark(env("northgard", players=3))
    assert "Finished performance benchmark" in capsys.readouterr().out


@tables
def test_a_random_game_ends_with_rewards_of_the_outcome_that_sum_to_nothing(name, players):
    raw = raw_env(name, players=players)
    for seed in range(2):
        raw.reset(seed=seed)
        got = play(raw, Random(seed))
        outcome = raw.position.outcome
        assert outcome is not None
        assert got == dict(zip(raw.possible_agents, REWARDS["rank"](outcome), strict=True))
        assert sum(got.values()) == pytest.approx(0)
        assert not raw.agents


def test_a_seat_that_the_rules_play_is_no_agent():
    raw = raw_env("northgard", players=2, options={"automa": 2})
    raw.reset(seed=3)
    assert raw.possible_agents == ["seat_0"]
    random = Random(3)
    while raw.position.outcome is None:
        assert raw.agent_selection == "seat_0"
        raw.step(any_action(raw, random))
    outcome = raw.position.outcome
    assert raw.rewards == {"seat_0": REWARDS["rank"](outcome)[0]} != {"seat_0": 0.0}
    assert raw.infos["seat_0"]["rank"] == outcome.ranks[0]
    assert sum(raw.infos["seat_0"]["parts"].values()) == outcome.scores[0]


def test_teammates_share_their_reward():
    raw = raw_env("northgard", players=4, options={"teams": True})
    for seed in range(4):
        raw.reset(seed=seed)
        got = list(play(raw, Random(seed)).values())
        assert got[0] == got[2]
        assert got[1] == got[3]


@pytest.mark.parametrize(("ranks", "rank", "win"), [
    ((1, 2), [1, -1], [1, 0]),
    ((2, 1, 3), [0, 1, -1], [0, 1, 0]),
    ((1, 3, 1, 3), [2 / 3, -2 / 3, 2 / 3, -2 / 3], [1, 0, 1, 0]),
    ((1, 1, 1), [0, 0, 0], [0, 0, 0]),
    ((1, 2, 2, 4), [1, 0, 0, -1], [1, 0, 0, 0]),
])
def test_rewards_follow_places_and_a_place_that_all_share_is_worth_nothing(ranks, rank, win):
    outcome = Outcome(ranks, tuple(range(len(ranks))), "test")
    assert REWARDS["rank"](outcome) == pytest.approx(rank)
    assert REWARDS["win"](outcome) == win
    assert REWARDS["score"](outcome) == list(range(len(ranks)))


def test_a_reward_may_be_a_function_of_the_outcome():
    raw = raw_env("clansmen", players=2, reward=lambda outcome: [len(outcome.reason), -1])
    raw.reset(seed=1)
    got = play(raw, Random(1))
    outcome = raw.position.outcome
    assert outcome is not None
    assert got == {"seat_0": len(outcome.reason), "seat_1": -1}


def test_the_end_tells_each_agent_its_place_its_score_what_this_came_from_and_why():
    raw = raw_env("northgard", players=2)
    raw.reset(seed=5)
    while not any(raw.terminations.values()):
        raw.step(any_action(raw, Random(5)))
    outcome = raw.position.outcome
    assert outcome is not None
    info = raw.infos["seat_1"]
    parts = info["parts"]
    assert info == {"rank": outcome.ranks[1], "score": outcome.scores[1], "reason": outcome.reason,
                    "parts": parts, "decided": outcome.decided}
    assert list(parts) == ["fame tokens", "resources", "Development cards", "Achievements", "Unrest"]
    assert sum(parts.values()) == outcome.scores[1]
    player = raw.view("seat_0").players[1]
    assert (player.fame, (player.food + player.wood + player.lore) // 3) == (parts["fame tokens"], parts["resources"])


@ends
def test_a_seed_has_the_dice_that_it_has_on_the_command_line(name, players, tmp_path):
    """The answers of a match played with `--seed 7` lead to the same end here."""
    secret, match_id = secret_and_name(name, 7)
    setup = make_setup(GAMES[name], players)
    result = play_match(GAMES[name], setup, [SeatSpec.parse("random")] * players, seed=match_seed(secret, match_id),
                        match_id=match_id, in_process=True, record_path=tmp_path / "match.lsr")
    raw = raw_env(name, players=players, skip_forced=False)
    raw.reset(seed=7)
    for step in read_record(tmp_path / "match.lsr").steps:
        for act in step.acts:
            if act.seat != CHANCE:
                assert raw.agent_selection == f"seat_{act.seat}"
                raw.answer(act.picks)
    outcome = raw.position.outcome
    assert outcome is not None
    assert (outcome.ranks, outcome.scores, outcome.reason) == (result.ranks, result.scores, result.reason)


def test_resets_without_a_seed_go_on_in_the_order_of_the_last_seed():
    def openings(raw: GameEnv) -> list[Any]:
        found = []
        for seed in (3, None, None):
            raw.reset(seed=seed)
            found.append((raw.match_id, raw.state().tobytes()))
        return found

    first = openings(raw_env("northgard", players=3))
    assert first == openings(raw_env("northgard", players=3))
    assert [match_id for match_id, _ in first] == ["northgard-3", "northgard-3/1", "northgard-3/2"]
    assert len({state for _, state in first}) == 3


def test_a_game_that_was_never_given_a_seed_is_not_always_the_same():
    raw, other = raw_env("northgard", players=2), raw_env("northgard", players=2)
    raw.reset()
    other.reset()
    assert raw.match_id != other.match_id


def test_a_game_is_cut_off_after_the_most_steps():
    raw = raw_env("northgard", players=2, max_steps=5)
    raw.reset(seed=1)
    steps = 0
    while not any(raw.truncations.values()):
        raw.step(any_action(raw, Random(1)))
        steps += 1
    assert steps == 5
    assert not any(raw.terminations.values())
    assert play(raw, Random(1)) == {"seat_0": 0, "seat_1": 0}


@pytest.mark.parametrize(("settings", "says"), [
    ({"reward": "wins"}, "did you mean 'win'"),
    ({"reward": None}, "no reward None; there are: rank, win, score, or a function"),
    ({"actions": None}, "no kind of actions None; there are: index, ids"),
    ({"options": ["years=7"]}, "options of northgard are names with values"),
    ({"max_steps": 0}, "max_steps is 0; it is at least 1, or None for no limit"),
    ({"render_mode": "humans"}, "did you mean 'human'"),
    ({"actions": "indices"}, "did you mean 'index'"),
    ({"options": {"yaers": 7}}, "did you mean 'years'"),
    ({"options": {"teams": True}}, "teams of northgard needs exactly 4 players"),
])
def test_settings_that_cannot_be_are_refused_with_what_would_be_right(settings, says):
    with pytest.raises(ValueError, match=says):
        raw_env("northgard", players=2, **settings)


def test_players_games_and_seeds_that_cannot_be_are_refused():
    with pytest.raises(BadSetup, match="played by"):
        raw_env("northgard", players=9)
    with pytest.raises(BadSetup, match="did you mean 'clansmen'"):
        env("clansman", players=2)
    raw = raw_env("northgard", players=2)
    raw.reset(seed=1)
    before = raw.state().tobytes()
    for seed, error, says in ((-1, ValueError, "from 0 to .*, not -1"), (2 ** 256, ValueError, f"not {2 ** 256}"),
                              (1.5, TypeError, "whole number, not 1.5"), ("1", TypeError, "whole number, not '1'")):
        for refused in (raw.reset, raw.true_copy, partial(raw.copy, 0)):
            with pytest.raises(error, match=says):
                refused(seed=seed)  # type: ignore[arg-type] # that is what is tested
    assert (raw.match_id, raw.state().tobytes()) == ("northgard-1", before), "the game that is played goes on"
    raw.step(any_action(raw, Random(1)))


def test_seeds_may_be_numbers_of_numpy():
    games = [raw_env("northgard", players=2) for _ in range(2)]
    for raw, seed in zip(games, (7, np.int64(7)), strict=True):
        raw.reset(seed=seed)
    assert len({raw.match_id for raw in games}) == 1
    assert len({raw.copy(seed=seed).state().tobytes() for raw, seed in zip(games, (7, np.int64(7)), strict=True)}) == 1


def test_before_the_first_reset_and_after_the_last_agent_one_line_says_to_reset():
    raw = raw_env(PARLEY, players=2)
    asked = [raw.last, raw.state, raw.copy, raw.true_copy, lambda: raw.observe("seat_0"), lambda: raw.view("seat_0"),
             lambda: raw.match_id, lambda: raw.step(0)]
    for each in asked:
        with pytest.raises(IllegalAction, match="call reset"):
            each()
    assert copy.deepcopy(raw).decision("seat_0") is None
    assert not raw.mask("seat_0").any()
    raw.reset(seed=1)
    play(raw, Random(1))
    with pytest.raises(IllegalAction, match="call reset"):
        raw.step(0)


@pytest.mark.parametrize("action", [0.0, "0", b"0", np.float32(0), np.array([0])])
def test_an_action_that_is_no_whole_number_is_refused_and_not_cut_off(action):
    raw = raw_env("northgard", players=2)
    raw.reset(seed=1)
    before = raw.state().tobytes()
    with pytest.raises(TypeError, match="an action is a whole number, not"):
        raw.step(action)
    assert raw.state().tobytes() == before
    raw.step(np.array(0))


def test_what_is_no_pick_or_seat_is_refused_and_the_game_goes_on():
    raw = raw_env("northgard", players=2)
    raw.reset(seed=1)
    with pytest.raises(IllegalAnswer, match="whole numbers from 0 to"):
        raw.answer([0.0])  # type: ignore[list-item] # that is what is tested
    for seat in (-1, 2, "seat_0"):
        with pytest.raises(ValueError, match="there is no seat"):
            raw.copy(seat)  # type: ignore[arg-type]
    raw.answer([np.int64(0)])  # type: ignore[list-item]


def test_the_wrapped_environment_lets_the_raw_one_through():
    wrapped = env("northgard", players=2)
    assert isinstance(wrapped, OrderEnforcingWrapper)
    assert isinstance(wrapped.unwrapped, GameEnv)
    with pytest.raises(AttributeError, match="before reset"):
        wrapped.agents  # noqa: B018 - looking is what is refused
    wrapped.reset(seed=1)
    assert wrapped.view("seat_1").seat == 1


def test_an_answer_may_be_given_whole():
    raw = raw_env("northgard", players=2)
    raw.reset(seed=1)
    decision = raw.decision(raw.agent_selection)
    assert decision is not None
    with pytest.raises(IllegalAnswer, match="pick"):
        raw.answer(range(decision.most + 1))
    before = raw.state().tobytes()
    raw.answer(decision.default)
    assert raw.state().tobytes() != before


def test_a_game_over_asks_nothing_more():
    raw = raw_env(PARLEY, players=2)
    raw.reset(seed=1)
    play(raw, Random(1))
    with pytest.raises(IllegalAction, match="over"):
        raw.answer([0])


@ends
@pytest.mark.parametrize("duplicate", [
    GameEnv.true_copy, copy.deepcopy, lambda raw: pickle.loads(pickle.dumps(raw)),
], ids=["copy", "deepcopy", "pickle"])
@ACTIONS
def test_a_copy_plays_the_same_game_and_leaves_the_original_alone(actions, duplicate, name, players):
    raw = raw_env(name, players=players, actions=actions)
    raw.reset(seed=2)
    random = Random(2)
    for _ in range(40):
        raw.step(any_action(raw, random))
    here = raw.observe(raw.agent_selection), raw.state().tobytes()
    other = duplicate(raw)
    ahead = play(other, Random(9))
    assert raw.state().tobytes() == here[1]
    assert all((raw.observe(raw.agent_selection)[key] == here[0][key]).all() for key in here[0])
    assert play(raw, Random(9)) == ahead
    assert raw.state().tobytes() == other.state().tobytes()


def test_a_copy_with_a_seed_of_its_own_has_other_dice():
    raw = raw_env("northgard", players=3)
    raw.reset(seed=2)
    ends = set()
    for seed in (None, None, 1, 2):
        branch = raw.true_copy(seed)
        play(branch, Random(4))
        ends.add(branch.state().tobytes())
    assert len(ends) == 3


def test_a_copy_in_the_middle_of_an_answer_has_the_same_picks():
    raw = raw_env(PARLEY, players=2, options={"rounds": 3})
    for seed in range(10):
        raw.reset(seed=seed)
        while raw.agents and not any(raw.terminations.values()):
            raw.step(any_action(raw, Random(seed)))
            taken = np.count_nonzero(raw.observe(raw.agent_selection)["options"][:, 1])
            if taken:
                twin = raw.true_copy()
                assert np.count_nonzero(twin.observe(twin.agent_selection)["options"][:, 1]) == taken
                return
    pytest.fail("no answer of several picks came up")


def test_environments_share_one_encoding_unless_they_have_sizes_of_their_own():
    raw = raw_env("northgard", players=2)
    raw.reset(seed=1)
    for other in (raw_env("northgard", 2), env("northgard", 2).unwrapped, raw.copy(), copy.deepcopy(raw),
                  pickle.loads(pickle.dumps(raw))):
        assert other.encoding is raw.encoding
    assert raw_env("northgard", 3).encoding is not raw.encoding
    wide = raw_env("northgard", 2, sizes=raw.encoding.sizes.widened(2))
    assert wide.encoding.most_options == 2 * raw.encoding.most_options
    assert pickle.loads(pickle.dumps(wide)).encoding.sizes == wide.encoding.sizes
    assert raw_env("northgard", 2).encoding is raw.encoding


def test_a_game_that_has_the_name_of_another_has_an_encoding_of_its_own():
    later = LaterParley()
    first, other = raw_env(PARLEY, players=2), raw_env(later, players=2)
    assert first.encoding.game is PARLEY
    assert other.encoding.game is later
    assert raw_env(PARLEY, players=2).encoding.game is PARLEY


@pytest.mark.parametrize("game", [*GAMES.values(), PARLEY], ids=lambda game: game.name)
def test_a_position_is_rendered_in_words_for_the_seat_that_is_asked(game):
    raw = raw_env(game, players=2, render_mode="ansi")
    raw.reset(seed=1)
    decision = raw.decision(raw.agent_selection)
    assert decision is not None
    text = raw.render()
    assert text.startswith(f"Seat {decision.seat}\n")
    assert f"\n{len(decision.options) - 1}: " in text
    play(raw, Random(1))
    assert "\nOver: " in raw.render()


def test_the_mode_human_prints_each_choice_and_the_end(capsys):
    raw = raw_env(PARLEY, players=2, render_mode="human")
    raw.reset(seed=1)
    assert capsys.readouterr().out.startswith("Seat 0\n")
    raw.step(any_action(raw, Random(1)))
    assert capsys.readouterr().out.startswith("Seat 1\n")
    assert raw.render() is None
    capsys.readouterr()
    play(raw, Random(1))
    assert capsys.readouterr().out.count("\nOver: ") == 1


def test_rendering_without_a_mode_says_how(recwarn):
    warnings.simplefilter("always")
    raw = raw_env("northgard", players=2)
    raw.reset(seed=1)
    assert raw.render() is None
    assert "render_mode='ansi'" in str(recwarn.list[-1].message)


# --- copies that know no secret ---


def shown(raw: GameEnv, agent: str) -> list[bytes]:
    return [np.asarray(part).tobytes() for part in raw.observe(agent).values()]


@ends
@ACTIONS
def test_a_copy_looks_the_same_to_the_agent_whose_turn_it_is_and_hides_the_rest_from_it(actions, name, players):
    raw, random, others = raw_env(name, players=players, actions=actions), Random(3), 0
    raw.reset(seed=3)
    for step in range(120):
        if any(raw.terminations.values()):
            break
        agent = raw.agent_selection
        if step % 20 == 0:
            before = raw.state().tobytes()
            branch = raw.copy()
            assert branch.agent_selection == agent
            assert shown(branch, agent) == shown(raw, agent)
            assert branch.infos[agent].keys() == raw.infos[agent].keys()
            others += branch.state().tobytes() != before
            play(branch, Random(1))
            assert raw.state().tobytes() == before
        raw.step(any_action(raw, random))
    assert others


@pytest.mark.parametrize("name", GAMES)
def test_copies_with_one_seed_are_equal_and_others_differ_also_in_what_is_to_come(name):
    raw = raw_env(name, players=2)
    raw.reset(seed=5)
    random = Random(5)
    for _ in range(30):
        raw.step(any_action(raw, random))

    def end(branch: GameEnv) -> bytes:
        play(branch, Random(2))
        return branch.state().tobytes()

    assert end(raw.copy(seed=1)) == end(raw.copy(seed=1))
    assert len({end(raw.copy()) for _ in range(4)} | {end(raw.true_copy())}) > 2


def test_a_copy_does_not_depend_on_what_others_have_sealed_or_hold():
    """In Parley the second bidder's copies are the same whatever the first one has bid, out of whatever hand."""
    raw = raw_env(PARLEY, players=3)
    raw.reset(seed=1)
    copies = set()
    for action in range(2):
        branch = raw.true_copy()
        branch.step(action)
        assert branch.agent_selection == "seat_1"
        dealt = branch.copy(seed=4)
        copies.add((str(dealt.position._sealed), str(dealt.position._state.hands)))
    assert len(copies) == 1


def test_a_copy_for_another_seat_keeps_what_that_seat_knows():
    raw = raw_env("northgard", players=3)
    raw.reset(seed=2)
    random = Random(2)
    for _ in range(60):
        raw.step(any_action(raw, random))
    for seat, agent in enumerate(raw.possible_agents):
        dealt = raw.copy(seat, seed=1)
        assert shown(dealt, agent) == shown(raw, agent)


def test_a_number_of_steps_is_a_whole_one():
    with pytest.raises(TypeError, match=r"max_steps is a whole number, not 1\.5"):
        raw_env("northgard", players=2, max_steps=1.5)  # type: ignore[arg-type] # that is what is tested


@pytest.mark.parametrize("asked", ["observe", "mask", "decision"])
def test_an_agent_that_there_is_not_is_told_and_not_taken_for_one_that_is_not_asked(asked):
    game = raw_env("northgard", players=2)
    game.reset(seed=1)
    getattr(game, asked)(game.possible_agents[1])
    with pytest.raises(ValueError, match=r"no agent 'seat-1' \(did you mean 'seat_1'\?\); there are: seat_0, seat_1"):
        getattr(game, asked)("seat-1")



def test_a_reward_function_gives_each_seat_a_number():
    raw = raw_env(PARLEY, players=2, reward=lambda _: [1.0])
    raw.reset(seed=1)
    with pytest.raises(ValueError, match="the reward has 1 numbers for 2 seats; give one for each"):
        play(raw, Random(1))
