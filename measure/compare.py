"""Measure how often one bot beats others: `python -m measure.compare greedy random --players 2 --games 400`.

One seat is the first bot's, the others are the second's; the seat rotates from game to game, and every seed is played
once from each seat, or only once if both are the same bot. With `--option years=4` the match has that option. Prints
the share of games that the first bot won alone, and of those in which it alone had most points, which differ where a
game can end without a winner; then for what reasons the games ended. Each share has its 95 % Wilson interval.
"""

from __future__ import annotations

import argparse
from collections import Counter

from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.games import GAMES, find_game
from lawspeaker_engine.setups import make_setup, parse_options
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.host.single_match import play_match
from measure.stats import wilson


def main() -> None:
    """Play and print one line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", help="a built-in bot: random, greedy, search or search:THINKING")
    parser.add_argument("second", help="likewise")
    parser.add_argument("--game", choices=list(GAMES), default="northgard")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=400, help="rounded up to a multiple of the players")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    wanted = parser.parse_args()
    game = find_game(wanted.game)
    chosen = dict(option.partition("=")[::2] for option in wanted.option)
    wanted.setup = make_setup(game, wanted.players, parse_options(game, chosen))
    won = ahead = decided = games = 0
    points, reasons = [0, 0], Counter[str]()
    seats = 1 if wanted.first == wanted.second else wanted.players
    while games < wanted.games:
        for seat in range(seats):
            ranks, scores, reason = play(wanted, games // seats, seat)
            reasons[reason] += 1
            decided += len(set(ranks)) > 1
            won += ranks[seat] == 1 and ranks.count(1) == 1
            ahead += scores[seat] == max(scores) and scores.count(scores[seat]) == 1
            points[0] += scores[seat]
            points[1] += sum(scores) - scores[seat]
        games += seats
    print(f"{wanted.first} against {wanted.players - 1} {wanted.second}, {wanted.game}: won {share(won, games)}, "
          f"most points {share(ahead, games)}; {points[0] / games:.1f} points against "
          f"{points[1] / games / (wanted.players - 1):.1f}; {share(decided, games)} had a winner; "
          + ", ".join(f"{reason}: {share(count, games)}" for reason, count in sorted(reasons.items())))


def play(wanted: argparse.Namespace, seed: int, seat: int) -> tuple[tuple[int, ...], tuple[int, ...], str]:
    """(ranks, scores, reason) of one game, the first bot on that seat."""
    match_id, game = f"compare-{seed}", find_game(wanted.game)
    bots = [SeatSpec.parse(wanted.first if other == seat else wanted.second) for other in range(wanted.players)]
    result = play_match(game, wanted.setup, bots, seed=match_seed(bytes(32), match_id),
                        match_id=match_id, move_time=None, in_process=True)
    return result.ranks, result.scores, result.reason


def share(count: int, games: int) -> str:
    """A share in words, with its interval."""
    low, high = wilson(count, games)
    return f"{count} of {games} = {count / games:.1%} ({low:.1%} to {high:.1%})"


if __name__ == "__main__":
    main()
