"""The moments at which rules act besides the steps that everybody takes, and the order in which they act.

A rule is a clan's power, the power of a special figure, or what a module says for everybody. At a moment in which one
seat acts, the rules of its clan come first, in the order of `Table.powers`, then those of `Table.rules`, in theirs. In
a combat the attacker's rules come first, then the defender's, then those for everybody. The order is part of the game's
version. None of them is asked during setup unless its moment says so (NG-SETUP-20).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from lawspeaker_engine.games.northgard import buildings
from lawspeaker_engine.games.northgard.actions.combat import ATTACKER, DEFENDER, Combat
from lawspeaker_engine.games.northgard.actions.terms import MoveTerms
from lawspeaker_engine.games.northgard.board import Laid
from lawspeaker_engine.games.northgard.options import DieFace, Trade
from lawspeaker_engine.games.northgard.state import Battle, State


class Rule:
    """A method for every moment at which some rule acts; here none of them does anything."""

    __slots__ = ()

    # Setup.

    def take_tokens(self, state: State, seat: int) -> None:
        """Setup: the seat has got its clan, and receives what belongs to it."""

    # Actions.

    def before_card(self, state: State, seat: int, card: int) -> None:
        """The seat is about to resolve this card of its own clan; pushed frames come before the card."""

    def before_play(self, state: State, seat: int, card: int) -> None:
        """As `before_card`, and resolving it is playing it (AMB-H64)."""

    def after_play(self, state: State, seat: int, card: int) -> None:
        """The seat has resolved this card of its own clan, which it has played."""

    def after_explore(self, state: State, seat: int, laid: Laid) -> None:
        """The seat's Explore action has laid a tile, and closing fame was given."""

    def after_build(self, state: State, seat: int, building: int, territory: int) -> None:
        """The seat's Build action has put a building there."""

    def owner_changed(self, state: State, territory: int, before: int) -> None:
        """The territory has another owner than `before`, or none; only rules for everybody are asked."""

    def territories_merged(self, state: State) -> None:
        """A tile has made one territory of several, and what lies in them keeps to it; rules for everybody alone."""

    def tile_laid(self, state: State, laid: Laid, seat: int, *, explored: bool) -> None:
        """The seat has laid a tile, however that came about; rules for everybody alone, setup included.

        `explored` says that what appears on the tile acts at once.
        """

    def card_removed(self, state: State, seat: int, card: int) -> None:
        """The seat has taken this card of its own out of the game, and not for an upgrade."""

    def card_upgraded(self, state: State, seat: int, upgrade: int) -> None:
        """The seat has given up a card for this upgrade."""

    def display_taken(self, state: State, seat: int, card: int) -> None:
        """The seat has put this card of the display on top of its draw pile."""

    def room_on_pyre(self, state: State, seat: int) -> int:
        """Return how many units more go on the seat's Pyre."""
        return 0

    def put_on_pyre(self, state: State, seat: int, owner: int) -> None:
        """A card of the seat has taken a unit of this owner off the map, which goes on the Pyre; it has room."""

    # Combat: the seat of the rule fights on `side`; a rule for everybody is asked once for each side.

    def declare(self, state: State, combat: Combat, side: int) -> None:
        """Before step 1: pushed frames are asked before forces are counted, the last one first."""

    def may_reroll(self, state: State, combat: Combat, side: int) -> bool:
        """Return whether the side may roll its die again in step 4."""
        return False

    def after_die(self, state: State, combat: Combat, side: int, face: DieFace) -> None:
        """The side has taken these points and casualties of its die in step 4; it may add some."""

    def combat_points(self, state: State, combat: Combat, side: int) -> int:
        """Return points that the side has in step 2 (NG-COMBAT-06)."""
        return 0

    def food_points(self, state: State, combat: Combat, side: int) -> int:
        """Return points that the food which the side has just spent gives besides one each (step 3)."""
        return 0

    def inflicts(self, state: State, combat: Combat, side: int) -> int:
        """Return casualties that the side inflicts besides those of its die (step 4)."""
        return 0

    def cancels(self, state: State, combat: Combat, side: int) -> int:
        """Return casualties inflicted on the side that do not count."""
        return 0

    def attack_won(self, state: State, seat: int, territory: int) -> None:
        """The seat has won the combat there as attacker, not by mutual wipe-out (NG-COMBAT-20-INF)."""

    def taken_off(self, state: State, combat: Combat, side: int, units: int) -> None:
        """So many units of the enemy have just gone back to its reserve as casualties of the combat (step 6)."""

    def defense_won(self, state: State, seat: int, territory: int) -> None:
        """The seat has won the combat there as defender, not by mutual wipe-out."""

    def figures_lost(self, state: State, combat: Combat, side: int, lost: int) -> None:
        """The side has taken off so many figures as casualties in step 6, special ones included."""

    def far_targets(self, state: State, seat: int, source: int) -> list[int]:
        """Return territories that figures may go to from an own one at the cost of a whole Move action of two moves or
        more; only rules for everybody are asked.
        """
        return []

    # Creatures.

    def before_combats(self, state: State, seat: int, entered: Sequence[int]) -> None:
        """The seat has made all moves of a Move action; pushed frames come before its combats.

        It has `entered` these territories that something guards.
        """

    def land_taken(self, state: State, seat: int, territory: int) -> None:
        """After a combat figures of its attacker hold the territory; a combat added there is fought in this action."""

    def hunt(self, state: State, battle: Battle, terms: MoveTerms) -> None:
        """The attacker fights the creature of this pending combat, which is pending no more; rules for everybody."""

    def fought(self, state: State, combat: Combat) -> None:
        """The combat with a creature is over; only rules for everybody are asked."""

    def creature_beaten(self, state: State, seat: int, *, attacked: bool, shared: bool) -> None:
        """The seat has beaten a creature, which it `attacked`, or which attacked it; `shared` says whether the creature
        left its territory to others too.
        """

    # Harvest and winter.

    def before_harvest(self, state: State, seat: int) -> None:
        """The seat's Harvest is about to begin; pushed frames come before it."""

    def may_harvest(self, state: State, seat: int) -> bool:
        """Return whether the seat has a Harvest this year."""
        return True

    def harvest_fame(self, state: State, seat: int) -> int:
        """Return fame that the seat gains in step A of its Harvest besides what everybody gains."""
        return 0

    def collect(self, state: State, seat: int) -> None:
        """The seat has collected in step B of its Harvest, and may collect more."""

    def winter_units(self, state: State, seat: int) -> int:
        """Return units that winter counts besides those of the seat on the map."""
        return 0

    def after_winter(self, state: State, seat: int) -> None:
        """The seat has paid for winter."""

    def territory_fame(self, state: State, seat: int, territory: int, fame: int) -> int:
        """Return the fame that an own territory gives in step A of the seat's Harvest, instead of this."""
        return fame

    def territory_yield(
        self, state: State, seat: int, territory: int, made: tuple[int, int, int],
    ) -> tuple[int, int, int]:
        """Return food, wood and lore that an own territory gives in step B of the seat's Harvest, instead of these."""
        return made

    def more_trades(self, state: State, seat: int) -> list[Trade]:
        """Return trades that the seat may make in step C of its Harvest besides those that everybody may."""
        return []

    def after_trade(self, state: State, seat: int) -> None:
        """The seat has made a trade in step C of its Harvest."""

    def winter_cost(self, state: State, seat: int) -> tuple[int, int]:
        """Return food and wood that winter costs the seat besides what its figures cost."""
        return 0, 0

    # The end of the game, and what is counted then.

    def printed_buildings(self, state: State, territory: int) -> int:
        """Return buildings that are printed on the territory's tiles; only rules for everybody are asked."""
        return 0

    def kept_cards(self, state: State, seat: int) -> Sequence[int]:
        """Return cards besides those of the seat's deck that count for it; only rules for everybody are asked."""
        return ()


