"""The clan Lynx: Brundr and Kaelinn, its Warchief and its cards."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.actions.combat import Battles, Combat
from lawspeaker_engine.games.northgard.actions.groups import PlaceGroups
from lawspeaker_engine.games.northgard.actions.move import shift
from lawspeaker_engine.games.northgard.actions.recruit import RecruitUnits
from lawspeaker_engine.games.northgard.cards.removing import removable
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, number_of
from lawspeaker_engine.games.northgard.cards.shifting import groups
from lawspeaker_engine.games.northgard.figures import FIGURES, KAIJA, told_one
from lawspeaker_engine.games.northgard.modules.automa_part import AUTOMA, HUMAN
from lawspeaker_engine.games.northgard.options import Figure, Move, PlaceGroup, Recruit, Territory
from lawspeaker_engine.games.northgard.phases import winter
from lawspeaker_engine.games.northgard.state import RESERVE, UNITS, State

from .card_play import play_card
from .positions import (
    answer,
    attack_of,
    chance,
    decision,
    empty_state,
    figure,
    give_figure,
    graph,
    offered,
    playing_clans,
    run,
)
from .solo import solo

LYNX, BLUE = 0, 1
PAIR, MIELIKKI = figure("brundr_and_kaelinn"), figure("warchief_lynx")
BORDERS = [("A", "N", "regular"), ("A", "M", "regular"), ("A", "R", "rough"), ("A", "B", "regular")]


def position(*, units: int = 2, **settings) -> tuple[State, dict[str, int]]:
    """Lynx holds A with its pair and M; N and R, behind a rough border, are neutral; B is Blue's."""
    state = playing_clans("lynx", "wolf", **settings)
    t = graph(state, {"A": {"own": LYNX, "u": units}, "N": {}, "M": {"own": LYNX, "u": 1}, "R": {},
                      "B": {"own": BLUE, "u": 1}}, BORDERS)
    for each in state.figures:
        if each.figure == PAIR:
            each.territory = t["A"]
    return state, t


def test_UH_CLAN_LYNX_01_the_pair_is_recruited_and_placed_in_setup_like_a_unit():
    state = playing_clans("lynx")
    t = graph(state, {"A": {"own": LYNX, "u": 1}, "N": {}})
    assert state.where(PAIR) == RESERVE
    other = state.copy()
    state.push(RecruitUnits(LYNX, 1))
    answer(state, Recruit(t["A"], False, PAIR))
    assert (state.where(PAIR), state.players[LYNX].reserve) == (t["A"], UNITS - 1)
    other.push(PlaceGroups(LYNX, "setup.group", (t["N"],)))
    answer(other, PlaceGroup(t["N"], False, (PAIR,)))
    assert (other.where(PAIR), other.board.units[t["N"]]) == (t["N"], 2)


def test_UH_CLAN_LYNX_02_the_pair_is_worth_one_point():
    state, t = position(units=1)
    shift(state, LYNX, t["A"], t["B"], 1, (PAIR,))
    state.push(Battles(LYNX))
    assert chance(state).prompt == "combat.roll"
    combat = next(frame for frame in state.agenda if isinstance(frame, Combat))
    assert (combat.forces, combat.points) == ((2, 1), (2, 1))


def test_UH_CLAN_LYNX_03_the_pair_costs_nothing_in_winter():
    state, _ = position(units=3)
    assert (winter.units(state, LYNX), state.units_on_map(LYNX)) == (4, 5)


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize(("clan", "beast"), [("lynx", PAIR), ("bear", KAIJA)])
def test_AMB_H62_cards_of_opponents_name_kaija_and_the_pair_by_one_rule(clan, beast, named):
    """They remove her and bribe her, and push her out before a combat: or none of it."""
    state = playing_clans(clan, "wolf", beasts_named=named)
    t = graph(state, {"A": {"own": LYNX}, "N": {}, "B": {"own": BLUE, "u": 2}},
              [("A", "N", "regular"), ("A", "B", "rough")])
    give_figure(state, LYNX, FIGURES[beast].id, t["A"])
    state.figures = [each for each in state.figures if each.territory >= 0]
    named_one = Figure(t["A"], *told_one(beast))
    gone = Move(t["A"], t["N"], 0, beast == KAIJA)
    assert removable(state, BLUE, beside=True) == ([named_one] if named else [])
    assert groups(state, LYNX, t["A"], t["N"], 2, named=True) == ([gone] if named else [])
    state.board.neighbours[t["B"]] = ((t["A"], 1),)
    attack_of(state, BLUE, t["B"], t["A"], 1, push_before_combat=True)
    if not named:
        assert chance(state).prompt == "combat.roll"
        return
    asked = decision(state)
    assert (asked.prompt, asked.options) == ("combat.push", [gone])
    answer(state, gone)
    assert run(state) == ()
    assert (state.where(beast), state.board.owner[t["A"]], state.board.owner[t["N"]]) == (t["N"], BLUE, LYNX)


