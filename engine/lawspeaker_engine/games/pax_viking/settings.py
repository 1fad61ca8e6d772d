"""The options of a match: the variants of the rulebook, and every doubt that can be read in two ways (AMB-SG-*)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.canon import by_identity
from lawspeaker_engine.games.pax_viking.rows import DIFFICULTIES
from lawspeaker_engine.model import BadSetup, Setup
from lawspeaker_engine.options import option, options_of, settings_of

_CARDS: Final = (0, 1, 2, 3, 4, 5)

_TILES_A_PLAYER: Final = (12, 12, 16, 20)
"""By difficulty."""


@by_identity
@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Settings:
    """The options of a match."""

    players: int
    novice_cards: int = option("Novice Victory Condition cards laid out (SG-SETUP-01).", 0, 1, 2, 3, 4, 5)
    standard_cards: int = option(
        "Standard Victory Condition cards laid out (SG-SETUP-01).", 0, 1, 2, 3, 4, 5, default=3)
    advanced_cards: int = option("Advanced Victory Condition cards laid out (SG-SETUP-01).", 0, 1, 2, 3, 4, 5)
    eklundian_cards: int = option("Eklundian Victory Condition cards laid out (SG-SETUP-01).", 0, 1, 2, 3, 4, 5)
    face_down: bool = option(
        "Whether the cards lie face down, and each RESOLVED Event turns one up (SG-SETUP-02).", default=False)
    deck: str = option(
        "The saga pile: random tiles; the starter deck; or 4 Ventures, 3 Events, 3 Advocates and 2 Gods a player "
        "(SG-SETUP-03..05).", "random", "starter", "balanced")
    tiles_per_player: int = option(
        "Tiles in the pile for each player; 0 takes 12, 16 or 20 as the hardest card needs them (SG-SETUP-03, "
        "SG-SETUP-06).", 0, 12, 16, 20)
    open_hands: bool = option("Whether all see all hands (SG-TURN-02).", default=False)
    jarls: str = option("Jarls are dealt, or chosen in reverse turn order (SG-SETUP-14).", "dealt", "chosen")
    promises: bool = option("Whether players may promise something; never enforced (SG.5).", default=True)
    later_silver: int = option(
        "Silver that each later player has more than the one before: 1 as printed (SG-SETUP-11), the others are ours.",
        1, 0, 2, 3, 4, 5, 6, 8)
    action_markers: int = option("Action Markers of each player (AMB-SG-02).", 4, 3)
    first_turns: str = option(
        "Action Markers in the first turn of each player: fewer for those who come early, which is ours; or all, as "
        "printed (AMB-SG-63).", "fewer", "all")
    start_hand: int = option("Tiles in hand to begin with (AMB-SG-03).", 0, 1, 2)
    track_spaces: int = option("Spaces of the saga track, which cost 1, 2, 3, ... (AMB-SG-04).", 5, 4, 6)
    track_slide: bool = option(
        "Whether tiles of the track move to cheaper empty spaces before it is refilled (AMB-SG-05).", default=False)
    track_removed: str = option(
        "Where the tile goes that leaves the track by INVEST: to the discard pile, or out of the game (AMB-SG-06).",
        "discard", "game")
    end_test: str = option(
        "When an empty track ends the game: after a Solstice, or at once (AMB-SG-08).", "after_refresh", "immediate")
    harbor_exit: str = option(
        "A POST in a Harbor REGION is left by its own harbor, or by any harbor of the REGION (AMB-SG-11).",
        "same_gate", "any_gate")
    duchy_persist: bool = option("Whether a DUCHY stays when its Ventures are lost (AMB-SG-14).", default=False)
    tie_keeps: bool = option("Whether a tied holder keeps an Influence Marker (AMB-SG-15).", default=True)
    marker_needs_follower: bool = option(
        "Whether an Influence Marker goes back where its holder has no Follower that counts for it, though nobody has "
        "more (AMB-SG-57).", default=True)
    pass_allowed: bool = option(
        "Whether one may pass with markers left, or must act as long as an action is possible (AMB-SG-17).",
        default=True)
    trade_windows: str = option(
        "A JOURNEY can TRADE at every node that it touches, or where it ends only (AMB-SG-18).", "each_node", "end")
    preprinted_replaceable: bool = option(
        "Whether Followers on Trade Centers and Powerful Allies can be replaced by those of a RIVAL (AMB-SG-20).",
        default=True)
    challenge_loss: str = option("Who names the Longship that a CHALLENGE returns (AMB-SG-25).", "victim", "challenger")
    jarldom_needs_rival: bool = option(
        "Whether JARLDOM needs a RIVAL Longship that can be returned (AMB-SG-26).", default=False)
    sweden_play_forced: bool = option(
        "Whether a Venture drawn by SWEDEN must be PLAYED if it can be (AMB-SG-27).", default=True)
    jarldom_establish: str = option(
        "Whether who is ALONE after JARLDOM must ESTABLISH if it can pay, over a Follower of its own too, or may "
        "(AMB-SG-58).", "must", "may")
    replace_own: bool = option(
        "Whether one can ESTABLISH where a Follower of one's own stands, another type in its place; a Powerful Ally "
        "acts again then (AMB-SG-59).", default=True)
    duchy_moment: bool = option(
        "Whether a DUCHY is lost for the moment in which a Venture of its own is replaced, and Longships in its HOME "
        "with it (AMB-SG-60).", default=False)
    novice_scope: str = option("Whose Novice conditions count at the end of a turn (AMB-SG-31).", "active", "all")
    reveal: str = option(
        "A face-down card is turned up after the victory check of an Event, or before it (AMB-SG-32).",
        "after_check", "before_check")
    althing_order: str = option(
        "Who votes first: the active player, or the one to the left (AMB-SG-35).", "active_first", "active_last")
    trade_offers: int = option(
        "Offers of a TRADE that a player can make in a turn, counter-offers to them not counted (AMB-SG-62).",
        8, 2, 4, 16, 64)
    trade_followers: bool = option("Whether ESTABLISHED Followers can be traded (AMB-SG-36).", default=True)
    trade_ships: bool = option("Whether Longships can be traded (AMB-SG-36).", default=True)
    ally_ships_kept: bool = option(
        "Whether Ally Longships stay when the Powerful Ally is lost (AMB-SG-40).", default=True)
    bank: str = option("Whether the bank can run out of its 160 silver (AMB-SG-41).", "unlimited", "limited")
    slots: str = option(
        "Spaces for Advocates and Gods: as the Jarl has them, or 3 and 2 for all (AMB-SG-46).", "jarl", "equal")
    stale_round: str = option(
        "What follows a round in which nobody took a tile of track or pile: the cheapest one leaves the track, or the "
        "game ends (AMB-SG-56).", "discards", "ends")

    @property
    def cards(self) -> tuple[int, ...]:
        """Return by difficulty how many Victory Condition cards are laid out."""
        return self.novice_cards, self.standard_cards, self.advanced_cards, self.eklundian_cards

    @property
    def tiles(self) -> int:
        """Return how many tiles a player the pile has."""
        hardest = max(number for number, count in enumerate(self.cards) if count)
        return self.tiles_per_player or _TILES_A_PLAYER[hardest]


OPTIONS: Final = options_of(Settings)


def read_settings(setup: Setup) -> Settings:
    """Return the typed form of a complete setup. Raises BadSetup if no Victory Condition card is laid out."""
    settings = settings_of(Settings, setup)
    if not any(count > 0 for count in settings.cards):
        wanted = ", ".join(f"{name}_cards" for name in DIFFICULTIES)
        raise BadSetup(f"a match needs a Victory Condition card: one of {wanted} must be above 0")
    return settings
