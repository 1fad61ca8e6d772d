"""Ox: seven tokens of Ancestral Equipment, found by exploring and used in combats (UH-CLAN-OX-01..06, T1..T7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard import figures
from lawspeaker_engine.games.northgard.actions.build import RazeBuilding
from lawspeaker_engine.games.northgard.actions.combat import ATTACKER, Combat
from lawspeaker_engine.games.northgard.board import CARVED_SPACE, SMALL_SPACE, Laid
from lawspeaker_engine.games.northgard.module_views import ShowsModules, TokenView
from lawspeaker_engine.games.northgard.moments import Rule
from lawspeaker_engine.games.northgard.options import Equipment, Space
from lawspeaker_engine.games.northgard.state import RESERVE, State
from lawspeaker_engine.games.northgard.tokens import EQUIPMENT
from lawspeaker_engine.model import PUBLIC, Decision

TOKENS: Final = 7
POINT_FOR_FOOD: Final = 1
"""1 point if food was spent (UH-CLAN-OX-T1); the numbers of the others follow (AMB-H17)."""
POINT: Final = 2
REROLL: Final = 3
TWO_POINTS: Final = 4
FOOD_TWICE: Final = 5
CASUALTY: Final = 6
IGNORED: Final = 7


@dataclass(slots=True)
class FoundToken:
    """A token that lies on a space of the map."""

    number: int
    territory: int
    space: int
    """SMALL_SPACE or CARVED_SPACE."""


@dataclass(slots=True)
class AncestralEquipment:
    """The part of the state: where the tokens are, all open."""

    seat: int = -1
    """The seat that plays Ox; -1 if nobody does."""
    next: int = 1
    """The token on top of the stack; TOKENS + 1 when it is empty."""
    found: list[FoundToken] = field(default_factory=list)
    """Those on the map, by number."""
    up: list[int] = field(default_factory=list)
    """Those in Ox's reserve that can be used this year, ascending."""
    down: list[int] = field(default_factory=list)
    """Those used this year, ascending."""
    used: list[int] = field(default_factory=list)
    """Those used in the combat that is being fought, or was last."""
    taken: bool = False
    """True if no token may be taken with the card that is being resolved: one was, or the card is not played."""
    powerless: bool = False
    """True if Torfin's power was given up in this combat (The True Hero)."""

    def copy(self) -> AncestralEquipment:
        """Return an independent copy."""
        found = [FoundToken(each.number, each.territory, each.space) for each in self.found]
        return AncestralEquipment(
            self.seat, self.next, found, self.up[:], self.down[:], self.used[:], self.taken, self.powerless,
        )

    def show(self, state: State, view: ShowsModules) -> None:
        """Show the tokens that have left the stack."""
        view.tokens += [
            TokenView(EQUIPMENT + each.number, self.seat, each.territory, each.space) for each in self.found]
        view.tokens += [TokenView(EQUIPMENT + number, self.seat, RESERVE) for number in self.up]
        view.tokens += [TokenView(EQUIPMENT + number, self.seat, RESERVE, up=False) for number in self.down]


@dataclass(frozen=True, slots=True)
class FindsEquipment(Rule):
    """The power of the clan."""

    def take_tokens(self, state: State, seat: int) -> None:
        """The stack lies beside the map, number 1 on top (UH-CLAN-OX-01)."""
        state.part(AncestralEquipment).seat = seat

    def after_explore(self, state: State, seat: int, laid: Laid) -> None:
        """Small spaces of the tile just laid get tokens, whoever owns them (UH-CLAN-OX-02, AMB-H19, AMB-H20)."""
        board = state.board
        tile, first = board.laid[-1][0], board.first_area[-1]
        spaces: list[int] = []
        for number, area in enumerate(board.printed[tile].areas):
            territory = board.territory_of[first + number]
            spaces += [territory * 4 + SMALL_SPACE] * area.small + [territory * 4 + CARVED_SPACE] * area.carved
        state.push(PlaceEquipment(seat, tuple(spaces)))

    def before_card(self, state: State, seat: int, card: int) -> None:
        """Nothing is taken with a card that is not played."""
        state.part(AncestralEquipment).taken = True

    def before_play(self, state: State, seat: int, card: int) -> None:
        """A token may be taken before every own clan card (UH-CLAN-OX-04)."""
        state.part(AncestralEquipment).taken = False
        state.push(TakeEquipment(seat))

    def declare(self, state: State, combat: Combat, side: int) -> None:
        """One token may be used in a combat, two where Torfin fights (UH-CLAN-OX-05, UH-WAR-OX)."""
        part, torfin = state.part(AncestralEquipment), _torfin()
        part.used, part.powerless = [], False
        fights = torfin in combat.standing(state, side)[1]
        state.push(UseEquipment(combat.seat(side), 2 if fights else 1))
        if fights and side == ATTACKER and combat.terms.raze_for_power and combat.foe is None:
            state.push(RazeForPower(combat.seat(side), (combat.territory,)))

    def combat_points(self, state: State, combat: Combat, side: int) -> int:
        """Tokens 2 and 4 (UH-CLAN-OX-T2, UH-CLAN-OX-T4)."""
        used = state.part(AncestralEquipment).used
        return (POINT in used) + 2 * (TWO_POINTS in used)

    def may_reroll(self, state: State, combat: Combat, side: int) -> bool:
        """Token 3 (UH-CLAN-OX-T3, AMB-H18)."""
        return REROLL in state.part(AncestralEquipment).used

    def food_points(self, state: State, combat: Combat, side: int) -> int:
        """Tokens 1 and 5 (UH-CLAN-OX-T1, UH-CLAN-OX-T5)."""
        used, food = state.part(AncestralEquipment).used, combat.food[side]
        return (POINT_FOR_FOOD in used and food > 0) + (food if FOOD_TWICE in used else 0)

    def inflicts(self, state: State, combat: Combat, side: int) -> int:
        """Token 6 (UH-CLAN-OX-T6, AMB-H16)."""
        return int(CASUALTY in state.part(AncestralEquipment).used)

    def cancels(self, state: State, combat: Combat, side: int) -> int:
        """Token 7 (UH-CLAN-OX-T7, AMB-H16)."""
        return int(IGNORED in state.part(AncestralEquipment).used)


