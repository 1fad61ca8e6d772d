"""Measures how strong the Automa of Northgard is: the results of bots against it, by its level.

    python docs/automa_strength.py --bot greedy --games 200 1 2 3 4 5 6 7 8

Each row is a level. The games of all levels and bots have the same seeds. An interval is Wilson's, of 95 %.
"""

from __future__ import annotations

import argparse
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from typing import Any

from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.games import find_game
from lawspeaker_engine.games.northgard.modules.automa_part import AUTOMA, HUMAN
from lawspeaker_engine.setups import make_setup_for, parse_options
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.host.single_match import play_match

Z = 1.96
"""Standard deviations of the interval."""


def result(bot: str, options: dict[str, Any], number: int) -> tuple[int, int, int]:
    """Play a game; return the human's rank less the Automa's, and the scores of both."""
    game, match_id = find_game("northgard"), f"strength-{number}"
    played = play_match(game, make_setup_for(game, 1, options), [SeatSpec.parse(bot)],
                        seed=match_seed(bytes(32), match_id), match_id=match_id, in_process=True)
    ranks, scores = played.ranks, played.scores
    return ranks[HUMAN] - ranks[AUTOMA], scores[HUMAN], scores[AUTOMA]


def interval(count: int, games: int) -> str:
    """Return a share in per cent, with its interval."""
    share, part = count / games, Z * Z / games
    middle = (share + part / 2) / (1 + part)
    width = Z * sqrt(share * (1 - share) / games + part / (4 * games)) / (1 + part)
    return f"{100 * share:.0f} % ({100 * (middle - width):.0f} to {100 * (middle + width):.0f})"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("levels", nargs="*", type=int, default=[1, 2], help="levels of the Automa; without any 1 and 2")
    parser.add_argument("--bot", default="greedy", help="greedy or random")
    parser.add_argument("--games", type=int, default=200, help="games a level")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE, as for lawspeaker play")
    given = parser.parse_args()
    options = parse_options(find_game("northgard"), dict(text.split("=", 1) for text in given.option))
    print("| level | games | the Automa wins | the bot wins | ties | fame of the Automa | fame of the bot |")
    print("|---|---|---|---|---|---|---|")
    with ProcessPoolExecutor(given.workers) as pool:
        for level in given.levels:
            play = partial(result, given.bot, {**options, "automa": level})
            results = list(pool.map(play, range(given.games), chunksize=5))
            ends = Counter((behind > 0) - (behind < 0) for behind, _, _ in results)
            fames = [sum(fame) / given.games for fame in list(zip(*results, strict=True))[1:]]
            print(f"| {level} | {given.games} | {interval(ends[1], given.games)} | {interval(ends[-1], given.games)} | "
                  f"{ends[0]} | {fames[1]:.1f} | {fames[0]:.1f} |", flush=True)


if __name__ == "__main__":
    main()
