"""Laws that every game keeps: for every number of players over many seeded games, for other options over some."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_engine.laws import (
    Census,
    Hands,
    Options,
    asks_the_same_again,
    copies_are_independent,
    ends_soon_by_default,
    ends_soon_with_one_player,
    ends_with_ranks,
    every_option_can_be_applied,
    illegal_answers_are_refused,
    keeps_its_census,
    options_are_not_too_many,
    options_stay_as_they_are,
    questions_are_well_formed,
    replays_alike,
    secrets_are_kept,
    the_loop_plays_alike,
    views_change_nothing,
    what_all_saw_is_known,
    what_is_asked_tells_no_hand,
)
from tests.engine.clansmen import conservation as clansmen_conservation
from tests.engine.ends import ends_of
from tests.engine.northgard import conservation as northgard_conservation
from tests.engine.pax_viking import conservation as pax_viking_conservation
from tests.engine.setups import PLAYERS, setups

TABLES = [(name, players) for name, game in GAMES.items() for players in game.players]
DEFAULTS: list[tuple[str, int, Options]] = [(name, players, {}) for name, players in TABLES]
ALL, SOME, FEW = 16, 4, 1
CENSUS: dict[str, Census] = {
    "northgard": northgard_conservation.census,
    "clansmen": clansmen_conservation.census,
    "pax_viking": pax_viking_conservation.census,
}
"""By game: what must stay the same in all its positions, as far as it is there yet."""

HANDS: dict[str, Hands] = {
    "northgard": northgard_conservation.HANDS,
    "clansmen": clansmen_conservation.HANDS,
    "pax_viking": pax_viking_conservation.HANDS,
}
"""By game: where pieces lie that may come to a hand for all to see."""


def other_setups(name: str) -> list[tuple[str, int, Options]]:
    """Return the setups of a game with other options than the default ones: in each, those that are no defaults."""
    default = {option.name: option.default for option in GAMES[name].options}
    found: list[tuple[str, int, Options]] = []
    for values in setups(name):
        options = {option: value for option, value in values.items() if option != PLAYERS and value != default[option]}
        if options:
            found.append((name, int(values[PLAYERS]), options))
    return found


def quick_setup(found: list[tuple[str, int, Options]]) -> tuple[str, int, Options]:
    """Return the setup with most options that are no defaults, of those with fewest players, whose games are short."""
    return min(found, key=lambda setup: (setup[1], -len(setup[2])))


def setup_id(number: int, name: str, players: int, options: Options) -> str:
    """Return the id of a setup: its options if these are few."""
    few = ",".join(f"{option}={value}" for option, value in options.items()) if len(options) < 3 else f"mixed-{number}"
    return "-".join(filter(None, (name, str(players), few)))


def laws(all_of_them: int = 1, *, of_others: int = FEW, every: int = 1) -> pytest.MarkDecorator:
    """Parametrise a law by `name`, `players`, `options` and `seeds`.

    With default options: `all_of_them` seeds in `make test-slow`; the first of them in `make test`, for the smallest
    number of players. With other ones: `of_others` seeds in `make test-slow`, the first of them in `make test` for the
    quick setup of each game; of all these setups that one and each `every`-th.
    """
    cases = [
        (number, (name, players, options), players == min(GAMES[name].players), all_of_them)
        for number, (name, players, options) in enumerate(DEFAULTS)
    ]
    for name in GAMES:
        found = other_setups(name)
        quick = quick_setup(found)
        cases += [(number, setup, setup is quick, of_others) for number, setup in enumerate(found)
                  if number % every == 0 or setup is quick]
    return pytest.mark.parametrize(("name", "players", "options", "seeds"), [
        pytest.param(*setup, seeds, id="-".join(filter(None, (setup_id(number, *setup), which))), marks=marks)
        for number, setup, quick, count in cases
        for seeds, which, marks in (
            (range(int(quick)), "", ()), (range(int(quick), count), "slow-seeds", pytest.mark.slow))
        if seeds
    ])


@laws(ALL)
def test_games_end_with_a_rank_and_a_score_for_everybody(
    name: str, players: int, options: Options, seeds: range,
) -> None:
    ends_with_ranks(GAMES[name], players, options, seeds)


@laws(SOME, every=3)
def test_a_replay_gives_the_same_digest_at_every_step(
    name: str, players: int, options: Options, seeds: range,
) -> None:
    replays_alike(GAMES[name], players, options, seeds)


@laws(every=4)
def test_a_copy_is_independent(
    name: str, players: int, options: Options, seeds: range,
) -> None:
    copies_are_independent(GAMES[name], players, options, seeds)


@laws(every=4)
def test_asking_again_gives_the_same_question_and_changes_nothing(
    name: str, players: int, options: Options, seeds: range,
) -> None:
    asks_the_same_again(GAMES[name], players, options, seeds)


@laws(SOME)
def test_questions_are_well_formed(
    name: str, players: int, options: Options, seeds: range,
) -> None:
    questions_are_well_formed(GAMES[name], players, options, seeds)


@laws(SOME, every=2)
def test_no_decision_has_very_many_options_and_few_have_many(
    name: str, players: int, options: Options, seeds: range,
) -> None:
    options_are_not_too_many(GAMES[name], players, options, seeds)


@laws(SOME, every=2)
def test_a_game_in_which_all_answer_by_default_ends_soon(
    name: str, players: int, options: Options, seeds: range,
) -> None:
    ends_soon_by_default(GAMES[name], players, options, seeds)


@laws(SOME, every=2)
def test_a_game_in_which_all_but_one_answer_by_default_ends_soon(
    name: str, players: int, options: Options, seeds: range,
) -> None:
    ends_soon_with_one_player(GAMES[name], players, options, seeds)


@laws(SOME)
def test_nothing_appears_or_vanishes(
    name: str, players: int, options: Options, seeds: range,
) -> None:
    if name not in CENSUS:
        pytest.skip(f"{name} has no census")
    keeps_its_census(GAMES[name], players, options, seeds, CENSUS[name])


@laws(every=3)
def test_every_single_option_offered_can_be_applied(
    name: str, players: int, options: Options, seeds: range,
) -> None:
    every_option_can_be_applied(GAMES[name], players, options, seeds)


@laws(SOME, every=2)
def test_secret_answers_change_nothing_that_others_see(
    name: str, players: int, options: Options, seeds: range,
) -> None:
    secrets_are_kept(GAMES[name], players, options, seeds)


@laws(SOME, every=2)
def test_who_is_asked_what_tells_nothing_of_a_hand(
    name: str, players: int, options: Options, seeds: range,
) -> None:
    what_is_asked_tells_no_hand(GAMES[name], players, options, seeds)


@laws(SOME, every=4)
def test_what_came_to_a_hand_for_all_to_see_is_known(
    name: str, players: int, options: Options, seeds: range,
) -> None:
    what_all_saw_is_known(GAMES[name], players, options, seeds, HANDS[name])


@laws(every=4)
def test_illegal_answers_are_refused_with_a_reason(
    name: str, players: int, options: Options, seeds: range,
) -> None:
    illegal_answers_are_refused(GAMES[name], players, options, seeds)


@laws(every=8)
def test_the_shared_loop_plays_like_the_laws_do(
    name: str, players: int, options: Options, seeds: range,
) -> None:
    the_loop_plays_alike(GAMES[name], players, options, seeds)


@laws(every=8)
def test_a_look_at_a_state_changes_nothing(name: str, players: int, options: Options, seeds: range) -> None:
    views_change_nothing(GAMES[name], players, options, seeds)


@laws(every=8)
def test_an_answer_changes_no_option(name: str, players: int, options: Options, seeds: range) -> None:
    options_stay_as_they_are(GAMES[name], players, options, seeds)


HASH_SEED_PROGRAM = """
import json, sys
from tests.engine.ends import ends_of
print(ends_of(json.load(sys.stdin)), end="")
"""


@pytest.mark.parametrize(("hash_seeds", "everywhere"), [
    (("1",), False), pytest.param(("0", "42", "4294967295"), True, marks=pytest.mark.slow),
])
def test_hash_seeds_do_not_matter(hash_seeds: tuple[str, ...], everywhere: bool) -> None:
    """The same games end in the same states under several PYTHONHASHSEEDs, and in this process under its own.

    The quick run plays each game once, in the quick setup.
    """
    played: list[tuple[str, int, Options]] = []
    for name, game in GAMES.items():
        found = other_setups(name)
        played += [*((name, players, {}) for players in game.players), *found] if everywhere else [quick_setup(found)]
    ends = ends_of(played)
    assert len(ends.splitlines()) == len(played)
    for hash_seed in hash_seeds:
        done = subprocess.run(
            [sys.executable, "-c", HASH_SEED_PROGRAM],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(sys.path)},
            input=json.dumps(played), capture_output=True, text=True, check=True,
        )
        assert done.stdout == ends, hash_seed


@pytest.mark.slow
def test_a_search_of_setups_finds_the_same_under_every_hash_seed() -> None:
    """Else the kept setups would change with every `make golden`."""
    program = "from tests.engine.setups import found_setups; print(found_setups('clansmen'))"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True, text=True, check=True,
        ).stdout for hash_seed in ("0", "1")
    }
    assert len(outputs) == 1
    assert "players" in next(iter(outputs))
