"""The options of a match: the variants of the rulebook, and every doubt that can be read in two ways (AMB-SG-*)."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

from lawspeaker_engine.canon import by_identity
from lawspeaker_engine.games.pax_viking.rows import DIFFICULTIES
from lawspeaker_engine.model import BadSetup, GameOption, Setup

_CARDS: Final = (0, 1, 2, 3, 4, 5)

OPTIONS: Final = (
    GameOption("novice_cards", 0, "Novice Victory Condition cards laid out (SG-SETUP-01).", _CARDS),
    GameOption("standard_cards", 3, "Standard Victory Condition cards laid out (SG-SETUP-01).", _CARDS),
    GameOption("advanced_cards", 0, "Advanced Victory Condition cards laid out (SG-SETUP-01).", _CARDS),
    GameOption("eklundian_cards", 0, "Eklundian Victory Condition cards laid out (SG-SETUP-01).", _CARDS),
    GameOption("face_down", default=False,
               doc="Whether the cards lie face down, and each RESOLVED Event turns one up (SG-SETUP-02)."),
    GameOption("deck", "random", "The saga pile: random tiles; the starter deck; or 4 Ventures, 3 Events, 3 Advocates "
               "and 2 Gods a player (SG-SETUP-03..05).", ("random", "starter", "balanced")),
    GameOption("tiles_per_player", 0, "Tiles in the pile for each player; 0 takes 12, 16 or 20 as the hardest card "
               "needs them (SG-SETUP-03, SG-SETUP-06).", (0, 12, 16, 20)),
    GameOption("open_hands", default=False, doc="Whether all see all hands (SG-TURN-02)."),
    GameOption("jarls", "dealt", "Jarls are dealt, or chosen in reverse turn order (SG-SETUP-14).",
               ("dealt", "chosen")),
    GameOption("promises", default=True, doc="Whether players may promise something; never enforced (SG.5)."),
    GameOption("action_markers", 4, "Action Markers of each player (AMB-SG-02).", (4, 3)),
    GameOption("start_hand", 0, "Tiles in hand to begin with (AMB-SG-03).", (0, 1, 2)),
    GameOption("track_spaces", 5, "Spaces of the saga track, which cost 1, 2, 3, ... (AMB-SG-04).", (5, 4, 6)),
    GameOption("track_slide", default=False,
               doc="Whether tiles of the track move to cheaper empty spaces before it is refilled (AMB-SG-05)."),
    GameOption("track_removed", "discard", "Where the tile goes that leaves the track by INVEST: to the discard pile, "
               "or out of the game (AMB-SG-06).", ("discard", "game")),
    GameOption("end_test", "after_refresh", "When an empty track ends the game: after a Solstice, or at once "
               "(AMB-SG-08).", ("after_refresh", "immediate")),
    GameOption("harbor_exit", "same_gate", "A POST in a Harbor REGION is left by its own harbor, or by any harbor of "
               "the REGION (AMB-SG-11).", ("same_gate", "any_gate")),
    GameOption("duchy_persist", default=False, doc="Whether a DUCHY stays when its Ventures are lost (AMB-SG-14)."),
    GameOption("tie_keeps", default=True, doc="Whether a tied holder keeps an Influence Marker (AMB-SG-15)."),
    GameOption("pass_allowed", default=True,
               doc="Whether one may pass with markers left, or must act as long as an action is possible (AMB-SG-17)."),
    GameOption("trade_windows", "each_node", "A JOURNEY can TRADE at every node that it touches, or where it ends only "
               "(AMB-SG-18).", ("each_node", "end")),
    GameOption("preprinted_replaceable", default=True, doc="Whether Followers on Trade Centers and Powerful Allies can "
               "be replaced by those of a RIVAL (AMB-SG-20)."),
    GameOption("challenge_loss", "victim", "Who names the Longship that a CHALLENGE returns (AMB-SG-25).",
               ("victim", "challenger")),
    GameOption("jarldom_needs_rival", default=False,
               doc="Whether JARLDOM needs a RIVAL Longship that can be returned (AMB-SG-26)."),
    GameOption("sweden_play_forced", default=True,
               doc="Whether a Venture drawn by SWEDEN must be PLAYED if it can be (AMB-SG-27)."),
    GameOption("novice_scope", "active", "Whose Novice conditions count at the end of a turn (AMB-SG-31).",
               ("active", "all")),
    GameOption("reveal", "after_check", "A face-down card is turned up after the victory check of an Event, or before "
               "it (AMB-SG-32).", ("after_check", "before_check")),
    GameOption("althing_order", "active_first", "Who votes first: the active player, or the one to the left "
               "(AMB-SG-35).", ("active_first", "active_last")),
    GameOption("trade_followers", default=True, doc="Whether ESTABLISHED Followers can be traded (AMB-SG-36)."),
    GameOption("trade_ships", default=True, doc="Whether Longships can be traded (AMB-SG-36)."),
    GameOption("ally_ships_kept", default=True,
               doc="Whether Ally Longships stay when the Powerful Ally is lost (AMB-SG-40)."),
    GameOption("bank", "unlimited", "Whether the bank can run out of its 160 silver (AMB-SG-41).",
               ("unlimited", "limited")),
    GameOption("slots", "jarl", "Spaces for Advocates and Gods: as the Jarl has them, or 3 and 2 for all (AMB-SG-46).",
               ("jarl", "equal")),
    GameOption("stale_round", "discards", "What follows a round in which nobody took a tile of track or pile: the "
               "cheapest one leaves the track, or the game ends (AMB-SG-56).", ("discards", "ends")),
)

_TILES_A_PLAYER: Final = (12, 12, 16, 20)
"""By difficulty."""


@by_identity
@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Settings:
    """The options of a match, typed; what each means is said in `OPTIONS`."""

    players: int
    novice_cards: int
    standard_cards: int
    advanced_cards: int
    eklundian_cards: int
    face_down: bool
    deck: str
    tiles_per_player: int
    open_hands: bool
    jarls: str
    promises: bool
    action_markers: int
    start_hand: int
    track_spaces: int
    track_slide: bool
    track_removed: str
    end_test: str
    harbor_exit: str
    duchy_persist: bool
    tie_keeps: bool
    pass_allowed: bool
    trade_windows: str
    preprinted_replaceable: bool
    challenge_loss: str
    jarldom_needs_rival: bool
    sweden_play_forced: bool
    novice_scope: str
    reveal: str
    althing_order: str
    trade_followers: bool
    trade_ships: bool
    ally_ships_kept: bool
    bank: str
    slots: str
    stale_round: str

    @property
    def cards(self) -> tuple[int, ...]:
        """Return by difficulty how many Victory Condition cards are laid out."""
        return self.novice_cards, self.standard_cards, self.advanced_cards, self.eklundian_cards

    @property
    def tiles(self) -> int:
        """Return how many tiles a player the pile has."""
        hardest = max(number for number, count in enumerate(self.cards) if count)
        return self.tiles_per_player or _TILES_A_PLAYER[hardest]


def read_settings(setup: Setup) -> Settings:
    """Return the typed form of a complete setup. Raises BadSetup if no Victory Condition card is laid out."""
    names = [field.name for field in fields(Settings)][1:]
    settings = Settings(setup.players, **{name: setup.options[name] for name in names})  # type: ignore[arg-type]
    if not any(settings.cards):
        wanted = ", ".join(f"{name}_cards" for name in DIFFICULTIES)
        raise BadSetup(f"a match needs a Victory Condition card: one of {wanted} must be above 0")
    return settings
