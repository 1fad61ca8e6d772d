"""Chance is reproducible, unbiased, and its streams do not touch each other."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawspeaker_engine import canon
from lawspeaker_engine.dice import Dice, commitment, match_seed, numbered_secret
from lawspeaker_engine.model import Chance

SEED = bytes(range(32))


def test_the_same_seed_gives_the_same_draws() -> None:
    """A draw depends on seed, stream and counter alone."""
    assert Dice(SEED).draw("deck/0", 52, 52) == Dice(SEED).draw("deck/0", 52, 52)


@pytest.mark.parametrize("copied", [Dice.copy, deepcopy, lambda dice: pickle.loads(pickle.dumps(dice))])
def test_copies_go_on_alike_and_apart(copied: Callable[[Dice], Dice]) -> None:
    """Draws of a copy move neither the original nor another copy."""
    dice = Dice(SEED)
    dice.draw("deck/0", 52, 5)
    expected = copied(dice).draw("deck/0", 52, 5)
    assert copied(dice).draw("deck/0", 52, 5) == expected
    assert dice.draw("deck/0", 52, 5) == expected


def test_draws_are_pinned_for_ever() -> None:
    """Records of old games replay only while these numbers stay."""
    dice = Dice(SEED)
    assert dice.draw("tiles", 33, 3) == PINNED[0]
    assert dice.draw("tiles", 6, 1) == PINNED[1]
    assert dice.draw("combat/1/attacker", 6, 1) == PINNED[2]


PINNED = ((14, 9, 24), (2,), (0,))


def test_weighted_draws_are_pinned_for_ever() -> None:
    """So are these, of games with chances that are not equal."""
    dice = Dice(SEED)
    assert [dice.draw("roll", 3, 1, (1, 2, 33))[0] for _ in range(12)] == PINNED_ROLLS
    assert dice.draw("deck", 5, 4, (5, 1, 1, 1, 5)) == PINNED_DECK


PINNED_ROLLS = [2, 2, 2, 0, 2, 2, 2, 2, 2, 2, 2, 2]
PINNED_DECK = (4, 0, 3, 1)


@pytest.mark.parametrize("weights", [(1, 2, 3, 4), (1, 1, 1, 97), (7, 7, 7, 7)])
def test_options_come_up_as_often_as_their_weights_say(weights: tuple[int, ...]) -> None:
    """Chi-squared of 20,000 draws of four stays under the 99.9 % point (16.3)."""
    dice, total = Dice(SEED), sum(weights)
    counts = Counter(dice.draw("s", 4, 1, weights)[0] for _ in range(20_000))
    expected = [20_000 * weight / total for weight in weights]
    assert sum((counts[option] - each) ** 2 / each for option, each in enumerate(expected)) < 16.3


def test_each_of_several_is_drawn_by_the_weights_of_those_that_are_left() -> None:
    """By weights 1, 2, 3 the last comes first in half of the draws, and then the second in two of three."""
    dice = Dice(SEED)
    counts = Counter(dice.draw("s", 3, 2, (1, 2, 3)) for _ in range(12_000))
    expected = {(0, 1): 800, (0, 2): 1200, (1, 0): 1000, (1, 2): 3000, (2, 0): 2000, (2, 1): 4000}
    assert counts.keys() == expected.keys()
    assert sum((counts[picks] - each) ** 2 / each for picks, each in expected.items()) < 20.5


@given(st.lists(st.integers(1, 1 << 40), min_size=1, max_size=12), st.data())
def test_weighted_picks_are_distinct_and_in_range(weights: list[int], data: st.DataObject) -> None:
    """`count` different indices, however the weights differ."""
    count = data.draw(st.integers(0, len(weights)))
    picks = Dice(SEED).draw("s", len(weights), count, weights)
    assert len(picks) == count == len(set(picks))
    assert all(0 <= pick < len(weights) for pick in picks)


def test_chance_is_answered_by_its_weights() -> None:
    """A question without weights is drawn as ever."""
    question = Chance("roll", "abc", 2, "s", seen_by=None)
    assert Dice(SEED).answer(question) == Dice(SEED).draw("s", 3, 2)
    unequal = replace(question, weights=(1, 2, 1 << 50))
    assert Dice(SEED).answer(unequal) == Dice(SEED).draw("s", 3, 2, unequal.weights)
    assert Dice(SEED).answer(unequal)[0] == 2


@pytest.mark.parametrize("weights", [(1, 2), (1, 2, 0), (3, -1, 3), (1, 1, 1 << 62)])
def test_weights_that_are_none_are_refused(weights: tuple[int, ...]) -> None:
    """Each option has one, from 1, and their sum is bounded."""
    with pytest.raises(ValueError, match="weights"):
        Dice(SEED).draw("s", 3, 1, weights)


def test_a_question_without_weights_has_the_digest_that_it_had() -> None:
    """Digests of questions and states are those of before chance had weights."""
    question = Chance("roll", ("a", "b"), 1, "s", seen_by=None)
    assert canon.encode(question) == canon.encode(replace(question, weights=()))
    assert b"weights" not in canon.encode(question)
    assert b"weights" in canon.encode(replace(question, weights=(1, 2)))


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 20)), max_size=30))
def test_no_stream_moves_another(others: list[tuple[str, int]]) -> None:
    """Whatever is drawn elsewhere, a stream yields what it yields."""
    alone = Dice(SEED)
    expected = [alone.draw("mine", 10, 2) for _ in range(5)]
    dice = Dice(SEED)
    got = []
    for i in range(5):
        for stream, n in others:
            dice.draw(stream, n, i % (n + 1))
        got.append(dice.draw("mine", 10, 2))
    assert got == expected


@given(st.integers(0, 40), st.data())
def test_picks_are_distinct_and_in_range(n: int, data: st.DataObject) -> None:
    """`count` different indices below n."""
    count = data.draw(st.integers(0, n))
    picks = Dice(SEED).draw("s", n, count)
    assert len(picks) == count == len(set(picks))
    assert all(0 <= pick < n for pick in picks)


def test_all_faces_come_up_about_equally_often() -> None:
    """A fixed seed, so this cannot flicker: chi-squared of 60,000 rolls of six stays under the 99.9 % point (20.5)."""
    dice = Dice(SEED)
    counts = Counter(dice.draw("die", 6, 1)[0] for _ in range(60_000))
    assert sum((counts[face] - 10_000) ** 2 / 10_000 for face in range(6)) < 20.5


@pytest.mark.parametrize(("n", "count"), [(3, 4), (3, -1), (0, 1)])
def test_impossible_draws_are_refused(n: int, count: int) -> None:
    """More than there are cannot be drawn."""
    with pytest.raises(ValueError, match="cannot draw"):
        Dice(SEED).draw("s", n, count)


def test_seeds_of_wrong_length_are_refused() -> None:
    """BLAKE2b keys have at most 64 bytes; fewer than 16 can be guessed."""
    with pytest.raises(ValueError, match="16 to 64 bytes"):
        Dice(b"short")


def test_match_seeds_differ_by_match_and_their_commitments_hide_them() -> None:
    """One secret gives every match a seed of its own."""
    one, two = match_seed(SEED, "a"), match_seed(SEED, "b")
    assert one != two
    assert commitment(one) not in (one, commitment(two))


def test_a_number_stands_for_a_secret_of_32_bytes() -> None:
    """Every number of 256 bits is a secret of its own; others are refused."""
    assert numbered_secret(0) == bytes(32)
    assert numbered_secret(7) == bytes(31) + b"\x07"
    assert numbered_secret((1 << 256) - 1) == b"\xff" * 32
    for number in (-1, 1 << 256):
        with pytest.raises(ValueError, match="a seed is a number from 0 to 2"):
            numbered_secret(number)
