"""Facts of a match of Pax Viking, which fill its texts: numbers, and which parts are in play."""

from __future__ import annotations

from lawspeaker_engine.games.pax_viking.abilities import verbs
from lawspeaker_engine.games.pax_viking.actions.bargain import PROPOSALS
from lawspeaker_engine.games.pax_viking.actions.journey import PARTNERS
from lawspeaker_engine.games.pax_viking.actions.promises import IN_TURN
from lawspeaker_engine.games.pax_viking.board import POSTS, WINDS
from lawspeaker_engine.games.pax_viking.followers import VENTURES_OF_A_DUCHY
from lawspeaker_engine.games.pax_viking.phases.setup import BALANCED, FIRST_SILVER, STARTER_TILES, VENTURES_FOR
from lawspeaker_engine.games.pax_viking.phases.turn import exhausted_at_first
from lawspeaker_engine.games.pax_viking.rows import DIFFICULTIES, KINDS, TILES, TYPES, VENTURE, VICTORIES
from lawspeaker_engine.games.pax_viking.settings import Settings
from lawspeaker_engine.games.pax_viking.state import (
    ALLY_SHIPS,
    FOLLOWERS,
    HAND_LIMIT,
    HOME_MARKERS,
    LONGSHIPS,
    SILVER,
    STEPS,
)
from lawspeaker_engine.template import Fact


def tiles_on(settings: Settings) -> list[int]:
    """Return the tiles that a match can have: all, but for a deck of marked ones alone."""
    if settings.deck != "starter" or settings.tiles > STARTER_TILES:
        return list(range(len(TILES)))
    laid = settings.players < VENTURES_FOR
    return [number for number, row in enumerate(TILES)
            if 0 < row.starter <= settings.players or (laid and row.kind == VENTURE)]


def cards_on(settings: Settings) -> list[int]:
    """Return the Victory Condition cards that a match can have."""
    laid = [name for name, count in zip(DIFFICULTIES, settings.cards, strict=True) if count]
    return [number for number, row in enumerate(VICTORIES) if row.difficulty in laid]


def facts_of(settings: Settings) -> dict[str, Fact]:
    """Return the facts of a match."""
    novice, *others = settings.cards
    return {
        "players": settings.players, "winds": len(WINDS), "types": len(TYPES),
        "longships": LONGSHIPS, "ally_ships": sum(ALLY_SHIPS), "followers": FOLLOWERS, "steps": STEPS,
        "hand_limit": HAND_LIMIT, "home_markers": HOME_MARKERS, "duchy_ventures": VENTURES_OF_A_DUCHY,
        "cards": _cards(settings), "face_down": settings.face_down,
        "novice": bool(novice), "at_events": any(count > 0 for count in others),
        "novice_all": settings.novice_scope == "all", "before_check": settings.reveal == "before_check",
        "keys": sum(post.key for post in POSTS), **_setup(settings), **_turn(settings), **_actions(settings),
        **_effects(settings),
    }


def _effects(settings: Settings) -> dict[str, Fact]:
    """Return which effects that ask something are on the table, where a deck may lack them."""
    effects = [effect for tile in tiles_on(settings) for effect in TILES[tile].ability.all_effects()]
    kinds, returns = {type(effect) for effect in effects}, verbs.ReturnFollower
    return {
        "peeks": verbs.Peek in kinds, "swaps": verbs.SwapWithTrack in kinds, "copies": verbs.Copy in kinds,
        "buys": verbs.BuyTile in kinds, "plays": verbs.Procedure in kinds,
        "counts_as": any(isinstance(effect, verbs.CountsAs) and effect.of == "chosen_type" for effect in effects),
        "advocates_lost": any(isinstance(effect, returns) and effect.on == "advocate" for effect in effects),
    }


def _cards(settings: Settings) -> str:
    """Return how many cards are laid out: `3 Standard`, `1 Novice and 2 Advanced`."""
    return " and ".join(f"{count} {name.capitalize()}"
                        for name, count in zip(DIFFICULTIES, settings.cards, strict=True) if count)


def _setup(settings: Settings) -> dict[str, Fact]:
    each = ", ".join(f"{count} {KINDS[kind].capitalize()}s" for kind, count in BALANCED)
    more = settings.tiles - STARTER_TILES
    return {
        "jarls_chosen": settings.jarls == "chosen", "first_silver": FIRST_SILVER, "later_silver": settings.later_silver,
        "start_hand": settings.start_hand, "laid": max(0, VENTURES_FOR - settings.players),
        "random_deck": settings.deck == "random", "starter_deck": settings.deck == "starter",
        "balanced_deck": settings.deck == "balanced", "balanced": each, "box": len(TILES), "more_tiles": more,
        "pile": settings.tiles * settings.players,
        "track": ", ".join(map(str, range(1, settings.track_spaces + 1))), "spaces": settings.track_spaces,
        "bank": SILVER if settings.bank == "limited" else 0, "equal_slots": settings.slots == "equal",
    }


def _turn(settings: Settings) -> dict[str, Fact]:
    markers = settings.action_markers
    first = [markers - (exhausted_at_first(settings, turn) if settings.first_turns == "fewer" else 0)
             for turn in range(1, settings.players + 1)]
    return {
        "markers": markers, "fewer": first != [markers] * settings.players, "first_markers": ", ".join(map(str, first)),
        "tie_keeps": settings.tie_keeps, "needs_follower": settings.marker_needs_follower,
        "pass_allowed": settings.pass_allowed, "slide": settings.track_slide,
        "to_discard": settings.track_removed == "discard", "at_once": settings.end_test == "immediate",
        "stale_ends": settings.stale_round == "ends", "open_hands": settings.open_hands,
        "promises": settings.promises, "in_turn": IN_TURN,
    }


def _actions(settings: Settings) -> dict[str, Fact]:
    return {
        "any_gate": settings.harbor_exit == "any_gate", "trade_at_end": settings.trade_windows == "end",
        "partners": PARTNERS, "proposals": PROPOSALS, "trade_offers": settings.trade_offers,
        "trade_followers": settings.trade_followers, "trade_ships": settings.trade_ships,
        "replaceable": settings.preprinted_replaceable, "replace_own": settings.replace_own,
        "victim_names": settings.challenge_loss == "victim", "jarldom_needs_rival": settings.jarldom_needs_rival,
        "jarldom_may": settings.jarldom_establish == "may", "sweden_may": not settings.sweden_play_forced,
        "duchy_persist": settings.duchy_persist, "duchy_moment": settings.duchy_moment,
        "ally_ships_kept": settings.ally_ships_kept, "active_first": settings.althing_order == "active_first",
    }
