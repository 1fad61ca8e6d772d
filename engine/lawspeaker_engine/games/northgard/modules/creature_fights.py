"""Combats with creatures, and what creatures do at Harvest (NG-CRE-10..18, UH-CRE-*)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import sub

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.canon import WHEN_SET
from lawspeaker_engine.games.northgard import buildings, moments
from lawspeaker_engine.games.northgard.actions.combat import ATTACKER, CREATURE, Combat
from lawspeaker_engine.games.northgard.actions.terms import MoveTerms
from lawspeaker_engine.games.northgard.board import Laid
from lawspeaker_engine.games.northgard.modules import lands
from lawspeaker_engine.games.northgard.modules.creature_acts import Appear, foe
from lawspeaker_engine.games.northgard.modules.creature_part import WYVERN, Beast, Creatures, mark
from lawspeaker_engine.games.northgard.moments import Rule
from lawspeaker_engine.games.northgard.options import DieFace, ExchangeOne, Hunt
from lawspeaker_engine.games.northgard.state import FOOD, LORE, WOOD, Battle, State
from lawspeaker_engine.model import PUBLIC, Decision


@dataclass(frozen=True, slots=True)
class CreatureRules(Rule):
    """The rules about creatures that apply to every seat."""

    def territories_merged(self, state: State) -> None:
        """Creatures keep to their territories, of which several may become one."""
        for beast in state.part(Creatures).line:
            beast.territory = state.board.territory_of[beast.territory]
        mark(state)

    def tile_laid(self, state: State, laid: Laid, seat: int, *, explored: bool) -> None:
        """A creature for each lair of the tile (NG-CRE-02)."""
        board = state.board
        tile, first = board.laid[-1][0], board.first_area[-1]
        areas = board.printed[tile].areas
        for number in reversed(range(len(areas))):
            for _ in range(areas[number].lairs):
                state.push(Appear(first + number, acts=explored))

    def before_combats(self, state: State, seat: int, entered: Sequence[int]) -> None:
        """The seat that plays a Move action may attack creatures."""
        state.push(DeclareHunts(seat, tuple(entered)))

    def land_taken(self, state: State, seat: int, territory: int) -> None:
        """Who takes the land of a creature that shares with nobody fights it too (AMB-H61)."""
        if territory in state.board.guarded_from(seat):
            beast = next(each for each in state.part(Creatures).at(territory) if not each.row.shares)
            attack(state, seat, beast)

    def hunt(self, state: State, battle: Battle, terms: MoveTerms) -> None:
        """The seat attacks the creature."""
        beast = state.part(Creatures).beast(battle.creature)
        if beast is not None:
            state.push(Combat(battle.territory, battle.attacker, CREATURE, terms, foe=foe(beast)))

    def after_die(self, state: State, combat: Combat, side: int, face: DieFace) -> None:
        """Rock Golem and Giant Boar (UH-CRE-GOLEM-02, UH-CRE-BOAR-02)."""
        beast = _fighting(state, combat)
        if beast is None:
            return
        combat.add_points(side, face.casualties * beast.row.points_per_casualty)
        if side == ATTACKER and combat.attacker == CREATURE:
            combat.inflict(side, beast.row.casualties)

    def fought(self, state: State, combat: Combat) -> None:
        """A beaten creature leaves the map, and its fame goes to who has beaten it (UH-CRE-04, NG-CRE-15)."""
        beast = _fighting(state, combat)
        if beast is None or combat.winner < 0:
            return
        attacked = combat.attacker != CREATURE
        if beast.kind != WYVERN:
            state.players[combat.winner].fame += beast.row.fame + (0 if attacked else beast.row.reward)
            _defeat(state, beast)
        elif beast.territory == lands.den(state):
            state.players[combat.winner].fame += beast.row.fame
            state.part(Creatures).line.remove(beast)
            lands.free_den(state)
        else:  # it goes back, and gives nothing, whatever others are worth to a clan or a victory card
            beast.territory = _den(state)
            mark(state)
            return
        mark(state)
        moments.creature_beaten(state, combat.winner, attacked=attacked, shared=beast.row.shares)

    def territory_fame(self, state: State, seat: int, territory: int, fame: int) -> int:
        """Kobolds leave nothing, Wolves what Altars give (UH-CRE-KOBOLD-01)."""
        for beast in binding(state, seat, territory):
            if beast.row.no_fame:
                return 0
            if beast.row.barren:
                fame = min(fame, buildings.total(state.board, territory, buildings.FAME))
        return fame

    def territory_yield(
        self, state: State, seat: int, territory: int, made: tuple[int, int, int],
    ) -> tuple[int, int, int]:
        """A Wolf leaves what buildings give."""
        if not any(beast.row.barren for beast in binding(state, seat, territory)):
            return made
        board = state.board
        printed = board.food[territory], board.wood[territory], board.lore[territory]
        food, wood, lore = map(sub, buildings.produced(board, territory), printed)
        return min(made[FOOD], food), min(made[WOOD], wood), min(made[LORE], lore)

    def collect(self, state: State, seat: int) -> None:
        """A Kobold's exchange, in each territory that has one (UH-CRE-KOBOLD-02)."""
        times = sum(
            beast.row.exchanges for territory in state.controlled(seat) for beast in binding(state, seat, territory))
        if times:
            state.push(ExchangeOnce(seat, times))


