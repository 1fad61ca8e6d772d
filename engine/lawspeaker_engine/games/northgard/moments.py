"""The moments at which rules act besides the steps that everybody takes, and the order in which they act.

A rule is a clan's power, the power of a special figure, or what a module says for everybody. At a moment in which one
seat acts, the rules of its clan come first, in the order of `Table.powers`, then those of `Table.rules`, in theirs. In
a combat the attacker's rules come first, then the defender's, then those for everybody. The order is part of the game's
version. None of them is asked during setup unless its moment says so (NG-SETUP-20).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from lawspeaker_engine.games.northgard import buildings
from lawspeaker_engine.games.northgard.board import Laid
from lawspeaker_engine.games.northgard.combat import ATTACKER, DEFENDER, Combat
from lawspeaker_engine.games.northgard.options import DieFace, Trade
from lawspeaker_engine.games.northgard.state import Battle, State
from lawspeaker_engine.games.northgard.terms import MoveTerms


class Rule:
    """A method for every moment at which some rule acts; here none of them does anything."""

    __slots__ = ()

    # Setup.

    def take_tokens(self, state: State, seat: int) -> None:
        """Setup: the seat has got its clan, and receives what belongs to it."""

    # Actions.

    def before_card(self, state: State, seat: int, card: int) -> None:
        """The seat is about to resolve this card of its own clan; pushed frames come before the card."""

    def after_card(self, state: State, seat: int, card: int) -> None:
        """The seat has resolved this card of its own clan."""

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

    def before_combats(self, state: State, seat: int) -> None:
        """The seat has made all moves of a Move action; pushed frames come before its combats."""

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

    # The end of the game.

    def kept_cards(self, state: State, seat: int) -> Sequence[int]:
        """Return cards besides those of the seat's deck that count for it; only rules for everybody are asked."""
        return ()


MOMENTS: Final = tuple(name for name in Rule.__dict__ if not name.startswith("_"))
"""The names of all moments."""


def acts_at(rule: Rule, moment: str) -> bool:
    """Return whether a rule does something at a moment."""
    return getattr(type(rule), moment) is not getattr(Rule, moment)


def _rules(state: State, seat: int, moment: str) -> tuple[Rule, ...]:
    """Return the rules that do something at a moment in which the seat acts, in their order."""
    return state.table.acting[moment][_clan(state, seat)]


def _clan(state: State, seat: int) -> int:
    """Return the clan of a seat; none for the side of a creature."""
    return state.players[seat].clan if seat >= 0 else -1


def _rules_in(state: State, combat: Combat, moment: str) -> Iterator[tuple[int, Rule]]:
    """Yield the rules that do something at a moment of a combat, each with the side it acts for, in their order."""
    powers, everybodys = state.table.powers_at[moment], state.table.rules_at[moment]
    for rule in powers[_clan(state, combat.attacker)]:
        yield ATTACKER, rule
    for rule in powers[_clan(state, combat.defender)]:
        yield DEFENDER, rule
    for rule in everybodys:
        yield ATTACKER, rule
        yield DEFENDER, rule


def take_tokens(state: State, seat: int) -> None:
    """Call this once the seat has its clan."""
    for rule in state.table.acting["take_tokens"][state.players[seat].clan]:
        rule.take_tokens(state, seat)


def before_card(state: State, seat: int, card: int) -> None:
    """Call this when the seat is about to resolve a card of its own clan."""
    for rule in state.table.acting["before_card"][state.players[seat].clan]:
        rule.before_card(state, seat, card)


def after_card(state: State, seat: int, card: int) -> None:
    """Call this when the seat has resolved a card of its own clan."""
    for rule in state.table.acting["after_card"][state.players[seat].clan]:
        rule.after_card(state, seat, card)


def after_explore(state: State, seat: int, laid: Laid) -> None:
    """Call this when the seat's Explore action has laid a tile, and closing fame was given."""
    for rule in state.table.acting["after_explore"][state.players[seat].clan]:
        rule.after_explore(state, seat, laid)


def after_build(state: State, seat: int, building: int, territory: int) -> None:
    """Call this when the seat's Build action has put a building there."""
    for rule in state.table.acting["after_build"][state.players[seat].clan]:
        rule.after_build(state, seat, building, territory)


