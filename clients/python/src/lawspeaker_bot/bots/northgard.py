"""Rules of thumb for Northgard: one function a kind of option says how good it is, in hundredths of a point of fame.

All in integers, so that the same bot in another language decides the same, ties included.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lawspeaker_bot import Decision
from lawspeaker_bot.bots.northgard_map import ROUGH, Land, winter_food

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
"""What a card is for; cards that are not named are specials."""

FOOD, WOOD, LORE = range(3)


class Situation:
    """A decision with what the rules of thumb need to know about it."""

    def __init__(self, decision: Decision) -> None:
        self.prompt = decision.prompt
        self.view = decision.view
        self.seat = decision.seat
        self.catalogue = decision.catalogue
        self.land = Land(self.view, self.catalogue, self.seat)
        self.me = self.view.players[self.seat]
        self.years_left: int = self.view.years - self.view.year + 1
        """This one included."""
        self.last_year = self.years_left == 1

    def card_id(self, card: int) -> str:
        """The card's id."""
        return str(self.catalogue.cards[card].id)

    def on_map(self) -> int:
        """Own figures on the map, about."""
        return 14 - int(self.me.reserve)


def scores(decision: Decision) -> list[int]:
    """How good each option of the decision is."""
    situation = Situation(decision)
    return [SCORE.get(type(option).__name__, _first_come)(situation, option) for option in decision.options]


def _first_come(_: Situation, __: Any) -> int:
    return 10


# Setup.

def _clan(s: Situation, option: Any) -> int:
    clan = s.catalogue.clans[option.clan].id
    return 100 * (len(CLANS) - CLANS.index(clan)) if clan in CLANS else 10


def _group(s: Situation, option: Any) -> int:
    """Three units go where the land is good and can still grow."""
    room = min(s.land.open_sides[option.territory], 3)
    return int(100 + s.land.worth(option.territory) + 30 * room + 100 * option.kaija)


# Turns.

def _play(s: Situation, option: Any) -> int:
    return play_value(s, option.card)


def play_value(s: Situation, card: int) -> int:
    """How good it is to play a card now; below 100 it is better to pass."""
    name = s.card_id(card)
    kind = KIND.get(name, "special")
    value = max(VALUE[k](s) for k in ("explore", "build", "recruit", "move")) - 10 if kind == "any" else VALUE[kind](s)
    return value + 50 * bool(s.catalogue.cards[card].flash)


def _explore_value(s: Situation) -> int:
    return 500 if any(s.land.open_sides[t] for t in s.land.mine) else 0


def _build_value(s: Situation) -> int:
    wood = s.me.wood
    if wood >= 3 and any(s.land.large[t] for t in s.land.mine):
        return 800
    return 400 if wood and any(s.land.small[t] + s.land.carved[t] for t in s.land.mine) else 0


def _recruit_value(s: Situation) -> int:
    if s.me.reserve == 0:
        return 0
    if winter_food(s.on_map() + 1) > s.me.food + s.land.income(FOOD) and not s.last_year:
        return 80
    return 450


