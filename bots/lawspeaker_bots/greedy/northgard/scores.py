"""Rules of thumb for Northgard: one function a kind of option scores it in hundredths of a point of fame.

All in integers, so that the same bot in another language decides the same, ties included.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lawspeaker_bot import Decision
from lawspeaker_bots.greedy.northgard import buildings, creatures, events, fights, moves, raids, trades, warchiefs
from lawspeaker_bots.greedy.northgard.kinds import KIND, MODES
from lawspeaker_bots.greedy.northgard.map import home_worth
from lawspeaker_bots.greedy.northgard.situation import FIRST_COME, Situation

CLANS = ("kraken", "squirrel", "wolf", "dragon", "goat", "stag", "raven", "boar", "bear", "snake", "lynx", "ox")
"""Preferred clans, the favourite first."""

GIVING_UP = ("draw.discard", "draw.top", "card.discard", "raid.box")
"""Prompts at which the taken cards leave the hand."""


def scores(decision: Decision) -> list[int]:
    """Return a score for each option of the decision."""
    situation = Situation(decision)
    asked = ASKED.get(situation.prompt, {})
    names = [type(option).__name__ for option in decision.options]
    return [(asked.get(name) or SCORE.get(name, _first_come))(situation, option)
            for name, option in zip(names, decision.options, strict=True)]


def _first_come(_: Situation, __: Any) -> int:
    return FIRST_COME


# Setup.

def _clan(s: Situation, option: Any) -> int:
    clan = s.catalogue.clans[option.clan].id
    return 100 * (len(CLANS) - CLANS.index(clan)) if clan in CLANS else FIRST_COME


def _group(s: Situation, option: Any) -> int:
    """Score a territory for three units: the largest, then the best land."""
    land = s.land.at[option.territory]
    special = 100 * option.kaija + warchiefs.bonus(s.catalogue, option.figures)
    return int(100 + 200 * land.size + home_worth(land) + special)


# Turns.

def _play(s: Situation, option: Any) -> int:
    return play_value(s, option.card)


def play_value(s: Situation, card: int) -> int:
    """Score playing a card now; below 100 passing is better."""
    row = s.catalogue.cards[card]
    kind = KIND.get(row.id, "special")
    value = max([_value(s, mode) for mode in MODES]) - 10 if kind == "any" else _value(s, kind)
    return value + 50 * bool(row.flash)


def _value(s: Situation, kind: str) -> int:
    """Return the worth of a kind of card now; it is counted once a decision."""
    if kind not in s.values:
        s.values[kind] = VALUE[kind](s)
    return s.values[kind]


def _explore_value(s: Situation) -> int:
    return 300 if any(land.open_sides for land in s.land.mine) else 0


def _build_value(s: Situation) -> int:
    wood = s.me.wood
    if wood >= 3 and any(land.large for land in s.land.mine):
        return 850
    return 400 if wood and any(land.small + land.carved for land in s.land.mine) else 0


def _recruit_value(s: Situation) -> int:
    waiting = s.waiting()
    if not all(s.catalogue.figures[figure].winter for figure in waiting):  # who costs nothing in winter
        return 450
    if s.me.reserve == 0:
        return 0
    return 50 if s.brings_unrest(units=1) else 680 - 27 * s.on_map()


def _move_value(s: Situation) -> int:
    gain = moves.best_move(s) + moves.forced(s)
    return 130 + gain if gain > 0 else 50


VALUE: dict[str, Callable[[Situation], int]] = {
    "explore": _explore_value,
    "build": _build_value,
    "recruit": _recruit_value,
    "move": _move_value,
    "draw": lambda _: 700,
    "gain": lambda _: 800,
    "special": lambda _: 300,
}


def _upgrade(s: Situation, option: Any) -> int:
    """Score a clan upgrade for the least useful card, as long as there is time to play it."""
    pull = s.land.goals.pull(s.seat, "upgrades", "upgrades_and_removals")
    if s.years_left < 3 and not pull:
        return 0
    fame = s.card_fame(option.card)
    return int(pull + 900 - play_value(s, option.card) // 10 + (-100 * fame if option.out_of_game else 5 * fame))


def _replace(s: Situation, option: Any) -> int:
    """Score exchanging a card: good for a useless one while lore is plenty."""
    return 250 if play_value(s, option.card) < 100 and s.me.lore != 3 else 0


def _remove(s: Situation, option: Any) -> int:
    """Score taking a card out of the game: only for a victory card that counts it, and the least useful one."""
    pull = s.land.goals.pull(s.seat, "upgrades_and_removals")
    return pull - play_value(s, option.card) // 2 if pull else -100


def _pass(_: Situation, __: Any) -> int:
    return 100


def _never(_: Situation, __: Any) -> int:
    return -100


def _card(s: Situation, option: Any) -> int:
    """Score a card to take or keep: fame at the end, and use until then."""
    card = s.catalogue.cards[option.card]
    if s.prompt == "automa.card":
        return 1000 - 100 * int(card.fame)
    if card.set == "achievement":
        return 100 + s.land.achievement(card.id, s.me.reserve)
    if s.prompt in GIVING_UP:
        return _least_needed(s, option)
    if card.set == "unrest":
        return 5
    a_year = {"draw": 80, "gain": 80, "build": 88, "explore": 72, "recruit": 60, "move": 56}
    use = a_year.get(KIND.get(card.id, ""), 48) + 20 * bool(card.flash)
    goal = s.land.goals.pull(s.seat, "development_fame") * card.fame // 2 if card.set in ("early", "advanced") else 0
    return int(10 + 100 * s.card_fame(option.card) + use * min(s.years_left, 4) + goal)


def _least_needed(s: Situation, option: Any) -> int:
    """Score a card to lose by how little it is worth; Unrest is discarded, but not put back on the draw pile."""
    if s.catalogue.cards[option.card].set == "unrest":
        return 1 if s.prompt == "draw.top" else 5000
    return 3000 - play_value(s, int(option.card))


def _mode(s: Situation, option: Any) -> int:
    """Score a use of the card just played; of other cards the first use."""
    played = s.card_id(s.me.active[-1]) if s.me.active else ""
    if KIND.get(played) != "any":
        return FIRST_COME
    return _value(s, MODES[option.action]) + 10


# Actions.

def _tile(s: Situation, option: Any) -> int:
    """Score a tile by fame for own land closed, and by what own land gains."""
    return 20 + s.land.tile_gain(option.tile, option.x, option.y, option.rotation, setup=s.view.year == 0)


def _lose(_: Situation, option: Any) -> int:
    return int(100 - 50 * option.kaija - 50 * len(option.figures))


# Pointing at things.

def _territory(s: Situation, option: Any) -> int:
    """Score the land; where the Automa is helped by the choice, the least."""
    worth = s.land.worth(option.territory)
    return 10000 - worth if s.prompt.startswith("automa.") else 50 + worth


def _figure(s: Situation, option: Any) -> int:
    """Score an enemy to remove: alone on good land; Kaija before a unit, because she fights for two."""
    t = option.territory
    if t in s.land.at and s.land.at[t].owner == s.seat:
        return 50 + 100 * s.land.at[t].units - 50 * bool(option.kaija or option.figure)
    return 50 + s.land.worth(t) // max(1, s.land.figures(t)) + 50 * bool(option.kaija)


def _opponent(s: Situation, option: Any) -> int:
    """Score an opponent by the land that he holds."""
    return 50 + sum(s.land.worth(land.id) for land in s.land.owned_by(option.seat))


SCORE: dict[str, Callable[[Situation, Any], int]] = {
    "ChooseClan": _clan, "PlaceGroup": _group, "PlaceTile": _tile, "PlayCard": _play, "Upgrade": _upgrade,
    "Replace": _replace, "Remove": _remove, "Wait": _never, "Pass": _pass, "Card": _card, "Action": _mode,
    "Recruit": moves.recruit, "Build": buildings.build, "ReplaceBuilding": buildings.exchange,
    "Move": moves.move, "SpendFood": fights.food, "DieFace": fights.die,
    "Hunt": creatures.hunt, "Lose": _lose, "Collect": trades.needed,
    "Trade": trades.trade, "Exchange": _never, "ExchangeOne": trades.exchange_one,
    "Territory": _territory, "Figure": _figure, "Opponent": _opponent,
}
"""By kind of option."""

ASKED: dict[str, dict[str, Callable[[Situation, Any], int]]] = {
    "event.choose": {"Action": events.choice, "Territory": events.marked},
    "event.loss": {"Territory": events.less_yield, "Figure": events.less_figures, "Build": buildings.lost},
    "card.use_up": {"Build": buildings.lost},
    "volcano.target": {"Opponent": events.target},
    "creatures.move": {"Territory": creatures.trouble},
    "creatures.appear": {"Territory": creatures.appear},
    "raid.launch": {"Accept": raids.launch}, "raid.pick": {"Raid": raids.pick},
    "raid.units": {"Raiders": raids.raiders}, "raid.resolve": {"Action": raids.resolve},
    "raid.inherit": {"Action": raids.inherit}, "raid.reward": {"Action": raids.reward},
    "raid.sell": {"Pay": raids.sell}, "raid.any": {"Collect": trades.needed},
    "move.figures": {"Figure": moves.goes_along},
}
"""By prompt and kind of option: what is asked there in another sense."""
