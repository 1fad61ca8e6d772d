"""The options of a match: the length, and every doubt of the rules that can be read in more than one way (AMB-CL-*).

Two readings are no options. Shrewd Trading with the Caravan (AMB-CL-17) would make wealth without end: 1 Goods for 2
units, each of them for 1 Goods, and so on. Which events can be ignored (AMB-CL-19) is a column of content/events.toml.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

from lawspeaker_engine.canon import by_identity
from lawspeaker_engine.model import GameOption, Setup

OPTIONS: Final = (
    GameOption("years", 3, "How many years are played; with each more the gate is easier (AMB-CL-02).", (3, 4, 5, 6)),
    GameOption("gate", 25, "Respect a player that the clan needs to succeed (AMB-CL-01).", (20, 25, 30)),
    GameOption("promises", default=True, doc="Whether players may announce what they mean to do; never enforced."),
    GameOption("first_spring_migrants", default=True, doc="Whether migrants come in the first Spring (AMB-CL-03)."),
    GameOption("migrants", "players", "How many migrants come: one a player, or all six (AMB-CL-04).",
               ("players", "pool")),
    GameOption("cards", "any", "Any number of cards in a turn, before, with and after the action, each copy adding as "
               "much; or before it and one with it, and a second copy adds nothing (AMB-CL-61).",
               ("any", "before")),
    GameOption("specials", "year", "A player's Special Action comes back each year, or each season (AMB-CL-05).",
               ("year", "season")),
    GameOption("passing", "final", "A pass holds for the season, or until somebody acts (AMB-CL-07).",
               ("final", "consecutive")),
    GameOption("start_token", "year", "When the Start token moves on (AMB-CL-08).", ("year", "season", "fixed")),
    GameOption("weak_defend", default=True, doc="Whether Weakened people may defend (AMB-CL-11)."),
    GameOption("weak_count", default=True, doc="Whether Weakened people count for Standard Actions (AMB-CL-11)."),
    GameOption("winter_kills", default=True, doc="Whether hunger and exposure in one Winter kill (AMB-CL-12)."),
    GameOption("idle_goods", "harvest", "When Idle Hands bring their Goods (AMB-CL-14).", ("harvest", "at_once")),
    GameOption("exchanges", 1, "Exchanges with the Homeland in one trade (AMB-CL-15).", (1, 2, 3)),
    GameOption("paved", "trades", "Paved Roads give a second trade in the action, or a second action (AMB-CL-16).",
               ("trades", "actions")),
    GameOption("pray_mix", default=False, doc="Whether a Blessing may be paid with Food and Goods mixed (AMB-CL-18)."),
    GameOption("blessing_die", "any", "Dice that a Blessing rerolls: own and Raiders', or own ones (AMB-CL-19).",
               ("any", "own")),
    GameOption("respect", "distinct",
               "Palisade and Stone House give Respect for ever, fences and Walls while they stand; or all for ever; "
               "or all while they stand (AMB-CL-21).", ("distinct", "kept", "standing")),
    GameOption("grand_needs_long", default=True, doc="Whether a Grand Hall needs an own Long Hall (AMB-CL-22)."),
    GameOption("grand_shelters", default=False, doc="Whether a Grand Hall shelters like a Long Hall (AMB-CL-22)."),
    GameOption("stone_over_wood", default=True, doc="Whether a Stone House may replace a Wooden one (AMB-CL-23)."),
    GameOption("stone_fence_needs_fence", default=False, doc="Whether a Stone Fence needs a Fence (AMB-CL-24)."),
    GameOption("fences", "tile", "A fence stays on its tile whoever leaves it, or is gone when its Farmer is moved, "
               "changed or lost (AMB-CL-24).", ("tile", "farmer")),
    GameOption("houses_need_people", default=True, doc="Whether a house needs an own population (AMB-CL-25)."),
    GameOption("unique_buildings", default=True, doc="Whether a player has at most one of a building (AMB-CL-26)."),
    GameOption("raider_steps", 2, "Spaces the Raiders move each season (AMB-CL-29).", (1, 2)),
    GameOption("healing", "raider", "A victory for the Healing Hall is against one Raider, or in the whole raid "
               "(AMB-CL-32).", ("raider", "raid")),
    GameOption("valor", "commit", "A die is set to 6 with the commitment, or after the roll (AMB-CL-35).",
               ("commit", "roll")),
    GameOption("bystanders", "once", "Who did not defend is plundered for it once a raid, or once for Goods and once "
               "for Food (AMB-CL-36).", ("once", "each")),
    GameOption("rot", "down", "How a loss of Food by rot is rounded (AMB-CL-38).", ("down", "up")),
    GameOption("harvest_event", "farmer", "Bad and Good Harvest change the yield of each Farmer, or of each player "
               "(AMB-CL-39).", ("farmer", "player")),
    GameOption("highwaymen_stop_caravan", default=True, doc="Whether Highwaymen stop the Caravan (AMB-CL-42)."),
    GameOption("craft_in_winter", default=True, doc="Whether Silver and Fine Clay work in Winter (AMB-CL-44)."),
    GameOption("decisive", "extra", "Decisive Action gives one more action, or plays two of the own ones in a row "
               "(AMB-CL-45).", ("extra", "tempo")),
    GameOption("tie_bonus", "leaders", "Who gains the 1 Respect of a tied majority (AMB-CL-47).",
               ("leaders", "everybody")),
    GameOption("start_stock", 1, "Food, Wood, Stone and Goods of each to begin with (AMB-CL-50).", (0, 1, 2)),
    GameOption("move_from", "others", "Reorganize measures its way from other own people, or from the mover too "
               "(AMB-CL-54).", ("others", "all")),
    GameOption("count_small", default=True, doc="Whether fences and houses count as buildings (AMB-CL-56)."),
    GameOption("failed", "shared", "If the clan fails all share one place, or Respect says their places; there is no "
               "Chief either way (AMB-CL-62).", ("shared", "respect")),
    GameOption("hall_spares", "exposure", "The Long Hall spares one population from exposure, or from Winter hunger "
               "too (AMB-CL-57).", ("exposure", "hunger")),
)


@by_identity
@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Settings:
    """The options of a match, typed; what each means is said in `OPTIONS`."""

    players: int
    years: int
    gate: int
    promises: bool
    first_spring_migrants: bool
    migrants: str
    cards: str
    specials: str
    passing: str
    start_token: str
    weak_defend: bool
    weak_count: bool
    winter_kills: bool
    idle_goods: str
    exchanges: int
    paved: str
    pray_mix: bool
    blessing_die: str
    respect: str
    grand_needs_long: bool
    grand_shelters: bool
    stone_over_wood: bool
    stone_fence_needs_fence: bool
    fences: str
    houses_need_people: bool
    unique_buildings: bool
    raider_steps: int
    healing: str
    valor: str
    bystanders: str
    rot: str
    harvest_event: str
    highwaymen_stop_caravan: bool
    craft_in_winter: bool
    decisive: str
    tie_bonus: str
    start_stock: int
    move_from: str
    count_small: bool
    failed: str
    hall_spares: str

    @property
    def cards_add_up(self) -> bool:
        """Return whether any number of cards go around an action and each copy adds as much (AMB-CL-61)."""
        return self.cards == "any"


def read_settings(setup: Setup) -> Settings:
    """Return the typed form of a complete setup."""
    names = [field.name for field in fields(Settings)][1:]
    return Settings(setup.players, **{name: setup.options[name] for name in names})  # type: ignore[arg-type]