MOMENTS: Final = tuple(name for name in Rule.__dict__ if not name.startswith("_"))
"""The names of all moments."""


P = ParamSpec("P")
A = TypeVar("A")
T = TypeVar("T")


def methods_at(rules: Iterable[Rule], moment: str) -> tuple[Callable[..., Any], ...]:
    """Return what these rules do at a moment, without those that do nothing then."""
    return tuple([getattr(rule, moment) for rule in rules if getattr(type(rule), moment) is not getattr(Rule, moment)])


def acts(state: State, moment: Callable[..., Any]) -> bool:
    """Return whether any rule of the match does something at a moment, a method of Rule; hot code asks this first."""
    return moment.__name__ in state.table.used


def _of_side(state: State, combat: Combat, side: int, moment: str) -> tuple[Callable[..., Any], ...]:
    """Return what the rules do at a moment for a side of a combat, in their order."""
    seat = combat.seat(side)
    return state.table.acting[moment][state.players[seat].clan if seat >= 0 else -1]  # a creature's side has no clan


def _of_sides(state: State, combat: Combat, moment: str) -> list[tuple[int, Callable[..., Any]]]:
    """Return what the rules do at a moment of a combat, each with the side it acts for, in their order."""
    powers, everybodys = state.table.powers_at[moment], state.table.rules_at[moment]
    clans = [state.players[seat].clan if seat >= 0 else -1 for seat in (combat.attacker, combat.defender)]
    found = [(side, act) for side in (ATTACKER, DEFENDER) for act in powers[clans[side]]]
    return found + [(side, act) for act in everybodys for side in (ATTACKER, DEFENDER)]


