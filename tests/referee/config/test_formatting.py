"""Values as text for people."""

from __future__ import annotations

import pytest

from lawspeaker_referee.config.formatting import format_names


@pytest.mark.parametrize(("number", "told"), [(0, ""), (1, "a"), (3, "a, b, c"), (4, "a, b, c, ...")])
def test_of_many_names_the_first_are_listed(number, told):
    assert format_names("abcd"[:number], 3) == told
    assert format_names(dict.fromkeys("abcd"[:number]), 3) == told
