"""The Warchiefs (NGP-WAR-*, UH-WAR-*): one special figure a clan, with a power in the combats that it fights in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.content import Vocabulary, load_rows, refuse_unknown
from lawspeaker_engine.games.northgard import figures
from lawspeaker_engine.games.northgard.actions.combat import ATTACKER, DEFENDER, Combat
from lawspeaker_engine.games.northgard.cards.resolving import CARDS
from lawspeaker_engine.games.northgard.clans import CLANS, scorched
from lawspeaker_engine.games.northgard.figures import FIGURES
from lawspeaker_engine.games.northgard.module import Module
from lawspeaker_engine.games.northgard.moments import Rule
from lawspeaker_engine.games.northgard.options import DieFace, Move, Territory
from lawspeaker_engine.games.northgard.state import FOOD, State
from lawspeaker_engine.games.northgard.table import Table
from lawspeaker_engine.games.northgard.tiles import ROUGH
from lawspeaker_engine.games.northgard.tokens import SCORCHED_EARTH
from lawspeaker_engine.model import PUBLIC, Decision

ALWAYS: Final = "always"
_Condition = Callable[[State, Combat, int], bool]
CONDITIONS: Final[dict[str, _Condition]] = {
    ALWAYS: lambda _state, _combat, _side: True,
    "attacking": lambda _state, _combat, side: side == ATTACKER,
    "defending": lambda _state, _combat, side: side == DEFENDER,
    "open": lambda state, combat, _side: not state.board.closed(combat.territory),
    "open_or_wood": lambda state, combat, _side: (
        not state.board.closed(combat.territory) or state.board.wood[combat.territory] > 0),
}
"""When a power holds, by the word that rows use."""


class Power(Protocol):
    """The power of a Warchief as its row writes it."""

    @property
    def when(self) -> str:
        """Return the word of the condition under which it holds."""

    def rule(self, figure: int) -> Rule:
        """Return the rule that acts for the player of this figure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditional:
    """The base class of all powers."""

    when: str = ALWAYS

    def __post_init__(self) -> None:
        refuse_unknown("power when", self.when, tuple(CONDITIONS))


@dataclass(frozen=True, slots=True)
class WarchiefRule(Rule):
    """The power of one Warchief, which holds only in combats that it fights in (NGP-WAR-08)."""

    figure: int
    power: Power

    def holds(self, state: State, combat: Combat, side: int) -> bool:
        """Return whether the Warchief is there, and the power's condition is met."""
        return (state.where(self.figure) == combat.territory
                and self.figure in combat.standing(state, side)[1]
                and CONDITIONS[self.power.when](state, combat, side))


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth(Conditional):
    """It is worth other points than its row says (NGP-WAR-GOAT, NGP-WAR-WOLF, AMB-P07)."""

    points: int

    def rule(self, figure: int) -> Rule:
        """Return a rule for points in step 2."""
        return WorthRule(figure, self, self.points - FIGURES[figure].points)


@dataclass(frozen=True, slots=True)
class WorthRule(WarchiefRule):
    """`more` points."""

    more: int

    def combat_points(self, state: State, combat: Combat, side: int) -> int:
        """Return the difference to what its row says."""
        return self.more if self.holds(state, combat, side) else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancel(Conditional):
    """Casualties inflicted on its side do not count; it adds to Kaija's (NGP-WAR-BEAR)."""

    casualties: int

    def rule(self, figure: int) -> Rule:
        """Return a rule for casualties."""
        return CancelRule(figure, self, self.casualties)


@dataclass(frozen=True, slots=True)
class CancelRule(WarchiefRule):
    """So many casualties do not count."""

    casualties: int

    def cancels(self, state: State, combat: Combat, side: int) -> int:
        """Return how many."""
        return self.casualties if self.holds(state, combat, side) else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Reroll(Conditional):
    """Its side may roll its die once more, and must keep the result (NGP-WAR-RAVEN)."""

    def rule(self, figure: int) -> Rule:
        """Return a rule for the die."""
        return RerollRule(figure, self)


class RerollRule(WarchiefRule):
    """The die may be rolled again."""

    __slots__ = ()

    def may_reroll(self, state: State, combat: Combat, side: int) -> bool:
        """Return whether it fights."""
        return self.holds(state, combat, side)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScorchHere(Conditional):
    """Scorched Earth may be put into the territory of the combat before step 1."""

    def rule(self, figure: int) -> Rule:
        """Return a rule for the declaration."""
        return ScorchRule(figure, self)


class ScorchRule(WarchiefRule):
    """The token may come to the combat."""

    __slots__ = ()

    def declare(self, state: State, combat: Combat, side: int) -> None:
        """Offer it, unless it lies there already or nobody owns it."""
        if self.holds(state, combat, side) and state.token(SCORCHED_EARTH) and scorched(state) != combat.territory:
            state.push(PlaceHere(combat.seat(side), combat.territory))


@dataclass(slots=True)
class PlaceHere(Frame[State]):
    """The seat may put Scorched Earth into the territory of a combat."""

    seat: int
    territory: int

    def step(self, state: State) -> Decision:
        """Ask."""
        return Decision(self.seat, "combat.declare", [Territory(self.territory)], 0, 1, (), PUBLIC)

    def take(self, state: State, chosen: Sequence[Territory]) -> Work:
        """Put the token there."""
        for option in chosen:
            token = state.token(SCORCHED_EARTH)
            assert token is not None, "its owner is asked"
            token.territory = option.territory
        return DONE


@dataclass(frozen=True, slots=True, kw_only=True)
class Reinforce(Conditional):
    """One unit of an adjacent territory may join the combat, over rough borders too (NGP-WAR-STAG, AMB-P11)."""

    def rule(self, figure: int) -> Rule:
        """Return a rule for the declaration."""
        return ReinforceRule(figure, self)


