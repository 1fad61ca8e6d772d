"""Measure playouts against another checkout: `python -m measure.playouts --against ../before`.

Positions are taken from games of two that `greedy` plays. At each of them `search` compares answers by a fixed number
of playouts; the engine plays the position out with random answers, as `lawspeaker engine` does; and `perft` counts its
continuations of two steps where there are not too many. Each checkout runs in processes of its own, by turns, and what
is compared is processor time in pairs, so that other programs hardly matter. Prints for each game and part the median
ratio of the pairs with its range, and what this checkout does a second and in 100 ms.

    git worktree add ../before COMMIT
    .venv/bin/python -m measure.playouts --against ../before --rounds 7
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from math import inf, prod
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Final

from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.games import GAMES, find_game
from lawspeaker_engine.model import Chance
from lawspeaker_engine.perft import every_answer, perft
from lawspeaker_engine.position import Position
from lawspeaker_engine.setups import make_setup

ROOT: Final = Path(__file__).resolve().parent.parent
PARTS: Final = ("search", "playout", "perft")
PLAYERS, POSITIONS, EVERY = 2, 24, 7
TIMES: Final = 5
"""Each position is played out so often."""
FEW: Final = 40
"""Answers up to which a position is good for `perft`."""


def main() -> None:
    """Measure and print, or be one of the processes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all without one")
    parser.add_argument("--against", type=Path, help="the folder of another checkout")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--playouts", type=int, default=30, help="of search at each position")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    games = wanted.games or list(GAMES)
    if wanted.one:
        print(json.dumps(measure(games[0], wanted.playouts)))
        return
    for game in games:
        for line in compared(game, wanted.against, wanted.rounds, wanted.playouts):
            print(line, flush=True)


def compared(game: str, against: Path | None, rounds: int, playouts: int) -> list[str]:
    """Return a line for each part."""
    now, before = [], []
    for _ in range(rounds):
        if against is not None:
            before.append(run(against, game, playouts))
        now.append(run(ROOT, game, playouts))
    lines = []
    for part in PARTS:
        rate = median(count / seconds for count, seconds in (each[part] for each in now))
        line = f"{game}, {part}: {rate:.0f} a second, {rate / 10:.0f} in 100 ms"
        if before:
            ratios = sorted(mine[part][0] / mine[part][1] / (theirs[part][0] / theirs[part][1])
                            for mine, theirs in zip(now, before, strict=True))
            line += f"; {median(ratios):.2f} times as many ({ratios[0]:.2f} to {ratios[-1]:.2f})"
        lines.append(line)
    return lines


def run(checkout: Path, game: str, playouts: int) -> dict[str, tuple[int, float]]:
    """Return counts and processor time by part, of a process that imports this checkout's packages."""
    folders = [checkout.resolve() / each for each in ("bots", "engine", "referee", "clients/python/src")]
    path = os.pathsep.join(map(str, (*folders, ROOT)))
    done = subprocess.run(
        [sys.executable, "-m", "measure.playouts", game, "--one", "--playouts", str(playouts)], cwd=checkout,
        env=os.environ | {"PYTHONPATH": path, "PYTHONSAFEPATH": "1"}, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{checkout}: {done.stderr.strip().splitlines()[-1]}")
    found: dict[str, tuple[int, float]] = json.loads(done.stdout)
    return found


def measure(name: str, playouts: int) -> dict[str, tuple[int, float]]:
    """Return how many playouts, games played out and continuations there were, each with its processor time."""
    found = positions(name)
    rest = {"playout": played_out(found), "perft": continued(found)}  # before search fills its caches
    searched(found[:1], playouts)
    return rest | {"search": searched(found, playouts)}


def positions(name: str) -> list[Position]:
    """Return positions of games of greedy in which a seat has a choice, dealt anew for it."""
    from lawspeaker_bots.search.player import Player

    game, found, seed = find_game(name), list[Position](), 0
    setup = make_setup(game, PLAYERS)
    while len(found) < POSITIONS:
        player, state, choices = Player(game, setup), game.setup(setup), 0
        dice, rng = Dice(match_seed(bytes(32), f"playouts-{seed}")), Random(seed)
        while question := game.pending(state):
            if isinstance(question, Chance):
                game.apply(state, (dice.answer(question),))
                continue
            for decision in question:
                choices += decision.least < len(decision.options)
                if choices % EVERY == EVERY - 1:
                    found.append(Position(game, setup, decision.seat, game.deal_anew(state, decision.seat, rng)))
            answers = player.answers(state, question, rng)
            assert answers is not None
            game.apply(state, answers)
        seed += 1
    return found[:POSITIONS]


def searched(found: list[Position], playouts: int) -> tuple[int, float]:
    """Return how many playouts `search` has made, and their time."""
    from lawspeaker_bots.search.lookahead import Lookahead
    from lawspeaker_bots.search.thinking_time import Budget

    class Counting(Budget):
        made = 0

        def count(self) -> None:
            super().count()
            Counting.made += 1

    lookahead = Lookahead(found[0].game, found[0].setup)
    started = process_time()
    for number, position in enumerate(found):
        lookahead.answer(position.state, position.seat, Counting(inf, playouts, process_time, 0.0), Random(number))
    return Counting.made, process_time() - started


def played_out(found: list[Position]) -> tuple[int, float]:
    """Return how many positions were played out, and their time."""
    rng, started = Random(1), process_time()
    for position in found * TIMES:
        position.deal_anew(rng).playout(rng)
    return TIMES * len(found), process_time() - started


def continued(found: list[Position]) -> tuple[int, float]:
    """Return how many continuations of two steps were counted, and their time."""
    few = [each for each in found if has_few(each) and all(map(has_few, following(each)))]
    started = process_time()
    return sum(perft(each.game, each.copy().state, 2) for each in few), process_time() - started


def has_few(position: Position) -> bool:
    """Return True if there are few answers to a position's question."""
    question = position.question
    if isinstance(question, Chance):
        return bool(len(question.options) ** question.count < FEW)
    return bool(prod((len(each.options) + 1) ** each.most for each in question) < FEW)


def following(position: Position) -> Iterator[Position]:
    """Yield the positions after each answer."""
    for answers in every_answer(position.question):
        after = position.copy()
        after.game.apply(after.state, answers)
        yield after


if __name__ == "__main__":
    main()
