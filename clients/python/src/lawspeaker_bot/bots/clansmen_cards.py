"""Rules of thumb for Tales cards and Blessings in Clansmen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lawspeaker_bot.bots import clansmen_trade
from lawspeaker_bot.bots.clansmen_clan import BUILD, FARMER, HUNT, TRADE, WINTER, Clan


def play(c: Clan, option: Any) -> float:
    """Gains at once; what allows more work if there is work; what is not known is kept."""
    rule = CARD.get(c.card(option.card))
    return rule(c) if rule else 0.0


def _always(_: Clan) -> float:
    return 3.0


def _stays(c: Clan) -> float:
    """A card that adds to every harvest to come."""
    return 2.8 if c.seasons_left else 0.2


def _heals(c: Clan) -> float:
    """If somebody would miss work."""
    return 3.0 * any(person.weakened and c.work(person.kind, person.tile, c.season) for person in c.people)


def _again(c: Clan, action: int) -> bool:
    """Whether an action is used up that a card would allow once more."""
    return bool(c.me.actions) and c.me.used[action] >= c.me.allowed[action]


def _builds_again(c: Clan) -> float:
    return 2.5 if _again(c, BUILD) and c.me.wood + c.me.stone > 0 else -1.0


def _hunts_again(c: Clan) -> float:
    return 2.0 if _again(c, HUNT) and c.hunger_ahead > 0 else -1.0


def _trades_again(c: Clan) -> float:
    return 2.0 if _again(c, TRADE) and clansmen_trade.best_exchange(c) > 0.3 else -1.0


def _acts_more(c: Clan) -> float:
    """Only where the card gives an action: two in a row are no more than one after the other."""
    return 2.0 if c.settings.get("decisive") == "extra" else -1.0


CARD: dict[str, Callable[[Clan], float]] = {
    **dict.fromkeys(("silver", "fine_clay", "mussels", "apple_grove", "rich_soil", "bog_iron", "sheep_herds",
                     "cattle_herds", "pig_herds", "spices"), _stays),
    **dict.fromkeys(("aid_resources", "aid_food", "preemptive_strike", "cats"), _always),
    "healing_herbs": _heals, "group_effort": _builds_again, "hunting_party": _hunts_again,
    "wagon_train": _trades_again, "decisive_action": _acts_more,
}
"""By the card's id, for those that are played by themselves or against an event."""


def blessing(c: Clan) -> float:
    """What a Blessing is worth that is kept for later."""
    return 0.7 if c.years_left else 0.2


def ignore(c: Clan, _: Any) -> float:
    """A Blessing against an event that costs more."""
    return HARM.get(c.event, 0.0) * _struck(c) - blessing(c)


def _struck(c: Clan) -> int:
    """How many units the season's event takes from the own seat, as `HARM` counts them."""
    if c.event == "rat_infestation":
        return min(int(c.me.food), len(c.people))
    if c.event == "bad_harvest":
        return sum(person.kind == FARMER for person in c.people) if c.season != WINTER else 0
    return 1


HARM = {"rat_infestation": 0.6, "bad_harvest": 0.5, "serious_illness": 1.2, "scarce_game": 0.5, "highwaymen": 0.4}
"""By the event's id: what each unit that it takes is worth."""
