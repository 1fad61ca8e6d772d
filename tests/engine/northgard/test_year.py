"""The year: its phases, the cards drawn and shown at its start, and whose turn it is."""

from __future__ import annotations

import pytest

from lawspeaker_engine import agenda
from lawspeaker_engine.games.northgard.cards.resolving import CARDS
from lawspeaker_engine.games.northgard.options import Card, Pass, Wait
from lawspeaker_engine.games.northgard.phases.end import NextYear
from lawspeaker_engine.games.northgard.phases.year import ActionsPhase, RevealDisplay, Year, year_phases
from lawspeaker_engine.model import PUBLIC
from tests.engine.northgard.positions import push_phase

from .positions import answer, chance, decision, draw, empty_state, graph, offered, run

NUMBER = {card.id: number for number, card in enumerate(CARDS)}
FEAST = NUMBER["feast"]
EARLY = [number for number, card in enumerate(CARDS) if card.set == "early"]
ADVANCED = [number for number, card in enumerate(CARDS) if card.set == "advanced"]
ACHIEVEMENTS = [number for number, card in enumerate(CARDS) if card.set == "achievement"]


def test_NG_YEAR_01_five_phases_in_order():
    assert [phase.name for phase in year_phases()] == ["start", "actions", "harvest", "winter", "end"]


def test_NG_YEAR_01_NG_EOY_05_a_year_goes_through_all_phases_and_the_next_one_follows():
    state = empty_state()
    graph(state, {"A": {"own": 0, "u": 1, "food": 3}, "B": {"own": 1, "u": 1}})
    state.early = EARLY[:4]
    for player in state.players:
        player.draw = [FEAST] * 4
    state.push(Year())
    seen = []
    while state.year < 3:
        question = run(state)
        if not seen or seen[-1] != (state.year, state.phase):
            seen.append((state.year, state.phase))
        if isinstance(question, tuple):
            asked = question[0]
            agenda.apply(state, (asked.default,))
        else:
            agenda.apply(state, (tuple(range(question.count)),))
        if state.year == 2 and state.phase == "harvest":
            break
    assert seen[:3] == [(1, "start"), (1, "actions"), (1, "harvest")]
    assert (2, "actions") in seen


@pytest.mark.parametrize(("forges", "cards"), [(0, 4), (1, 5), (3, 7)])
def test_NG_YEAR_02_NG_BLDG_07_four_cards_and_one_more_per_forge(forges, cards):
    state = empty_state()
    graph(state, {
        "A": {"own": 0, "u": 1, "b": ["forge"] * min(forges, 1)},
        "B": {"own": 0, "u": 1, "b": ["forge"] * max(0, forges - 1)},
        "C": {"b": ["forge"]}, "D": {"own": 1, "u": 1, "b": ["fortress"]},
    })
    state.early = EARLY[:2]
    for player in state.players:
        player.draw = [FEAST] * 9
    push_phase(state, "start", (0, 1))
    assert chance(state).count == cards
    assert (chance(state).stream, chance(state).seen_by) == ("deck/0", (0,))
    agenda.apply(state, (tuple(range(cards)),))
    assert chance(state).count == 4
    agenda.apply(state, ((0, 1, 2, 3),))
    assert run(state) == ()
    assert [len(player.hand) for player in state.players] == [cards, 4]


def test_NG_YEAR_02_AMB_R07_who_has_fewer_cards_draws_what_there_is():
    state = empty_state()
    state.early = EARLY[:2]
    state.players[0].draw, state.players[0].discard = [FEAST], [FEAST]
    push_phase(state, "start", (0, 1))
    assert run(state) == ()
    assert [len(player.hand) for player in state.players] == [2, 0]


def test_NG_YEAR_02_players_draw_in_turn_order():
    state = empty_state(3)
    state.early = EARLY[:3]
    for player in state.players:
        player.draw = [FEAST] * 6
    push_phase(state, "start", (2, 0, 1))
    streams = []
    while run(state):
        streams.append(chance(state).stream)
        agenda.apply(state, (tuple(range(4)),))
    assert streams == ["deck/2", "deck/0", "deck/1"]


