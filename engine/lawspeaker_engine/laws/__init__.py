"""Laws that every game keeps, as functions: a test kit for games here and elsewhere.

Each takes a game, a number of players, options that are not as usual, and seeds; it plays random games of these seeds
and raises AssertionError where the game breaks the law, with what the law is, what was found, and what to do:

    for law in LAWS:
        law(MY_GAME, 2, {}, range(3))

Unlike the rules, these modules draw from `random.Random`, always by a seed of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from lawspeaker_engine.game import Game
from lawspeaker_engine.laws.ends import ends_soon_by_default, ends_soon_with_one_player, ends_with_ranks
from lawspeaker_engine.laws.questions import (
    illegal_answers_are_refused,
    options_are_not_too_many,
    options_stay_as_they_are,
    questions_are_well_formed,
)
from lawspeaker_engine.laws.random_games import (
    Options,
    all_positions,
    draw,
    final_state,
    positions,
    random_answers,
    random_pick,
)
from lawspeaker_engine.laws.secrecy import other_answer, secrets_are_kept, what_is_asked_tells_no_hand
from lawspeaker_engine.laws.states import (
    Census,
    asks_the_same_again,
    copies_are_independent,
    every_option_can_be_applied,
    keeps_its_census,
    replays_alike,
    the_loop_plays_alike,
)
from lawspeaker_engine.laws.views import Hands, the_board_draws_every_view, views_change_nothing, what_all_saw_is_known

__all__ = [
    "LAWS", "Census", "Hands", "Law", "Options", "all_positions", "asks_the_same_again", "copies_are_independent",
    "draw", "ends_soon_by_default", "ends_soon_with_one_player", "ends_with_ranks", "every_option_can_be_applied",
    "final_state", "illegal_answers_are_refused", "keeps_its_census", "options_are_not_too_many",
    "options_stay_as_they_are", "other_answer", "positions", "questions_are_well_formed", "random_answers",
    "random_pick", "replays_alike", "secrets_are_kept", "the_board_draws_every_view", "the_loop_plays_alike",
    "views_change_nothing", "what_all_saw_is_known", "what_is_asked_tells_no_hand",
]

Law = Callable[[Game[Any], int, Options, range], None]
LAWS: Final[tuple[Law, ...]] = (
    ends_with_ranks, replays_alike, copies_are_independent, asks_the_same_again, questions_are_well_formed,
    options_are_not_too_many, ends_soon_by_default, ends_soon_with_one_player, every_option_can_be_applied,
    secrets_are_kept, what_is_asked_tells_no_hand, illegal_answers_are_refused, the_board_draws_every_view,
    the_loop_plays_alike, views_change_nothing, options_stay_as_they_are,
)
"""All but `keeps_its_census` and `what_all_saw_is_known`, which need to know where the pieces of the game lie."""
