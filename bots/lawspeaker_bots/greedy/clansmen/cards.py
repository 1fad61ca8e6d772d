"""Rules of thumb for Tales cards and Blessings in Clansmen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lawspeaker_bots.greedy.clansmen import trade
from lawspeaker_bots.greedy.clansmen.clan import BUILD, FARMER, HUNT, TRADE, WINTER, Clan


def play(c: Clan, option: Any) -> float:
    """Score a card: gains at once, and more work if there is work; unknown cards are kept."""
    rule = CARD.get(c.card(option.card))
    return rule(c) if rule else 0.0


def _always(_: Clan) -> float:
    return 3.0


def _stays(c: Clan) -> float:
    """Score a card that stays and adds to every later harvest."""
    return 2.8 if c.seasons_left else 0.2


def _heals(c: Clan) -> float:
    """Score a card that heals: good if somebody would miss work."""
    return 3.0 * any(person.weakened and c.work(person.kind, person.tile, c.season) for person in c.people)


def _again(c: Clan, action: int) -> bool:
    """Return True if an action is used up that a card would allow once more."""
    return bool(c.me.actions) and c.me.used[action] >= c.me.allowed[action]


def _builds_again(c: Clan) -> float:
    return 2.5 if _again(c, BUILD) and c.me.wood + c.me.stone > 0 else -1.0


def _hunts_again(c: Clan) -> float:
    return 2.0 if _again(c, HUNT) and c.hunger_ahead > 0 else -1.0


def _trades_again(c: Clan) -> float:
    return 2.0 if _again(c, TRADE) and trade.best_exchange(c) > 0.3 else -1.0


def _acts_more(c: Clan) -> float:
    """Score a second action in a turn: good only if it is an extra one, not two in a row."""
    return 2.0 if c.settings.get("decisive") == "extra" else -1.0


CARD: dict[str, Callable[[Clan], float]] = {
    **dict.fromkeys(("silver", "fine_clay", "mussels", "apple_grove", "rich_soil", "bog_iron", "sheep_herds",
                     "cattle_herds", "pig_herds", "spices"), _stays),
    **dict.fromkeys(("aid_resources", "aid_food", "preemptive_strike", "cats"), _always),
    "healing_herbs": _heals, "group_effort": _builds_again, "hunting_party": _hunts_again,
    "wagon_train": _trades_again, "decisive_action": _acts_more,
}
"""By card id, for cards that are played alone or against an event."""


def blessing(c: Clan) -> float:
    """Return the worth of a Blessing that is kept for later."""
    return 0.7 if c.years_left else 0.2


def ignore(c: Clan, _: Any) -> float:
    """Score a Blessing against an event: good if the event costs more."""
    return HARM.get(c.event, 0.0) * _struck(c) - blessing(c)


def _struck(c: Clan) -> int:
    """Return how many units the season's event takes from the own seat, in the units of `HARM`."""
    if c.event == "rat_infestation":
        return min(int(c.me.food), len(c.people))
    if c.event == "bad_harvest":
        return sum(person.kind == FARMER for person in c.people) if c.season != WINTER else 0
    return 1


HARM = {"rat_infestation": 0.6, "bad_harvest": 0.5, "serious_illness": 1.2, "scarce_game": 0.5, "highwaymen": 0.4}
"""By event id: the worth of each unit that it takes."""
