"""Northgard in words: nothing hidden is told, and a tile's line says what it joins."""

from __future__ import annotations

import re

import pytest

from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.northgard.actions.combat import FACES
from lawspeaker_engine.games.northgard.actions.explore import lay
from lawspeaker_engine.games.northgard.actions.move import MoveUnits
from lawspeaker_engine.games.northgard.clans import CLANS
from lawspeaker_engine.games.northgard.composition import TEXT
from lawspeaker_engine.games.northgard.game import Northgard
from lawspeaker_engine.games.northgard.options import DieFace, Move, PlaceTile
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.games.northgard.text.laid_tiles import behind_sides
from lawspeaker_engine.games.northgard.tiles import TILES
from lawspeaker_engine.model import Chance, Decision
from lawspeaker_engine.playing import changes_of
from lawspeaker_engine.setups import make_setup

from .positions import answer, empty_state, graph
from .test_conservation import random_game
from .test_secrets import with_other_secrets

GAME = Northgard()


def told(state: State, seat: int) -> str:
    """Everything that the seat is told, its options included unless a card lets it look into a hand."""
    view, asked = GAME.view(state, seat), GAME.pending(state)
    lines = list(TEXT.view(view))
    for decision in asked if isinstance(asked, tuple) else ():
        if decision.seat == seat and not decision.prompt.startswith("card."):
            lines += [TEXT.option(option, view) for option in decision.options]
    return "\n".join(lines)