def bribed(**settings) -> tuple[State, dict[str, int]]:
    """Blue bribes figures of A, where Lynx has a unit, its pair and Mielikki."""
    state = playing_clans("lynx", "wolf", warchiefs=True, **settings)
    t = graph(state, {"A": {"own": LYNX, "u": 1}, "N": {}, "B": {"own": BLUE, "u": 1}}, [("A", "N", "regular")])
    for name in ("brundr_and_kaelinn", "warchief_lynx"):
        next(each for each in state.figures if each.figure == figure(name)).territory = t["A"]
    play_card(state, "bribery", BLUE)
    return state, t


def test_AMB_H62_NGP_WAR_07_bribery_names_the_pair_but_no_warchief_and_two_figures_at_most():
    state, t = bribed()
    answer(state, Territory(t["A"]))
    assert offered(state) == [Move(t["A"], t["N"], 0, False), Move(t["A"], t["N"], 1, False)]
    answer(state, Move(t["A"], t["N"], 1, False))
    asked = decision(state)
    assert (asked.seat, asked.prompt, asked.least, asked.most) == (BLUE, "move.figures", 0, 1)
    assert asked.options == [Figure(t["A"], False, PAIR)]
    answer(state, Figure(t["A"], False, PAIR))
    assert run(state) == ()
    assert (state.where(PAIR), state.where(MIELIKKI), state.board.units[t["N"]]) == (t["N"], t["A"], 1)
    alone, t = bribed()
    answer(alone, Territory(t["A"]))
    answer(alone, Move(t["A"], t["N"], 0, False))
    assert run(alone) == ()
    assert (alone.where(PAIR), alone.board.units[t["A"]]) == (t["N"], 1)


def test_AMB_H62_where_the_pair_is_not_named_bribery_moves_units_alone():
    state, t = bribed(beasts_named=False)
    answer(state, Territory(t["A"]))
    answer(state, Move(t["A"], t["N"], 1, False))
    assert run(state) == ()
    assert (state.where(PAIR), state.board.units[t["N"]]) == (t["A"], 1)


def test_AMB_H62_who_pushes_one_of_two_special_figures_says_which():
    """Only the Automa has two that cards may name: its Leaders."""
    state = solo()
    t = graph(state, {"A": {"own": HUMAN, "u": 2}, "B": {"own": AUTOMA}, "N": {}},
              [("A", "B", "regular"), ("B", "N", "regular")])
    for each in state.figures:
        if each.seat == AUTOMA:
            each.territory = t["B"]
    state.board.owner[t["B"]] = AUTOMA
    attack_of(state, HUMAN, t["A"], t["B"], 2, push_before_combat=True)
    answer(state, Move(t["B"], t["N"], 0, False))
    asked = decision(state)
    leaders = [each.figure for each in state.figures if each.seat == AUTOMA]
    assert (asked.prompt, asked.options) == ("move.figures", [Figure(t["B"], False, each) for each in leaders])
    answer(state, Figure(t["B"], False, leaders[1]))
    assert [state.where(each) for each in leaders] == [t["B"], t["N"]]
    run(state)
    assert next(frame for frame in state.agenda if isinstance(frame, Combat)).forces == (2, 1)


@pytest.mark.parametrize("along", [True, False])
def test_UH_CLAN_LYNX_04_NGP_WAR_02_mielikki_goes_with_the_pair_as_any_unit_beside_it_does(along):
    state, t = position(units=1, warchiefs=True)
    next(each for each in state.figures if each.figure == MIELIKKI).territory = t["A"]
    play_card(state, "fire_arrows")
    answer(state, Move(t["A"], t["N"], 1, False))
    asked = decision(state)
    assert (asked.seat, asked.prompt, asked.least, asked.most, asked.default) == (LYNX, "move.figures", 0, 1, ())
    assert asked.options == [Figure(t["A"], False, MIELIKKI)]
    answer(state, *asked.options[:along])
    assert (state.where(PAIR), state.board.units[t["N"]]) == (t["N"], 1)
    assert state.where(MIELIKKI) == t["N" if along else "A"]
    assert state.board.owner[t["A"]] == (-1 if along else LYNX)
    answer(state)
    assert run(state) == ()  # it has moved, so it is not asked after the card


