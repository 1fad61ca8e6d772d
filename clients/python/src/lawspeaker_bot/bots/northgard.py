"""Rules of thumb for Northgard: one function a kind of option says how good it is, in about a point of fame."""

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


def scores(decision: Decision) -> list[float]:
    """How good each option of the decision is."""
    situation = Situation(decision)
    return [SCORE.get(type(option).__name__, _first_come)(situation, option) for option in decision.options]


def _first_come(_: Situation, __: Any) -> float:
    return 0.1


# Setup.

def _clan(s: Situation, option: Any) -> float:
    clan = s.catalogue.clans[option.clan].id
    return float(len(CLANS) - CLANS.index(clan)) if clan in CLANS else 0.1


def _group(s: Situation, option: Any) -> float:
    """Three units go where the land is good and can still grow."""
    return float(1 + s.land.worth(option.territory) + 0.3 * min(s.land.open_sides[option.territory], 3) + option.kaija)


# Turns.

def _play(s: Situation, option: Any) -> float:
    return play_value(s, option.card)


def play_value(s: Situation, card: int) -> float:
    """How good it is to play a card now; below 1 it is better to pass."""
    name = s.card_id(card)
    kind = KIND.get(name, "special")
    value = max(VALUE[k](s) for k in ("explore", "build", "recruit", "move")) - 0.1 if kind == "any" else VALUE[kind](s)
    return value + 0.5 * bool(s.catalogue.cards[card].flash)


def _explore_value(s: Situation) -> float:
    return 5.0 if any(s.land.open_sides[t] for t in s.land.mine) else 0.0


def _build_value(s: Situation) -> float:
    wood = s.me.wood
    if wood >= 3 and any(s.land.large[t] for t in s.land.mine):
        return 8.0
    return 4.0 if wood and any(s.land.small[t] + s.land.carved[t] for t in s.land.mine) else 0.0


def _recruit_value(s: Situation) -> float:
    if s.me.reserve == 0:
        return 0.0
    if winter_food(s.on_map() + 1) > s.me.food + s.land.income(FOOD) and not s.last_year:
        return 0.8
    return 4.5


def _move_value(s: Situation) -> float:
    best = 0.0
    for source in s.land.mine:
        for target, kind in s.land.neighbours[source]:
            if kind < ROUGH and s.land.units[source] > 1:
                best = max(best, _move_gain(s, source, target, s.land.units[source] - 1))
    return 2.0 + best if best > 0 else 0.5


VALUE: dict[str, Callable[[Situation], float]] = {
    "explore": _explore_value,
    "build": _build_value,
    "recruit": _recruit_value,
    "move": _move_value,
    "draw": lambda _: 9.0,
    "gain": lambda _: 9.0,
    "special": lambda _: 3.0,
}


def _upgrade(s: Situation, option: Any) -> float:
    """A clan upgrade for the least useful card, as long as there is time to play it."""
    if s.years_left < 3:
        return 0.0
    fame = s.catalogue.cards[option.card].fame
    return 7.0 - 0.1 * play_value(s, option.card) + float(-fame if option.out_of_game else 0.05 * fame)


def _replace(s: Situation, option: Any) -> float:
    """A useless card may be exchanged while lore is plenty."""
    return 2.5 if play_value(s, option.card) < 1 and s.me.lore != 3 else 0.0


def _pass(_: Situation, __: Any) -> float:
    return 1.0


def _never(_: Situation, __: Any) -> float:
    return -1.0


def _card(s: Situation, option: Any) -> float:
    """A card to take or keep: fame at the end, and use until then."""
    card = s.catalogue.cards[option.card]
    if card.set == "achievement":
        return 1 + s.land.achievement(card.id, s.view)
    if card.set == "unrest":
        return 0.05
    base = {"draw": 2.0, "gain": 2.0, "build": 2.2, "explore": 1.8, "recruit": 1.5, "move": 1.4}
    use = base.get(KIND.get(card.id, ""), 1.2) + 0.5 * bool(card.flash)
    return 0.1 + float(card.fame) + 0.4 * use * min(s.years_left, 4)


# Actions.

def _recruit(s: Situation, option: Any) -> float:
    """Where a camp helps, danger is near or free land waits."""
    t = option.territory
    free = max((s.land.worth(o) for o, kind in s.land.neighbours[t] if s.land.owner[o] < 0 and kind < ROUGH),
               default=0.0)
    return 1 + 2 * s.land.has(t, "training_camp") + 0.5 * s.land.danger(t) + 0.5 * free + bool(option.kaija)


