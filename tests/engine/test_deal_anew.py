"""Laws of `deal_anew` for all games: a seat keeps what it knows, and all else is dealt without a look at the truth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from lawspeaker_engine import canon
from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.game import Game
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.laws import Options, positions, random_answers, random_pick
from lawspeaker_engine.laws.random_games import STEP_LIMIT
from lawspeaker_engine.laws.secrecy import same_answer
from lawspeaker_engine.model import Chance, Decision, Picks, Question
from lawspeaker_engine.playing import check
from lawspeaker_engine.setups import make_setup, manned
from tests.engine.test_laws import CENSUS, laws
from tests.games.parley import PARLEY
from tests.sample_sizes import examples

EVERY = 47
"""One position in so many is dealt anew."""
PLAYED_ON = 15
"""Steps that are played from a position that was dealt anew, in `make test-slow`."""
FROM_OUTSIDE = {"northgard": {"cards"}, "clansmen": {"land"}, "pax_viking": {"cards"}}
"""By game: what of the census is dealt anew from more than the match has: cards that left the
game unseen, terrains of the bags, tiles of the box.
"""


def seats_of(game: Game[Any], players: int, options: Options) -> tuple[int, ...]:
    """Return the seats that somebody plays."""
    return manned(game, make_setup(game, players, options))


def own(question: Question, seat: int) -> list[Decision]:
    """Return the seat's own decisions of a question."""
    return [] if isinstance(question, Chance) else [asked for asked in question if asked.seat == seat]


def known(game: Game[Any], state: Any, seat: int) -> bytes:
    """Return what the seat and a spectator see in a position, and what the seat is asked."""
    question = game.pending(state)  # first, for views say what it is about
    return canon.encode((game.view(state, seat), game.view(state, None), own(question, seat), asked_of(question)))


def asked_of(question: Question) -> list[tuple[int, str]]:
    """Return who is asked what."""
    return [] if isinstance(question, Chance) else [(asked.seat, asked.prompt) for asked in question]


def sampled(name: str, players: int, options: Options, seeds: range) -> Iterator[tuple[Game[Any], Any, int]]:
    """Yield positions of random games, each with one seat after the other, and always one that is asked; among them
    the first of each prompt.
    """
    game, number = GAMES[name], 0
    seats = seats_of(game, players, options)
    for seed in seeds:
        prompts: set[str] = set()
        for step, (state, question, _answers) in enumerate(positions(game, players, seed, options)):
            asked_for = {question.prompt} if isinstance(question, Chance) else {one.prompt for one in question}
            if step % EVERY and asked_for <= prompts:
                continue
            prompts |= asked_for
            number += 1
            asked = [] if isinstance(question, Chance) else [one.seat for one in question]
            for seat in {seats[number % len(seats)], *asked[:1]}:
                yield game, state, seat


@laws(2, of_others=1, every=8)
def test_what_a_seat_knows_is_untouched(name: str, players: int, options: Options, seeds: range) -> None:
    """The seat sees the same, spectators too, and the same questions are asked; the state that was given is not
    changed.
    """
    for number, (game, state, seat) in enumerate(sampled(name, players, options, seeds)):
        before = canon.digest(state)
        dealt = game.deal_anew(state, seat, Random(number))
        assert known(game, dealt, seat) == known(game, state, seat)
        assert canon.digest(state) == before


@laws(2, of_others=1, every=8)
def test_a_dealt_position_keeps_the_laws(name: str, players: int, options: Options, seeds: range) -> None:
    """There is as much of everything as before, every field is what it should be, and played on nothing is lost."""
    census = CENSUS.get(name, lambda _: {})
    for number, (game, state, seat) in enumerate(sampled(name, players, options, seeds)):
        dealt = game.deal_anew(state, seat, Random(number))
        canon.check(dealt)
        before = dict(census(dealt))
        outside = FROM_OUTSIDE.get(name, set())
        assert before.keys() == census(state).keys()
        assert all(count == before[what] for what, count in census(state).items() if what not in outside)
        play_on(game, dealt, number)
        assert {what: count for what, count in census(dealt).items() if what in before} == before


