"""Lynx: Brundr and Kaelinn, a figure that moves when its player plays a clan card (UH-CLAN-LYNX-01..04)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard import figures
from lawspeaker_engine.games.northgard.actions.move import shift
from lawspeaker_engine.games.northgard.module_views import ShowsModules
from lawspeaker_engine.games.northgard.moments import Rule
from lawspeaker_engine.games.northgard.options import Figure, Move
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.games.northgard.tiles import REGULAR, ROUGH
from lawspeaker_engine.model import PUBLIC, Decision


@dataclass(slots=True)
class LynxMoved:
    """The part of the state: whether the figure has moved with the card that is being resolved."""

    moved: bool = False

    def copy(self) -> LynxMoved:
        """Return an independent copy."""
        return LynxMoved(self.moved)

    def show(self, state: State, view: ShowsModules) -> None:
        """Show nothing: the question itself says that the figure may still move."""


@dataclass(frozen=True, slots=True)
class MovesWithCards(Rule):
    """The figure may move before or after each own clan card, once a card (UH-CLAN-LYNX-04)."""

    figure: str
    """Its id."""

    def before_play(self, state: State, seat: int, card: int) -> None:
        """Ask before the card."""
        state.part(LynxMoved).moved = False
        state.push(MoveWithCard(seat, self._number()))

    def after_play(self, state: State, seat: int, card: int) -> None:
        """Ask again after the card, if it has not moved."""
        if not state.part(LynxMoved).moved:
            state.push(MoveWithCard(seat, self._number()))

    def _number(self) -> int:
        return next(number for number, row in enumerate(figures.FIGURES) if row.id == self.figure)


@dataclass(slots=True)
class MoveWithCard(Frame[State]):
    """The seat may move the figure across one border, with any units that stand with it (AMB-H13).

    A Warchief is a unit in this (NGP-WAR-02): whether it goes too is a question of its own.
    """

    seat: int
    figure: int
    group: tuple[int, ...] = ()
    """Source, target and units, while it is still to be chosen which other special figures go."""

    def step(self, state: State) -> Decision | Work:
        """Ask whereto and with how many units; the figure itself is not named in the options."""
        if self.group:
            others = [Figure(self.group[0], kaija=False, figure=each) for each in self._others(state, self.group[0])]
            return Decision(self.seat, "move.figures", others, 0, len(others), (), PUBLIC)
        options = self._options(state)
        if options:
            return Decision(self.seat, "lynx.move", options, 0, 1, (), PUBLIC)
        return DONE

    def take(self, state: State, chosen: Sequence[Move] | Sequence[Figure]) -> Work:
        """Move the group; its territory is the seat's own, and so is or becomes the one it goes to."""
        if self.group:
            source, target, units = self.group
            self._go(state, source, target, units, [each.figure for each in chosen if isinstance(each, Figure)])
            return DONE
        for move in chosen:
            assert isinstance(move, Move)
            if self._others(state, move.source):
                self.group = (move.source, move.target, move.units)
                return ONGOING
            self._go(state, move.source, move.target, move.units, [])
        return DONE

    def _go(self, state: State, source: int, target: int, units: int, others: Sequence[int]) -> None:
        state.part(LynxMoved).moved = True
        shift(state, self.seat, source, target, units, sorted([self.figure, *others]))

    def _others(self, state: State, territory: int) -> list[int]:
        return [each for each in state.special_figures(self.seat, territory) if each != self.figure]

    def _options(self, state: State) -> list[Move]:
        board, source = state.board, state.where(self.figure)
        if source < 0 or board.owner[source] != self.seat or source in board.pinned:
            return []
        worst = ROUGH if state.settings.lynx_rough else REGULAR
        return [
            Move(source, target, units, kaija=False)
            for target, kind in board.neighbours[source] if kind <= worst and board.owner[target] in (-1, self.seat)
            and target not in board.guarded
            for units in range(board.units[source] + 1)
        ]
