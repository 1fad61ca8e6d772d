"""Puts an analysis into the document of a match: each seat's chances as a curve, and its largest mistakes.

A seat's chances are what it could know, so they tell what is in its hand: an eye gets those of its own seat only, the
one that sees everything all of them, and spectators none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from lawspeaker_bots.search.judge import shared_victory
from lawspeaker_engine.model import Outcome, Seat
from lawspeaker_referee.devtools.analysis.judgement import Judgement
from lawspeaker_referee.viewer.document import ALL

MOST_MISTAKES: Final = 6
"""Mistakes of each seat that the page marks."""
_DIGITS: Final = 4


def add_chances(document: dict[str, Any], decisions: Sequence[Judgement], ranks: Sequence[int]) -> None:
    """Add to each eye of a document the chances that it may know of; `ranks` says by seat how the match ended."""
    chances = [_of_seat(seat, [each for each in decisions if each.seat == seat], len(document["steps"]), ranks)
               for seat in range(len(document["seats"]))]
    for eye in document["eyes"]:
        known = [each for each in chances if eye["eye"] in {ALL, each["seat"]} and each["points"]]
        if known:
            eye["chances"] = known


def _of_seat(seat: Seat, decisions: Sequence[Judgement], last: int, ranks: Sequence[int]) -> dict[str, Any]:
    points = [[each.step, round(each.value, _DIGITS)] for each in decisions]
    if points:
        ended = Outcome(tuple(ranks), scores=(), reason="")
        points.append([last, round(shared_victory(ended, seat), _DIGITS)])
    mistakes = sorted((each for each in decisions if each.is_mistake), key=lambda each: (-each.loss, each.step))
    return {"seat": seat, "points": points, "mistakes": [
        {"step": each.step, "loss": each.loss, "value": each.value, "best_value": each.best_value,
         "took": each.took_words, "best": each.best_words} for each in mistakes[:MOST_MISTAKES]]}
