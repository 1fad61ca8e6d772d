"""Laws about secrets: neither a view nor what is asked tells them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations, islice, permutations
from random import Random
from typing import Any, Final

from lawspeaker_engine import canon
from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.game import Game
from lawspeaker_engine.laws.random_games import Options, breach, draw, name_of, positions, random_answers
from lawspeaker_engine.model import CannotDealAnew, Chance, Decision, Picks, Question
from lawspeaker_engine.setups import make_setup, manned

TALK_ON: Final = 12
"""Questions that are asked in a position and in one that looks the same to a seat, at most."""
EVERY_POSITION: Final = 5
"""One position of so many is tried."""


def secrets_are_kept(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """Answered in two ways: whoever is not in the audience is shown byte for byte the same, and asked the same.

    Where several are asked at once, one answer differs and all others stay. A game in which all see every answer has no
    secrets, and keeps them.
    """
    tried, secret = 0, ""
    for seed in seeds:
        for state, question, answers in positions(game, players, seed, options):
            asked: tuple[Decision | Chance, ...] = (question,) if isinstance(question, Chance) else question
            for number, one in enumerate(asked):
                if one.seen_by is None:
                    continue
                secret = one.prompt
                other = other_answer(one, answers[number])
                if other is None:
                    continue
                tried += 1
                _tells_nothing(game, players, state, one, (answers, (*answers[:number], other, *answers[number + 1:])))
    assert tried or not secret, breach(
        "Secret answers can be compared with others", f"{secret} never had two possible answers", "Try more seeds")


def _tells_nothing(
    game: Game[Any], players: int, state: Any, one: Decision | Chance, ways: tuple[tuple[Picks, ...], ...],
) -> None:
    """Assert that these two ways to answer look alike to those who are not in the audience of `one`."""
    audience = set(one.seen_by or ())
    ends = []
    for answers in ways:
        ends.append(game.copy(state))
        game.apply(ends[-1], answers)
    asked = [game.pending(end) for end in ends]
    unseen = f"Who is not among the seats {sorted(audience)} that may see the answer to {one.prompt}"
    for seat in (None, *range(players)):
        if seat not in audience:
            views = [canon.encode(game.view(end, seat)) for end in ends]
            assert views[0] == views[1], breach(
                f"{unseen} is shown nothing of it", f"the view of {'spectators' if seat is None else f'seat {seat}'} "
                f"differs between the answers {ways[0]} and {ways[1]}", "Leave it out of that view, or let all see it")
    assert _shape(asked[0], audience) == _shape(asked[1], audience), breach(
        f"{unseen} is asked the same whatever it was",
        f"{name_of(asked[0])} after {ways[0]}, {name_of(asked[1])} after {ways[1]}",
        "Ask also where there is nothing to choose, with the same options for others, or let all see the answer")


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


def what_is_asked_tells_no_hand(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """Whatever a seat cannot know, the same seats are asked the same as long as all answers that it sees are the same.

    A position is played on beside one that is dealt anew for a seat. A talk that only some hear is theirs in all that
    is asked while it goes on, so none is taken from its middle.
    """
    if len(manned(game, make_setup(game, players, options))) < players:
        return  # what the rules do for a seat follows from its secrets, as answers do, and cannot be held the same
    for seed in seeds:
        talk = ""
        for number, (state, question, _answers) in enumerate(positions(game, players, seed, options)):
            asked: tuple[Decision | Chance, ...] = (question,) if isinstance(question, Chance) else question
            talk = talk if talk and all(one.prompt.startswith(talk) for one in asked) else ""
            if not talk and number % EVERY_POSITION == 0:
                seat = number // EVERY_POSITION % players
                dealt = _dealt(game, state, seat, Random(number))
                if dealt is not None:
                    _same_questions(game, game.copy(state), dealt, seat, Random(number))
            if any(isinstance(one, Decision) and one.seen_by and len(one.seen_by) > 1 for one in asked):
                talk = asked[0].prompt.partition(".")[0] + "."


def _dealt(game: Game[Any], state: Any, seat: int, random: Random) -> Any:
    """Return the state dealt anew for a seat; None where the game cannot do that."""
    try:
        return game.deal_anew(state, seat, random)
    except CannotDealAnew:
        return None


def _same_questions(game: Game[Any], state: Any, twin: Any, seat: int, random: Random) -> None:
    """Play two positions on that a seat cannot tell apart, with the same answers, as far as there are such."""
    dice, other_dice = (Dice(match_seed(bytes(32), f"{which}-{random.random()}")) for which in "ab")
    for _ in range(TALK_ON):
        question, other = game.pending(state), game.pending(twin)
        assert _heard(question) == _heard(other), breach(
            "What is asked does not depend on what a seat cannot know",
            f"{name_of(question)}, and {name_of(other)} where all that seat {seat} knows is the same",
            "Ask also where there is nothing to choose")
        answers = random_answers(random, dice, question, ())
        if isinstance(question, Chance) and isinstance(other, Chance):
            if question.seen_by is None or seat in question.seen_by:
                picks = [same_answer(question.options, other.options, answers[0])]
            else:
                picks = [draw(other_dice, other)]
        elif isinstance(question, Chance) or isinstance(other, Chance) or not question:
            return
        else:
            picks = [
                same_answer(one.options, two.options, taken)
                for one, two, taken in zip(question, other, answers, strict=True)
            ]
        if None in picks:
            return
        game.apply(state, answers)
        game.apply(twin, tuple(taken for taken in picks if taken is not None))


def _heard(question: Question) -> object:
    """Return who is asked what, or what is drawn, as all hear it."""
    if isinstance(question, Chance):
        return question.prompt, question.stream
    return [(one.seat, one.prompt) for one in question]


def same_answer(options: Sequence[Any], others: Sequence[Any], picks: Picks) -> Picks | None:
    """Return the picks of the same options in another list; None if one is not there."""
    found: list[int] = []
    for pick in picks:
        where = [index for index, option in enumerate(others) if option == options[pick] and index not in found]
        if not where:
            return None
        found.append(where[0])
    return tuple(found)
