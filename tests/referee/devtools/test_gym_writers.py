"""Observations are written by compiled functions that leave out what is as it was: they are the straightforward ones.

The reference here flattens every view anew, field by field, and never remembers anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawspeaker_engine.canon import by_identity
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.shape import fields_of
from lawspeaker_referee.codec.encoder import message_field
from lawspeaker_referee.devtools.gym import GameEnv, OutOfBounds, Sizes, raw_env
from lawspeaker_referee.devtools.gym.columns import Column, Columns
from lawspeaker_referee.devtools.gym.observation_writer import QUESTION, Observation
from lawspeaker_referee.devtools.gym.row_layout import Known, layout
from lawspeaker_referee.devtools.gym.row_writer import RowWriter
from lawspeaker_referee.devtools.gym.sizes import any_setup
from tests.games.parley import PARLEY
from tests.referee.devtools.random_agents import any_action
from tests.sample_sizes import examples, first_quick


def flat(value: Any, kind: type, path: str, sizes: Sizes) -> Iterator[int]:
    """Yield the numbers of an object, or as many zeros for None."""
    shapes = fields_of(kind)
    numeric = [name for name, shape in shapes.items() if shape.hint in (int, bool)]
    yield from (0 if value is None else int(getattr(value, name)) for name in numeric)
    for name, shape in shapes.items():
        if name in numeric:
            continue
        place, (element, repeated, optional) = f"{path}.{name}", message_field(shape, name)
        entries = None if value is None else getattr(value, name)
        if repeated:
            found = list(entries or ())
            yield len(found)
            found += [None] * (sizes.lengths.get(place, 0) - len(found))
        else:
            found = [entries]
            if optional:
                yield int(entries is not None)
        for each in found:
            if is_dataclass(element):
                yield from flat(each, element, place, sizes)
            elif issubclass(element, int):
                yield int(each or 0)
            else:
                yield 0 if each is None else sizes.words[place].index(each) + 1


def straightforward(raw: GameEnv, agent: str) -> Observation:
    """Return what the agent should be shown."""
    encoding, decision = raw.encoding, raw.decision(agent)
    sizes, space = encoding.sizes, encoding.space()
    question, table = [0] * len(QUESTION), np.zeros_like(space["options"].low)
    if decision is not None:
        assert raw._choice is not None
        picks = raw._choice.answer.picks
        question = [sizes.words["prompt"].index(decision.prompt) + 1, len(decision.options), decision.least,
                    decision.most, int(decision.ordered), int(decision.reaction), len(picks)]
        for index, option in enumerate(decision.options):
            kind = type(option)
            numbers = [encoding.game.option_types.index(kind) + 1, picks.index(index) + 1 if index in picks else 0,
                       *flat(option, kind, f"option.{kind.__name__}", sizes)]
            table[index, :len(numbers)] = _within(numbers, encoding.option_columns[kind.__name__])
    view = flat(raw.view(agent), encoding.game.view_type, "view", sizes)
    shown = np.array(_within([*question, *view], encoding.columns), np.int32)
    return {"observation": shown, "options": table.astype(np.int32)}


def _within(numbers: Iterable[int], columns: Sequence[Column]) -> list[int]:
    return [min(max(number, column.low), column.high) for number, column in zip(numbers, columns, strict=True)]


@pytest.mark.parametrize("game", [*first_quick(2, GAMES.values()), PARLEY], ids=lambda game: game.name)
@settings(max_examples=examples(40), deadline=None)
@given(st.data())
def test_what_all_seats_are_shown_in_random_games_is_the_straightforward_observation(game, data):
    """Observations of games with any options are compared; seat and time are random, so that any part may change."""
    players, seed = data.draw(st.sampled_from(game.players)), data.draw(st.integers(0, 1 << 32))
    random = Random(seed)
    raw = raw_env(game, players, any_setup(game, players, random).options)
    raw.reset(seed=seed)
    for step in range(data.draw(st.sampled_from([5, 40, 200, 1000]))):
        if any(raw.terminations.values()):
            break
        if step % 50 == 0 or random.random() < 0.1:
            for agent in random.sample(raw.possible_agents, random.randint(1, len(raw.possible_agents))):
                shown, wanted = raw.observe(agent), straightforward(raw, agent)
                assert (shown["observation"] == wanted["observation"]).all()
                assert (shown["options"] == wanted["options"]).all()
        raw.step(any_action(raw, random))


def test_what_an_agent_was_shown_stays_what_it_was():
    raw, random = raw_env("northgard", 2), Random(1)
    raw.reset(seed=1)
    shown = []
    for _ in range(30):
        observation = raw.observe(raw.agent_selection)
        shown.append((observation, [part.tobytes() for part in observation.values()]))
        raw.step(any_action(raw, random))
    assert all([part.tobytes() for part in observation.values()] == then for observation, then in shown)
    assert len({then[0] for _, then in shown}) > 20


def test_after_an_observation_that_did_not_fit_the_next_one_is_whole():
    wide = raw_env("northgard", 2).encoding.sizes
    raw = raw_env("northgard", 2, sizes=Sizes(wide.options, {**wide.lengths, "view.players.hand": 3}, wide.words),
                  overflow="error")
    random, refused, shown = Random(3), 0, 0
    raw.reset(seed=3)
    while not any(raw.terminations.values()) and shown < 400:
        try:
            observation = raw.observe(raw.agent_selection)
        except OutOfBounds:
            refused += 1
        else:
            shown += 1
            assert (observation["observation"] == straightforward(raw, raw.agent_selection)["observation"]).all()
        raw.step(any_action(raw, random))
    assert refused > 5 and shown > 5


# --- every kind of field ---


@dataclass(slots=True)
class Small:
    first: int
    second: bool


@dataclass(slots=True)
class Deep:
    number: int
    numbers: list[int]
    smalls: list[Small]


@by_identity
@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Same:
    row: tuple[int, ...]
    word: str


@dataclass(slots=True)
class Every:
    """A field of each shape that a view may have."""

    flag: bool
    words: list[str]
    maybe_number: int | None
    maybe_word: str | None
    maybe_small: Small | None
    maybe_deep: Deep | None
    small: Small
    same: Same
    sames: list[Same]
    smalls: list[Small]
    deeps: list[Deep]
    empty: list[Deep]


WORDS, MOST = ("one", "two", "three"), 3


def _sizes() -> Sizes:
    paths = ["words", "sames", "sames.row", "same.row", "smalls", "deeps", "deeps.numbers", "deeps.smalls", "empty",
             "empty.numbers", "empty.smalls", "maybe_deep.numbers", "maybe_deep.smalls"]
    texts = ["words", "maybe_word", "same.word", "sames.word"]
    bounded = ["maybe_number", "same.row", "sames.row", "smalls.first", "deeps.number", "deeps.numbers", "small.first"]
    return Sizes(1, {f"every.{path}": MOST for path in paths}, {f"every.{path}": WORDS for path in texts},
                 {f"every.{path}": (-1, 1) for path in bounded})


def _any_every(random: Random, kept: list[Same]) -> Every:
    def some(make: Any) -> list[Any]:
        return [make() for _ in range(random.randint(0, MOST))]

    def number() -> int:
        return random.randint(-2, 2)

    def small() -> Small:
        return Small(number(), random.random() < 0.5)

    def deep() -> Deep:
        return Deep(number(), some(number), some(small))

    def same() -> Same:
        return random.choice(kept)

    def word() -> str:
        return random.choice(WORDS)

    def maybe(make: Any) -> Any:
        return make() if random.random() < 0.5 else None

    return Every(random.random() < 0.5, some(word), maybe(number), maybe(word), maybe(small), maybe(deep), small(),
                 same(), some(same), some(small), some(deep), [])


def _some_fields(every: Every, random: Random, kept: list[Same]) -> Every:
    """Return the same object with some fields changed in place, as games change what their views share with them."""
    other = _any_every(random, kept)
    for field in fields(Every):
        if random.random() < 0.3:
            held = getattr(every, field.name)
            if isinstance(held, list) and random.random() < 0.7:
                held[:] = getattr(other, field.name)
            else:
                setattr(every, field.name, getattr(other, field.name))
    if every.deeps and random.random() < 0.5:
        every.deeps[-1].numbers.reverse()
        every.deeps[0].smalls[MOST - 1:] = [Small(7, True)]
    return every


@settings(max_examples=examples(300), deadline=None)
@given(st.integers(0, 1 << 32))
def test_a_row_is_what_a_fresh_one_would_be_whatever_changed_in_place(seed):
    random, sizes = Random(seed), _sizes()
    record = layout(Every, "every", Known(sizes, Columns(PARLEY, 2, sizes)))
    writer, kept = RowWriter(record), [Same(tuple(range(count)), WORDS[count % 3]) for count in range(MOST + 1)]
    row, written, every = np.zeros(record.width + 2, np.int32), writer.nothing(), _any_every(random, kept)
    for _ in range(20):
        writer.write(every, written, row.data, 1)
        assert row.tolist() == [0, *_within(flat(every, Every, "every", sizes), record.columns), 0]
        every = _some_fields(every, random, kept) if random.random() < 0.8 else _any_every(random, kept)
