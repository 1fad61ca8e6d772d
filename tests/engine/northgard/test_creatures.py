"""Creatures: their pile, how they appear, move, and what territories with them are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.northgard.actions.explore import Explore, lay, placements
from lawspeaker_engine.games.northgard.modules.creature_acts import Appear, CreaturePhase, best_targets
from lawspeaker_engine.games.northgard.modules.creature_part import CREATURES, Creatures
from lawspeaker_engine.games.northgard.modules.creatures import ShuffleCreatures, kinds
from lawspeaker_engine.games.northgard.options import Action, PlaceTile, Territory
from lawspeaker_engine.games.northgard.phases.end import NewLand
from lawspeaker_engine.games.northgard.phases.setup import LayFirstTile
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.games.northgard.view import make_view
from lawspeaker_engine.model import BadSetup, Decision
from lawspeaker_engine.playing import play
from lawspeaker_engine.setups import make_setup

from .creature_positions import BLUE, RED, kind, part, place, wild
from .positions import (
    answer,
    chance,
    decision,
    draw,
    graph,
    inline_tile,
    number_of,
    occupy,
    offered,
    run,
    territory_at,
    tiles_map,
)

GAME = GAMES["northgard"]
PLAIN = inline_tile("plain", {"all": "NESW"})
LAIR = inline_tile("lair", {"all": "NESW"}, all={"lairs": 1})
TWO_LAIRS = inline_tile("two_lairs", {"n": "NE", "s": "SW"}, regular="n-s", n={"lairs": 1}, s={"lairs": 1})
HALF = inline_tile("half", {"e": "E", "rest": "NSW"}, regular="e-rest")
CORNER = [(HALF, 0, 0, 0), (PLAIN, 0, 1, 0), (HALF, 1, 1, 1)]
"""A plain tile at 1, 0 joins what is east of the first tile to what is south of the last one."""


# --- the pile ---


def test_UH_CRE_01_horizons_adds_four_pairs_to_the_base_nine():
    base = Counter({CREATURES[each].id: CREATURES[each].copies for each in kinds(wild(creatures="base").settings)})
    both = Counter({CREATURES[each].id: CREATURES[each].copies for each in kinds(wild(creatures="horizons").settings)})
    assert base == {"wolf": 3, "draugr": 2, "brown_bear": 2, "fallen_valkyrie": 2}
    assert both - base == {"rock_golem": 2, "myrkalf": 2, "giant_boar": 2, "kobold": 2}


@pytest.mark.parametrize("players", [2, 5])
def test_UH_CRE_02_NG_CRE_01_AMB_H41_weak_creatures_one_more_than_players_lie_on_top(players):
    """Weak ones that are left lie among all others below."""
    state = wild(players=players)
    state.push(ShuffleCreatures())
    run(state)
    pile = part(state)
    assert pile.top == players + 1
    assert {CREATURES[card].points for card in pile.next_cards()} == {3, 4, 5, 6}
    weak = pile.next_cards()[:]
    for _ in range(players + 1):
        assert pile.next_cards() == pile.weak
        pile.draw(pile.next_cards()[0])
    assert pile.top == 0
    assert len(pile.next_cards()) == 17 - players - 1
    assert Counter(pile.next_cards()) == Counter(weak[players + 1:]) + Counter(pile.strong)
    assert {CREATURES[card].id for card in pile.strong} == {"fallen_valkyrie", "rock_golem"}


def test_NG_CRE_04_an_empty_pile_is_renewed_from_the_defeated_and_then_nothing_is_left():
    state = wild()
    state.board = tiles_map([(LAIR, 0, 0, 0)])
    part(state).defeated = [kind("wolf"), kind("fallen_valkyrie")]
    state.push(Appear(0, acts=False))
    assert chance(state).options == [Action(kind("wolf")), Action(kind("fallen_valkyrie"))]
    draw(state, Action(kind("fallen_valkyrie")))
    run(state)
    assert part(state).defeated == []
    state.push(Appear(0, acts=False))
    run(state)
    assert [beast.row.id for beast in part(state).line] == ["fallen_valkyrie", "wolf"]
    state.push(Appear(0, acts=False))
    run(state)
    assert len(part(state).line) == 2


# --- appearing ---


def with_pile(state: State, *names: str) -> State:
    part(state).shuffle([kind(name) for name in names], top=0)
    return state


def test_NG_CRE_02_a_creature_for_each_lair_of_a_tile_from_left_to_right():
    state = with_pile(wild(), "wolf", "draugr")
    state.board = tiles_map([(PLAIN, 0, 0, 0)], TWO_LAIRS)
    lay(state, number_of(state.board, "two_lairs"), 1, 0, 0)
    draw(state, Action(kind("draugr")))
    run(state)
    north, south = territory_at(state.board, 1, 0, "N"), territory_at(state.board, 1, 0, "S")
    assert [(beast.number, beast.row.id, beast.territory) for beast in part(state).line] == [
        (1, "draugr", north), (2, "wolf", south)]


def test_NG_CRE_03_in_setup_it_appears_before_the_group_is_placed_and_does_nothing():
    state = with_pile(wild(), "draugr")
    state.phase, state.year = "setup", 0
    field = inline_tile("field", {"w": "W", "rest": "NES"}, regular="w-rest", rest={"lairs": 1})
    state.board = tiles_map([(PLAIN, 0, 0, 0)], field)
    state.players[RED].tiles = [number_of(state.board, "field")]
    state.push(LayFirstTile(RED, anywhere=False))
    place_east = next(option for option in offered(state) if option == PlaceTile(option.tile, 1, 0, 0))
    answer(state, place_east)
    asked = decision(state)
    assert asked.prompt == "setup.group"
    assert [beast.row.id for beast in part(state).line] == ["draugr"]
    answer(state, asked.options[-1])
    run(state)
    assert state.players[RED].reserve == 11


def test_NG_CRE_03_after_exploring_it_acts_at_once_and_does_not_move():
    state = with_pile(wild(), "draugr")
    state.board = tiles_map([(PLAIN, 0, 0, 0)], LAIR)
    occupy(state, RED, 0, 3)
    state.pile = [number_of(state.board, "lair")]
    state.push(Explore(RED))
    answer(state, offered(state)[0])
    run(state)
    assert state.board.units[0] == 2, "the Draugr has taken a unit"
    assert part(state).line[0].territory == 0


def test_NG_CRE_03_it_acts_on_a_second_chance_tile_too_and_not_on_one_for_Vedrfolnir():
    for explored, units in ((True, 2), (False, 3)):
        state = with_pile(wild(), "draugr")
        state.board = tiles_map([(PLAIN, 0, 0, 0)], LAIR)
        occupy(state, RED, 0, 3)
        lay(state, number_of(state.board, "lair"), 1, 0, 0, RED, explored=explored)
        run(state)
        assert state.board.units[0] == units
    state = with_pile(wild(), "draugr")
    room = inline_tile("room", {"n": "N", "rest": "ESW"}, regular="n-rest", n={"lairs": 1})
    state.board = tiles_map([(inline_tile("start", {"s": "S", "rest": "NEW"}, regular="s-rest"), 0, 0, 0)], room)
    occupy(state, RED, territory_at(state.board, 0, 0, "S"), 2)
    occupy(state, BLUE, territory_at(state.board, 0, 0, "N"), 2)
    state.pile = [number_of(state.board, "room")]
    state.push(NewLand(BLUE, 1))
    south = next(option for option in offered(state) if (option.x, option.y, option.rotation) == (0, -1, 0))
    answer(state, south)
    run(state)
    assert state.board.units[territory_at(state.board, 0, 0, "S")] == 1


def test_creatures_keep_to_their_territories_when_these_merge_and_none_is_lost():
    state = wild()
    state.board = tiles_map(CORNER, PLAIN)
    first = place(state, "wolf", territory_at(state.board, 0, 0, "E"))
    second = place(state, "fallen_valkyrie", territory_at(state.board, 1, 1, "S"))
    lay(state, number_of(state.board, "plain"), 1, 0, 0)
    assert first.territory == second.territory == territory_at(state.board, 1, 0, "W")
    assert state.board.guarded == (second.territory,)
    assert [beast.number for beast in part(state).line] == [1, 2]


# --- moving ---


Land = Mapping[str, Any]
RED_UNIT: Land = {"own": RED, "u": 1}


@pytest.mark.parametrize(("name", "around", "targets"), [
    ("wolf", {"A": {}, "B": RED_UNIT}, "B"),
    ("wolf", {"A": {"food": 3}, "B": {"food": 1}}, "A"),
    ("wolf", {"A": {"food": 3}, "B": RED_UNIT}, "B"),
    ("wolf", {"A": {**RED_UNIT, "food": 1}, "B": {**RED_UNIT, "b": ["woodcutter_lodge"]}}, "B"),
    ("wolf", {"A": {**RED_UNIT, "food": 2}, "B": {**RED_UNIT, "b": ["woodcutter_lodge"]}}, "A"),
    ("wolf", {"A": {"own": RED, "u": 2, "food": 1},
              "B": {"own": BLUE, "u": 1, "food": 1, "b": ["defense_tower"]}}, "B"),
    ("wolf", {"A": {"own": RED, "u": 2, "food": 1}, "B": {"own": BLUE, "u": 1, "food": 1}}, "A"),
    ("wolf", {"A": RED_UNIT, "B": {"own": BLUE, "u": 1}}, "AB"),
    ("draugr", {"A": {"own": RED, "u": 1, "b": ["fortress"]}, "B": {"own": BLUE, "u": 2}}, "B"),
    ("draugr", {"A": {"own": RED, "u": 2, "b": ["forge"]}, "B": {"own": BLUE, "u": 2, "b": ["training_camp"]}}, "A"),
    ("brown_bear", {"A": {**RED_UNIT, "b": ["defense_tower", "training_camp"]},
                    "B": {**RED_UNIT, "b": ["forge"]}}, "B"),
    ("brown_bear", {"A": {**RED_UNIT, "b": ["forge"]},
                    "B": {**RED_UNIT, "b": ["defense_tower", "training_camp", "food_silo"]}}, "B"),
    ("giant_boar", {"A": {**RED_UNIT, "lore": 1}, "B": {**RED_UNIT, "wood": 1, "food": 1}}, "B"),
    ("kobold", {"A": {"own": RED, "u": 3}, "B": {"own": RED, "u": 1, "b": ["food_silo"]}}, "B"),
    ("fallen_valkyrie", {"A": {"own": RED, "u": 3, "lore": 1}, "B": {"own": RED, "u": 1, "b": ["food_silo"]}}, "B"),
    ("rock_golem", {"A": {"own": RED, "u": 2}, "B": {"own": RED, "u": 1, "b": ["fortress"], "food": 3}}, "A"),
])
def test_NG_CRE_06_NG_CRE_07_a_creature_goes_by_its_priorities(name, around, targets):
    """Inhabited territories first; then the three priorities in the order of its card; the rest are a tie."""
    state = wild()
    t = graph(state, {"X": {}, **around}, [("X", other, "regular") for other in around])
    found = best_targets(state, place(state, name, t["X"]), t["X"])
    assert found == [t[each] for each in targets]


def test_NG_CRE_06_rough_borders_are_crossed_impassable_ones_and_other_creatures_bar():
    state = wild()
    t = graph(state, {"X": {}, "rough": {"food": 1}, "wall": {"food": 9}, "taken": {"food": 9}},
              [("X", "rough", "rough"), ("X", "wall", "impassable"), ("X", "taken", "regular")])
    place(state, "kobold", t["taken"])
    assert best_targets(state, place(state, "wolf", t["X"]), t["X"]) == [t["rough"]]


def test_NG_CRE_07_the_first_player_decides_a_tie_and_is_not_asked_for_one_target():
    state = wild()
    t = graph(state, {"X": {}, "A": RED_UNIT, "B": {"own": BLUE, "u": 1}},
              [("X", "A", "regular"), ("X", "B", "regular")])
    state.first = BLUE
    beast = place(state, "wolf", t["X"])
    state.push(CreaturePhase((1, 0)))
    asked = decision(state)
    assert (asked.seat, asked.prompt, asked.options) == (BLUE, "creatures.move", [Territory(t["A"]), Territory(t["B"])])
    answer(state, Territory(t["B"]))
    run(state)
    assert beast.territory == t["B"]
    state.push(CreaturePhase((1, 0)))
    run(state)
    assert beast.territory == t["X"]


def test_NG_CRE_08_a_creature_that_cannot_move_acts_where_it_is():
    state = wild()
    t = graph(state, {"X": {"own": RED, "u": 2}})
    place(state, "draugr", t["X"])
    state.push(CreaturePhase((0, 1)))
    run(state)
    assert state.board.units[t["X"]] == 1


def test_UH_CRE_03_NG_CRE_05_the_phase_comes_after_the_actions_and_goes_from_left_to_right():
    state = wild()
    names = [phase.name for phase in state.table.phases]
    assert names == ["start", "actions", "creatures", "harvest", "winter", "end"]
    t = graph(state, {"A": {}, "B": {}, "C": {}}, [("A", "B", "regular"), ("B", "C", "regular")])
    left, right = place(state, "wolf", t["A"]), place(state, "kobold", t["C"])
    state.push(CreaturePhase((0, 1)))
    run(state)
    assert (left.territory, right.territory) == (t["B"], t["C"]), "B is taken when the second one would move"


def test_AUTO_MOD_01_to_creatures_the_automa_is_nobody_and_they_head_for_the_human():
    state = wild(automa=3)
    t = graph(state, {"X": {}, "automa": {"own": BLUE, "u": 3}, "far": {"food": 3}, "near": {},
                      "H": {"own": RED, "u": 1}},
              [("X", "automa", "regular"), ("X", "far", "regular"), ("X", "near", "regular"), ("near", "H", "regular")])
    beast = place(state, "draugr", t["X"])
    assert best_targets(state, beast, t["X"]) == [t["near"]]
    state.board.neighbours[t["X"]] = tuple(
        pair for pair in state.board.neighbours[t["X"]] if pair[0] != t["near"])
    assert best_targets(state, beast, t["X"]) == [t["far"]], "no way leads to the human; by resources"
    beast.territory = t["automa"]
    state.push(CreaturePhase((0, 1)))
    state.board.neighbours[t["automa"]] = ()
    run(state)
    assert state.board.units[t["automa"]] == 3, "and it does nothing to the Automa"


# --- where creatures are ---


def test_NG_CRE_09_a_creature_shares_its_territory_and_controls_nothing():
    state = wild()
    t = graph(state, {"A": {"own": RED, "u": 2}, "B": {}}, [("A", "B", "regular")])
    place(state, "wolf", t["B"])
    occupy(state, RED, t["B"])
    assert state.board.owner[t["B"]] == RED
    assert state.board.guarded == ()


def test_NG_CRE_17_no_tile_joins_units_to_a_creature_that_does_not_share():
    for name, fits in (("wolf", True), ("fallen_valkyrie", False)):
        state = wild()
        state.board = tiles_map(CORNER, PLAIN)
        occupy(state, RED, territory_at(state.board, 0, 0, "E"))
        place(state, name, territory_at(state.board, 1, 1, "S"))
        tile = number_of(state.board, "plain")
        found = [place for place in placements(state.board, [tile], state.board.cells_touching())
                 if (place.x, place.y) == (1, 0)]
        assert bool(found) == fits


def test_everybody_sees_the_line_and_how_many_cards_lie_where():
    state = with_pile(wild(), "wolf", "draugr", "fallen_valkyrie")
    part(state).top = 1
    t = graph(state, {"A": {}})
    place(state, "kobold", t["A"])
    part(state).defeated = [kind("wolf")]
    for seat in (RED, BLUE, -1):
        view = make_view(state, seat).creatures
        assert view is not None
        assert [(each.number, each.creature, each.territory) for each in view.line] == [(1, kind("kobold"), t["A"])]
        assert (view.top_left, view.rest_left, view.defeated) == (1, 2, [kind("wolf")])


def test_UH_CTR_WYV_01_AMB_H35_more_creatures_needs_creatures_and_so_does_the_den():
    with pytest.raises(BadSetup, match="more_creatures of northgard needs creatures"):
        GAME.setup(make_setup(GAME, 2, {"more_creatures": True}))
    with pytest.raises(BadSetup, match="central wyverns_den of northgard needs creatures"):
        GAME.setup(make_setup(GAME, 2, {"central": "wyverns_den"}))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_creature_is_ever_in_two_places_or_lost(players):
    """Whole random games: all cards lie in the pile, in the line or among the defeated, and territories exist."""
    from random import Random

    random, dice = Random(players), Dice(match_seed(bytes(32), f"creatures/{players}"))
    state = GAME.setup(make_setup(GAME, players, {"creatures": "horizons", "more_creatures": True,
                                                  "central": "wyverns_den"}))

    def choose(asked: Decision) -> tuple[int, ...]:
        picks = random.sample(range(len(asked.options)), random.randint(asked.least, asked.most))
        return tuple(picks if asked.ordered else sorted(picks))

    seen = 0
    for _ in play(GAME, state, choose, lambda asked: dice.draw(asked.stream, len(asked.options), asked.count)):
        found = next(each for each in state.parts if isinstance(each, Creatures))
        if not state.year:
            continue
        cards = Counter([*found.weak, *found.strong, *found.defeated, *(beast.kind for beast in found.line)])
        assert cards.pop(kind("wyvern"), 0) <= (state.year >= 3)
        assert cards == Counter({each: CREATURES[each].copies for each in kinds(state.settings)})
        assert {beast.territory for beast in found.line} <= set(state.board.territories)
        assert len({beast.number for beast in found.line}) == len(found.line)
        seen = max(seen, len(found.line))
    assert seen > 1


def test_the_pile_is_drawn_with_a_stream_of_its_own():
    state = with_pile(wild(), "wolf", "draugr")
    state.board = tiles_map([(LAIR, 0, 0, 0)])
    state.push(Appear(0, acts=False))
    assert chance(state).stream == "creatures"