def binding(state: State, seat: int, territory: int) -> list[Beast]:
    """Return the creatures in a territory of the seat whose cards hold for it at Harvest (AMB-A24)."""
    return state.part(Creatures).at(territory) if state.board.bound(seat) else []


def attack(state: State, seat: int, beast: Beast) -> None:
    """The seat will fight the creature, which is in its territory, in this action."""
    state.battles.append(Battle(beast.territory, seat, 0, beast.number))
    state.battles.sort(key=lambda battle: battle.territory)


def _fighting(state: State, combat: Combat) -> Beast | None:
    return state.part(Creatures).beast(combat.foe.number) if combat.foe is not None else None


def _defeat(state: State, beast: Beast) -> None:
    part = state.part(Creatures)
    part.line.remove(beast)
    part.defeated = sorted([*part.defeated, beast.kind])


def _den(state: State) -> int:
    den = lands.den(state)
    assert den is not None, "the Wyvern comes from its Den"
    return den


@dataclass(slots=True)
class DeclareHunts(Frame[State]):
    """After all moves the seat may attack one creature in each territory that it shares with some (NG-CRE-10).

    Where it has entered the territory of one that shares with nobody, it must attack that one (AMB-H61).
    """

    seat: int
    entered: tuple[int, ...] = field(default=(), metadata=WHEN_SET)
    """Territories of creatures that share with nobody into which the seat has moved in this action."""
    territory: int = -1
    """The last territory that was asked for."""

    def step(self, state: State) -> Decision | Work:
        """Ask for the next territory."""
        beasts = self._next(state)
        if not beasts:
            return DONE
        options = [Hunt(beast.number, beast.territory) for beast in beasts]
        if beasts[0].territory in self.entered:
            return self.take(state, [option for option, beast in zip(options, beasts, strict=True)
                                     if not beast.row.shares][:1])
        return Decision(self.seat, "combat.hunt", options, 0, 1, (), PUBLIC)

    def take(self, state: State, chosen: Sequence[Hunt]) -> Work:
        """Note the combat, if one is chosen, and go on to the next territory."""
        beasts = self._next(state)
        self.territory = beasts[0].territory
        for option in chosen:
            attack(state, self.seat, next(beast for beast in beasts if beast.number == option.creature))
        return ONGOING

    def _next(self, state: State) -> list[Beast]:
        """Return the creatures in the next territory of the seat that has some."""
        part = state.part(Creatures)
        for territory in state.controlled(self.seat):
            if territory > self.territory and (beasts := part.at(territory)):
                return beasts
        return []


@dataclass(slots=True)
class ExchangeOnce(Frame[State]):
    """The seat may exchange a food for a wood or the other way round, so many times."""

    seat: int
    times: int

    def step(self, state: State) -> Decision | Work:
        """Ask for the next exchange."""
        resources = state.players[self.seat].resources
        options = [ExchangeOne(give, take) for give, take in ((FOOD, WOOD), (WOOD, FOOD)) if resources[give]]
        if options and self.times:
            return Decision(self.seat, "harvest.swap", options, 0, 1, (), PUBLIC)
        return DONE

    def take(self, state: State, chosen: Sequence[ExchangeOne]) -> Work:
        """Exchange and ask again, or stop."""
        self.times = self.times - 1 if chosen else 0
        for swap in chosen:
            state.gain(self.seat, swap.give, -1)
            state.gain(self.seat, swap.take)
        return ONGOING
