"""Laws about questions: they are well formed, have not too many options, and refuse what is no answer."""

from __future__ import annotations

from collections import Counter
from typing import Any

from lawspeaker_engine import canon
from lawspeaker_engine.game import MOST_OPTIONS, Game
from lawspeaker_engine.laws.random_games import (
    Options,
    all_positions,
    breach,
    draws_some,
    name_of,
    positions,
    takes_some,
)
from lawspeaker_engine.model import Chance, Decision, IllegalAnswer
from lawspeaker_engine.playing import check
from lawspeaker_engine.setups import make_setup, manned

MOST_PER_CENT_WITH_MANY = 5
"""The number of a hundred decisions that may have more options than `many_options`."""


def questions_are_well_formed(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """Counts fit, defaults are legal, options are typed, seats are at most asked once, and only those with players."""
    seats = manned(game, make_setup(game, players, options))
    for seed in seeds:
        for _state, question, _answers in positions(game, players, seed, options):
            if isinstance(question, Chance):
                draws_some(question)
                _has_known_options(game, question)
                continue
            asked = [decision.seat for decision in question]
            assert len(set(asked)) == len(asked), breach(
                "A question asks each seat once at most", f"{name_of(question)}", "Ask the second thing afterwards")
            for decision in question:
                assert decision.seat in seats, breach(
                    f"A question asks seats that players have, here {seats}", name_of(question),
                    "Answer for the other seats by the rules")
                _is_well_formed(game, decision)


def _is_well_formed(game: Game[Any], decision: Decision) -> None:
    prompt = decision.prompt
    takes_some(decision)
    try:
        usual: object = check(decision, decision.default)
    except IllegalAnswer as refused:
        usual = refused
    assert usual == decision.default, breach(
        "The default answer is legal, and ascending unless order matters",
        f"{prompt} has the default {decision.default}: {usual}", "Give indices of options as a tuple")
    _has_known_options(game, decision)
    if not prompt.startswith("draw."):  # what was drawn may be equal, and that is nobody's concern
        assert len({canon.encode(option) for option in decision.options}) == len(decision.options), breach(
            "No two options of a decision are equal", f"{prompt} offers {decision.options}",
            "Offer one of them, or call the prompt draw.* where equal things were drawn")


def _has_known_options(game: Game[Any], asked: Decision | Chance) -> None:
    unknown = {type(option).__name__ for option in asked.options if type(option) not in game.option_types}
    assert not unknown, breach(
        "The class of every option is one of option_types", f"{asked.prompt} offers {sorted(unknown)}",
        "Name these classes in option_types")


def options_stay_as_they_are(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """Options are values: an answer changes none of those that were offered, which records and viewers keep."""
    for state, question, answers in all_positions(game, players, options, seeds):
        before = canon.digest(question)
        game.apply(game.copy(state), answers)
        assert canon.digest(question) == before, breach(
            "Options are values, which nobody changes", f"the answer to {name_of(question)} changed what it offered",
            "Freeze the classes of options, and keep in the state what changes")


def options_are_not_too_many(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """A bot looks at every option, and a request carries them all."""
    sizes = [
        (len(decision.options), decision.prompt)
        for _state, question, _answers in all_positions(game, players, options, seeds)
        if not isinstance(question, Chance) for decision in question
    ]
    remedy = "Ask in two steps: first what, then where"
    most, at = max(sizes, default=(0, ""))
    assert most <= MOST_OPTIONS, breach(
        f"A decision has {MOST_OPTIONS} options at most", f"{at} has {most}", remedy)
    usual = game.many_options(make_setup(game, players, options))
    many = [prompt for size, prompt in sizes if size > usual]
    assert len(many) * 100 <= MOST_PER_CENT_WITH_MANY * len(sizes), breach(
        f"{MOST_PER_CENT_WITH_MANY} of a hundred decisions have more than {usual} options, not more",
        f"{len(many)} of {len(sizes)} have: {dict(Counter(many))}", remedy)


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
    missing = {"wrong_count", "out_of_range"} - seen
    assert not missing, breach(
        "Too many picks and picks that are no options are refused", f"no answer was refused as {sorted(missing)}",
        "Let some decision have more options than it takes, or try more seeds")
