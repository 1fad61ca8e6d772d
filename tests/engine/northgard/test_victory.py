"""Victory by cards (UH-ALT-*): the draw, every card, the two modes, teams and ties."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.northgard import clans
from lawspeaker_engine.games.northgard.actions import explore
from lawspeaker_engine.games.northgard.actions.build import PlaceBuilding, ReplaceBuilding
from lawspeaker_engine.games.northgard.actions.move import MoveUnits
from lawspeaker_engine.games.northgard.buildings import FOOD_SILO, FORGE, WOODCUTTER_LODGE
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, UNREST, number_of
from lawspeaker_engine.games.northgard.composition import lay_table
from lawspeaker_engine.games.northgard.modules.victory import (
    COUNTED,
    MAP_CONTROL,
    VICTORY_CARDS,
    WEALTH,
    Validation,
    development_fame,
    fulfilled,
    validate,
    validated,
)
from lawspeaker_engine.games.northgard.options import (
    Action,
    Build,
    Card,
    Lose,
    Move,
    Pass,
    PlaceTile,
    Remove,
    Replace,
    Tile,
    Trade,
    Upgrade,
    Wait,
)
from lawspeaker_engine.games.northgard.options import ReplaceBuilding as Exchanged
from lawspeaker_engine.games.northgard.phases import turn
from lawspeaker_engine.games.northgard.phases.harvest import Trading
from lawspeaker_engine.games.northgard.state import FOOD, LORE, UNITS, WOOD, State
from lawspeaker_engine.model import PUBLIC
from lawspeaker_engine.setups import make_setup
from tests.engine.northgard.card_play import play_card

from .positions import (
    answer,
    chance,
    code,
    draw,
    empty_state,
    graph,
    inline_tile,
    occupy,
    push_phase,
    roll,
    run,
    territory_at,
    tiles_map,
)
from .positions import number_of as tile_number

GAME = GAMES["northgard"]
RED, BLUE = 0, 1
NUMBER = {card.id: number for number, card in enumerate(VICTORY_CARDS)}
LARGE = ("fortress", "forge", "altar_of_kings")


def face_up(*ids: str, players: int = 2, victory: str = "thane", **settings: Any) -> State:
    """A state of year 3 in which these victory cards lie face up, the Map Control card first."""
    state = empty_state(players, victory=victory, victory_cards="all", **settings)
    state.year = 3
    state.parts = [Validation([NUMBER[name] for name in ids], [[0] * len(ids) for _ in range(players)])]
    return state


def end_of_year(state: State) -> None:
    """Play the End of Year phase as far as it goes without a question."""
    push_phase(state, "end", tuple(range(len(state.players))))
    run(state)


def land(count: int, seat: int = RED, name: str = "", **more: Any) -> dict[str, dict[str, Any]]:
    """So many territories of a seat, with one unit each."""
    return {f"{name}{seat}.{i}": {"own": seat, "u": 1, **more} for i in range(count)}


def castles(count: int, seat: int = RED, **more: Any) -> dict[str, dict[str, Any]]:
    """So many closed territories of a seat, with a large building each."""
    return {
        f"castle {seat}.{i}": {"own": seat, "u": 1, "open": 0, "b": [LARGE[i % 3]], **more} for i in range(count)
    }


def give(state: State, seat: int, *zones: str, card: int) -> None:
    for zone in zones:
        getattr(state.players[seat], zone).append(card)


def tokens(state: State, seat: int = RED) -> list[int]:
    return state.part(Validation).counts[seat]


# UH-ALT-01: the victory of the base game.


def test_UH_ALT_01_three_closed_territories_with_large_buildings_no_longer_win():
    state = face_up("spreading", "prosperity", "production")
    graph(state, castles(5))
    end_of_year(state)
    assert (state.outcome, state.year) == (None, 4)


def test_UH_ALT_01_AMB_H47_built_territories_is_one_condition_and_does_not_win_alone():
    state = face_up("built_territories", "prosperity", "production")
    graph(state, castles(5))
    end_of_year(state)
    assert state.outcome is None


@pytest.mark.parametrize(("drawn", "reason"), [("built_territories", "territories"), ("many_territories", None)])
def test_UH_ALT_01_AMB_H47_with_the_option_it_wins_alone_if_it_was_drawn(drawn, reason):
    state = face_up(drawn, "prosperity", "production", built_alone=True)
    graph(state, {**castles(3), **castles(2, BLUE), **land(3, open=0)})
    end_of_year(state)
    assert (state.outcome.reason if state.outcome else None) == reason


@pytest.mark.parametrize("mode", ["thane", "jarl"])
def test_UH_ALT_01_UH_ALT_10_who_fulfils_the_mode_comes_before_who_has_built_territories_alone(mode):
    state = face_up("built_territories", "prosperity", "production", victory=mode, built_alone=True)
    graph(state, {**castles(3), **castles(4, BLUE)})
    state.players[RED].fame, state.players[RED].resources = 50, [5, 5, 5]
    state.players[BLUE].fame = 49
    end_of_year(state)
    assert (state.outcome.reason, state.outcome.ranks) == (mode, (1, 2))


# UH-ALT-02 to UH-ALT-05: the modes.


def test_UH_ALT_02_without_a_mode_there_are_no_victory_cards():
    table = lay_table(empty_state(2).settings)
    assert [victory.reason for victory in table.victories] == ["territories"]
    assert Validation not in table.parts
    assert not {MAP_CONTROL, WEALTH} & {step.name for step in table.setup}


@pytest.mark.parametrize("mode", ["thane", "jarl"])
def test_UH_ALT_02_the_mode_is_a_setting_and_the_reason_of_the_outcome(mode):
    state = face_up("spreading", "prosperity", "production", victory=mode)
    graph(state, land(8))
    state.players[RED].fame, state.players[RED].resources = 50, [5, 5, 5]
    end_of_year(state)
    assert (state.outcome.reason, state.outcome.ranks) == (mode, (1, 2))


@pytest.mark.parametrize(("territories", "fame", "least", "wins"), [
    (8, 50, 0, True), (8, 0, 5, True), (8, 50, 5, True), (8, 0, 0, False), (7, 50, 5, False),
])
def test_UH_ALT_03_AMB_H37_thane_needs_the_map_control_card_and_one_wealth_card(territories, fame, least, wins):
    state = face_up("spreading", "prosperity", "production", victory="thane")
    graph(state, land(territories))
    state.players[RED].fame, state.players[RED].resources = fame, [least] * 3
    end_of_year(state)
    assert (state.outcome is not None) == wins


@pytest.mark.parametrize(("territories", "fame", "least", "wins"), [
    (8, 50, 5, True), (8, 50, 4, False), (8, 49, 5, False), (7, 50, 5, False),
])
def test_UH_ALT_04_jarl_needs_all_three_cards(territories, fame, least, wins):
    state = face_up("spreading", "prosperity", "production", victory="jarl")
    graph(state, land(territories))
    state.players[RED].fame, state.players[RED].resources = fame, [least] * 3
    end_of_year(state)
    assert (state.outcome is not None) == wins


@pytest.mark.parametrize("years", [7, 10])
def test_UH_ALT_05_otherwise_most_fame_wins_after_the_last_year(years):
    state = face_up("spreading", "prosperity", "production", years=years)
    graph(state, {**land(2), **land(7, BLUE)})
    state.players[RED].fame, state.players[BLUE].fame = 9, 8
    state.year = years - 1
    end_of_year(state)
    assert state.outcome is None
    end_of_year(state)
    assert (state.outcome.reason, state.outcome.ranks) == ("fame", (1, 2))


@pytest.mark.parametrize("years", [7, 10])
def test_UH_ALT_05_the_cards_win_before_fame_in_the_last_year_too(years):
    state = face_up("spreading", "prosperity", "production", years=years)
    graph(state, {**land(8), **land(2, BLUE)})
    state.players[RED].resources = [5, 5, 5]
    state.players[BLUE].fame = 49
    state.year = years
    end_of_year(state)
    assert (state.outcome.reason, state.outcome.ranks) == ("thane", (1, 2))


# UH-ALT-06: the draw.


def drawing(kind: str, **options: Any) -> State:
    """A game in which cards of this kind are drawn next; all earlier draws take the first options."""
    state = GAME.setup(make_setup(GAME, 4 if options.get("teams") else 3, {"victory": "thane", **options}))
    first = {MAP_CONTROL: "built_territories", WEALTH: "knowledge"}[kind]
    while chance(state).prompt != "setup.victory" or Action(NUMBER[first]) not in chance(state).options:
        draw(state, *range(chance(state).count))
    return state


def of_kind(kind: str, *, wip: bool) -> list[Action]:
    return [
        Action(number) for number, card in enumerate(VICTORY_CARDS) if card.kind == kind and (card.wip or not wip)
    ]


def test_UH_ALT_06_one_map_control_card_and_two_wealth_cards_are_drawn_for_all_to_see():
    state = drawing(MAP_CONTROL)
    asked = chance(state)
    assert (asked.count, asked.stream, asked.seen_by) == (1, "setup/victory", PUBLIC)
    draw(state, Action(NUMBER["spreading"]))
    asked = chance(state)
    assert (asked.prompt, asked.count, asked.stream, asked.seen_by) == ("setup.victory", 2, "setup/victory", PUBLIC)
    draw(state, Action(NUMBER["trading"]), Action(NUMBER["knowledge"]))
    run(state)
    part = state.part(Validation)
    assert part.cards == [NUMBER["spreading"], NUMBER["trading"], NUMBER["knowledge"]]
    assert part.counts == [[0, 0, 0]] * 3
    assert run(state)[0].prompt == "setup.clan"  # before clans are chosen


@pytest.mark.parametrize(("cards", "map_control", "wealth"), [("wip", 5, 8), ("all", 8, 13)])
def test_UH_ALT_06_the_option_says_which_cards_are_shuffled(cards, map_control, wealth):
    wip = cards == "wip"
    assert chance(drawing(MAP_CONTROL, victory_cards=cards)).options == of_kind(MAP_CONTROL, wip=wip)
    assert chance(drawing(WEALTH, victory_cards=cards)).options == of_kind(WEALTH, wip=wip)
    assert (len(of_kind(MAP_CONTROL, wip=wip)), len(of_kind(WEALTH, wip=wip))) == (map_control, wealth)


def test_UH_ALT_06_a_card_that_needs_a_module_not_in_play_is_replaced_in_the_open():
    state = drawing(WEALTH, victory_cards="all")
    before = state.part(Validation).cards[:]
    draw(state, Action(NUMBER["hunting"]), Action(NUMBER["valhalla"]))
    assert state.part(Validation).cards == [*before, NUMBER["valhalla"]]
    asked = chance(state)
    assert (asked.prompt, asked.count, asked.seen_by) == ("setup.victory", 1, PUBLIC)
    drawn = {NUMBER["hunting"], NUMBER["valhalla"]}
    assert asked.options == [option for option in of_kind(WEALTH, wip=False) if option.action not in drawn]
    draw(state, Action(NUMBER["architecture"]))
    run(state)
    assert state.part(Validation).cards == [*before, NUMBER["valhalla"], NUMBER["architecture"]]
    assert [len(row) for row in state.part(Validation).counts] == [3, 3, 3]


def test_UH_ALT_06_creature_territories_are_replaced_without_creatures():
    state = drawing(MAP_CONTROL, victory_cards="all")
    draw(state, Action(NUMBER["creature_territories"]))
    assert state.part(Validation).cards == []
    assert Action(NUMBER["creature_territories"]) not in chance(state).options
    draw(state, Action(NUMBER["mountains"]))
    run(state)
    assert state.part(Validation).cards == [NUMBER["mountains"]]


@pytest.mark.parametrize(("kind", "name"), [(MAP_CONTROL, "creature_territories"), (WEALTH, "hunting")])
def test_UH_ALT_06_a_card_whose_module_is_in_play_is_kept(kind, name):
    state = drawing(kind, victory_cards="all")
    state.table = replace(state.table, modules=[*state.table.modules, "creatures"])
    draw(state, *[Action(NUMBER[each]) for each in (name, "trading")[:chance(state).count]])
    assert NUMBER[name] in state.part(Validation).cards


# UH-ALT-07 and UH-ALT-08: validation tokens.


def test_UH_ALT_07_progress_is_counted_by_tokens_at_once_and_each_player_has_its_own():
    state = face_up("spreading", "architecture", "trading")
    t = graph(state, {"A": {"own": RED, "u": 1, "small": 3}, "B": {"own": BLUE, "u": 1, "small": 3}})
    for seat, where in ((RED, "A"), (BLUE, "B"), (RED, "A")):
        state.players[seat].resources[WOOD] = 9
        state.push(PlaceBuilding(seat))
        building = (FOOD_SILO, WOODCUTTER_LODGE)[tokens(state, seat)[1]]
        answer(state, Build(building, t[where], carved=False))
        run(state)
    assert state.part(Validation).counts == [[0, 2, 0], [0, 1, 0]]


def test_UH_ALT_07_ten_tokens_are_worth_fourteen_points_at_most():
    state = face_up("spreading", "trading", "valhalla")
    for _ in range(13):
        validate(state, RED, "harvest_trades", 1)
    assert tokens(state) == [0, 13, 0]
    validate(state, RED, "harvest_trades", 2)
    assert tokens(state) == [0, 14, 0]
    validate(state, RED, "units_lost_in_combat", 20)
    assert tokens(state) == [0, 14, 14]


def test_UH_ALT_07_what_no_card_on_the_table_counts_has_no_tokens():
    state = face_up("spreading", "prosperity", "production")
    before = state.copy()
    for count in COUNTED:
        validate(state, RED, count, 1)
    assert state.parts == before.parts


def test_UH_ALT_07_a_copy_of_a_position_has_tokens_of_its_own():
    state = face_up("spreading", "trading", "valhalla")
    other = state.copy()
    validate(other, RED, "harvest_trades", 1)
    other.part(Validation).cards.pop()
    assert (tokens(state), len(state.part(Validation).cards)) == ([0, 0, 0], 3)


def test_UH_ALT_08_a_lost_building_does_not_take_its_token_back():
    state = face_up("spreading", "architecture", "building_ownership")
    t = graph(state, {"A": {"own": RED, "u": 1, "small": 1}})
    state.players[RED].resources[WOOD] = 9
    state.push(PlaceBuilding(RED))
    answer(state, Build(FOOD_SILO, t["A"], carved=False))
    run(state)
    state.take_figures(t["A"], 1)
    occupy(state, BLUE, t["A"])
    assert tokens(state) == [0, 1, 0]


# UH-ALT-09: when cards are checked.


def test_UH_ALT_09_AMB_H36_fulfilment_in_the_middle_of_a_year_ends_nothing():
    state = face_up("spreading", "trading", "production")
    graph(state, land(8))
    tokens(state)[1] = 5
    state.players[RED].resources = [3, 0, 0]
    state.push(Trading(RED))
    answer(state, Trade(3, 0, 0, WOOD))
    assert run(state) == ()
    assert (tokens(state), state.outcome) == ([0, 6, 0], None)
    end_of_year(state)
    assert state.outcome.reason == "thane"


def test_UH_ALT_09_what_was_lost_by_the_end_of_the_year_does_not_count_though_tokens_do():
    state = face_up("spreading", "trading", "production")
    t = graph(state, {**land(8), **land(1, BLUE)})
    tokens(state)[1] = 6
    state.take_figures(t["0.0"], 1)
    end_of_year(state)
    assert state.outcome is None
    occupy(state, RED, t["0.0"])
    end_of_year(state)
    assert state.outcome.reason == "thane"


def test_UH_ALT_09_conditions_that_hold_in_different_years_do_not_win():
    state = face_up("spreading", "prosperity", "production")
    t = graph(state, {**land(8), **land(1, BLUE)})
    end_of_year(state)  # the map alone
    state.take_figures(t["0.0"], 1)
    state.players[RED].resources = [5, 5, 5]
    end_of_year(state)  # the wealth alone
    assert (state.outcome, state.year) == (None, 5)


# UH-ALT-10: several winners.


def both(state: State) -> None:
    """Both players fulfil Spreading and Prosperity."""
    graph(state, {**land(8), **land(8, BLUE)})
    state.players[RED].fame, state.players[BLUE].fame = 50, 60


def test_UH_ALT_10_of_several_the_one_with_most_cards_wins_over_the_one_with_most_fame():
    state = face_up("spreading", "prosperity", "production")
    both(state)
    state.players[RED].resources = [5, 5, 5]
    end_of_year(state)
    assert (state.outcome.ranks, state.outcome.scores) == ((1, 2), (55, 60))


def test_UH_ALT_10_with_equally_many_cards_most_fame_wins():
    state = face_up("spreading", "prosperity", "production")
    both(state)
    end_of_year(state)
    assert state.outcome.ranks == (2, 1)


def test_UH_ALT_10_AMB_R33_fame_is_the_full_final_count():
    state = face_up("spreading", "prosperity", "production", victory="jarl")
    both(state)
    state.players[RED].resources, state.players[BLUE].resources = [30, 5, 5], [5, 5, 5]
    end_of_year(state)
    assert (state.outcome.ranks, state.outcome.scores) == ((2, 1), (63, 65))


def test_UH_ALT_10_who_has_not_won_is_no_rival():
    state = face_up("spreading", "prosperity", "production")
    graph(state, {**land(8), **land(7, BLUE)})
    state.players[RED].fame = 50
    state.players[BLUE].fame, state.players[BLUE].resources = 90, [9, 9, 9]
    end_of_year(state)
    assert state.outcome.ranks == (1, 2)


def test_UH_ALT_10_who_loses_the_tie_is_ranked_by_fame_with_the_others():
    state = face_up("spreading", "prosperity", "production", players=3)
    both(state)
    state.players[2].fame = 55
    end_of_year(state)
    assert state.outcome.ranks == (3, 1, 2)


def test_UH_ALT_10_a_tie_after_that_goes_by_the_ties_of_the_base_game():
    state = face_up("spreading", "prosperity", "production")
    graph(state, {**land(8), **land(9, BLUE)})
    state.players[RED].fame = state.players[BLUE].fame = 50
    other = state.copy()
    end_of_year(state)
    assert state.outcome.ranks == (2, 1)
    other.board.owner[16] = -1
    other.players[RED].reserve = other.players[BLUE].reserve
    end_of_year(other)
    assert other.outcome.ranks == (1, 1)


# UH-ALT-11: teams.


def test_UH_ALT_11_teams_have_three_wealth_cards():
    state = drawing(WEALTH, teams=True)
    assert chance(state).count == 3
    draw(state, *[Action(NUMBER[name]) for name in ("trading", "hunting", "conquest")])
    assert chance(state).count == 1
    draw(state, Action(NUMBER["knowledge"]))
    run(state)
    assert state.part(Validation).cards[1:] == [NUMBER[name] for name in ("trading", "conquest", "knowledge")]


def team_state(mode: str) -> State:
    """Seat 1 fulfils Spreading, seat 3 two of the three Wealth cards, nobody Prosperity."""
    state = face_up("spreading", "production", "trading", "prosperity", players=4, teams=True, victory=mode)
    graph(state, {**land(8, 1), **land(1, 3), **land(1, 0), **land(1, 2)})
    state.players[3].resources = [5, 5, 5]
    tokens(state, 3)[2] = 6
    return state


def test_UH_ALT_11_AMB_H38_jarl_each_card_is_fulfilled_by_one_or_the_other_member():
    state = team_state("jarl")
    state.players[1].fame = 49
    state.players[3].fame = 40  # nobody has 50
    end_of_year(state)
    assert state.outcome is None
    state.players[1].fame = 50
    end_of_year(state)
    assert (state.outcome.reason, state.outcome.ranks) == ("jarl", (3, 1, 3, 1))


def test_UH_ALT_11_AMB_H38_thane_needs_the_map_control_card_and_one_wealth_card_of_the_team():
    state = team_state("thane")
    end_of_year(state)
    assert (state.outcome.reason, state.outcome.ranks) == ("thane", (3, 1, 3, 1))


def test_UH_ALT_11_the_other_team_fulfils_nothing_for_one():
    state = team_state("thane")
    tokens(state, 3)[2], tokens(state, 0)[2] = 0, 6
    state.players[3].resources = [0, 0, 0]
    end_of_year(state)
    assert state.outcome is None


@pytest.mark.parametrize(("first", "second", "met"), [(3, 0, False), (4, 0, False), (3, 2, True), (1, 4, True)])
def test_UH_ALT_11_AMB_H39_a_team_needs_five_built_territories_together(first, second, met):
    state = face_up("built_territories", players=4, teams=True)
    graph(state, {**castles(first, 0), **castles(second, 2), **castles(2, 1)})
    assert fulfilled(state, 0, (0, 2)) == met


def test_AMB_H39_in_the_long_game_three_built_territories_fulfil_the_card():
    state = face_up("built_territories", "prosperity", "production", years=10, built_alone=True)
    graph(state, castles(3))
    assert fulfilled(state, 0, (RED,))
    end_of_year(state)
    assert state.outcome.reason == "territories"


# The Map Control cards.


def rugged(count: int) -> dict[str, dict[str, Any]]:
    return land(count, open=0)


MAP_CARDS = {
    "built_territories": (
        3, castles,
        {**land(1, name="open", b=["forge"]), **land(1, name="small", open=0, b=["food_silo"]), **castles(2, BLUE)}),
    "many_territories": (
        6, lambda count: land(count, open=0),
        {**land(2, name="open"), **land(2, BLUE, open=0), "neutral": {"open": 0}}),
    "large_buildings": (
        4, lambda count: {**land(count - 2, b=["forge"]), **land(1, name="two", b=["altar_of_kings", "fortress"])},
        {**land(2, name="small", b=["food_silo", "training_camp"]), **land(2, BLUE, b=["fortress"])}),
    "spreading": (
        8, land,
        {**land(2, BLUE), "neutral": {}}),
    "two_larger_territories": (
        2, lambda count: castles(count, size=5),
        {**land(1, name="less", open=0, size=4, b=["forge"]), **land(1, name="open", size=5, b=["forge"]),
         **land(1, name="small", open=0, size=6, b=["food_silo"]), **castles(1, BLUE, size=5)}),
    "creature_territories": (
        3, lambda count: land(count, open=0, lairs=1),
        {**land(2, name="open", lairs=2), **land(2, name="none", open=0), **land(1, BLUE, open=0, lairs=1)}),
    "vast_territory": (
        1, lambda count: castles(count, size=6),
        {**land(1, name="less", open=0, size=5, b=["forge"]), **land(1, name="open", size=7, b=["forge"]),
         **land(1, name="small", open=0, size=6, b=["food_silo"]), "neutral": {"open": 0, "size": 6, "b": ["forge"]}}),
}
"""By card: how many are needed, what makes so many, and what looks similar and is not counted."""


@pytest.mark.parametrize("name", MAP_CARDS)
def test_map_control_card_is_fulfilled_by_as_many_as_it_needs(name):
    need, make, others = MAP_CARDS[name]
    assert VICTORY_CARDS[NUMBER[name]].need == need
    for count, met in ((need - 1, False), (need, True), (need + 1, True)):
        state = face_up(name)
        graph(state, {**make(count), **others})
        assert fulfilled(state, 0, (RED,)) == met
        assert not fulfilled(state, 0, (BLUE,))


@pytest.mark.parametrize(("count", "met"), [(5, False), (6, True)])
def test_mountains_counts_closed_territories_with_a_rough_or_impassable_border(count, met):
    state = face_up("mountains")
    others = {**land(1, name="open"), **land(1, name="flat", open=0), **land(1, name="both", open=0),
              **land(1, BLUE, open=0), "sea": {}}
    t = graph(state, {**rugged(count), **others}, [
        *((f"0.{i}", "sea", ("rough", "impassable")[i % 2]) for i in range(count)),
        ("open0.0", "sea", "rough"), ("1.0", "sea", "rough"), ("flat0.0", "sea", "regular"),
        ("both0.0", "sea", "rough"), ("both0.0", "sea", "regular"),  # the regular one hides the rough one, NG-MAP-10
    ])
    assert len(t) == count + len(others)
    assert fulfilled(state, 0, (RED,)) == met


# The Wealth cards that must hold when they are checked.


def play_clan(state: State, seat: int, name: str, upgrades: int) -> None:
    """The seat plays a clan, and has taken so many of its upgrades."""
    clan = [row.id for row in clans.CLANS].index(name)
    state.players[seat].clan = clan
    state.players[seat].upgrades = state.table.upgrades[clan][upgrades:]


@pytest.mark.parametrize(("upgrades", "lore", "met"), [(2, 3, True), (2, 2, False), (1, 9, False), (0, 9, False)])
def test_knowledge_is_two_upgrades_and_three_lore_where_the_clan_has_only_two(upgrades, lore, met):
    state = face_up("knowledge")
    play_clan(state, RED, "wolf", upgrades)
    state.players[RED].resources = [9, 9, lore]
    assert fulfilled(state, 0, (RED,)) == met


@pytest.mark.parametrize(("upgrades", "lore", "met"), [(3, 0, True), (2, 9, False)])
def test_knowledge_is_three_upgrades_where_the_clan_has_three(upgrades, lore, met):
    state = face_up("knowledge")
    clan = [row.id for row in clans.CLANS].index("wolf")
    state.table = replace(state.table, upgrades={**state.table.upgrades, clan: [*state.table.upgrades[clan], UNREST]})
    play_clan(state, RED, "wolf", upgrades)
    state.players[RED].resources[LORE] = lore
    assert fulfilled(state, 0, (RED,)) == met


def test_prosperity_is_fifty_fame_tokens():
    state = face_up("prosperity")
    state.players[RED].fame, state.players[BLUE].fame = 50, 49
    state.players[BLUE].resources = [30, 30, 30]  # fame of the final count is no token
    state.players[RED].hand = [UNREST]  # it counts for Population alone
    assert fulfilled(state, 0, (RED,))
    assert not fulfilled(state, 0, (BLUE,))


@pytest.mark.parametrize(("units", "met"), [(12, False), (13, True), (14, True)])
def test_population_is_at_most_one_unit_in_the_reserve(units, met):
    state = face_up("population")
    graph(state, {"A": {"own": RED, "u": units}})
    assert state.players[RED].reserve == UNITS - units
    assert fulfilled(state, 0, (RED,)) == met


@pytest.mark.parametrize("zone", ["hand", "draw", "top", "drawn", "active", "discard"])
def test_population_goes_without_unrest_wherever_it_lies_in_the_deck(zone):
    state = face_up("population")
    graph(state, {"A": {"own": RED, "u": 14}})
    give(state, RED, zone, card=UNREST)
    assert not fulfilled(state, 0, (RED,))
    setattr(state.players[RED], zone, [])
    give(state, RED, "boxed", card=UNREST)
    assert fulfilled(state, 0, (RED,))


@pytest.mark.parametrize(("resources", "met"), [
    ([5, 5, 5], True), ([4, 9, 9], False), ([9, 4, 9], False), ([9, 9, 4], False),
])
def test_production_is_five_of_each_resource(resources, met):
    state = face_up("production")
    state.players[RED].resources = resources
    assert fulfilled(state, 0, (RED,)) == met


@pytest.mark.parametrize(("more", "met"), [([], False), (["food_silo"], True)])
def test_building_ownership_is_nine_buildings_in_own_territories(more, met):
    state = face_up("building_ownership")
    eight = ["food_silo", "woodcutter_lodge", "defense_tower", "forge"]
    graph(state, {**land(2, b=eight), **land(1, name="more", b=more), **land(1, BLUE, b=["food_silo"]),
                  "nobody": {"b": ["food_silo"]}})
    assert fulfilled(state, 0, (RED,)) == met


# The Wealth cards that tokens count.


def counting(name: str, before: int, **settings: Any) -> State:
    """A state in which only this card lies face up, with tokens of Red worth so much."""
    state = face_up(name, **settings)
    state.part(Validation).counts[RED][0] = before
    return state


def check_counted(state: State, points: int) -> None:
    """Red's tokens are worth so much, and fulfil the card just now; Blue has none."""
    assert state.part(Validation).counts == [[points], [0]]
    assert points == VICTORY_CARDS[state.part(Validation).cards[0]].need
    assert fulfilled(state, 0, (RED,))
    tokens(state)[0] -= 1
    assert not fulfilled(state, 0, (RED,))


