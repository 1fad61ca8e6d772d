"""Tests of what agents are given: every number says what its name says, nothing hidden is in it, and it always fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, product
from math import inf, nan
from random import Random
from typing import Any

import numpy as np
import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import BadSetup
from lawspeaker_referee.devtools.gym import GameEnv, IllegalAction, OutOfBounds, Sizes, measure, raw_env, sizes_of
from lawspeaker_referee.devtools.gym.__main__ import SurveyPlan, surveyed
from lawspeaker_referee.devtools.gym.observation_writer import QUESTION
from lawspeaker_referee.devtools.gym.position import PartialAnswer
from lawspeaker_referee.devtools.gym.sizes import any_setup, declared
from tests.engine.clansmen.test_secrets import with_other_secrets as clansmen_with_other_secrets
from tests.engine.northgard.test_secrets import with_other_secrets as northgard_with_other_secrets
from tests.engine.pax_viking.test_secrets import with_other_secrets as pax_viking_with_other_secrets
from tests.games.parley import PARLEY
from tests.referee.devtools.random_agents import any_action
from tests.sample_sizes import first_quick

FEW = [(game, min(game.players)) for game in (*GAMES.values(), PARLEY)]
MANY = [(game, max(game.players)) for game in (*GAMES.values(), PARLEY)]

tables = pytest.mark.parametrize(("game", "players"), first_quick(1, [*FEW, *MANY]),
                                 ids=lambda each: getattr(each, "name", each))


def looked_at(raw: GameEnv, step: int) -> set[str]:
    """Return the agent that is asked, and one of all agents by turns."""
    return {raw.agent_selection, raw.possible_agents[step % len(raw.possible_agents)]}


def positions(game: Any, players: int, seed: int, **settings: Any) -> Iterator[GameEnv]:
    """The environment at every choice of a random game."""
    raw, random = raw_env(game, players, **settings), Random(seed)
    raw.reset(seed=seed)
    while not any(raw.terminations.values()):
        yield raw
        raw.step(any_action(raw, random))


def meant(view: Any, name: str, words: dict[str, tuple[str, ...]], path: str) -> int:
    """Return what a number of that name is, looked up in the view itself."""
    value = view
    for part in name.split("."):
        if part == "given":
            return int(value is not None)
        if value is None:
            return 0
        if part == "count":
            return len(value)
        if part.isdigit():
            if int(part) >= len(value):
                return 0
            value = value[int(part)]
        else:
            value, path = getattr(value, part), f"{path}.{part}"
    if isinstance(value, str):
        return words[path].index(value) + 1
    return 0 if value is None else int(value)


def sizes(game: Any, players: int) -> Sizes:
    return sizes_of(game.name, players) or measure(game, players)


@tables
def test_every_number_is_what_its_name_says(game, players):
    words = sizes(game, players).words
    for step, raw in enumerate(positions(game, players, seed=1)):
        if step % (20 * players) and game is not PARLEY:
            continue
        for agent in looked_at(raw, step // (20 * players)):
            shown = raw.observe(agent)["observation"]
            view = raw.view(agent)
            assert len(shown) == len(raw.encoding.columns)
            for column, number in list(zip(raw.encoding.columns, shown, strict=True))[len(QUESTION):]:
                value = meant(view, column.name.removeprefix("view."), words, "view")
                assert number == (value if column.category else min(max(value, column.low), column.high)), column


@tables
def test_every_option_is_a_row_of_its_kind_and_its_fields(game, players):
    columns = raw_env(game, players).encoding.option_columns
    kinds = list(columns)
    for raw in positions(game, players, seed=2):
        decision = raw.decision(raw.agent_selection)
        assert decision is not None
        table = raw.observe(raw.agent_selection)["options"]
        assert not table[len(decision.options):].any()
        for row, option in zip(table, decision.options, strict=False):
            names = [column.name for column in columns[type(option).__name__]]
            assert kinds[row[0] - 1] == type(option).__name__
            assert not row[len(names):].any()
            assert row[2:len(names)].tolist() == [meant(option, name, {}, "") for name in names[2:]]


@tables
def test_the_question_and_the_mask_are_for_the_agent_that_is_asked_alone(game, players):
    for step, raw in enumerate(positions(game, players, seed=3)):
        if step % players:
            continue
        decision = raw.decision(raw.agent_selection)
        assert decision is not None
        for agent in looked_at(raw, step // players):
            shown = raw.observe(agent)
            question = dict(zip(QUESTION, shown["observation"], strict=False))
            if agent == raw.agent_selection:
                assert (question["least"], question["most"]) == (decision.least, decision.most)
                assert question["options"] == len(decision.options)
                assert (shown["action_mask"] == raw.infos[agent]["action_mask"]).all()
            else:
                assert raw.decision(agent) is None
                assert raw.infos[agent] == {}
                assert not any(question.values())
                assert not shown["options"].any()
                assert not shown["action_mask"].any()


@pytest.mark.parametrize(("name", "few"), first_quick(1, product(GAMES, [True, False])))
def test_everything_fits_whatever_the_settings_and_the_seed(name, few):
    """Games of other seeds than those that were measured."""
    game, random = GAMES[name], Random(77)
    for players in game.players:
        settings = any_setup(game, players, random).options
        if (players == min(game.players)) != few:
            continue
        for number, raw in enumerate(positions(name, players, 1000 + players, options=settings, overflow="error")):
            if number % (2 * players) == 0:
                assert raw.observation_space("seat_0").contains(raw.observe(raw.agent_selection))
                assert raw.state_space.contains(raw.state())


def test_a_list_that_is_too_long_and_a_text_that_is_not_known_are_clear_errors():
    given = sizes_of("northgard", 2)
    assert given is not None
    few = Sizes(given.options, {**given.lengths, "view.players.hand": 1}, given.words)
    with pytest.raises(OutOfBounds, match=r"view\.players\.hand has \d+ entries, and the environment has room for 1"):
        _look_through(few)
    with pytest.raises(OutOfBounds, match=r"options of [a-z.]+ has \d+ entries, and the environment has room for 3"):
        _look_through(Sizes(3, given.lengths, given.words))
    silent = Sizes(given.options, given.lengths, {**given.words, "view.phase": ("over",)})
    with pytest.raises(OutOfBounds, match=r"view\.phase is 'setup'"):
        _look_through(silent)
    _look_through(few.widened(5))


def _look_through(given: Sizes) -> None:
    for raw in islice(positions("northgard", 2, seed=1, sizes=given, overflow="error"), 200):
        assert raw.observe(raw.agent_selection)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_declared_is_of_this_version_and_has_every_question_and_every_number_of_players(name):
    game, table = GAMES[name], declared(name)
    assert table is not None
    assert table["version"] == game.version, "run python -m lawspeaker_referee.devtools.gym with the game's name"
    assert {int(players) for players in table["players"]} == set(game.players)
    words = game.text
    assert words is not None
    assert set(words.prompts) <= set(table["words"]["prompt"])


def test_measuring_twice_gives_the_same():
    assert measure(PARLEY, 3, games=20) == measure(PARLEY, 3, games=20)
    assert measure(PARLEY, 3, games=20).lengths["view.points"] == 3


def test_a_survey_adds_to_what_has_room():
    known = sizes_of("clansmen", 2)
    assert known is not None
    few = Sizes(3, {**known.lengths, "view.players.hand": 99}, {"prompt": ("new",)}, {"view.year": (-1, 1)})
    both = known.with_room_of(few)
    assert both.options == known.options
    assert both.lengths == {**known.lengths, "view.players.hand": 99}
    assert both.words["prompt"] == tuple(sorted((*known.words["prompt"], "new")))
    assert both.ranges["view.year"] == (-1, known.ranges["view.year"][1])
    most, sizes = surveyed("clansmen", 2, SurveyPlan(seed=1, random=1, greedy=1, mixed=1, search=0))
    assert 10 < most < sizes.options
    assert sizes.with_room_of(known) == sizes
    assert sizes == known.with_room_of(sizes)


# --- picking ---


@tables
@pytest.mark.parametrize("skip_forced", [True, False])
def test_the_mask_leaves_what_is_not_taken_and_the_end_once_enough_is_taken(game, players, skip_forced):
    raw = raw_env(game, players, skip_forced=skip_forced)
    assert sum(_stops_of_a_game(raw, seed) for seed in range(4, 8))


def _stops_of_a_game(raw: GameEnv, seed: int) -> int:
    """Return how often an agent of a random game says that is all; every mask is looked at."""
    picked: list[int] = []
    before, stops, random = None, 0, Random(seed)
    raw.reset(seed=seed)
    while not any(raw.terminations.values()):
        decision = raw.decision(raw.agent_selection)
        assert decision is not None
        picked = picked if decision is before else []
        left = [index for index in range(len(decision.options)) if index not in picked]
        stop = [raw.stop] if len(picked) >= decision.least else []
        mask = raw.infos[raw.agent_selection]["action_mask"]
        allowed = np.flatnonzero(mask).tolist()
        assert allowed == ([] if len(picked) == decision.most else left) + stop
        assert not raw._skip_forced or len(allowed) > 1
        action = random.choice(allowed)
        stops += action == raw.stop
        picked, before = [*picked, action], decision
        raw.step(action)
    return stops


@pytest.mark.parametrize("action", [500, -1])
def test_an_action_that_the_mask_does_not_allow_is_refused_and_changes_nothing(action):
    raw = raw_env("northgard", players=2)
    raw.reset(seed=1)
    before = given(raw, raw.agent_selection)
    with pytest.raises(IllegalAction, match="no option"):
        raw.step(action)
    with pytest.raises(IllegalAction, match="at least 1"):
        raw.step(raw.stop)
    with pytest.raises(IllegalAction, match="still plays"):
        raw.step(None)
    assert given(raw, raw.agent_selection) == before


def test_what_is_taken_is_shown_with_its_place_and_cannot_be_taken_twice():
    for raw in positions(PARLEY, 3, seed=5):
        decision = raw.decision(raw.agent_selection)
        if decision is not None and decision.most == 2:
            break
    agent = raw.agent_selection
    raw.step(3)
    taken = raw.observe(agent)["options"][:, 1]
    assert np.flatnonzero(taken).tolist() == [3]
    assert taken[3] == 1
    with pytest.raises(IllegalAction, match="taken already"):
        raw.step(3)


# --- secrets ---


def given(raw: GameEnv, agent: str) -> tuple[bytes, ...]:
    """Every byte of what an agent is given."""
    shown = raw.observe(agent)
    return tuple(np.asarray(part).tobytes() for part in shown.values())


def _sealed(game: Any, players: int, prompt: str, seed: int) -> GameEnv | None:
    """Return where several seats are asked this at once, before the first answers."""
    for raw in positions(game, players, seed):
        decision = raw.decision(raw.agent_selection)
        fresh = not raw.observe("seat_0")["options"][:, 1].any()
        if decision and decision.prompt == prompt and raw.agent_selection == "seat_0" and fresh:
            return raw
    return None


@pytest.mark.parametrize(("game", "prompt"), [(PARLEY, "round.bid"), (GAMES["clansmen"], "raid.commit")],
                         ids=["parley", "clansmen"])
def test_what_one_seat_seals_changes_no_byte_of_what_the_others_are_shown_before_all_are_in(game, prompt):
    tried = 0
    for seed in range(6):
        raw = _sealed(game, 3, prompt, seed)
        if raw is None:
            continue
        shown = set()
        for action in np.flatnonzero(raw.infos["seat_0"]["action_mask"]).tolist():
            branch = raw.true_copy()
            branch.step(action)
            while branch.agent_selection == "seat_0":
                branch.answer(branch.decision("seat_0").default)
            if branch.decision(branch.agent_selection).prompt != prompt:
                continue
            tried += 1
            shown.add((branch.agent_selection, *(
                part for seat in (1, 2) for part in given(branch, f"seat_{seat}")
            ), str(branch.view(None))))
        assert len(shown) <= 1
    assert tried > 3


def _northgard(state: Any, seat: int) -> Any:
    other = northgard_with_other_secrets(state, seat)
    other.question = None
    return other


def _clansmen(state: Any, seat: int) -> Any:
    other, _ = clansmen_with_other_secrets(state, seat)
    return other


def _pax_viking(state: Any, seat: int) -> Any:
    other, _ = pax_viking_with_other_secrets(state, seat)
    return other


@pytest.mark.parametrize("players", [2, pytest.param(4, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("name", "change"), [
    ("northgard", _northgard), ("clansmen", _clansmen), ("pax_viking", _pax_viking),
])
def test_what_is_hidden_from_an_agent_changes_no_byte_of_what_it_is_given(
    name: str, change: Callable[[Any, int], Any], players: int,
) -> None:
    changed = 0
    for step, raw in enumerate(positions(name, players, seed=6)):
        if step % 4 or raw.infos[raw.agent_selection]["prompt"].startswith("card."):
            continue  # a card may be leave to look into a hand
        for seat, agent in enumerate(raw.possible_agents):
            other = _with_state(raw, change(raw.position._state, seat))
            changed += other.state().tobytes() != raw.state().tobytes()
            assert given(other, agent) == given(raw, agent), agent
            if agent == raw.agent_selection:
                assert other.infos[agent]["prompt"] == raw.infos[agent]["prompt"]
    assert changed


def _with_state(raw: GameEnv, state: Any) -> GameEnv:
    """The same moment with another state behind it, whose question is asked anew."""
    other = raw.true_copy()
    other.position._state = state
    question = raw.game.pending(state)
    assert isinstance(question, tuple)
    other.position._decisions = question
    decision = other.position.decision
    assert decision is not None
    assert raw._choice is not None
    other._choice = raw._choice.at(PartialAnswer(decision, list(raw._choice.answer.picks)))
    return other


def test_sizes_that_cannot_be_are_refused_with_what_would_be_right():
    with pytest.raises(BadSetup, match="northgard is played by 2, 3, 4, 5 players, not 9"):
        sizes_of("northgard", 9)
    with pytest.raises(ValueError, match="these sizes are none of northgard: they have no length for view"):
        raw_env("northgard", players=2, sizes=sizes_of("clansmen", 2))
    known = sizes_of("northgard", 2)
    assert known is not None
    for times in (0, -1, nan, inf):
        with pytest.raises(ValueError, match="a number above 0"):
            known.widened(times)
    with pytest.raises(ValueError, match="measure at least 1"):
        measure("clansmen", 2, games=0)


def test_a_game_is_measured_by_its_name_too():
    assert measure("clansmen", 2, games=1) == measure(GAMES["clansmen"], 2, games=1)
