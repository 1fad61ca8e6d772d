"""Rules of thumb for Northgard: one function a kind of option scores it in hundredths of a point of fame.

All in integers, so that the same bot in another language decides the same, ties included.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from lawspeaker_bot import Decision
from lawspeaker_bot.bots.northgard_map import KAIJA_POINTS, ROUGH, UNITS, Land, winter_is_paid, winter_lack

CLANS = ("goat", "stag", "raven", "boar", "wolf", "bear", "snake")
"""Preferred clans, the favourite first."""

KINDS = {
    "explore": ("explore", "scouts", "scout_camp", "rangers", "huginn_and_muninn", "upgraded_scout_camp",
                "raven_initial", "lay_of_the_land", "annexation"),
    "build": ("build", "improved_villager_tools", "simple_living", "industrious_villagers", "carpentry_mastery",
              "amenities", "boar_initial", "goat_initial", "glory_of_the_clan"),
    "recruit": ("recruit", "town_hall", "recruitment", "mercenary", "hunters", "woodcutters", "loremasters", "outpost",
                "upgraded_town_hall", "allies_from_the_wild", "osmosis", "raven_mercenaries", "stag_initial",
                "call_to_war", "the_bear_awakens"),
    "move": ("move", "militia", "intimidate", "shieldbearers", "bodyguard", "axe_throwers", "grizzled_warriors",
             "infiltration", "incursion", "heroic_charge", "warriors", "bear_initial", "snake_initial", "wolf_initial"),
    "draw": ("merchant", "market_place", "upgraded_market_place", "upgraded_trading_post", "greater_trade_routes",
             "trading_post", "cunning_merchant", "negociation", "spy", "ancestral_curse", "resourceful_people",
             "protector_of_the_land"),
    "gain": ("fishing", "lore_mastery", "wood_monopoly", "capture", "raiding_party", "plunder"),
    "any": ("feast", "early_feast", "teamwork"),
}
KIND = {card: kind for kind, cards in KINDS.items() for card in cards}
"""By card id: its use; cards without an entry are specials."""

FOOD, WOOD, LORE = range(3)

MODES = ("recruit", "move", "explore", "build")
"""The choices of a card with several uses, by the numbers of its actions."""

GIVING_UP = ("draw.discard", "draw.top", "card.discard")
"""Prompts at which the taken cards leave the hand."""

WINS = (0, 1, 5, 13, 23, 31, 35, 36)
"""Throws of two dice, of 36, that win for an attacker who is -3 to 4 points ahead before them."""


class Situation:
    """A decision with what the rules of thumb need to know about it."""

    def __init__(self, decision: Decision) -> None:
        self.prompt = decision.prompt
        self.view = decision.view
        self.seat = decision.seat
        self.catalogue = decision.catalogue
        self.land = Land(self.view, self.catalogue)
        self.me = self.view.players[self.seat]
        self.years_left: int = self.view.years - self.view.year + 1
        """Years left, this one included."""

    @cached_property
    def best_move(self) -> int:
        """Gain of the best single move of units; every card that moves asks for it."""
        return _best_move(self)

    def card_id(self, card: int) -> str:
        """Return the card's id."""
        return str(self.catalogue.cards[card].id)

    def kaija_waits(self) -> bool:
        """Return True if Kaija is in the seat's reserve."""
        clan = int(self.me.clan)
        return clan >= 0 and self.catalogue.clans[clan].id == "bear" and self.view.kaija == -1

    def on_map(self) -> int:
        """Return the number of own units on the map, all of which cost food in winter."""
        return UNITS - int(self.me.reserve)

    def attackers(self, territory: int) -> tuple[int, int]:
        """Return combat points and number of the own figures that have moved into an enemy's territory."""
        units = sum(b.units for b in self.view.battles if b.territory == territory)
        kaija = any(b.kaija for b in self.view.battles if b.territory == territory)
        return int(units + KAIJA_POINTS * kaija), int(units + kaija)

    def one_more_brings_unrest(self) -> bool:
        """Return True if winter can be paid for the units on the map, but not for one more."""
        return self.view.unrest_left > 0 and self._winter_is_paid(0) and not self._winter_is_paid(1)

    def _winter_is_paid(self, more: int) -> bool:
        """Return True if the harvest pays for winter with so many units more."""
        me, income = self.me, self.land.income
        return winter_is_paid(self.on_map() + more, me.food + income(FOOD), me.wood + income(WOOD),
                              me.lore + income(LORE))


