"""The chi-square test that other tests use."""

from __future__ import annotations

from random import Random

import pytest

from tests.engine.chi_square import assert_in_proportion, limit


@pytest.mark.parametrize(("freedom", "printed"), [(1, 10.83), (2, 13.82), (5, 20.52), (12, 32.91), (30, 59.70)])
def test_the_limits_are_those_of_printed_tables(freedom, printed):
    assert limit(freedom) == pytest.approx(printed, rel=0.05)


def test_fair_draws_pass_and_draws_that_prefer_one_thing_do_not():
    random = Random(3)
    fair = [random.randrange(6) for _ in range(3000)]
    assert_in_proportion({face: fair.count(face) for face in range(6)}, dict.fromkeys(range(6), 1))
    loaded = [face if random.randrange(10) else 5 for face in fair]
    with pytest.raises(AssertionError):
        assert_in_proportion({face: loaded.count(face) for face in range(6)}, dict.fromkeys(range(6), 1))


def test_what_has_no_share_may_not_be_drawn():
    with pytest.raises(AssertionError):
        assert_in_proportion({"a": 100, "b": 100, "c": 1}, {"a": 1, "b": 1})
