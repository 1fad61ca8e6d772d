"""Laws that every game keeps: for every number of players over many seeded games, for other options over some."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping
from functools import partial
from itertools import chain, combinations, islice, permutations
from random import Random
from typing import Any

import pytest

from lawspeaker_engine import canon
from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.game import Game, check, make_setup, manned, play, state_digest
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import Chance, Decision, IllegalAnswer, Picks, Question
from tests.engine.clansmen import conservation as clansmen_conservation
from tests.engine.northgard import conservation as northgard_conservation
from tests.engine.pax_viking import conservation as pax_viking_conservation
from tests.engine.setups import PLAYERS, setups

Options = Mapping[str, bool | int | str]

TABLES = [(name, players) for name, game in GAMES.items() for players in game.players]
DEFAULTS: list[tuple[str, int, Options]] = [(name, players, {}) for name, players in TABLES]
ALL, SOME, FEW = 50, 12, 3
STEP_LIMIT = 20_000
MOST_OPTIONS, MANY_OPTIONS, MOST_WITH_MANY = 400, 200, 0.05
"""The largest number of options of a decision; the number that only this share of a setup's decisions may exceed."""
DEFAULT_DECISIONS = 300
"""Decisions a seat within which a game ends where all, or all but one, answer by default."""
QUICK_SETUPS = 6
"""Setups of each game with other options than the default ones that `make test` tries."""

CENSUS: dict[str, Callable[[Any], Mapping[str, object]]] = {
    "northgard": northgard_conservation.census,
    "clansmen": clansmen_conservation.census,
    "pax_viking": pax_viking_conservation.census,
}
"""By game: what must stay the same in all its positions, as far as it is there yet."""


def other_setups(name: str) -> list[tuple[str, int, Options]]:
    """Return the setups of a game with other options than the default ones: in each, those that are no defaults."""
    default = {option.name: option.default for option in GAMES[name].options}
    found: list[tuple[str, int, Options]] = []
    for values in setups(name):
        options = {option: value for option, value in values.items() if option != PLAYERS and value != default[option]}
        if options:
            found.append((name, int(values[PLAYERS]), options))
    return found


def setup_id(number: int, name: str, players: int, options: Options) -> str:
    """Return the id of a setup: its options if these are few."""
    few = ",".join(f"{option}={value}" for option, value in options.items()) if len(options) < 3 else f"mixed-{number}"
    return "-".join(filter(None, (name, str(players), few)))


def laws(few: int, all_of_them: int = 0, *, of_others: int = FEW, every: int = 1) -> pytest.MarkDecorator:
    """Parametrise a law by `name`, `players`, `options` and `seeds`.

    With default options: the first `few` seeds in `make test`, those up to `all_of_them` in `make test-slow`. With
    other ones: `of_others` seeds in `make test-slow`, the first of them in `make test` for QUICK_SETUPS setups of each
    game; of these setups each `every`-th one.
    """
    cases = [(number, setup, range(few), range(few, all_of_them)) for number, setup in enumerate(DEFAULTS)]
    for name in GAMES:
        for number, setup in list(enumerate(other_setups(name)))[::every]:
            quick = 1 if number < QUICK_SETUPS else 0
            cases.append((number, setup, range(quick), range(quick, of_others)))
    return pytest.mark.parametrize(("name", "players", "options", "seeds"), [
        pytest.param(*setup, seeds, id="-".join(filter(None, (setup_id(number, *setup), which))), marks=marks)
        for number, setup, quick_seeds, slow_seeds in cases
        for seeds, which, marks in ((quick_seeds, "", ()), (slow_seeds, "slow-seeds", pytest.mark.slow))
        if seeds
    ])


def random_pick(random: Random, decision: Decision) -> Picks:
    """Any legal answer."""
    count = random.randint(decision.least, decision.most)
    picks = random.sample(range(len(decision.options)), count)
    return check(decision, picks)