class ReinforceRule(WarchiefRule):
    """A unit may come to the combat."""

    __slots__ = ()

    def declare(self, state: State, combat: Combat, side: int) -> None:
        """Offer it."""
        if self.holds(state, combat, side):
            state.push(BringUnit(combat.seat(side), combat.territory))


@dataclass(slots=True)
class BringUnit(Frame[State]):
    """The seat may bring a unit into a combat; its old territory may be left empty, but has no combat pending."""

    seat: int
    territory: int

    def step(self, state: State) -> Decision | Work:
        """Ask from which territory."""
        board, pinned = state.board, state.board.pinned_for(self.seat)
        options = [
            Move(source, self.territory, 1, kaija=False)
            for source, kind in board.neighbours[self.territory]
            if kind <= ROUGH and board.owner[source] == self.seat and board.units[source]
            and not state.fights_in(source) and source not in pinned
        ]
        if options:
            return Decision(self.seat, "combat.reinforce", options, 0, 1, (), PUBLIC)
        return DONE

    def take(self, state: State, chosen: Sequence[Move]) -> Work:
        """The unit fights from now on."""
        for move in chosen:
            figures.lift(state, self.seat, move.source, 1)
            figures.enter(state, self.seat, move.target, 1)
        return DONE


@dataclass(frozen=True, slots=True, kw_only=True)
class FillDie(Conditional):
    """A die without a point or without a casualty gains one (UH-WAR-DRAGON)."""

    points: int
    casualties: int

    def rule(self, figure: int) -> Rule:
        """Return a rule for the die."""
        return DieRule(figure, self, self.points, self.casualties, only_missing=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class DieCasualties(Conditional):
    """The die inflicts more casualties (UH-WAR-KRAKEN)."""

    casualties: int

    def rule(self, figure: int) -> Rule:
        """Return a rule for the die."""
        return DieRule(figure, self, 0, self.casualties, only_missing=False)


@dataclass(frozen=True, slots=True)
class DieRule(WarchiefRule):
    """The die is worth more."""

    points: int
    casualties: int
    only_missing: bool
    """True if points come only where the die gave none, and casualties likewise."""

    def after_die(self, state: State, combat: Combat, side: int, face: DieFace) -> None:
        """Add what the rule says to what was taken of the die."""
        if self.holds(state, combat, side):
            combat.add_points(side, 0 if self.only_missing and face.points else self.points)
            combat.inflict(side, 0 if self.only_missing and face.casualties else self.casualties)


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsForFlash(Conditional):
    """More points if the owner has a Flash card in its active area (UH-WAR-LYNX)."""

    points: int

    def rule(self, figure: int) -> Rule:
        """Return a rule for points."""
        return FlashRule(figure, self, self.points)


@dataclass(frozen=True, slots=True)
class FlashRule(WarchiefRule):
    """So many points."""

    points: int

    def combat_points(self, state: State, combat: Combat, side: int) -> int:
        """After its owner has passed, the active area is empty."""
        active = state.players[combat.seat(side)].active
        return self.points if self.holds(state, combat, side) and any(CARDS[card].flash for card in active) else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FoodBefore(Conditional):
    """Its owner gains food before the combat, and may spend it there (UH-WAR-SQUIRREL)."""

    food: int

    def rule(self, figure: int) -> Rule:
        """Return a rule for the declaration."""
        return FoodRule(figure, self, self.food)


@dataclass(frozen=True, slots=True)
class FoodRule(WarchiefRule):
    """So much food."""

    food: int

    def declare(self, state: State, combat: Combat, side: int) -> None:
        """Take it from the bank."""
        if self.holds(state, combat, side):
            state.gain(combat.seat(side), FOOD, self.food)


@dataclass(frozen=True, slots=True)
class Warchief:
    """A row of content/warchiefs.toml."""

    id: str
    """Of its figure."""
    power: Power
    prototype: Power | None = None
    """In the prototype; None if that has no such Warchief."""


_POWERS: Final = Vocabulary({
    "worth": Worth, "cancel": Cancel, "reroll": Reroll, "scorch_here": ScorchHere, "reinforce": Reinforce,
    "fill_die": FillDie, "die_casualties": DieCasualties, "points_for_flash": PointsForFlash, "food_before": FoodBefore,
})
WARCHIEFS: Final = load_rows(Path(__file__).parent.parent / "content/warchiefs.toml", "warchief", Warchief, _POWERS)


def _add_warchiefs(table: Table) -> None:
    """Give each clan its Warchief, and its player the power."""
    powers = {row.id: row.prototype if table.numbers.id == "prototype" else row.power for row in WARCHIEFS}
    for clan in table.clans:
        names = (CLANS[clan].id, CLANS[clan].base)
        for number, figure in enumerate(FIGURES):
            if figure.module == "warchiefs" and figure.clan in names:
                table.figures[clan].append(number)
                if power := powers.get(figure.id):
                    table.powers[clan] += (power.rule(number),)
    in_play = {FIGURES[figure].id for figures in table.figures.values() for figure in figures}
    table.rows += [row for row in WARCHIEFS if row.id in in_play]


def _add_cards(table: Table) -> None:
    """Give each clan its third upgrade."""
    for clan in table.clans:
        more = [
            number for number, card in enumerate(CARDS)
            if card.module == "warchief_cards" and card.clan == CLANS[clan].id
        ]
        table.upgrades[clan] = sorted(table.upgrades[clan] + more)
        table.own_cards[clan] |= frozenset(more)


WARCHIEFS_MODULE: Final = Module("warchiefs", lambda settings: settings.warchiefs, _add_warchiefs)
WARCHIEF_CARDS: Final = Module("warchief_cards", lambda settings: settings.warchief_cards, _add_cards)
