"""Words of every game, in random games: all that is asked can be told, and no two options read alike."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import Chance
from lawspeaker_engine.words import words_of

from .test_laws import TABLES, positions


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_options_of_random_games_are_told_in_lines_that_differ_and_what_was_taken_can_be_named(
    name: str, players: int,
) -> None:
    """Also questions that good players do not come to, and what chance was asked."""
    game = GAMES[name]
    words = words_of(game)
    assert words
    for state, question, answers in positions(game, players, 7):
        if isinstance(question, Chance):
            assert all(words.option(question.options[pick], None) for pick in answers[0])
            continue
        for decision, picks in zip(question, answers, strict=True):
            view = game.view(state, decision.seat)
            assert decision.prompt in words.questions
            assert all(words.view(view))
            lines = {words.option(option, view): option for option in decision.options}
            assert all(lines[words.option(option, view)] == option for option in decision.options), decision.prompt
            assert all(words.option(decision.options[pick], None) for pick in picks)
