"""Setting a solo game up (AUTO-SETUP-*), its levels (AUTO-LVL-*), and what goes with it (AUTO-MOD-*)."""

from __future__ import annotations

from random import Random

import pytest

from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.games.northgard.cards.resolving import number_of
from lawspeaker_engine.games.northgard.composition import lay_table
from lawspeaker_engine.games.northgard.modules.automa_moves import LEADERS
from lawspeaker_engine.games.northgard.modules.automa_part import AUTOMA, HUMAN
from lawspeaker_engine.games.northgard.modules.automa_setup import EAST, NORTH_EAST, WEST, LayAutomaTile, PlaceLeader
from lawspeaker_engine.games.northgard.options import PlaceTile, Territory, Tile
from lawspeaker_engine.games.northgard.phases.setup import LayFirstTile
from lawspeaker_engine.games.northgard.tiles import TILE_NUMBER
from lawspeaker_engine.model import BadSetup, Chance
from lawspeaker_engine.playing import check, play
from lawspeaker_engine.setups import make_setup, manned

from .positions import graph, inline_tile, offered, territory_at, tiles_map
from .solo import GAME, part, rolled, settle, solo, tell


def states(seed=0, level=2, **options):
    """Every position of a random solo game in which somebody is asked, with its question."""
    random, dice = Random(seed), Dice(match_seed(bytes(32), f"solo-{seed}"))
    state = GAME.setup(make_setup(GAME, 2, {"automa": level, **options}))

    def choose(decision):
        count = random.randint(decision.least, decision.most)
        return check(decision, random.sample(range(len(decision.options)), count))

    for step in play(GAME, state, choose, lambda drawn: dice.draw(drawn.stream, len(drawn.options), drawn.count)):
        yield state, step.question


def after_setup(seed, **options):
    """The first position of year 1."""
    return next(state for state, _ in states(seed, **options) if state.year)


@pytest.mark.parametrize("seed", range(8))
def test_AUTO_SETUP_01_AUTO_SETUP_06_AUTO_SETUP_07_AUTO_SETUP_09_AUTO_SETUP_10_tiles_and_groups(seed):
    state = after_setup(seed)
    laid = [(x, y) for _, x, y, _ in state.board.laid]
    assert laid[:3] == [(0, 0), (-1, 0), (1, 0)]
    assert laid[4] == ((1, -1) if laid[3] == (1, 1) else (1, 1))
    assert [state.units_on_map(seat) for seat in (HUMAN, AUTOMA)] == [6, 6]
    assert all(each.territory >= 0 for each in state.figures if each.figure in LEADERS)
    for each in state.figures:
        if each.figure in LEADERS:
            assert state.board.units[each.territory] == 2
    assert len(state.pile) + len(laid) == len(state.table.tiles)
    assert state.bottom == []


@pytest.mark.parametrize("seed", range(4))
def test_AUTO_SETUP_03_AUTO_SETUP_05_AUTO_SETUP_12_the_human_begins_and_the_automa_has_neither_clan_nor_cards(seed):
    state = after_setup(seed)
    assert state.first == HUMAN
    human, automa = state.players
    assert (human.clan >= 0, automa.clan) == (True, -1)
    assert [player.resources[:2] for player in state.players] == [[2, 2], [2, 2]]
    assert automa.hand == automa.draw == automa.upgrades == automa.tiles == []


def test_AUTO_SETUP_12_nobody_is_asked_for_the_automa_and_it_takes_part_in_no_draft():
    setup = make_setup(GAME, 2, {"automa": 2})
    assert GAME.unmanned(setup) == (AUTOMA,)
    assert GAME.unmanned_name(setup) == "automa-2"
    assert manned(GAME, setup) == (HUMAN,)
    assert manned(GAME, make_setup(GAME, 2)) == (0, 1)
    prompts = set()
    for _, question in states():
        if not isinstance(question, Chance):
            assert [decision.seat for decision in question] == [HUMAN]
            prompts.update(decision.prompt for decision in question)
    assert "setup.clan" in prompts


