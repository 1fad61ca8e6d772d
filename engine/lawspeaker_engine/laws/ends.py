"""Laws about the end of a game: it comes, with ranks, and soon where bots are gone."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, Final

from lawspeaker_engine.game import Game
from lawspeaker_engine.laws.random_games import Options, breach, final_state, positions
from lawspeaker_engine.model import Chance, Outcome

DEFAULT_DECISIONS: Final = 300
"""Decisions a seat within which a game ends where all, or all but one, answer by default."""


def ends_with_ranks(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """Ranks start at 1, those who share a place share its number, and the parts of a score add up to it."""
    for seed in seeds:
        outcome = game.outcome(final_state(game, players, seed, options))
        assert outcome is not None, breach(
            "A game that asks nothing more has an outcome", f"outcome() returned None at the end of seed {seed}",
            "Return an Outcome whenever pending() returns ()")
        assert len(outcome.ranks) == len(outcome.scores) == players, breach(
            f"An outcome has a rank and a score for each of {players} seats", outcome,
            "Give both in the order of seats, those of players who are out too")
        assert all(rank == 1 + sum(other < rank for other in outcome.ranks) for rank in outcome.ranks), breach(
            "A rank is 1 and the number of those who are better", f"ranks {outcome.ranks}",
            "Let those who share a place share its number: (1, 1, 3)")
        if outcome.parts:
            _assert_parts(outcome, players)


def _assert_parts(outcome: Outcome, players: int) -> None:
    """Each seat has the same parts, each once, and their sum is its score."""
    names = [[part.name for part in parts] for parts in outcome.parts]
    assert len(names) == players, breach(
        f"An outcome with parts has those of {players} seats", f"{len(names)} lists of parts",
        "List the parts of every seat, or of none")
    assert all(each == names[0] and len(set(each)) == len(each) for each in names), breach(
        "All scores have the same parts, each once", names, "List a part that brought nothing with 0 points")
    sums = tuple(sum(part.points for part in parts) for parts in outcome.parts)
    assert sums == outcome.scores, breach(
        "The parts of a score add up to it", f"parts make {sums}, and the scores are {outcome.scores}",
        "Compute the score from its parts")


def ends_soon_by_default(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """A match whose bots have all gone does not go on for long, whatever the dice show."""
    for seed in seeds:
        _ends_soon(game, players, seed, options, range(players))


def ends_soon_with_one_player(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """One bot alone cannot keep a match going."""
    for seed in seeds:
        others = [seat for seat in range(players) if seat != seed % players]
        _ends_soon(game, players, seed, options, others)


def _ends_soon(game: Game[Any], players: int, seed: int, options: Options, by_default: Container[int]) -> None:
    decisions = 0
    for _state, question, _answers in positions(game, players, seed, options, by_default):
        decisions += 0 if isinstance(question, Chance) else len(question)
        assert decisions <= DEFAULT_DECISIONS * players, breach(
            f"A game ends within {DEFAULT_DECISIONS} decisions a seat where {by_default} answer by default",
            f"seed {seed} went on", "Let the default answers end the game, as passing does")