@pytest.mark.parametrize("players", [2, 4])
def test_NG_DECK_01_NG_HARV_06_words_do_not_depend_on_what_is_hidden(players: int) -> None:
    """Other hands, piles, decks, tiles and fame of others: byte for byte the same words."""
    shown = set()
    for state in random_game(players, 1)[::players // 2]:
        for seat in range(players):
            other = with_other_secrets(state, seat)
            other.question = None
            assert told(other, seat) == told(state, seat)
            shown.add(told(state, seat))
    assert len(shown) > 20


def test_NG_EXP_05_what_a_tile_is_said_to_join_is_joined_when_it_is_laid() -> None:
    """Territories behind the sides of one area become one; no other two do."""
    tried = 0
    for state in (state for seed in range(2) for state in random_game(4, seed)):
        asked = GAME.pending(state)
        for decision in asked if isinstance(asked, tuple) else ():
            tried += _check_joins(state, decision)
    assert tried > 10


def _check_joins(state: State, decision: Decision) -> int:
    found = [option for option in decision.options if isinstance(option, PlaceTile)]
    for option in found:
        beyond = behind_sides(option, state.board.layout())
        sides = TILES[option.tile].turned[option.rotation].sides
        after = state.copy()
        laid = lay(after, option.tile, option.x, option.y, option.rotation)
        layout = after.board.layout()
        first = len(layout.area_territory) - len(TILES[option.tile].areas)
        for side, before in enumerate(beyond):
            now = layout.area_territory[first + sides[side]]
            assert now in laid.territories
            if before >= 0:
                assert {layout.area_territory[at] for at, territory in enumerate(state.board.layout().area_territory)
                        if territory == before} == {now}
    return len(found)


def drawn(tile: str, rotation: int) -> list[str]:
    return list(TEXT.drawings[PlaceTile](PlaceTile([each.id for each in TILES].index(tile), 0, 0, rotation)))


def test_NG_MAP_09_a_tile_is_drawn_as_it_would_lie_with_its_borders_and_what_is_printed() -> None:
    assert drawn("03", 0) == [
        "tile 03",
        r"\ a a a ~  a lair",
        r"d \ a ~ b  b carved",
        r"d d ~ b b  c small",
        r"d ~ c \ b  d food",
        "~ c c c \\",
    ]
    assert drawn("03", 1) == [  # its north side lies in the east now, and what was rough still is
        "tile 03, turned by 90 degrees",
        r"~ d d d /  a lair",
        r"c ~ d / a  b carved",
        r"c c ~ a a  c small",
        r"c / b ~ a  d food",
        r"/ b b b ~",
    ]


@pytest.mark.parametrize(("tile", "middle"), [
    ("start", "|"), ("start-5", "-"), ("07", "b"), ("13", "a"), ("21", "/"), ("nastrond", "#"), ("yggdrasil", "e"),
    ("beach-1", "."),
])
def test_NG_MAP_09_the_middle_of_a_drawing_is_what_runs_through_it(tile: str, middle: str) -> None:
    assert drawn(tile, 0)[3][4] == middle


def test_every_drawing_shows_the_area_at_each_side() -> None:
    for tile in TILES:
        for turned in tile.turned:
            grid = [line[:9] for line in drawn(tile.id, turned.rotation)[1:6]]
            shown = grid[0][4], grid[2][8], grid[4][4], grid[2][0]
            assert shown == tuple("." if area < 0 else "abcde"[area] for area in turned.sides)


def after(state: State, *picks: int) -> list[str]:
    """Return what is said to have come of the answer to the one question that is pending."""
    GAME.pending(state)
    before = GAME.view(GAME.copy(state), None)
    GAME.apply(state, (picks,))
    return list(changes_of(GAME, state, before))


def fight(attackers: int, defenders: int, *, kaija: bool = False) -> State:
    """Red attacks Blue in territory 1, from where Blue cannot retreat; the attacker's die is to be rolled."""
    state = empty_state()
    t = graph(state, {"A": {"own": 0, "u": attackers + 1}, "B": {"own": 1, "u": defenders, "kaija": kaija}},
              [("A", "B", "regular")])
    state.push(MoveUnits(0, 1))
    answer(state, Move(t["A"], t["B"], attackers, kaija=False))
    assert isinstance(GAME.pending(state), Chance)
    return state


def test_NG_COMBAT_15_NG_COMBAT_18_a_combat_tells_who_lost_what_and_who_holds_the_territory() -> None:
    state = fight(2, 2)
    assert after(state, FACES.index(DieFace(3, 0, either=False))) == []
    assert after(state, FACES.index(DieFace(2, 1, either=False))) == [
        "Seat 0 loses 1 unit in territory 1", "Seat 1 loses 2 units in territory 1",
        "Combat in territory 1, 5 to 4 points: seat 0 takes it from seat 1",
    ]
    state = fight(1, 3)
    after(state, FACES.index(DieFace(2, 0, either=False)))
    assert after(state, FACES.index(DieFace(2, 0, either=False))) == [
        "Combat in territory 1, 3 to 5 points: seat 1 holds it against seat 0"]


def test_NG_COMBAT_20_AMB_R23_a_mutual_wipe_out_leaves_nobody_and_kaija_is_named() -> None:
    state = fight(1, 0, kaija=True)
    state.players[1].clan = [clan.id for clan in CLANS].index("bear")
    two_casualties = FACES.index(DieFace(0, 2, either=False))
    assert after(state, two_casualties) == []
    assert after(state, two_casualties) == [
        "Seat 0 loses 1 unit in territory 1", "Seat 1 loses Kaija in territory 1",
        "Combat in territory 1, 1 to 2 points: nobody is left",
    ]


def test_NG_MOVE_01_a_move_without_a_combat_loses_nobody() -> None:
    state = empty_state()
    t = graph(state, {"A": {"own": 0, "u": 2}, "B": {}}, [("A", "B", "regular")])
    state.push(MoveUnits(0, 1))
    asked = GAME.pending(state)
    assert isinstance(asked, tuple)
    assert after(state, asked[0].options.index(Move(t["A"], t["B"], 2, kaija=False))) == []


def test_NG_COMP_01_every_unit_that_comes_back_from_the_map_is_told_in_whole_games() -> None:
    """By the reserves, in games played at random."""
    told = lost = 0
    for seed in range(4):
        seen = None
        for state in random_game(3, seed):
            if seen is not None:
                lines = list(TEXT.changes(seen, GAME.view(state, None)))  # type: ignore[misc]
                told += sum("loses" in line for line in lines)
                lost += sum(now.reserve > was.reserve
                            for was, now in zip(seen.players, GAME.view(state, None).players, strict=True))
            seen = GAME.view(GAME.copy(state), None)
    assert told >= lost > 5


def test_a_view_in_words_tells_of_editions_and_modules_in_play():
    game = GAMES["northgard"]
    options = {"clan_pool": "all", "warchiefs": True, "events": "all", "victory": "thane"}
    state = game.setup(make_setup(game, 2, options))
    dice = Dice(match_seed(bytes(32), "words"))
    while state.year < 3:
        question = game.pending(state)
        answers = (dice.answer(question),) if isinstance(question, Chance) else tuple(each.default for each in question)
        game.apply(state, answers)
    words = "\n".join(TEXT.view(game.view(state, 0)))
    assert "This year: " in words
    assert "Next year: " in words
    assert "Who fulfils the first card and one other of these at the end of a year wins (thane):" in words
    assert re.search(r"^\w+ of seat 0: in (reserve|territory \d+)\.$", words, re.MULTILINE)
    assert "closed territories with a large building win at once" not in words


def test_a_view_of_the_prototype_says_so_and_a_retail_one_says_nothing_new():
    game = GAMES["northgard"]
    retail, prototype = (
        "\n".join(TEXT.view(game.view(game.setup(make_setup(game, 2, options)), 0)))
        for options in ({}, {"edition": "prototype"}))
    assert "-3 for each Unrest" in prototype
    assert "Edition: prototype." in prototype
    assert "-5 for each Unrest" in retail
    assert "Edition" not in retail


def test_a_question_about_land_is_told_without_cards_but_for_the_hand_and_those_that_are_active() -> None:
    """All else that a turn is told stands there in the same words."""
    brief, shorter = TEXT.in_brief(), 0
    of_cards = re.compile("Your draw pile|On top of it|Known |Displayed|Achievements|Drawn, ")
    for state in (state for seed in range(8) for state in random_game(4, seed)):
        asked = GAME.pending(state)
        for decision in asked if isinstance(asked, tuple) else ():
            if decision.prompt in brief.views_of:
                view = GAME.view(state, decision.seat)
                parts = [re.split("; (?:discard|out of the game|upgrades left|no upgrades left)[^;]*", line)
                         for line in brief.view(view) if not of_cards.match(line)]
                assert list(brief.view_at(decision.prompt, view)) == list(map("".join, parts))
                shorter += 1
    assert shorter > 20
