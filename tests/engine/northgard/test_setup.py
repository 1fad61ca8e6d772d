"""Setting a game up, draw by draw."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from lawspeaker_engine import agenda
from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.northgard import clans
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, cards_of
from lawspeaker_engine.games.northgard.composition import lay_table
from lawspeaker_engine.games.northgard.figures import KAIJA
from lawspeaker_engine.games.northgard.options import Card, ChooseClan, PlaceGroup, PlaceTile, Tile
from lawspeaker_engine.games.northgard.phases import setup
from lawspeaker_engine.games.northgard.state import FOOD, LORE, WOOD, State
from lawspeaker_engine.games.northgard.tiles import START, START_FIVE
from lawspeaker_engine.model import PUBLIC, BadSetup, Chance, Decision
from lawspeaker_engine.setups import make_setup
from tests.engine.northgard.positions import bear, snake

from .positions import (
    answer,
    chance,
    decision,
    empty_state,
    inline_tile,
    number_of,
    occupy,
    offered,
    roll,
    run,
    territory_at,
    tiles_map,
)

GAME = GAMES["northgard"]
COUNTS = [2, 3, 4, 5]


def begin(players: int = 2, **options) -> State:
    return GAME.setup(make_setup(GAME, players, options))


def play_until(state: State, *prompts: str, seed: int = 0) -> State:
    """Answer everything at its first option, chance by dice, until one of the prompts comes up (or the year begins)."""
    dice = Dice(match_seed(bytes(32), str(seed)))
    while True:
        question = run(state)
        asked = question if isinstance(question, Chance) else question[0]
        if asked.prompt in prompts or state.year:
            return state
        if isinstance(asked, Chance):
            agenda.apply(state, (dice.draw(asked.stream, len(asked.options), asked.count),))
        else:
            agenda.apply(state, (asked.default,))


@pytest.mark.parametrize(("players", "early", "advanced", "achievements", "pile"), [
    (2, 4, 8, 2, 30), (3, 6, 12, 3, 28), (4, 8, 16, 4, 26), (5, 10, 20, 5, 23),
])
def test_TC_SETUP_01_NG_SETUP_04_NG_SETUP_05_NG_SETUP_06_counts_by_players(
    players, early, advanced, achievements, pile,
):
    state = play_until(begin(players))
    assert (len(state.early), len(state.advanced), len(state.achievements)) == (early, advanced, achievements)
    assert len(state.pile) == pile
    assert len(state.board.laid) + len(state.pile) == 35
    assert all(CARDS[card].set == "early" for card in state.early)
    assert all(CARDS[card].set == "advanced" for card in state.advanced)
    assert all(CARDS[card].set == "achievement" for card in state.achievements)


@pytest.mark.parametrize("players", COUNTS)
def test_NG_VAR_02_the_long_game_takes_three_early_and_six_advanced_cards_a_player(players):
    state = play_until(begin(players, years=10))
    assert (len(state.early), len(state.advanced)) == (3 * players, 6 * players)
    assert len(state.achievements) == players


def test_NG_COMP_04_decks_are_complete():
    assert len(cards_of("early")) == 16
    assert len(cards_of("advanced")) == 36
    assert len(cards_of("achievement")) == 7
    assert len(cards_of("unrest")) == 10
    assert len(cards_of("starting")) == 6
    names = [clans.CLANS[clan].id for clan in begin().table.clans]
    assert Counter(card.clan for card in CARDS if card.set == "clan" and not card.module) == dict.fromkeys(names, 3)


@pytest.mark.parametrize(("kind", "count", "left"), [("early", 4, 16), ("advanced", 8, 36)])
def test_NG_SETUP_04_nobody_sees_which_development_cards_are_in_the_deck(kind, count, left):
    asked = chance(play_until(begin(), f"setup.{kind}"))
    assert (asked.count, asked.stream, asked.seen_by) == (count, f"setup/{kind}", ())
    assert asked.options == [Card(card) for card in cards_of(kind)]
    assert len(asked.options) == left


def test_NG_SETUP_05_achievements_are_open():
    asked = chance(play_until(begin(3), "setup.achievements"))
    assert (asked.count, len(asked.options), asked.seen_by) == (3, 7, PUBLIC)


def test_NG_SETUP_01_NG_SETUP_02_NG_SETUP_03_bank_unrest_and_year_token_at_the_start():
    state = begin()
    assert (state.unrest, state.stock, state.year, state.phase) == (10, [7] * 8, 0, "setup")
    assert all(player.fame == 0 and player.resources == [0, 0, 0] for player in state.players)
    assert play_until(state).year == 1


@pytest.mark.parametrize("players", COUNTS)
def test_NG_SETUP_06_NG_SETUP_07_AMB_R59_the_second_starting_tile_lies_beside_the_first_for_five_only(players):
    state = begin(players)
    five = players == 5
    assert [tile for tile, *_ in state.board.laid] == ([START, START_FIVE] if five else [START])
    assert (START_FIVE in state.pile) == (not five)
    assert START not in state.pile
    assert len(state.pile) == 35 - (2 if five else 1)


@pytest.mark.parametrize("players", COUNTS)
def test_NG_SETUP_08_NG_SETUP_10_seven_cards_and_fourteen_units_each(players):
    state = play_until(begin(players), "setup.first_player")
    for player in state.players:
        assert player.reserve == 14
        assert len(player.draw) == 7
        assert Counter(CARDS[card].set for card in player.draw) == {"starting": 6, "clan": 1}
        initial = next(card for card in player.draw if CARDS[card].set == "clan")
        assert initial == state.table.initial[player.clan]
        assert player.upgrades == state.table.upgrades[player.clan]
        assert player.hand == player.top == player.discard == []


def test_NG_SETUP_09_AMB_R44_clans_are_chosen_in_seat_order_each_once():
    state = play_until(begin(3), "setup.clan")
    asked = decision(state)
    assert (asked.seat, asked.least, asked.most, asked.default, asked.seen_by) == (0, 1, 1, (0,), PUBLIC)
    assert offered(state) == [ChooseClan(clan) for clan in range(7)]
    answer(state, ChooseClan(4))
    assert decision(state).seat == 1
    assert ChooseClan(4) not in offered(state)
    answer(state, ChooseClan(0))
    answer(state, ChooseClan(6))
    assert [player.clan for player in state.players] == [4, 0, 6]
    assert (snake(state), bear(state)) == (0, 1)
    assert chance(state).prompt == "setup.first_player"


def test_AMB_R44_clans_may_be_dealt_instead():
    state = play_until(begin(4, clans="random"), "setup.clans", "setup.clan")
    asked = chance(state)
    assert (asked.prompt, asked.count, asked.seen_by, len(asked.options)) == ("setup.clans", 4, PUBLIC, 7)
    agenda.apply(state, ((6, 2, 0, 4),))
    assert [player.clan for player in state.players] == [6, 2, 0, 4]
    assert (bear(state), snake(state)) == (2, 3)
    assert chance(state).prompt == "setup.first_player"


def roll_all(state: State, *faces: str) -> None:
    for face in faces:
        roll(state, face)


def test_NG_SETUP_11_two_dice_each_and_most_points_begin():
    state = play_until(begin(3), "setup.first_player")
    assert (len(offered(state)), chance(state).count, chance(state).seen_by) == (6, 1, PUBLIC)
    roll_all(state, "2C", "2C", "3C", "2C", "3C", "1C1K")
    assert state.first == 1
    assert chance(state).prompt == "setup.tiles"


@pytest.mark.parametrize(("face", "same"), [
    ("2C", "2C1K"), ("2C1K", "2C"), ("C/K", "1C1K"), ("1C1K", "C/K"), ("3C", "3C"), ("2K", "2K"),
])
def test_AMB_R02_faces_that_count_the_same_tie(face, same):
    state = play_until(begin(2), "setup.first_player")
    roll_all(state, face, "2K", same, "2K")
    assert chance(state).prompt == "setup.first_player"
    roll_all(state, "3C", "2K", "2C", "2K")
    assert chance(state).prompt == "setup.tiles"


def test_AMB_R02_a_face_of_either_counts_one_point():
    state = play_until(begin(2), "setup.first_player")
    roll_all(state, "C/K", "2K", "1C1K", "2K")
    assert chance(state).prompt == "setup.first_player"
    roll_all(state, "2K", "2K", "C/K", "2K")
    assert state.first == 1


def test_NG_SETUP_11_only_those_who_tie_for_most_roll_again():
    state = play_until(begin(4), "setup.first_player")
    roll_all(state, "3C", "3C", "2C", "2C", "3C", "3C", "3C", "3C")
    assert state.first == 0
    roll_all(state, "2C", "2C", "2C", "2C", "2K", "2K")
    assert chance(state).prompt == "setup.first_player"
    roll_all(state, "1C1K", "2K", "1C1K", "1C1K")
    assert state.first == 2
    assert chance(state).prompt == "setup.tiles"


def after_rolls(players: int, first: int, **options) -> State:
    """Setup up to the dealing of tiles, with this seat as first player."""
    state = play_until(begin(players, **options), "setup.first_player")
    for seat in range(players):
        roll_all(state, "3C" if seat == first else "2C", "2C")
    run(state)
    return state


@pytest.mark.parametrize("players", COUNTS)
def test_NG_SETUP_12_AMB_R03_the_fourth_and_fifth_player_have_one_food_more(players):
    state = after_rolls(players, first=1)
    by_turn = [state.players[seat].resources for seat in state.turn_order()]
    assert by_turn == ([[2, 2, 0]] * 3 + [[3, 2, 0]] * 2)[:players]
    assert state.turn_order()[0] == 1


def test_AMB_R03_the_second_resource_may_be_lore():
    state = after_rolls(2, first=0, start_resource="lore")
    assert all(player.resources[FOOD] == player.resources[LORE] == 2 for player in state.players)
    assert all(player.resources[WOOD] == 0 for player in state.players)


def test_NG_SETUP_13_each_player_draws_three_tiles_that_only_it_sees():
    state = after_rolls(3, first=2)
    for seat in (2, 0, 1):
        asked = chance(state)
        assert (asked.prompt, asked.count, asked.seen_by) == ("setup.tiles", 3, (seat,))
        assert asked.options == [Tile(tile) for tile in state.pile]
        agenda.apply(state, ((5, 1, 3),))
        assert state.players[seat].tiles == sorted(state.players[seat].tiles)
        assert len(state.players[seat].tiles) == 3
    assert len(state.pile) == 34 - 9
    assert (decision(state).prompt, decision(state).seat) == ("setup.tile", 2)


@pytest.mark.parametrize("players", COUNTS)
def test_NG_SETUP_14_NG_SETUP_16_NG_SETUP_19_two_rounds_in_turn_order(players):
    """The first tile touches a starting tile, the second any tile; the third goes back into the pile."""
    state = play_until(after_rolls(players, first=1), "setup.tile")
    order = state.turn_order()
    start = {(0, 0), (1, 0)} if players == 5 else {(0, 0)}
    asked_seats = []
    while run(state) and not state.year:
        asked = decision(state)
        if asked.prompt == "setup.tile":
            round_number, hand = len(asked_seats) // players, state.players[asked.seat].tiles
            assert len(hand) == 3 - round_number
            asked_seats.append(asked.seat)
            laid = {(x, y) for _, x, y, _ in state.board.laid}
            near = start if round_number == 0 else laid
            assert {place.tile for place in asked.options} <= set(hand)
            for place in asked.options:
                around = {(place.x + dx, place.y + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
                assert around & near
                assert (place.x, place.y) not in laid
            assert (asked.least, asked.most, asked.default, asked.seen_by) == (1, 1, (0,), PUBLIC)
            assert len(asked.options) <= 200
        answer(state, -1 % len(asked.options))
    assert asked_seats == order * 2
    assert all(player.tiles == [] for player in state.players)
    assert state.pile == sorted(state.pile)
    assert state.bottom == []
    for seat, player in enumerate(state.players):
        assert player.reserve == 8 + (seat == bear(state) and state.where(KAIJA) >= 0)
        assert sorted(state.figure_count(t) for t in state.controlled(seat)) == [3, 3]


@pytest.mark.parametrize("seed", range(6))
def test_NG_SETUP_15_NG_SETUP_18_AMB_R55_groups_go_to_empty_territories_of_the_new_tile(seed):
    state = play_until(begin(4), "setup.tile", seed=seed)
    while run(state) and not state.year:
        asked = decision(state)
        if asked.prompt == "setup.tile":
            answer(state, seed * 7 % len(asked.options))
            continue
        assert asked.prompt == "setup.group"
        parts = set(state.board.territory_of[state.board.first_area[-1]:])
        ways = 1 + (asked.seat == bear(state) and state.where(KAIJA) < 0)
        empty = sorted(t for t in parts if state.board.owner[t] < 0)
        assert [option.territory for option in asked.options] == [t for t in empty for _ in range(ways)]
        answer(state, seed % len(asked.options))
    for seat in range(4):
        assert len(state.controlled(seat)) == 2


def laying(hand: list[str], laid, anywhere: bool = False, **inline) -> State:
    """Seat 0 is about to lay one of these tiles."""
    state = empty_state()
    state.board = tiles_map(laid)
    state.board.printed = (*state.board.printed, *inline.values())
    state.players[0].tiles = sorted(number_of(state.board, tile) for tile in hand)
    state.push(setup.LayFirstTile(0, anywhere))
    return state


def test_NG_SETUP_17_borders_continue_in_setup_too():
    """(e)9c: a border that would arrive alone at a corner with four tiles is refused."""
    around = [("start", 0, 0, 0), ("13", 1, 0, 0), ("13", 0, 1, 0)]
    straight = inline_tile("straight", {"a": "N", "b": "ESW"}, regular="a-b")
    state = laying(["straight"], around, anywhere=True, straight=straight)
    at_corner = [place.rotation for place in offered(state) if (place.x, place.y) == (1, 1)]
    assert at_corner
    for place in offered(state):
        assert state.board.fits(place.tile, place.x, place.y, place.rotation)
    refused = [rotation for rotation in range(4) if rotation not in at_corner]
    assert refused
    assert not any(state.board.fits(number_of(state.board, "straight"), 1, 1, rotation) for rotation in refused)


@pytest.mark.parametrize(("second_owner", "rotations"), [(0, [1, 3]), (1, [0, 1, 2, 3]), (-1, [0, 1, 2, 3])])
def test_NG_SETUP_22_a_tile_may_not_merge_the_groups_of_different_players(second_owner, rotations):
    """East of the starting tile is a gap between seat 1's land and land that a way round leads to."""
    plain = inline_tile("plain", {"all": "NESW"})
    way_round = [(plain, x, y, 0) for x, y in ((0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0))]
    state = laying(["12"], [("start", 0, 0, 0), *way_round], anywhere=True)
    occupy(state, 1, territory_at(state.board, 0, 0, "E"), 3)
    if second_owner >= 0:
        occupy(state, second_owner, territory_at(state.board, 2, 0, "W"), 3)
    assert [place.rotation for place in offered(state) if (place.x, place.y) == (1, 0)] == rotations


