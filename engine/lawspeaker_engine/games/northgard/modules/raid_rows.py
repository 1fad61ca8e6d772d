"""The Raid cards: their rows, and the verbs these use (UH-SEA-10, UH-SEA-11)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lawspeaker_engine.content import CardEffect, Vocabulary, load_rows, refuse_unknown
from lawspeaker_engine.games.northgard.actions import build, explore, move, recruit
from lawspeaker_engine.games.northgard.cards import boxing, fame, levying, raiding, removing, trading
from lawspeaker_engine.games.northgard.cards.resolving import Draw
from lawspeaker_engine.games.northgard.modules.raid_gains import Gains
from lawspeaker_engine.games.northgard.state import State

NOW: Final = ""
HARVEST: Final = "harvest"
START: Final = "start"
MOMENTS: Final = (NOW, HARVEST, START)
"""When an action is done: at once, at the seat's next Harvest, at the next start of a year."""


@dataclass(frozen=True, slots=True)
class Raid:
    """A row of content/raids.toml; its number is its index in RAIDS."""

    id: str
    name: str
    text: str
    """The effects, in sentences of our own."""
    one_each: Gains
    """After one year: for each unit sent."""
    two: Gains
    """After two years: once."""
    one_action: CardEffect[State] | None = None
    """After one year: what may be done instead."""
    two_action: CardEffect[State] | None = None
    """After two years: what may be done instead."""
    one_at: str = NOW
    """When `one_action` is done, one of MOMENTS."""
    two_at: str = NOW
    """When `two_action` is done, one of MOMENTS."""
    wip: bool = False
    """True if the smaller deck has it."""

    def __post_init__(self) -> None:
        refuse_unknown("raid one_at", self.one_at, MOMENTS)
        refuse_unknown("raid two_at", self.two_at, MOMENTS)


VERBS: Final = Vocabulary({
    "recruit": recruit.Recruit,
    "recruit_each": recruit.RecruitEach,
    "build": build.Build,
    "move": move.Move,
    "explore": explore.ExploreEffect,
    "draw": Draw,
    "gain_fame": fame.GainFame,
    "exchange": trading.ExchangeResources,
    "sell_for_fame": trading.SellForFame,
    "remove_enemy": removing.RemoveEnemy,
    "raze": raiding.Raze,
    "settle": raiding.Settle,
    "send_units": raiding.SendUnits,
    "parade": raiding.Parade,
    "levy": levying.Levy,
    "box_discarded": boxing.BoxDiscarded,
    "box_unrest": boxing.BoxUnrest,
    "box_and_upgrade": boxing.BoxAndUpgrade,
})

RAIDS: Final = load_rows(Path(__file__).parent.parent / "content/raids.toml", "raid", Raid, VERBS)
"""All Raid cards by number."""
