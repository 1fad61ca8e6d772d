"""The clan Lynx: Brundr and Kaelinn, its Warchief and its cards."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.actions.combat import Battles, Combat
from lawspeaker_engine.games.northgard.actions.groups import PlaceGroups
from lawspeaker_engine.games.northgard.actions.move import shift
from lawspeaker_engine.games.northgard.actions.recruit import RecruitUnits
from lawspeaker_engine.games.northgard.cards.removing import removable
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, number_of
from lawspeaker_engine.games.northgard.options import Move, PlaceGroup, Recruit
from lawspeaker_engine.games.northgard.phases import winter
from lawspeaker_engine.games.northgard.state import RESERVE, UNITS, State

from .card_play import play_card
from .positions import answer, chance, decision, empty_state, figure, give_figure, graph, offered, playing_clans, run

LYNX, BLUE = 0, 1
PAIR = figure("brundr_and_kaelinn")
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


def test_cards_of_opponents_cannot_name_the_pair():
    state, t = position(units=0)
    assert t["A"] not in {option.territory for option in removable(state, BLUE, beside=True)}


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