def test_AMB_R55_a_placement_without_an_empty_territory_on_the_tile_is_not_offered():
    state = laying(["13", "02"], [("start", 0, 0, 0)])
    for side in "NES":
        occupy(state, 1, territory_at(state.board, 0, 0, side), 3)
    single = number_of(state.board, "13")
    assert [(place.x, place.y) for place in offered(state) if place.tile == single] == [(-1, 0)]
    others = {(place.x, place.y) for place in offered(state) if place.tile != single}
    assert others == {(0, 1), (1, 0), (0, -1), (-1, 0)}


def test_NG_SETUP_23_without_a_legal_place_a_tile_goes_under_the_pile_and_the_next_is_drawn():
    state = laying(["13"], [("start", 0, 0, 0)])
    for territory in state.board.territories:
        occupy(state, 1, territory, 3)
    state.pile = [number_of(state.board, tile) for tile in ("02", "04", "06")]
    asked = chance(state)
    assert (asked.prompt, asked.count, asked.seen_by) == ("setup.tiles", 1, (0,))
    agenda.apply(state, ((1,),))
    assert state.bottom == [number_of(state.board, "13")]
    assert state.pile == [number_of(state.board, tile) for tile in ("02", "06")]
    assert state.players[0].tiles == [number_of(state.board, "04")]
    assert {place.tile for place in offered(state)} == {number_of(state.board, "04")}


