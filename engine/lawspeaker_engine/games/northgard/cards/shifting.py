"""Bringing figures elsewhere without a Move action: own ones to any open territory, or enemy ones next door."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard import figures
from lawspeaker_engine.games.northgard.actions.combat import Battles
from lawspeaker_engine.games.northgard.actions.move import shift
from lawspeaker_engine.games.northgard.cards.special import Special
from lawspeaker_engine.games.northgard.options import Figure, Move, Territory, move_option
from lawspeaker_engine.games.northgard.state import SpecialFigure, State
from lawspeaker_engine.games.northgard.tiles import ROUGH
from lawspeaker_engine.model import PUBLIC, Decision


def groups(state: State, seat: int, source: int, target: int, most: int, *, named: bool) -> list[Move]:
    """Return every group of 1 to `most` figures of the seat that may leave `source` for `target`, however far that is.

    A teammate's territory takes none (NG-VAR-06), an enemy's takes Kaija only when she is awakened (NG-CLAN-BEAR-04).
    Special figures other than Kaija go with a group or make one of their own. With `named` a card of an opponent names
    the figures, which it cannot do with all of them.
    """
    owner = state.board.owner[target]
    if not state.board.lets_pass(seat, source, target):
        return []
    hostile = state.is_enemy(seat, owner)
    if owner not in (-1, seat) and not hostile:
        return []
    units, special = figures.standing(state, seat, source)
    if named:
        special = figures.named(state, special)
    may_enter = not hostile or state.table.numbers.kaija_enters or state.players[seat].awakened
    with_kaija = figures.KAIJA in special and may_enter
    others = bool(figures.others(special))
    options = []
    for count in range(min(units, most) + 1):
        if count or others:
            options.append(move_option(source, target, count, kaija=False))
        if with_kaija and count < most and (count or others or state.settings.kaija_alone):
            options.append(move_option(source, target, count, kaija=True))
    return options


def go(state: State, seat: int, owner: int, group: Move, others: Sequence[int] = ()) -> None:
    """The group of `owner` goes; the card is the seat's, who orders what combat there is (NG-COMBAT-01)."""
    shift(state, owner, group.source, group.target, group.units, (*figures.kaija_if(group.kaija), *others))
    if state.battles:
        state.push(Battles(seat))


@dataclass(frozen=True, slots=True)
class MarchAnywhere(Special):
    """Move any number of figures from one own territory to any open territory."""

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask from which territory."""
        state.push(March(seat))


@dataclass(slots=True)
class March(Frame[State]):
    """The seat chooses where its figures come from, where they go, and how many."""

    seat: int
    source: int = -1
    target: int = -1
    group: tuple[int, ...] = ()
    """Units and Kaija (1 or 0) of the group, while it is still to be chosen which other special figures go."""

    def step(self, state: State) -> Decision | Work:
        """Ask from where, which may be declined, then the rest."""
        if self.source < 0:
            sources = [Territory(t) for t in state.controlled(self.seat) if self._targets(state, t)]
            if sources:
                return Decision(self.seat, "card.from", sources, 0, 1, (), PUBLIC)
            return DONE
        if self.target < 0:
            targets = [Territory(t) for t in self._targets(state, self.source)]
            return Decision(self.seat, "card.to", targets, 1, 1, (0,), PUBLIC)
        if self.group:
            others = figures.others(state.special_figures(self.seat, self.source))
            there = [Figure(self.source, kaija=False, figure=figure) for figure in others]
            alone = self.group[1] > 0 and state.settings.kaija_alone
            least = 0 if self.group[0] or alone else 1
            if least == len(there):
                return self.take(state, there)
            return Decision(self.seat, "move.figures", there, least, len(there), tuple(range(len(there))), PUBLIC)
        options = self._groups(state, self.source, self.target)
        return Decision(self.seat, "card.march", options, 1, 1, (len(options) - 1,), PUBLIC)

    def take(self, state: State, chosen: Sequence[Territory] | Sequence[Move] | Sequence[Figure]) -> Work:
        """Note one answer after the other; the last one moves the figures."""
        option = chosen[0] if chosen else None
        if self.group:
            units, kaija = self.group
            group = Move(self.source, self.target, units, bool(kaija))
            others = [figure.figure for figure in chosen if isinstance(figure, Figure)]
            go(state, self.seat, self.seat, group, others)
            return DONE
        if isinstance(option, Move):
            if figures.others(state.special_figures(self.seat, self.source)):
                self.group = (option.units, int(option.kaija))
                return ONGOING
            go(state, self.seat, self.seat, option)
            return DONE
        if option is None:
            return DONE
        if isinstance(option, Territory) and self.source < 0:
            self.source = option.territory
        elif isinstance(option, Territory):
            self.target = option.territory
        return ONGOING

    def _targets(self, state: State, source: int) -> list[int]:
        board = state.board
        return [
            target for target in board.territories
            if target != source and not board.closed(target) and self._groups(state, source, target)
        ]

    def _groups(self, state: State, source: int, target: int) -> list[Move]:
        return groups(state, self.seat, source, target, state.figure_count(source), named=False)


@dataclass(frozen=True, slots=True)
class Bribe(Special):
    """Move up to `units` enemy figures from one territory to an adjacent one, over rough borders too."""

    units: int

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask from which territory."""
        state.push(BribeFigures(seat, self.units))


