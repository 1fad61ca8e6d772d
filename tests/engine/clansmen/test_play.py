"""Cards and Blessings that are used freely in the own turn."""

from __future__ import annotations

import pytest

from lawspeaker_engine import agenda
from lawspeaker_engine.games.clansmen.actions import build, play
from lawspeaker_engine.games.clansmen.buildings import number_of
from lawspeaker_engine.games.clansmen.cards.tales import TALES
from lawspeaker_engine.games.clansmen.hexes import TERRAINS
from lawspeaker_engine.games.clansmen.options import Build, Gain, Heal, Hunt, PlayCard, Tile
from lawspeaker_engine.games.clansmen.people import add, move, remove
from lawspeaker_engine.games.clansmen.phases.feeding import FeedPhase
from lawspeaker_engine.games.clansmen.phases.harvest import HarvestPhase
from lawspeaker_engine.games.clansmen.phases.season import begin_season
from lawspeaker_engine.games.clansmen.phases.turn import Turn
from lawspeaker_engine.games.clansmen.raids import raid
from lawspeaker_engine.games.clansmen.state import (
    ACTIONS,
    AUTUMN,
    BUILD,
    FARMER,
    HUNT,
    KINDS,
    SPRING,
    SUMMER,
    TRADE,
    WINTER,
    Attached,
)
from lawspeaker_engine.games.clansmen.view import make_view
from lawspeaker_engine.model import PUBLIC, Chance

from .positions import (
    A,
    B,
    answer,
    begin,
    card,
    decision,
    done,
    draw,
    empty_state,
    ground,
    hand,
    home,
    kinds,
    offered,
    put,
    run,
    stock,
)


def playable(state, seat):
    """Ids of the cards that the seat may play by themselves."""
    return [TALES[option.card].id for option in play.offers(state, seat) if isinstance(option, PlayCard)]


def use(state, name, *options, seat=A):
    """Play the card; the options answer what it asks."""
    begin(state)
    assert name in playable(state, seat), f"{name} is not offered"
    play.begin(state, seat, PlayCard(card(name)))
    for option in options:
        answer(state, option)
    assert done(state)


def discarded(state):
    """Ids of the cards in the discard pile, in order."""
    return [TALES[each].id for each in state.discard]


# In the own turn, free, as many as one likes.


def test_CL_TALES_02_CL_TALES_03_any_number_of_cards_is_played_free_and_discarded():
    state = empty_state()
    hand(state, A, "aid_food", "aid_food", "hunting_party", "valor")
    state.players[A].actions = 1
    begin(state, Turn(A))
    for name in ("aid_food", "hunting_party", "aid_food"):
        answer(state, PlayCard(card(name)))
        assert (decision(state).seat, decision(state).prompt) == (A, "turn.action")
    assert state.players[A].stock[0] == 4
    assert state.players[A].actions == 1
    assert discarded(state) == ["aid_food", "hunting_party", "aid_food"]
    assert state.players[A].hand == [card("valor")]


def test_CL_TALES_02_copies_of_a_card_are_one_option_and_cards_of_others_none():
    state = empty_state()
    hand(state, A, "aid_food", "aid_food")
    hand(state, B, "aid_resources")
    assert play.offers(state, A) == [PlayCard(card("aid_food"))]
    begin(state, Turn(A))
    assert PlayCard(card("aid_resources")) not in offered(state)


def test_CL_TALES_01_hands_are_known_to_their_owners_by_size_to_others_and_without_limit():
    state = empty_state()
    held = hand(state, A, *(row.id for row in TALES), *(row.id for row in TALES))
    assert make_view(state, A).players[A].hand == held
    for onlooker in (B, -1):
        assert (make_view(state, onlooker).players[A].hand, make_view(state, onlooker).players[A].hand_size) == ([], 54)
    begin_season(state)
    assert len(state.players[A].hand) == 54


@pytest.mark.parametrize("name", [
    "valor", "shrewd_trading", "stalwart", "skilled_hunting", "brilliant_organization", "lavish_gifts",
    "memorable_feast", "bold_move", "cats",
])
@pytest.mark.parametrize("season", [SPRING, SUMMER, AUTUMN, WINTER])
def test_CL_TALES_02_AMB_CL_35_cards_that_go_with_something_else_are_never_played_alone(name, season):
    state = empty_state(season=season)
    for kind in ("farmer", "laborer", "craftsman", "warrior"):
        put(state, A, kind)
    stock(state, A, 9, 9, 9, 9)
    state.players[A].actions = 3
    state.counter = 4
    hand(state, A, name)
    assert play.offers(state, A) == []


# Cards that stay in play.


