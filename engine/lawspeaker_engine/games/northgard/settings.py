"""The options of a match: what there is to choose from, and their typed form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from lawspeaker_engine.model import BadSetup, GameOption, Setup
from lawspeaker_engine.setups import spell

OPTIONS: Final = (
    GameOption(
        "years", 7, "How many years are played; in the long game nobody wins by territories (NG-VAR-01..03).", (7, 10),
    ),
    GameOption(
        "teams", default=False,
        doc="Two teams of two, seats 0 and 2 against 1 and 3; four players only (NG-VAR-04..09).",
    ),
    GameOption("clans", "chosen", "Clans are chosen in seat order, or dealt (AMB-R44).", ("chosen", "random")),
    GameOption("start_resource", "wood", "What everybody begins with two of besides food (AMB-R03).", ("wood", "lore")),
    GameOption("kaija_alone", default=True, doc="Whether Kaija may move without other units (AMB-R22)."),
    GameOption(
        "snake_over_impassable", default=True,
        doc="Whether Scorched Earth may be placed across an impassable border (AMB-R25); the base game prints none.",
    ),
    GameOption("open_fame", default=False, doc="Whether all players see each other's fame (AMB-R36)."),
    GameOption("edition", "retail", "The rules: of the box, or of the prototype (NGP-*).", ("retail", "prototype")),
    GameOption(
        "clan_pool", "base", "Which clans can be played: of the base game, of Uncharted Horizons, or all (UH-CLAN-00).",
        ("base", "horizons", "all"),
    ),
    GameOption("warchiefs", default=False, doc="Each clan has a Warchief, a special figure (NGP-WAR-01)."),
    GameOption("warchief_cards", default=False, doc="Each clan has a third upgrade (UH-CARD-03)."),
    GameOption(
        "more_cards", "none", "Cards of Uncharted Horizons: of the work in progress, or all printed ones (UH-CARD-01).",
        ("none", "wip", "printed"),
    ),
    GameOption("more_tiles", default=False, doc="Four more tiles are in the pile (UH-CARD-02)."),
    GameOption(
        "events", "none", "A year has an event: of the work in progress, or of all (UH-EVT-01..04).",
        ("none", "wip", "all"),
    ),
    GameOption(
        "victory", "none", "Victory by cards instead of territories: some of them, or all (UH-ALT-01..11).",
        ("none", "thane", "jarl"),
    ),
    GameOption(
        "victory_cards", "wip", "Victory cards: of the work in progress, or all printed ones (UH-ALT-06).",
        ("wip", "all"),
    ),
    GameOption("built_alone", default=False,
               doc="Whether Built Territories wins alone, as in the base game, when it is drawn (AMB-H47)."),
    GameOption("dragon_bonus_needs_yield", default=True,
               doc="Whether Dragon's bonus is collected only where the territory yields it (AMB-H08)."),
    GameOption("lynx_rough", default=False,
               doc="Whether Brundr and Kaelinn cross rough borders when an own card is played (AMB-H13)."),
    GameOption("creatures", "none", "Creatures appear on lairs, move and attack: the base nine, or those of Uncharted "
               "Horizons too (UH-CRE-01).", ("none", "base", "horizons")),
    GameOption("more_creatures", default=False,
               doc="Who passes may let a creature appear while there are fewer than players (NG-CRE-20); needs "
                   "creatures."),
    GameOption("environment", default=False,
               doc="The four Environment tiles come into the pile after the setup (UH-ENV-01)."),
    GameOption(
        "central", "standard", "The tile in the centre of the map (UH-CTR-01); wyverns_den needs creatures.",
        ("standard", "yggdrasil", "great_lake", "volcano", "wyverns_den", "random"),
    ),
    GameOption("vedrfolnir_fame", default=True,
               doc="Whether a tile laid for Vedrfolnir gives fame for own territories that it closes (AMB-H30)."),
    GameOption("camp_fame", "fame", "What Kobold Camp gives besides food and wood (AMB-H01).", ("fame", "lore")),
    GameOption(
        "automa", 0, "The level of the Automa, which plays seat 1 against one player; 0 for none. From 3 on there are "
        "creatures (AUTO-LVL-01..06).", tuple(range(9)),
    ),
    GameOption("automa_ties", "human", "Who decides what the Automa's criteria leave open: the human, or the first of "
               "those that are tied is taken (AUTO-PRIO-03).", ("human", "first")),
    GameOption("automa_die", "casualty", "What the Automa takes of a die that shows either, if it wins with it "
               "(AMB-A02).", ("casualty", "point")),
    GameOption("automa_trades", "lore", "What the Automa trades food for; wood becomes lore in any case (AMB-A03).",
               ("lore", "wood")),
    GameOption("leader_points", 3, "What a Leader of the Automa is worth in a combat with the Warchiefs (AMB-A01).",
               (3, 2)),
    GameOption("sea", default=False, doc="Beaches with Ports lie beside the map, and units go on Raids (UH-SEA-01)."),
    GameOption("raid_deck", 20, "Raid cards: those of the work in progress, or all printed ones.", (20, 24)),
    GameOption("port_points", 2, "Combat points of who defends a Port (AMB-H22).", (2, 1)),
    GameOption("port_travel_attacks", default=True, doc="Whether units may attack from Port to Port (AMB-H21)."),
    GameOption("raid_last_unit", default=False,
               doc="Whether the last unit may leave a Port; its Raid keeps the Port while nobody is there (AMB-H49)."),
)

TEAM_PLAYERS: Final = 4
SOLO_PLAYERS: Final = 2
"""The human and the Automa."""
CREATURES_LEVEL: Final = 3
"""From this level on the Automa comes with Creatures (AUTO-LVL-06)."""
NORMAL_YEARS: Final = 7


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of a match, as `game.make_setup` completed them."""

    players: int
    years: int
    """7, or 10 in the long game (NG-VAR-01)."""
    teams: bool
    """Two teams of two, seats 0 and 2 against 1 and 3 (NG-VAR-04)."""
    random_clans: bool
    """True if clans are dealt at random instead of chosen (AMB-R44)."""
    start_lore: bool
    """True if the second of the starting resources is lore instead of wood (AMB-R03)."""
    kaija_alone: bool
    """True if Kaija may move without other units (AMB-R22)."""
    snake_over_impassable: bool
    """True if an impassable border makes territories adjacent for the Scorched Earth token (AMB-R25)."""
    open_fame: bool
    """True if all players see each other's fame (AMB-R36)."""
    edition: str = "retail"
    """retail or prototype."""
    clan_pool: str = "base"
    """base, horizons or all."""
    warchiefs: bool = False
    warchief_cards: bool = False
    more_cards: str = "none"
    """none, wip or printed."""
    more_tiles: bool = False
    events: str = "none"
    """none, wip or all."""
    victory: str = "none"
    """none, thane or jarl."""
    victory_cards: str = "wip"
    """wip or all."""
    built_alone: bool = False
    dragon_bonus_needs_yield: bool = True
    lynx_rough: bool = False
    creatures: str = "none"
    """none, base or horizons."""
    more_creatures: bool = False
    environment: bool = False
    central: str = "standard"
    """standard, yggdrasil, great_lake, volcano, wyverns_den or random."""
    vedrfolnir_fame: bool = True
    camp_fame: str = "fame"
    """fame or lore."""
    automa: int = 0
    """The level; 0 for no Automa."""
    automa_ties: str = "human"
    """human or first."""
    automa_die: str = "casualty"
    """casualty or point."""
    automa_trades: str = "lore"
    """lore or wood."""
    leader_points: int = 3
    sea: bool = False
    raid_deck: int = 20
    port_points: int = 2
    port_travel_attacks: bool = True
    raid_last_unit: bool = False


