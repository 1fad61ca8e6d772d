"""Laws that every game keeps, as functions: a test kit for games here and elsewhere.

Each takes a game, a number of players, options that are not as usual, and seeds; it plays random games of these seeds
and raises AssertionError where the game breaks the law:

    for law in LAWS:
        law(MY_GAME, 2, {}, range(3))

Unlike the rules, this module draws from `random.Random`, always by a seed of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping
from functools import partial
from itertools import chain, combinations, islice, permutations
from random import Random
from typing import Any, Final

from lawspeaker_engine import canon
from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Chance, Decision, IllegalAnswer, Picks, Question
from lawspeaker_engine.playing import check, play
from lawspeaker_engine.setups import make_setup, manned

__all__ = [
    "LAWS", "Census", "Law", "Options", "all_positions", "asks_the_same_again", "copies_are_independent", "draw",
    "ends_soon_by_default", "ends_soon_with_one_player", "ends_with_ranks", "every_option_can_be_applied",
    "final_state", "illegal_answers_are_refused", "keeps_its_census", "options_are_not_too_many", "other_answer",
    "positions", "questions_are_well_formed", "random_answers", "random_pick", "replays_alike", "secrets_are_kept",
    "the_loop_plays_alike",
]

Options = Mapping[str, bool | int | str]
Law = Callable[[Game[Any], int, Options, range], None]
Census = Callable[[Any], Mapping[str, object]]
"""Returns what must stay the same in all positions of a game, as far as it is there yet."""

STEP_LIMIT: Final = 20_000
MOST_OPTIONS, MANY_OPTIONS, MOST_PER_CENT_WITH_MANY = 400, 200, 5
"""The largest number of options of a decision; the number that only so many of a hundred decisions may exceed."""
DEFAULT_DECISIONS: Final = 300
"""Decisions a seat within which a game ends where all, or all but one, answer by default."""


def random_pick(random: Random, decision: Decision) -> Picks:
    """Any legal answer."""
    count = random.randint(decision.least, decision.most)
    picks = random.sample(range(len(decision.options)), count)
    return check(decision, picks)


def draw(dice: Dice, chance: Chance) -> Picks:
    """Return the picks of the dice."""
    return dice.draw(chance.stream, len(chance.options), chance.count)


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
    raise AssertionError(f"{game.name} with {players} players, {options} and seed {seed} did not end in "
                         f"{STEP_LIMIT} steps")


def all_positions(
    game: Game[Any], players: int, options: Options, seeds: range,
) -> Iterator[tuple[Any, Question, tuple[Picks, ...]]]:
    """Every position of the random games of these seeds."""
    for seed in seeds:
        yield from positions(game, players, seed, options)


def final_state(game: Game[Any], players: int, seed: int, options: Options) -> Any:
    """The end of the same random game."""
    return [state for state, _question, _answers in positions(game, players, seed, options)][-1]


def ends_with_ranks(
    game: Game[Any], players: int, options: Options, seeds: range,
) -> None:
    """Ranks start at 1, and those who share a place share its number."""
    for seed in seeds:
        outcome = game.outcome(final_state(game, players, seed, options))
        assert outcome is not None
        assert len(outcome.ranks) == len(outcome.scores) == players
        for rank in outcome.ranks:
            assert rank == 1 + sum(other < rank for other in outcome.ranks)


def replays_alike(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """Setup and answers determine everything."""
    for seed in seeds:
        again = game.setup(make_setup(game, players, options))
        for state, question, answers in positions(game, players, seed, options):
            assert canon.digest(game.pending(again)) == canon.digest(question)
            assert canon.digest(again) == canon.digest(state)
            game.apply(again, answers)


def copies_are_independent(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """Whatever happens to the copy, the original does not change; and a copy is equal to it."""
    for state, _question, answers in all_positions(game, players, options, seeds):
        before = canon.digest(state)
        after = game.copy(state)
        assert canon.digest(after) == before
        game.apply(after, answers)
        game.pending(after)
        assert canon.digest(state) == before


def asks_the_same_again(
    game: Game[Any], players: int, options: Options, seeds: range,
) -> None:
    """The cached question is what a fresh look would ask."""
    for state, question, _answers in all_positions(game, players, options, seeds):
        before = canon.digest(state)
        state.question = None
        assert canon.digest(game.pending(state)) == canon.digest(question)
        assert canon.digest(state) == before


def questions_are_well_formed(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """Counts fit, defaults are legal, options are typed, seats are at most asked once, and only those with players."""
    seats = manned(game, make_setup(game, players, options))
    for seed in seeds:
        for _state, question, _answers in positions(game, players, seed, options):
            if isinstance(question, Chance):
                assert 0 < question.count <= len(question.options)
                assert all(type(option) in game.option_types for option in question.options)
                continue
            assert len({decision.seat for decision in question}) == len(question)
            for decision in question:
                assert decision.seat in seats
                assert 0 <= decision.least <= decision.most <= len(decision.options)
                assert check(decision, decision.default) == decision.default
                assert all(type(option) in game.option_types for option in decision.options)
                if not decision.prompt.startswith("draw."):  # what was drawn may be equal, and that is nobody's concern
                    assert len({canon.encode(option) for option in decision.options}) == len(decision.options)


def options_are_not_too_many(
    game: Game[Any], players: int, options: Options, seeds: range,
) -> None:
    """A bot looks at every option, and a request carries them all."""
    sizes = [
        (len(decision.options), decision.prompt)
        for _state, question, _answers in all_positions(game, players, options, seeds)
        if not isinstance(question, Chance) for decision in question
    ]
    assert max(sizes)[0] <= MOST_OPTIONS, max(sizes)
    many = [prompt for size, prompt in sizes if size > MANY_OPTIONS]
    assert len(many) * 100 <= MOST_PER_CENT_WITH_MANY * len(sizes), Counter(many)


def ends_soon_by_default(
    game: Game[Any], players: int, options: Options, seeds: range,
) -> None:
    """A match whose bots have all gone does not go on for long, whatever the dice show."""
    for seed in seeds:
        _ends_soon(game, players, seed, options, range(players))


def ends_soon_with_one_player(
    game: Game[Any], players: int, options: Options, seeds: range,
) -> None:
    """One bot alone cannot keep a match going."""
    for seed in seeds:
        others = [seat for seat in range(players) if seat != seed % players]
        _ends_soon(game, players, seed, options, others)


def _ends_soon(
    game: Game[Any], players: int, seed: int, options: Options, by_default: Container[int],
) -> None:
    decisions = 0
    for _state, question, _answers in positions(game, players, seed, options, by_default):
        decisions += 0 if isinstance(question, Chance) else len(question)
        assert decisions <= DEFAULT_DECISIONS * players, f"seed {seed}"


def keeps_its_census(
    game: Game[Any], players: int, options: Options, seeds: range, census: Census,
) -> None:
    """Every count of the game's census stays as it was when it was first taken, to the end of the game."""
    for seed in seeds:
        kept: dict[str, object] = {}
        state: Any = None
        for state, question, _answers in positions(game, players, seed, options):
            for what, count in census(state).items():
                assert kept.setdefault(what, count) == count, (what, question)
        assert {**kept, **census(state)} == kept