BAY = inline_tile("bay", {"a": "NSW", "b": "E"}, "a-b")
FIELD = inline_tile("field", {"a": "NESW"})
CROSS = inline_tile("cross", {"n": "N", "e": "E", "s": "S", "w": "W"}, "n-e e-s s-w n-w e-w")


def exploring(before: int) -> State:
    """Three one-sided territories face the cell 1, 0, which a tile that closes them all is to be laid on."""
    state = counting("exploration", before)
    state.board = tiles_map(((BAY, 0, 0, 0), (FIELD, 0, 1, 0), (BAY, 1, 1, 1), (FIELD, 2, 1, 0), (BAY, 2, 0, 2)), CROSS)
    state.pile = [tile_number(state.board, "cross"), tile_number(state.board, "13")]
    return state


def lay_cross(state: State, seat: int) -> None:
    state.push(explore.Explore(seat, from_any=True))
    draw(state, 1 if state.pile[1] == tile_number(state.board, "cross") else 0)
    answer(state, PlaceTile(tile_number(state.board, "cross"), 1, 0, 0))
    assert run(state) == ()


def test_exploration_counts_own_territories_closed_by_own_exploring():
    state = exploring(4)
    state.pile.sort()
    occupy(state, RED, territory_at(state.board, 0, 0, "E"))
    occupy(state, RED, territory_at(state.board, 2, 0, "W"))
    occupy(state, BLUE, territory_at(state.board, 1, 1, "S"))
    lay_cross(state, RED)
    check_counted(state, 6)


