"""New figures on the map: the Recruit action with the extra units of Training Camps (NG-REC-*), and adding a unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.content import refuse_unknown
from lawspeaker_engine.games.northgard import buildings, figures, options
from lawspeaker_engine.games.northgard.actions.move import Reinforce
from lawspeaker_engine.games.northgard.cards.paying import pay, payments
from lawspeaker_engine.games.northgard.cards.special import Special
from lawspeaker_engine.games.northgard.state import RESERVE, RESOURCES, State
from lawspeaker_engine.model import PUBLIC, Decision

OWN: Final = "own"
OWN_OR_NEUTRAL: Final = "own_or_neutral"
NEUTRAL: Final = "neutral"
WHERE: Final = (OWN, OWN_OR_NEUTRAL, NEUTRAL)
"""In which territories a Recruit action may place its figures."""

OPEN: Final = "open"
OPEN_OR_WOOD: Final = "open_or_wood"
BESIDE_ENEMY: Final = "beside_enemy"
QUOTA_KINDS: Final = (OPEN, OPEN_OR_WOOD, BESIDE_ENEMY, *RESOURCES)
"""The things that set the number of figures in each territory (RecruitEach)."""


@dataclass(frozen=True, slots=True)
class Recruit:
    """The verb of cards: recruit up to so many units (NG-REC-01)."""

    units: int
    where: str = OWN
    """In which territories, one of WHERE."""
    together: bool = False
    """True if all go to the same territory."""
    reinforce: bool = False
    """True if afterwards one own figure may come from an adjacent territory to where the first one was placed."""
    price: int = 0
    """If not 0: any resources for which one figure more may be placed there, once all others are (AMB-R62)."""

    def __post_init__(self) -> None:
        refuse_unknown("recruit where", self.where, WHERE)
        if self.price and not self.together:
            raise ValueError("recruit with a price needs together = true: one figure more goes where the others are")

    def playable(self, state: State, seat: int) -> bool:
        """Return True: "up to" includes none (AMB-R49, AMB-R50)."""
        return True

    def begin(self, state: State, seat: int, card: int) -> None:
        """Start the action."""
        state.push(RecruitUnits(
            seat, self.units, self.where, self.together, reinforce=self.reinforce, price=self.price,
        ))


@dataclass(slots=True)
class RecruitUnits(Frame[State]):
    """Figures are placed one at a time until none is left or the seat stops; then Training Camps add theirs."""

    seat: int
    count: int
    """Figures that may still be placed."""
    where: str = OWN
    together: bool = False
    quotas: tuple[tuple[int, int], ...] = ()
    """If not empty: (territory, most figures) pairs, the only places, whatever `where` says; own or neutral ones."""
    reinforce: bool = False
    price: int = 0
    paid: bool = False
    """True if the price was paid, so that the figure more must be placed."""
    placed: tuple[int, ...] = ()
    """The territory of every figure placed so far in this action."""
    camps: tuple[int, ...] | None = None
    """Once placing is over: a territory for every Training Camp's unit that is still to come."""

    def step(self, state: State) -> Decision | Work:
        """Place figures, then the camps' units."""
        if self.camps is not None:
            return self._add_camp_units(state)
        if self.count:
            choices = figures_in(state, self.seat, self._places(state))
            if choices and self.paid:
                return self.choose(state, self.seat, "recruit.place", choices, PUBLIC)
            if choices:
                return Decision(self.seat, "recruit.place", choices, 0, 1, (0,), PUBLIC)
        elif self.price and figures_in(state, self.seat, self._places(state)) and (
            prices := payments(state, self.seat, self.price)
        ):
            return Decision(self.seat, "card.pay", prices, 0, 1, (), PUBLIC)
        self._finish_placing(state)
        return ONGOING

    def take(self, state: State, chosen: Sequence[options.Recruit] | Sequence[options.Pay]) -> Work:
        """One figure is placed, or one more is paid for, or no more come."""
        option = chosen[0] if chosen else None
        if option is None:
            self.count = self.price = 0
        elif isinstance(option, options.Pay):
            pay(state, self.seat, option)
            self.count, self.price, self.paid = 1, 0, True
        elif self.camps is not None:
            self._add_camp_unit(state, option)
        else:
            self.count -= 1
            self.placed = (*self.placed, option.territory)
            place(state, self.seat, option)
        return ONGOING

    def _places(self, state: State) -> list[int]:
        """Return where the next figure may go, ascending (NG-REC-02)."""
        found = self._within_terms(state)
        if barred := state.board.barred_to(self.seat):
            found = [territory for territory in found if territory not in barred]
        return found

    def _within_terms(self, state: State) -> list[int]:
        if self.quotas:
            return [where for where, most in self.quotas if self.placed.count(where) < most]
        if self.together and self.placed:
            return [self.placed[0]]
        if self.where == OWN:
            # NG-REC-07, AMB-R05: with nobody on the map one neutral territory, which is the only own one from then on.
            return state.controlled(self.seat) or state.neutral()
        own = [self.seat] if self.where == OWN_OR_NEUTRAL else []
        return [
            territory for territory in state.board.territories
            if state.board.owner[territory] in (-1, *own) or territory in self.placed
        ]

    def _finish_placing(self, state: State) -> None:
        """Every camp counts once, however many figures came (NG-REC-06)."""
        camps: list[int] = []
        for territory in sorted(set(self.placed)):
            camps += [territory] * buildings.total(state.board, territory, buildings.RECRUITS)
        self.camps = tuple(camps)

    def _add_camp_units(self, state: State) -> Decision | Work:
        """Asks only where the reserve is too small for all of them, or a special figure could be one."""
        camps = self.camps or ()
        choices = figures_in(state, self.seat, sorted(set(camps)))
        if len(camps) <= state.players[self.seat].reserve and not state.special_figures(self.seat, RESERVE):
            for territory in camps:
                state.add_figures(self.seat, territory, 1)
        elif choices:
            return self.choose(state, self.seat, "recruit.place", choices, PUBLIC)
        if self.reinforce and self.placed:
            state.push(Reinforce(self.seat, self.placed[0]))
        return DONE

    def _add_camp_unit(self, state: State, chosen: options.Recruit) -> None:
        place(state, self.seat, chosen)
        camps = list(self.camps or ())
        camps.remove(chosen.territory)
        self.camps = tuple(camps)