def territories_merged(state: State) -> None:
    """Call this when territories have merged."""
    for rule in state.table.rules_at["territories_merged"]:
        rule.territories_merged(state)


def tile_laid(state: State, laid: Laid, seat: int, *, explored: bool) -> None:
    """Call this when the seat has laid a tile, and what lies in territories that merged keeps to them."""
    for rule in state.table.rules_at["tile_laid"]:
        rule.tile_laid(state, laid, seat, explored=explored)


def card_removed(state: State, seat: int, card: int) -> None:
    """Call this when the seat has taken an own card out of the game, and not for an upgrade."""
    for rule in state.table.acting["card_removed"][state.players[seat].clan]:
        rule.card_removed(state, seat, card)


def card_upgraded(state: State, seat: int, upgrade: int) -> None:
    """Call this when the seat has given up a card for this upgrade."""
    for rule in state.table.acting["card_upgraded"][state.players[seat].clan]:
        rule.card_upgraded(state, seat, upgrade)


def display_taken(state: State, seat: int, card: int) -> None:
    """Call this when the seat has put a card of the display on top of its draw pile."""
    for rule in state.table.acting["display_taken"][state.players[seat].clan]:
        rule.display_taken(state, seat, card)


def declare(state: State, combat: Combat) -> None:
    """Call this before forces are counted: frames of the rule that acts first end up on top."""
    for side, rule in reversed(list(_rules_in(state, combat, "declare"))):
        rule.declare(state, combat, side)


def may_reroll(state: State, combat: Combat, side: int) -> bool:
    """Return whether the side may roll its die again."""
    return any(rule.may_reroll(state, combat, side) for rule in _rules(state, combat.seat(side), "may_reroll"))


def after_die(state: State, combat: Combat, side: int, face: DieFace) -> None:
    """Call this when the side has taken what its die shows."""
    for rule in _rules(state, combat.seat(side), "after_die"):
        rule.after_die(state, combat, side, face)


def combat_points(state: State, combat: Combat) -> tuple[int, int]:
    """Return points that rules add in step 2, the attacker's and the defender's."""
    points = [0, 0]
    for side, rule in _rules_in(state, combat, "combat_points"):
        points[side] += rule.combat_points(state, combat, side)
    return points[ATTACKER], points[DEFENDER]


def food_points(state: State, combat: Combat, side: int) -> int:
    """Return points that rules give for the food which the side has just spent."""
    return sum([rule.food_points(state, combat, side) for rule in _rules(state, combat.seat(side), "food_points")])


def inflicted(state: State, combat: Combat) -> tuple[int, int]:
    """Return casualties that rules inflict, on the attacker and on the defender."""
    suffered = [0, 0]
    for side, rule in _rules_in(state, combat, "inflicts"):
        suffered[1 - side] += rule.inflicts(state, combat, side)
    return suffered[ATTACKER], suffered[DEFENDER]


def cancelled(state: State, combat: Combat) -> tuple[int, int]:
    """Return casualties that do not count, of those inflicted on the attacker and on the defender."""
    fewer = [0, 0]
    for side, rule in _rules_in(state, combat, "cancels"):
        fewer[side] += rule.cancels(state, combat, side)
    return fewer[ATTACKER], fewer[DEFENDER]


def attack_won(state: State, seat: int, territory: int) -> None:
    """Call this when the seat has won the combat there as attacker."""
    for rule in state.table.acting["attack_won"][state.players[seat].clan]:
        rule.attack_won(state, seat, territory)


def taken_off(state: State, combat: Combat, side: int, units: int) -> None:
    """Call this when so many units of the side's enemy were taken off as casualties."""
    for rule in _rules(state, combat.seat(side), "taken_off"):
        rule.taken_off(state, combat, side, units)


def defense_won(state: State, seat: int, territory: int) -> None:
    """Call this when the seat has won the combat there as defender."""
    for rule in state.table.acting["defense_won"][state.players[seat].clan]:
        rule.defense_won(state, seat, territory)


def figures_lost(state: State, combat: Combat, side: int, lost: int) -> None:
    """Call this when the side has taken off figures as casualties."""
    for rule in _rules(state, combat.seat(side), "figures_lost"):
        rule.figures_lost(state, combat, side, lost)