def draw(dice: Dice, chance: Chance) -> Picks:
    """What the dice say."""
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
    pytest.fail(f"{game.name} with {players} players, {options} and seed {seed} did not end in {STEP_LIMIT} steps")


def all_positions(
    game: Game[Any], players: int, options: Options, seeds: range,
) -> Iterator[tuple[Any, Question, tuple[Picks, ...]]]:
    """Every position of the random games of these seeds."""
    for seed in seeds:
        yield from positions(game, players, seed, options)


def final_state(game: Game[Any], players: int, seed: int, options: Options) -> Any:
    """The end of the same random game."""
    return [state for state, _question, _answers in positions(game, players, seed, options)][-1]


@laws(FEW, ALL)
def test_games_end_with_a_rank_and_a_score_for_everybody(
    name: str, players: int, options: Options, seeds: range,
) -> None:
    """Ranks start at 1, and those who share a place share its number."""
    game = GAMES[name]
    for seed in seeds:
        outcome = game.outcome(final_state(game, players, seed, options))
        assert outcome is not None
        assert len(outcome.ranks) == len(outcome.scores) == players
        for rank in outcome.ranks:
            assert rank == 1 + sum(other < rank for other in outcome.ranks)


@laws(1, SOME)
def test_a_replay_gives_the_same_digest_at_every_step(name: str, players: int, options: Options, seeds: range) -> None:
    """Setup and answers determine everything."""
    game = GAMES[name]
    for seed in seeds:
        again = game.setup(make_setup(game, players, options))
        for state, question, answers in positions(game, players, seed, options):
            assert canon.encode(game.pending(again)) == canon.encode(question)
            assert state_digest(again) == state_digest(state)
            game.apply(again, answers)


@laws(1)
def test_a_copy_is_independent(name: str, players: int, options: Options, seeds: range) -> None:
    """Whatever happens to the copy, the original does not change; and a copy is equal to it."""
    game = GAMES[name]
    for state, _question, answers in all_positions(game, players, options, seeds):
        before = state_digest(state)
        after = game.copy(state)
        assert state_digest(after) == before
        game.apply(after, answers)
        game.pending(after)
        assert state_digest(state) == before


@laws(1)
def test_asking_again_gives_the_same_question_and_changes_nothing(
    name: str, players: int, options: Options, seeds: range,
) -> None:
    """The cached question is what a fresh look would ask."""
    game = GAMES[name]
    for state, question, _answers in all_positions(game, players, options, seeds):
        before = state_digest(state)
        state.question = None
        assert canon.encode(game.pending(state)) == canon.encode(question)
        assert state_digest(state) == before


@laws(FEW, SOME)
def test_questions_are_well_formed(name: str, players: int, options: Options, seeds: range) -> None:
    """Counts fit, defaults are legal, options are typed, seats are at most asked once, and only those with players."""
    game = GAMES[name]
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


@laws(FEW, SOME)
def test_no_decision_has_very_many_options_and_few_have_many(
    name: str, players: int, options: Options, seeds: range,
) -> None:
    """A bot looks at every option, and a request carries them all."""
    sizes = [
        (len(decision.options), decision.prompt)
        for _state, question, _answers in all_positions(GAMES[name], players, options, seeds)
        if not isinstance(question, Chance) for decision in question
    ]
    assert max(sizes)[0] <= MOST_OPTIONS, max(sizes)
    many = [prompt for size, prompt in sizes if size > MANY_OPTIONS]
    assert len(many) <= MOST_WITH_MANY * len(sizes), Counter(many)


@laws(FEW, SOME)
def test_a_game_in_which_all_answer_by_default_ends_soon(
    name: str, players: int, options: Options, seeds: range,
) -> None:
    """A match whose bots have all gone does not go on for long, whatever the dice show."""
    for seed in seeds:
        assert_ends_soon(GAMES[name], players, seed, options, range(players))


