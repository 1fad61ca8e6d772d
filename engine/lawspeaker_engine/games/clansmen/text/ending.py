"""The parts of scores, and the sentences on what decided the places (CL-END-*)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lawspeaker_engine.games.clansmen.phases import end
from lawspeaker_engine.games.clansmen.state import State
from lawspeaker_engine.model import Outcome, ScorePart
from lawspeaker_engine.text import joined_by_and
from lawspeaker_engine.ties import Side, side_name, tie_sentences

_PARTS: Final = (
    "Respect during play", "Warriors", "Weakened population", *(f"most {what}" for what in end.MAJORITIES),
)


def explained(state: State) -> Outcome | None:
    """Return the outcome with its parts; None while the game goes on."""
    if state.outcome is None:
        return None
    parts = tuple(_parts(state, seat) for seat in range(state.settings.players))
    return replace(state.outcome, parts=parts, decided=tuple(_decided(state, state.outcome)))


def _parts(state: State, seat: int) -> tuple[ScorePart, ...]:
    at_end = (*end.before_gate(state, seat), *end.majorities(state, seat))
    return tuple(map(ScorePart, _PARTS, (state.players[seat].respect - sum(at_end), *at_end)))


def _decided(state: State, outcome: Outcome) -> list[str]:
    """Say whether the clan has met the gate, then what broke ties if places were given."""
    seats, needed = range(state.settings.players), end.gate(state)
    had = sum(outcome.scores) - sum(sum(end.majorities(state, seat)) for seat in seats)
    told = f"The clan had {had} Respect before the majorities and needed {needed}"
    first = [side_name((seat,)) for seat in seats if outcome.ranks[seat] == 1]
    if outcome.reason == "chief":
        told = f"{told}: {joined_by_and(first)} is Chief."
    else:
        told = f"{told}: it has failed."
        if len(first) > 1:
            return [told]
    standings: dict[Side, tuple[int, ...]] = {(seat,): end.standing(state, seat) for seat in state.turn_order()}
    return [told, *tie_sentences(standings, end.TIES, at_last="turn order")]
