"""The setups that the laws are tried with: every legal pair of values, nothing illegal, and not too many."""

from __future__ import annotations

from functools import partial
from itertools import combinations, product

import pytest

from lawspeaker_engine.games import GAMES
from tests.engine.setups import (
    FACTORS,
    NO_YES,
    PLAYERS,
    Factors,
    Values,
    all_values,
    found_setups,
    legal_for,
    pairwise,
    setups,
)

MODULES: Factors = {
    PLAYERS: (2, 3, 4, 5),
    "edition": ("retail", "prototype"),
    "years": (7, 10),
    "teams": NO_YES,
    "clan_pool": ("base", "horizons", "all"),
    "warchiefs": NO_YES,
    "more_cards": ("none", "wip", "printed"),
    "more_tiles": NO_YES,
    "creatures": ("none", "base", "horizons"),
    "more_creatures": NO_YES,
    "environment": NO_YES,
    "central": ("standard", "yggdrasil", "volcano", "wyverns_den"),
    "sea": NO_YES,
    "events": ("none", "wip", "all"),
    "victory": ("none", "thane", "jarl"),
    "automa": (0, 1, 3),
}
"""Made up: as many options as a game with many modules has."""


def modules_fit(values: Values) -> bool:
    """Made-up rules on which of the modules go together; the factors that are not given have their defaults."""
    v = {name: choices[0] for name, choices in MODULES.items()} | values
    rules = (
        not v["teams"] or v[PLAYERS] == 4,
        not v["more_creatures"] or v["creatures"] != "none",
        v["central"] != "wyverns_den" or v["creatures"] != "none",
        v["edition"] == "retail" or all(
            value == MODULES[name][0] for name, value in v.items() if name not in (PLAYERS, "edition", "warchiefs")
        ),
        not v["automa"] or (v[PLAYERS] == 2 and v["years"] == 7 and not v["environment"] and not v["sea"]
                            and v["central"] == "standard" and v["victory"] == "none"),
        v["automa"] != 3 or v["creatures"] != "none",
    )
    return all(rules)


SMALL: Factors = {
    name: (MODULES[name][0], MODULES[name][-1]) for name in MODULES
    if name not in (PLAYERS, "clan_pool", "more_cards", "more_tiles", "events", "victory")
} | {PLAYERS: MODULES[PLAYERS]}
"""Few enough of them for every combination to be looked at."""


NORTHGARD: Factors = {
    name: FACTORS["northgard"][name]
    for name in (PLAYERS, "years", "teams", "edition", "warchiefs", "events", "victory")
}
"""The same of Northgard: those that do not all go together, and one that goes with every other."""


def pairs_of(values: Values) -> set[frozenset]:
    return {frozenset(pair) for pair in combinations(values.items(), 2)}


def every_combination(factors: Factors) -> list[Values]:
    return [dict(zip(factors, values, strict=True)) for values in product(*factors.values())]


@pytest.mark.slow
@pytest.mark.parametrize(("factors", "legal"), [
    pytest.param(NORTHGARD, legal_for(GAMES["northgard"]), id="northgard"),
    pytest.param(SMALL, modules_fit, id="modules"),
])
def test_every_pair_that_occurs_in_any_legal_setup_occurs_in_the_list(factors, legal):
    wanted = set().union(*(pairs_of(values) for values in every_combination(factors) if legal(values)))
    for found in (all_values(factors, legal), list(pairwise(factors, legal))):
        assert set().union(*map(pairs_of, found)) == wanted
    assert wanted != set().union(*map(pairs_of, every_combination(factors))), "some pair is illegal"


@pytest.mark.parametrize("name", GAMES)
def test_every_value_of_a_game_occurs_and_no_setup_is_illegal_or_made_twice(name):
    legal, made = legal_for(GAMES[name]), setups(name)
    assert all(legal(values) for values in made)
    assert len({tuple(sorted(values.items())) for values in made}) == len(made)
    for factor, values in FACTORS[name].items():
        assert {setup[factor] for setup in made} == set(values)


def test_where_nothing_is_illegal_every_pair_of_values_occurs():
    factors = FACTORS["clansmen"]
    covered = set().union(*map(pairs_of, setups("clansmen")))
    for first, second in combinations(factors, 2):
        for one, other in product(factors[first], factors[second]):
            assert frozenset(((first, one), (second, other))) in covered


@pytest.mark.parametrize("name", GAMES)
def test_factors_are_options_of_the_game_with_their_default_first(name):
    options = {option.name: option for option in GAMES[name].options}
    for factor, values in FACTORS[name].items():
        assert len(set(values)) == len(values) > 1
        if factor == PLAYERS:
            assert values == GAMES[name].players
        else:
            assert values[0] == options[factor].default
            assert set(values) <= set(options[factor].values)


@pytest.mark.slow
@pytest.mark.parametrize("name", FACTORS)
def test_the_kept_setups_are_those_that_a_search_finds(name):
    assert setups(name) == found_setups(name), "run make golden"


@pytest.mark.parametrize(("factors", "made", "most"), [
    pytest.param(FACTORS["northgard"], partial(setups, "northgard"), 60, id="northgard"),
    pytest.param(FACTORS["clansmen"], partial(setups, "clansmen"), 30, id="clansmen"),
    pytest.param(FACTORS["pax_viking"], partial(setups, "pax_viking"), 40, id="pax_viking"),
    pytest.param(MODULES, partial(all_values, MODULES, modules_fit), 40, id="modules"),
])
def test_pairs_need_few_setups_and_each_value_adds_one_more(factors, made, most):
    assert len(made()) <= most + 2 + sum(len(values) - 1 for values in factors.values())


def test_the_search_stays_quick_when_many_combinations_are_illegal():
    """The game is asked often where a pair is illegal; asking takes some 20 microseconds."""
    asked = 0

    def legal(values):
        nonlocal asked
        asked += 1
        return modules_fit(values)

    for values in all_values(MODULES, legal):
        assert modules_fit(values)
    assert asked < 100_000, asked


def test_the_list_begins_with_the_defaults_and_the_farthest_and_has_each_value_alone():
    made = all_values(MODULES, modules_fit)
    default = {name: values[0] for name, values in MODULES.items()}
    assert made[0] == default
    changed = {name for name, value in made[1].items() if value != default[name]}
    assert {"creatures", "more_creatures", "environment", "central", "sea", "events", "victory"} <= changed
    for name, values in MODULES.items():
        for value in values:
            alone = {**default, name: value}
            assert alone in made or not modules_fit(alone)
    assert {**default, "teams": True, PLAYERS: 4} in made, "with what it needs"