def scores(decision: Decision) -> list[int]:
    """Return a score for each option of the decision."""
    situation = Situation(decision)
    return [SCORE.get(type(option).__name__, _first_come)(situation, option) for option in decision.options]


def _first_come(_: Situation, __: Any) -> int:
    return 10


# Setup.

def _clan(s: Situation, option: Any) -> int:
    clan = s.catalogue.clans[option.clan].id
    return 100 * (len(CLANS) - CLANS.index(clan)) if clan in CLANS else 10


def _group(s: Situation, option: Any) -> int:
    """Score a territory for three units: good land that can still grow."""
    room = min(s.land.at[option.territory].open_sides, 3)
    return int(100 + s.land.worth(option.territory) + 30 * room + 100 * option.kaija)


# Turns.

def _play(s: Situation, option: Any) -> int:
    return play_value(s, option.card)


def play_value(s: Situation, card: int) -> int:
    """Score playing a card now; below 100 passing is better."""
    name = s.card_id(card)
    kind = KIND.get(name, "special")
    value = max(VALUE[k](s) for k in ("explore", "build", "recruit", "move")) - 10 if kind == "any" else VALUE[kind](s)
    return value + 50 * bool(s.catalogue.cards[card].flash)


def _explore_value(s: Situation) -> int:
    return 500 if any(land.open_sides for land in s.land.mine) else 0


def _build_value(s: Situation) -> int:
    wood = s.me.wood
    if wood >= 3 and any(land.large for land in s.land.mine):
        return 800
    return 400 if wood and any(land.small + land.carved for land in s.land.mine) else 0


def _recruit_value(s: Situation) -> int:
    if s.kaija_waits():  # she costs nothing in winter
        return 450
    if s.me.reserve == 0:
        return 0
    return 80 if s.one_more_brings_unrest() else 450


def _move_value(s: Situation) -> int:
    return 200 + s.best_move if s.best_move > 0 else 50


def _best_move(s: Situation) -> int:
    """Return the gain of the best single move of units, without Kaija, who may seldom enter enemy land."""
    best = 0
    for source in s.land.mine:
        for border in source.neighbours:
            if border.kind < ROUGH:
                for units in range(1, source.units + 1):
                    best = max(best, _move_gain(s, source.id, border.territory, units, kaija=False))
    return best


VALUE: dict[str, Callable[[Situation], int]] = {
    "explore": _explore_value,
    "build": _build_value,
    "recruit": _recruit_value,
    "move": _move_value,
    "draw": lambda _: 900,
    "gain": lambda _: 900,
    "special": lambda _: 300,
}


