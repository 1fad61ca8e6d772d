"""Whole games played at random, position by position."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.games.pax_viking.options import Pass
from lawspeaker_engine.games.pax_viking.state import State
from lawspeaker_engine.model import Chance, Decision, Picks, Question
from lawspeaker_engine.playing import check
from lawspeaker_engine.setups import make_setup
from tests.engine.pax_viking.positions import GAME, board

STEP_LIMIT = 8000
FEW = 2
"""Options that are taken at most where any number can be: then offers are small enough to be accepted."""

GIFTS = (("G03", "G05", "A05-S"), ("G07", "A06-J"), ("A06-T", "G12"), ("A10-J", "G18"))
"""By seat: the Binder of Fates looks at the pile, the Trickster exchanges tiles, the Spy looks at a hand."""


def positions(
    players: int, seed: int, *, eager: bool = False, gifted: bool = False, **options: bool | int | str,
) -> Iterator[tuple[State, Question]]:
    """Every position of a random game with its question, the last one with (); copy what is to be kept.

    Eager players do something wherever they can, and every kind of thing about as often. Gifted ones have tiles from
    the start that look at what is hidden, and one of them the Influence Marker of Sweden.
    """
    random, dice = Random(seed), Dice(match_seed(bytes(32), f"viking-{seed}"))
    state = GAME.setup(make_setup(GAME, players, options))
    for seat, names in enumerate(GIFTS[:players] if gifted else ()):
        board(state, seat, *names)
    for _ in range(STEP_LIMIT):
        question = GAME.pending(state)
        yield state, question
        if not question:
            return
        GAME.apply(state, random_answers(random, dice, question, eager=eager))
    raise AssertionError(f"{players} players and seed {seed} did not end in {STEP_LIMIT} steps")


def random_answers(random: Random, dice: Dice, question: Question, *, eager: bool) -> tuple[Picks, ...]:
    """Dice for chance, anything legal for a seat."""
    if isinstance(question, Chance):
        return (dice.answer(question),)
    return tuple(_random_picks(random, decision, eager=eager) for decision in question)


def _random_picks(random: Random, decision: Decision, *, eager: bool) -> Picks:
    options = decision.options
    most = max(decision.least, min(decision.most, FEW))
    if not eager or not options:
        return check(decision, random.sample(range(len(options)), random.randint(decision.least, most)))
    wanted = [i for i, option in enumerate(options) if not isinstance(option, Pass)] or list(range(len(options)))
    if most == 1:
        kind = random.choice(list(dict.fromkeys(type(options[i]) for i in wanted)))
        return check(decision, [random.choice([i for i in wanted if type(options[i]) is kind])])
    return check(decision, random.sample(wanted, random.randint(max(decision.least, 1), min(most, len(wanted)))))