def fitting_sites(name):
    """All kinds and terrains with which the card can be put on A's only tile, where it then lies."""
    fitting = []
    for kind in KINDS:
        for terrain in TERRAINS:
            state = empty_state()
            tile = put(state, A, kind, terrain.id)
            hand(state, A, name)
            if playable(state, A):
                use(state, name)
                assert state.players[A].attached == [Attached(card(name), tile)]
                assert (state.players[A].hand, state.discard) == ([], [])
                fitting.append((kind, terrain.id))
    return fitting


@pytest.mark.parametrize(("name", "terrain"), [("silver", "mountain"), ("fine_clay", "hills"), ("bog_iron", "swamp")])
def test_CL_TALES_04_CL_TALES_06_CL_TALES_07_CL_TALES_14_these_need_a_laborer(name, terrain):
    assert fitting_sites(name) == [("laborer", terrain)]


@pytest.mark.parametrize(("name", "terrain"), [
    ("mussels", "lake"), ("apple_grove", "forest"), ("rich_soil", "lowlands"), ("sheep_herds", "hills"),
    ("cattle_herds", "lowlands"), ("pig_herds", "forest"), ("spices", "swamp"),
])
def test_CL_TALES_08_CL_TALES_09_CL_TALES_10_CL_TALES_18_CL_TALES_19_CL_TALES_20_CL_TALES_30_need_a_farmer(
    name, terrain,
):
    assert fitting_sites(name) == [("farmer", terrain)]


def test_CL_TALES_04_AMB_CL_43_the_owner_names_one_of_several_tiles():
    state = empty_state()
    tiles = sorted(put(state, A, "farmer", "forest") for _ in range(2))
    put(state, A, "laborer", "forest")
    put(state, B, "farmer", "forest")
    hand(state, A, "pig_herds")
    begin(state)
    play.begin(state, A, PlayCard(card("pig_herds")))
    asked = decision(state)
    assert (asked.prompt, asked.seat, asked.least, asked.most) == ("card.tile", A, 1, 1)
    assert (asked.default, asked.seen_by, list(asked.options)) == ((0,), PUBLIC, [Tile(tile) for tile in tiles])
    assert state.players[A].hand == [card("pig_herds")]
    answer(state, Tile(tiles[1]))
    assert (state.players[A].attached, state.players[A].hand) == ([Attached(card("pig_herds"), tiles[1])], [])


def test_AMB_CL_43_no_two_copies_lie_on_one_tile_whoever_owns_them_but_different_cards_do():
    state = empty_state()
    tile = put(state, A, "farmer", "forest")
    hand(state, A, "pig_herds", "pig_herds", "apple_grove")
    use(state, "pig_herds")
    assert playable(state, A) == ["apple_grove"]
    use(state, "apple_grove")
    assert [each.tile for each in state.players[A].attached] == [tile, tile]
    assert [each.card for each in state.players[A].attached] == sorted([card("pig_herds"), card("apple_grove")])
    other = put(state, A, "farmer", "forest")
    use(state, "pig_herds")
    assert Attached(card("pig_herds"), other) in state.players[A].attached
    remove(state, A, tile)
    add(state, B, FARMER, tile)
    hand(state, B, "pig_herds")
    assert state.players[B].attached == []
    assert playable(state, B) == []  # A's copy lies there
    put(state, B, "farmer", "forest")
    assert playable(state, B) == ["pig_herds"]


def test_CL_TALES_04_AMB_CL_43_a_weakened_worker_will_do_for_the_tile_but_gives_nothing_until_healthy():
    state = empty_state()
    tile = put(state, A, "farmer", "lake", weakened=True)
    hand(state, A, "mussels")
    use(state, "mussels")
    begin(state, HarvestPhase())
    assert done(state)
    assert state.players[A].stock[0] == 0
    state.players[A].people[0].weakened = False
    begin(state, HarvestPhase())
    assert done(state)
    assert state.players[A].stock[0] == 3
    assert state.players[A].attached == [Attached(card("mussels"), tile)]


def test_CL_TALES_04_AMB_CL_43_CL_T101_rich_soil_waits_on_its_tile_for_a_farmer():
    state = empty_state()
    lowlands = put(state, A, "laborer", "lowlands")
    forest = put(state, A, "farmer", "forest")
    hand(state, A, "rich_soil")
    assert playable(state, A) == []
    remove(state, A, lowlands)
    add(state, A, FARMER, lowlands)
    use(state, "rich_soil")
    assert state.players[A].attached == [Attached(card("rich_soil"), lowlands)]

    def food(season):
        """Return what a Harvest brings."""
        state.season = season
        stock(state, A)
        begin(state, HarvestPhase())
        assert done(state)
        return state.players[A].stock[0]

    assert [food(season) for season in (SPRING, SUMMER, AUTUMN, WINTER)] == [1 + 2, 2 + 4, 3 + 7, 0]
    away = next(tile for tile in home(state, A) if tile not in (lowlands, forest))
    ground(state, away, "mountain")
    move(state, A, lowlands, away)
    assert food(SUMMER) == 2 + 1
    assert state.players[A].attached == [Attached(card("rich_soil"), lowlands)]
    move(state, A, forest, lowlands)
    assert food(SUMMER) == 4 + 1