@dataclass(frozen=True, slots=True)
class RecruitEach(Special):
    """Recruit in every own territory up to its quota (NG-REC-01: "up to", so that fewer will do)."""

    where: str
    """open: 1 in each open one; open_or_wood: also in each with printed wood; beside_enemy: 1 in each adjacent to an
    enemy territory; food, wood, lore: as many as the territory yields of it, buildings included."""
    territories: int = 0
    """In how many territories at most; 0 for all."""

    def __post_init__(self) -> None:
        refuse_unknown("recruit_each where", self.where, QUOTA_KINDS)

    def begin(self, state: State, seat: int, card: int) -> None:
        """Start a Recruit action with a quota for each territory."""
        quotas = [(territory, self._quota(state, seat, territory)) for territory in state.controlled(seat)]
        quotas = [(territory, most) for territory, most in quotas if most]
        if quotas:
            total = self.territories or sum(most for _, most in quotas)
            state.push(RecruitUnits(seat, total, quotas=tuple(quotas)))

    def _quota(self, state: State, seat: int, territory: int) -> int:
        board = state.board
        if self.where == OPEN:
            return 0 if board.closed(territory) else 1
        if self.where == OPEN_OR_WOOD:
            return 1 if board.wood[territory] or not board.closed(territory) else 0
        if self.where == BESIDE_ENEMY:
            near = board.neighbours[territory]
            return 1 if any(state.is_enemy(seat, board.owner[other]) for other, _ in near) else 0
        return buildings.produced(board, territory)[RESOURCES[self.where]]


@dataclass(frozen=True, slots=True)
class AddUnit(Special):
    """The verb of cards: a unit comes into an own territory without a Recruit action (AMB-R61).

    So no Training Camp adds to it, Kaija is none, and a seat that controls nothing has no place for it.
    """

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask where the unit comes."""
        state.push(PlaceUnit(seat))


@dataclass(slots=True)
class PlaceUnit(Frame[State]):
    """The seat says where the unit comes, if its reserve has one."""

    seat: int

    def step(self, state: State) -> Decision | Work:
        """Ask for the territory; without a unit in the reserve or an own territory none comes."""
        reserve = state.players[self.seat].reserve
        barred = state.board.barred_to(self.seat)
        own = [each for each in state.controlled(self.seat) if each not in barred]
        choices = [options.recruit_option(each, kaija=False) for each in own] if reserve else []
        return self.choose(state, self.seat, "card.add", choices, PUBLIC)

    def take(self, state: State, chosen: Sequence[options.Recruit]) -> Work:
        """Place the unit from the reserve."""
        for figure in chosen:
            place(state, self.seat, figure)
        return DONE


def figures_in(state: State, seat: int, territories: Sequence[int]) -> list[options.Recruit]:
    """Return all ways to place a figure of the reserve in these territories (NG-REC-05, NG-CLAN-BEAR-02)."""
    units = state.players[seat].reserve > 0
    special = state.special_figures(seat, RESERVE) if state.figures else ()
    waiting = [figures.told_one(figure) for figure in special]
    choices = []
    for territory in territories:
        if units:
            choices.append(options.recruit_option(territory, kaija=False))
        for kaija, figure in waiting:
            choices.append(options.recruit_option(territory, kaija, figure))
    return choices


def place(state: State, seat: int, figure: options.Recruit) -> None:
    """Put one figure of the reserve on the map."""
    special = figures.one_of(figure)
    state.add_figures(seat, figure.territory, 0 if special else 1, special)
