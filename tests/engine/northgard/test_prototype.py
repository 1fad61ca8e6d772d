"""The prototype edition: every rule in which it differs from the retail one, each in a position of its own."""

from __future__ import annotations

from collections import Counter

import pytest

from lawspeaker_engine import agenda
from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.northgard.actions.combat import FACES, Battles
from lawspeaker_engine.games.northgard.actions.groups import PlaceGroups
from lawspeaker_engine.games.northgard.actions.move import MoveUnits, shift
from lawspeaker_engine.games.northgard.actions.recruit import RecruitUnits
from lawspeaker_engine.games.northgard.actions.terms import PLAIN, MoveTerms
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, UNREST, number_of
from lawspeaker_engine.games.northgard.clans import CLANS
from lawspeaker_engine.games.northgard.figures import KAIJA
from lawspeaker_engine.games.northgard.options import (
    Card,
    Lose,
    Move,
    Pass,
    Pay,
    PlaceGroup,
    PlaceTile,
    Recruit,
    Remove,
    Upgrade,
)
from lawspeaker_engine.games.northgard.phases import end, scoring, winter
from lawspeaker_engine.games.northgard.phases.harvest import HarvestPhase
from lawspeaker_engine.games.northgard.phases.setup import join
from lawspeaker_engine.games.northgard.phases.turn import Turn
from lawspeaker_engine.games.northgard.state import FOOD, LORE, RESERVE, UNITS, State
from lawspeaker_engine.games.northgard.tiles import ROUGH, START, START_FIVE
from lawspeaker_engine.games.northgard.view import make_view
from lawspeaker_engine.model import PUBLIC, BadSetup, Chance
from lawspeaker_engine.setups import make_setup

from .card_play import play_card
from .positions import (
    answer,
    chance,
    clan_number,
    decision,
    empty_state,
    give_kaija,
    graph,
    offered,
    push_phase,
    roll,
    run,
    tiles_map,
)

GAME = GAMES["northgard"]
RED, BLUE = 0, 1


def begin(players: int = 2, **options) -> State:
    """A game of the prototype before anything has happened."""
    return GAME.setup(make_setup(GAME, players, {"edition": "prototype", **options}))


def play_until(state: State, *prompts: str) -> State:
    """Answer everything with its default until one of these prompts comes."""
    dice = Dice(match_seed(bytes(32), "prototype"))
    while question := run(state):
        asked = question if isinstance(question, Chance) else question[0]
        if asked.prompt in prompts:
            return state
        picks = dice.draw(asked.stream, len(asked.options), asked.count) if isinstance(asked, Chance) else asked.default
        agenda.apply(state, (picks,))
    return state


def position(clan: str = "wolf", **settings) -> State:
    """Red plays this clan of the prototype, Blue Raven; the board is empty."""
    state = empty_state(edition="prototype", **settings)
    for seat, name in ((RED, clan), (BLUE, "raven")):
        state.players[seat].clan = clan_number(f"prototype_{name}")
    return state


# --- components and setup ---


def test_NGP_COMP_01_five_clans_of_three_cards_and_43_development_cards_of_one_kind():
    table = begin().table
    assert [CLANS[clan].name for clan in table.clans] == ["Bear", "Goat", "Raven", "Stag", "Wolf"]
    assert sum(len(cards) for cards in table.own_cards.values()) == 15
    assert [(part.kind, len(part.cards), len(set(part.cards))) for part in table.decks] == [("prototype", 43, 43)]
    assert table.achievements == []


def test_NGP_MAP_01_mountain_borders_are_the_rough_ones():
    state = position()
    t = graph(state, {"A": {"own": RED, "u": 2}, "B": {}}, [("A", "B", "rough")])
    state.push(MoveUnits(RED, 1))
    assert run(state) == ()
    state.push(MoveUnits(RED, 2))
    assert Move(t["A"], t["B"], 1, False) in offered(state)
    assert state.board.neighbours[t["A"]] == ((t["B"], ROUGH),)


def test_NGP_MAP_02_five_players_have_one_starting_tile_and_the_other_is_in_the_pile():
    state = begin(5)
    assert [tile for tile, *_ in state.board.laid] == [START]
    assert START_FIVE in state.pile
    assert len(state.pile) == 34


