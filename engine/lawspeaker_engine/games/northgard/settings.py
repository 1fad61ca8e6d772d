"""The options of a match: what there is to choose from, and their typed form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.model import BadSetup, Setup
from lawspeaker_engine.options import option, options_of, settings_of
from lawspeaker_engine.setups import spell

TEAM_PLAYERS: Final = 4
SOLO_PLAYERS: Final = 2
"""The human and the Automa."""
LEVELS: Final = 14
"""At this level the Automa draws all of its fifteen cards every year: four, and one more for each level above 3."""
CREATURES_LEVEL: Final = 3
"""From this level on the Automa comes with Creatures (AUTO-LVL-06)."""
NORMAL_YEARS: Final = 7


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of a match."""

    players: int
    years: int = option(
        "How many years are played; in the long game nobody wins by territories (NG-VAR-01..03).", 7, 10)
    teams: bool = option(
        "Two teams of two, seats 0 and 2 against 1 and 3; four players only (NG-VAR-04..09).", default=False)
    clans: str = option("Clans are chosen in seat order, or dealt (AMB-R44).", "chosen", "random")
    start_resource: str = option("What everybody begins with two of besides food (AMB-R03).", "wood", "lore")
    kaija_alone: bool = option("Whether Kaija may move without other units (AMB-R22).", default=True)
    snake_over_impassable: bool = option(
        "Whether Scorched Earth may be placed across an impassable border (AMB-R25); the base game prints none.",
        default=True)
    open_fame: bool = option("Whether all players see each other's fame (AMB-R36).", default=False)
    edition: str = option("The rules: of the box, or of the prototype (NGP-*).", "retail", "prototype")
    clan_pool: str = option(
        "Which clans can be played: of the base game, of Uncharted Horizons, or all (UH-CLAN-00).",
        "base", "horizons", "all")
    warchiefs: bool = option("Each clan has a Warchief, a special figure (NGP-WAR-01).", default=False)
    warchief_cards: bool = option("Each clan has a third upgrade (UH-CARD-03).", default=False)
    more_cards: str = option(
        "Cards of Uncharted Horizons: of the work in progress, or all printed ones (UH-CARD-01).",
        "none", "wip", "printed")
    more_tiles: bool = option("Four more tiles are in the pile (UH-CARD-02).", default=False)
    events: str = option(
        "A year has an event: of the work in progress, or of all (UH-EVT-01..04).", "none", "wip", "all")
    victory: str = option(
        "Victory by cards instead of territories: some of them, or all (UH-ALT-01..11).", "none", "thane", "jarl")
    victory_cards: str = option(
        "Victory cards: of the work in progress, or all printed ones (UH-ALT-06).", "wip", "all")
    built_alone: bool = option(
        "Whether Built Territories wins alone, as in the base game, when it is drawn (AMB-H47).", default=False)
    dragon_bonus_needs_yield: bool = option(
        "Whether Dragon's bonus is collected only where the territory yields it (AMB-H08).", default=True)
    lynx_rough: bool = option(
        "Whether Brundr and Kaelinn cross rough borders when an own card is played (AMB-H13).", default=False)
    beasts_named: bool = option(
        "Whether cards of opponents that name a unit may name Kaija, or Brundr and Kaelinn (AMB-H62).", default=True)
    copies_play: bool = option(
        "Whether who resolves an own clan card again plays it, for powers that act when one is played (AMB-H64).",
        default=False)
    creatures: str = option(
        "Creatures appear on lairs, move and attack: the base nine, or those of Uncharted Horizons too (UH-CRE-01).",
        "none", "base", "horizons")
    more_creatures: bool = option(
        "Who passes may let a creature appear while there are fewer than players (NG-CRE-20); needs creatures.",
        default=False)
    environment: bool = option(
        "The four Environment tiles come into the pile after the setup (UH-ENV-01).", default=False)
    central: str = option(
        "The tile in the centre of the map (UH-CTR-01); wyverns_den needs creatures.",
        "standard", "yggdrasil", "great_lake", "volcano", "wyverns_den", "random")
    vedrfolnir_fame: bool = option(
        "Whether a tile laid for Vedrfolnir gives fame for own territories that it closes (AMB-H30).", default=True)
    camp_fame: str = option("What Kobold Camp gives besides food and wood (AMB-H01).", "fame", "lore")
    automa: int = option(
        "The level of the Automa, which plays seat 1 against one player; 0 for none. From 3 on there are creatures "
        "(AUTO-LVL-01..06). At 14 it draws all its cards every year, so that more levels would add nothing (AMB-A27).",
        *range(LEVELS + 1))
    automa_ties: str = option(
        "Who decides what the Automa's criteria leave open: the human, or the first of those that are tied is taken "
        "(AUTO-PRIO-03).", "human", "first")
    automa_die: str = option(
        "What the Automa takes of a die that shows either, if it wins with it (AMB-A02).", "casualty", "point")
    automa_trades: str = option(
        "What the Automa trades food for; wood becomes lore in any case (AMB-A03).", "lore", "wood")
    leader_points: int = option("What a Leader of the Automa is worth in a combat with the Warchiefs (AMB-A01).", 3, 2)
    sea: bool = option("Beaches with Ports lie beside the map, and units go on Raids (UH-SEA-01).", default=False)
    raid_deck: int = option("Raid cards: those of the work in progress, or all printed ones.", 20, 24)
    port_points: int = option("Combat points of who defends a Port (AMB-H22).", 2, 1)
    port_travel_attacks: bool = option("Whether units may attack from Port to Port (AMB-H21).", default=True)
    raid_last_unit: bool = option(
        "Whether the last unit may leave a Port; its Raid keeps the Port while nobody is there (AMB-H49).",
        default=False)
    sea_closes: bool = option(
        "Whether the sea of a Beach closes land as a border does (AMB-H65); if not, land that faces it never closes.",
        default=False)
    automa_creatures: str = option(
        "What creatures are to the Automa, on which they never act: neutral, so that their territories do not bind it "
        "either, or it builds, recruits, moves, explores and harvests there as a player does (AMB-A24).",
        "neutral", "binding")
    automa_left_out: int = option(
        "How many Development cards are taken out of a solo game: the two of the rulebook, or Defensive Strategy too, "
        "which has nothing to prevent there (AMB-A25).", 2, 3)
    automa_fame: str = option("Whether all see the Automa's fame, or nobody does (AMB-A26).", "open", "hidden")
    wyvern_attacks: bool = option(
        "Whether the Wyvern attacks who stands on its Den when it comes there in year 3 (AMB-H60).", default=True)
    port_is_building: bool = option(
        "Whether a Port is a building for the Rock Golem, ties at the end and Building Ownership (AMB-H48).",
        default=True)


