"""Observations leave out options and entries that have no room, and the game goes on."""

from __future__ import annotations

import pickle
import warnings
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import PUBLIC, Decision
from lawspeaker_referee.devtools.gym import (
    GameEnv,
    IllegalAction,
    SeatEnv,
    SeatVectorEnv,
    Sizes,
    measure,
    raw_env,
    sizes_of,
)
from lawspeaker_referee.devtools.gym.actions import FirstOptions
from lawspeaker_referee.devtools.gym.encoding import encoding_of
from lawspeaker_referee.devtools.gym.observation_writer import QUESTION
from lawspeaker_referee.devtools.gym.position import PartialAnswer
from tests.games.parley import PARLEY, Bid
from tests.referee.devtools.random_agents import any_action, any_legal
from tests.sample_sizes import first_quick

ROOM = 3
pytestmark = pytest.mark.filterwarnings("ignore:.*left out:UserWarning", "ignore:.*0 stands for it:UserWarning")


def narrow(game: Any, players: int) -> Sizes:
    """Sizes in which next to nothing has room, and of the texts every other one is known."""
    wide = sizes_of(game.name, players) or measure(game, players)
    return Sizes(ROOM, {path: min(length, 2) for path, length in wide.lengths.items()},
                 {path: words[::2] for path, words in wide.words.items()}, wide.ranges)


@pytest.mark.parametrize("actions", ["index", "ids"])
@pytest.mark.parametrize("game", [*first_quick(1, GAMES.values()), PARLEY], ids=lambda game: game.name)
def test_a_game_is_played_to_its_end_and_what_has_room_is_shown_as_it_would_be(game, actions):
    raw, random = raw_env(game, 2, actions=actions, sizes=narrow(game, 2)), Random(1)
    wide = encoding_of(game, 2)
    places = {column.name: place for place, column in enumerate(wide.columns)}
    texts = {*raw.encoding.sizes.words}
    kept = [(place, places[column.name], column) for place, column in enumerate(raw.encoding.columns)
            if column.category not in texts]
    raw.reset(seed=1)
    looked = 0
    while not any(raw.terminations.values()):
        assert raw._choice is not None
        if random.random() < 0.1 or game is PARLEY:
            agent, looked = raw.agent_selection, looked + 1
            shown = raw.observe(agent)
            assert raw.observation_space(agent).contains(shown)
            assert raw.state_space.contains(raw.state())
            whole = wide.writer().observation(raw.view(agent), raw._choice.answer)
            assert [shown["observation"][place] for place, _, _ in kept] == [
                min(max(whole["observation"][where], column.low), column.high) for _, where, column in kept]
            assert (shown["options"][:, 0] == whole["options"][:ROOM, 0]).all()
        raw.step(any_action(raw, random))
    assert looked > 3
    assert any(path.startswith("options of ") for path in raw.left_out) or game is PARLEY


def test_the_same_seed_leaves_out_the_same():
    seen = []
    for _ in range(2):
        raw, random = raw_env("northgard", 2, sizes=narrow(GAMES["northgard"], 2)), Random(2)
        raw.reset(seed=2)
        seen.append([])
        for _ in range(60):
            seen[-1].append(b"".join(part.tobytes() for part in raw.observe(raw.agent_selection).values()))
            raw.step(any_action(raw, random))
    assert seen[0] == seen[1]


def _many_options(**settings: Any) -> GameEnv:
    """The first decision of Northgard with more options than have room."""
    known = sizes_of("northgard", 2)
    assert known is not None
    raw = raw_env("northgard", 2, sizes=replace(known, options=8), **settings)
    random = Random(1)
    raw.reset(seed=1)
    while (decision := raw.decision(raw.agent_selection)) is not None and len(decision.options) <= 8:
        raw.step(any_action(raw, random))
    return raw


def test_options_beyond_the_room_are_not_offered_and_their_number_is_told():
    raw = _many_options()
    agent, decision = raw.agent_selection, raw.decision(raw.agent_selection)
    assert raw.infos[agent]["left_out"] == len(decision.options) - 8
    shown = raw.observe(agent)
    allowed = np.flatnonzero(shown["action_mask"]).tolist()
    assert allowed == [*range(8), *([] if decision.least else [raw.stop])]
    assert dict(zip(QUESTION, shown["observation"], strict=False))["options"] == 8
    assert (raw.true_copy().observe(agent)["action_mask"] == shown["action_mask"]).all()
    for action in (9, len(decision.options) - 1):
        with pytest.raises(IllegalAction, match="has no room: only the first 8 of"):
            raw.step(action)
    raw.answer([len(decision.options) - 1])  # a whole answer is one of all options


def test_where_all_has_room_nothing_is_told():
    raw = raw_env("northgard", 2)
    raw.reset(seed=1)
    raw.observe(raw.agent_selection)
    assert "left_out" not in raw.infos[raw.agent_selection]
    assert not raw.left_out


def test_ids_name_options_that_have_no_row():
    raw = _many_options(actions="ids")
    decision = raw.decision(raw.agent_selection)
    assert raw.observe(raw.agent_selection)["options"].shape[0] == 8
    choice, parts = raw._choice, raw.encoding.action_ids.parts(decision.options[-1])
    while raw.decision(raw.agent_selection) is decision:
        raw.step(parts[len(choice.named)])
    assert choice.answer.picks == [len(decision.options) - 1]


def test_an_answer_that_needs_more_options_than_have_room_gets_the_next_ones():
    options = [Bid(card) for card in range(6)]
    choice = FirstOptions(PartialAnswer(Decision(0, "bid", options, 4, 5, (0, 1, 2, 3), PUBLIC)), 2)
    assert choice.mask(3).tolist() == [1, 1, 0]
    assert not choice.take(1)
    assert choice.mask(3).tolist() == [1, 0, 0]
    assert choice.take(0)
    assert choice.answer.whole == (0, 1, 2, 3)


def test_one_warning_a_list_and_a_count():
    raw = _many_options()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(3):
            raw.observe(raw.agent_selection)
    prompt = raw.decision(raw.agent_selection).prompt
    assert [f"options of {prompt}: there are more than 8" in str(each.message) for each in caught] == [True]
    assert raw.left_out == {f"options of {prompt}": 3}
    assert pickle.loads(pickle.dumps(raw)).left_out == raw.left_out


def test_opponents_see_all_their_options():
    """A bot plays the same games whatever room the agent's observations have."""
    ends = []
    for sizes in (sizes_of("northgard", 2), narrow(GAMES["northgard"], 2)):
        env = SeatEnv("northgard", opponents="greedy", sizes=sizes, max_steps=400)
        env.reset(seed=4)
        over = False
        while not over:
            default = env.game_env.decision("seat_0").default
            env.game_env.answer(default)
            env._let_others_play()
            over = env.game_env.decision("seat_0") is None
        ends.append(env.game_env.position.outcome)
    assert ends[0] == ends[1]


def test_a_vector_tells_it_in_its_infos():
    vector = SeatVectorEnv("northgard", 3, sizes=narrow(GAMES["northgard"], 2))
    random = np.random.default_rng(1)
    _, infos = vector.reset(seed=1)
    told = 0
    for _ in range(60):
        *_, infos = vector.step(any_legal(infos["action_mask"], random))
        told += bool(infos.get("left_out", np.zeros(3)).any())
    assert told
    assert all(each.total() for each in vector.get_attr("left_out"))