@pytest.mark.parametrize(("settings", "left_out"), [
    ({}, {"enemy_secrets", "ancestral_curse"}),
    ({"automa_left_out": 3}, {"enemy_secrets", "ancestral_curse", "defensive_strategy"}),
])
def test_AUTO_SETUP_02_AMB_A25_two_cards_are_not_in_the_deck_and_a_third_one_by_option(settings, left_out):
    table, base = solo(**settings).table, lay_table(GAME.setup(make_setup(GAME, 2)).settings)
    gone = {number_of(card) for card in left_out}
    for mine, theirs in zip(table.decks, base.decks, strict=True):
        assert set(theirs.cards) - set(mine.cards) == set(theirs.cards) & gone
        assert mine.count == theirs.count
    assert sum(len(deck.cards) for deck in base.decks) - sum(len(deck.cards) for deck in table.decks) == len(gone)


def test_AUTO_SETUP_04_all_cards_are_in_the_deck_face_down():
    state = GAME.setup(make_setup(GAME, 2, {"automa": 2}))
    assert (part(state).deck, part(state).actions) == (list(range(15)), [])
    assert GAME.view(state, HUMAN).automa.deck_left == 15


def test_AUTO_SETUP_06_the_first_tile_lies_west_in_any_rotation():
    state = solo()
    state.board = tiles_map([("start", 0, 0, 0)])
    state.players[HUMAN].tiles = [TILE_NUMBER["01"], TILE_NUMBER["02"], TILE_NUMBER["03"]]
    state.push(LayFirstTile(HUMAN, anywhere=False, only=(WEST,)))
    settle(state)
    assert {(option.x, option.y) for option in offered(state)} == {(-1, 0)}
    assert len({option.rotation for option in offered(state)}) > 1


RICH = inline_tile("rich", {"n": "N", "rest": "ESW"}, regular="n-rest", n={"food": 1, "small": 1}, rest={"wood": 2})
BARE = inline_tile("bare", {"all": "NESW"})


SOUTH = inline_tile("south", {"s": "S", "rest": "NEW"}, regular="s-rest", s={"food": 1})
CROSS = inline_tile("cross", {"n": "N", "e": "E", "s": "S", "w": "W"}, regular="n-e e-s s-w w-n", n={"food": 1})


def laying(cell, laid, *pile):
    """The Automa is to lay one of these tiles on a cell; the state, and the numbers of the tiles."""
    state = solo()
    state.board = tiles_map(laid, *pile)
    ids = [tile.id for tile in state.board.printed]
    numbers = [ids.index(tile.id) for tile in pile]
    state.pile = sorted(numbers)
    state.push(LayAutomaTile(0, cell))
    settle(state)
    return state, numbers


def test_AUTO_SETUP_07_AMB_A05_a_tile_without_resources_goes_under_the_pile_but_only_once():
    state, (bare, other, rich) = laying(EAST, [(BARE, 0, 0, 0)], inline_tile("bare-2", {"all": "NESW"}),
                                        inline_tile("bare-3", {"all": "NESW"}), RICH)
    rolled(state, Tile(bare))
    assert (state.bottom, len(state.board.laid)) == ([bare], 1)
    rolled(state, Tile(other))
    assert state.board.laid[-1] == (other, 1, 0, 0)
    assert (state.bottom, state.pile) == ([bare], [rich])


def test_AUTO_SETUP_07_a_tile_with_a_resource_is_laid_at_once_without_rotating():
    state, (rich, _) = laying(EAST, [(BARE, 0, 0, 0)], RICH, CROSS)
    rolled(state, Tile(rich))
    assert state.board.laid[-1] == (rich, 1, 0, 0)
    assert state.board.owner[territory_at(state.board, 1, 0, "S")] == AUTOMA  # two wood are more than one food


def test_AMB_A06_it_is_turned_as_little_as_it_must_be_and_a_tile_that_never_fits_goes_under_the_pile():
    """In the corner of three tiles no border may end."""
    corner = [(BARE, 0, 0, 0), (BARE, 1, 0, 0), (BARE, 0, 1, 0)]
    state, (cross, south) = laying(NORTH_EAST, corner, CROSS, SOUTH)
    rolled(state, Tile(cross))
    assert state.bottom == [cross]
    settle(state)
    rolled(state, Tile(south))
    assert state.board.laid[-1] == (south, 1, 1, 2)