def test_exploration_counts_nothing_that_others_close_for_one():
    state = exploring(0)
    state.pile.sort()
    occupy(state, RED, territory_at(state.board, 0, 0, "E"))
    occupy(state, RED, territory_at(state.board, 2, 0, "W"))
    lay_cross(state, BLUE)
    assert state.part(Validation).counts == [[0], [0]]


def test_exploration_counts_no_territory_that_stays_open():
    state = counting("exploration", 0)
    state.board = tiles_map([("start", 0, 0, 0)])
    occupy(state, RED, territory_at(state.board, 0, 0, "N"))
    state.pile = [tile_number(state.board, "12"), tile_number(state.board, "13")]
    state.push(explore.Explore(RED))
    draw(state, Tile(tile_number(state.board, "12")))
    answer(state, PlaceTile(tile_number(state.board, "12"), 0, 1, 1))
    assert run(state) == ()
    assert territory_at(state.board, 0, 1, "S") in state.controlled(RED)
    assert tokens(state) == [0]


def test_architecture_counts_build_actions_and_no_exchange_of_buildings():
    state = counting("architecture", 3)
    t = graph(state, {"A": {"own": RED, "u": 1, "small": 1, "large": 1}})
    state.players[RED].resources[WOOD] = 9
    state.push(PlaceBuilding(RED, again=True))
    answer(state, Build(FORGE, t["A"], carved=False))
    answer(state, Build(FOOD_SILO, t["A"], carved=False))
    state.push(ReplaceBuilding(RED))
    answer(state, Exchanged(t["A"], FOOD_SILO, False, WOODCUTTER_LODGE))
    assert run(state) == ()
    assert code("woodcutter_lodge") in state.board.buildings[t["A"]]
    check_counted(state, 5)


