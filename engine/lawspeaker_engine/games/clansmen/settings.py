"""The options of a match: the length, and every doubt of the rules that can be read in more than one way (AMB-CL-*).

Two readings are no options. Shrewd Trading with the Caravan (AMB-CL-17) would make wealth without end: 1 Goods for 2
units, each of them for 1 Goods, and so on. Which events can be ignored (AMB-CL-19) is a column of content/events.toml.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.canon import by_identity
from lawspeaker_engine.model import Setup
from lawspeaker_engine.options import option, options_of, settings_of


@by_identity
@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Settings:
    """The options of a match."""

    players: int
    years: int = option("How many years are played; with each more the gate is easier (AMB-CL-02).", 3, 4, 5, 6)
    gate: int = option("Respect a player that the clan needs to succeed (AMB-CL-01).", 20, 25, 30, default=25)
    promises: bool = option("Whether players may announce what they mean to do; never enforced.", default=True)
    first_spring_migrants: bool = option("Whether migrants come in the first Spring (AMB-CL-03).", default=True)
    migrants: str = option("How many migrants come: one a player, or all six (AMB-CL-04).", "players", "pool")
    cards: str = option(
        "Any number of cards in a turn, before, with and after the action, each copy adding as much; or before it and "
        "one with it, and a second copy adds nothing (AMB-CL-61).", "any", "before")
    specials: str = option(
        "A player's Special Action comes back each year, or each season (AMB-CL-05).", "year", "season")
    passing: str = option("A pass holds for the season, or until somebody acts (AMB-CL-07).", "final", "consecutive")
    start_token: str = option("When the Start token moves on (AMB-CL-08).", "year", "season", "fixed")
    weak_defend: bool = option("Whether Weakened people may defend (AMB-CL-11).", default=True)
    weak_count: bool = option("Whether Weakened people count for Standard Actions (AMB-CL-11).", default=True)
    winter_kills: bool = option("Whether hunger and exposure in one Winter kill (AMB-CL-12).", default=True)
    idle_goods: str = option("When Idle Hands bring their Goods (AMB-CL-14).", "harvest", "at_once")
    exchanges: int = option("Exchanges with the Homeland in one trade (AMB-CL-15).", 1, 2, 3)
    paved: str = option(
        "Paved Roads give a second trade in the action, or a second action (AMB-CL-16).", "trades", "actions")
    pray_mix: bool = option("Whether a Blessing may be paid with Food and Goods mixed (AMB-CL-18).", default=False)
    blessing_die: str = option("Dice that a Blessing rerolls: own and Raiders', or own ones (AMB-CL-19).", "any", "own")
    respect: str = option(
        "Palisade and Stone House give Respect for ever, fences and Walls while they stand; or all for ever; or all "
        "while they stand (AMB-CL-21).", "distinct", "kept", "standing")
    grand_needs_long: bool = option("Whether a Grand Hall needs an own Long Hall (AMB-CL-22).", default=True)
    grand_shelters: bool = option("Whether a Grand Hall shelters like a Long Hall (AMB-CL-22).", default=False)
    stone_over_wood: bool = option("Whether a Stone House may replace a Wooden one (AMB-CL-23).", default=True)
    stone_fence_needs_fence: bool = option("Whether a Stone Fence needs a Fence (AMB-CL-24).", default=False)
    fences: str = option(
        "A fence stays on its tile whoever leaves it, or is gone when its Farmer is moved, changed or lost "
        "(AMB-CL-24).", "tile", "farmer")
    houses_need_people: bool = option("Whether a house needs an own population (AMB-CL-25).", default=True)
    unique_buildings: bool = option("Whether a player has at most one of a building (AMB-CL-26).", default=True)
    raider_steps: int = option("Spaces the Raiders move each season (AMB-CL-29).", 1, 2, default=2)
    healing: str = option(
        "A victory for the Healing Hall is against one Raider, or in the whole raid (AMB-CL-32).", "raider", "raid")
    valor: str = option("A die is set to 6 with the commitment, or after the roll (AMB-CL-35).", "commit", "roll")
    bystanders: str = option(
        "Who did not defend is plundered for it once a raid, or once for Goods and once for Food (AMB-CL-36).",
        "once", "each")
    rot: str = option("How a loss of Food by rot is rounded (AMB-CL-38).", "down", "up")
    harvest_event: str = option(
        "Bad and Good Harvest change the yield of each Farmer, or of each player (AMB-CL-39).", "farmer", "player")
    highwaymen_stop_caravan: bool = option("Whether Highwaymen stop the Caravan (AMB-CL-42).", default=True)
    craft_in_winter: bool = option("Whether Silver and Fine Clay work in Winter (AMB-CL-44).", default=True)
    decisive: str = option(
        "Decisive Action gives one more action, or plays two of the own ones in a row (AMB-CL-45).", "extra", "tempo")
    tie_bonus: str = option("Who gains the 1 Respect of a tied majority (AMB-CL-47).", "leaders", "everybody")
    start_stock: int = option("Food, Wood, Stone and Goods of each to begin with (AMB-CL-50).", 0, 1, 2, default=1)
    move_from: str = option(
        "Reorganize measures its way from other own people, or from the mover too (AMB-CL-54).", "others", "all")
    count_small: bool = option("Whether fences and houses count as buildings (AMB-CL-56).", default=True)
    failed: str = option(
        "If the clan fails all share one place, or Respect says their places; there is no Chief either way "
        "(AMB-CL-62).", "shared", "respect")
    hall_spares: str = option(
        "The Long Hall spares one population from exposure, or from Winter hunger too (AMB-CL-57).",
        "exposure", "hunger")

    @property
    def cards_add_up(self) -> bool:
        """Return whether any number of cards go around an action and each copy adds as much (AMB-CL-61)."""
        return self.cards == "any"


OPTIONS: Final = options_of(Settings)


def read_settings(setup: Setup) -> Settings:
    """Return the typed form of a complete setup."""
    return settings_of(Settings, setup)