OPTIONS: Final = options_of(Settings)
_NOT_WITH_AUTOMA: Final = ("environment", "central", "sea", "victory")
_NOT_IN_PROTOTYPE: Final = (
    "clan_pool", "warchief_cards", "more_cards", "more_tiles", "events", "victory", "victory_cards",
    "creatures", "more_creatures", "environment", "central", "automa", "sea",
)


def read_settings(setup: Setup) -> Settings:
    """Return the typed form of a setup's options. Raises BadSetup for options that do not go together."""
    options = setup.options
    # The level brings creatures (AUTO-LVL-03).
    brings = int(options["automa"]) >= CREATURES_LEVEL and options["creatures"] == "none"
    settings = settings_of(Settings, setup, **{"creatures": "base"} if brings else {})
    check(settings)
    return settings


def check(settings: Settings) -> None:
    """Raise BadSetup, in one sentence, for options that do not go together (NG-VAR-04, NGP-VAR-01)."""
    if settings.teams and settings.players != TEAM_PLAYERS:
        raise BadSetup(f"option teams of northgard needs exactly {TEAM_PLAYERS} players, not {settings.players}")
    if settings.central == "wyverns_den" and not has_creatures(settings):
        raise BadSetup("central wyverns_den of northgard needs creatures; choose another tile, or set creatures")
    if settings.more_creatures and not has_creatures(settings):
        raise BadSetup("more_creatures of northgard needs creatures; set creatures, or more_creatures to false")
    if settings.edition == "prototype":
        if settings.years != NORMAL_YEARS:
            raise BadSetup(f"edition prototype of northgard has {NORMAL_YEARS} years, not {settings.years}")
        if settings.teams:
            raise BadSetup("edition prototype of northgard has no teams; set teams to false")
        for each in OPTIONS:
            if each.name in _NOT_IN_PROTOTYPE and getattr(settings, each.name) != each.default:
                raise BadSetup("edition prototype of northgard goes with the option warchiefs alone; "
                               f"set {each.name} to {spell(each.default)}")
    if settings.automa:
        check_solo(settings)


def check_solo(settings: Settings) -> None:
    """Raise BadSetup for what does not go together with the Automa (AUTO-MOD-04, AUTO-LVL-06)."""
    if settings.players != SOLO_PLAYERS:
        raise BadSetup(f"the Automa of northgard is one of {SOLO_PLAYERS} players, not of {settings.players}")
    if settings.years != NORMAL_YEARS:
        raise BadSetup(f"a solo game of northgard has {NORMAL_YEARS} years, not {settings.years}")
    for each in OPTIONS:
        if each.name in _NOT_WITH_AUTOMA and getattr(settings, each.name) != each.default:
            raise BadSetup(f"the Automa of northgard does not go with {each.name}; "
                           f"set {each.name} to {spell(each.default)}")


def has_creatures(settings: Settings) -> bool:
    """Return whether creatures are in play."""
    return settings.creatures != "none"