def fight(name: str, before: int, faces: tuple[str, str], units: tuple[int, int] = (2, 2), stay: int = 0) -> State:
    """Red attacks Blue with so many units, of which some `stay` besides, and both roll these faces."""
    state = counting(name, before)
    t = graph(state, {"A": {"own": RED, "u": units[0] + stay}, "T": {"own": BLUE, "u": units[1]}},
              [("A", "T", "regular")])
    state.push(MoveUnits(RED, 1))
    answer(state, Move(t["A"], t["T"], units[0], kaija=False))
    for face in faces:
        roll(state, face)
    while run(state):
        answer(state, 0)
    return state


def test_conquest_counts_combats_won_as_attacker():
    check_counted(fight("conquest", 4, ("3C", "2C")), 5)


def test_conquest_counts_combats_won_as_defender_and_none_lost():
    state = fight("conquest", 4, ("2C", "3C"))
    assert state.part(Validation).counts == [[4], [1]]


def test_conquest_counts_no_combat_in_which_all_die():
    state = fight("conquest", 4, ("2K", "2K"))
    assert state.part(Validation).counts == [[4], [0]]


def test_valhalla_counts_own_casualties_of_attacker_and_defender():
    state = fight("valhalla", 4, ("1C1K", "2K"), units=(4, 4))
    assert state.part(Validation).counts == [[6], [1]]
    tokens(state, BLUE)[0] = 0
    check_counted(state, 6)


