"""The Warchiefs, their powers and their cards, each in a small position."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.northgard import clans
from lawspeaker_engine.games.northgard.actions.combat import STAGES, Battles, Combat
from lawspeaker_engine.games.northgard.actions.groups import PlaceGroups
from lawspeaker_engine.games.northgard.actions.move import MoveUnits, shift
from lawspeaker_engine.games.northgard.actions.recruit import RecruitUnits
from lawspeaker_engine.games.northgard.actions.terms import MoveTerms
from lawspeaker_engine.games.northgard.cards.removing import removable
from lawspeaker_engine.games.northgard.cards.resolving import CARDS
from lawspeaker_engine.games.northgard.figures import FIGURES, KAIJA
from lawspeaker_engine.games.northgard.modules.warchiefs import WARCHIEFS
from lawspeaker_engine.games.northgard.options import (
    Accept,
    Build,
    DieFace,
    Figure,
    Lose,
    Move,
    Pay,
    PlaceGroup,
    Recruit,
    SpendFood,
    Territory,
)
from lawspeaker_engine.games.northgard.phases import winter
from lawspeaker_engine.games.northgard.phases.setup import join
from lawspeaker_engine.games.northgard.state import FOOD, LORE, RESERVE, UNITS, WOOD, State
from lawspeaker_engine.games.northgard.view import make_view
from lawspeaker_engine.setups import make_setup

from .card_play import play_card
from .positions import (
    answer,
    chance,
    clan_number,
    decision,
    empty_state,
    figure,
    give_figure,
    give_kaija,
    give_token,
    graph,
    offered,
    roll,
    run,
)

RED, BLUE = 0, 1
BORDERS = [("A", "T", "regular"), ("T", "N", "regular"), ("T", "S", "rough"), ("A", "R", "regular")]


def table(red: str = "wolf", blue: str = "wolf", *, red_units: int = 4, units: int = 2, edition: str = "retail",
          target: dict | None = None, **more: dict) -> tuple[State, dict[str, int]]:
    """Red stands in A, Blue in T beside it and in S behind a rough border and in N; R is neutral."""
    state = empty_state(warchiefs=True, edition=edition)
    prefix = "prototype_" if edition == "prototype" else ""
    for seat, clan in ((RED, red), (BLUE, blue)):
        state.players[seat].clan = clan_number(prefix + clan)
    t = graph(state, {
        "A": {"own": RED, "u": red_units}, "T": {"own": BLUE, "u": units} | (target or {}),
        "N": {"own": BLUE, "u": 1}, "R": {}, "S": {"own": BLUE, "u": 3}, **more,
    }, BORDERS)
    return state, t


def attack(state: State, t: dict[str, int], units: int, special: tuple[int, ...] = (), **terms) -> None:
    """Red attacks T from A."""
    shift(state, RED, t["A"], t["T"], units, special)
    state.push(Battles(RED, MoveTerms(**terms)))


def fighting(state: State) -> Combat:
    run(state)
    return next(frame for frame in state.agenda if isinstance(frame, Combat))


def counted(state: State) -> tuple[tuple[int, int], tuple[int, int]]:
    """Forces and points after steps 1 and 2; nobody has food."""
    combat = fighting(state)
    assert chance(state).prompt == "combat.roll"
    return combat.forces, combat.points


# --- figures ---


def test_NGP_WAR_01_each_clan_has_one_warchief_in_its_reserve():
    state = empty_state(3, warchiefs=True)
    for seat, clan in enumerate(("bear", "stag", "wolf")):
        join(state, seat, clan_number(clan))
    assert [(FIGURES[each.figure].name, each.seat, each.territory) for each in state.figures] == [
        ("Kaija", 0, RESERVE), ("Borgild", 0, RESERVE), ("Brand", 1, RESERVE), ("Egil", 2, RESERVE)]
    assert all(player.reserve == UNITS for player in state.players)
    without = empty_state(2)
    join(without, 0, clan_number("wolf"))
    assert without.figures == []


def test_NGP_WAR_02_a_warchief_is_counted_in_winter_and_holds_a_territory():
    state, t = table(red_units=3)
    egil = give_figure(state, RED, "warchief_wolf", t["R"])
    assert winter.units(state, RED) == state.units_on_map(RED) == 4
    assert state.controlled(RED) == sorted([t["A"], t["R"]])
    state.take_figures(t["R"], 0, (egil,))
    assert (state.controlled(RED), winter.units(state, RED)) == ([t["A"]], 3)


def test_NGP_WAR_03_a_warchief_is_recruited_in_place_of_a_unit_and_again_when_it_has_died():
    state, t = table()
    egil = give_figure(state, RED, "warchief_wolf")
    state.push(RecruitUnits(RED, 1))
    assert offered(state) == [Recruit(t["A"], False, 0), Recruit(t["A"], False, egil)]
    answer(state, Recruit(t["A"], False, egil))
    assert (state.where(egil), state.players[RED].reserve) == (t["A"], UNITS - 4)
    attack(state, t, 0, (egil,))
    roll(state, "2C")
    roll(state, "2K")
    assert run(state) == ()
    assert (state.where(egil), state.players[RED].reserve) == (RESERVE, UNITS - 4)
    state.push(RecruitUnits(RED, 1))
    assert Recruit(t["A"], False, egil) in offered(state)


def test_NGP_WAR_04_a_warchief_may_be_one_of_a_group_placed_in_setup():
    state, t = table()
    borgild = give_figure(state, RED, "warchief_bear")
    state.push(PlaceGroups(RED, "setup.group", (t["R"],)))
    assert offered(state) == [PlaceGroup(t["R"], False, ()), PlaceGroup(t["R"], False, (borgild,))]
    answer(state, PlaceGroup(t["R"], False, (borgild,)))
    assert (state.board.units[t["R"]], state.where(borgild), state.players[RED].reserve) == (2, t["R"], UNITS - 6)


def test_NGP_WAR_04_NG_CLAN_BEAR_02_kaija_and_borgild_may_be_in_one_group():
    state, t = table()
    give_kaija(state, RED)
    borgild = give_figure(state, RED, "warchief_bear")
    state.push(PlaceGroups(RED, "setup.group", (t["R"],)))
    answer(state, PlaceGroup(t["R"], True, (borgild,)))
    assert (state.board.units[t["R"]], state.where(KAIJA), state.where(borgild)) == (1, t["R"], t["R"])


def test_NGP_WAR_05_a_warchief_is_worth_two_points_and_one_unit():
    state, t = table("goat")
    halvard = give_figure(state, RED, "warchief_goat", t["A"])
    state.players[RED].resources[FOOD] = 9
    attack(state, t, 1, (halvard,))
    assert decision(state).prompt == "combat.food"
    combat = fighting(state)
    assert (combat.forces, combat.points) == ((2, 2), (3, 2))
    assert offered(state) == [SpendFood(0), SpendFood(1), SpendFood(2)]


def test_NGP_WAR_06_the_owner_says_whether_the_warchief_is_a_casualty():
    state, t = table("goat")
    halvard = give_figure(state, RED, "warchief_goat", t["A"])
    attack(state, t, 2, (halvard,))
    roll(state, "3C")
    roll(state, "1C1K")
    assert offered(state) == [Lose(1, False, ()), Lose(0, False, (halvard,))]
    answer(state, Lose(0, False, (halvard,)))
    assert (state.where(halvard), state.players[RED].reserve) == (RESERVE, UNITS - 4)


def test_NGP_WAR_07_cards_of_opponents_cannot_name_a_warchief():
    state, t = table()
    give_figure(state, BLUE, "warchief_wolf", t["T"])
    give_figure(state, RED, "warchief_raven", t["R"])
    assert removable(state, RED, beside=True) == [Figure(t["T"], False, 0)]
    state.take_figures(t["T"], 2)
    assert removable(state, RED, beside=True) == []
    play_card(state, "bribery")
    assert Territory(t["T"]) not in offered(state)


def test_NGP_WAR_07_a_push_before_combat_cannot_name_a_warchief():
    state, t = table(units=0)
    give_figure(state, BLUE, "warchief_wolf", t["T"])
    attack(state, t, 2, push_before_combat=True)
    assert chance(state).prompt == "combat.roll"


def test_NGP_WAR_08_a_power_needs_its_warchief_in_the_combat():
    state, t = table("wolf")
    give_figure(state, RED, "warchief_wolf", t["A"])
    attack(state, t, 2)
    assert counted(state) == ((2, 2), (2, 2))


# --- moving ---


def test_NGP_WAR_02_which_figures_go_with_a_group_is_asked_after_its_units():
    state, t = table()
    egil = give_figure(state, RED, "warchief_wolf", t["A"])
    state.push(MoveUnits(RED, 2))
    answer(state, Move(t["A"], t["T"], 2, False))
    asked = decision(state)
    assert (asked.prompt, asked.least, asked.most, asked.default) == ("move.figures", 0, 1, ())
    assert offered(state) == [Figure(t["A"], False, egil)]
    answer(state, Figure(t["A"], False, egil))
    assert (state.where(egil), state.battles[0].units) == (t["T"], 2)


def test_NGP_WAR_02_a_group_of_no_units_is_the_warchief_alone():
    state, t = table()
    egil = give_figure(state, RED, "warchief_wolf", t["A"])
    state.push(MoveUnits(RED, 1))
    answer(state, Move(t["A"], t["R"], 0, False))
    run(state)
    assert (state.where(egil), state.board.owner[t["R"]], state.board.units[t["A"]]) == (t["R"], RED, 4)


def test_NGP_WAR_02_of_kaija_and_borgild_one_or_both_go():
    state, t = table("bear", red_units=0)
    give_kaija(state, RED, t["A"])
    borgild = give_figure(state, RED, "warchief_bear", t["A"])
    for kaija, chosen, where in ((True, (), (t["R"], t["A"])), (True, (borgild,), (t["R"], t["R"])),
                                 (False, (borgild,), (t["A"], t["R"]))):
        after = state.copy()
        after.push(MoveUnits(RED, 1))
        answer(after, Move(t["A"], t["R"], 0, kaija))
        if kaija:
            answer(after, *(Figure(t["A"], False, each) for each in chosen))
        run(after)
        assert (after.where(KAIJA), after.where(borgild)) == where


def test_NGP_WAR_02_a_warchief_retreats_alone_or_with_units():
    state, t = table(blue="boar", units=1)
    blue = give_figure(state, BLUE, "warchief_boar", t["T"])
    state.board.neighbours[t["T"]] = ((t["A"], 1), (t["N"], 1), (t["R"], 1))
    attack(state, t, 4, points=3)
    roll(state, "3C")
    roll(state, "2C")
    asked = decision(state)
    assert (asked.seat, asked.prompt) == (BLUE, "combat.retreat")
    answer(state, Move(t["T"], t["R"], 1, False))
    asked = decision(state)
    assert (asked.prompt, asked.least, asked.default) == ("move.figures", 0, (0,))
    answer(state)
    assert decision(state).prompt == "combat.retreat"  # the Warchief is left
    answer(state, Move(t["T"], t["N"], 0, False))
    assert run(state) == ()
    assert (state.where(blue), state.board.units[t["R"]]) == (t["N"], 1)


# --- powers ---


@pytest.mark.parametrize(("clan", "attacks", "defends"), [("wolf", 3, 2), ("bear", 2, 3), ("stag", 2, 2)])
def test_NGP_WAR_WOLF_NG_WAR_BEAR_AMB_P07_a_warchief_is_worth_three_attacking_or_defending(clan, attacks, defends):
    state, t = table(clan, units=1)
    number = give_figure(state, RED, f"warchief_{clan}", t["A"])
    attack(state, t, 0, (number,))
    while decision_or_none(state) == "combat.reinforce":
        answer(state)
    assert counted(state) == ((1, 1), (attacks, 1))
    state, t = table("raven", clan, units=0)
    give_figure(state, BLUE, f"warchief_{clan}", t["T"])
    attack(state, t, 1)
    while decision_or_none(state) == "combat.reinforce":
        answer(state)
    assert counted(state) == ((1, 1), (1, defends))


def decision_or_none(state: State) -> str:
    question = run(state)
    return question[0].prompt if isinstance(question, tuple) and question else ""


@pytest.mark.parametrize(("target", "points"), [({"open": 1}, 3), ({"open": 0, "wood": 1}, 3), ({"open": 0}, 2)])
def test_NG_WAR_BOAR_svarn_is_worth_three_points_in_open_land_or_where_wood_is_printed(target, points):
    state, t = table("boar", units=1, target=target)
    svarn = give_figure(state, RED, "warchief_boar", t["A"])
    attack(state, t, 0, (svarn,))
    assert counted(state) == ((1, 1), (points, 1))
    state, t = table("wolf", "boar", units=0, target=target)
    give_figure(state, BLUE, "warchief_boar", t["T"])
    attack(state, t, 1)
    assert counted(state) == ((1, 1), (1, points))


def test_NG_WAR_BOAR_a_lodge_is_no_printed_wood():
    state, t = table("boar", units=1, target={"open": 0, "b": ["woodcutter_lodge"]})
    svarn = give_figure(state, RED, "warchief_boar", t["A"])
    attack(state, t, 0, (svarn,))
    assert counted(state) == ((1, 1), (2, 1))


@pytest.mark.parametrize(("edition", "clan"), [("retail", "goat"), ("prototype", "bear")])
def test_NG_WAR_GOAT_NGP_WAR_BEAR_a_casualty_of_the_attacker_does_not_count(edition, clan):
    state, t = table("wolf", clan, units=1, edition=edition)
    give_figure(state, BLUE, f"warchief_{clan}", t["T"])
    attack(state, t, 3)
    roll(state, "2K")
    roll(state, "2C")
    combat = fighting(state)
    assert combat.casualties == (0, 1)


def test_NGP_WAR_BEAR_NGP_CLAN_BEAR_05_it_adds_to_kaijas():
    state, t = table("wolf", "bear", units=1, edition="prototype")
    give_kaija(state, BLUE, t["T"])
    give_figure(state, BLUE, "warchief_bear", t["T"])
    attack(state, t, 3)
    roll(state, "2K")
    roll(state, "2C")
    assert run(state) == ()
    assert (state.board.units[t["T"]], state.where(KAIJA)) == (1, t["T"])


def test_NG_WAR_GOAT_an_attacking_warchief_cancels_nothing():
    state, t = table("goat", units=1)
    halvard = give_figure(state, RED, "warchief_goat", t["A"])
    attack(state, t, 2, (halvard,))
    roll(state, "2C")
    roll(state, "1C1K")
    assert fighting(state).casualties == (1, 0)


def test_NGP_WAR_GOAT_it_is_worth_three_points_defending_in_the_prototype():
    state, t = table("wolf", "goat", units=0, edition="prototype")
    give_figure(state, BLUE, "warchief_goat", t["T"])
    attack(state, t, 1)
    assert counted(state) == ((1, 1), (1, 3))


def test_NGP_WAR_RAVEN_the_attacker_may_roll_again_before_the_defender_rolls():
    state, t = table("raven")
    liv = give_figure(state, RED, "warchief_raven", t["A"])
    attack(state, t, 1, (liv,))
    roll(state, "2C")
    asked = decision(state)
    assert (asked.seat, asked.prompt, asked.least, asked.most, asked.default) == (RED, "combat.reroll", 0, 1, ())
    assert offered(state) == [Accept()]
    shown = make_view(state, -1).combat
    assert shown is not None
    assert (STAGES[shown.stage], shown.attacker_face, shown.defender_face) == ("reroll", 1, 0)
    answer(state, Accept())
    assert chance(state).stream.endswith("/attacker")
    roll(state, "C/K")
    assert decision(state).prompt == "combat.die"  # nobody is asked to roll a third time
    answer(state, DieFace(1, 0, False))
    assert chance(state).stream.endswith("/defender")
    assert fighting(state).points == (4, 2)


def test_NGP_WAR_RAVEN_the_first_roll_stays_if_it_is_kept():
    state, t = table("wolf", "raven", units=1)
    give_figure(state, BLUE, "warchief_raven", t["T"])
    attack(state, t, 2)
    roll(state, "3C")
    roll(state, "2C1K")
    assert (decision(state).seat, decision(state).prompt) == (BLUE, "combat.reroll")
    answer(state)
    assert run(state) == ()  # 2 + 3 points against 3 + 2, and one casualty
    assert (state.board.owner[t["T"]], state.board.units[t["A"]]) == (BLUE, 3)


def test_NG_WAR_SNAKE_signy_may_bring_scorched_earth_to_the_combat():
    state, t = table("snake")
    give_token(state, RED)
    signy = give_figure(state, RED, "warchief_snake", t["A"])
    attack(state, t, 1, (signy,))
    asked = decision(state)
    assert (asked.prompt, asked.least, asked.default) == ("combat.declare", 0, ())
    answer(state, Territory(t["T"]))
    assert clans.scorched(state) == t["T"]
    assert counted(state) == ((2, 2), (4, 2))


def test_NG_WAR_SNAKE_signy_is_not_asked_where_the_token_lies_already():
    state, t = table("snake")
    give_token(state, RED, t["T"])
    signy = give_figure(state, RED, "warchief_snake", t["A"])
    attack(state, t, 1, (signy,))
    assert counted(state) == ((2, 2), (4, 2))


def test_NG_WAR_SNAKE_in_a_combat_without_signy_the_token_stays():
    state, t = table("snake")
    give_token(state, RED)
    give_figure(state, RED, "warchief_snake", t["A"])
    attack(state, t, 1)
    assert chance(state).prompt == "combat.roll"


def test_NGP_WAR_STAG_AMB_P11_a_unit_may_come_over_a_rough_border_and_is_counted():
    state, t = table("wolf", "stag", units=1)
    give_figure(state, BLUE, "warchief_stag", t["T"])
    attack(state, t, 2)
    asked = decision(state)
    assert (asked.seat, asked.prompt, asked.least) == (BLUE, "combat.reinforce", 0)
    assert offered(state) == [Move(t["N"], t["T"], 1, False), Move(t["S"], t["T"], 1, False)]
    answer(state, Move(t["S"], t["T"], 1, False))
    assert counted(state) == ((2, 3), (2, 4))
    assert state.board.units[t["S"]] == 2


def test_NGP_WAR_STAG_AMB_P11_it_may_be_the_last_one_but_not_from_a_pending_combat():
    state, t = table("stag", red_units=2)
    brand = give_figure(state, RED, "warchief_stag", t["A"])
    attack(state, t, 1, (brand,))
    answer(state, Move(t["A"], t["T"], 1, False))
    assert counted(state) == ((3, 2), (4, 2))
    assert state.board.owner[t["A"]] == -1
    state, t = table("wolf", "stag", units=1)
    give_figure(state, BLUE, "warchief_stag", t["T"])
    attack(state, t, 1)
    state.board.neighbours[t["T"]] = ((t["A"], 1), (t["S"], 2))
    shift(state, RED, t["A"], t["S"], 1)
    answer_order = decision(state)
    assert answer_order.prompt == "combat.order"
    answer(state, answer_order.options[0])
    assert chance(state).prompt == "combat.roll"


# --- cards ---


def test_UH_CARD_03_AMB_H43_each_clan_has_a_third_upgrade_with_the_option():
    state = empty_state(clan_pool="all", warchief_cards=True)
    for clan in state.table.clans:
        more = [CARDS[card] for card in state.table.upgrades[clan] if CARDS[card].module == "warchief_cards"]
        assert len(state.table.upgrades[clan]) == 3
        assert [(card.clan, card.upgrade, card.flash) for card in more] == [(clans.CLANS[clan].id, True, False)]
        assert set(state.table.upgrades[clan]) < state.table.own_cards[clan]
    assert all(len(each) == 2 for each in empty_state().table.upgrades.values())


def march(state: State, t: dict[str, int], units: int) -> None:
    """Red attacks T with so many units of A, and makes no more moves."""
    answer(state, Move(t["A"], t["T"], units, False))
    if decision_or_none(state) == "move.step":
        answer(state)


def test_UH_CARD_03_egils_fury_removes_a_building_before_the_combats():
    state, t = table(target={"b": ["fortress", "food_silo"]})
    play_card(state, "egils_fury")
    march(state, t, 2)
    assert (decision(state).prompt, decision(state).least) == ("card.raze", 0)
    fortress = offered(state)[1]
    assert [option.building for option in offered(state)] == [0, 5]
    answer(state, fortress)
    assert (state.stock[5], state.board.large[t["T"]], len(state.board.buildings[t["T"]])) == (7, 1, 1)
    assert counted(state) == ((2, 2), (2, 2))
    assert fighting(state).casualties == (0, 1)


def test_UH_CARD_03_brands_bravery_chooses_where_the_loser_retreats():
    state, t = table(target={})
    state.board.neighbours[t["T"]] = ((t["A"], 1), (t["N"], 1), (t["R"], 1))
    play_card(state, "brands_bravery")
    march(state, t, 3)
    roll(state, "3C")
    roll(state, "2C")
    assert fighting(state).points == (7, 4)
    assert (decision(state).seat, decision(state).prompt) == (RED, "combat.retreat")
    answer(state, Move(t["T"], t["R"], 2, False))
    run(state)
    assert state.board.owner[t["R"]] == BLUE


def test_UH_CARD_03_borgilds_shield_joins_the_figures_and_cancels_a_casualty():
    state, t = table("bear")
    give_kaija(state, RED, t["A"])
    borgild = give_figure(state, RED, "warchief_bear", t["R"])
    play_card(state, "borgilds_shield")
    asked = decision(state)
    assert (asked.prompt, asked.least, offered(state)) == (
        "card.to", 0, [Territory(each) for each in sorted((t["A"], t["R"]))])
    answer(state, Territory(t["R"]))
    assert (state.where(KAIJA), state.where(borgild)) == (t["R"], t["R"])
    march(state, t, 3)
    roll(state, "3C")
    roll(state, "2C1K")
    run(state)
    assert state.board.units[t["T"]] == 3


def test_UH_CARD_03_signys_celerity_passes_the_scorched_territory_and_no_other():
    for token, passes in (("T", True), ("S", False)):
        state, t = table("snake")
        give_token(state, RED, t[token])
        play_card(state, "signys_celerity")
        answer(state, Move(t["A"], t["T"], 2, False))
        assert (Move(t["T"], t["N"], 2, False) in offered(state)) == passes


def test_UH_CARD_03_livs_cunning_spends_wood_and_lore_as_food():
    state, t = table()
    state.players[RED].resources = [0, 1, 2]
    state.players[BLUE].resources = [0, 3, 3]
    play_card(state, "livs_cunning")
    march(state, t, 2)
    assert offered(state) == [SpendFood(0), SpendFood(1), SpendFood(2)]
    answer(state, SpendFood(2))
    assert (decision(state).seat, decision(state).prompt) == (RED, "card.pay")
    answer(state, Pay(0, 1, 1))
    assert state.players[RED].resources == [0, 0, 1]
    assert counted(state) == ((2, 2), (4, 2))  # Blue, who has no food, is not asked


def test_UH_CARD_03_halvards_craft_builds_in_one_territory_that_is_new():
    state, t = table(red_units=3)
    state.board.small[t["A"]] = state.board.small[t["R"]] = 1
    play_card(state, "halvards_craft")
    answer(state, Move(t["A"], t["R"], 1, False))
    answer(state)
    asked = decision(state)
    assert (asked.prompt, asked.least) == ("build.place", 0)
    assert {option.territory for option in offered(state)} == {t["R"]}
    answer(state, Build(0, t["R"], False))
    assert (len(state.board.buildings[t["R"]]), state.players[RED].resources[WOOD]) == (1, 0)
    assert run(state) == ()


def test_UH_CARD_03_svarns_menders_brings_casualties_back():
    state, t = table()
    play_card(state, "svarns_menders")
    march(state, t, 3)
    roll(state, "3C")
    roll(state, "1C1K")
    if decision_or_none(state) == "combat.retreat":
        answer(state, offered(state)[0])
    assert decision(state).prompt == "card.add"
    assert offered(state) == [Recruit(t["A"], False), Recruit(t["T"], False)]
    answer(state, Recruit(t["A"], False))
    assert run(state) == ()
    assert (state.board.units[t["A"]], state.players[RED].reserve) == (2, UNITS - 4)


def test_UH_CARD_03_howl_from_the_sea_recruits_where_it_wins_and_where_it_retreats():
    state, t = table(units=3)
    play_card(state, "howl_from_the_sea")
    march(state, t, 3)
    roll(state, "2K")
    roll(state, "1C1K")
    assert fighting(state).casualties == (1, 2)
    run(state)
    assert (state.board.owner[t["T"]], state.board.units[t["A"]]) == (BLUE, 3)  # it lost: 2 came back, 1 was recruited
    state, t = table(units=2)
    play_card(state, "howl_from_the_sea")
    march(state, t, 3)
    roll(state, "2C1K")
    roll(state, "2C")
    while run(state):
        answer(state, offered(state)[0])
    assert state.board.units[t["T"]] == 4  # one casualty inflicted


def test_UH_CARD_03_the_wise_one_counts_casualties_as_points():
    state, t = table(units=3)
    play_card(state, "the_wise_one")
    march(state, t, 3)
    roll(state, "2K")
    roll(state, "2C")
    run(state)
    assert (state.board.owner[t["T"]], state.board.units[t["A"]]) == (BLUE, 4)  # 3 + 2 points against 3 + 2
    state, t = table(units=3)
    play_card(state, "the_wise_one")
    march(state, t, 4)
    roll(state, "2K")
    roll(state, "2C")
    answer(state, Move(t["T"], t["N"], 1, False))
    assert run(state) == ()
    assert state.board.owner[t["T"]] == RED


def test_UH_CARD_03_eldrich_turns_the_casualties_of_the_enemys_die_on_the_enemy():
    state, t = table(units=3)
    play_card(state, "eldrich")
    march(state, t, 3)
    roll(state, "2C")
    roll(state, "1C1K")
    run(state)
    assert (state.board.owner[t["T"]], state.board.units[t["T"]], state.board.units[t["N"]]) == (RED, 2, 3)


# --- the whole game ---


def test_AMB_H02_AMB_H03_every_clan_has_a_warchief_of_two_points_and_no_two_are_called_alike():
    names = {figure.id for figure in FIGURES if figure.module == "warchiefs"}
    assert {row.id for row in WARCHIEFS} | {"warchief_ox"} == names
    assert all(FIGURES[figure(name)].points == 2 for name in names)
    assert len({FIGURES[figure(name)].name for name in names}) == len(names) == 12
    state = empty_state(clan_pool="all", warchiefs=True)
    assert all(any(FIGURES[each].module for each in state.table.figures[clan]) for clan in state.table.clans)


def test_a_setup_with_warchiefs_begins_with_their_figures():
    state = GAMES["northgard"].setup(make_setup(GAMES["northgard"], 2, {"warchiefs": True}))
    assert state.table.modules == ["warchiefs"]
    assert state.players[0].resources[LORE] == 0


@pytest.mark.parametrize("edition", ["retail", "prototype"])
def test_every_step_of_a_combat_has_a_number_for_views(edition):
    assert {step.name for step in empty_state(edition=edition).table.combat} == set(STAGES)