def test_NGP_SETUP_01_the_setup_has_no_step_for_achievements_or_a_hand_of_tiles():
    assert [step.name for step in begin().table.setup] == [
        "prototype", "clans", "first", "resources", "tiles", "years"]


def test_NGP_SETUP_02_clans_are_dealt_whatever_the_option_says():
    for clans in ("chosen", "random"):
        state = play_until(begin(4, clans=clans), "setup.clans", "setup.clan")
        asked = chance(state)
        assert (asked.prompt, asked.count, len(asked.options), asked.seen_by) == ("setup.clans", 4, 5, PUBLIC)
        agenda.apply(state, ((4, 0, 2, 1),))
        assert [CLANS[player.clan].name for player in state.players] == ["Wolf", "Bear", "Raven", "Goat"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_NGP_SETUP_03_seven_cards_a_player_are_drawn_from_the_one_deck(players):
    state = begin(players)
    asked = chance(state)
    assert (asked.prompt, asked.count, len(asked.options), asked.seen_by) == ("setup.prototype", 7 * players, 43, ())
    state = play_until(state, "setup.clans")
    assert (len(state.early), len(state.advanced), state.achievements) == (0, 7 * players, [])


@pytest.mark.parametrize("players", [2, 5])
def test_NGP_SETUP_04_AMB_P01_resources_are_those_of_the_retail_edition(players):
    state = play_until(begin(players), "setup.tiles")
    given = [state.players[seat].resources for seat in state.turn_order()]
    assert given == [[2 if place < 3 else 3, 2, 0] for place in range(players)]


def test_NGP_SETUP_05_the_tile_drawn_for_all_to_see_must_be_laid():
    state = play_until(begin(), "setup.tiles")
    asked = chance(state)
    assert (asked.count, asked.seen_by, len(asked.options)) == (1, PUBLIC, 34)
    answer_tile = asked.options[5]
    agenda.apply(state, ((5,),))
    assert {option.tile for option in offered(state)} == {answer_tile.tile}
    assert all(isinstance(option, PlaceTile) for option in offered(state))
    assert decision(state).least == 1


def test_NGP_SETUP_06_AMB_P17_only_the_very_first_tile_touches_the_starting_tile():
    state = play_until(begin(), "setup.tile")
    assert {(option.x, option.y) for option in offered(state)} <= {(0, 1), (1, 0), (0, -1), (-1, 0)}
    answer(state, offered(state)[0])
    state = play_until(state, "setup.tile")
    assert not {(option.x, option.y) for option in offered(state)} <= {(0, 1), (1, 0), (0, -1), (-1, 0)}


def test_NGP_SETUP_07_a_group_goes_only_where_nobody_stands():
    state = position()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {"own": BLUE, "u": 1}, "C": {}, "D": {}})
    state.push(PlaceGroups(RED, "setup.group", tuple(t.values())))
    assert offered(state) == [PlaceGroup(t["C"], False, ()), PlaceGroup(t["D"], False, ())]


def test_NGP_SETUP_09_no_tile_is_returned_after_setup():
    state = play_until(begin(3), "turn.action")
    assert len(state.pile) + len(state.bottom) + len(state.board.laid) == 35
    assert len(state.board.laid) == 1 + 2 * 3
    assert all(player.tiles == [] for player in state.players)


# --- decks and the year ---


def test_NGP_DECK_01_AMB_P18_others_see_only_the_last_card_of_an_active_area():
    state = position()
    state.players[RED].active = [3, 1, 2]
    assert make_view(state, RED).players[RED].active == [3, 1, 2]
    assert make_view(state, BLUE).players[RED].active == [2]
    assert make_view(state, -1).players[RED].active == [2]
    assert make_view(empty_state(), -1).players[RED].active == []


