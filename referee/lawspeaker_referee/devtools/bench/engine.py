"""The engine alone: the speed of random play, and the time of each call."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter_ns, process_time
from typing import Any

from lawspeaker_engine import canon
from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import BadSetup, Chance, Decision, Picks, Setup
from lawspeaker_engine.playing import playout
from lawspeaker_engine.position import Position, load
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.codec.game_codec import codec

_SECRET = bytes(32)


def random_chooser(random: Random) -> Callable[[Decision], Picks]:
    """Return a function that gives any legal answer."""

    def choose(decision: Decision) -> Picks:
        least, most, count = decision.least, decision.most, len(decision.options)
        if least == most == 1:
            return (int(random.random() * count),)
        picks = random.sample(range(count), random.randint(least, most))
        return tuple(picks if decision.ordered else sorted(picks))

    return choose


def drawer(seed: bytes) -> Callable[[Chance], Picks]:
    """Return a function that draws chance as the referee does."""
    dice = Dice(seed)
    return dice.answer


def fullest_setup(game: Game[Any], players: int) -> Setup:
    """Return a setup in which every option has its last value, as far as they go together; later options go first."""
    chosen: dict[str, bool | int | str] = {}
    for option in reversed(game.options):
        more = chosen | {option.name: option.values[-1]}
        try:
            game.setup(make_setup(game, players, more))
        except BadSetup:
            continue
        chosen = more
    return make_setup(game, players, chosen)


def speed(game: Game[Any], setup: Setup, seconds: float, rounds: int) -> dict[str, float]:
    """Return decisions and games a CPU second of random play: medians over rounds of that many seconds."""
    decisions_per_second, games_per_second = [], []
    for round_number in range(rounds):
        choose = random_chooser(Random(round_number))
        decisions = games = 0
        start = process_time()
        while (spent := process_time() - start) < seconds or not games:
            seed = match_seed(_SECRET, f"{round_number}/{games}")
            decisions += playout(game, game.setup(setup), choose, drawer(seed))
            games += 1
        decisions_per_second.append(decisions / spent)
        games_per_second.append(games / spent)
    return {
        "decisions_per_second": round(median(decisions_per_second)),
        "games_per_second": round(median(games_per_second), 2),
    }


def costs(game: Game[Any], players: int, games: int) -> dict[str, float]:
    """Return microseconds a call: medians over every step of some games; `pending` is the first call after a step.

    `copy`, `deal_anew`, `dump` and `load` are what a position takes; `position_bytes` is the median of its size.
    """
    spent: dict[str, list[int]] = {
        name: [] for name in ("pending", "apply", "view", "encode_view", "encode_options", "digest", "copy",
                              "deal_anew", "dump", "load")
    }
    sizes: list[int] = []

    def timed(name: str, function: Callable[..., Any], *arguments: Any) -> Any:
        start = perf_counter_ns()
        result = function(*arguments)
        spent[name].append(perf_counter_ns() - start)
        return result

    for number in range(games):
        choose, draw = random_chooser(Random(number)), drawer(match_seed(_SECRET, f"costs/{number}"))
        setup = make_setup(game, players)
        state = game.setup(setup)
        while question := timed("pending", game.pending, state):
            if isinstance(question, Chance):
                answers: tuple[Picks, ...] = (draw(question),)
            else:
                for decision in question:
                    view = timed("view", game.view, state, decision.seat)
                    timed("encode_view", codec(game).view, view)
                    timed("encode_options", codec(game).options, decision.options)
                seat = question[0].seat
                timed("copy", game.copy, state)
                dealt = timed("deal_anew", game.deal_anew, state, seat, Random(number))
                position = timed("dump", Position(game, setup, seat, dealt).dump)
                timed("load", load, position)
                sizes.append(len(position))
                answers = tuple(map(choose, question))
            timed("apply", game.apply, state, answers)
            timed("digest", canon.digest, state)
    found = {name: round(median(times) / 1000, 2) for name, times in spent.items()}
    return found | {"position_bytes": median(sizes)}