class EquipmentStays(Rule):
    """Tokens keep to their spaces when territories merge (AMB-H54)."""

    __slots__ = ()

    def territories_merged(self, state: State) -> None:
        """Rename their territories."""
        for each in state.part(AncestralEquipment).found:
            each.territory = state.board.territory_of[each.territory]


def _torfin() -> int:
    return next(number for number, row in enumerate(figures.FIGURES) if row.id == "warchief_ox")


@dataclass(slots=True)
class PlaceEquipment(Frame[State]):
    """Tokens of the stack come on these spaces, the uppermost first; the seat chooses the space of each (AMB-H19)."""

    seat: int
    spaces: tuple[int, ...]
    """territory * 4 + space for each."""

    def step(self, state: State) -> Decision | Work:
        """Ask for the space of the next token; those of a territory that are alike are one option."""
        if state.part(AncestralEquipment).next > TOKENS or not self.spaces:
            return DONE
        options = [Space(space >> 2, space & 3 == CARVED_SPACE) for space in sorted(set(self.spaces))]
        return self.choose(state, self.seat, "ox.place", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Space]) -> Work:
        """Place the token there."""
        for option in chosen:
            space = option.territory * 4 + (CARVED_SPACE if option.carved else SMALL_SPACE)
            spaces = list(self.spaces)
            spaces.remove(space)
            self.spaces = tuple(spaces)
            _place(state, state.part(AncestralEquipment), space)
        return ONGOING


def _place(state: State, part: AncestralEquipment, space: int) -> None:
    """Put the next token on a space, which cannot be built on from now on (UH-CLAN-OX-03)."""
    _add_spaces(state, space, -1)
    part.found.append(FoundToken(part.next, space >> 2, space & 3))
    part.next += 1


def _add_spaces(state: State, space: int, count: int) -> None:
    board = state.board
    column = board.small if space & 3 == SMALL_SPACE else board.carved
    column[space >> 2] += count
    board.changed()


@dataclass(slots=True)
class TakeEquipment(Frame[State]):
    """The seat may take a token of a territory that it controls into its reserve; the space is free again."""

    seat: int

    def step(self, state: State) -> Decision | Work:
        """Ask which token, if one can be taken with this card."""
        part, owner = state.part(AncestralEquipment), state.board.owner
        options = [Equipment(each.number) for each in part.found if owner[each.territory] == self.seat]
        if options and not part.taken:
            return Decision(self.seat, "ox.take", options, 0, 1, (), PUBLIC)
        return DONE

    def take(self, state: State, chosen: Sequence[Equipment]) -> Work:
        """Take it, face up."""
        part = state.part(AncestralEquipment)
        for option in chosen:
            token = next(each for each in part.found if each.number == option.number)
            part.found.remove(token)
            part.up = sorted([*part.up, token.number])
            part.taken = True
            _add_spaces(state, token.territory * 4 + token.space, 1)
        return DONE


@dataclass(slots=True)
class UseEquipment(Frame[State]):
    """The seat may use face-up tokens of its reserve in the combat; they are face down from then on."""

    seat: int
    most: int

    def step(self, state: State) -> Decision | Work:
        """Ask which tokens."""
        part = state.part(AncestralEquipment)
        most = min(1 if part.powerless else self.most, len(part.up))
        if most:
            options = [Equipment(number) for number in part.up]
            return Decision(self.seat, "combat.equipment", options, 0, most, (), PUBLIC)
        return DONE

    def take(self, state: State, chosen: Sequence[Equipment]) -> Work:
        """Note them; each acts at its step."""
        part = state.part(AncestralEquipment)
        part.used = [option.number for option in chosen]
        part.up = [number for number in part.up if number not in part.used]
        part.down = sorted([*part.down, *part.used])
        return DONE


@dataclass(slots=True)
class RazeForPower(RazeBuilding):
    """The seat may remove a building where Torfin fights, and does without his power then."""

    def take(self, state: State, chosen: Sequence[object]) -> Work:
        """Remove it."""
        work = RazeBuilding.take(self, state, chosen)  # type: ignore[arg-type]  # the options are those of the base
        state.part(AncestralEquipment).powerless = bool(chosen)
        return work


@dataclass(slots=True)
class TurnUpEquipment(Frame[State]):
    """A new year: all tokens in the reserve are face up (UH-CLAN-OX-06)."""

    def step(self, state: State) -> Work:
        """Turn them up."""
        part = state.part(AncestralEquipment)
        part.up, part.down, part.used = sorted(part.up + part.down), [], []
        return DONE
