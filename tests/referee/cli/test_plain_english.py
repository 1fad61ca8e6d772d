"""Whatever a game tells, in random games with several setups, reads as English: no code, no wrong plural, no gap."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.game import Game
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.laws import random_answers
from lawspeaker_engine.model import Chance, Setup
from lawspeaker_engine.playing import changes_of
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.match.sentences import Sentences
from tests.engine.setups import PLAYERS, setups

COUNTED = ("unit|point|card|tile|lair|figure|territor|casualt|building|Farmer|Laborer|Warrior|Follower|Longship|Duch|"
           "step|action|defender|Raider|marker|Marker|offer|silver piece|migrant|Blessing|vote")
UNREADABLE = {
    "the name of a class": r"\w+\(\w+=|<\w+[ .:]",
    "a name of code": r"\b[a-z]+_[a-z_]+\b|\bNone\b|[{}]",
    "a number in place of words": r"\b(?:effect|option|card|building|figure) \d",
    "one of many": rf"\b(?<!seat )(?<!Seat )(?<!tile )(?<!territory )1 (?:{COUNTED})(?:s|ies|es)\b|\b1 \w+men\b",
    "many of one": rf"\b(?<!seat )(?<!Seat )(?<!tile )(?<!territory )(?:0|[2-9]|\d\d+) (?:(?:{COUNTED})y?|Craftsman)\b",
    "a wrong plural": r"mans\b|[^aeiou\W]ys\b",
    "a gap": r"\(\s*\)|,\s*(?:[,;]|\.(?!\.\.))|;\s*[;,.]|\.[,;]|(?<!\.)\.\.(?!\.)|  | [,;.](?!\.\.)|\(\s|\s\)",
    "a word twice": r"\b([A-Za-z]{2,}) \1\b",
    "a loose end": r"[,;(]$|^[,;.)]",
}


def told(game: Game[Any], setup: Setup, seed: int, every: int) -> Iterator[str]:
    """Yield what is told of a random game; options and views of one in `every` questions."""
    full, sentences, random = game.text, Sentences(game), Random(seed)
    dice = Dice(match_seed(bytes(32), f"words-{seed}"))
    assert full is not None
    state, number = game.setup(setup), 0
    seen: dict[int, Any] = {}
    while question := game.pending(state):
        number += 1
        before = game.view(game.copy(state), None)
        answers = random_answers(random, dice, question, ())
        if isinstance(question, Chance):
            yield str(sentences.draw(question.prompt, question.stream, [question.options[at] for at in answers[0]],
                                     before))
        else:
            for decision, picks in zip(question, answers, strict=True):
                taken = [decision.options[pick] for pick in picks]
                yield from (sentences.act(decision.prompt, each, view) for each, view in (
                    (taken, before), (taken, None), (None, None)))
                if number % every == 0:
                    view = game.view(game.copy(state), decision.seat)
                    if full.story.unanswered is not None and decision.seat in seen:
                        yield from full.story.unanswered(seen[decision.seat], view)
                    seen[decision.seat] = view
                    for text in (full, full.in_brief()):
                        yield text.question(decision.prompt)
                        yield from (text.option_at(decision.prompt, option, view) for option in decision.options)
                        yield from text.view_at(decision.prompt, view)
        game.apply(state, answers)
        yield from changes_of(game, state, before)
        if number % every == 0 and game.pending(state):
            after = game.view(game.copy(state), None)
            yield from full.story.standing(after) if full.story.standing else ()
            yield from full.story.news(before, after) if full.story.news else ()
    outcome = game.outcome(state)
    assert outcome is not None
    yield from outcome.decided


def tables(name: str) -> Iterator[Any]:
    """The setup that players get unasked, and others that are far from it."""
    for number, values in enumerate(islice(setups(name), 7)):
        yield pytest.param(name, number, values, id=f"{name}-{number}", marks=[pytest.mark.slow] if number > 1 else ())


@pytest.mark.parametrize(("name", "seed", "values"), [each for name in GAMES for each in tables(name)])
def test_everything_that_is_told_reads_as_english(name: str, seed: int, values: dict[str, bool | int | str]) -> None:
    game = GAMES[name]
    options = {option: value for option, value in values.items() if option != PLAYERS}
    players = int(values.get(PLAYERS, min(game.players)))
    lines = set(told(game, make_setup(game, players, options), seed, 3))
    found = {f"{what}: {match.group()!r}": line for line in lines for what, pattern in UNREADABLE.items()
             if (match := re.search(pattern, line))}
    assert not found
    assert len(lines) > 500


@pytest.mark.parametrize("line", [
    "Action(action=13)", "effect 2 of the card", "2 Craftsmans", "1 Craftsmen", "3 unit", "1 units", "a, , b", "up..",
    "one of them.; 2 left", "Fence ()", "the the card", "raid_end", "2 casualtys", "gain None", "takes ",
    "1 territories", "2 territory",
])
def test_what_is_unreadable_is_found(line: str) -> None:
    assert any(re.search(pattern, line) for pattern in UNREADABLE.values()) or line != line.strip()
