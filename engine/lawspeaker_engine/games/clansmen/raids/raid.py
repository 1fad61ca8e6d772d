"""The time of raids: the Raider track, and the Raiders phase (CL-SEQ-04, CL-RAID-01, CL-RAID-02)."""

from __future__ import annotations

from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.clansmen import buildings
from lawspeaker_engine.games.clansmen.actions import promises
from lawspeaker_engine.games.clansmen.raids.battle import Raid
from lawspeaker_engine.games.clansmen.raids.defence import Commit
from lawspeaker_engine.games.clansmen.raids.fight import Fight
from lawspeaker_engine.games.clansmen.raids.raiders import DICE, TOP
from lawspeaker_engine.games.clansmen.state import State

_WAITING, _MOVING = range(2)


@dataclass(slots=True)
class RaidersPhase(Frame[State]):
    """The Raiders move up their track, and a raid is fought if that takes them to the top (CL-SEQ-04, AMB-CL-29)."""

    stage: int = _WAITING

    def step(self, state: State) -> Work:
        """A raid that has waited on the top space since a plunder comes before the move (AMB-CL-28)."""
        stage = self.stage
        self.stage += 1
        if stage == _WAITING:
            if state.counter == TOP:
                begin_raid(state)
            return ONGOING
        if stage == _MOVING:
            if state.counter < TOP:  # else plunder in the raid just fought led there: the next one waits for a season
                _advance(state, state.settings.raider_steps)
            return ONGOING
        return DONE


def _advance(state: State, steps: int) -> None:
    """Along the track; a raid is fought on the top space (CL-RAID-01)."""
    state.move_counter(steps)
    if state.counter == TOP:
        begin_raid(state)


@dataclass(slots=True)
class EventMoves(Frame[State]):
    """An event moves the Raiders; if it takes them to the top, the raid comes at once (CL-RAID-01, AMB-CL-28)."""

    steps: int

    def step(self, state: State) -> Work:
        """Move the counter up or down the track."""
        _advance(state, self.steps)
        return DONE


def begin_raid(state: State) -> None:
    """Raiders come, as many as their space on the track says, and the counter goes back to the lowest (CL-RAID-02)."""
    players = state.players
    state.raids += 1
    state.raid = Raid(
        [0] * DICE[len(players)][state.counter], [[] for _ in players], [[] for _ in players],
        [buildings.sum_of_all(player, "own_rerolls") for player in players],
        [buildings.sum_of_all(player, "raider_rerolls") for player in players],
    )
    state.counter = 0
    state.push(Fight())
    state.push(Commit())
    if state.settings.promises:
        state.push(promises.BeforeRaid())
