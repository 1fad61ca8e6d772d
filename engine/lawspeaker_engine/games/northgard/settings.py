"""The options of a match: what there is to choose from, and their typed form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.model import BadSetup, GameOption, Setup

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
    GameOption("edition", "retail", "The rules: of the box, or of the prototype.", ("retail", "prototype")),
)

TEAM_PLAYERS: Final = 4
NORMAL_YEARS: Final = 7


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of a match, as `game.make_setup` completed them."""

    edition: str
    """retail or prototype."""
    players: int
    years: int
    """7, or 10 in the long game (NG-VAR-01)."""
    teams: bool
    """Two teams of two, seats 0 and 2 against 1 and 3 (NG-VAR-04)."""
    random_clans: bool
    """Whether clans are dealt at random instead of chosen (AMB-R44)."""
    start_lore: bool
    """Whether the second of the starting resources is lore instead of wood (AMB-R03)."""
    kaija_alone: bool
    """Whether Kaija may move without other units (AMB-R22)."""
    snake_over_impassable: bool
    """Whether an impassable border makes territories adjacent for the Scorched Earth token (AMB-R25)."""
    open_fame: bool
    """Whether all players see each other's fame (AMB-R36)."""


def read_settings(setup: Setup) -> Settings:
    """Return the typed form of a setup's options. Raises BadSetup for options that do not go together."""
    options = setup.options
    settings = Settings(
        edition=str(options["edition"]),
        players=setup.players,
        years=int(options["years"]),
        teams=bool(options["teams"]),
        random_clans=options["clans"] == "random",
        start_lore=options["start_resource"] == "lore",
        kaija_alone=bool(options["kaija_alone"]),
        snake_over_impassable=bool(options["snake_over_impassable"]),
        open_fame=bool(options["open_fame"]),
    )
    check(settings)
    return settings


def check(settings: Settings) -> None:
    """Raise BadSetup, in one sentence, for options that do not go together (NG-VAR-04, NGP-VAR-01)."""
    if settings.teams and settings.players != TEAM_PLAYERS:
        raise BadSetup(f"option teams of northgard needs exactly {TEAM_PLAYERS} players, not {settings.players}")
    if settings.edition == "prototype":
        if settings.years != NORMAL_YEARS:
            raise BadSetup(f"edition prototype of northgard has {NORMAL_YEARS} years, not {settings.years}")
        if settings.teams:
            raise BadSetup("edition prototype of northgard has no teams; set teams to false")
