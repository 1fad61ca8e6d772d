"""Setting a game up, and what a first Spring begins with."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from lawspeaker_engine import agenda, canon
from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.games.clansmen.cards.tales import TALES
from lawspeaker_engine.games.clansmen.game import Clansmen
from lawspeaker_engine.games.clansmen.hexes import HILLS, TERRAINS
from lawspeaker_engine.games.clansmen.options import Seat, Settle
from lawspeaker_engine.games.clansmen.phases.events import EVENTS
from lawspeaker_engine.games.clansmen.phases.setup import DrawRing, DrawSeats, DrawStart, PlaceStart, new_state
from lawspeaker_engine.games.clansmen.state import FARMER, LABORER, NO_EVENT, SPRING
from lawspeaker_engine.model import PUBLIC, BadSetup, Chance
from lawspeaker_engine.playing import check
from lawspeaker_engine.setups import make_setup

from .positions import A, B, C, begin, draw, empty_state, ground, home, kinds, run

GAME = Clansmen()

COUNTS = [2, 3, 4, 5, 6]


def new_game(players=4, **options):
    return new_state(make_setup(GAME, players, options))


def play(state, *until, seed=0, random=None):
    """Answer by default, or at random, and chance by dice, until a prompt comes up; returns what chance was asked."""
    dice = Dice(match_seed(bytes(32), str(seed)))
    drawn = []
    while question := run(state):
        if isinstance(question, Chance):
            if question.prompt in until:
                break
            picks = dice.answer(question)
            drawn.append((question.prompt, question.stream, question.seen_by, [question.options[i] for i in picks]))
            agenda.apply(state, (picks,))
        elif question[0].prompt in until:
            break
        else:
            agenda.apply(state, [pick(asked, random) for asked in question])
    return drawn


def pick(asked, random):
    """The default, or anything legal."""
    if random is None:
        return asked.default
    count = random.randint(asked.least, asked.most)
    return check(asked, random.sample(range(len(asked.options)), count))


def set_up(players=4, seed=0, **options):
    """A game the moment after the first people are placed."""
    state = new_game(players, **options)
    play(state, "setup.place", seed=seed)
    agenda.apply(state, [asked.default for asked in run(state)])
    return state


@pytest.mark.parametrize("seed", range(3))
def test_CL_T99_CL_SETUP_01_CL_SETUP_02_CL_SETUP_04_CL_SETUP_05_CL_SETUP_06_after_setup(seed):
    state = set_up(4, seed, start_stock=0)
    assert sum(state.revealed) == 28
    for seat, player in enumerate(state.players):
        tiles = home(state, seat)
        assert all(state.revealed[tile] for tile in tiles)
        assert state.land.terrain[tiles[0]] == HILLS
        assert kinds(state, seat) == ["farmer", "farmer", "laborer"]
        assert len({person.tile for person in player.people} & set(tiles)) == 3
        assert len(player.hand) == 5
        assert (player.stock, player.respect, player.blessings) == ([0, 0, 0, 0], 0, 0)
        assert (GAME.view(state, seat).players[seat].actions, player.specials) == (2, 1)
        for other in [*range(4), None]:
            assert GAME.view(state, other).players[seat].hand == (player.hand if other == seat else [])
    assert (state.counter, state.year, state.season, state.event) == (0, 1, SPRING, NO_EVENT)


@pytest.mark.parametrize("seed", range(3))
def test_CL_T02_the_first_spring_until_the_actions(seed):
    state = set_up(4, seed, raider_steps=1)
    play(state, "migrants.batch", seed=seed)
    assert len(state.events) == 42
    assert state.counter == 1
    assert sorted(option.kind for option in run(state).options) == [0, 0, 1, 1, 2, 3]
    draw(state, 0, 2, 4, 5)
    assert state.batch == [0, 1, 2, 3]
    play(state, "turn.action")
    assert (state.phase, state.event, state.past_events) == ("actions", NO_EVENT, [])
    assert [len(player.people) for player in state.players] == [4] * 4


def test_CL_SETUP_01_the_seats_are_drawn_and_each_gets_a_settlement():
    state = empty_state(3)
    begin(state, DrawSeats())
    draw(state, Seat(2), Seat(0), Seat(1))
    assert state.home == [1, 2, 0]
    assert home(state, 2) == list(state.board.settlements[0])


def test_CL_SETUP_01_hills_get_six_random_neighbours_in_the_order_in_which_they_lie():
    state = new_game(2)
    state.home = [1, 0]
    begin(state, DrawRing(A))
    asked = run(state)
    names = [TERRAINS[option.terrain].id for option in asked.options]
    assert Counter(names) == Counter(lowlands=2, hills=1, forest=2, swamp=1, mountain=1, lake=1)
    assert (asked.count, asked.seen_by) == (6, PUBLIC)
    draw(state, 7, 0, 1, 2, 3, 4)
    tiles = state.board.settlements[1]
    drawn = [asked.options[i].terrain for i in (7, 0, 1, 2, 3, 4)]
    assert [state.land.terrain[tile] for tile in tiles] == [HILLS, *drawn]
    assert [tile for tile, shown in enumerate(state.revealed) if shown] == sorted(tiles)


@pytest.mark.parametrize(("players", "bags"), [(2, 4), (3, 5), (4, 6), (5, 7), (6, 9)])
def test_CL_SETUP_01_CL_SETUP_07_all_other_hexes_come_out_of_whole_bags_and_stay_face_down(players, bags):
    state = new_game(players)
    play(state, "setup.wilds")
    shown = sum(state.revealed)
    asked = run(state)
    names = Counter(TERRAINS[option.terrain].id for option in asked.options)
    assert names == {
        "lowlands": 5 * bags, "hills": 5 * bags, "forest": 6 * bags, "swamp": 3 * bags, "mountain": 4 * bags,
        "lake": 3 * bags,
    }
    assert asked.count == len(state.revealed) - 7 * players
    assert asked.seen_by == ()
    draw(state, *range(asked.count))
    assert sum(state.revealed) == shown == 7 * players
    hidden = [tile for tile, known in enumerate(state.revealed) if not known]
    assert [state.land.terrain[tile] for tile in hidden] == [each.terrain for each in asked.options[:asked.count]]
    for seat in [*range(players), None]:
        assert {GAME.view(state, seat).map.terrain[tile] for tile in hidden} == {0}
    assert all(GAME.full_view(state).map.terrain)


def test_CL_SETUP_03_all_are_asked_at_once_to_use_three_of_the_own_seven_tiles_with_the_centre():
    state = new_game()
    play(state, "setup.place")
    questions = run(state)
    assert [asked.seat for asked in questions] == [0, 1, 2, 3]
    for seat, asked in enumerate(questions):
        assert (asked.least, asked.most, asked.seen_by) == (1, 1, PUBLIC)
        centre, *ring = home(state, seat)
        assert len(asked.options) == 45
        for option in asked.options:
            tiles = (option.laborer, option.farmer, option.other_farmer)
            assert len(set(tiles)) == 3
            assert centre in tiles
            assert set(tiles) <= {centre, *ring}
            assert option.farmer < option.other_farmer
        assert sum(option.laborer == centre for option in asked.options) == 15


def test_CL_SETUP_03_CL_SETUP_02_people_stand_where_they_were_put():
    state = new_game(2)
    play(state, "setup.place")
    tiles = [home(state, seat) for seat in (A, B)]
    wanted = Settle(tiles[A][4], *sorted((tiles[A][0], tiles[A][2])))
    options = run(state)[A].options
    assert Settle(tiles[A][4], *sorted((tiles[A][1], tiles[A][2]))) not in options
    agenda.apply(state, ((options.index(wanted),), (0,)))
    standing = {person.tile: person.kind for person in state.players[A].people}
    assert standing == {tiles[A][4]: LABORER, tiles[A][0]: FARMER, tiles[A][2]: FARMER}


def test_CL_SETUP_03_by_default_the_laborer_is_in_the_centre_and_farmers_on_the_best_of_the_ring():
    state = empty_state(2)
    for seat in (A, B):
        for tile, terrain in zip(home(state, seat)[1:], ["swamp", "lake", "hills", "lowlands", "swamp", "swamp"],
                                 strict=True):
            ground(state, tile, terrain)
        ground(state, home(state, seat)[0], "lowlands")
    begin(state, PlaceStart())
    for seat, asked in enumerate(run(state)):
        centre, _, lake, _, lowlands, *_ = home(state, seat)
        assert [asked.options[i] for i in asked.default] == [Settle(centre, *sorted((lake, lowlands)))]


@pytest.mark.parametrize("amount", [0, 1, 2])
def test_CL_SETUP_06_AMB_CL_50_everybody_begins_with_as_much_of_each_as_the_option_says(amount):
    assert make_setup(GAME, 2, {}).options["start_stock"] == 1
    state = set_up(3, start_stock=amount)
    assert [player.stock for player in state.players] == [[amount] * 4] * 3


@pytest.mark.parametrize("players", COUNTS)
def test_AMB_CL_51_CL_SETUP_05_two_to_six_may_play_and_cards_are_dealt_from_one_deck(players):
    state = set_up(players)
    dealt = [card for player in state.players for card in player.hand]
    assert len(dealt) == 5 * players
    assert sorted(dealt + state.tales) == [i for i, row in enumerate(TALES) for _ in range(row.copies)]
    assert len(state.tales) == 90 - 5 * players
    assert (sorted(state.home), state.start in range(players)) == (list(range(players)), True)


@pytest.mark.parametrize("players", [1, 7])
def test_AMB_CL_51_nobody_plays_alone_or_by_seven(players):
    with pytest.raises(BadSetup, match="clansmen is played by 2, 3, 4, 5, 6 players"):
        new_game(players)


def test_CL_SETUP_07_nothing_has_happened_before_the_first_draw():
    state = new_game(4)
    assert (state.year, state.phase, state.home, sum(state.revealed)) == (0, "setup", [], 0)
    assert GAME.view(state, A).players[B].home == -1
    assert canon.digest(new_game(4)) == canon.digest(state)


def test_CL_SETUP_07_CL_SETUP_05_who_sees_what_is_drawn():
    state = new_game(3)
    drawn = play(state, "turn.action")
    audience = {prompt: seen_by for prompt, _, seen_by, _ in drawn if prompt != "tales.draw"}
    assert audience == {
        "setup.seats": PUBLIC, "setup.start_token": PUBLIC, "setup.ring": PUBLIC, "setup.wilds": (),
        "migrants.batch": PUBLIC,
    }
    assert [seen_by for prompt, _, seen_by, _ in drawn if prompt == "tales.draw"] == [(0,), (1,), (2,)]


def test_CL_SETUP_07_every_draw_has_a_stream_of_its_own():
    assert [stream for _, stream, _, _ in play(new_game(2), "event.draw")] == [
        "seats", "seats/start", "map/ring/0", "map/ring/1", "map", "tales/0", "tales/1", "migrants",
    ]


@pytest.mark.parametrize("seed", range(3))
def test_CL_SETUP_07_no_answer_of_anybody_moves_what_is_random_for_all(seed):
    games = []
    for answers in (None, Random(1), Random(2)):
        state = new_game(3)
        drawn = play(state, seed=seed, random=answers)
        shared = [each for each in drawn if each[0].startswith("setup.") or each[0] == "migrants.batch"]
        games.append((shared, state.past_events, state.land.terrain))
    assert games[0] == games[1] == games[2]


@pytest.mark.parametrize("seed", range(4))
def test_CL_T97_CL_EVENT_01_CL_EVENT_03_CL_SEQ_13_a_game_of_five_years_has_20_seasons_and_19_events(seed):
    state = new_game(4, years=5)
    random = Random(seed)
    seasons = set()
    dice = Dice(match_seed(bytes(32), str(seed)))
    while question := run(state):
        if isinstance(question, Chance):
            agenda.apply(state, (dice.answer(question),))
        else:
            agenda.apply(state, [pick(asked, random) for asked in question])
        seasons.add((state.year, state.season))
    assert seasons - {(0, SPRING)} == {(year, season) for year in range(1, 6) for season in range(4)}
    assert len(state.past_events) == 19
    for event, times in Counter(state.past_events).items():
        assert times <= EVENTS[event].copies


def test_CL_SEQ_12_CL_SETUP_07_who_holds_the_start_token_first_is_drawn():
    state = empty_state(4)
    begin(state, DrawStart())
    assert run(state).seen_by == PUBLIC
    draw(state, Seat(C))
    assert (state.start, state.turn_order()) == (C, [2, 3, 0, 1])