# Cards that do something at once.


def test_CL_TALES_21_healing_herbs_heal_the_only_weakened_population():
    state = empty_state()
    put(state, A, "farmer", weakened=True)
    put(state, A, "warrior")
    put(state, B, "laborer", weakened=True)
    hand(state, A, "healing_herbs")
    use(state, "healing_herbs")
    assert (kinds(state, A), kinds(state, B)) == (["farmer", "warrior"], ["laborer*"])
    assert discarded(state) == ["healing_herbs"]


def test_CL_TALES_21_healing_herbs_ask_which_of_several():
    state = empty_state()
    first, second = sorted(put(state, A, "farmer", weakened=True) for _ in range(2))
    put(state, A, "warrior")
    hand(state, A, "healing_herbs")
    begin(state)
    play.begin(state, A, PlayCard(card("healing_herbs")))
    asked = decision(state)
    assert (asked.prompt, asked.least, asked.most, asked.default, asked.seen_by) == ("card.heal", 1, 1, (0,), PUBLIC)
    assert offered(state) == [Tile(first), Tile(second)]
    answer(state, Tile(second))
    assert [person.tile for person in state.players[A].people if person.weakened] == [first]


def test_CL_TALES_21_healing_herbs_are_not_played_when_all_are_healthy():
    state = empty_state()
    put(state, A, "farmer")
    put(state, B, "farmer", weakened=True)
    hand(state, A, "healing_herbs")
    assert playable(state, A) == []


AGAIN = [("group_effort", BUILD), ("hunting_party", HUNT), ("wagon_train", TRADE)]


@pytest.mark.parametrize(("name", "action"), AGAIN)
def test_CL_TALES_22_CL_TALES_28_CL_TALES_29_an_action_is_allowed_twice_this_season(name, action):
    state = empty_state()
    state.players[A].actions = 1
    hand(state, A, name, name)
    use(state, name)
    allowed = [1] * len(ACTIONS)
    allowed[action] = 2
    assert state.players[A].allowed == allowed
    assert (state.players[A].actions, discarded(state)) == (1, [name])
    use(state, name)
    assert state.players[A].allowed[action] == 3, "each card gives one more"
    begin_season(state)
    assert state.players[A].allowed == [1] * len(ACTIONS)


@pytest.mark.parametrize(("name", "action"), AGAIN)
def test_CL_TALES_22_CL_TALES_28_CL_TALES_29_AMB_CL_61_by_option_a_second_one_adds_nothing(name, action):
    state = empty_state(cards="before")
    hand(state, A, name, name)
    use(state, name)
    assert state.players[A].allowed[action] == 2
    assert playable(state, A) == []
    begin_season(state)
    assert playable(state, A) == [name]


@pytest.mark.parametrize(
    ("name", "in_winter"), [("group_effort", False), ("hunting_party", True), ("wagon_train", False)],
)
def test_CL_TALES_22_CL_TALES_28_CL_TALES_29_only_in_the_seasons_of_the_action(name, in_winter):
    state = empty_state(season=WINTER)
    hand(state, A, name)
    assert bool(playable(state, A)) is in_winter


def test_CL_TALES_22_CL_T83_group_effort_lets_a_player_build_twice_each_for_an_action():
    state = empty_state()
    stock(state, A, wood=9)
    state.players[A].actions = 3
    hand(state, A, "group_effort")
    begin(state, Turn(A))
    answer(state, PlayCard(card("group_effort")))
    for left, building in ((2, "granary"), (1, "watchtower")):
        answer(state, Build(number_of(building)))
        assert done(state)
        assert state.players[A].actions == left
        begin(state, Turn(A))
    assert build.offers(state, A) == []
    assert state.players[A].used[BUILD] == 2


def test_CL_TALES_24_CL_TALES_25_CL_TALES_26_CL_T84_aid_and_a_preemptive_strike_cost_no_action():
    state = empty_state()
    state.counter = 3
    state.players[A].actions = 2
    hand(state, A, "aid_resources", "aid_food", "preemptive_strike")
    begin(state)
    play.begin(state, A, PlayCard(card("aid_resources")))
    asked = decision(state)
    assert (asked.prompt, asked.least, asked.most, asked.default, asked.seen_by) == ("card.gain", 1, 1, (0,), PUBLIC)
    assert offered(state) == [Gain(2, 0), Gain(1, 1), Gain(0, 2)]
    answer(state, Gain(1, 1))
    assert state.players[A].stock == [0, 1, 1, 0]
    use(state, "aid_food")
    assert state.players[A].stock == [2, 1, 1, 0]
    use(state, "preemptive_strike")
    assert state.counter == 2
    assert (state.players[A].actions, state.players[A].hand) == (2, [])
    assert discarded(state) == ["aid_resources", "aid_food", "preemptive_strike"]