# Who is asked at a moment, and what becomes of the answers: each returns the function that the game calls then.


def _tell_seat(moment: Callable[Concatenate[Rule, State, int, P], None]) -> Callable[Concatenate[State, int, P], None]:
    """Tell the rules of the seat that acts."""
    name = moment.__name__

    def tell(state: State, seat: int, /, *details: P.args, **named: P.kwargs) -> None:
        for act in state.table.acting[name][state.players[seat].clan]:
            act(state, seat, *details, **named)

    return tell


def _tell_side(
    moment: Callable[Concatenate[Rule, State, Combat, int, P], None],
) -> Callable[Concatenate[State, Combat, int, P], None]:
    """Tell the rules of one side of a combat."""
    name = moment.__name__

    def tell(state: State, combat: Combat, side: int, /, *details: P.args, **named: P.kwargs) -> None:
        for act in _of_side(state, combat, side, name):
            act(state, combat, side, *details, **named)

    return tell


def _tell_all(moment: Callable[Concatenate[Rule, State, P], None]) -> Callable[Concatenate[State, P], None]:
    """Tell the rules for everybody."""
    name = moment.__name__

    def tell(state: State, /, *details: P.args, **named: P.kwargs) -> None:
        for act in state.table.rules_at[name]:
            act(state, *details, **named)

    return tell


def _ask_seat(
    moment: Callable[Concatenate[Rule, State, int, P], object], together: Callable[[Iterable[Any]], T],
) -> Callable[Concatenate[State, int, P], T]:
    """Ask the rules of the seat that acts, and put their answers together."""
    name = moment.__name__

    def ask(state: State, seat: int, /, *details: P.args, **named: P.kwargs) -> T:
        rules = state.table.acting[name][state.players[seat].clan]
        return together([act(state, seat, *details, **named) for act in rules] if rules else ())

    return ask


def _ask_side(
    moment: Callable[[Rule, State, Combat, int], object], together: Callable[[Iterable[Any]], T],
) -> Callable[[State, Combat, int], T]:
    """Ask the rules of one side of a combat."""
    name = moment.__name__

    def ask(state: State, combat: Combat, side: int) -> T:
        rules = _of_side(state, combat, side, name)
        return together([act(state, combat, side) for act in rules])

    return ask


def _ask_all(
    moment: Callable[Concatenate[Rule, State, int, P], object], together: Callable[[Iterable[Any]], T],
) -> Callable[Concatenate[State, int, P], T]:
    """Ask the rules for everybody about a seat."""
    name = moment.__name__

    def ask(state: State, seat: int, /, *details: P.args, **named: P.kwargs) -> T:
        rules = state.table.rules_at[name]
        return together([act(state, seat, *details, **named) for act in rules] if rules else ())

    return ask


def _sum_of_sides(
    moment: Callable[[Rule, State, Combat, int], int], *, of_enemy: bool = False,
) -> Callable[[State, Combat], tuple[int, int]]:
    """Add up what the rules say for each side, or for its enemy: the attacker's sum and the defender's."""
    name = moment.__name__

    def ask(state: State, combat: Combat) -> tuple[int, int]:
        sums = [0, 0]
        for side, act in _of_sides(state, combat, name):
            sums[1 - side if of_enemy else side] += act(state, combat, side)
        return sums[ATTACKER], sums[DEFENDER]

    return ask


