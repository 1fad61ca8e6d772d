"""Find where each prompt of a game is asked first, by playing matches at random."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import BadSetup, Chance, Picks, Question, Seat, Setup
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.devtools.certify.opponents import random_picks

ROUNDS: Final = 2
"""Matches that are tried with each setup."""
SECRET: Final = bytes(32)
"""The dice of every trial derive from it: nothing is at stake, and a failed trial can be had again."""


@dataclass(frozen=True, slots=True)
class PromptPosition:
    """A decision in the middle of a match that random bots play."""

    setup: Setup
    line: str
    """Names the match: its dice and what is picked in it derive from it."""
    decision_id: int
    seat: Seat
    prompt: str


def positions(game: Game[Any]) -> tuple[PromptPosition, ...]:
    """Return the earliest position of each prompt that random play meets, the earliest first."""
    found: dict[str, PromptPosition] = {}
    for number, setup in enumerate(_setups(game) * ROUNDS):
        for each in _asked(game, setup, f"{game.name}-{number}"):
            if each.prompt not in found or each.decision_id < found[each.prompt].decision_id:
                found[each.prompt] = each
    return tuple(sorted(found.values(), key=lambda each: each.decision_id))


def _setups(game: Game[Any]) -> list[Setup]:
    """Return setups with every number of players, and with every value of an option that is not its default."""
    changes = [{option.name: value} for option in game.options for value in option.values if value != option.default]
    sizes, found = game.players, [make_setup(game, players) for players in game.players]
    for number, change in enumerate(changes):
        first = number % len(sizes)
        for players in (*sizes[first:], *sizes[:first]):  # some go with certain numbers only
            try:
                setup = make_setup(game, players, change)
                game.setup(setup)
            except BadSetup:
                continue
            found.append(setup)
            break
    return found


def _asked(game: Game[Any], setup: Setup, line: str) -> Iterator[PromptPosition]:
    """Yield the decisions of a match as a referee numbers them, while rivals answer."""
    state, dice, number = game.setup(setup), Dice(match_seed(SECRET, line)), 0
    while question := game.pending(state):
        if isinstance(question, Chance):
            game.apply(state, (dice.answer(question),))
            continue
        for place, each in enumerate(question, number + 1):
            yield PromptPosition(setup, line, place, each.seat, each.prompt)
        game.apply(state, _answers(question, line, number))
        number += len(question)


def _answers(question: Question, line: str, number: int) -> tuple[Picks, ...]:
    assert isinstance(question, tuple)
    answers = []
    for place, each in enumerate(question, number + 1):
        picks = random_picks(line, each.seat, place, each.least, each.most, len(each.options))
        answers.append(tuple(picks) if each.ordered else tuple(sorted(picks)))
    return tuple(answers)
