"""A decision that was judged, with figures of a test."""

from __future__ import annotations

from lawspeaker_referee.devtools.analysis.judgement import Judgement


def judged(step: int, seat: int, loss: float = 0.0, error: float = 0.001, value: float = 0.4) -> Judgement:
    """Return a decision in which another answer is better by `loss`."""
    return Judgement(step, seat, "turn.action", "early", "Turn 1", own=True, took=(0,), best=(1,), value=value,
                     best_value=value + loss, loss=loss, error=error, took_words="passes.", best_words="builds a post.")
