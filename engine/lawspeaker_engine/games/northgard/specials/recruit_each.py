"""Recruiting a fixed number of units in each of certain territories."""

from __future__ import annotations

from dataclasses import dataclass

from lawspeaker_engine.content import refuse_unknown
from lawspeaker_engine.games.northgard.buildings import produced
from lawspeaker_engine.games.northgard.recruit import RecruitUnits
from lawspeaker_engine.games.northgard.specials.special import Special
from lawspeaker_engine.games.northgard.state import FOOD, LORE, WOOD, State

OPEN_OR_WOOD = "open_or_wood"
BESIDE_ENEMY = "beside_enemy"
YIELDS = {"food": FOOD, "wood": WOOD, "lore": LORE}
WHERE = (OPEN_OR_WOOD, BESIDE_ENEMY, *YIELDS)


@dataclass(frozen=True, slots=True)
class RecruitEach(Special):
    """Recruit in every own territory up to its quota (NG-REC-01: "up to", so that fewer will do)."""

    where: str
    """open_or_wood: 1 in each open one and each with printed wood; beside_enemy: 1 in each adjacent to an enemy
    territory; food, wood, lore: as many as the territory yields of it, buildings included."""
    territories: int = 0
    """In how many territories at most; 0 for all."""

    def __post_init__(self) -> None:
        refuse_unknown("recruit_each where", self.where, WHERE)

    def begin(self, state: State, seat: int, card: int) -> None:
        """A Recruit action with a quota for each territory."""
        del card
        quotas = [(territory, self._quota(state, seat, territory)) for territory in state.controlled(seat)]
        quotas = [(territory, most) for territory, most in quotas if most]
        if quotas:
            total = self.territories or sum(most for _, most in quotas)
            state.push(RecruitUnits(seat, total, quotas=tuple(quotas)))

    def _quota(self, state: State, seat: int, territory: int) -> int:
        board = state.board
        if self.where == OPEN_OR_WOOD:
            return 1 if board.wood[territory] or not board.closed(territory) else 0
        if self.where == BESIDE_ENEMY:
            near = board.neighbours[territory]
            return 1 if any(state.is_enemy(seat, board.owner[other]) for other, _ in near) else 0
        return produced(board, territory)[YIELDS[self.where]]