def far_targets(state: State, seat: int, source: int) -> list[int]:
    """Return territories that figures may go to at the cost of a whole Move action, ascending."""
    rules = state.table.rules_at["far_targets"]
    return sorted({target for rule in rules for target in rule.far_targets(state, seat, source)})


def before_combats(state: State, seat: int) -> None:
    """Call this when the seat has made all moves of a Move action."""
    for rule in state.table.rules_at["before_combats"]:
        rule.before_combats(state, seat)


def fought(state: State, combat: Combat) -> None:
    """Call this when a combat with a creature is over."""
    for rule in state.table.rules_at["fought"]:
        rule.fought(state, combat)


def creature_beaten(state: State, seat: int, *, attacked: bool, shared: bool) -> None:
    """Call this when the seat has beaten a creature."""
    for rule in state.table.acting["creature_beaten"][state.players[seat].clan]:
        rule.creature_beaten(state, seat, attacked=attacked, shared=shared)


def before_harvest(state: State, seat: int) -> None:
    """Call this when the seat's Harvest is about to begin, below what this pushes."""
    for rule in state.table.acting["before_harvest"][state.players[seat].clan]:
        rule.before_harvest(state, seat)


def may_harvest(state: State, seat: int) -> bool:
    """Return whether the seat has a Harvest this year."""
    rules = state.table.acting["may_harvest"][state.players[seat].clan]
    return not rules or all(rule.may_harvest(state, seat) for rule in rules)


def harvest_fame(state: State, seat: int) -> int:
    """Return fame that rules give the seat in step A of its Harvest."""
    rules = state.table.acting["harvest_fame"][state.players[seat].clan]
    return sum([rule.harvest_fame(state, seat) for rule in rules]) if rules else 0


def collect(state: State, seat: int) -> None:
    """Call this when the seat has collected in step B of its Harvest."""
    for rule in state.table.acting["collect"][state.players[seat].clan]:
        rule.collect(state, seat)


def winter_units(state: State, seat: int) -> int:
    """Return units that winter counts besides those of the seat on the map."""
    rules = state.table.acting["winter_units"][state.players[seat].clan]
    return sum([rule.winter_units(state, seat) for rule in rules]) if rules else 0


def after_winter(state: State, seat: int) -> None:
    """Call this when the seat has paid for winter."""
    for rule in state.table.acting["after_winter"][state.players[seat].clan]:
        rule.after_winter(state, seat)


def territory_fame(state: State, seat: int, territory: int, fame: int) -> int:
    """Return the fame that an own territory gives at Harvest, where `fame` is what it gives by the base game."""
    for rule in state.table.acting["territory_fame"][state.players[seat].clan]:
        fame = rule.territory_fame(state, seat, territory, fame)
    return fame


def territory_yield(state: State, seat: int, territory: int) -> tuple[int, int, int]:
    """Return food, wood and lore that an own territory gives at Harvest."""
    made = buildings.produced(state.board, territory)
    for rule in state.table.acting["territory_yield"][state.players[seat].clan]:
        made = rule.territory_yield(state, seat, territory, made)
    return made


def more_trades(state: State, seat: int) -> list[Trade]:
    """Return trades that rules allow the seat at Harvest, each of them once."""
    found: list[Trade] = []
    for rule in state.table.acting["more_trades"][state.players[seat].clan]:
        for trade in rule.more_trades(state, seat):
            if trade not in found:
                found.append(trade)
    return found


def after_trade(state: State, seat: int) -> None:
    """Call this when the seat has made a trade at Harvest."""
    for rule in state.table.acting["after_trade"][state.players[seat].clan]:
        rule.after_trade(state, seat)


def winter_cost(state: State, seat: int) -> tuple[int, int]:
    """Return food and wood that rules let winter cost the seat besides what its figures cost."""
    food = wood = 0
    for rule in state.table.acting["winter_cost"][state.players[seat].clan]:
        more_food, more_wood = rule.winter_cost(state, seat)
        food, wood = food + more_food, wood + more_wood
    return food, wood


def kept_cards(state: State, seat: int) -> list[int]:
    """Return cards besides those of the seat's deck that count for it."""
    return [card for rule in state.table.rules_at["kept_cards"] for card in rule.kept_cards(state, seat)]