def test_NGP_SETUP_08_in_the_prototype_the_tile_just_drawn_goes_under_the_pile_and_stays_there():
    state = laying([], [("start", 0, 0, 0)])
    state.table = lay_table(replace(state.settings, edition="prototype"))
    for territory in state.board.territories:
        occupy(state, 1, territory, 3)
    state.pile = [number_of(state.board, tile) for tile in ("02", "04", "13")]
    assert (chance(state).prompt, chance(state).count, chance(state).seen_by) == ("setup.tiles", 1, PUBLIC)
    agenda.apply(state, ((2,),))
    assert chance(state).options == [Tile(number_of(state.board, tile)) for tile in ("02", "04")]
    agenda.apply(state, ((0,),))
    assert state.bottom == [number_of(state.board, "13")]
    assert {place.tile for place in offered(state)} == {number_of(state.board, "02")}
    shuffled = state.copy()
    shuffled.agenda = [setup.PlaceFirstTiles(placed=4)]
    run(shuffled)
    assert shuffled.bottom == [number_of(state.board, "13")]


def test_NG_SETUP_15_the_only_empty_territory_is_taken_at_once():
    state = laying(["02"], [("start", 0, 0, 0)])
    occupy(state, 1, territory_at(state.board, 0, 0, "N"), 3)
    place = PlaceTile(number_of(state.board, "02"), 0, 1, 0)
    answer(state, place)
    assert run(state) == ()
    assert state.board.units[territory_at(state.board, 0, 1, "N")] == 3