def test_AUTO_SETUP_08_AUTO_SETUP_11_leader_and_two_units_where_the_criteria_say():
    state = solo()
    names = graph(state, {"H": {"own": 0, "u": 3}, "poor": {"food": 1}, "wood": {"wood": 2}, "food": {"food": 2}})
    state.push(PlaceLeader(1, tuple(names.values())))
    settle(state)
    assert state.special_figures(AUTOMA, names["food"]) == (LEADERS[1],)
    assert state.board.units[names["food"]] == 2
    state.push(PlaceLeader(0, tuple(names.values())))  # the first group's territory is taken (AUTO-SETUP-11)
    settle(state)
    assert state.special_figures(AUTOMA, names["wood"]) == (LEADERS[0],)


@pytest.mark.parametrize(("one", "other"), [
    ({"food": 1, "wood": 1}, {"food": 1}), ({"food": 2}, {"food": 1, "wood": 1}),
    ({"wood": 1}, {"lore": 1}), ({"small": 1}, {}), ({"open": 1}, {"open": 0}),
])
def test_AUTO_SETUP_08_each_criterion_in_its_turn(one, other):
    state = solo()
    names = graph(state, {"other": other, "one": one})
    state.push(PlaceLeader(0, tuple(names.values())))
    settle(state)
    assert state.board.owner[names["one"]] == AUTOMA


def test_AUTO_SETUP_08_at_last_the_territory_farthest_from_the_human_and_then_the_human_decides():
    state = solo()
    names = graph(state, {"H": {"own": 0, "u": 3}, "near": {}, "far": {}},
                  [("H", "near", "regular"), ("near", "far", "regular")])
    state.push(PlaceLeader(0, (names["near"], names["far"])))
    settle(state)
    assert state.board.owner[names["far"]] == AUTOMA
    names = graph(state, {"a": {}, "b": {}})
    state.push(PlaceLeader(1, tuple(names.values())))
    settle(state)
    tell(state, Territory(names["b"]))
    assert state.board.owner[names["b"]] == AUTOMA


# Levels, and what goes together.


@pytest.mark.parametrize("level", range(3, 9))
def test_AUTO_LVL_03_AUTO_LVL_06_from_level_3_on_there_are_creatures(level):
    """The base ones, unless the options say more."""
    for options, creatures in (({}, "base"), ({"creatures": "base"}, "base"), ({"creatures": "horizons"}, "horizons")):
        state = GAME.setup(make_setup(GAME, 2, {"automa": level, **options}))
        assert state.settings.creatures == creatures
        assert "creatures" in state.table.modules
    assert GAME.setup(make_setup(GAME, 2, {"automa": 2})).settings.creatures == "none"


def test_AMB_A22_the_level_says_how_the_game_is_won():
    assert [len(solo(level).table.victories) for level in range(1, 9)] == [1, 0, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(("players", "options", "words"), [
    (3, {}, "one of 2 players, not of 3"), (2, {"years": 10}, "7 years"), (4, {"teams": True}, "2 players"),
    (2, {"victory": "thane"}, "set victory to none"), (2, {"edition": "prototype"}, "set automa to 0"),
])
def test_AUTO_MOD_04_what_does_not_go_with_the_automa(players, options, words):
    with pytest.raises(BadSetup, match=words):
        GAME.setup(make_setup(GAME, players, {"automa": 1, **options}))


@pytest.mark.parametrize("options", [
    {"events": "all", "warchiefs": True, "clan_pool": "all", "more_cards": "printed", "more_tiles": True},
    {"automa_ties": "first", "automa_die": "point", "automa_trades": "wood", "leader_points": 2},
])
@pytest.mark.parametrize("level", [1, 2])
def test_AUTO_MOD_04_what_goes_with_the_automa_is_played_to_the_end(options, level):
    for seed in range(2):
        state = [state for state, _ in states(seed, level, **options)][-1]
        assert GAME.outcome(state)


@pytest.mark.parametrize("level", [3, 5, 8])
def test_AUTO_LVL_03_AUTO_LVL_05_higher_levels_are_played_to_the_end_with_creatures(level):
    for options in ({"creatures": "base"}, {"creatures": "horizons", "more_creatures": True, "warchiefs": True}):
        found = list(states(1, level, **options))
        asked = {decision.seat for _, question in found if not isinstance(question, Chance) for decision in question}
        assert GAME.outcome(found[-1][0])
        assert asked == {0}, "the Automa is never asked"


def test_AUTO_MOD_04_the_human_lays_a_tile_of_its_hand():
    asked = next(question for _, question in states() if not isinstance(question, Chance)
                 and question[0].prompt == "setup.tile")
    assert isinstance(asked[0].options[0], PlaceTile)
