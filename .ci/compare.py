"""How often one bot beats others: `.ci/compare.py greedy random --players 2 --games 400`.

One seat is the first bot's, the others are the second's; the seat rotates from game to game, and every seed is played
once from each seat. Prints the share of games that the first bot won alone, with its 95 % Wilson interval.
"""

from __future__ import annotations

import argparse
from math import sqrt

from lawspeaker_bot.bots import BUILT_IN
from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.game import make_setup
from lawspeaker_engine.games import GAMES, find_game
from lawspeaker_referee.bots import SeatSpec
from lawspeaker_referee.table import play_match


def main() -> None:
    """Play and print one line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", choices=list(BUILT_IN))
    parser.add_argument("second", choices=list(BUILT_IN))
    parser.add_argument("--game", choices=list(GAMES), default="northgard")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=400, help="rounded up to a multiple of the players")
    wanted = parser.parse_args()
    won = games = 0
    points = [0, 0]
    while games < wanted.games:
        for seat in range(wanted.players):
            ranks, scores = play(wanted, games // wanted.players, seat)
            won += ranks[seat] == 1 and ranks.count(1) == 1
            points[0] += scores[seat]
            points[1] += sum(scores) - scores[seat]
        games += wanted.players
    low, high = wilson(won, games)
    print(f"{wanted.first} against {wanted.players - 1} {wanted.second}: won {won} of {games} = {won / games:.1%} "
          f"(95 % interval {low:.1%} to {high:.1%}), {points[0] / games:.1f} points "
          f"against {points[1] / games / (wanted.players - 1):.1f}")


def play(wanted: argparse.Namespace, seed: int, seat: int) -> tuple[tuple[int, ...], ...]:
    """(ranks, scores) of one game, the first bot on that seat."""
    match_id, game = f"compare-{seed}", find_game(wanted.game)
    bots = [SeatSpec.parse(wanted.first if other == seat else wanted.second) for other in range(wanted.players)]
    result = play_match(game, make_setup(game, wanted.players), bots, seed=match_seed(bytes(32), match_id),
                        match_id=match_id, move_time=None, in_process=True)
    return result.ranks, result.scores


def wilson(won: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """The Wilson interval of a share."""
    share = won / games
    middle = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - spread) / (1 + z * z / games), (middle + spread) / (1 + z * z / games)


if __name__ == "__main__":
    main()
