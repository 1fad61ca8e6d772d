"""Events (UH-EVT-*): from the second year on, an event holds for one year; the next year's is known before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, Protocol

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.content import Vocabulary, load_rows, refuse_unknown
from lawspeaker_engine.games.northgard.cards.boxing import BoxUnrest
from lawspeaker_engine.games.northgard.cards.deck import TakeDiscarded
from lawspeaker_engine.games.northgard.cards.paying import Gain
from lawspeaker_engine.games.northgard.cards.resolving import Draw
from lawspeaker_engine.games.northgard.module import Module
from lawspeaker_engine.games.northgard.modules import event_effects, event_rules
from lawspeaker_engine.games.northgard.modules.event_effects import NO_EVENT, Events, left
from lawspeaker_engine.games.northgard.options import Action
from lawspeaker_engine.games.northgard.settings import Settings
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.games.northgard.table import Named, Table, insert
from lawspeaker_engine.model import PUBLIC, Chance

START: Final = "start"
BEFORE_HARVEST: Final = "before_harvest"
AFTER_HARVEST: Final = "after_harvest"
WHEN: Final = (START, "actions", "combats", BEFORE_HARVEST, "harvest", AFTER_HARVEST, "winter")
"""When events act or hold, as their rows say it."""


class Effect(Protocol):
    """The effect of an event: see `event_effects.EventEffect`."""

    def numbered(self, event: int, *, negative: bool) -> Effect:
        """Return the same effect for the event with this number; it is a rule of the table."""

    def spares(self, state: State, seat: int) -> bool:
        """Return whether the event does not affect the seat."""

    def affect(self, state: State, seat: int) -> None:
        """Act on a player at the event's moment."""


@dataclass(frozen=True, slots=True)
class Event:
    """A row of content/events.toml; its number is its index."""

    id: str
    name: str
    when: str
    """One of WHEN."""
    text: str
    """The effect, in a sentence of our own."""
    effect: Effect
    negative: bool = False
    """True if it harms; such events do not touch the Automa."""
    wip: bool = True
    """True if it is one of those of the work in progress."""

    def __post_init__(self) -> None:
        refuse_unknown("event when", self.when, WHEN)


_EFFECTS: Final = Vocabulary({
    "each_chooses": event_effects.EachChooses,
    "gain": Gain,
    "gain_fame": event_effects.GainFame,
    "draw": Draw,
    "take_discarded": TakeDiscarded,
    "box_unrest": BoxUnrest,
    "fame_and_unit": event_effects.FameAndUnit,
    "each_loses_building": event_effects.EachLosesBuilding,
    "drown": event_effects.Drown,
    "sea_monster": event_effects.SeaMonster,
    "invade": event_effects.Invade,
    "quake": event_effects.Quake,
    "closing_others": event_rules.ClosingOthers,
    "combats": event_rules.Combats,
    "levy_rich": event_rules.LevyRich,
    "double_one": event_rules.DoubleOne,
    "infest": event_rules.Infest,
    "harvest_fame_by_territory": event_rules.HarvestFameByTerritory,
    "trades": event_rules.Trades,
    "winter_cost": event_rules.WinterCost,
    "winter_units": event_rules.WinterUnits,
})

EVENTS: Final = load_rows(Path(__file__).parent.parent / "content/events.toml", "event", Event, _EFFECTS)
"""All events by number."""
EFFECTS: Final = tuple(row.effect.numbered(number, negative=row.negative) for number, row in enumerate(EVENTS))
"""By event: its effect, which is a rule that holds in its year."""


def in_pile(settings: Settings) -> list[int]:
    """Return the events that the pile is made of, ascending."""
    return [number for number, row in enumerate(EVENTS) if row.wip or settings.events == "all"]


@dataclass(slots=True)
class ShuffleEvents(Frame[State]):
    """After step L: the events are shuffled, and the top one of the pile lies face up (UH-EVT-01, UH-EVT-04).

    The pile has one event for each year but the first. It has no order in the state: the next event is drawn when it
    becomes visible, and what is left at the end was not in the pile.
    """

    def step(self, state: State) -> Work:
        """Nobody has seen any of them yet."""
        state.part(Events).deck = in_pile(state.settings)
        state.push(TurnUpEvent())
        return DONE


@dataclass(slots=True)
class TurnUpEvent(Frame[State]):
    """The event on top of the pile becomes visible."""

    def step(self, state: State) -> Chance:
        """Draw it; options are numbers of events."""
        options = [Action(number) for number in state.part(Events).deck]
        return Chance("events.draw", options, 1, "events", PUBLIC)

    def take(self, state: State, chosen: Sequence[Action]) -> Work:
        """It will be the event of the next year."""
        events = state.part(Events)
        events.next = chosen[0].action
        events.deck.remove(events.next)
        return DONE


@dataclass(slots=True)
class LayEvent(Frame[State]):
    """The event on top of the pile is laid beside the track for the year that begins (UH-EVT-02, AMB-H42)."""

    def step(self, state: State) -> Work:
        """The event of the year that is over goes; the last year has no next one."""
        events = state.part(Events)
        events.now, events.next, events.marked = events.next, NO_EVENT, []
        if left(state):
            state.push(TurnUpEvent())
        return DONE


@dataclass(slots=True)
class EventMoment(Frame[State]):
    """The year's event acts on each player in turn order, if this is its moment (AMB-H51)."""

    when: str
    order: tuple[int, ...]
    done: int = 0
    """How many players it has acted on."""

    def step(self, state: State) -> Work:
        """Let it act on the next player."""
        now = state.part(Events).now
        if now == NO_EVENT or EVENTS[now].when != self.when or self.done == len(self.order):
            return DONE
        seat = self.order[self.done]
        self.done += 1
        if not EFFECTS[now].spares(state, seat):
            EFFECTS[now].affect(state, seat)
        return ONGOING


def _add_events(table: Table) -> None:
    """Insert the moments at which events act, and add their rules."""
    table.parts.append(Events)
    table.rows += [EVENTS[event] for event in in_pile(table.settings)]
    table.rules += [EFFECTS[number] for number in in_pile(table.settings)]
    insert(table.setup, Named("events", lambda _: ShuffleEvents()), after="tiles")
    start, harvest, end = (table.phase(name).steps for name in ("start", "harvest", "end"))
    insert(start, Named("event", partial(EventMoment, START)), after="draw")
    insert(harvest, Named("event_before", partial(EventMoment, BEFORE_HARVEST)), before="players")
    insert(harvest, Named("event_after", partial(EventMoment, AFTER_HARVEST)), after="players")
    insert(end, Named("next_event", lambda _: LayEvent()), after="next_year")


EVENTS_MODULE: Final = Module("events", lambda settings: settings.events != "none", _add_events)