def _build(s: Situation, option: Any) -> float:
    """What a building brings until the end, with a bonus for large ones in closed land (Victory A)."""
    name, t, years = s.catalogue.buildings[option.building].id, option.territory, s.years_left
    if s.prompt != "build.place":
        years = 1
    brings = {
        "altar_of_kings": 3.0 * years, "forge": 1.5 * (years - 1), "fortress": 2.0 + s.land.danger(t),
        "food_silo": 0.6 * years, "woodcutter_lodge": 0.7 * years if years > 2 else 0.2 * years,
        "carved_stone": 0.9 * years, "training_camp": 0.8 * (years - 1), "defense_tower": 0.5 + s.land.danger(t),
    }[name]
    if s.catalogue.buildings[option.building].large and not s.land.open_sides[t]:
        brings += 4
    return 0.2 + brings - 0.3 * bool(option.carved and name != "carved_stone")


def _move(s: Situation, option: Any) -> float:
    if s.prompt == "combat.retreat":
        return 1 + s.land.worth(option.target) + 0.1 * int(option.units)
    if s.land.owner.get(option.source, -1) != s.seat:
        return 0.1
    gain = _move_gain(s, option.source, option.target, option.units)
    if s.land.owner[option.target] < 0:
        gain -= 0.05 * option.units
    return gain


def _move_gain(s: Situation, source: int, target: int, units: int) -> float:
    """Land gained, less land given up, less what a fight may cost."""
    land = s.land
    given_up = land.worth(source) + 0.5 if units >= land.units[source] else 0.0
    owner = land.owner[target]
    if owner == s.seat:
        return -0.1
    if owner < 0:
        return land.worth(target) - given_up
    if s.view.teams and (owner - s.seat) % 2 == 0:
        return -1.0
    enemy = s.view.players[owner]
    attack: int = units + min(units, s.me.food)
    defence = land.units[target] + min(land.units[target], enemy.food) + 2 * land.has(target, "fortress") \
        + land.has(target, "defense_tower")
    odds = float(attack - defence)
    if odds < 1:
        return -1.0
    return land.worth(target) + 1.5 - given_up - 0.5 * min(land.units[target], 2) + 0.2 * odds


def _tile(s: Situation, option: Any) -> float:
    """Fame for own land closed, and what own land gains by it."""
    return 0.2 + s.land.tile_gain(option.tile, option.x, option.y, option.rotation, setup=s.view.year == 0)


def _food(s: Situation, option: Any) -> float:
    """As little food as gives a safe lead; nothing where the fight is lost anyway."""
    fight = s.view.combat
    mine, theirs = fight.attacker_points, fight.defender_points
    if fight.attacker != s.seat:
        mine, theirs = theirs, mine
    lead = mine + option.food - theirs
    if lead >= 2:
        return 10.0 - float(option.food)
    return 5.0 + float(lead) if lead > -2 else 1.0 - float(option.food)


def _die(s: Situation, option: Any) -> float:
    """Points where they may decide, else casualties."""
    fight = s.view.combat
    lead = float(fight.attacker_points - fight.defender_points)
    lead = lead if fight.attacker == s.seat else -lead
    return 1.0 + float(option.points) * (abs(lead) <= 2) + 0.5 * int(option.casualties)


def _lose(_: Situation, option: Any) -> float:
    return 1.0 if not option.kaija else 0.5


def _collect(_: Situation, option: Any) -> float:
    return (1.0, 1.1, 1.2)[option.resource]


# Pointing at things.

def _territory(s: Situation, option: Any) -> float:
    return 0.5 + s.land.worth(option.territory)


def _figure(s: Situation, option: Any) -> float:
    """Enemies that stand alone on good land."""
    t = option.territory
    if s.land.owner.get(t, -1) == s.seat:
        return 0.5 + s.land.units[t]
    return 0.5 + s.land.worth(t) / max(1, s.land.units[t])


def _opponent(s: Situation, option: Any) -> float:
    """Whoever holds most land."""
    return 0.5 + sum(s.land.worth(t) for t, owner in s.land.owner.items() if owner == option.seat)


SCORE: dict[str, Callable[[Situation, Any], float]] = {
    "ChooseClan": _clan, "PlaceGroup": _group, "PlaceTile": _tile, "PlayCard": _play, "Upgrade": _upgrade,
    "Replace": _replace, "Remove": _never, "Wait": _never, "Pass": _pass, "Card": _card, "Recruit": _recruit,
    "Build": _build, "Move": _move, "SpendFood": _food, "DieFace": _die, "Lose": _lose, "Collect": _collect,
    "Territory": _territory, "Figure": _figure, "Opponent": _opponent, "Trade": _never, "Exchange": _never,
}
