"""The clans of Uncharted Horizons (UH-CLAN-00), beside those of the base game or in their place."""

from __future__ import annotations

from typing import Final

from lawspeaker_engine.games.northgard.module import Module
from lawspeaker_engine.games.northgard.modules import dragon_cards, ox_cards
from lawspeaker_engine.games.northgard.modules.dragon import Pyre, SacrificialPyre
from lawspeaker_engine.games.northgard.modules.kraken import HighTide, TokensReturn
from lawspeaker_engine.games.northgard.modules.lynx import LynxMoved, MovesWithCards
from lawspeaker_engine.games.northgard.modules.ox import (
    AncestralEquipment,
    EquipmentStays,
    FindsEquipment,
    TurnUpEquipment,
)
from lawspeaker_engine.games.northgard.modules.squirrel import WinterStore
from lawspeaker_engine.games.northgard.roster import add_clans, remove_clans
from lawspeaker_engine.games.northgard.table import Named, Table, insert


def _add_clans(table: Table) -> None:
    if table.settings.clan_pool == "horizons":
        remove_clans(table)
    add_clans(table, "horizons")
    table.parts += [Pyre, LynxMoved, AncestralEquipment]
    table.rules += [TokensReturn(), EquipmentStays()]
    insert(table.phase("start").steps, Named("equipment", lambda _: TurnUpEquipment()), before="draw")


HORIZON_CLANS: Final = Module(
    "clans", lambda settings: settings.clan_pool != "base", _add_clans,
    verbs={
        "take_equipment": ox_cards.TakeEquipment, "tend_pyre": dragon_cards.TendPyre,
        "sacrifice": dragon_cards.Sacrifice, "free_from_pyre": dragon_cards.FreeFromPyre,
    },
    powers={
        "sacrificial_pyre": SacrificialPyre, "high_tide": HighTide, "winter_store": WinterStore,
        "moves_with_cards": MovesWithCards, "finds_equipment": FindsEquipment,
    },
)