def _change(
    moment: Callable[[Rule, State, int, int, A], A],
) -> Callable[[State, int, int, A], A]:
    """Let the rules of the seat change a value of one of its territories, one after the other."""
    name = moment.__name__

    def change(state: State, seat: int, territory: int, value: A) -> A:
        for act in state.table.acting[name][state.players[seat].clan]:
            value = act(state, seat, territory, value)
        return value

    return change


def _each_once(found: Iterable[Iterable[A]]) -> list[A]:
    once: list[A] = []
    for each in chain.from_iterable(found):
        if each not in once:
            once.append(each)
    return once


def _sum_of_pairs(found: Iterable[tuple[int, int]]) -> tuple[int, int]:
    pairs = list(found)
    return sum([first for first, _ in pairs]), sum([second for _, second in pairs])


# The table: the functions that the game calls at the moments. `state.State` and `combat.Battles`, which stand below
# this file, call `owner_changed` and `hunt` themselves.

take_tokens = _tell_seat(Rule.take_tokens)
before_card = _tell_seat(Rule.before_card)
before_play = _tell_seat(Rule.before_play)
after_play = _tell_seat(Rule.after_play)
after_explore = _tell_seat(Rule.after_explore)
after_build = _tell_seat(Rule.after_build)
territories_merged = _tell_all(Rule.territories_merged)
tile_laid = _tell_all(Rule.tile_laid)
card_removed = _tell_seat(Rule.card_removed)
card_upgraded = _tell_seat(Rule.card_upgraded)
display_taken = _tell_seat(Rule.display_taken)
may_reroll = _ask_side(Rule.may_reroll, any)
after_die = _tell_side(Rule.after_die)
combat_points = _sum_of_sides(Rule.combat_points)
food_points = _ask_side(Rule.food_points, sum)
inflicted = _sum_of_sides(Rule.inflicts, of_enemy=True)
cancelled = _sum_of_sides(Rule.cancels)
attack_won = _tell_seat(Rule.attack_won)
taken_off = _tell_side(Rule.taken_off)
defense_won = _tell_seat(Rule.defense_won)
figures_lost = _tell_side(Rule.figures_lost)
far_targets = _ask_all(Rule.far_targets, lambda found: sorted(set(chain.from_iterable(found))))
before_combats = _tell_all(Rule.before_combats)
land_taken = _tell_all(Rule.land_taken)
fought = _tell_all(Rule.fought)
creature_beaten = _tell_seat(Rule.creature_beaten)
before_harvest = _tell_seat(Rule.before_harvest)
may_harvest = _ask_seat(Rule.may_harvest, all)
harvest_fame = _ask_seat(Rule.harvest_fame, sum)
collect = _tell_seat(Rule.collect)
winter_units = _ask_seat(Rule.winter_units, sum)
after_winter = _tell_seat(Rule.after_winter)
territory_fame = _change(Rule.territory_fame)
_territory_yield = _change(Rule.territory_yield)
more_trades = _ask_seat(Rule.more_trades, _each_once)
after_trade = _tell_seat(Rule.after_trade)
winter_cost = _ask_seat(Rule.winter_cost, _sum_of_pairs)
room_on_pyre = _ask_seat(Rule.room_on_pyre, sum)
put_on_pyre = _tell_seat(Rule.put_on_pyre)
printed_buildings = _ask_all(Rule.printed_buildings, sum)
kept_cards = _ask_all(Rule.kept_cards, lambda found: list(chain.from_iterable(found)))


def declare(state: State, combat: Combat) -> None:
    """Tell the rules of both sides before forces are counted: frames of the rule that acts first end up on top."""
    for side, act in reversed(_of_sides(state, combat, "declare")):
        act(state, combat, side)


def territory_yield(state: State, seat: int, territory: int) -> tuple[int, int, int]:
    """Return food, wood and lore that an own territory gives at Harvest."""
    return _territory_yield(state, seat, territory, buildings.produced(state.board, territory))
