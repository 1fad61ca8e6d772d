"""Descriptions of columns hold: bounds hold, categories are rows of their tables, every field of a verb has ids."""

from __future__ import annotations

from dataclasses import dataclass, fields
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_referee.devtools.gym import ActionIds, IllegalAction, Sizes, raw_env, sizes_of
from lawspeaker_referee.devtools.gym.columns import Columns
from lawspeaker_referee.devtools.gym.observation_writer import QUESTION
from lawspeaker_referee.devtools.gym.sizes import any_setup
from tests.games.parley import PARLEY
from tests.referee.devtools.random_agents import any_action
from tests.referee.devtools.test_gym_observations import positions, tables
from tests.referee.devtools.test_gym_writers import flat
from tests.sample_sizes import first_quick

ALL = pytest.mark.parametrize("game", first_quick(1, [*GAMES.values(), PARLEY]), ids=lambda game: game.name)


@tables
@pytest.mark.parametrize("actions", ["index", "ids"])
def test_observations_and_states_are_inside_their_spaces_and_categories_inside_their_tables(game, players, actions):
    """Of a random game with random settings; the numbers of categories are looked at before they are clipped."""
    settings = any_setup(game, players, Random(5)).options
    for step, raw in enumerate(positions(game, players, seed=50 + players, options=settings, actions=actions)):
        if step % 11 and game is not PARLEY:
            continue
        agent = raw.agent_selection
        assert raw.observation_space(agent).contains(raw.observe(agent))
        assert raw.state_space.contains(raw.state())
        view = flat(raw.view(agent), game.view_type, "view", raw.encoding.sizes)
        for column, number in zip(raw.encoding.columns[len(QUESTION):], view, strict=True):
            assert not column.category or column.low <= number <= column.high, (column, number)
        for option in raw.decision(agent).options:
            kind = type(option)
            fields_of_it = flat(option, kind, f"option.{kind.__name__}", raw.encoding.sizes)
            for column, number in zip(raw.encoding.option_columns[kind.__name__][2:], fields_of_it, strict=True):
                assert not column.category or column.low <= number <= column.high, (column, number)


@ALL
def test_a_column_is_bounded_on_both_sides_of_zero_and_its_category_is_a_table(game):
    encoding = raw_env(game, max(game.players)).encoding
    known = 0
    for column in (*encoding.columns, *(each for kind in encoding.option_columns.values() for each in kind)):
        assert column.low <= 0 <= column.high, column
        known += column.bounded
        if column.category in encoding.tables:
            assert column.rows == encoding.tables[column.category]
            assert column.high == column.first + column.rows - 1
    assert len({column.name for column in encoding.columns}) == len(encoding.columns)
    assert known / (len(encoding.columns) + sum(map(len, encoding.option_columns.values()))) > 0.95


@pytest.mark.parametrize("name", GAMES)
def test_every_field_of_every_verb_has_bounds_that_no_measurement_moves(name):
    """So ids stay what they are when sizes are measured again."""
    game = GAMES[name]
    sizes = sizes_of(name, 2)
    assert sizes is not None
    columns = Columns(game, 2, Sizes(sizes.options, sizes.lengths, sizes.words))
    for kind in game.option_types:
        for field in fields(kind):
            path = f"option.{kind.__name__}.{field.name}"
            assert field.type in {"bool", bool} or columns.of(path).bounded, path


@tables
def test_ids_tell_all_options_of_a_decision_apart_and_their_names_say_what_they_are(game, players):
    names = raw_env(game, players).encoding.action_ids.names
    seen: dict[tuple[int | str, ...], object] = {}
    for raw in positions(game, players, seed=8):
        ids = raw.encoding.action_ids
        for option in raw.decision(raw.agent_selection).options:
            parts, number = ids.parts(option), ids.number(option)
            assert 0 <= number < ids.numbers
            assert seen.setdefault(parts, option) == option
            assert seen.setdefault(("number", number), option) == option
            verb, *rest = (names[part] for part in parts)
            assert verb == type(option).__name__
            assert rest == [text for field in fields(option) for text in _spelled(verb, field.name, option)]
    assert len(seen) > 20


