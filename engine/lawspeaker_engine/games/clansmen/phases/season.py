"""The season (CL-SEQ-*): eight phases in a fixed order, season after season, until the last Winter is over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from lawspeaker_engine.agenda import ONGOING, Frame, Work
from lawspeaker_engine.games.clansmen.actions import action_budget
from lawspeaker_engine.games.clansmen.phases import arrivals, end, event_phase, feeding, harvest, turn, winter
from lawspeaker_engine.games.clansmen.raids import raid
from lawspeaker_engine.games.clansmen.state import ACTIONS, NO_EVENT, SPRING, WINTER, State


@dataclass(frozen=True, slots=True)
class SeasonPhase:
    """A phase of the season and the frame that plays it."""

    name: str
    begin: Callable[[], Frame[Any]]


PHASES: Final = (
    SeasonPhase("event", event_phase.EventPhase),
    SeasonPhase("raiders", raid.RaidersPhase),
    SeasonPhase("arrivals", arrivals.ArrivalsPhase),
    SeasonPhase("actions", turn.ActionsPhase),
    SeasonPhase("harvest", harvest.HarvestPhase),
    SeasonPhase("restore", feeding.RestorePhase),
    SeasonPhase("feed", feeding.FeedPhase),
    SeasonPhase("winter", winter.WinterPhase),
)
"""In the order in which they are played (CL-SEQ-02); the last one in Winter only (CL-SEQ-10)."""


@dataclass(slots=True)
class Season(Frame[State]):
    """Season after season, phase after phase."""

    phase: int = 0
    """The number of the next phase."""

    def step(self, state: State) -> Work:
        """Begin the next phase, or end the season, the year or the game."""
        if self.phase == 0:
            begin_season(state)
        if self.phase < len(PHASES) and (PHASES[self.phase].name != "winter" or state.season == WINTER):
            phase = PHASES[self.phase]
            self.phase += 1
            state.phase = phase.name
            state.push(phase.begin())
        else:
            self.phase = 0
            end_season(state)
        return ONGOING


def begin_season(state: State) -> None:
    """Reset what held for the last season, or for the last year, only (CL-ACT-03, CL-ACT-08, CL-SPEC-02)."""
    settings = state.settings
    new_year = state.season == SPRING
    for seat, player in enumerate(state.players):
        player.used, player.allowed = [0] * len(ACTIONS), action_budget.allowance(state, seat)
        player.idle = []
        player.hall_used = 0
        player.ignores_event = player.passed = False
        if new_year:
            player.taken = [0] * 4
        if new_year or settings.specials == "season":
            player.specials = 1
    state.promises = []
    state.raids = 0
    state.event = NO_EVENT


def end_season(state: State) -> None:
    """Begin the next season; after Winter the halls pay, and the next year begins or the game ends (CL-SEQ-11..13)."""
    settings = state.settings
    if state.season == WINTER:
        end.pay_halls(state)
        if state.year == settings.years:
            end.finish(state)
            return
        state.year += 1
    state.season = (state.season + 1) % 4
    passes = settings.start_token
    if passes == "season" or (passes == "year" and state.season == SPRING):
        state.start = (state.start + 1) % settings.players
