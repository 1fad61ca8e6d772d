"""Measure how often `search` beats another bot: `python -m measure.search_arena northgard --games 400`.

Plays games of two on the engine itself, without messages. A time to think is counted in processor time of the process,
not by a clock on the wall, so that a busy machine does not matter. The seat changes from game to game, and every seed
is played once from each seat. Prints the shares of games won, lost and without a winner, each with its 95 % Wilson
interval; the score counts a game without a winner as half a victory. `--jobs` plays several games at once.

`--thinking greedy` lets `greedy` itself be the first bot, and `greedy@FOLDER` is the `greedy` of another checkout, such
as one that `git worktree add FOLDER COMMIT` has made. `--everything` puts all modules of Northgard on the table.
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
from lawspeaker_engine.laws import draw
from lawspeaker_engine.model import Decision, Picks, Setup
from lawspeaker_engine.playing import playout
from lawspeaker_engine.setups import make_setup, parse_options
from measure.greedy_versions import is_greedy, scores_of
from measure.stats import wilson

PLAYERS = 2
EVERYTHING = (
    "clan_pool=all", "warchiefs=true", "warchief_cards=true", "more_cards=printed", "more_tiles=true", "events=all",
    "victory=thane", "victory_cards=all", "creatures=horizons", "more_creatures=true", "environment=true",
    "central=random", "sea=true", "raid_deck=24",
)
"""Options of Northgard that put all its modules on the table."""


def main() -> None:
    """Play, and print a line after every twentieth of the games and at the end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--thinking", default="100ms", help="of search, such as 100ms or 200playouts; or greedy")
    parser.add_argument("--against", default="greedy", help="greedy, greedy@FOLDER, or the thinking of another search")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game, for another sample")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--everything", action="store_true", help="all modules of Northgard; --option overrules it")
    wanted = parser.parse_args()
    options = (*EVERYTHING, *wanted.option) if wanted.everything else tuple(wanted.option)
    tally = Tally()
    with ProcessPoolExecutor(wanted.jobs) as pool:
        one = partial(play, wanted.game, options, wanted.thinking, wanted.against)
        for number, result in enumerate(pool.map(one, range(wanted.first, wanted.first + wanted.games)), 1):
            tally.add(result)
            if number % max(1, wanted.games // 20) == 0 or number == wanted.games:
                name = wanted.thinking if is_greedy(wanted.thinking) else f"search:{wanted.thinking}"
                print(f"{wanted.game}, {name} against {wanted.against}: {tally}", flush=True)


@dataclass(frozen=True)
class Result:
    """One game of the first bot."""

    ending: str
    """won, lost, or none for a place that is shared."""
    ahead: bool
    lead: int
    """Points more than the other one."""
    decisions: int
    """In which it had a choice."""
    seconds: float
    theirs: float
    """Seconds of the other one."""
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
        seconds, theirs = sum(result.seconds for result in results), sum(result.theirs for result in results)
        return (
            f"{games} games: won {share(endings['won'], games)}, lost {share(endings['lost'], games)}, without winner "
            f"{share(endings['none'], games)}; score {score:.1%}; most points "
            f"{share(sum(result.ahead for result in results), games)}, "
            f"lead {sum(result.lead for result in results) / games:+.1f}; {decisions / games:.0f} decisions a game, "
            f"{1000 * seconds / decisions:.2f} ms each, at most {1000 * max(result.longest for result in results):.0f} "
            f"ms; {1000 * seconds / games:.0f} ms a game, the other one {1000 * theirs / games:.0f} ms; "
            f"{max(r.megabytes for r in results):.0f} MB")


def share(count: int, games: int) -> str:
    """Return a share in words, with its interval."""
    low, high = wilson(count, games)
    return f"{count} = {count / games:.1%} ({low:.1%} to {high:.1%})"


class Seat:
    """Answers as search, or as a version of greedy; counts its processor time."""

    def __init__(self, game: Game[Any], setup: Setup, thinking: str) -> None:
        greedy = is_greedy(thinking)
        self.game = game
        self.player = Player(game, setup, scores_of(thinking, game.name)) if greedy else Player(game, setup)
        self.lookahead = None if greedy else Lookahead(game, setup)
        self.thinking = None if greedy else ThinkingTime.parse(thinking)
        self.seconds = self.longest = 0.0
        self.decisions = 0

    def answer(self, state: Any, decision: Decision, rng: Random) -> Picks:
        """Return picks; a search sees the state dealt anew for its seat."""
        forced = decision.least == len(decision.options)
        known = state if forced or self.thinking is None else self.game.deal_anew(state, decision.seat, rng)
        started = process_time()
        if forced or self.thinking is None or self.lookahead is None:
            answers = self.player.answers(state, (decision,), rng)
            assert answers is not None
            picks = answers[0]
        else:
            budget = Budget(self.thinking.seconds or inf, self.thinking.playouts, process_time, started)
            picks = self.lookahead.answer(known, decision.seat, budget, rng)
        if not forced:
            spent = process_time() - started
            self.decisions += 1
            self.seconds, self.longest = self.seconds + spent, max(self.longest, spent)
        return picks


def play(name: str, options: tuple[str, ...], thinking: str, against: str, number: int) -> Result:
    """Play one game; the first bot has seat 0 in even games."""
    game = find_game(name)
    setup = make_setup(game, PLAYERS, parse_options(game, dict(each.partition("=")[::2] for each in options)))
    own = number % PLAYERS
    seats = [Seat(game, setup, thinking if seat == own else against) for seat in range(PLAYERS)]
    dice, rng = Dice(match_seed(bytes(32), f"arena-{number // PLAYERS}")), Random(number)
    state = game.setup(setup)
    playout(game, state, lambda decision: seats[decision.seat].answer(state, decision, rng), partial(draw, dice))
    outcome = game.outcome(state)
    assert outcome is not None
    ranks, lead = outcome.ranks, outcome.scores[own] - outcome.scores[1 - own]
    ending = "none" if ranks[0] == ranks[1] else "won" if ranks[own] == 1 else "lost"
    first, other = seats[own], seats[1 - own]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Result(ending, lead > 0, lead, first.decisions, first.seconds, other.seconds, first.longest, memory)


if __name__ == "__main__":
    main()
