"""Time limits as data."""

from __future__ import annotations

import pytest

from lawspeaker_referee.clock import LATE, MOST_OWED, Clock, owed


@pytest.mark.parametrize(("seconds", "milliseconds"), [(None, 0), (2.0, 2000), (0.0001, 1), (0.0015, 2)])
def test_a_limit_is_never_written_as_no_limit(seconds, milliseconds):
    assert Clock(seconds).move_time_ms == milliseconds


def test_a_deadline_counts_from_when_the_clock_started():
    assert Clock(2.0).deadline(10.0) == 12.0
    assert Clock(None).deadline(10.0) is None


@pytest.mark.parametrize(("late", "expected"), [(0.0, 0.0), (LATE, 0.0), (0.5, 0.5), (60.0, MOST_OWED)])
def test_a_referee_owes_what_it_is_late_up_to_a_limit(late, expected):
    assert owed(0.0, late) == pytest.approx(expected)
