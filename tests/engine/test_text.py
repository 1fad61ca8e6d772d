"""The text of every game, in random games: all that is asked can be told, and no two options read alike."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_engine.laws import positions
from lawspeaker_engine.model import Chance
from lawspeaker_engine.playing import changes_of
from lawspeaker_engine.setups import make_setup
from lawspeaker_engine.text import GameText
from tests.games.parley import Parley

from .test_laws import TABLES


@pytest.mark.parametrize(("name", "players"), [
    pytest.param(name, players, marks=() if players == min(GAMES[name].players) else pytest.mark.slow)
    for name, players in TABLES if players in (min(GAMES[name].players), max(GAMES[name].players))])
def test_options_of_random_games_are_told_in_lines_that_differ_and_what_was_taken_can_be_named(
    name: str, players: int,
) -> None:
    """Also questions that good players do not come to, and what chance was asked."""
    game = GAMES[name]
    text = game.text
    assert text
    for state, question, answers in islice(positions(game, players, 7), 0, None, players):
        for told in (text, text.in_brief()):
            if isinstance(question, Chance):
                assert all(told.option(question.options[pick], None) for pick in answers[0])
                continue
            for decision, picks in zip(question, answers, strict=True):
                view = game.view(state, decision.seat)
                assert decision.prompt in told.prompts
                said = told.view_at(decision.prompt, view)
                assert all(line and line == line.strip() and line.isprintable() for line in said)
                lines: dict[str, object] = {}
                for option in decision.options:
                    assert lines.setdefault(told.option(option, view), option) == option, decision.prompt
                assert all(told.option(decision.options[pick], None) for pick in picks)


@pytest.mark.parametrize("name", GAMES)
def test_a_brief_view_is_the_same_whatever_is_hidden(name: str) -> None:
    """The brief text of a view and options stays the same if all that the seat may not know is dealt anew."""
    game = GAMES[name]
    assert game.text
    brief, dealt = game.text.in_brief(), 0
    for at, (state, question, _) in enumerate(positions(game, game.players[0], 11)):
        for decision in () if isinstance(question, Chance) or at % 7 else question:
            other = game.deal_anew(state, decision.seat, Random(at))
            game.pending(other)
            views = [game.view(each, decision.seat) for each in (state, other)]
            assert len({tuple(brief.view_at(decision.prompt, view)) for view in views}) == 1
            lines = [[brief.option(option, view) for option in decision.options] for view in views]
            assert lines[0] == lines[1]
            dealt += 1
    assert dealt > 10


@pytest.mark.parametrize("name", GAMES)
def test_views_are_shorter_at_prompts_that_the_game_has(name: str) -> None:
    text = GAMES[name].text
    assert text
    assert text.views_of == {}
    assert text.in_brief().views_of.keys() <= text.prompts.keys()


class TalkingParley(Parley):
    """Parley with a text that says which phase began."""

    text = GameText({}, repr, lambda option, _: str(option), lambda before, after: (
        [f"{before.phase} to {after.phase}"] if before.phase != after.phase else []))


def test_a_game_that_says_nothing_of_its_optional_parts_has_their_defaults() -> None:
    game = Parley()
    state = game.setup(make_setup(game, 3))
    assert game.text is None
    assert game.teams(make_setup(game, 3)) == ()
    assert list(changes_of(game, state, game.view(state, None))) == []


def test_changes_are_told_in_one_piece_where_a_game_does_not_say_how_its_work_is_divided() -> None:
    game = TalkingParley()
    state = game.setup(make_setup(game, 2))
    told: list[str] = []
    while question := game.pending(state):
        before = game.view(game.copy(state), None)
        if isinstance(question, Chance):
            answers = (tuple(range(question.count)),)
        else:
            answers = tuple(decision.default for decision in question)
        game.apply(state, answers)
        told += changes_of(game, state, before)
    assert told[-1].endswith("to over")
