"""Whole random games, from an empty table to a Chief or none: they end, and nothing appears or vanishes on the way."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from lawspeaker_engine import canon
from lawspeaker_engine.games.clansmen.buildings import BUILDINGS, SETTLEMENT
from lawspeaker_engine.games.clansmen.cards.tales import TALES
from lawspeaker_engine.games.clansmen.phases.events import EVENTS
from lawspeaker_engine.games.clansmen.phases.season import PHASES
from lawspeaker_engine.games.clansmen.raids.raiders import TOP
from lawspeaker_engine.games.clansmen.settings import OPTIONS
from lawspeaker_engine.games.clansmen.state import AUTUMN, NO_EVENT, SPRING, SUMMER, WINTER
from lawspeaker_engine.games.clansmen.text.prompts import TEXT
from lawspeaker_engine.model import Chance
from lawspeaker_engine.playing import check
from tests.sample_sizes import first_quick, seeds

from .random_games import positions

PLAYERS = (2, 3, 4, 5, 6)
ALTERNATIVES = [
    (option.name, value) for option in OPTIONS for value in option.values if value != option.default
]
MAY_BE_EMPTY = {"raid.commit", "raid.reroll", "event.ignore"}
"""Asked of all who may have an answer, so that being asked tells nothing."""
MAY_BRING_RESPECT = ("turn.action", "build.tiles", "raid.")


def last(games):
    """The position in which a game ended."""
    *_, (state, _question) = games
    return state


def assert_ended(state):
    outcome = state.outcome
    assert outcome is not None
    assert state.phase == "over"
    assert state.agenda == []
    assert len(outcome.ranks) == len(outcome.scores) == state.settings.players
    if outcome.reason == "failed" and state.settings.failed == "shared":
        assert set(outcome.ranks) == {1}
    else:
        assert sorted(outcome.ranks) == list(range(1, state.settings.players + 1))
        assert outcome.scores[outcome.ranks.index(1)] == max(outcome.scores)


@pytest.mark.parametrize("eager", [False, True])
@pytest.mark.parametrize("players", first_quick(1, PLAYERS))
@seeds(1, 3)
def test_CL_T97_CL_SEQ_01_CL_SEQ_02_CL_SEQ_13_CL_EVENT_01_CL_EVENT_03_twenty_seasons_and_nineteen_events(
    players, eager, seeds,
):
    for seed in seeds:
        times = []
        for state, _ in positions(players, seed, eager=eager, years=5):
            if state.year and state.phase != "over" and (not times or times[-1] != (state.year, state.season)):
                times.append((state.year, state.season))
            if state.phase == "actions":
                assert len(state.past_events) == len(times) - 1, "one a season, but in the first"
        assert times == [(year, season) for year in range(1, 6) for season in (SPRING, SUMMER, AUTUMN, WINTER)]
        assert_ended(state)
        drawn = Counter(state.past_events)
        assert drawn.total() == 19
        assert all(drawn[kind] <= row.copies for kind, row in enumerate(EVENTS))


@pytest.mark.parametrize("players", first_quick(1, PLAYERS))
@seeds(1, 3)
def test_CL_SEQ_02_no_phase_comes_out_of_order(players, seeds):
    order = [phase.name for phase in PHASES]
    for seed in seeds:
        before = (0, SPRING, -1)
        for state, _ in positions(players, seed, eager=True):
            if state.phase in order:
                now = (state.year, state.season, order.index(state.phase))
                assert before <= now
                before = now


@pytest.mark.parametrize(("name", "value"), first_quick(2, ALTERNATIVES))
@seeds(1, 2)
def test_games_end_by_every_reading(name, value, seeds):
    for seed in seeds:
        assert_ended(last(positions((2, 3, 4, 6)[seed], seed, eager=seed % 2 == 0, **{name: value})))


@pytest.mark.parametrize("players", PLAYERS)
@seeds(1, 6)
def test_games_end_by_any_mixture_of_readings(players, seeds):
    for seed in seeds:
        random = Random(seed)
        options = {option.name: random.choice(option.values) for option in OPTIONS}
        assert_ended(last(positions(players, seed, eager=seed % 2 == 0, **options)))


@pytest.mark.parametrize("players", first_quick(2, PLAYERS))
def test_CL_GOAL_03_a_clan_that_is_respected_enough_has_a_chief_at_its_end(players):
    for state, _ in positions(players, 1):
        if state.phase == "setup":
            state.players[-1].respect = 30 * players
    assert_ended(state)
    assert state.outcome.reason == "chief"
    assert state.outcome.ranks[-1] == 1


# Conservation.


def assert_nothing_lost(state):
    tiles = [person.tile for player in state.players for person in player.people]
    assert len(tiles) == len(set(tiles)), "a tile holds one population at most (CL-MAP-09)"
    assert all(state.revealed[tile] for tile in tiles), "nobody stands on unrevealed land (CL-MAP-10)"
    sites = [
        (structure.tile, BUILDINGS[structure.building].site)
        for player in state.players for structure in player.structures
    ]
    assert len(sites) == len(set(sites)), "one fence and one house a tile"
    assert all(state.revealed[tile] and site != SETTLEMENT for tile, site in sites)
    assert all(0 < terrain <= 6 for terrain, known in zip(state.map_view().terrain, state.revealed, strict=True)
               if known)
    assert 0 <= state.counter <= TOP
    for player in state.players:
        assert min(*player.stock, player.blessings, player.actions, player.specials, *player.built) >= 0
        assert max(player.built) <= 1 or not state.settings.unique_buildings
        assert all(used <= allowed for used, allowed in zip(player.used, player.allowed, strict=True))
        assert player.people == sorted(player.people, key=lambda person: person.tile)
        assert player.hand == sorted(player.hand)
        assert player.attached == sorted(player.attached, key=lambda each: (each.tile, each.card))


def tales_of(state):
    """Every Tales card, wherever it lies."""
    cards = Counter(state.tales) + Counter(state.discard)
    for player in state.players:
        cards += Counter(player.hand) + Counter(attached.card for attached in player.attached)
    return cards


@pytest.mark.parametrize("eager", [False, True])
@pytest.mark.parametrize("players", first_quick(1, PLAYERS[::2]))
@seeds(1, 3)
def test_CL_MAP_09_CL_MAP_10_AMB_CL_49_one_population_a_tile_and_no_stock_below_nothing(players, eager, seeds):
    for seed in seeds:
        for state, _ in positions(players, seed, eager=eager):
            assert_nothing_lost(state)


@seeds(2, 10)
def test_conservation_holds_by_any_mixture_of_readings(seeds):
    for seed in seeds:
        random = Random(1000 + seed)
        options = {option.name: random.choice(option.values) for option in OPTIONS}
        for state, _ in positions(PLAYERS[seed % 5], seed, eager=True, **options):
            assert_nothing_lost(state)


@pytest.mark.parametrize("players", first_quick(1, PLAYERS[::2]))
@seeds(1, 3)
def test_CL_TALES_03_CL_EVENT_03_all_90_tales_and_42_events_are_somewhere(players, seeds):
    tales = Counter({card: row.copies for card, row in enumerate(TALES)})
    events = Counter({event: row.copies for event, row in enumerate(EVENTS)})
    assert (tales.total(), events.total()) == (90, 42)
    for seed in seeds:
        for state, _ in positions(players, seed, eager=True):
            assert tales_of(state) == tales
            foreseen = [state.foreseen] if state.foreseen != NO_EVENT else []
            assert Counter(state.events) + Counter(state.past_events) + Counter(foreseen) == events
            assert state.tales == sorted(state.tales)
            assert state.events == sorted(state.events)


@pytest.mark.parametrize("players", first_quick(1, PLAYERS))
@seeds(1, 4)
def test_CL_GOAL_04_respect_comes_from_actions_buildings_raids_and_the_end_of_the_year_only(players, seeds):
    for seed in seeds:
        before = None
        for state, question in positions(players, seed, eager=True):
            respect = [player.respect for player in state.players]
            if before and respect != before[0] and state.year == before[1] and state.phase != "over":
                assert before[2].startswith(MAY_BRING_RESPECT), before[2]
            first = question.prompt if isinstance(question, Chance) else question and question[0].prompt
            before = respect, state.year, first


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(15), pytest.param(range(15, 40), marks=pytest.mark.slow)], ids=len)
def test_every_question_is_asked_small_and_has_a_legal_default(seeds):
    asked = set()
    for seed in seeds:
        options = {"years": 5, "exchanges": 1 + seed % 2, "cards": ("any", "before")[seed % 4 == 0]}
        for _, question in positions(PLAYERS[seed % 5], seed, eager=seed % 3 > 0, **options):
            for each in () if isinstance(question, Chance) else question:
                asked.add(each.prompt)
                assert len(each.options) <= 200, each.prompt
                assert 0 <= each.least <= each.most <= len(each.options), each.prompt
                assert check(each, each.default) == each.default
                different = set(map(canon.digest, each.options))
                assert len(different) == len(each.options), f"{each.prompt} offers an option twice"
                assert each.most or each.prompt in MAY_BE_EMPTY, each.prompt
    assert asked <= set(TEXT.prompts)
    assert seeds.start or asked == set(TEXT.prompts)