def test_NGP_YEAR_01_NGP_EOY_01_AMB_P03_seven_years_of_the_one_deck_which_then_is_empty():
    state = position()
    state.advanced = [number_of(card) for card in ("negociation", "scouts", "town_hall", "merchant")]
    for year in (6, 7):
        state.year = year
        push_phase(state, "start", (0, 1))
        while question := run(state):
            assert isinstance(question, Chance)
            agenda.apply(state, (tuple(range(question.count)),))
        assert len(state.display) == 2
    assert state.advanced == []
    state.push(end.CheckVictory())
    run(state)
    assert state.outcome is not None
    assert state.outcome.reason == "fame"


# --- turns ---


def turn(state: State, *hand: str, lore: int = 9) -> State:
    """It is Red's turn with these cards in hand."""
    state.players[RED].hand = sorted(map(number_of, hand))
    state.players[RED].resources[LORE] = lore
    state.push(Turn(RED))
    return state


def test_NGP_ACT_01_a_removed_card_costs_two_lore_and_draws_one():
    state = turn(position(), "explore", "build", lore=2)
    state.players[RED].draw = [1, 2, 3]
    card = number_of("explore")
    answer(state, Remove(card))
    assert (chance(state).prompt, chance(state).count) == ("deck.draw", 1)
    assert (state.players[RED].resources[LORE], state.players[RED].boxed) == (0, [card])


def test_NGP_ACT_02_a_card_given_up_for_an_upgrade_goes_to_the_active_area():
    state = position("wolf")
    join(state, RED, clan_number("prototype_wolf"))
    turn(state, "explore")
    ways = [option for option in offered(state) if isinstance(option, Upgrade)]
    assert [option.out_of_game for option in ways] == [False, False]
    answer(state, ways[0])
    assert state.players[RED].active == [number_of("explore")]


def test_NGP_ACT_03_nothing_is_played_together_with_a_pass():
    state = turn(position(), "wolf_initial")
    assert CARDS[number_of("wolf_initial")].flash
    answer(state, Pass())
    assert run(state) == ()
    assert (state.players[RED].passed, state.players[RED].hand) == (True, [])


# --- harvest, winter and end of year ---


def harvest(state: State) -> None:
    state.push(HarvestPhase((RED, BLUE)))
    while run(state):
        answer(state)


def test_NGP_HARV_01_everything_is_collected():
    state = position()
    graph(state, {"A": {"own": RED, "u": 1, "food": 1, "wood": 1, "lore": 1}})
    state.push(HarvestPhase((RED,)))
    assert decision(state).prompt == "harvest.trade"
    assert state.players[RED].resources == [1, 1, 1]


@pytest.mark.parametrize(("units", "food", "wood"), [(3, 0, 0), (4, 1, 0), (7, 2, 0), (10, 3, 1), (13, 4, 2)])
def test_NGP_WINT_01_AMB_P02_winter_costs_what_it_costs_in_the_retail_edition(units, food, wood):
    assert winter.cost(position().table.numbers, units) == (food, wood)


@pytest.mark.parametrize(("before", "after"), [([1, 5, 5], [0, 4, 5]), ([9, 0, 5], [6, 0, 5])])
def test_NGP_WINT_02_AMB_P09_a_shortfall_takes_what_there_is_and_brings_one_unrest(before, after):
    state = position()
    graph(state, {"A": {"own": RED, "u": 10}})
    state.players[RED].resources = before[:]
    winter.pay(state, RED)
    assert (state.players[RED].resources, state.players[RED].top) == (after, [UNREST])


def test_NGP_WINT_03_NGP_END_01_unrest_costs_three_fame_and_cards_are_worth_nothing():
    state = position()
    valued = next(number for number, card in enumerate(CARDS) if card.fame > 0)
    player = state.players[RED]
    player.fame, player.resources, player.draw, player.hand = 20, [2, 2, 3], [valued, UNREST], [UNREST]
    assert sum(scoring.final_parts(state, RED)) == 20 + 2 - 2 * 3
    retail = empty_state()
    retail.players[RED] = player
    assert sum(scoring.final_parts(retail, RED)) == 20 + 2 - 2 * 5 + CARDS[valued].fame


def test_NGP_EOY_02_without_neutral_land_a_tile_may_be_drawn_as_in_the_retail_edition():
    state = position()
    state.board = tiles_map([("start", 0, 0, 0)])
    for territory in state.board.territories:
        state.add_figures(BLUE, territory, 1)
    state.pile = [5]
    state.push(end.SecondChance(RED))
    assert decision(state).prompt == "second_chance.draw"