def test_UH_CLAN_LYNX_04_AMB_H13_the_pair_moves_before_the_card_over_a_regular_border_to_no_enemy():
    state, t = position()
    play_card(state, "fire_arrows")
    asked = decision(state)
    assert (asked.seat, asked.prompt, asked.least, asked.most, asked.default) == (LYNX, "lynx.move", 0, 1, ())
    assert offered(state) == [
        Move(t["A"], t[name], units, False) for name in ("N", "M") for units in (0, 1, 2)]
    answer(state, Move(t["A"], t["N"], 1, False))
    assert (state.where(PAIR), state.board.units[t["N"]], state.board.owner[t["N"]]) == (t["N"], 1, LYNX)
    assert decision(state).prompt == "move.step"
    answer(state)
    assert run(state) == ()  # it has moved, so it is not asked after the card


def test_UH_CLAN_LYNX_04_who_has_not_moved_the_pair_before_the_card_is_asked_after_it():
    state, t = position()
    play_card(state, "fire_arrows")
    answer(state)
    answer(state)
    assert decision(state).prompt == "lynx.move"
    answer(state, Move(t["A"], t["M"], 0, False))
    assert run(state) == ()
    assert (state.where(PAIR), state.board.units[t["A"]]) == (t["M"], 2)


def test_UH_CLAN_LYNX_04_other_cards_move_nothing():
    state, _ = position()
    state.players[LYNX].draw = [1]
    play_card(state, "negociation")
    while asked := run(state):
        assert asked[0].prompt != "lynx.move"
        answer(state)


@pytest.mark.parametrize("copies_play", [False, True])
def test_AMB_H64_UH_CLAN_LYNX_04_the_pair_does_not_move_with_a_card_that_is_resolved_again(copies_play):
    state, _ = position(copies_play=copies_play)
    state.players[LYNX].played = [number_of("fire_arrows")]
    play_card(state, "legendary_heroes")
    prompts = []
    while asked := run(state):
        prompts += [each.prompt for each in asked]
        answer(state)
    assert prompts == (["lynx.move", "move.step", "lynx.move"] if copies_play else ["move.step"])


def test_AMB_H13_an_option_lets_the_pair_cross_rough_borders():
    state, t = position(lynx_rough=True)
    play_card(state, "fire_arrows")
    assert Move(t["A"], t["R"], 0, False) in offered(state)


def test_UH_CLAN_LYNX_04_a_pair_in_reserve_is_not_asked_for():
    state, _ = position()
    for each in state.figures:
        each.territory = RESERVE
    play_card(state, "fire_arrows")
    assert decision(state).prompt == "move.step"


@pytest.mark.parametrize(("active", "points"), [([], 3), (["fire_arrows"], 4), (["poaching"], 3)])
def test_UH_WAR_LYNX_AMB_H15_mielikki_adds_a_point_with_a_flash_card_in_the_active_area(active, points):
    state = empty_state(clan_pool="all", warchiefs=True)
    state.players[LYNX].clan = next(clan for clan in state.table.clans if state.table.initial[clan] == number_of(
        "lynx_initial"))
    t = graph(state, {"A": {"own": LYNX, "u": 2}, "B": {"own": BLUE, "u": 1}}, [("A", "B", "regular")])
    mielikki = give_figure(state, LYNX, "warchief_lynx", t["A"])
    state.players[LYNX].active = list(map(number_of, active))
    shift(state, LYNX, t["A"], t["B"], 1, (mielikki,))
    state.push(Battles(LYNX))
    assert chance(state).prompt == "combat.roll"
    assert next(frame for frame in state.agenda if isinstance(frame, Combat)).points == (points, 1)


def test_UH_CLAN_00_lynx_has_an_initial_card_and_two_upgrades():
    own = [card for card in CARDS if card.clan == "lynx" and card.module == "horizons"]
    assert [(card.id, card.flash, card.upgrade) for card in own] == [
        ("lynx_initial", True, False), ("fire_arrows", True, True), ("poaching", False, True)]