@dataclass(slots=True)
class BribeFigures(Frame[State]):
    """The seat chooses an enemy territory, then which figures go from it and where.

    Their owner is the attacker where they meet another player's, the seat's own included (NG-COMBAT-02).
    """

    seat: int
    most: int
    source: int = -1
    group: tuple[int, ...] = ()
    """Target, units and Kaija (1 or 0) of the group whose other special figures are still to be chosen."""

    def step(self, state: State) -> Decision | Work:
        """Ask from where, which may be declined, then the rest."""
        if self.group:
            return self._ask_others(state)
        if self.source < 0:
            sources = [
                Territory(territory) for territory in state.board.territories
                if state.is_enemy(self.seat, state.board.owner[territory]) and self._options(state, territory)
            ]
            if sources:
                return Decision(self.seat, "card.from", sources, 0, 1, (), PUBLIC)
            return DONE
        return Decision(self.seat, "card.bribe", self._options(state, self.source), 1, 1, (0,), PUBLIC)

    def take(self, state: State, chosen: Sequence[Territory] | Sequence[Move] | Sequence[Figure]) -> Work:
        """Note one answer after the other; the last one moves the figures."""
        option = chosen[0] if chosen else None
        if self.group:
            target, units, kaija = self.group
            group = Move(self.source, target, units, bool(kaija))
            others = [figure.figure for figure in chosen if isinstance(figure, Figure)]
            go(state, self.seat, state.board.owner[self.source], group, others)
        elif isinstance(option, Territory):
            self.source = option.territory
            return ONGOING
        elif isinstance(option, Move):
            if self._others(state) and option.units + option.kaija < self.most:
                self.group = (option.target, option.units, int(option.kaija))
                return ONGOING
            go(state, self.seat, state.board.owner[option.source], option)
        return DONE

    def _ask_others(self, state: State) -> Decision | Work:
        _, units, kaija = self.group
        others = [Figure(self.source, kaija=False, figure=figure) for figure in self._others(state)]
        least = 0 if units or (kaija and state.settings.kaija_alone) else 1
        if least == len(others):
            return self.take(state, others)
        most = min(self.most - units - kaija, len(others))
        return Decision(self.seat, "move.figures", others, least, most, tuple(range(least)), PUBLIC)

    def _others(self, state: State) -> tuple[int, ...]:
        special = state.special_figures(state.board.owner[self.source], self.source)
        return figures.others(figures.named(state, special))

    def _options(self, state: State, source: int) -> list[Move]:
        owner = state.board.owner[source]
        options = []
        for target, kind in state.board.neighbours[source]:
            if kind <= ROUGH:
                options += groups(state, owner, source, target, self.most, named=True)
        return options


@dataclass(frozen=True, slots=True)
class JoinFigures(Special):
    """The seat's special figures may join each other in the territory of one of them."""

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask where."""
        state.push(Join(seat))


@dataclass(slots=True)
class Join(Frame[State]):
    """The seat says where its special figures meet; they need no border to get there."""

    seat: int

    def step(self, state: State) -> Decision | Work:
        """Ask, if two of them stand in different territories of their own, and one can leave its own."""
        there = sorted({each.territory for each in self._on_map(state)})
        options = [Territory(each) for each in there if self._joining(state, each)]
        if options:
            return Decision(self.seat, "card.to", options, 0, 1, (), PUBLIC)
        return DONE

    def take(self, state: State, chosen: Sequence[Territory]) -> Work:
        """Bring the others there."""
        for option in chosen:
            for each in self._joining(state, option.territory):
                shift(state, self.seat, each.territory, option.territory, 0, (each.figure,))
        return DONE

    def _joining(self, state: State, territory: int) -> list[SpecialFigure]:
        """Return the figures that can come to a territory of another one."""
        return [each for each in self._on_map(state) if each.territory != territory
                and state.board.lets_pass(self.seat, each.territory, territory)]

    def _on_map(self, state: State) -> list[SpecialFigure]:
        return [each for each in state.figures if each.seat == self.seat and each.territory >= 0]
