"""The Build action, and exchanging a building for another one (NG-BUILD-*)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.content import refuse_unknown
from lawspeaker_engine.games.northgard import moments, options
from lawspeaker_engine.games.northgard.board import CARVED_SPACE, LARGE_SPACE, NO_SPACE, SMALL_SPACE, Board
from lawspeaker_engine.games.northgard.buildings import BUILDINGS, collect, produced
from lawspeaker_engine.games.northgard.state import WOOD, State
from lawspeaker_engine.model import PUBLIC, Decision


@dataclass(frozen=True, slots=True)
class Build:
    """The verb of cards: a Build action, or several; the other fields are those of `PlaceBuilding`."""

    discount: int = 0
    duplicate: bool = False
    spaceless_small: bool = False
    free: bool = False
    collect: bool = False
    again: bool = False
    only: str = ""
    """The id of the only kind of building that can be built; empty for all kinds."""
    small_only: bool = False
    large_only: bool = False
    any_small: bool = False
    times: int = 1
    """How many Build actions, one after the other; one that has become impossible is left out."""

    def __post_init__(self) -> None:
        if self.only:
            refuse_unknown("build only", self.only, [row.id for row in BUILDINGS])

    def playable(self, state: State, seat: int) -> bool:
        """Return whether something can be built (AMB-R50)."""
        return next(_asked(self, seat).builds(state), None) is not None

    def begin(self, state: State, seat: int, card: int) -> None:
        """Start the action."""
        for _ in range(self.times):
            state.push(self.frame(seat))

    def frame(self, seat: int) -> PlaceBuilding:
        """Return the frame of one such action."""
        terms = (
            seat, self.discount, self.duplicate, self.spaceless_small, self.free, self.collect, self.again,
            self.small_only,
        )
        if self.only:
            kind = [row.id for row in BUILDINGS].index(self.only)
            return PlaceBuildingOf(*terms, large_only=self.large_only, any_small=self.any_small, kind=kind)
        return PlaceBuilding(*terms, large_only=self.large_only, any_small=self.any_small)


@cache
def _asked(effect: Build, seat: int) -> PlaceBuilding:
    """Return a frame that is only asked what could be built: it is asked for each such card at every turn."""
    return effect.frame(seat)


@dataclass(slots=True)
class PlaceBuilding(Frame[State]):
    """The seat puts one building into a territory it controls (NG-BUILD-01); nothing happens if it cannot."""

    seat: int
    discount: int = 0
    """Wood less to pay."""
    duplicate: bool = False
    """True if a type may be built where it stands already."""
    spaceless_small: bool = False
    """True if a small building takes no space, and needs none."""
    free: bool = False
    """True if nothing is paid."""
    collect: bool = False
    """True if what the territory yields is collected: before building if that pays for it, else after."""
    again: bool = False
    """True if a second building may follow; at most one of the two is large (AMB-R60)."""
    small_only: bool = False
    optional: bool = False
    """True if nothing need be built."""
    among: tuple[int, ...] = ()
    """If not empty: the only territories."""
    large_only: bool = False
    any_small: bool = False
    """True if a Carved Stone may stand on any small space."""

    def step(self, state: State) -> Decision | Work:
        """Ask which building is built, and where."""
        choices = list(self.builds(state))
        if choices and self.optional:
            return Decision(self.seat, "build.place", choices, 0, 1, (), PUBLIC)
        return self.choose(state, self.seat, "build.place", choices, PUBLIC)

    def take(self, state: State, chosen: Sequence[options.Build]) -> Work:
        """Build what was chosen, or nothing."""
        for choice in chosen:
            self._build(state, choice)
        return DONE

    def builds(self, state: State) -> Iterator[options.Build]:
        """Yield all that can be built now: by building, then territory, then space."""
        board = state.board
        wood = state.players[self.seat].resources[WOOD]
        pinned = board.pinned_for(self.seat)
        own = [territory for territory in state.controlled(self.seat) if territory not in pinned]
        if self.among:
            own = [territory for territory in own if territory in self.among]
        for building, left in enumerate(state.stock):
            if not left or (self.small_only if BUILDINGS[building].large else self.large_only):
                continue
            missing = self._cost(building) - wood
            if missing > 0 and not self.collect:
                continue
            for territory in own:
                if (
                    (missing <= 0 or produced(board, territory)[WOOD] >= missing)
                    and (self.duplicate or not board.has(territory, building))
                ):
                    yield from self._spaces(board, building, territory)

    def _spaces(self, board: Board, building: int, territory: int) -> list[options.Build]:
        """Return the free spaces it fits on (NG-BUILD-03, NG-BUILD-04)."""
        row = BUILDINGS[building]
        if row.large:
            return [options.build_option(building, territory, carved=False)] if board.large[territory] else []
        if self.spaceless_small:
            return [options.build_option(building, territory, carved=False)]
        found = []
        if board.small[territory] and (self.any_small or not row.carved):
            found.append(options.build_option(building, territory, carved=False))
        if board.carved[territory]:
            found.append(options.build_option(building, territory, carved=True))
        return found

    def _cost(self, building: int) -> int:
        return 0 if self.free else max(BUILDINGS[building].cost - self.discount, 0)

    def _build(self, state: State, chosen: options.Build) -> None:
        building, territory = chosen.building, chosen.territory
        resources = state.players[self.seat].resources
        cost = self._cost(building)
        before = self.collect and resources[WOOD] < cost
        if before:
            collect(state.board, territory, state.players[self.seat].resources)
        resources[WOOD] -= cost
        put_building(state, building, territory, self._take_space(state, chosen))
        if self.collect and not before:
            collect(state.board, territory, state.players[self.seat].resources)
        moments.after_build(state, self.seat, building, territory)
        if self.again:
            second = replace(self, again=False, small_only=BUILDINGS[building].large, optional=True)
            state.push(second)

    def _take_space(self, state: State, chosen: options.Build) -> int:
        board, territory = state.board, chosen.territory
        if BUILDINGS[chosen.building].large:
            board.large[territory] -= 1
            return LARGE_SPACE
        if self.spaceless_small:
            return NO_SPACE
        if chosen.carved:
            board.carved[territory] -= 1
            return CARVED_SPACE
        board.small[territory] -= 1
        return SMALL_SPACE


@dataclass(slots=True)
class PlaceBuildingOf(PlaceBuilding):
    """The seat puts one building of a certain kind into a territory it controls."""

    kind: int = 0
    """Its number."""

    def builds(self, state: State) -> Iterator[options.Build]:
        """Yield where it can be built now."""
        return (choice for choice in PlaceBuilding.builds(self, state) if choice.building == self.kind)


def put_building(state: State, building: int, territory: int, space: int) -> None:
    """Put a token of the stock into a territory, on a space the caller has taken."""
    state.stock[building] -= 1
    codes = state.board.buildings[territory]
    state.board.buildings[territory] = tuple(sorted((*codes, building * 4 + space)))
    state.board.changed()


@dataclass(slots=True)
class BuildInNew(Frame[State]):
    """The seat may put up a small building for nothing in a territory that it did not control before."""

    seat: int
    before: tuple[int, ...]
    """The territories that it controlled."""

    def step(self, state: State) -> Work:
        """Offer it where there is such a territory."""
        new = tuple([territory for territory in state.controlled(self.seat) if territory not in self.before])
        if new:
            state.push(PlaceBuilding(self.seat, free=True, small_only=True, optional=True, among=new))
        return DONE


@dataclass(slots=True)
class RazeBuilding(Frame[State]):
    """The seat may remove one building of these territories; its token goes back to the stock."""

    seat: int
    territories: tuple[int, ...]

    def step(self, state: State) -> Decision | Work:
        """Ask which one."""
        codes = [(code, each) for each in self.territories for code in sorted(set(state.board.buildings[each]))]
        choices = {(code >> 2, each, code & 3 == CARVED_SPACE): None for code, each in codes}
        if choices:
            found = [options.Build(*choice) for choice in choices]
            return Decision(self.seat, "card.raze", found, 0, 1, (), PUBLIC)
        return DONE

    def take(self, state: State, chosen: Sequence[options.Build]) -> Work:
        """Remove it."""
        for choice in chosen:
            remove_building(state, choice.building, choice.territory, carved=choice.carved)
        return DONE


def remove_building(state: State, building: int, territory: int, *, carved: bool) -> None:
    """Take a building off the map; its space is free again.

    Of two equal ones, one on a space goes before one without; nothing depends on it.
    """
    board = state.board
    codes = list(board.buildings[territory])
    gone = next(code for code in codes if code >> 2 == building and (code & 3 == CARVED_SPACE) == carved)
    codes.remove(gone)
    board.buildings[territory] = tuple(codes)
    state.stock[building] += 1
    space = gone & 3
    if space == SMALL_SPACE:
        board.small[territory] += 1
    elif space == CARVED_SPACE:
        board.carved[territory] += 1
    elif space == LARGE_SPACE:
        board.large[territory] += 1
    board.changed()


@dataclass(frozen=True, slots=True)
class ExchangeBuilding:
    """The verb of cards: one own building may be exchanged for another one of its size."""

    def playable(self, state: State, seat: int) -> bool:
        """Return True: nobody has to exchange anything."""
        return True

    def begin(self, state: State, seat: int, card: int) -> None:
        """Offer the exchange."""
        state.push(ReplaceBuilding(seat))


@dataclass(slots=True)
class ReplaceBuilding(Frame[State]):
    """The seat may exchange one building of its territories for another type of the same size, even a duplicate.

    Nothing is paid, and it is not a Build action. The new one stands on the old one's space, so that only one on a
    space with the Carved Stone symbol can become a Carved Stone (NG-BUILD-04).
    """

    seat: int

    def step(self, state: State) -> Decision | Work:
        """Ask which building is exchanged for which."""
        choices = self._choices(state)
        if choices:
            return Decision(self.seat, "build.replace", choices, 0, 1, (), PUBLIC)
        return DONE

    def take(self, state: State, chosen: Sequence[options.ReplaceBuilding]) -> Work:
        """Take the answer. Of two equal buildings, one on a space goes before one without; nothing depends on it."""
        for choice in chosen:
            codes = list(state.board.buildings[choice.territory])
            old = next(
                code for code in codes if code >> 2 == choice.old and (code & 3 == CARVED_SPACE) == choice.carved
            )
            codes.remove(old)
            state.board.buildings[choice.territory] = tuple(codes)
            state.stock[choice.old] += 1
            put_building(state, choice.new, choice.territory, old & 3)
        return DONE

    def _choices(self, state: State) -> list[options.ReplaceBuilding]:
        choices = []
        for territory in state.controlled(self.seat):
            kinds = {(code >> 2, code & 3 == CARVED_SPACE) for code in state.board.buildings[territory]}
            for old, carved in sorted(kinds):
                for new, left in enumerate(state.stock):
                    row = BUILDINGS[new]
                    if left and new != old and row.large == BUILDINGS[old].large and (carved or not row.carved):
                        choices.append(options.ReplaceBuilding(territory, old, carved, new))
        return choices
