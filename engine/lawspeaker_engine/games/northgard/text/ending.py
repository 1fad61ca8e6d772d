"""The parts of scores, and the sentences on what decided the places (NG-END-*)."""

from __future__ import annotations

from dataclasses import replace

from lawspeaker_engine.games.northgard import teams
from lawspeaker_engine.games.northgard.phases import scoring
from lawspeaker_engine.games.northgard.phases.end import Victory
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.model import Outcome, ScorePart
from lawspeaker_engine.text import joined_by_and
from lawspeaker_engine.ties import Side, side_name, tie_sentences


def explained(state: State) -> Outcome | None:
    """Return the outcome with its parts, teammates having those of their team; None while the game goes on."""
    if state.outcome is None:
        return None
    side_of = {seat: side for side in teams.sides(state) for seat in side}
    parts = tuple(_parts(state, side_of[seat]) for seat in range(state.settings.players))
    return replace(state.outcome, parts=parts, decided=tuple(_decided(state, state.outcome.reason)))


def _parts(state: State, side: Side) -> tuple[ScorePart, ...]:
    points = map(sum, zip(*(scoring.final_parts(state, seat) for seat in side), strict=True))
    return tuple(map(ScorePart, scoring.PARTS, points))


def _decided(state: State, reason: str) -> list[str]:
    """Say who won by what, then what broke the ties of the winners, and of all others."""
    standings: dict[Side, tuple[int, ...]] = {side: scoring.standing(state, side) for side in teams.sides(state)}
    # CheckVictory asks for the victories in this order too, and what they look at is as it was then.
    for victory in state.table.victories:
        if victory.reason == reason and (winners := victory.winners(state)):
            others = {side: standing for side, standing in standings.items() if side not in winners}
            return [*_by_victory(state, victory, winners), *tie_sentences(others, scoring.TIES)]
    most = max(standing[0] for standing in standings.values())
    first = [side_name(side) for side, standing in standings.items() if standing[0] == most]
    return [f"Most fame, {most}: {joined_by_and(first)}.", *tie_sentences(standings, scoring.TIES)]


def _by_victory(state: State, victory: Victory, winners: list[Side]) -> list[str]:
    """Say what each side has that meets the victory, and what put the winners before the next of them."""
    standings = dict(sorted(victory.standings(state).items(), key=lambda each: each[1], reverse=True))
    told = [f"Victory by {victory.met(state, side)}: {side_name(side)}." for side in standings]
    compared = dict(list(standings.items())[:len(winners) + 1])
    return told + tie_sentences(compared, (*victory.ties, *scoring.TIES), given=0)