# --- actions ---


def test_NGP_REC_01_AMB_P05_fewer_units_may_be_recruited():
    state = position()
    t = graph(state, {"A": {"own": RED, "u": 1}})
    state.push(RecruitUnits(RED, 2))
    assert decision(state).least == 0
    answer(state, Recruit(t["A"], False))
    answer(state)
    assert run(state) == ()
    assert state.board.units[t["A"]] == 2


def test_NGP_BLDG_01_the_tower_of_the_defender_inflicts_a_casualty():
    state = position()
    t = graph(state, {"A": {"own": RED, "u": 3}, "T": {"own": BLUE, "u": 2, "b": ["defense_tower"]}},
              [("A", "T", "regular")])
    fight(state, t, 3)
    roll(state, "2C")
    roll(state, "3C")
    assert decision_or_over(state) == ""
    assert state.players[RED].reserve == UNITS - 2


def test_NGP_DRAW_01_the_printed_card_draws_three_keeps_one_discards_one_and_puts_one_on_top():
    state = position()
    state.players[RED].draw = [1, 2, 3, 4]
    play_card(state, "trading_post")
    assert chance(state).count == 3
    agenda.apply(state, ((0, 1, 2),))
    assert decision(state).prompt == "draw.discard"
    answer(state, Card(1))
    answer(state, Card(2))
    run(state)
    assert (state.players[RED].discard, state.players[RED].top, 3 in state.players[RED].hand) == ([1], [2], True)


# --- combat ---


def fight(state: State, t: dict[str, int], units: int, special: tuple[int, ...] = (), terms: MoveTerms = PLAIN) -> None:
    """Red attacks T from A."""
    shift(state, RED, t["A"], t["T"], units, special)
    state.push(Battles(RED, terms))


def decision_or_over(state: State) -> str:
    question = run(state)
    return question[0].prompt if isinstance(question, tuple) and question else ""


def test_NGP_COMBAT_01_AMB_P04_the_die_is_that_of_the_retail_edition():
    state = position()
    t = graph(state, {"A": {"own": RED, "u": 2}, "T": {"own": BLUE, "u": 1}}, [("A", "T", "regular")])
    fight(state, t, 2)
    assert chance(state).options == FACES
    assert Counter((face.points, face.casualties, face.either) for face in FACES)[1, 1, True] == 1


def test_NGP_COMBAT_02_casualties_are_taken_off_before_the_winner_is_known():
    names = {name: [step.name for step in empty_state(edition=name).table.combat] for name in ("retail", "prototype")}
    assert names["prototype"].index("casualties") < names["prototype"].index("winner")
    assert names["retail"].index("winner") < names["retail"].index("casualties")
    state = position("bear")
    give_kaija(state, RED)
    t = graph(state, {"A": {"own": RED, "u": 3, "kaija": True}, "T": {"own": BLUE, "u": 3}}, [("A", "T", "regular")])
    fight(state, t, 2, (KAIJA,))
    roll(state, "3C")
    roll(state, "1C1K")
    assert offered(state) == [Lose(1, False, ()), Lose(0, True, ())]
    assert next(frame for frame in state.agenda if hasattr(frame, "winner")).winner == -1
    answer(state, Lose(1, False, ()))
    run(state)
    assert state.board.owner[t["T"]] == RED  # the starting numbers count: 3 + 3 points against 3 + 1


def test_NGP_COMBAT_02_the_outcome_is_that_of_the_retail_order():
    owners = []
    for edition in ("retail", "prototype"):
        state = empty_state(edition=edition)
        t = graph(state, {"A": {"own": RED, "u": 4}, "T": {"own": BLUE, "u": 1}}, [("A", "T", "regular")])
        fight(state, t, 2)
        roll(state, "2K")
        roll(state, "2K")
        run(state)
        owners.append((state.board.owner[t["T"]], state.players[RED].reserve, state.players[BLUE].reserve))
    assert owners[0] == owners[1] == (-1, UNITS - 2, UNITS)


