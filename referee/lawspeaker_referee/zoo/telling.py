"""A position in words, as the seat that is asked may know it."""

from __future__ import annotations

from lawspeaker_engine.words import words_of
from lawspeaker_referee.match.words import plain_words, question_line
from lawspeaker_referee.zoo.picking import Picking
from lawspeaker_referee.zoo.position import Position


def position_text(position: Position, picking: Picking | None) -> str:
    """What the seat sees, what it is asked, and its options by number; what a spectator sees if nobody is asked."""
    words = words_of(position.game) or plain_words(position.game)
    if picking is None:
        return "\n".join([*words.view(position.view(None)), "", *_ending(position)])
    asked = picking.decision
    view = position.view(asked.seat)
    taken = [f"Taken so far: {', '.join(map(str, picking.picks))}."] if picking.picks else []
    return "\n".join([
        f"Seat {asked.seat}", *words.view(view), "", question_line(asked, words.questions.get(asked.prompt, "")),
        *(f"{index}: {words.option(option, view)}" for index, option in enumerate(asked.options)), *taken,
    ])


def _ending(position: Position) -> list[str]:
    outcome = position.outcome
    if outcome is None:
        return ["The game was cut off."]
    places = zip(outcome.ranks, outcome.scores, strict=True)
    return [f"Over: {outcome.reason}.",
            *(f"Seat {seat}: place {rank}, {score} points" for seat, (rank, score) in enumerate(places))]
