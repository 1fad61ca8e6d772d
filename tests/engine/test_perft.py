"""Continuations are counted as if every step of them were taken."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import PUBLIC, Chance, Decision
from lawspeaker_engine.perft import every_answer, perft
from lawspeaker_engine.position import Position

MOST_ANSWERS = 60


def taken(position: Position, depth: int) -> int:
    """Return the number of continuations, each of which is played."""
    question = position.question
    if not depth or not question:
        return 1
    total = 0
    for answers in every_answer(question):
        after = position.copy()
        after.game.apply(after.state, answers)
        total += taken(after, depth - 1)
    return total


def few_answers(position: Position) -> bool:
    return len(list(islice(every_answer(position.question), MOST_ANSWERS + 1))) <= MOST_ANSWERS


@pytest.mark.parametrize("name", GAMES)
def test_the_last_step_is_counted_as_it_would_be_taken(name):
    position, random, compared = Position.start(name, 2), Random(name), 0
    while (question := position.question) and compared < 12:
        if few_answers(position):
            assert perft(position.game, position.state, 1) == taken(position, 1)
            following = [position.copy() for _ in every_answer(question)]
            for after, answers in zip(following, every_answer(question), strict=True):
                after.game.apply(after.state, answers)
            if all(map(few_answers, following)):
                assert perft(position.game, position.state, 2) == taken(position, 2)
                compared += 1
        answers = random.choice(list(islice(every_answer(question), MOST_ANSWERS)))
        position.game.apply(position.state, answers)
    assert compared > 3


@pytest.mark.parametrize("question", [
    Chance("draw", range(7), 3, "stream", PUBLIC),
    (Decision(0, "some", range(6), 1, 4, (0,), PUBLIC),),
    (Decision(0, "order", range(5), 0, 3, (), PUBLIC, ordered=True), Decision(1, "sealed", range(4), 2, 2, (0, 1), ())),
])
def test_answers_are_counted_without_being_made(question):
    class OneQuestion:
        def pending(self, state):
            return state

    answers = list(every_answer(question))
    assert perft(OneQuestion(), question, 1) == len(set(answers)) == len(answers)


def test_a_depth_below_nothing_is_refused():
    position = Position.start("northgard", 2)
    with pytest.raises(ValueError, match="a depth is a whole number from 0, not -1"):
        perft(position.game, position.state, -1)