def test_valhalla_counts_no_more_casualties_than_there_were_units():
    state = fight("valhalla", 5, ("3C", "2K"), units=(1, 3))
    check_counted(state, 6)


def test_valhalla_counts_nobody_who_cannot_retreat():
    state = fight("valhalla", 0, ("3C", "2C"), units=(3, 2), stay=1)
    assert state.players[BLUE].reserve == UNITS  # two without a way out
    assert state.part(Validation).counts == [[0], [0]]


def test_valhalla_counts_kaija_as_a_unit():
    state = counting("valhalla", 5)
    t = graph(state, {"A": {"own": RED, "u": 1, "kaija": True}, "T": {"own": BLUE, "u": 3}}, [("A", "T", "regular")])
    state.players[RED].awakened = True
    state.push(MoveUnits(RED, 1))
    answer(state, Move(t["A"], t["T"], 1, kaija=True))
    roll(state, "3C")
    roll(state, "1C1K")
    answer(state, Lose(0, kaija=True))
    while run(state):
        answer(state, 0)
    check_counted(state, 6)


def test_hunting_counts_creatures():
    state = counting("hunting", 2)
    validate(state, RED, "creatures_defeated", 1)
    check_counted(state, 3)


def taking(hand: tuple[str, ...], display: tuple[str, ...], before: int = 0) -> State:
    """Red passes with this hand, and takes a card of this display."""
    state = counting("development", before)
    state.players[RED].hand = sorted(map(number_of, hand))
    state.display = [number_of(card) for card in display]
    state.push(turn.Turn(RED))
    return state