@pytest.mark.parametrize(("mix", "left"), [(Gain(2, 0), [0, 2, 0, 0]), (Gain(0, 2), [0, 0, 2, 0])])
def test_CL_TALES_24_resources_come_in_any_mix(mix, left):
    state = empty_state()
    hand(state, A, "aid_resources")
    use(state, "aid_resources", mix)
    assert state.players[A].stock == left


def test_CL_TALES_26_nobody_strikes_raiders_on_the_lowest_space():
    state = empty_state()
    hand(state, A, "preemptive_strike")
    assert playable(state, A) == []
    state.counter = 1
    use(state, "preemptive_strike")
    assert state.counter == 0


@pytest.mark.parametrize(("decisive", "actions"), [("tempo", 2), ("extra", 3)])
def test_CL_TALES_27_AMB_CL_45_decisive_action_makes_the_turn_one_of_two_actions(decisive, actions):
    state = empty_state(decisive=decisive)
    state.players[A].actions = 2
    hand(state, A, "decisive_action", "decisive_action")
    use(state, "decisive_action")
    assert (state.players[A].tempo, state.players[A].actions) == (1, actions)
    assert discarded(state) == ["decisive_action"]
    assert playable(state, A) == ["decisive_action"]


def test_CL_TALES_27_AMB_CL_61_by_option_a_second_one_cannot_be_played_in_a_turn():
    state = empty_state(cards="before")
    hand(state, A, "decisive_action", "decisive_action")
    use(state, "decisive_action")
    assert playable(state, A) == []


# Blessings.


def test_CL_BLESS_01_blessings_are_kept_until_used_without_limit():
    state = empty_state()
    state.players[A].blessings = 30
    put(state, A, "farmer", weakened=True)
    begin_season(state)
    assert state.players[A].blessings == 30
    begin(state)
    play.begin(state, A, play.offers(state, A)[0])
    assert state.players[A].blessings == 29


def test_CL_BLESS_03_a_blessing_heals_a_weakened_population_of_the_own():
    state = empty_state()
    first, second = sorted(put(state, A, "farmer", weakened=True) for _ in range(2))
    put(state, A, "laborer")
    put(state, B, "laborer", weakened=True)
    assert play.offers(state, A) == []
    state.players[A].blessings = 1
    assert play.offers(state, A) == [Heal(first), Heal(second)]
    play.begin(state, A, Heal(second))
    assert [person.tile for person in state.players[A].people if person.weakened] == [first]
    assert (state.players[A].blessings, play.offers(state, A)) == (0, [])


def test_AMB_CL_60_CL_BLESS_03_healing_is_for_the_own_turn_of_the_actions_phase():
    state = empty_state()
    tiles = []
    for seat in (A, B):
        tiles.append(put(state, seat, "farmer", weakened=True))
        state.players[seat].blessings = 1
        hand(state, seat, "healing_herbs")
    herbs = PlayCard(card("healing_herbs"))
    begin(state, Turn(A))
    assert {repr(Heal(tiles[A])), repr(herbs)} < {repr(option) for option in offered(state)}
    assert Heal(tiles[B]) not in offered(state)
    begin(state)
    raid.begin_raid(state)
    while question := run(state):
        if isinstance(question, Chance):
            draw(state, *range(question.count))
            continue
        assert not any(option == herbs or isinstance(option, Heal) for asked in question for option in asked.options)
        agenda.apply(state, tuple(asked.default for asked in question))
    begin(state, FeedPhase())
    assert done(state)
    assert (kinds(state, A), kinds(state, B)) == ([], []), "hungry and Weakened, without a chance to heal"


def test_CL_TALES_02_CL_TALES_21_CL_BLESS_03_CL_T94_herbs_blessing_and_aid_in_one_turn_before_the_hunt():
    state = empty_state()
    first, second = sorted(put(state, A, "farmer", weakened=True) for _ in range(2))
    hand(state, A, "healing_herbs", "aid_food")
    state.players[A].blessings = state.players[A].actions = 1
    begin(state, Turn(A))
    answer(state, PlayCard(card("healing_herbs")))
    answer(state, Tile(first))
    answer(state, Heal(second))
    answer(state, PlayCard(card("aid_food")))
    assert (decision(state).seat, decision(state).prompt) == (A, "turn.action")
    answer(state, Hunt())
    player = state.players[A]
    assert kinds(state, A) == ["farmer", "farmer"]
    assert (player.stock[0], player.blessings, player.actions) == (4, 0, 0)
    assert done(state)
