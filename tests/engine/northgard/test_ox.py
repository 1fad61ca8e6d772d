"""The clan Ox: its seven tokens of Ancestral Equipment, its Warchief and its cards."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.actions.build import PlaceBuilding
from lawspeaker_engine.games.northgard.actions.combat import Battles
from lawspeaker_engine.games.northgard.actions.explore import Explore, lay
from lawspeaker_engine.games.northgard.actions.move import shift
from lawspeaker_engine.games.northgard.actions.terms import MoveTerms
from lawspeaker_engine.games.northgard.cards.resolving import number_of as card_number
from lawspeaker_engine.games.northgard.modules import ox
from lawspeaker_engine.games.northgard.modules.ox import AncestralEquipment, FoundToken
from lawspeaker_engine.games.northgard.options import Accept, Build, Equipment, Move, PlaceTile, Space, SpendFood, Tile
from lawspeaker_engine.games.northgard.state import LORE, RESERVE, State
from lawspeaker_engine.games.northgard.tiles import TILES
from lawspeaker_engine.games.northgard.view import make_view
from lawspeaker_engine.model import PUBLIC

from .card_play import play_card
from .positions import (
    answer,
    attack_of,
    chance,
    decision,
    draw,
    give_figure,
    graph,
    inline_tile,
    number_of,
    occupy,
    offered,
    playing_clans,
    push_phase,
    roll,
    run,
    territory_at,
    tiles_map,
)

OX, BLUE = 0, 1


def part(state: State) -> AncestralEquipment:
    return state.part(AncestralEquipment)


def fighting(up: tuple[int, ...], *, units: int = 3, others: int = 2, food: int = 0, attacks: bool = True,
             torfin: bool = False, **terms) -> tuple[State, dict[str, int]]:
    """Ox, with these tokens face up, attacks Blue in B from A, or is attacked there. With Torfin it attacks."""
    state = playing_clans("ox", "wolf", warchiefs=torfin)
    red, blue = (OX, BLUE) if attacks else (BLUE, OX)
    t = graph(state, {"A": {"own": red, "u": units + 1}, "B": {"own": blue, "u": others}, "N": {"own": blue, "u": 1}},
              [("A", "B", "regular"), ("B", "N", "regular")])
    part(state).up = list(up)
    state.players[OX].resources[0] = food
    if torfin:
        state.figures = []
        chief = give_figure(state, OX, "warchief_ox", t["A"])
        shift(state, OX, t["A"], t["B"], units, (chief,))
        state.push(Battles(OX, MoveTerms(**terms)))
    else:
        attack_of(state, red, t["A"], t["B"], units, **terms)
    return state, t


def combat(state: State):
    run(state)
    return next(frame for frame in state.agenda if hasattr(frame, "forces"))


# --- finding, taking and turning up ---


FIELD = inline_tile("field", {"all": "NESW"}, all={"small": 2, "carved": 1})
PLAIN = inline_tile("plain", {"all": "NESW"})


def exploring(*, next_token: int = 1) -> State:
    """Ox has drawn a tile with three small spaces, one of them with the Carved Stone symbol."""
    state = playing_clans("ox", "wolf")
    state.board = tiles_map([(PLAIN, 0, 0, 0)], FIELD)
    occupy(state, OX, 0)
    part(state).next = next_token
    state.pile = [number_of(state.board, "field")]
    return state


def test_UH_CLAN_OX_01_seven_tokens_are_stacked_in_ascending_order():
    state = playing_clans("wolf", "ox")
    assert (part(state).seat, part(state).next, part(state).found, part(state).up) == (1, 1, [], [])
    assert ox.TOKENS == 7


def test_UH_CLAN_OX_02_AMB_H19_every_small_space_of_the_tile_gets_the_next_token_and_ox_chooses_the_space_of_each():
    state = exploring()
    state.push(Explore(OX))
    answer(state, offered(state)[0])
    asked = decision(state)
    assert (asked.seat, asked.prompt, asked.least, asked.most, asked.default) == (OX, "ox.place", 1, 1, (0,))
    assert (asked.options, asked.seen_by) == ([Space(0, False), Space(0, True)], PUBLIC)
    answer(state, Space(0, True))
    assert run(state) == ()  # the other two spaces are alike
    found = [(each.number, each.territory, each.space) for each in part(state).found]
    assert found == [(1, 0, 1), (2, 0, 0), (3, 0, 0)]
    assert (state.board.small[0], state.board.carved[0], part(state).next) == (0, 0, 4)


def two_lands(next_token: int) -> tuple[State, int, int]:
    """Ox has laid a tile with a small space in its northern territory and two in its southern one."""
    state = playing_clans("ox", "wolf")
    two = inline_tile("two", {"n": "NEW", "s": "S"}, rough="n-s", n={"small": 1}, s={"small": 2})
    state.board = tiles_map([(PLAIN, 0, 0, 0)], two)
    occupy(state, OX, 0)
    part(state).next = next_token
    state.pile = [number_of(state.board, "two")]
    state.push(Explore(OX))
    answer(state, PlaceTile(number_of(state.board, "two"), 0, 1, 0))
    return state, territory_at(state.board, 0, 1, "N"), territory_at(state.board, 0, 1, "S")


def test_UH_CLAN_OX_02_AMB_H19_ox_chooses_which_token_comes_into_which_territory():
    state, north, south = two_lands(1)
    assert offered(state) == [Space(each, False) for each in sorted((north, south))]
    answer(state, Space(south, False))
    answer(state, Space(north, False))
    assert run(state) == ()
    assert [(each.number, each.territory) for each in part(state).found] == [(1, south), (2, north), (3, south)]


def test_UH_CLAN_OX_02_AMB_H19_with_too_few_tokens_ox_chooses_the_spaces_that_get_one():
    state, north, south = two_lands(6)
    answer(state, Space(south, False))
    answer(state, Space(south, False))
    assert run(state) == ()
    assert [(each.number, each.territory) for each in part(state).found] == [(6, south), (7, south)]
    assert (part(state).next, state.board.small[north]) == (8, 1)


def test_AMB_H20_tiles_laid_by_others_bring_no_token():
    state = exploring()
    occupy(state, OX, 0)
    state.players[OX].clan, state.players[BLUE].clan = state.players[BLUE].clan, state.players[OX].clan
    state.push(Explore(OX))
    answer(state, offered(state)[0])
    assert run(state) == ()
    assert part(state).found == []


def on_map(state: State, territory: int, *numbers: int) -> None:
    """These tokens lie on small spaces of the territory."""
    part(state).found = [FoundToken(number, territory, 0) for number in numbers]
    part(state).next = max(numbers) + 1


def test_UH_CLAN_OX_03_a_space_with_a_token_cannot_be_built_on_and_tokens_stay_with_another_owner():
    state = exploring()
    state.push(Explore(OX))
    answer(state, offered(state)[0])
    answer(state, Space(0, True))
    run(state)
    state.players[OX].resources = [0, 9, 0]
    assert list(PlaceBuilding(OX).builds(state)) == []
    state.take_figures(0, 1)
    occupy(state, BLUE, 0)
    assert [each.territory for each in part(state).found] == [0, 0, 0]


def test_AMB_H54_tokens_keep_to_their_spaces_when_territories_merge():
    state = playing_clans("ox", "wolf")
    channel = inline_tile("channel", {"w": "NSW", "e": "E"}, regular="w-e")
    join = inline_tile("join", {"all": "NESW"})
    state.board = tiles_map([(channel, 0, 0, 0), (PLAIN, 0, 1, 0), (PLAIN, 1, 1, 0)], join)
    east = territory_at(state.board, 0, 0, "E")
    on_map(state, east, 1)
    laid = lay(state, number_of(state.board, "join"), 1, 0, 0)
    assert dict(laid.merged).get(east, east) == part(state).found[0].territory == territory_at(state.board, 1, 0, "W")


def test_UH_CLAN_OX_04_a_token_of_an_own_territory_may_be_taken_before_an_own_card():
    state = playing_clans("ox", "wolf")
    t = graph(state, {"A": {"own": OX, "u": 1}, "B": {"own": BLUE, "u": 1}}, [("A", "B", "regular")])
    part(state).found = [FoundToken(1, t["A"], 0), FoundToken(2, t["B"], 0), FoundToken(3, t["A"], 1)]
    part(state).next = 4
    play_card(state, "ox_initial")
    asked = decision(state)
    assert (asked.prompt, asked.least, asked.most, asked.default, asked.seen_by) == ("ox.take", 0, 1, (), PUBLIC)
    assert asked.options == [Equipment(1), Equipment(3)]
    answer(state, Equipment(3))
    assert (part(state).up, state.board.carved[t["A"]], [each.number for each in part(state).found]) == ([3], 1, [1, 2])
    assert decision(state).prompt == "move.step"
    answer(state)
    assert run(state) == ()  # one token a card: not asked again after it


def test_the_initial_card_lets_ox_take_the_token_afterwards_instead():
    state = playing_clans("ox", "wolf")
    t = graph(state, {"A": {"own": OX, "u": 2}, "B": {}}, [("A", "B", "regular")])
    part(state).found, part(state).next = [FoundToken(1, t["B"], 0)], 2
    play_card(state, "ox_initial")
    answer(state, Move(t["A"], t["B"], 1, False))
    assert decision(state).prompt == "ox.take"
    answer(state, Equipment(1))
    assert (part(state).up, run(state)) == ([1], ())


@pytest.mark.parametrize("copies_play", [False, True])
def test_AMB_H64_UH_CLAN_OX_04_a_card_resolved_again_is_not_played_and_brings_no_token(copies_play):
    """Not by its own effect either, which gives the token that might have been taken before."""
    state = playing_clans("ox", "wolf", copies_play=copies_play)
    t = graph(state, {"A": {"own": OX, "u": 1}})
    part(state).found, part(state).next = [FoundToken(1, t["A"], 0)], 2
    state.players[OX].played = [card_number("ox_initial")]
    play_card(state, "legendary_heroes")
    asked = run(state)
    assert ([each.prompt for each in asked] == ["ox.take"]) == copies_play
    while asked := run(state):
        assert copies_play
        answer(state)
    assert part(state).found


def test_UH_CLAN_OX_05_one_token_is_used_in_a_combat_and_turned_face_down():
    state, _ = fighting((2, 4))
    asked = decision(state)
    assert (asked.prompt, asked.seat, asked.least, asked.most, asked.default) == ("combat.equipment", OX, 0, 1, ())
    answer(state, Equipment(4))
    assert (part(state).up, part(state).down, part(state).used) == ([2], [4], [4])
    assert combat(state).points == (5, 2)


def test_UH_CLAN_OX_05_without_a_face_up_token_nothing_is_asked():
    state, _ = fighting(())
    part(state).down = [4]
    assert chance(state).prompt == "combat.roll"


def test_UH_CLAN_OX_06_tokens_of_the_reserve_are_face_up_in_the_next_year():
    state, _ = fighting((2,))
    answer(state, Equipment(2))
    state.agenda.clear()
    state.battles.clear()
    state.question = None
    push_phase(state, "start", (OX, BLUE))
    run(state)
    assert (part(state).up, part(state).down) == ([2], [])


# --- the tokens ---


@pytest.mark.parametrize(("food", "points"), [(0, 5), (2, 8)])
def test_UH_CLAN_OX_T1_AMB_H17_one_point_if_food_was_spent(food, points):
    state, _ = fighting((1,), food=food)
    answer(state, Equipment(1))
    if food:
        answer(state, SpendFood(food))
    roll(state, "2C")
    assert combat(state).points[0] == points


def test_UH_CLAN_OX_T2_one_point():
    state, _ = fighting((2,))
    answer(state, Equipment(2))
    assert combat(state).points == (4, 2)


def test_UH_CLAN_OX_T3_AMB_H18_the_die_may_be_rolled_again():
    state, _ = fighting((3,))
    answer(state, Equipment(3))
    roll(state, "2C")
    assert decision(state).prompt == "combat.reroll"
    answer(state, Accept())
    roll(state, "3C")
    assert combat(state).points == (6, 2)


def test_UH_CLAN_OX_T4_two_points_also_for_the_defender():
    state, _ = fighting((4,), attacks=False)
    answer(state, Equipment(4))
    assert combat(state).points == (3, 4)


def test_UH_CLAN_OX_T5_food_is_worth_two_points():
    state, _ = fighting((5,), food=3)
    answer(state, Equipment(5))
    answer(state, SpendFood(2))
    roll(state, "2C")
    assert combat(state).points[0] == 3 + 2 * 2 + 2


@pytest.mark.parametrize(("token", "lost"), [(6, (1, 2)), (7, (0, 1)), (2, (1, 1))])
def test_UH_CLAN_OX_T6_UH_CLAN_OX_T7_AMB_H16_one_casualty_more_or_one_less(token, lost):
    state, _ = fighting((token,), units=4, others=4)
    answer(state, Equipment(token))
    roll(state, "1C1K")
    roll(state, "1C1K")
    while run(state):
        answer(state, offered(state)[0])
    ox_lost = 14 - 5 - state.players[OX].reserve
    blue_lost = 14 - 5 - state.players[BLUE].reserve
    assert (-ox_lost, -blue_lost) == lost


@pytest.mark.parametrize(("token", "points"), [(1, 3 + 2 + 1), (2, 3 + 1 + 2), (5, 3 + 2 * 2)])
def test_UH_CLAN_OX_T1_UH_CLAN_OX_T5_the_enemy_sees_all_points_before_it_spends_food(token, points):
    """They belong to steps 1 to 3, so that nothing of them is added after a die."""
    state, _ = fighting((token,), food=3)
    state.players[BLUE].resources[0] = 2
    answer(state, Equipment(token))
    answer(state, SpendFood(2))
    asked = decision(state)
    assert (asked.prompt, asked.seat) == ("combat.food", BLUE)
    for seat in (OX, BLUE, -1):
        shown = make_view(state, seat).combat
        assert shown is not None
        assert (shown.attacker_points, shown.defender_points) == (points, 2)
    answer(state, SpendFood(1))
    roll(state, "2C")
    assert combat(state).points == (points + 2, 3)


def test_UH_CLAN_OX_T1_UH_CLAN_OX_T5_the_enemys_food_gives_ox_nothing():
    state, _ = fighting((5,), others=3)
    state.players[BLUE].resources[0] = 2
    answer(state, Equipment(5))
    answer(state, SpendFood(2))
    assert combat(state).points == (3, 3 + 2)


def test_UH_CLAN_OX_T3_a_die_rolled_again_leaves_the_points_of_food_as_they_were():
    state, _ = fighting((1, 3), food=1, torfin=True)
    answer(state, Equipment(1), Equipment(3))
    answer(state, SpendFood(1))
    before = combat(state).points
    roll(state, "2C")
    assert combat(state).points == before
    answer(state, Accept())
    roll(state, "3C")
    assert before == (3 + 2 + 1 + 1, 2)
    assert combat(state).points == (before[0] + 3, 2)


@pytest.mark.parametrize(("tokens", "points"), [((), 2), ((1,), 3), ((2,), 3), ((4,), 4), ((5,), 3)])
@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.parametrize("attacks", [True, False])
def test_UH_CLAN_OX_05_the_points_of_tokens_decide_who_wins(attacks, more, tokens, points):
    """Ox has one unit and one food. Blue ties, where the defender wins, or is ahead by one or behind by one."""
    blue = points - more if attacks else points + more
    state, _ = fighting(tokens, units=1 if attacks else blue, others=blue if attacks else 1, food=1, attacks=attacks)
    if tokens:
        answer(state, Equipment(tokens[0]))
    answer(state, SpendFood(1))
    roll(state, "2C")
    fight = combat(state)
    roll(state, "2C")
    run(state)
    assert fight.points == ((points + 2, blue + 2) if attacks else (blue + 2, points + 2))
    assert fight.winner == (OX if attacks == bool(more) else BLUE)


# --- Torfin and the cards ---


def test_UH_WAR_OX_two_tokens_in_combats_of_torfin():
    state, _ = fighting((2, 4, 6), torfin=True)
    assert decision(state).most == 2
    answer(state, Equipment(2), Equipment(4))
    assert (combat(state).points, part(state).up) == ((3 + 2 + 3, 2), [6])


@pytest.mark.parametrize("razed", [True, False])
def test_UH_CARD_03_the_true_hero_removes_a_building_for_torfins_power(razed):
    state, t = fighting((2, 4), torfin=True, raze_for_power=True)
    state.question = None
    state.board.buildings[t["B"]] = (0,)
    asked = decision(state)
    assert (asked.prompt, asked.least) == ("card.raze", 0)
    answer(state, *([Build(0, t["B"], False)] if razed else []))
    assert (state.board.buildings[t["B"]] == ()) == razed
    assert (decision(state).prompt, decision(state).most) == ("combat.equipment", 1 if razed else 2)


def test_warcraft_explores_and_collects_a_lore_for_a_tile_with_lore():
    state = playing_clans("ox", "wolf")
    lore = next(tile for tile in TILES if any(area.lore for area in tile.areas) and not any(
        area.small or area.carved for area in tile.areas))
    state.board = tiles_map([(PLAIN, 0, 0, 0)])
    occupy(state, OX, 0)
    state.pile = [number_of(state.board, lore.id)]
    play_card(state, "warcraft")
    answer(state, offered(state)[0])
    assert run(state) == ()
    assert state.players[OX].resources[LORE] == 1


def test_UH_CLAN_OX_02_warcraft_explores_again_after_all_tokens_of_the_first_tile_lie():
    """The second tile joins two territories of the first one, whose tokens lie there by then."""
    state = playing_clans("ox", "wolf")
    two = inline_tile("two", {"w": "NSW", "e": "E"}, regular="w-e", w={"small": 1}, e={"small": 1})
    join = inline_tile("join", {"all": "NESW"})
    state.board = tiles_map([(PLAIN, 0, 0, 0), (PLAIN, 0, 1, 0), (PLAIN, 1, 1, 0)], two, join)
    occupy(state, OX, 0)
    part(state).next = ox.TOKENS
    state.pile, state.bottom = [number_of(state.board, "two")], [number_of(state.board, "join")]
    play_card(state, "warcraft")
    answer(state, PlaceTile(number_of(state.board, "two"), 0, -1, 0))
    east = territory_at(state.board, 0, -1, "E")
    west = territory_at(state.board, 0, -1, "W")
    asked = decision(state)
    assert (asked.prompt, asked.options) == ("ox.place", [Space(west, False), Space(east, False)])
    answer(state, Space(east, False))
    assert [(each.number, each.territory) for each in part(state).found] == [(ox.TOKENS, east)]
    assert decision(state).prompt == "card.may"
    answer(state, Accept())
    answer(state, PlaceTile(number_of(state.board, "join"), 1, 0, 0))
    assert run(state) == ()
    assert all(each.territory in state.board.territories for each in part(state).found)


def test_UH_CLAN_OX_02_warcraft_offers_the_second_explore_when_the_tokens_lie():
    state = exploring()
    state.pile.append(number_of(state.board, "plain"))
    play_card(state, "warcraft")
    draw(state, Tile(number_of(state.board, "field")))
    answer(state, offered(state)[0])
    answer(state, Space(0, False))
    answer(state, Space(0, False))
    assert decision(state).prompt == "card.may"
    assert [each.number for each in part(state).found] == [1, 2, 3]


def test_city_builder_builds_collects_a_lore_and_draws():
    state = playing_clans("ox", "wolf")
    t = graph(state, {"A": {"own": OX, "u": 1, "small": 1}})
    state.players[OX].resources, state.players[OX].draw = [0, 1, 0], [card_number("build")]
    play_card(state, "city_builder")
    answer(state, Build(0, t["A"], False))
    assert decision(state).prompt == "card.may"
    assert state.players[OX].resources == [0, 0, 1]
    answer(state, Accept())
    assert run(state) == ()
    assert len(state.players[OX].hand) == 1


def test_the_view_shows_tokens_on_the_map_and_in_the_reserve():
    state = playing_clans("ox", "wolf")
    t = graph(state, {"A": {"own": BLUE, "u": 1}})
    part(state).found, part(state).up, part(state).down = [FoundToken(3, t["A"], 1)], [1], [2]
    shown = [(each.token - 10, each.seat, each.territory, each.space, each.up) for each in make_view(state, -1).tokens
             if each.token > 10]
    assert shown == [(3, OX, t["A"], 1, True), (1, OX, RESERVE, 3, True), (2, OX, RESERVE, 3, False)]


def test_the_drawn_tile_is_public_and_the_tokens_need_no_chance():
    state = exploring()
    state.pile.append(0)
    state.push(Explore(OX))
    draw(state, Tile(number_of(state.board, "field")))
    answer(state, offered(state)[0])
    answer(state, Space(0, True))
    assert run(state) == ()
