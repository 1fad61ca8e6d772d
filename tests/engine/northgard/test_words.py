"""Northgard in words: nothing hidden is told, and a tile's line says what it joins."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.explore import lay
from lawspeaker_engine.games.northgard.game import Northgard
from lawspeaker_engine.games.northgard.options import PlaceTile
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.games.northgard.tiles import TILES
from lawspeaker_engine.games.northgard.words import WORDS
from lawspeaker_engine.games.northgard.words_tile import _beyond
from lawspeaker_engine.model import Decision

from .test_conservation import random_game
from .test_secrets import with_other_secrets

GAME = Northgard()


def told(state: State, seat: int) -> str:
    """Everything that the seat is told, its options included unless a card lets it look into a hand."""
    view, asked = GAME.view(state, seat), GAME.pending(state)
    lines = list(WORDS.view(view))
    for decision in asked if isinstance(asked, tuple) else ():
        if decision.seat == seat and not decision.prompt.startswith("card."):
            lines += [WORDS.option(option, view) for option in decision.options]
    return "\n".join(lines)


@pytest.mark.parametrize("players", [2, 4])
def test_NG_DECK_01_NG_HARV_06_words_do_not_depend_on_what_is_hidden(players: int) -> None:
    """Other hands, piles, decks, tiles and fame of others: byte for byte the same words."""
    shown = set()
    for state in random_game(players, 1):
        for seat in range(players):
            other = with_other_secrets(state, seat)
            other.question = None
            assert told(other, seat) == told(state, seat)
            shown.add(told(state, seat))
    assert len(shown) > 20


def test_NG_EXP_05_what_a_tile_is_said_to_join_is_joined_when_it_is_laid() -> None:
    """Territories behind the sides of one area become one; no other two do."""
    tried = 0
    for state in (state for seed in range(5) for state in random_game(4, seed)):
        asked = GAME.pending(state)
        for decision in asked if isinstance(asked, tuple) else ():
            tried += _check_joins(state, decision)
    assert tried > 10


def _check_joins(state: State, decision: Decision) -> int:
    found = [option for option in decision.options if isinstance(option, PlaceTile)]
    for option in found:
        beyond = _beyond(option, state.board.layout())
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