def test_the_next_year_ends_what_was_said_of_the_year_before():
    state = empty_state()
    for player in state.players:
        player.passed = player.awakened = player.conqueror = player.pick_taken = True
    state.push(NextYear())
    assert run(state) == ()
    assert state.year == 2
    for player in state.players:
        assert (player.passed, player.awakened, player.conqueror, player.pick_taken) == (False,) * 4


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_NG_YEAR_03_as_many_cards_as_players_are_turned_up(players):
    state = empty_state(players)
    state.early, state.advanced = EARLY[:2 * players], ADVANCED[:4]
    state.push(RevealDisplay())
    asked = chance(state)
    assert (asked.prompt, asked.count, asked.stream, asked.seen_by) == ("display.reveal", players, "display", PUBLIC)
    shown = EARLY[1:players + 1][::-1]
    draw(state, *(Card(card) for card in shown))
    assert run(state) == ()
    assert state.display == shown
    assert state.early == [EARLY[0], *EARLY[players + 1:2 * players]]
    assert state.advanced == ADVANCED[:4]


@pytest.mark.parametrize(("years", "early", "advanced"), [(7, 2, 4), (10, 3, 6)])
def test_NG_YEAR_04_NG_YEAR_05_NG_VAR_02_AMB_R58_early_then_advanced_then_achievements(years, early, advanced):
    state = empty_state(2, years=years)
    state.early, state.advanced = EARLY[:early * 2], ADVANCED[:advanced * 2]
    state.achievements = ACHIEVEMENTS[:2]
    sets = []
    for year in range(1, years + 1):
        state.year = year
        state.push(RevealDisplay())
        if run(state):
            agenda.apply(state, ((0, 1),))
        run(state)
        assert len(state.display) == 2
        sets.append({CARDS[card].set for card in state.display})
        state.display = []
    assert sets == [{"early"}] * early + [{"advanced"}] * advanced + [{"achievement"}]
    assert state.early == state.advanced == state.achievements == []


def acting(players: int, hands: list[list[int]], first: int = 0):
    """The Actions phase begins with these hands."""
    state = empty_state(players)
    state.first = first
    for player, hand in zip(state.players, hands, strict=True):
        player.hand = sorted(hand)
    state.display = EARLY[:players]
    state.push(ActionsPhase(tuple(state.turn_order())))
    return state


def test_NG_ACT_01_NG_ACT_14_turns_go_round_past_those_who_passed_until_all_have():
    state = acting(3, [[FEAST] * 3, [FEAST] * 3, [FEAST] * 3], first=1)
    turns = []
    actions = iter([Wait(FEAST), Pass(), *[Wait(FEAST)] * 5])
    while run(state):
        asked = decision(state)
        if asked.prompt == "pass.card":
            answer(state, 0)
            continue
        turns.append(asked.seat)
        answer(state, next(actions))
    assert turns == [1, 2, 0, 1, 0, 1, 0]
    assert all(player.passed for player in state.players)


def test_NG_ACT_01_NG_ACT_12_the_order_stays_when_the_marker_changes_hands():
    state = acting(3, [[FEAST] * 3, [FEAST] * 3, [FEAST] * 3])
    answer(state, Wait(FEAST))
    answer(state, Pass())
    assert state.first == 1
    answer(state, 0)
    assert decision(state).seat == 2
    answer(state, Pass())
    answer(state, 0)
    assert state.first == 1
    assert decision(state).seat == 0


def test_AMB_R37_harvest_goes_by_the_new_marker():
    state = empty_state()
    graph(state, {"A": {"own": 0, "u": 1, "food": 3}, "B": {"own": 1, "u": 1, "food": 3}})
    state.display = EARLY[:2]
    state.players[0].hand = [FEAST]
    state.push(Year(phase=1))
    answer(state, Wait(FEAST))
    assert state.players[1].hand == []
    assert decision(state).prompt == "pass.card"
    answer(state, 0)
    assert (decision(state).prompt, decision(state).seat) == ("harvest.trade", 1)
    assert state.first == 1


def test_NG_ACT_13_with_empty_hands_everybody_passes_and_the_last_pick_is_no_choice():
    state = acting(2, [[], []])
    assert (decision(state).prompt, decision(state).seat) == ("pass.card", 0)
    assert offered(state) == [Card(card) for card in EARLY[:2]]
    answer(state, Card(EARLY[1]))
    assert run(state) == ()
    assert [player.top for player in state.players] == [[EARLY[1]], [EARLY[0]]]
    assert state.display == []
