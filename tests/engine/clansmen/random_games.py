"""Whole games played at random or by default, position by position."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.games.clansmen.buildings import number_of
from lawspeaker_engine.games.clansmen.options import Pass
from lawspeaker_engine.games.clansmen.state import State
from lawspeaker_engine.model import Chance, Decision, Picks, Question
from lawspeaker_engine.playing import check
from lawspeaker_engine.setups import make_setup
from tests.engine.clansmen.positions import GAME

STEP_LIMIT = 20_000
SHRINE = number_of("shrine")


def positions(
    players: int, seed: int, *, eager: bool = False, shrines: bool = False, **options: bool | int | str,
) -> Iterator[tuple[State, Question]]:
    """Every position of a random game with its question, the last one with (); copy what is to be kept.

    With `shrines` everybody has one from the start, for random players seldom come to pray.
    """
    random, dice = Random(seed), Dice(match_seed(bytes(32), f"clan-{seed}"))
    state = GAME.setup(make_setup(GAME, players, options))
    for player in state.players:
        player.built[SHRINE] = int(shrines)
    for _ in range(STEP_LIMIT):
        question = GAME.pending(state)
        yield state, question
        if not question:
            return
        GAME.apply(state, random_answers(random, dice, question, eager=eager))
    raise AssertionError(f"{players} players and seed {seed} did not end in {STEP_LIMIT} steps")


def random_answers(random: Random, dice: Dice, question: Question, *, eager: bool) -> tuple[Picks, ...]:
    """Dice for chance, anything legal for a seat; an eager one neither passes nor declines if it need not."""
    if isinstance(question, Chance):
        return (dice.answer(question),)
    return tuple(_random_picks(random, decision, eager=eager) for decision in question)


def _random_picks(random: Random, decision: Decision, *, eager: bool) -> Picks:
    wanted = [i for i, option in enumerate(decision.options) if not isinstance(option, Pass)]
    if not eager or len(wanted) < decision.least:
        wanted = list(range(len(decision.options)))
    least = max(decision.least, 1) if eager and decision.most else decision.least
    return check(decision, random.sample(wanted, random.randint(least, min(decision.most, len(wanted)))))


def by_default(question: Question) -> tuple[Picks, ...]:
    """Return what stands in for answers that never came; the first options for chance."""
    if isinstance(question, Chance):
        return (tuple(range(question.count)),)
    return tuple(decision.default for decision in question)