def _move_value(s: Situation) -> int:
    best = 0
    for source in s.land.mine:
        for target, kind in s.land.neighbours[source]:
            if kind < ROUGH and s.land.units[source] > 1:
                best = max(best, _move_gain(s, source, target, s.land.units[source] - 1))
    return 200 + best if best > 0 else 50


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
    """A clan upgrade for the least useful card, as long as there is time to play it."""
    if s.years_left < 3:
        return 0
    fame = s.catalogue.cards[option.card].fame
    return int(700 - play_value(s, option.card) // 10 + (-100 * fame if option.out_of_game else 5 * fame))


def _replace(s: Situation, option: Any) -> int:
    """A useless card may be exchanged while lore is plenty."""
    return 250 if play_value(s, option.card) < 100 and s.me.lore != 3 else 0


def _pass(_: Situation, __: Any) -> int:
    return 100


def _never(_: Situation, __: Any) -> int:
    return -100


def _card(s: Situation, option: Any) -> int:
    """A card to take or keep: fame at the end, and use until then."""
    card = s.catalogue.cards[option.card]
    if card.set == "achievement":
        return 100 + s.land.achievement(card.id, s.view)
    if card.set == "unrest":
        return 5
    a_year = {"draw": 80, "gain": 80, "build": 88, "explore": 72, "recruit": 60, "move": 56}
    use = a_year.get(KIND.get(card.id, ""), 48) + 20 * bool(card.flash)
    return int(10 + 100 * card.fame + use * min(s.years_left, 4))


# Actions.

def _recruit(s: Situation, option: Any) -> int:
    """Where a camp helps, danger is near or free land waits."""
    t = option.territory
    free = max((s.land.worth(o) for o, kind in s.land.neighbours[t] if s.land.owner[o] < 0 and kind < ROUGH),
               default=0)
    return int(100 + 200 * s.land.has(t, "training_camp") + 50 * s.land.danger(t) + free // 2 + 100 * option.kaija)


def _build(s: Situation, option: Any) -> int:
    """What a building brings until the end, with a bonus for large ones in closed land (Victory A)."""
    name, t, years = s.catalogue.buildings[option.building].id, option.territory, s.years_left
    if s.prompt != "build.place":
        years = 1
    brings = {
        "altar_of_kings": 300 * years, "forge": 150 * (years - 1), "fortress": 200 + 100 * s.land.danger(t),
        "food_silo": 60 * years, "woodcutter_lodge": 70 * years if years > 2 else 20 * years,
        "carved_stone": 90 * years, "training_camp": 80 * (years - 1), "defense_tower": 50 + 100 * s.land.danger(t),
    }[name]
    if s.catalogue.buildings[option.building].large and not s.land.open_sides[t]:
        brings += 400
    return 20 + brings - 30 * bool(option.carved and name != "carved_stone")


def _move(s: Situation, option: Any) -> int:
    if s.prompt == "combat.retreat":
        return int(100 + s.land.worth(option.target) + 10 * option.units)
    if s.land.owner.get(option.source, -1) != s.seat:
        return 10
    gain = _move_gain(s, option.source, option.target, option.units)
    if s.land.owner[option.target] < 0:
        gain -= 5 * option.units
    return gain


def _move_gain(s: Situation, source: int, target: int, units: int) -> int:
    """Land gained, less land given up, less what a fight may cost."""
    land = s.land
    given_up = land.worth(source) + 50 if units >= land.units[source] else 0
    owner = land.owner[target]
    if owner == s.seat:
        return -10
    if owner < 0:
        return land.worth(target) - given_up
    if s.view.teams and (owner - s.seat) % 2 == 0:
        return -100
    enemy = s.view.players[owner]
    attack = units + min(units, s.me.food)
    defence = land.units[target] + min(land.units[target], enemy.food) + 2 * land.has(target, "fortress") \
        + land.has(target, "defense_tower")
    odds = attack - defence
    if odds < 1:
        return -100
    return int(land.worth(target) + 150 - given_up - 50 * min(land.units[target], 2) + 20 * odds)


def _tile(s: Situation, option: Any) -> int:
    """Fame for own land closed, and what own land gains by it."""
    return 20 + s.land.tile_gain(option.tile, option.x, option.y, option.rotation, setup=s.view.year == 0)


def _food(s: Situation, option: Any) -> int:
    """As little food as gives a safe lead; nothing where the fight is lost anyway."""
    fight = s.view.combat
    mine, theirs = fight.attacker_points, fight.defender_points
    if fight.attacker != s.seat:
        mine, theirs = theirs, mine
    lead = mine + option.food - theirs
    if lead >= 2:
        return int(1000 - 100 * option.food)
    return int(500 + 100 * lead if lead > -2 else 100 - 100 * option.food)


def _die(s: Situation, option: Any) -> int:
    """Points where they may decide, else casualties."""
    fight = s.view.combat
    lead = abs(fight.attacker_points - fight.defender_points)
    return int(100 + 100 * option.points * (lead <= 2) + 50 * option.casualties)


def _lose(_: Situation, option: Any) -> int:
    return 100 if not option.kaija else 50


def _collect(_: Situation, option: Any) -> int:
    return (100, 110, 120)[option.resource]


# Pointing at things.

def _territory(s: Situation, option: Any) -> int:
    return 50 + s.land.worth(option.territory)


def _figure(s: Situation, option: Any) -> int:
    """Enemies that stand alone on good land."""
    t = option.territory
    if s.land.owner.get(t, -1) == s.seat:
        return 50 + 100 * s.land.units[t]
    return 50 + s.land.worth(t) // max(1, s.land.units[t])


def _opponent(s: Situation, option: Any) -> int:
    """Whoever holds most land."""
    return 50 + sum(s.land.worth(t) for t, owner in s.land.owner.items() if owner == option.seat)


SCORE: dict[str, Callable[[Situation, Any], int]] = {
    "ChooseClan": _clan, "PlaceGroup": _group, "PlaceTile": _tile, "PlayCard": _play, "Upgrade": _upgrade,
    "Replace": _replace, "Remove": _never, "Wait": _never, "Pass": _pass, "Card": _card, "Recruit": _recruit,
    "Build": _build, "Move": _move, "SpendFood": _food, "DieFace": _die, "Lose": _lose, "Collect": _collect,
    "Territory": _territory, "Figure": _figure, "Opponent": _opponent, "Trade": _never, "Exchange": _never,
}