@laws(FEW, SOME)
def test_a_game_in_which_all_but_one_answer_by_default_ends_soon(
    name: str, players: int, options: Options, seeds: range,
) -> None:
    """One bot alone cannot keep a match going."""
    for seed in seeds:
        others = [seat for seat in range(players) if seat != seed % players]
        assert_ends_soon(GAMES[name], players, seed, options, others)


def assert_ends_soon(
    game: Game[Any], players: int, seed: int, options: Options, by_default: Container[int],
) -> None:
    decisions = 0
    for _state, question, _answers in positions(game, players, seed, options, by_default):
        decisions += 0 if isinstance(question, Chance) else len(question)
        assert decisions <= DEFAULT_DECISIONS * players, f"seed {seed}"


@laws(FEW, SOME)
def test_nothing_appears_or_vanishes(name: str, players: int, options: Options, seeds: range) -> None:
    """Every count of the game's census stays as it was when it was first taken, to the end of the game."""
    game, census = GAMES[name], CENSUS.get(name)
    if census is None:
        pytest.skip(f"{name} has no census")
    for seed in seeds:
        kept: dict[str, object] = {}
        state: Any = None
        for state, question, _answers in positions(game, players, seed, options):
            for what, count in census(state).items():
                assert kept.setdefault(what, count) == count, (what, question)
        assert {**kept, **census(state)} == kept


@laws(1)
def test_every_single_option_offered_can_be_applied(name: str, players: int, options: Options, seeds: range) -> None:
    """What is offered works, and the game goes on to another question or its end."""
    game = GAMES[name]
    for number, (state, question, _answers) in enumerate(all_positions(game, players, options, seeds)):
        if number % 3 or isinstance(question, Chance) or len(question) > 1 or question[0].least > 1:
            continue
        for pick in range(len(question[0].options)):
            after = game.copy(state)
            game.apply(after, ((pick,),))
            assert game.pending(after) or game.outcome(after)


@laws(1, SOME)
def test_secret_answers_change_nothing_that_others_see(name: str, players: int, options: Options, seeds: range) -> None:
    """Answered in two ways: whoever is not in the audience is shown byte for byte the same, and asked the same.

    Where several are asked at once, one answer differs and all others stay.
    """
    game = GAMES[name]
    tried = 0
    for seed in seeds:
        for state, question, answers in positions(game, players, seed, options):
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


@laws(1)
def test_illegal_answers_are_refused_with_a_reason(name: str, players: int, options: Options, seeds: range) -> None:
    """Too many, out of range, twice: each has its own word."""
    game = GAMES[name]
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


@laws(1)
def test_the_shared_loop_plays_like_the_laws_do(name: str, players: int, options: Options, seeds: range) -> None:
    """`game.play` yields every step of the same game."""
    game = GAMES[name]
    for seed in seeds:
        random, dice = Random(seed), Dice(match_seed(bytes(32), f"law-{seed}"))
        state = game.setup(make_setup(game, players, options))
        steps = list(play(game, state, partial(random_pick, random), partial(draw, dice)))
        assert len(steps) == sum(1 for _ in positions(game, players, seed, options))
        assert game.outcome(state) is not None


HASH_SEED_PROGRAM = """
import sys
sys.path.insert(0, {folder!r})
from test_laws import DEFAULTS, GAMES, final_state, other_setups, state_digest
for name, players, options in DEFAULTS + [setup for name in GAMES for setup in other_setups(name)]:
    print(name, players, options, state_digest(final_state(GAMES[name], players, 5, options)).hex())
"""


@pytest.mark.parametrize("hash_seeds", [
    ("0", "1"), pytest.param(("0", "1", "42", "4294967295"), marks=pytest.mark.slow),
])
def test_hash_seeds_do_not_matter(hash_seeds: tuple[str, ...]) -> None:
    """The same setups are made, and the same games end in the same states, under several PYTHONHASHSEEDs."""
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