def test_NGP_COMBAT_03_a_fortress_gives_the_defender_points():
    state = position()
    t = graph(state, {"A": {"own": RED, "u": 3}, "T": {"own": BLUE, "u": 1, "b": ["fortress"]}},
              [("A", "T", "regular")])
    fight(state, t, 2)
    run(state)
    assert next(frame for frame in state.agenda if hasattr(frame, "points")).points == (2, 3)


def test_NGP_COMBAT_04_AMB_P06_AMB_P12_a_retreat_goes_over_regular_borders_and_to_no_pending_combat():
    state = position()
    t = graph(
        state, {"A": {"own": RED, "u": 5}, "T": {"own": BLUE, "u": 1}, "M": {}, "N": {}, "P": {"own": BLUE, "u": 1}},
        [("A", "T", "regular"), ("T", "M", "rough"), ("T", "N", "regular"), ("T", "P", "regular"),
         ("A", "P", "regular")],
    )
    shift(state, RED, t["A"], t["P"], 1)
    shift(state, RED, t["A"], t["T"], 3)
    state.push(Battles(RED))
    answer(state, offered(state)[0])
    roll(state, "3C")
    roll(state, "2C")
    run(state)
    assert (state.board.owner[t["N"]], state.board.owner[t["T"]]) == (BLUE, RED)
    assert [battle.territory for battle in state.battles] == ([t["P"]] if state.battles else [])


def test_AMB_P14_in_the_last_year_a_passing_player_takes_a_card_though_it_has_no_value():
    state = position()
    state.year, state.display = 7, [number_of("p_skalds_song"), number_of("scouts")]
    turn(state, "explore")
    answer(state, Pass())
    assert decision(state).prompt == "pass.card"
    answer(state, Card(number_of("scouts")))
    assert state.players[RED].top == [number_of("scouts")]


def test_AMB_P16_a_group_goes_on_the_players_own_new_tile():
    state = play_until(begin(3), "setup.tile")
    answer(state, offered(state)[0])
    new = {state.board.territory_of[area] for area in range(state.board.first_area[-1], len(state.board.territory_of))}
    question = run(state)
    if isinstance(question, tuple) and question[0].prompt == "setup.group":
        assert {option.territory for option in question[0].options} <= new
    else:
        assert set(state.controlled(state.first)) <= new


# --- the end, and what there is not ---


def test_NGP_END_02_special_actions_on_cards_give_fame():
    state = position()
    graph(state, {"A": {"own": RED, "u": 1, "open": 0, "b": ["forge"]}, "B": {"own": RED, "u": 1, "open": 0},
                  "C": {"own": RED, "u": 1}})
    for card, fame in (("p_skalds_song", 2), ("p_trophy_hall", 2)):
        state.players[RED].fame = 0
        play_card(state, card)
        assert run(state) == ()
        assert state.players[RED].fame == fame
    state.players[RED].resources = [1, 1, 0]
    play_card(state, "p_burial_mound")
    answer(state, Pay(1, 1, 0))
    assert (run(state), state.players[RED].fame) == ((), 5)


@pytest.mark.parametrize(("option", "value", "words"), [
    ("years", 10, "has 7 years, not 10"), ("teams", True, "has no teams"),
    ("clan_pool", "all", "set clan_pool to base"), ("more_cards", "wip", "set more_cards to none"),
    ("events", "all", "set events to none"), ("victory", "jarl", "set victory to none"),
    ("warchief_cards", True, "set warchief_cards to false"), ("more_tiles", True, "set more_tiles to false"),
])
def test_NGP_VAR_01_variants_and_modules_do_not_go_with_the_prototype(option, value, words):
    with pytest.raises(BadSetup, match=words):
        begin(4, **{option: value})


# --- clans ---


def bear(**territory) -> tuple[State, dict[str, int]]:
    """Red is Bear; Kaija stands in A."""
    state = position("bear")
    t = graph(state, {"A": {"own": RED, "u": 2, "kaija": True} | territory, "T": {"own": BLUE, "u": 1}, "N": {}},
              [("A", "T", "regular"), ("A", "N", "regular")])
    return state, t


def test_NGP_CLAN_BEAR_00_kaija_is_one_figure_more():
    state, t = bear()
    assert (state.figure_count(t["A"]), state.units_on_map(RED)) == (3, 3)


