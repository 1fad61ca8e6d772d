"""The card Tamer, which is drawn where there are creatures (UH-CARD-01)."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.actions.combat import CREATURE, Combat
from lawspeaker_engine.games.northgard.cards.resolving import number_of
from lawspeaker_engine.games.northgard.modules.creature_cards import Lead, LeadCreature
from lawspeaker_engine.games.northgard.modules.creature_part import Beast
from lawspeaker_engine.games.northgard.options import Hunt, Territory
from lawspeaker_engine.games.northgard.state import WOOD, State

from .card_play import play_card
from .creature_positions import BLUE, RED, part, place, wild
from .positions import Effect, answer, decision, empty_state, graph, offered, run

SEND, LEAD = Effect(0), Effect(1)


def chain(name: str) -> tuple[State, dict[str, int], Beast]:
    """A, B, C and D lie in a row; Red has two units in A, Blue has three in C, and the creature is in D."""
    state = wild()
    t = graph(state, {"A": {"own": RED, "u": 2}, "B": {}, "C": {"own": BLUE, "u": 3}, "D": {}},
              [("A", "B", "regular"), ("B", "C", "rough"), ("C", "D", "regular")])
    return state, t, place(state, name, t["D"])


@pytest.mark.parametrize(("settings", "drawn"), [
    ({"creatures": "base", "more_cards": "printed"}, True), ({"creatures": "base", "more_cards": "wip"}, False),
    ({"more_cards": "printed"}, False), ({"creatures": "base"}, False),
])
def test_tamer_is_among_the_printed_cards_where_there_are_creatures(settings, drawn):
    decks = empty_state(**settings).table.decks
    assert any(number_of("tamer") in deck.cards for deck in decks) == drawn


def test_tamer_sends_one_unit_to_any_neutral_territory():
    state, t, _ = chain("wolf")
    play_card(state, "tamer")
    answer(state, SEND)
    assert offered(state) == [Territory(t["A"])]
    assert decision(state).default == ()
    answer(state, Territory(t["A"]))
    assert offered(state) == [Territory(t["B"]), Territory(t["D"])]
    answer(state, Territory(t["D"]))
    run(state)
    assert (state.board.owner[t["D"]], state.board.units[t["D"]], state.board.units[t["A"]]) == (RED, 1, 1)


def test_tamer_sends_nobody_to_a_creature_that_does_not_share_and_nobody_away_from_a_bear():
    state, t, _ = chain("fallen_valkyrie")
    play_card(state, "tamer")
    answer(state, SEND)
    answer(state, Territory(t["A"]))
    assert offered(state) == [Territory(t["B"])]
    state, t, _ = chain("wolf")
    place(state, "brown_bear", t["A"])
    play_card(state, "tamer")
    answer(state, SEND)
    run(state)
    assert state.board.units[t["A"]] == 2


def test_tamer_leads_a_creature_once_or_twice_and_then_it_acts():
    state, t, draugr = chain("draugr")
    other = place(state, "wolf", t["B"])
    play_card(state, "tamer")
    answer(state, LEAD)
    asked = decision(state)
    assert (asked.prompt, asked.least, asked.default) == ("card.lead", 1, (0,))
    assert asked.options == [
        Hunt(draugr.number, t["C"]), Hunt(other.number, t["A"]), Hunt(other.number, t["C"])], "rough borders too"
    answer(state, asked.options[0])
    assert decision(state).default == ()
    assert offered(state) == [Hunt(draugr.number, t["D"])], "the Wolf bars the other way, and it is led alone"
    answer(state)
    run(state)
    assert (draugr.territory, state.board.units[t["C"]]) == (t["C"], 2)


def test_a_creature_led_twice_acts_at_the_end_alone():
    state, t, draugr = chain("draugr")
    state.push(Lead(RED, 2))
    run(state)
    answer(state, Hunt(draugr.number, t["B"]))
    run(state)
    assert (draugr.territory, state.board.units[t["C"]]) == (t["B"], 3)


def test_a_creature_that_is_led_to_somebody_attacks_as_in_its_phase():
    state, t, _ = chain("fallen_valkyrie")
    state.push(Lead(RED, 1))
    run(state)
    fight = next(frame for frame in state.agenda if isinstance(frame, Combat))
    assert (fight.territory, fight.attacker, fight.defender) == (t["C"], CREATURE, BLUE)
    assert state.board.guarded == (t["C"],)


def test_a_myrkalf_takes_its_toll_after_a_second_move_and_is_not_led_back():
    state, t, myrkalf = chain("myrkalf")
    state.board.owner[t["B"]], state.board.units[t["B"]] = RED, 1
    for player in state.players:
        player.resources[WOOD] = 1
    state.push(Lead(BLUE, 2))
    assert offered(state) == [Hunt(myrkalf.number, t["B"])], "its one first move is not asked for, and D is left out"
    answer(state, offered(state)[0])
    run(state)
    assert [player.resources[WOOD] for player in state.players] == [0, 1]


def test_without_a_creature_on_the_map_nobody_can_lead_one():
    state, _, _ = chain("wolf")
    effect = LeadCreature(2)
    assert effect.playable(state, RED)
    part(state).line.clear()
    assert not effect.playable(state, RED)
    assert not effect.playable(empty_state(), RED)