def every_option_can_be_applied(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """Assert that each option offered can be applied, and leads to another question or the end of the game."""
    for number, (state, question, _answers) in enumerate(all_positions(game, players, options, seeds)):
        if number % 3 or isinstance(question, Chance) or len(question) > 1 or question[0].least > 1:
            continue
        for pick in range(len(question[0].options)):
            after = game.copy(state)
            game.apply(after, ((pick,),))
            assert game.pending(after) or game.outcome(after)


def secrets_are_kept(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """Answered in two ways: whoever is not in the audience is shown byte for byte the same, and asked the same.

    Where several are asked at once, one answer differs and all others stay.
    """
    tried = 0
    for seed in seeds:
        for state, question, answers in positions(game, players, seed, options):
            asked: tuple[Decision | Chance, ...] = (question,) if isinstance(question, Chance) else question
            for number, one in enumerate(asked):
                other = other_answer(one, answers[number])
                if one.seen_by is None or other is None:
                    continue
                tried += 1
                first, second = game.copy(state), game.copy(state)
                game.apply(first, answers)
                game.apply(second, (*answers[:number], other, *answers[number + 1:]))
                asked_first, asked_second = game.pending(first), game.pending(second)
                for seat in (None, *range(players)):
                    if seat is None or seat not in one.seen_by:
                        assert canon.encode(game.view(first, seat)) == canon.encode(game.view(second, seat)), question
                assert _shape(asked_first, set(one.seen_by)) == _shape(asked_second, set(one.seen_by)), question
    assert tried


def other_answer(one: Decision | Chance, taken: Picks) -> Picks | None:
    """Some other answer, if there is one; the answers may be too many to make them all."""
    if isinstance(one, Chance):
        in_order, sizes = True, range(one.count, one.count + 1)
    else:
        in_order, sizes = one.ordered, range(one.least, one.most + 1)
    choose = permutations if in_order else combinations
    answers = chain.from_iterable(choose(range(len(one.options)), size) for size in sizes)
    return next((picks for picks in reversed(list(islice(answers, 40))) if picks != taken), None)


def _shape(question: Question, audience: set[int]) -> object:
    """Return what of a question those outside the audience can notice."""
    if isinstance(question, Chance):
        return question.prompt, question.stream, question.count if question.seen_by is None else None
    return [
        (decision.seat, decision.prompt, None if decision.seat in audience else canon.encode(decision))
        for decision in question
    ]


def illegal_answers_are_refused(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """Too many, out of range, twice: each has its own word."""
    seen: set[str] = set()
    for _state, question, _answers in all_positions(game, players, options, seeds):
        if isinstance(question, Chance):
            continue
        for decision in question:
            total = len(decision.options)
            for picks in (range(decision.most + 1), [total] * decision.most, [0] * decision.most, [-1] * decision.most):
                try:
                    check(decision, list(picks))
                except IllegalAnswer as refused:
                    seen.add(refused.reason)
    assert {"wrong_count", "out_of_range"} <= seen


def the_loop_plays_alike(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """`game.play` yields every step of the same game."""
    for seed in seeds:
        random, dice = Random(seed), Dice(match_seed(bytes(32), f"law-{seed}"))
        state = game.setup(make_setup(game, players, options))
        steps = list(play(game, state, partial(random_pick, random), partial(draw, dice)))
        assert len(steps) == sum(1 for _ in positions(game, players, seed, options))
        assert game.outcome(state) is not None


LAWS: Final[tuple[Law, ...]] = (
    ends_with_ranks, replays_alike, copies_are_independent, asks_the_same_again, questions_are_well_formed,
    options_are_not_too_many, ends_soon_by_default, ends_soon_with_one_player, every_option_can_be_applied,
    secrets_are_kept, illegal_answers_are_refused, the_loop_plays_alike,
)
"""All but `keeps_its_census`, which needs to know what the game must not lose."""