def _spelled(verb, name, option):
    value = getattr(option, name)
    if isinstance(value, tuple):
        return [*(f"{verb}.{name}={each}" for each in value), f"{verb}.{name}: end"]
    return [f"{verb}.{name}={int(value)}"]


@ALL
def test_an_option_is_taken_by_naming_its_parts_and_none_but_what_is_left_can_be_named(game):
    raw, random = raw_env(game, min(game.players), actions="ids"), Random(4)
    ids = raw.encoding.action_ids
    raw.reset(seed=4)
    while not any(raw.terminations.values()):
        agent = raw.agent_selection
        decision, before = raw.decision(agent), list(raw._choice.answer.picks)
        shown = raw.observe(agent)
        named = tuple(shown["named"][shown["named"] > 0])
        left = [option for index, option in enumerate(decision.options)
                if index not in before and ids.parts(option)[:len(named)] == named]
        allowed = set(np.flatnonzero(shown["action_mask"]))
        assert allowed - {raw.stop} == {ids.parts(option)[len(named)] for option in left}
        if raw.stop in allowed and random.random() < 0.5:
            raw.step(raw.stop)
            continue
        wanted = random.choice(left)
        choice = raw._choice
        while len(choice.answer.picks) == len(before):
            raw.step(ids.parts(wanted)[len(choice.named)])
        assert decision.options[choice.answer.picks[-1]] == wanted


def test_an_id_that_cannot_be_named_now_is_refused_with_its_name_and_changes_nothing():
    raw = raw_env("northgard", 2, actions="ids")
    raw.reset(seed=1)
    mask = raw.infos[raw.agent_selection]["action_mask"]
    forbidden = raw.encoding.action_ids.names.index("Move")
    with pytest.raises(IllegalAction, match=rf"id {forbidden} \(Move\)"):
        raw.step(forbidden)
    with pytest.raises(IllegalAction, match=r"id -1 \(no part of any option\)"):
        raw.step(-1)
    assert (raw.mask(raw.agent_selection) == mask).all()


def test_an_amount_beyond_its_bounds_is_shown_as_the_bound_and_has_its_id():
    narrow = {"option.Steal.amount": (0, 1), "view.points": (0, 2)}
    wide = raw_env(PARLEY, 2).encoding.sizes
    raw = raw_env(PARLEY, 2, sizes=Sizes(wide.options, wide.lengths, wide.words, {**wide.ranges, **narrow}))
    steal = {kind.__name__: kind for kind in PARLEY.option_types}["Steal"]
    ids = raw.encoding.action_ids
    assert ids.parts(steal(1, 2)) == ids.parts(steal(1, 1)) != ids.parts(steal(1, 0))
    assert ids.number(steal(1, 2)) == ids.number(steal(1, 1))
    raw.reset(seed=2)
    random = Random(2)
    while not any(raw.terminations.values()):
        raw.step(any_action(raw, random))
    most = max(raw.view("seat_0").points)
    assert most > 2
    at = [column.name for column in raw.encoding.columns].index("view.points.0")
    assert max(raw.observe("seat_0")["observation"][at:at + 2]) == 2


def test_a_field_that_nothing_is_known_of_has_one_id_for_all_its_values():
    known = raw_env(PARLEY, 2).encoding.sizes
    raw = raw_env(PARLEY, 2, sizes=Sizes(known.options, known.lengths, known.words), actions="ids")
    ids = raw.encoding.action_ids
    assert [name for name in ids.names if name.startswith("Bid")] == ["Bid", "Bid.card=0"]
    raw.reset(seed=1)
    random = Random(2)
    while not any(raw.terminations.values()):
        raw.step(any_action(raw, random))


def test_a_game_with_texts_in_its_options_has_no_ids_and_says_what_to_take():
    @dataclass
    class Say:
        words: str

    sizes = sizes_of("northgard", 2)
    game = SimpleNamespace(name="northgard", option_types=(Say,))
    with pytest.raises(ValueError, match=r"option\.Say\.words has no ids.*; take the actions index"):
        ActionIds(game, sizes, Columns(GAMES["northgard"], 2, sizes))
