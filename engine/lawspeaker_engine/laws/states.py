"""Laws about states: they follow from setup and answers, are copied whole, and lose nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any

from lawspeaker_engine import canon
from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.game import Game
from lawspeaker_engine.laws.random_games import Options, all_positions, breach, draw, name_of, positions, random_pick
from lawspeaker_engine.model import Chance
from lawspeaker_engine.playing import play
from lawspeaker_engine.setups import make_setup

Census = Callable[[Any], Mapping[str, object]]
"""Returns what must stay the same in all positions of a game, as far as it is there yet."""


def replays_alike(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """Setup and answers determine everything."""
    for seed in seeds:
        again = game.setup(make_setup(game, players, options))
        for state, question, answers in positions(game, players, seed, options):
            where = f"seed {seed} came another time to another {{}} at {name_of(question)}"
            remedy = "Use neither a clock, nor random, nor the order of a set; let the dice draw by a Chance"
            assert canon.digest(game.pending(again)) == canon.digest(question), breach(
                "Setup and answers determine every question", where.format("question"), remedy)
            assert canon.digest(again) == canon.digest(state), breach(
                "Setup and answers determine every state", where.format("state"), remedy)
            game.apply(again, answers)


def copies_are_independent(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """Whatever happens to the copy, the original does not change; and a copy is equal to it."""
    for state, question, answers in all_positions(game, players, options, seeds):
        before = canon.digest(state)
        after = game.copy(state)
        assert canon.digest(after) == before, breach(
            "A copy is equal to its state", f"copy() returned something else at {name_of(question)}",
            "Copy every field of the state")
        game.apply(after, answers)
        game.pending(after)
        assert canon.digest(state) == before, breach(
            "Whatever happens to a copy, its state stays as it was",
            f"answering {name_of(question)} in the copy changed it", "Let copy() copy lists and dictionaries, too")


def asks_the_same_again(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """The cached question is what a fresh look would ask."""
    for state, question, _answers in all_positions(game, players, options, seeds):
        before = canon.digest(state)
        state.question = None
        assert canon.digest(game.pending(state)) == canon.digest(question), breach(
            "A state asks the same when it is asked again", f"another question than {name_of(question)}",
            "Make the question from the state alone")
        assert canon.digest(state) == before, breach(
            "Asking again changes nothing", f"pending() changed the state at {name_of(question)}",
            "Change the state in apply(), or before the question is asked for the first time")


def every_option_can_be_applied(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """Assert that each option offered can be applied, and leads to another question or the end of the game."""
    for number, (state, question, _answers) in enumerate(all_positions(game, players, options, seeds)):
        if number % 3 or isinstance(question, Chance) or len(question) > 1 or question[0].least > 1:
            continue
        for pick in range(len(question[0].options)):
            after = game.copy(state)
            game.apply(after, ((pick,),))
            assert game.pending(after) or game.outcome(after), breach(
                "Every option that is offered can be applied",
                f"after option {pick} of {name_of(question)} nothing is asked, and there is no outcome",
                "Offer only what is possible, and go on after it")


def keeps_its_census(game: Game[Any], players: int, options: Options, seeds: range, census: Census) -> None:
    """Every count of the game's census stays as it was when it was first taken, to the end of the game."""
    lost = "Put what leaves one place into another one, or count that place in the census"
    for seed in seeds:
        kept: dict[str, object] = {}
        state: Any = None
        for state, question, _answers in positions(game, players, seed, options):
            for what, count in census(state).items():
                assert kept.setdefault(what, count) == count, breach(
                    "Nothing is made or lost", f"{what}: {count} instead of {kept[what]} at {name_of(question)}", lost)
        changed = {what: (count, kept[what]) for what, count in census(state).items() if kept.get(what, count) != count}
        assert not changed, breach("Nothing is made or lost", f"{changed} at the end of seed {seed}", lost)


def the_loop_plays_alike(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """`game.play` yields every step of the same game."""
    for seed in seeds:
        random, dice = Random(seed), Dice(match_seed(bytes(32), f"law-{seed}"))
        state = game.setup(make_setup(game, players, options))
        steps = list(play(game, state, partial(random_pick, random), partial(draw, dice)))
        length = sum(1 for _ in positions(game, players, seed, options))
        remedy = "Keep nothing of one game in the game's object or a module"
        assert len(steps) == length, breach(
            "playing.play goes through every step of the same game",
            f"{len(steps)} steps instead of {length} with seed {seed}", remedy)
        assert game.outcome(state) is not None, breach(
            "A game that was played has an outcome", f"outcome() returned None with seed {seed}", remedy)