def developments(kind: str, fame: int) -> list[str]:
    return [card.id for card in CARDS if card.set == kind and card.fame == fame]


def test_development_counts_the_fame_of_development_cards_in_the_deck():
    one, two, three = (CARDS[number_of(each)] for each in (
        developments("early", 1)[0], developments("advanced", 2)[0], developments("advanced", 3)[0]))
    state = taking(("feast", "unrest", one.id), (two.id, three.id))
    state.players[RED].draw = [number_of(two.id)]
    answer(state, Pass())
    answer(state, Card(number_of(three.id)))
    assert run(state) == ()
    check_counted(state, 6)


def test_development_keeps_the_most_there_was_and_counts_no_achievement():
    early, advanced = developments("early", 2)[0], developments("advanced", 3)[0]
    achievement = next(card.id for card in CARDS if card.set == "achievement")
    state = taking(("feast",), (advanced, achievement))
    state.players[RED].discard = [number_of(early)]
    answer(state, Pass())
    answer(state, Card(number_of(advanced)))
    run(state)
    assert tokens(state) == [5]
    state.players[RED].discard.remove(number_of(early))
    state.players[RED].boxed.append(number_of(early))
    state.push(turn.PickCard(RED))
    run(state)
    assert state.players[RED].top == [number_of(advanced), number_of(achievement)]
    assert (tokens(state), development_fame(state, RED)) == ([5], 3)