_SAME_NAME: Final = (
    "teams", "kaija_alone", "snake_over_impassable", "open_fame", "edition", "clan_pool", "warchiefs", "warchief_cards",
    "more_cards", "more_tiles", "events", "victory", "victory_cards", "built_alone",
    "dragon_bonus_needs_yield", "lynx_rough", "creatures", "more_creatures", "environment", "central",
    "vedrfolnir_fame", "camp_fame", "automa", "automa_ties", "automa_die", "automa_trades", "leader_points",
    "sea", "raid_deck", "port_points", "port_travel_attacks", "raid_last_unit",
)
"""Options whose value a field of the same name holds."""
_NOT_WITH_AUTOMA: Final = ("environment", "central", "sea", "victory")
_NOT_IN_PROTOTYPE: Final = (
    "clan_pool", "warchief_cards", "more_cards", "more_tiles", "events", "victory", "victory_cards",
    "creatures", "more_creatures", "environment", "central", "automa", "sea",
)


def read_settings(setup: Setup) -> Settings:
    """Return the typed form of a setup's options. Raises BadSetup for options that do not go together."""
    options = setup.options
    values: dict[str, Any] = {name: options[name] for name in _SAME_NAME}
    if values["automa"] >= CREATURES_LEVEL and values["creatures"] == "none":
        values["creatures"] = "base"  # the level brings them (AUTO-LVL-03)
    settings = Settings(
        players=setup.players,
        years=int(options["years"]),
        random_clans=options["clans"] == "random",
        start_lore=options["start_resource"] == "lore",
        **values,
    )
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
        for option in OPTIONS:
            if option.name in _NOT_IN_PROTOTYPE and getattr(settings, option.name) != option.default:
                raise BadSetup("edition prototype of northgard goes with the option warchiefs alone; "
                               f"set {option.name} to {spell(option.default)}")
    if settings.automa:
        check_solo(settings)


def check_solo(settings: Settings) -> None:
    """Raise BadSetup for what does not go together with the Automa (AUTO-MOD-04, AUTO-LVL-06)."""
    if settings.players != SOLO_PLAYERS:
        raise BadSetup(f"the Automa of northgard is one of {SOLO_PLAYERS} players, not of {settings.players}")
    if settings.years != NORMAL_YEARS:
        raise BadSetup(f"a solo game of northgard has {NORMAL_YEARS} years, not {settings.years}")
    for option in OPTIONS:
        if option.name in _NOT_WITH_AUTOMA and getattr(settings, option.name) != option.default:
            raise BadSetup(f"the Automa of northgard does not go with {option.name}; "
                           f"set {option.name} to {spell(option.default)}")


def has_creatures(settings: Settings) -> bool:
    """Return whether creatures are in play."""
    return settings.creatures != "none"