def _upgrade(s: Situation, option: Any) -> int:
    """Score a clan upgrade for the least useful card, as long as there is time to play it."""
    if s.years_left < 3:
        return 0
    fame = s.catalogue.cards[option.card].fame
    return int(700 - play_value(s, option.card) // 10 + (-100 * fame if option.out_of_game else 5 * fame))


def _replace(s: Situation, option: Any) -> int:
    """Score exchanging a card: good for a useless one while lore is plenty."""
    return 250 if play_value(s, option.card) < 100 and s.me.lore != 3 else 0


def _pass(_: Situation, __: Any) -> int:
    return 100


def _never(_: Situation, __: Any) -> int:
    return -100


def _card(s: Situation, option: Any) -> int:
    """Score a card to take or keep: fame at the end, and use until then."""
    card = s.catalogue.cards[option.card]
    if card.set == "achievement":
        return 100 + s.land.achievement(card.id)
    if s.prompt in GIVING_UP:
        return _least_needed(s, option)
    if card.set == "unrest":
        return 5
    a_year = {"draw": 80, "gain": 80, "build": 88, "explore": 72, "recruit": 60, "move": 56}
    use = a_year.get(KIND.get(card.id, ""), 48) + 20 * bool(card.flash)
    return int(10 + 100 * card.fame + use * min(s.years_left, 4))


def _least_needed(s: Situation, option: Any) -> int:
    """Score a card to lose by how little it is worth; Unrest is discarded, but not put back on the draw pile."""
    if s.catalogue.cards[option.card].set == "unrest":
        return 1 if s.prompt == "draw.top" else 5000
    return 3000 - play_value(s, int(option.card))


def _mode(s: Situation, option: Any) -> int:
    """Score a use of the card just played; of other cards the first use."""
    played = s.card_id(s.me.active[-1]) if s.me.active else ""
    if KIND.get(played) != "any":
        return 10
    return VALUE[MODES[option.action]](s) + 10


# Actions.

def _recruit(s: Situation, option: Any) -> int:
    """Score a place to recruit: a camp helps, danger is near, or free land waits."""
    t, at = option.territory, s.land.at
    free = max((s.land.worth(border.territory) for border in at[t].neighbours
                if at[border.territory].owner is None and border.kind < ROUGH), default=0)
    return int(100 + 200 * at[t].has("training_camp") + 50 * s.land.danger(t) + free // 2 + 100 * option.kaija)


def _build(s: Situation, option: Any) -> int:
    """Score a building by its gain until the end, with a bonus for large ones in closed land (Victory A)."""
    building = s.catalogue.buildings[option.building]
    brings = _building_brings(s, building.id, option.territory)
    if building.large and not s.land.at[option.territory].open_sides:
        brings += 400
    return 20 + brings - 30 * bool(option.carved and building.id != "carved_stone")


def _building_brings(s: Situation, name: str, t: int) -> int:
    years = s.years_left
    brings: int = {
        "altar_of_kings": 300 * years, "forge": 150 * (years - 1), "fortress": 200 + 100 * s.land.danger(t),
        "food_silo": 60 * years, "woodcutter_lodge": 70 * years if years > 2 else 20 * years,
        "carved_stone": 90 * years, "training_camp": 80 * (years - 1), "defense_tower": 50 + 100 * s.land.danger(t),
    }[name]
    return brings


def _replace_building(s: Situation, option: Any) -> int:
    """Score an exchange of buildings by the difference; it is free, but only one can be exchanged."""
    old, new = (s.catalogue.buildings[number].id for number in (option.old, option.new))
    return _building_brings(s, new, option.territory) - _building_brings(s, old, option.territory)


def _move(s: Situation, option: Any) -> int:
    if s.prompt == "combat.retreat":
        return int(100 + s.land.worth(option.target) + 10 * (option.units + option.kaija))
    if option.source not in s.land.at or s.land.at[option.source].owner != s.seat:
        return 10
    return _move_gain(s, option.source, option.target, option.units, kaija=option.kaija)


def _move_gain(s: Situation, source: int, target: int, units: int, *, kaija: bool) -> int:
    """Score a move: land gained, less land given up and figures bound there; the fewest that are enough go."""
    land = s.land
    owner = land.at[target].owner
    if owner == s.seat:
        return -10
    if owner is not None and s.view.teams and (owner - s.seat) % 2 == 0:
        return -100
    strength = units + KAIJA_POINTS * kaija
    given_up = land.worth(source) + 50 if units + kaija >= land.figures(source) else 0
    if owner is None:
        return land.worth(target) - given_up - 5 * strength
    there, figures_there = s.attackers(target)
    more = _attack_value(s, target, there + strength, figures_there + units + kaija)
    return more - _attack_value(s, target, there, figures_there) - given_up - 20 * strength


def _attack_value(s: Situation, target: int, strength: int, figures: int) -> int:
    """Return the land by the chance to win it, less the cost of a lost fight by the chance to lose it.

    Both sides may add a point a figure with food.
    """
    if figures == 0:
        return 0
    land, there = s.land, s.land.at[target]
    enemy = s.view.players[there.owner]
    attack = strength + min(figures, s.me.food)
    defence = land.strength(target) + min(land.figures(target), enemy.food)
    if not s.me.conqueror:
        defence += 2 * there.has("fortress") + there.has("defense_tower")
    wins = attacker_wins(attack - defence)
    return (land.worth(target) + 150) * wins // 36 - 150 * (36 - wins) // 36


def _hunt(s: Situation, option: Any) -> int:
    """Score attacking a creature in own land: its fame and a year without it by the chance to win, less the losses.

    A creature has no food, and no casualties wipe it out.
    """
    if s.prompt != "combat.hunt":
        return _first_come(s, option)
    land, t = s.land, option.territory
    row = next(each.creature for each in s.view.creatures.line if each.number == option.creature)
    creature = s.catalogue.creatures[row]
    attack = land.strength(t) + min(land.figures(t), s.me.food)
    return int((100 * creature.fame + 100) * attacker_wins(attack - creature.points) // 36 - 100)


def attacker_wins(lead: int) -> int:
    """Return how many of the 36 throws of two dice win for an attacker who is so many points ahead."""
    return WINS[min(max(lead + 3, 0), len(WINS) - 1)]


def _tile(s: Situation, option: Any) -> int:
    """Score a tile by fame for own land closed, and by what own land gains."""
    return 20 + s.land.tile_gain(option.tile, option.x, option.y, option.rotation, setup=s.view.year == 0)


def _food(s: Situation, option: Any) -> int:
    """Score spending food in a fight: as little as gives a safe lead; none if the fight is lost anyway."""
    fight = s.view.combat
    mine, theirs = fight.attacker_points, fight.defender_points
    if fight.attacker != s.seat or fight.creature_attacks:
        mine, theirs = theirs, mine
    lead = mine + option.food - theirs
    if lead >= 2:
        return int(1000 - 100 * option.food)
    return int(500 + 100 * lead if lead > -2 else 100 - 100 * option.food)


def _die(s: Situation, option: Any) -> int:
    """Score points where they may decide, else casualties."""
    fight = s.view.combat
    lead = abs(fight.attacker_points - fight.defender_points)
    return int(100 + 100 * option.points * (lead <= 2) + 50 * option.casualties)


def _lose(_: Situation, option: Any) -> int:
    return 100 if not option.kaija else 50


def _trade(s: Situation, option: Any) -> int:
    """Score three resources for one that winter asks for, if that still saves the seat from Unrest; lore goes first.

    Unrest is five fame less in the end, three resources are one.
    """
    me, units = s.me, s.on_map()
    left = [me.food - option.food, me.wood - option.wood, me.lore - option.lore]
    left[option.resource] += 1
    helps = winter_lack(units, left[FOOD], left[WOOD]) < winter_lack(units, me.food, me.wood)
    if s.view.unrest_left == 0 or not helps or not winter_is_paid(units, *left):
        return -100
    return int(100 + 3 * option.lore - option.wood)


def _collect(_: Situation, option: Any) -> int:
    return (100, 110, 120)[option.resource]


# Pointing at things.

def _territory(s: Situation, option: Any) -> int:
    return 50 + s.land.worth(option.territory)


def _figure(s: Situation, option: Any) -> int:
    """Score an enemy to remove: alone on good land; Kaija before a unit, because she fights for two."""
    t = option.territory
    if t in s.land.at and s.land.at[t].owner == s.seat:
        return 50 + 100 * s.land.at[t].units - 50 * bool(option.kaija)
    return 50 + s.land.worth(t) // max(1, s.land.figures(t)) + 50 * bool(option.kaija)


def _opponent(s: Situation, option: Any) -> int:
    """Score an opponent by the land that he holds."""
    return 50 + sum(s.land.worth(land.id) for land in s.land.map.owned_by(option.seat))


SCORE: dict[str, Callable[[Situation, Any], int]] = {
    "ChooseClan": _clan, "PlaceGroup": _group, "PlaceTile": _tile, "PlayCard": _play, "Upgrade": _upgrade,
    "Replace": _replace, "Remove": _never, "Wait": _never, "Pass": _pass, "Card": _card, "Action": _mode,
    "Recruit": _recruit, "Build": _build, "ReplaceBuilding": _replace_building, "Move": _move, "SpendFood": _food,
    "DieFace": _die, "Lose": _lose, "Collect": _collect, "Trade": _trade, "Exchange": _never,
    "Territory": _territory, "Figure": _figure, "Opponent": _opponent, "Hunt": _hunt,
}
