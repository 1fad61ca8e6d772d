"""Retreats (NG-COMBAT-17, NG-COMBAT-18): who leaves, where to, and what cards change."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.actions.move import MoveTerms, MoveUnits
from lawspeaker_engine.games.northgard.actions.retreat import Retreat
from lawspeaker_engine.games.northgard.figures import KAIJA
from lawspeaker_engine.games.northgard.options import Fight, Move
from lawspeaker_engine.games.northgard.state import RESERVE, UNITS
from tests.engine.northgard.positions import answer, decision, empty_state, graph, offered, roll, run

RED, PURPLE, GREEN = 0, 1, 2


def holds(state, territory):
    return state.board.owner[territory], state.board.units[territory]


def red_loses(state, t, units, *, moves=1, source="A", target="T", **terms):
    """Red attacks and loses the score 2 : 3 on the dice, without casualties."""
    state.push(MoveUnits(RED, moves, MoveTerms(**terms)))
    answer(state, Move(t[source], t[target], units, kaija=False))
    roll(state, "2C")
    roll(state, "3C")


def red_wins(state, t, units):
    """Red attacks and wins on the dice, without casualties."""
    state.push(MoveUnits(RED, 1))
    answer(state, Move(t["A"], t["T"], units, kaija=False))
    roll(state, "3C")
    roll(state, "2C")


def test_NG_COMBAT_17_AMB_R19_the_attacker_retreats_to_any_friendly_or_neutral_regular_neighbour():
    state = empty_state(3)
    t = graph(
        state,
        {
            "A": {"own": RED, "u": 2}, "T": {"own": PURPLE, "u": 3}, "F": {"own": RED, "u": 1}, "N": {},
            "E": {"own": GREEN, "u": 1}, "R": {}, "I": {}, "P": {"own": PURPLE, "u": 1},
        },
        [("A", "T", "regular"), ("F", "T", "regular"), ("N", "T", "regular"), ("E", "T", "regular"),
         ("R", "T", "rough"), ("I", "T", "impassable"), ("P", "T", "regular")],
    )
    red_loses(state, t, 2)
    options = offered(state)
    assert options == [Move(t["T"], t[name], units, kaija=False) for name in "AFN" for units in (1, 2)]
    assert (decision(state).least, decision(state).most, decision(state).default) == (1, 1, (1,))
    assert holds(state, t["A"]) == (-1, 0)  # just vacated, and neutral now


def test_NG_COMBAT_17_the_loser_splits_the_survivors_freely():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 4}, "T": {"own": PURPLE, "u": 5}, "N": {}},
              [("A", "T", "regular"), ("N", "T", "regular")])
    red_loses(state, t, 3)
    answer(state, Move(t["T"], t["N"], 1, kaija=False))
    assert state.battles[0].units == 2
    assert {option.units for option in offered(state)} == {1, 2}
    answer(state, Move(t["T"], t["A"], 2, kaija=False))
    assert run(state) == ()
    assert [holds(state, t[name]) for name in "ATN"] == [(RED, 3), (PURPLE, 5), (RED, 1)]


def test_NG_COMBAT_17_a_single_way_out_is_not_asked():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 3}, "T": {"own": PURPLE, "u": 5}}, [("A", "T", "regular")])
    red_loses(state, t, 3)
    assert run(state) == ()
    assert [holds(state, t[name]) for name in "AT"] == [(RED, 3), (PURPLE, 5)]


def test_NG_COMBAT_17_the_beaten_defender_retreats_before_the_attacker_takes_the_territory():
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 3}, "T": {"own": PURPLE, "u": 2}, "P": {"own": PURPLE, "u": 1}, "N": {}},
        [("A", "T", "regular"), ("P", "T", "regular"), ("N", "T", "regular")],
    )
    red_wins(state, t, 2)
    assert decision(state).seat == PURPLE
    assert {option.target for option in offered(state)} == {t["P"], t["N"]}
    answer(state, Move(t["T"], t["P"], 1, kaija=False))
    answer(state, Move(t["T"], t["N"], 1, kaija=False))
    assert run(state) == ()
    assert [holds(state, t[name]) for name in "ATPN"] == [(RED, 1), (RED, 2), (PURPLE, 2), (PURPLE, 1)]


def test_AMB_R19_the_defender_may_retreat_to_what_the_attacker_vacated():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 3}, "T": {"own": PURPLE, "u": 1}}, [("A", "T", "regular")])
    red_wins(state, t, 3)
    assert run(state) == ()
    assert [holds(state, t[name]) for name in "AT"] == [(PURPLE, 1), (RED, 3)]


def test_NG_COMBAT_18_a_defender_without_a_way_out_goes_to_the_reserve():
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 3}, "T": {"own": PURPLE, "u": 1}, "P": {"own": PURPLE, "u": 1}},
        [("A", "T", "regular"), ("P", "T", "rough")],
    )
    red_wins(state, t, 2)
    assert run(state) == ()
    assert (holds(state, t["T"]), state.players[PURPLE].reserve) == ((RED, 2), UNITS - 1)


def test_NG_COMBAT_17_a_place_is_free_again_once_its_combat_is_over():
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 6}, "T": {"own": PURPLE, "u": 2}, "Y": {"own": PURPLE, "u": 2}, "N": {}},
        [("A", "T", "regular"), ("A", "Y", "regular"), ("T", "Y", "regular"), ("N", "Y", "regular")],
    )
    state.push(MoveUnits(RED, 2))
    answer(state, Move(t["A"], t["T"], 2, kaija=False))
    answer(state, Move(t["A"], t["Y"], 3, kaija=False))
    answer(state, Fight(t["Y"]))
    roll(state, "3C")
    roll(state, "2C")  # Purple leaves Y: to N only, for T is still fought over
    assert [holds(state, t[name]) for name in "YN"] == [(RED, 3), (PURPLE, 2)] or run(state)
    assert [holds(state, t[name]) for name in "YN"] == [(RED, 3), (PURPLE, 2)]
    roll(state, "2C")
    roll(state, "3C")  # Red leaves T: to A or to Y, where no combat is pending any more
    assert {option.target for option in offered(state)} == {t["A"], t["Y"]}


def test_a_card_that_ignores_rough_borders_does_so_for_its_attackers_retreat_only():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 3}, "T": {"own": PURPLE, "u": 5}}, [("A", "T", "rough")])
    red_loses(state, t, 2, ignore_rough=True)
    assert run(state) == ()
    assert holds(state, t["A"]) == (RED, 3)
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 4}, "T": {"own": PURPLE, "u": 1}, "P": {"own": PURPLE, "u": 1}},
        [("A", "T", "rough"), ("P", "T", "rough")],
    )
    state.push(MoveUnits(RED, 1, MoveTerms(ignore_rough=True)))
    answer(state, Move(t["A"], t["T"], 3, kaija=False))
    roll(state, "3C")
    roll(state, "2C")
    assert run(state) == ()
    assert (holds(state, t["P"]), state.players[PURPLE].reserve) == ((PURPLE, 1), UNITS - 1)


def test_NG_VAR_06_nobody_retreats_into_a_teammates_territory():
    state = empty_state(4, teams=True)
    t = graph(
        state, {"A": {"own": RED, "u": 2}, "T": {"own": PURPLE, "u": 3}, "M": {"own": GREEN, "u": 1}},
        [("A", "T", "rough"), ("M", "T", "regular")],
    )
    red_loses(state, t, 2, moves=2)
    assert run(state) == ()
    assert (holds(state, t["M"]), state.players[RED].reserve) == ((GREEN, 1), UNITS)


def test_NG_CLAN_BEAR_01_AMB_R22_AMB_R23_kaija_retreats_with_units_or_alone_but_never_into_enemy_land():
    state = empty_state()
    t = graph(
        state,
        {"A": {"own": PURPLE, "u": 1}, "T": {"own": RED, "u": 1, "kaija": True}, "F": {"own": RED, "u": 1}, "N": {}},
        [("A", "T", "regular"), ("F", "T", "regular"), ("N", "T", "regular")],
    )
    state.push(Retreat(RED, t["T"], over_rough=False))
    assert offered(state) == [
        Move(t["T"], t[name], units, kaija)
        for name in "FN" for units, kaija in [(0, True), (1, False), (1, True)]
    ]
    assert decision(state).default == (2,)
    answer(state, Move(t["T"], t["N"], 0, kaija=True))
    assert (state.where(KAIJA), holds(state, t["T"])) == (t["N"], (RED, 1))
    answer(state, Move(t["T"], t["F"], 1, kaija=False))
    assert run(state) == ()
    assert [holds(state, t[name]) for name in "TFN"] == [(-1, 0), (RED, 2), (RED, 0)]


@pytest.mark.parametrize("units", [0, 2])
def test_NG_CLAN_BEAR_01_AMB_R23_kaija_without_a_way_out_returns_to_the_reserve(units):
    state = empty_state()
    t = graph(state, {"T": {"own": RED, "u": units, "kaija": True}})
    state.push(Retreat(RED, t["T"], over_rough=False))
    assert run(state) == ()
    assert (state.where(KAIJA), holds(state, t["T"]), state.players[RED].reserve) == (RESERVE, (-1, 0), UNITS)
