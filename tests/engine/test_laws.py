"""Laws that every game keeps, for every number of players, over many seeded games."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import chain, combinations, islice, permutations
from random import Random
from typing import Any

import pytest

from lawspeaker_engine import canon
from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.game import Game, check, make_setup, play, state_digest
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import Chance, Decision, IllegalAnswer, Picks, Question
from tests.sample_sizes import seeds

TABLES = [(name, players) for name, game in GAMES.items() for players in game.players]
ALL, SOME, FEW = 50, 12, 3
STEP_LIMIT = 20_000

tables = pytest.mark.parametrize(("name", "players"), TABLES)


def random_pick(random: Random, decision: Decision) -> Picks:
    """Any legal answer."""
    count = random.randint(decision.least, decision.most)
    picks = random.sample(range(len(decision.options)), count)
    return check(decision, picks)


def random_answers(random: Random, dice: Dice, question: Question) -> tuple[Picks, ...]:
    """Dice for chance, anything legal for the others."""
    if isinstance(question, Chance):
        return (dice.draw(question.stream, len(question.options), question.count),)
    return tuple(random_pick(random, decision) for decision in question)


def positions(game: Game[Any], players: int, seed: int) -> Iterator[tuple[Any, Question, tuple[Picks, ...]]]:
    """Every position of a random game, with its question and the answers about to be applied."""
    random, dice = Random(seed), Dice(match_seed(bytes(32), f"law-{seed}"))
    state = game.setup(make_setup(game, players))
    for _ in range(STEP_LIMIT):
        question = game.pending(state)
        if not question:
            return
        answers = random_answers(random, dice, question)
        yield state, question, answers
        game.apply(state, answers)
    pytest.fail(f"{game.name} with {players} players and seed {seed} did not end in {STEP_LIMIT} steps")


def final_state(game: Game[Any], players: int, seed: int) -> Any:
    """The end of the same random game."""
    return [state for state, _question, _answers in positions(game, players, seed)][-1]


@tables
@seeds(FEW, ALL)
def test_games_end_with_a_rank_and_a_score_for_everybody(name: str, players: int, seeds: range) -> None:
    """Ranks start at 1, and those who share a place share its number."""
    game = GAMES[name]
    for seed in seeds:
        outcome = game.outcome(final_state(game, players, seed))
        assert outcome is not None
        assert len(outcome.ranks) == len(outcome.scores) == players
        for rank in outcome.ranks:
            assert rank == 1 + sum(other < rank for other in outcome.ranks)


@tables
@seeds(1, SOME)
def test_a_replay_gives_the_same_digest_at_every_step(name: str, players: int, seeds: range) -> None:
    """Setup and answers determine everything."""
    game = GAMES[name]
    for seed in seeds:
        again = game.setup(make_setup(game, players))
        for state, question, answers in positions(game, players, seed):
            assert canon.encode(game.pending(again)) == canon.encode(question)
            assert state_digest(again) == state_digest(state)
            game.apply(again, answers)


@tables
def test_a_copy_is_independent(name: str, players: int) -> None:
    """Whatever happens to the copy, the original does not change; and a copy is equal to it."""
    game = GAMES[name]
    for state, _question, answers in positions(game, players, FEW):
        before = state_digest(state)
        after = game.copy(state)
        assert state_digest(after) == before
        game.apply(after, answers)
        game.pending(after)
        assert state_digest(state) == before


@tables
def test_asking_again_gives_the_same_question_and_changes_nothing(name: str, players: int) -> None:
    """The cached question is what a fresh look would ask."""
    game = GAMES[name]
    for state, question, _answers in positions(game, players, FEW):
        before = state_digest(state)
        state.question = None
        assert canon.encode(game.pending(state)) == canon.encode(question)
        assert state_digest(state) == before


@tables
@seeds(FEW, SOME)
def test_questions_are_well_formed(name: str, players: int, seeds: range) -> None:
    """Counts fit, defaults are legal, options are typed and not too many, seats are at most asked once."""
    game = GAMES[name]
    for seed in seeds:
        for _state, question, _answers in positions(game, players, seed):
            if isinstance(question, Chance):
                assert 0 < question.count <= len(question.options)
                assert all(type(option) in game.option_types for option in question.options)
                continue
            assert len({decision.seat for decision in question}) == len(question)
            for decision in question:
                assert 0 <= decision.seat < players
                assert 0 <= decision.least <= decision.most <= len(decision.options)
                assert check(decision, decision.default) == decision.default
                assert all(type(option) in game.option_types for option in decision.options)
                if not decision.prompt.startswith("draw."):  # what was drawn may be equal, and that is nobody's concern
                    assert len({canon.encode(option) for option in decision.options}) == len(decision.options)
                assert len(decision.options) <= 400, decision.prompt


@tables
def test_every_single_option_offered_can_be_applied(name: str, players: int) -> None:
    """What is offered works, and the game goes on to another question or its end."""
    game = GAMES[name]
    for number, (state, question, _answers) in enumerate(positions(game, players, FEW + 1)):
        if number % 3 or isinstance(question, Chance) or len(question) > 1 or question[0].least > 1:
            continue
        for pick in range(len(question[0].options)):
            after = game.copy(state)
            game.apply(after, ((pick,),))
            assert game.pending(after) or game.outcome(after)


@tables
@seeds(1, SOME)
def test_secret_answers_change_nothing_that_others_see(name: str, players: int, seeds: range) -> None:
    """Answered in two ways: whoever is not in the audience is shown byte for byte the same, and asked the same.

    Where several are asked at once, one answer differs and all others stay.
    """
    game = GAMES[name]
    tried = 0
    for seed in seeds:
        for state, question, answers in positions(game, players, seed):
            asked: tuple[Decision | Chance, ...] = (question,) if isinstance(question, Chance) else question
            for number, one in enumerate(asked):
                other = _other_answer(one, answers[number])
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


def _other_answer(one: Decision | Chance, taken: Picks) -> Picks | None:
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


@tables
def test_illegal_answers_are_refused_with_a_reason(name: str, players: int) -> None:
    """Too many, out of range, twice: each has its own word."""
    game = GAMES[name]
    seen: set[str] = set()
    for _state, question, _answers in positions(game, players, FEW):
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


@tables
def test_the_shared_loop_plays_like_the_laws_do(name: str, players: int) -> None:
    """`game.play` yields every step of the same game."""
    game = GAMES[name]
    random, dice = Random(FEW), Dice(match_seed(bytes(32), f"law-{FEW}"))
    state = game.setup(make_setup(game, players))
    steps = list(play(
        game, state, lambda decision: random_pick(random, decision),
        lambda chance: dice.draw(chance.stream, len(chance.options), chance.count),
    ))
    assert len(steps) == sum(1 for _ in positions(game, players, FEW))
    assert game.outcome(state) is not None


HASH_SEED_PROGRAM = """
import sys
sys.path.insert(0, {folder!r})
from test_laws import GAMES, final_state, state_digest
for name, game in GAMES.items():
    for players in game.players:
        print(name, players, state_digest(final_state(game, players, 5)).hex())
"""


@pytest.mark.parametrize("hash_seeds", [
    ("0", "1"), pytest.param(("0", "1", "42", "4294967295"), marks=pytest.mark.slow),
])
def test_hash_seeds_do_not_matter(hash_seeds: tuple[str, ...]) -> None:
    """The same games under several PYTHONHASHSEEDs end in the same states."""
    folder = __file__.rpartition("/")[0]
    outputs = set()
    for hash_seed in hash_seeds:
        done = subprocess.run(
            [sys.executable, "-c", HASH_SEED_PROGRAM.format(folder=folder)],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True, text=True, check=True,
        )
        outputs.add(done.stdout)
    assert len(outputs) == 1
    assert all(name in next(iter(outputs)) for name in GAMES)
