"""Words of the effects among which a player may choose, made from their rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from lawspeaker_engine.content import CardEffect
from lawspeaker_engine.games.northgard.actions.build import Build
from lawspeaker_engine.games.northgard.actions.explore import ExploreEffect
from lawspeaker_engine.games.northgard.actions.move import Move
from lawspeaker_engine.games.northgard.actions.recruit import Recruit
from lawspeaker_engine.games.northgard.cards import counting, watching
from lawspeaker_engine.games.northgard.cards.boxing import BoxUnrest
from lawspeaker_engine.games.northgard.cards.choosing import Choose
from lawspeaker_engine.games.northgard.cards.deck import TakeDiscarded
from lawspeaker_engine.games.northgard.cards.fame import GainFame
from lawspeaker_engine.games.northgard.cards.paying import CollectOne, Gain
from lawspeaker_engine.games.northgard.cards.resolving import Draw
from lawspeaker_engine.games.northgard.modules import event_effects
from lawspeaker_engine.games.northgard.modules.creature_cards import LeadCreature, SendUnit
from lawspeaker_engine.games.northgard.modules.event_effects import EachChooses, FameAndUnit
from lawspeaker_engine.games.northgard.modules.events import EVENTS
from lawspeaker_engine.games.northgard.options import Action
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.games.northgard.text.views import RESOURCES
from lawspeaker_engine.games.northgard.view import View
from lawspeaker_engine.text import OptionLine, amounts, counted

_EACH: Final = {counting.ONCE: "", counting.FOUR_UNITS: f" for every {counting.UNITS_FOR_ONE} of your units on the map"}
"""By the factor of an effect that can be chosen."""


def effects_of_card(effects: Sequence[CardEffect[State]]) -> tuple[str, ...]:
    """Return the words of the effects among which a card lets choose, by their number; none if it has no choice."""
    for effect in effects:
        if isinstance(effect, Choose):
            return tuple(map(effect_text, effect.among))
        if isinstance(effect, watching.Watch):
            return watching.TEXTS
    return ()


def effects_of_event(event: int) -> tuple[str, ...]:
    """Return the words of the effects among which an event lets choose, likewise."""
    effect = EVENTS[event].effect
    return tuple(map(effect_text, effect.among)) if isinstance(effect, EachChooses) else ()


def effect_text(effect: CardEffect[State]) -> str:
    """Return what one effect does."""
    return _TEXTS[type(effect)](effect)


_TEXTS: Final[dict[type, Callable[[Any], str]]] = {
    Recruit: lambda effect: f"recruit {effect.units}",
    Move: lambda effect: f"move {effect.moves}",
    ExploreEffect: lambda _: "explore",
    Build: lambda _: "build",
    Draw: lambda effect: f"draw {counted(effect.keep, 'card')}",
    Gain: lambda effect: (
        f"collect {amounts((effect.food, effect.wood, effect.lore), RESOURCES)}{_EACH[effect.each]}"),
    GainFame: lambda effect: f"gain {effect.fame} fame{_EACH[effect.each]}",
    event_effects.GainFame: lambda effect: f"gain {effect.fame} fame",
    CollectOne: lambda effect: f"collect 1 {' or '.join(effect.among)}",
    TakeDiscarded: lambda _: "take a card from your discard pile into your hand",
    BoxUnrest: lambda _: "take an Unrest card of yours out of the game",
    FameAndUnit: lambda effect: (
        f"gain {effect.fame} fame and add {counted(effect.units, 'unit')} to a territory of yours"),
    SendUnit: lambda _: "bring a unit of yours to a neutral territory",
    LeadCreature: lambda _: "move a creature once or twice, then it acts",
}
"""By class of the effects that can be chosen."""


_ORDER: Final = ("first", "second", "third", "fourth")


def _event_effect(option: Action, view: View | None) -> str:
    """Return the words of an effect of this year's event; the options of a view are of the year that it shows."""
    event = view.events.now if view is not None and view.events is not None else -1
    if event >= 0:
        return effects_of_event(event)[option.action]
    return f"the {_ORDER[option.action]} of the event's effects"


def make_pieces(card_effects: Sequence[Sequence[CardEffect[State]]]) -> dict[str, OptionLine]:
    """Return what marks of effects stand for; `card_effects` has the effects by card."""
    texts = [effects_of_card(effects) for effects in card_effects]
    return {"effect": lambda option, _: texts[option.card][option.action], "event_effect": _event_effect}
