"""The acts of creatures: they appear on lairs, move by their priorities, and act where they arrive (NG-CRE-02..09)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard import figures
from lawspeaker_engine.games.northgard.actions.combat import CREATURE, Combat, Foe
from lawspeaker_engine.games.northgard.actions.terms import PLAIN
from lawspeaker_engine.games.northgard.modules.creature_part import Beast, Creatures, amount, attacks, human, mark
from lawspeaker_engine.games.northgard.options import Action, Figure, Territory
from lawspeaker_engine.games.northgard.state import WOOD, State
from lawspeaker_engine.games.northgard.tiles import IMPASSABLE
from lawspeaker_engine.model import PUBLIC, Chance, Decision

FAR: Final = 1 << 16
"""A distance longer than any."""


@dataclass(slots=True)
class Appear(Frame[State]):
    """A creature appears on a lair (NG-CRE-02)."""

    area: int
    """The area with the lair: territories may get other names before the creature is drawn."""
    acts: bool
    """True if it acts at once (NG-CRE-03)."""

    def step(self, state: State) -> Chance | Work:
        """Draw its card; if all cards are in the line, nothing appears (NG-CRE-04)."""
        cards = state.part(Creatures).next_cards()
        if len(cards) > 1:
            return Chance("creatures.draw", [Action(card) for card in cards], 1, "creatures", PUBLIC)
        if not cards:
            return DONE
        return self.take(state, [Action(cards[0])])

    def take(self, state: State, chosen: Sequence[Action]) -> Work:
        """Put it on the map."""
        part = state.part(Creatures)
        part.draw(chosen[0].action)
        beast = part.place(chosen[0].action, state.board.territory_of[self.area])
        mark(state)
        if self.acts:
            state.push(Act(beast.number))
        return DONE


@dataclass(slots=True)
class CreaturePhase(Frame[State]):
    """From left to right each creature moves and acts (UH-CRE-03, NG-CRE-05)."""

    order: tuple[int, ...]
    """Players in turn order."""
    left: tuple[int, ...] | None = None
    """The creatures that have not acted yet, by number; None before the first one has."""

    def step(self, state: State) -> Work:
        """Let the next one act; those that are beaten meanwhile do not."""
        left = self.left
        if left is None:
            left = tuple([each.number for each in state.part(Creatures).line])
        if not left:
            return DONE
        self.left = left[1:]
        beast = state.part(Creatures).beast(left[0])
        if beast is not None:
            state.push(Act(beast.number))
            state.push(Walk(beast.number, beast.row.moves, beast.territory))
        return ONGOING


@dataclass(slots=True)
class Walk(Frame[State]):
    """A creature moves so often; not back to where it began (UH-CRE-MYRK-01)."""

    number: int
    left: int
    """Moves not yet made."""
    source: int
    """The territory in which it began."""

    def step(self, state: State) -> Decision | Work:
        """Ask the first player where several targets are equally good (NG-CRE-07); a solo player decides alone."""
        beast = state.part(Creatures).beast(self.number)
        targets = best_targets(state, beast, self.source) if beast is not None and self.left else []
        if not targets:  # it acts where it is (NG-CRE-08)
            return DONE
        seat = state.first if state.first in state.table.manned() else state.table.manned()[0]
        return self.choose(state, seat, "creatures.move", [Territory(target) for target in targets], PUBLIC)

    def take(self, state: State, chosen: Sequence[Territory]) -> Work:
        """Move it."""
        beast = state.part(Creatures).beast(self.number)
        assert beast is not None, "only a creature on the map moves"
        self.left -= 1
        go(state, beast, chosen[0].territory, last=not self.left)
        return ONGOING


def go(state: State, beast: Beast, target: int, *, last: bool) -> None:
    """Move a creature to a territory, whose controller pays its toll after the `last` of its moves."""
    beast.territory = target
    mark(state)
    if last and (seat := human(state, target)) >= 0:
        _take_toll(state, seat, beast.row.toll_wood, beast.row.toll_fame)


def best_targets(state: State, beast: Beast, began: int) -> list[int]:
    """Return the territories that a creature may move to next by its priorities, ascending (NG-CRE-06, NG-CRE-07)."""
    taken = {each.territory for each in state.part(Creatures).line} | {began}
    targets = [target for target in adjacent(state, beast) if target not in taken]
    inhabited = [target for target in targets if human(state, target) >= 0]
    if state.table.unmanned and not inhabited:
        targets = _towards_players(state, targets)
    targets = inhabited or targets
    for priority in beast.row.priorities:
        amounts = [amount(state, target, priority) for target in targets]
        targets = [target for target, found in zip(targets, amounts, strict=True) if found == max(amounts)]
    return targets


def adjacent(state: State, beast: Beast) -> list[int]:
    """Return adjacent territories, across rough borders too."""
    if beast.row.anywhere:
        return state.board.territories[:]
    return [target for target, kind in state.board.neighbours[beast.territory] if kind != IMPASSABLE]


def _towards_players(state: State, targets: Sequence[int]) -> list[int]:
    """Return those from which the way to a territory of a player is shortest (AUTO-MOD-01)."""
    distance = _distances(state)
    nearest = min((distance.get(target, FAR) for target in targets), default=FAR)
    return [target for target in targets if distance.get(target, FAR) == nearest]


def _distances(state: State) -> dict[int, int]:
    """Return by territory the number of borders between it and the nearest territory of a player."""
    reached = [territory for territory in state.board.territories if human(state, territory) >= 0]
    distance = dict.fromkeys(reached, 0)
    for territory in reached:  # grows while it is read
        for target, kind in state.board.neighbours[territory]:
            if kind != IMPASSABLE and target not in distance:
                distance[target] = distance[territory] + 1
                reached.append(target)
    return distance


@dataclass(slots=True)
class Act(Frame[State]):
    """A creature acts on the player who controls its territory, if there is one."""

    number: int

    def step(self, state: State) -> Work:
        """Take a figure, and then attack if it does so here."""
        beast = state.part(Creatures).beast(self.number)
        if beast is None or (seat := human(state, beast.territory)) < 0:
            return DONE
        row = beast.row
        if attacks(state, beast):
            state.push(Attack(self.number))
        if row.takes_unit:
            state.push(LoseFigure(seat, beast.territory))
        return DONE


def _take_toll(state: State, seat: int, wood: int, fame: int) -> None:
    """Wood is paid; who has too little loses fame, of which nobody has less than none (UH-CRE-MYRK-02)."""
    player = state.players[seat]
    if player.resources[WOOD] >= wood:
        player.resources[WOOD] -= wood
    else:
        player.fame = max(player.fame - fame, 0)


@dataclass(slots=True)
class LoseFigure(Frame[State]):
    """The seat returns a figure of its choice from a territory to its reserve."""

    seat: int
    territory: int

    def step(self, state: State) -> Decision | Work:
        """Ask which, units first."""
        units, special = figures.standing(state, self.seat, self.territory)
        options = [Figure(self.territory, kaija=False)] * bool(units)
        options += [Figure(self.territory, *figures.told_one(figure)) for figure in special]
        return self.choose(state, self.seat, "creatures.loss", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Figure]) -> Work:
        """Take it off the map."""
        for option in chosen:
            special = figures.one_of(option)
            figures.to_reserve(state, self.seat, option.territory, 0 if special else 1, special)
        return DONE


@dataclass(slots=True)
class Attack(Frame[State]):
    """A creature attacks whoever is still in its territory."""

    number: int

    def step(self, state: State) -> Work:
        """Begin the combat."""
        beast = state.part(Creatures).beast(self.number)
        if beast is not None and (seat := human(state, beast.territory)) >= 0:
            state.push(Combat(beast.territory, CREATURE, seat, PLAIN, foe=foe(beast)))
        return DONE


def foe(beast: Beast) -> Foe:
    """Return what the steps of a combat go by."""
    row = beast.row
    return Foe(beast.number, row.points, row.shares, row.takes_casualty)
