"""Clansmen in words: nothing hidden is told."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.clansmen.people import move
from lawspeaker_engine.games.clansmen.phases.feeding import FeedPhase
from lawspeaker_engine.games.clansmen.state import LABORER, SUMMER, State
from lawspeaker_engine.games.clansmen.text.prompts import TEXT
from lawspeaker_engine.model import Chance
from lawspeaker_engine.playing import changes_of
from tests.engine.clansmen.positions import GAME, A, B, C, begin, draw, home, kinds, put, run, stock
from tests.engine.clansmen.raids import attack, commit, raid_state
from tests.engine.clansmen.random_games import positions
from tests.engine.clansmen.test_secrets import often, with_other_secrets
from tests.sample_sizes import first_quick


def told(state: State, seat: int) -> str:
    """Everything that the seat is told."""
    asked = GAME.pending(state)  # first, for the view says what the question is about
    view = GAME.view(state, seat)
    mine = () if isinstance(asked, Chance) else [each for each in asked if each.seat == seat]
    return "\n".join([*TEXT.view(view), *(TEXT.option(option, view) for each in mine for option in each.options)])


@pytest.mark.parametrize(("players", "shrines"), first_quick(1, [(2, True), (4, False)]))
def test_CL_TALES_01_CL_MAP_01_CL_RAID_03_CL_ACTION_11_words_do_not_depend_on_what_is_hidden(players, shrines):
    """Other hands, unrevealed land, the next event: byte for byte the same words."""
    found: set[str] = set()
    for state in often(positions(players, 1, eager=True, shrines=shrines)):
        for seat in range(players):
            other, changed = with_other_secrets(state, seat)
            found.update(changed)
            if changed:
                assert told(other, seat) == told(state, seat), changed
    assert found >= {"hand", "land"} | ({"event"} if shrines else set())


def after(state: State, *picks: tuple[int, ...]) -> list[str]:
    """Return what is said to have come of these answers to what is pending."""
    GAME.pending(state)
    before = GAME.view(GAME.copy(state), None)
    GAME.apply(state, picks)
    return list(changes_of(GAME, state, before))


def test_CL_RAID_10_CL_RAID_11_CL_PLUN_01_a_raid_is_told_in_one_line_when_it_is_over_and_not_before():
    state = raid_state(3)
    state.year, state.season = 2, SUMMER
    farmer, warrior = put(state, A, "farmer"), put(state, A, "warrior")
    laborer = put(state, B, "laborer", weakened=True)
    stock(state, C, goods=1)
    attack(state, 3)
    commit(state, {A: [warrior, farmer], B: [laborer]})
    for raider in (0, 1, 2):  # the warrior, the farmer and the laborer, one against each
        if isinstance(run(state), tuple):
            assert after(state, (raider,)) == []
    for pips in (1, 5, 6, 3, 2):
        assert after(state, (pips - 1,)) == []
    (line,) = after(state, (0,))
    assert line == (
        f"Raid, Summer of year 2: 3 Raiders, 1 beaten back. Gained: seat 0 (1 Respect). Weakened: seat 0 (Farmer on "
        f"tile {farmer}). Died: seat 1 (Laborer on tile {laborer}). Plundered: seat 2 (1 goods). The next raid comes "
        "1 space nearer."
    )
    assert kinds(state, A) == ["farmer*", "warrior"]


def test_CL_RAID_08_a_raid_in_which_nobody_is_hurt_says_how_many_were_beaten_back():
    state = raid_state(2)
    farmer = put(state, A, "farmer")
    attack(state)
    commit(state, {A: [farmer]})
    draw(state, 0)
    assert after(state, (5,)) == ["Raid, Summer of year 1: 1 Raider, 1 beaten back. Gained: seat 0 (1 Respect)."]


def test_CL_POP_08_hunger_tells_who_was_weakened_of_all_seats():
    state = raid_state(2)
    farmer, warrior = put(state, A, "farmer"), put(state, B, "warrior")
    begin(state, FeedPhase())
    state.phase = "feed"
    before = GAME.view(GAME.copy(state), None)
    assert list(changes_of(GAME, state, before)) == [
        f"Hunger. Weakened: seat 0 (Farmer on tile {farmer}); seat 1 (Warrior on tile {warrior})."]


def test_who_only_moves_or_becomes_something_else_is_not_told_as_lost():
    state = raid_state(2)
    tile = put(state, A, "farmer")
    before = GAME.view(GAME.copy(state), None)
    move(state, A, tile, home(state, A)[3])
    state.players[A].people[0].kind = LABORER
    state.agenda = []
    assert list(changes_of(GAME, state, before)) == []


def test_all_who_die_or_are_weakened_in_a_whole_game_are_told():
    """By the numbers of people and of the Weakened in a game played at random, step by step."""
    told, seen = 0, None
    for state, _ in positions(3, 5):
        people = {(seat, person.tile): person.weakened for seat, player in enumerate(state.players)
                  for person in player.people}
        if seen is not None:
            before, view = seen
            lines = " ".join(TEXT.changes(view, GAME.view(state, None)))
            hurt = [key for key, weakened in people.items() if weakened and before.get(key) is False]
            assert all(f"on tile {tile}" in lines for _, tile in hurt), (hurt, lines)
            told += len(hurt)
        seen = people, GAME.view(GAME.copy(state), None)
    assert told > 10