def test_NG_SETUP_20_nobody_gains_anything_by_what_is_laid_in_setup():
    for seed in range(8):
        state = play_until(begin(4), seed=seed)
        for place, seat in enumerate(state.turn_order()):
            assert state.players[seat].fame == 0
            assert state.players[seat].resources == [2 if place < 3 else 3, 2, 0]


def test_NG_SETUP_20_kaija_may_be_among_the_placed_figures():
    state = play_until(begin(2), "setup.group")
    assert state.players[0].clan == 0
    while (decision(state).prompt, decision(state).seat) != ("setup.group", bear(state)):
        answer(state, 0)
    option = next(option for option in offered(state) if isinstance(option, PlaceGroup) and option.kaija)
    answer(state, option)
    assert state.where(KAIJA) == option.territory
    assert state.players[bear(state)].reserve == 12


@pytest.mark.parametrize("first", [0, 1, 2])
def test_NG_SETUP_21_year_1_begins_with_the_holder_of_the_marker(first):
    state = play_until(after_rolls(3, first=first))
    while not isinstance(run(state), tuple):
        agenda.apply(state, (tuple(range(chance(state).count)),))
    assert (state.year, state.phase) == (1, "actions")
    assert (decision(state).prompt, decision(state).seat) == ("turn.action", first)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_NG_VAR_04_teams_are_refused_without_four_players(players):
    with pytest.raises(BadSetup, match="exactly 4 players"):
        begin(players, teams=True)
    assert begin(4, teams=True).settings.teams


def test_NG_COMP_06_the_track_has_seven_or_ten_years():
    assert begin().settings.years == 7
    assert begin(years=10).settings.years == 10
    with pytest.raises(BadSetup, match="years"):
        begin(years=8)


def test_every_option_reaches_the_settings():
    plain = begin(4).settings
    changed = begin(
        4, years=10, teams=True, clans="random", start_resource="lore", kaija_alone=False, snake_over_impassable=False,
        open_fame=True,
    ).settings
    assert plain.players == changed.players == 4
    for name in ("years", "teams", "clans", "start_resource", "kaija_alone", "snake_over_impassable", "open_fame"):
        assert getattr(plain, name) != getattr(changed, name), name


def test_a_new_state_has_asked_nothing_and_depends_on_its_options_only():
    assert begin(3) == begin(3)
    assert isinstance(run(begin(3)), Chance)
    assert not isinstance(run(begin(3)), Decision)
