"""Measure how often `search` beats another bot: `python -m measure.search_arena northgard --games 400`.

Plays games of two on the engine itself, without messages. A time to think is counted in processor time of the process,
not by a clock on the wall, so that a busy machine does not matter. The seat changes from game to game, and every seed
is played once from each seat. Prints the shares of games won, lost and without a winner, each with its 95 % Wilson
interval; the score counts a game without a winner as half a victory. `--jobs` plays several games at once.
"""

from __future__ import annotations

import argparse
import resource
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import inf
from random import Random
from time import process_time
from typing import Any

from lawspeaker_bots.search.lookahead import Lookahead
from lawspeaker_bots.search.player import Player
from lawspeaker_bots.search.thinking_time import Budget, ThinkingTime
from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.game import Game
from lawspeaker_engine.games import GAMES, find_game
from lawspeaker_engine.model import Chance, Decision, Picks, Setup
from lawspeaker_engine.setups import make_setup, parse_options
from measure.stats import wilson

PLAYERS = 2


def main() -> None:
    """Play, and print a line after every twentieth of the games and at the end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--thinking", default="100ms", help="of search, such as 100ms or 200playouts")
    parser.add_argument("--against", default="greedy", help="greedy, or the thinking of another search")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game, for another sample")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    wanted = parser.parse_args()
    tally = Tally()
    with ProcessPoolExecutor(wanted.jobs) as pool:
        one = partial(play, wanted.game, tuple(wanted.option), wanted.thinking, wanted.against)
        for number, result in enumerate(pool.map(one, range(wanted.first, wanted.first + wanted.games)), 1):
            tally.add(result)
            if number % max(1, wanted.games // 20) == 0 or number == wanted.games:
                print(f"{wanted.game}, search:{wanted.thinking} against {wanted.against}: {tally}", flush=True)


@dataclass(frozen=True)
class Result:
    """One game of `search`."""

    ending: str
    """won, lost, or none for a place that is shared."""
    ahead: bool
    lead: int
    """Points more than the other one."""
    decisions: int
    """In which search had a choice."""
    seconds: float
    longest: float
    megabytes: float


class Tally:
    """The sum of all games."""

    def __init__(self) -> None:
        self.results: list[Result] = []

    def add(self, result: Result) -> None:
        """Add one game."""
        self.results.append(result)

    def __str__(self) -> str:
        results, games = self.results, len(self.results)
        endings = Counter(result.ending for result in results)
        decisions = sum(result.decisions for result in results)
        score = (endings["won"] + endings["none"] / 2) / games
        return (
            f"{games} games: won {share(endings['won'], games)}, lost {share(endings['lost'], games)}, without winner "
            f"{share(endings['none'], games)}; score {score:.1%}; most points "
            f"{share(sum(result.ahead for result in results), games)}, "
            f"lead {sum(result.lead for result in results) / games:+.1f}; {decisions / games:.0f} decisions a game, "
            f"{1000 * sum(result.seconds for result in results) / decisions:.0f} ms each, at most "
            f"{1000 * max(result.longest for result in results):.0f} ms; {max(r.megabytes for r in results):.0f} MB")


def share(count: int, games: int) -> str:
    """Return a share in words, with its interval."""
    low, high = wilson(count, games)
    return f"{count} = {count / games:.1%} ({low:.1%} to {high:.1%})"


class Seat:
    """Answers as search, or without a text for its thinking as greedy; counts its processor time."""

    def __init__(self, game: Game[Any], setup: Setup, thinking: str) -> None:
        self.game, self.player = game, Player(game, setup)
        self.lookahead = Lookahead(game, setup)
        self.thinking = None if thinking == "greedy" else ThinkingTime.parse(thinking)
        self.seconds = self.longest = 0.0
        self.decisions = 0

    def answer(self, state: Any, decision: Decision, rng: Random) -> Picks:
        """Return picks; a search sees the state dealt anew for its seat."""
        if self.thinking is None or decision.least == len(decision.options):
            answers = self.player.answers(state, (decision,), rng)
            assert answers is not None
            return answers[0]
        known = self.game.deal_anew(state, decision.seat, rng)
        started = process_time()
        budget = Budget(self.thinking.seconds or inf, self.thinking.playouts, process_time, started)
        picks = self.lookahead.answer(known, decision.seat, budget, rng)
        spent = process_time() - started
        self.decisions += 1
        self.seconds, self.longest = self.seconds + spent, max(self.longest, spent)
        return picks


def play(name: str, options: tuple[str, ...], thinking: str, against: str, number: int) -> Result:
    """Play one game; search has seat 0 in even games."""
    game = find_game(name)
    setup = make_setup(game, PLAYERS, parse_options(game, dict(each.partition("=")[::2] for each in options)))
    own = number % PLAYERS
    seats = [Seat(game, setup, thinking if seat == own else against) for seat in range(PLAYERS)]
    dice, rng = Dice(match_seed(bytes(32), f"arena-{number // PLAYERS}")), Random(number)
    state = game.setup(setup)
    while question := game.pending(state):
        if isinstance(question, Chance):
            game.apply(state, (dice.draw(question.stream, len(question.options), question.count),))
        else:
            game.apply(state, [seats[decision.seat].answer(state, decision, rng) for decision in question])
    outcome = game.outcome(state)
    assert outcome is not None
    ranks, lead = outcome.ranks, outcome.scores[own] - outcome.scores[1 - own]
    ending = "none" if ranks[0] == ranks[1] else "won" if ranks[own] == 1 else "lost"
    search = seats[own]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Result(ending, lead > 0, lead, search.decisions, search.seconds, search.longest, memory)


if __name__ == "__main__":
    main()