def test_development_counts_a_displayed_card_that_is_taken_early():
    state = counting("development", 0)
    state.display = [number_of(developments("advanced", 3)[0]), number_of("feast")]
    play_card(state, "future_sight")
    while run(state):
        answer(state, 0)
    state.players[RED].top = []  # it is known as soon as it is taken
    assert tokens(state) == [3 + CARDS[number_of("future_sight")].fame]


def test_trading_counts_trades_at_harvest():
    state = counting("trading", 4)
    state.players[RED].resources = [6, 0, 0]
    state.push(Trading(RED))
    answer(state, Trade(3, 0, 0, LORE))
    answer(state, Trade(3, 0, 0, FOOD))
    assert run(state) == ()
    check_counted(state, 6)


@pytest.mark.parametrize("option", [Remove, Upgrade, "box"])
def test_refinement_counts_upgrades_and_removals_once_each(option):
    state = counting("refinement", 3)
    player = state.players[RED]
    player.hand, player.draw, player.upgrades = [number_of("feast")], [number_of("move")] * 2, [number_of("plunder")]
    player.resources[LORE] = 3
    state.push(turn.Turn(RED))
    feast, plunder = number_of("feast"), number_of("plunder")
    answer(state, Remove(feast) if option is Remove else Upgrade(feast, plunder, option == "box"))
    assert run(state) == ()
    check_counted(state, 4)


@pytest.mark.parametrize("option", [Wait, Replace])
def test_refinement_counts_no_card_that_is_only_put_down(option):
    state = counting("refinement", 3)
    state.players[RED].hand = [number_of("feast")]
    state.players[RED].resources[LORE] = 3
    state.push(turn.Turn(RED))
    answer(state, option(number_of("feast")))
    run(state)
    assert tokens(state) == [3]


# The rows.


def test_every_victory_card_says_how_it_is_fulfilled_and_their_ids_differ():
    assert len(NUMBER) == len(VICTORY_CARDS) == 21
    assert all(card.text.endswith(".") for card in VICTORY_CARDS)
    assert validated(face_up("spreading"), RED, "builds") == 0
    assert {card.id for card in VICTORY_CARDS if card.needs} == {"creature_territories", "hunting"}