def play_on(game: Game[Any], state: Any, seed: int) -> None:
    """Play some steps at random; all that is asked can be answered, by default too."""
    random, dice = Random(seed), Dice(match_seed(bytes(32), f"on-{seed}"))
    for _ in range(examples(PLAYED_ON)):
        question = game.pending(state)
        if not question:
            return
        if isinstance(question, Chance):
            assert 0 < question.count <= len(question.options)
        else:
            assert all(check(asked, asked.default) == asked.default for asked in question)
        game.apply(state, random_answers(random, dice, question, ()))
    game.pending(state)  # works off what the last answers have begun


@laws(2, of_others=1, every=8)
def test_the_truth_does_not_matter(name: str, players: int, options: Options, seeds: range) -> None:
    """Positions that differ only in what a seat may not know give, with the same generator, equal positions."""
    differed = 0
    for number, (game, state, seat) in enumerate(sampled(name, players, options, seeds)):
        other = game.deal_anew(state, seat, Random(-1 - number))
        differed += canon.digest(other) != canon.digest(state)
        again = game.deal_anew(state, seat, Random(number)), game.deal_anew(other, seat, Random(number))
        assert canon.digest(again[0]) == canon.digest(again[1]), game.pending(state)
    assert differed


@laws(2, of_others=1, every=8)
def test_two_games_that_look_the_same_to_a_seat_are_dealt_alike(
    name: str, players: int, options: Options, seeds: range,
) -> None:
    """A twin game draws and answers otherwise where the seat cannot see it, as long as the seat sees no difference."""
    game = GAMES[name]
    differed = 0
    for seed in seeds:
        for seat in seats_of(game, players, options):
            for number, (state, twin) in enumerate(twins(game, players, options, seed, seat)):
                first, second = (game.deal_anew(each, seat, Random(number)) for each in (state, twin))
                assert canon.digest(first) == canon.digest(second)
                differed += canon.digest(state) != canon.digest(twin)
    assert differed


def twins(game: Game[Any], players: int, options: Options, seed: int, seat: int) -> Iterator[tuple[Any, Any]]:
    """Yield the positions of two games that differ only where the seat cannot see it."""
    random, dice, other_dice = Random(seed), Dice(match_seed(bytes(32), f"t{seed}")), Dice(match_seed(bytes(32), "u"))
    state, twin = (game.setup(make_setup(game, players, options)) for _ in range(2))
    for _ in range(STEP_LIMIT):
        question, other = game.pending(state), game.pending(twin)
        if not question or not other or known(game, state, seat) != known(game, twin, seat):
            return
        yield state, twin
        answers = random_answers(random, dice, question, ())
        likely = twin_answers(random, other_dice, question, other, answers, seat)
        if likely is None:
            return
        game.apply(state, answers)
        game.apply(twin, likely)


def twin_answers(
    random: Random, dice: Dice, question: Question, other: Question, answers: Sequence[Picks], seat: int,
) -> tuple[Picks, ...] | None:
    """Return answers of the twin that show the seat the same: others where it does not see them; None if there are
    none.
    """
    if isinstance(question, Chance) or isinstance(other, Chance):
        if not isinstance(question, Chance) or not isinstance(other, Chance) or question.stream != other.stream:
            return None
        if question.seen_by is not None and seat not in question.seen_by:
            return (dice.draw(other.stream, len(other.options), other.count),)
        picks = same_answer(question.options, other.options, answers[0])
        return None if picks is None else (picks,)
    found: list[Picks] = []
    for asked, likewise, picks in zip(question, other, answers, strict=True):
        if asked.seen_by is not None and seat not in asked.seen_by:
            found.append(random_pick(random, likewise))
        else:
            same = same_answer(asked.options, likewise.options, picks)
            if same is None:
                return None
            found.append(same)
    return tuple(found)


@pytest.mark.parametrize("players", [2, 3])
def test_the_tests_own_game_deals_a_hidden_card_equally_often(players: int) -> None:
    """The first card of a rival is each of the unseen cards equally often: chi-square below its 0.1 % limit."""
    state = next(state for state, question, _ in positions(PARLEY, players, 1) if not isinstance(question, Chance))
    unseen = 13
    counts = dict.fromkeys(set(range(1, 17)) - set(state.hands[0]), 0)
    deals = 200 * unseen
    random = Random(5)
    for _ in range(deals):
        counts[PARLEY.deal_anew(state, 0, random).hands[1][0]] += 1
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 32.9
