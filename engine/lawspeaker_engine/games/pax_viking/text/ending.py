"""The parts of scores, and the sentences on what decided the places (SG-WIN-*)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lawspeaker_engine.games.pax_viking import followers
from lawspeaker_engine.games.pax_viking.phases import end
from lawspeaker_engine.games.pax_viking.rows import TYPES, VICTORIES
from lawspeaker_engine.games.pax_viking.state import State
from lawspeaker_engine.games.pax_viking.text.words import metric_text, type_name
from lawspeaker_engine.model import Outcome, ScorePart, Seat
from lawspeaker_engine.text import joined_by_and
from lawspeaker_engine.ties import Side, tie_sentences


def explained(state: State) -> Outcome | None:
    """Return the outcome with its parts, Followers by their types; None while the game goes on."""
    if state.outcome is None:
        return None
    names = [f"{type_name(kind)} Followers" for kind in range(len(TYPES))]
    parts = tuple(tuple(map(ScorePart, names, followers.established_of(state, seat)))
                  for seat in range(state.settings.players))
    return replace(state.outcome, parts=parts, decided=tuple(_decided(state, state.outcome)))


def _decided(state: State, outcome: Outcome) -> list[str]:
    """Say who fulfils which card with what, then what broke the ties of these, and of all others."""
    seats = range(state.settings.players)
    winners = _counted(state, outcome) if outcome.reason == "card" else ()
    told = [f"Seat {seat} fulfils {_card(state, seat, card)}." for seat in winners for card in state.face_up
            if end.fulfils(state, seat, card)]
    told = told or [f"Nobody fulfils a Victory Condition card at the last check: {end.TIES[0]} decide."]
    standings: dict[Side, tuple[int, ...]] = {(seat,): end.standing(state, seat) for seat in seats}
    first: dict[Side, tuple[int, ...]] = {(seat,): standings.pop((seat,)) for seat in winners}
    return [*told, *tie_sentences(first, end.TIES, given=0), *tie_sentences(standings, end.TIES)]


def _counted(state: State, outcome: Outcome) -> Sequence[Seat]:
    """Return the seats that fulfilled a card at the check that ended the game.

    After a turn only the cards of its own player may have counted, whatever others fulfil (SG-WIN-02, AMB-SG-31).
    """
    able = [seat for seat in range(state.settings.players)
            if any(end.fulfils(state, seat, card) for card in state.face_up)]
    alone = (state.seat,)
    novice = any(VICTORIES[card].difficulty in end.NOVICE and end.fulfils(state, state.seat, card)
                 for card in state.face_up)
    if novice and state.settings.novice_scope == "active" and end.ranking(state, alone) == outcome.ranks:
        return alone
    return able


def _card(state: State, seat: Seat, card: int) -> str:
    """Return a card's name with what the seat has of what it counts: `Six followers: 6 established Followers`."""
    counts = [metric_text(each.count, end.count(state, seat, each.count), "its own") for each in VICTORIES[card].all_of]
    return f"the Victory Condition card {VICTORIES[card].name}: {joined_by_and(counts)}"