def test_NGP_CLAN_BEAR_01_kaija_is_recruited_but_not_placed_in_setup():
    state, t = bear()
    give_kaija(state, RED)
    state.push(RecruitUnits(RED, 1))
    assert Recruit(t["A"], True) in offered(state)
    answer(state)
    run(state)
    state.phase = "setup"
    state.push(PlaceGroups(RED, "setup.group", (t["N"], t["T"])))
    assert run(state) == ()  # there is one way only
    assert (state.where(KAIJA), state.board.units[t["N"]]) == (RESERVE, 3)


def test_NGP_CLAN_BEAR_02_AMB_P15_kaija_may_enter_enemy_territories():
    state, t = bear()
    state.push(MoveUnits(RED, 1))
    assert Move(t["A"], t["T"], 1, True) in offered(state)
    state.table = empty_state().table
    state.question = None
    assert Move(t["A"], t["T"], 1, True) not in offered(state)


def test_NGP_CLAN_BEAR_03_kaijas_territory_yields_one_food_more_while_it_is_bears():
    state, t = bear(food=1)
    harvest(state)
    assert state.players[RED].resources[FOOD] == 2
    state, t = bear(food=1)
    shift(state, RED, t["A"], t["T"], 0, (KAIJA,))
    harvest(state)
    assert state.players[RED].resources[FOOD] == 1


def test_NGP_CLAN_BEAR_04_kaija_is_not_counted_in_winter():
    state, _ = bear()
    assert winter.units(state, RED) == 2


def test_NGP_CLAN_BEAR_05_AMB_P10_AMB_P19_kaija_is_worth_one_point_and_ignores_a_casualty_when_she_defends():
    state = position("bear")
    state.players[RED].clan, state.players[BLUE].clan = state.players[BLUE].clan, state.players[RED].clan
    t = graph(state, {"A": {"own": RED, "u": 3}, "T": {"own": BLUE, "u": 1, "kaija": True}}, [("A", "T", "regular")])
    fight(state, t, 2)
    run(state)
    assert next(frame for frame in state.agenda if hasattr(frame, "points")).points == (2, 2)
    roll(state, "2K")
    roll(state, "2C")
    assert offered(state) == [Lose(1, False, ()), Lose(0, True, ())]  # one of the two counts, so she is not wiped out


def test_NGP_CLAN_BEAR_05_she_ignores_nothing_when_she_attacks():
    state, t = bear()
    fight(state, t, 1, (KAIJA,))
    roll(state, "2C")
    roll(state, "1C1K")
    assert offered(state) == [Lose(1, False, ()), Lose(0, True, ())]


@pytest.mark.parametrize(("built", "food"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_NGP_CLAN_GOAT_01_AMB_P08_closed_territories_with_a_building_give_food_two_at_most(built, food):
    state = position("goat")
    graph(state, {
        name: {"own": RED, "u": 1, "open": 0, "b": ["defense_tower"] if number < built else []}
        for number, name in enumerate("ABC")
    } | {"D": {"own": RED, "u": 1, "b": ["defense_tower"]}})
    harvest(state)
    assert state.players[RED].resources == [food, 0, 0]


def test_NGP_CLAN_STAG_01_closed_territories_give_two_and_three_fame():
    state = position("stag")
    graph(state, {"A": {"own": RED, "u": 1, "open": 0, "size": 2}, "B": {"own": RED, "u": 1, "open": 0, "size": 3},
                  "C": {"own": RED, "u": 1}, "D": {"own": BLUE, "u": 1, "open": 0, "size": 3}})
    harvest(state)
    assert (state.players[RED].fame, state.players[BLUE].fame) == (5, 2)


def test_NGP_CLAN_WOLF_01_a_combat_won_as_attacker_gives_food():
    state = position("wolf")
    t = graph(state, {"A": {"own": RED, "u": 3}, "T": {"own": BLUE, "u": 1}}, [("A", "T", "regular")])
    fight(state, t, 3)
    roll(state, "3C")
    roll(state, "2C")
    run(state)
    assert state.players[RED].resources == [1, 0, 0]
