"""Random games, and the words for a broken law."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from random import Random
from typing import Any, Final

from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Chance, Decision, Picks, Question
from lawspeaker_engine.playing import check
from lawspeaker_engine.setups import make_setup

Options = Mapping[str, bool | int | str]
STEP_LIMIT: Final = 20_000


def breach(law: str, found: object, remedy: str) -> str:
    """Return the message of a broken law."""
    return f"{law}. Found: {found}. {remedy}."


def name_of(question: Question) -> str:
    """Return what a question is called in messages: its prompts, and who is asked."""
    if isinstance(question, Chance):
        return f"chance {question.prompt}"
    return " and ".join([f"{each.prompt} of seat {each.seat}" for each in question]) or "the end of the game"


def random_pick(random: Random, decision: Decision) -> Picks:
    """Any legal answer."""
    takes_some(decision)
    count = random.randint(decision.least, decision.most)
    picks = random.sample(range(len(decision.options)), count)
    return check(decision, picks)


def draw(dice: Dice, chance: Chance) -> Picks:
    """Return the picks of the dice."""
    draws_some(chance)
    return dice.answer(chance)


def random_answers(random: Random, dice: Dice, question: Question, by_default: Container[int]) -> tuple[Picks, ...]:
    """Dice for chance, the default for the seats `by_default`, anything legal for the others."""
    if isinstance(question, Chance):
        return (draw(dice, question),)
    return tuple(
        decision.default if decision.seat in by_default else random_pick(random, decision) for decision in question
    )


def positions(
    game: Game[Any], players: int, seed: int, options: Options | None = None, by_default: Container[int] = (),
) -> Iterator[tuple[Any, Question, tuple[Picks, ...]]]:
    """Every position of a random game, with its question and the answers about to be applied."""
    random, dice = Random(seed), Dice(match_seed(bytes(32), f"law-{seed}"))
    state = game.setup(make_setup(game, players, options))
    for _ in range(STEP_LIMIT):
        question = game.pending(state)
        if not question:
            return
        answers = random_answers(random, dice, question, by_default)
        yield state, question, answers
        game.apply(state, answers)
    raise AssertionError(breach(
        f"A random game of {game.name} ends in {STEP_LIMIT} steps",
        f"{players} players, {options} and seed {seed} went on", "Let something run out, so that every game ends"))


def all_positions(
    game: Game[Any], players: int, options: Options, seeds: range,
) -> Iterator[tuple[Any, Question, tuple[Picks, ...]]]:
    """Every position of the random games of these seeds."""
    for seed in seeds:
        yield from positions(game, players, seed, options)


def final_state(game: Game[Any], players: int, seed: int, options: Options) -> Any:
    """The end of the same random game."""
    return [state for state, _question, _answers in positions(game, players, seed, options)][-1]


def draws_some(chance: Chance) -> None:
    """Assert that chance takes something, by weights that fit."""
    assert 0 < chance.count <= len(chance.options), breach(
        "Chance takes one of its options at least, and not more than there are",
        f"{chance.prompt} takes {chance.count} of {len(chance.options)}", "Ask chance only where something is drawn")
    weights = chance.weights
    assert weights == () or (len(weights) == len(chance.options) and min(weights) > 0), breach(
        "Options of chance have no weights, or each one from 1", f"{chance.prompt} has {len(weights)} for "
        f"{len(chance.options)} options: {weights}", "Leave out what cannot be drawn")


def takes_some(decision: Decision) -> None:
    """Assert that the numbers of options that a decision takes are possible."""
    least, most, total = decision.least, decision.most, len(decision.options)
    assert 0 <= least <= most <= total, breach(
        "A decision takes between least and most of its options",
        f"{decision.prompt} takes {least} to {most} of {total}", "Set 0 <= least <= most <= len(options)")
