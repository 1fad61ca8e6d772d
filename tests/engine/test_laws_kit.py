"""The laws kit says in words which law a game breaks, what was found, and what to do."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lawspeaker_engine import laws
from lawspeaker_engine.board import Board, Piece, Rectangle
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.laws import ends, random_games
from lawspeaker_engine.laws import questions as laws_of_questions
from lawspeaker_engine.model import CannotDealAnew, Chance, Decision, Outcome, ScorePart

GAME = GAMES["clansmen"]
PLAYERS = min(GAME.players)
SEED = range(1)


class Changed:
    """A game with some functions in place of its own, each of which is given the game first."""

    def __init__(self, **functions: Callable[..., Any]) -> None:
        self._functions = functions

    def __getattr__(self, name: str) -> Any:
        if function := self._functions.get(name):
            return lambda *given: function(GAME, *given)
        return getattr(GAME, name)


def questions(change: Callable[[Decision], Decision]) -> Callable[..., Any]:
    """Return a `pending` that changes every decision."""

    def pending(game: Any, state: Any) -> Any:
        asked = game.pending(state)
        return asked if isinstance(asked, Chance) else tuple(change(each) for each in asked)

    return pending


def outcome(**changes: Any) -> Callable[..., Any]:
    """Return an `outcome` with other fields."""

    def changed(game: Any, state: Any) -> Outcome | None:
        found = game.outcome(state)
        return found and replace(found, **changes)

    return changed


def no_secrets(game: Any, state: Any) -> Any:
    """Ask the same, with answers that all see."""
    asked = game.pending(state)
    if isinstance(asked, Chance):
        return replace(asked, seen_by=None)
    return tuple(replace(each, seen_by=None) for each in asked)


def seen(game: Any, state: Any, seat: int | None) -> Any:
    """Return the view, and count in the state that somebody has looked on."""
    state.year += 1
    return game.view(state, seat)


class Wearing:
    """Offers lists of its own, and takes an option off the last one that it offered when it is answered."""

    def __init__(self) -> None:
        self._offered: list[Any] = []

    def pending(self, game: Any, state: Any) -> Any:
        asked = game.pending(state)
        if isinstance(asked, Chance) or not asked:
            return asked
        self._offered = list(asked[0].options)
        return (replace(asked[0], options=self._offered), *asked[1:])

    def apply(self, game: Any, state: Any, answers: Any) -> None:
        game.apply(state, answers)
        del self._offered[-1:]


WEARING = Wearing()
BROKEN = [
    (laws.ends_with_ranks, {"outcome": lambda _game, _state: None}, "A game that asks nothing more has an outcome."),
    (laws.ends_with_ranks, {"outcome": outcome(ranks=(1,))}, f"a rank and a score for each of {PLAYERS} seats."),
    (laws.ends_with_ranks, {"outcome": outcome(ranks=(2,) * PLAYERS)}, "the number of those who are better."),
    (laws.ends_with_ranks, {"outcome": outcome(parts=((),))}, f"has those of {PLAYERS} seats."),
    (laws.ends_with_ranks, {"outcome": outcome(parts=(*((ScorePart("a", 1),),) * (PLAYERS - 1), ()))},
     "All scores have the same parts, each once."),
    (laws.ends_with_ranks, {"outcome": outcome(parts=((ScorePart("a", 1), ScorePart("a", 1)),) * PLAYERS)},
     "All scores have the same parts, each once."),
    (laws.ends_with_ranks, {"outcome": outcome(parts=((ScorePart("a", 1000),),) * PLAYERS)},
     "The parts of a score add up to it."),
    (laws.copies_are_independent, {"copy": lambda _game, state: state}, "Whatever happens to a copy"),
    (laws.questions_are_well_formed, {"pending": questions(lambda each: replace(each, most=10_000))},
     "between least and most of its options."),
    (laws.questions_are_well_formed, {"pending": questions(lambda each: replace(each, default=(10_000,)))},
     "The default answer is legal"),
    (laws.questions_are_well_formed, {"pending": questions(lambda each: replace(each, seat=each.seat + PLAYERS))},
     "seats that players have"),
    (laws.questions_are_well_formed, {"pending": questions(
        lambda each: replace(each, options=[*each.options, each.options[-1]] if each.options else [])), },
     "No two options of a decision are equal."),
    (laws.questions_are_well_formed, {"pending": questions(
        lambda each: replace(each, options=[1] * len(each.options)))}, "is one of option_types."),
    (laws.views_change_nothing, {"view": seen}, "Making a view changes nothing."),
    (laws.options_stay_as_they_are, {"pending": WEARING.pending, "apply": WEARING.apply},
     "Options are values, which nobody changes."),
    (laws.secrets_are_kept, {"view": lambda game, state, _seat: game.view(state, 0)}, "is shown nothing of it."),
]


@pytest.mark.parametrize(("law", "functions", "words"), BROKEN)
def test_a_broken_law_is_told_with_what_was_found_and_what_to_do(law, functions, words):
    with pytest.raises(AssertionError) as broken:
        law(Changed(**functions), PLAYERS, {}, SEED)
    said = str(broken.value)
    assert words in said
    assert ". Found: " in said
    assert said.endswith(".")


def test_a_game_may_say_nothing_of_what_its_points_came_from():
    laws.ends_with_ranks(Changed(outcome=outcome(parts=(), decided=())), PLAYERS, {}, SEED)


def test_few_decisions_have_more_options_than_the_game_says():
    with pytest.raises(AssertionError, match=r"5 of a hundred decisions have more than 3 options, not more"):
        laws.options_are_not_too_many(Changed(many_options=lambda _game, _setup: 3), PLAYERS, {}, SEED)


@pytest.mark.parametrize("weights", [(1,), (0, 1, 2, 3, 4)])
def test_weights_of_chance_are_numbers_from_1_one_an_option(weights):
    def pending(game: Any, state: Any) -> Any:
        asked = game.pending(state)
        return replace(asked, weights=weights) if isinstance(asked, Chance) else asked

    with pytest.raises(AssertionError, match=r"or each one from 1\. Found: .* has \d+ for \d+ options"):
        laws.questions_are_well_formed(Changed(pending=pending), PLAYERS, {}, SEED)


def test_a_game_that_cannot_deal_anew_is_not_played_beside_another():
    def deal_anew(_game: Any, _state: Any, _seat: int, _rng: Any) -> Any:
        raise CannotDealAnew("not this one")

    laws.what_is_asked_tells_no_hand(Changed(deal_anew=deal_anew), PLAYERS, {}, SEED)


def test_every_assertion_of_the_kit_says_something():
    asserted = [(path.name, node) for path in Path(laws.__file__).parent.glob("*.py")
                for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Assert)]
    assert len(asserted) > 30
    assert [(name, node.lineno) for name, node in asserted if node.msg is None] == []


def test_a_game_without_secrets_keeps_them():
    laws.secrets_are_kept(Changed(pending=no_secrets), PLAYERS, {}, SEED)


def test_secret_answers_that_are_never_two_are_not_taken_for_kept():
    def one(each: Decision) -> Decision:
        count = min(1, len(each.options))
        return replace(each, options=each.options[:1], least=count, most=count, seen_by=(each.seat,))

    with pytest.raises(AssertionError, match=r"never had two possible answers\. Try more seeds"):
        laws.secrets_are_kept(Changed(pending=no_secrets_of_chance(one)), PLAYERS, {}, SEED)


def no_secrets_of_chance(change: Callable[[Decision], Decision]) -> Callable[..., Any]:
    """Return a `pending` that changes decisions, and lets all see what chance does."""

    def pending(game: Any, state: Any) -> Any:
        asked = game.pending(state)
        return replace(asked, seen_by=None) if isinstance(asked, Chance) else tuple(change(each) for each in asked)

    return pending


@pytest.mark.parametrize(("law", "module", "limit", "words"), [
    (laws.options_are_not_too_many, laws_of_questions, "MOST_OPTIONS", "1 options at most."),
    (laws.ends_soon_by_default, ends, "DEFAULT_DECISIONS", "A game ends within 1 decisions a seat"),
    (laws.ends_soon_with_one_player, ends, "DEFAULT_DECISIONS", "A game ends within 1 decisions a seat"),
    (laws.replays_alike, random_games, "STEP_LIMIT", "A random game of clansmen ends in 1 steps."),
])
def test_a_limit_that_is_passed_is_told(monkeypatch, law, module, limit, words):
    monkeypatch.setattr(module, limit, 1)
    with pytest.raises(AssertionError) as broken:
        law(GAME, PLAYERS, {}, SEED)
    assert words in str(broken.value)


def test_a_census_that_changes_is_told_with_what_changed():
    steps = iter(range(1_000_000))
    with pytest.raises(AssertionError, match=r"Nothing is made or lost\. Found: steps: 1 instead of 0 at "):
        laws.keeps_its_census(GAME, PLAYERS, {}, SEED, lambda _state: {"steps": next(steps)})


def test_without_a_refused_answer_the_kit_says_which_refusals_are_missing():
    with pytest.raises(AssertionError, match="no answer was refused as"):
        laws.illegal_answers_are_refused(GAME, PLAYERS, {}, range(0))


class WithBoard:
    """A game with a board."""

    def __init__(self, **changes: Any) -> None:
        self.board = replace(Board(
            10, 10, '<rect width="10" height="10"/>', {"dot": '<circle r="1" fill="#000"/>'},
            {"middle": Rectangle(0, 0, 10, 10)},
            lambda view: [Piece("dot", "middle", "a dot")], lambda view, option: ["middle"]), **changes)

    def __getattr__(self, name: str) -> Any:
        return getattr(GAME, name)


def test_a_board_that_draws_every_view_keeps_its_law():
    laws.the_board_draws_every_view(WithBoard(), PLAYERS, {}, SEED)
    laws.the_board_draws_every_view(GAME, PLAYERS, {}, SEED)


@pytest.mark.parametrize(("changes", "words"), [
    ({"ground": "<rect"}, "others are ['the ground']"),
    ({"symbols": {"dot": "<script>1</script>"}}, "others are ['dot']"),
    ({"symbols": {"dot": '<g style="fill: red"/>'}}, "others are ['dot']"),
    ({"symbols": {"dot": '<g onclick="1"/>'}}, "others are ['dot']"),
    ({"pieces": lambda view: [Piece("king", "middle")]}, "['king'] are none"),
    ({"pieces": lambda view: [Piece("dot", "edge")]}, "['edge'] are none"),
    ({"named": lambda view, option: ["nowhere"]}, "['nowhere'] are none"),
])
def test_a_board_that_cannot_be_drawn_is_told(changes, words):
    with pytest.raises(AssertionError) as broken:
        laws.the_board_draws_every_view(WithBoard(**changes), PLAYERS, {}, SEED)
    assert words in str(broken.value)
