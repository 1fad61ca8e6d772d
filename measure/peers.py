"""Measure our engine beside Catanatron, a library for a board game of similar size: `make peers`.

    .venv/bin/python measure/peers.py [--rounds 7] [--seconds 3]

Catanatron is no dependency: its released package goes into a virtual environment of its own, build/peers. Every game
has four seats that choose at random, and each round plays each library in a process of its own, one after the other,
in an order that turns from round to round. Rates are counted in CPU time; ratios are taken within a round.

With --play this file is also the program of such a process, which needs the standard library and one of the libraries.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build/peers"
PINS = ("catanatron==3.2.1", "networkx==3.6.1")
THEIRS = "catanatron"
OURS = ("northgard", "clansmen", "pax_viking")
SEATS = 4
NOTES = """\
All numbers are a CPU second, on one core: the median of the rounds, and in brackets the lowest and the highest.
A decision is a choice among two or more answers. A forced move, which has one answer, is asked by Catanatron of its
player (a roll, the end of a turn) and by our engine where the rules ask; it is counted apart, its time is included.
So the ratio of decisions favours whoever asks fewer forced moves, and that of decisions and forced whoever asks more.
Decisions differ in weight: Catanatron offers a list of single actions, our games also sets of picks and sealed answers.
Games differ in length: a game of one is not the work of a game of another. Catanatron ends one after 1000 turns."""


@dataclass
class Played:
    """The games of one process; `decisions` had two answers or more, `forced` one."""

    seconds: float = 0.0
    """CPU time."""
    games: int = 0
    decisions: int = 0
    forced: int = 0
    unfinished: int = 0
    """Games that ended at a limit, without a result."""

    def rates(self) -> tuple[float, float, float]:
        """Return decisions, games, and decisions with forced moves, each a CPU second."""
        decisions, games, seconds = self.decisions, self.games, self.seconds
        return decisions / seconds, games / seconds, (decisions + self.forced) / seconds


@dataclass(frozen=True)
class Peer:
    """A library's game, and the Python that has the library."""

    game: str
    python: Path

    def play(self, seconds: float, number: int) -> Played:
        """Play in a process of its own. Raises PeerError."""
        command: list[str | Path] = [self.python, __file__, "--play", self.game, "--seconds", str(seconds),
                                     "--number", str(number)]
        return Played(**json.loads(run(command, f"{self.game} cannot be played")))


class PeerError(Exception):
    """A library cannot be installed or played; the message is one line."""


def main() -> None:
    """Measure and print, or play as one of the processes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU seconds of each game in a round")
    parser.add_argument("--play", choices=(THEIRS, *OURS), help=argparse.SUPPRESS)
    parser.add_argument("--number", type=int, default=0, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.rounds < 1 or arguments.seconds <= 0:
        parser.error("--rounds and --seconds must be above 0")
    if arguments.play:
        print(json.dumps(asdict(played(arguments.play, arguments.seconds, arguments.number))))
        return
    try:
        rounds = measured(arguments.rounds, arguments.seconds)
    except PeerError as error:
        sys.exit(f"peers: {error}")
    print("\n".join(table(rounds)))
    print(f"\n{NOTES}")


def measured(rounds: int, seconds: float) -> list[dict[str, Played]]:
    """Return by round what each game played. Raises PeerError."""
    peers = [Peer(THEIRS, installed()), *(Peer(game, Path(sys.executable)) for game in OURS)]
    results = []
    for number in range(rounds):
        first = number % len(peers)
        results.append({peer.game: peer.play(seconds, number) for peer in peers[first:] + peers[:first]})
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
    return results


def installed(folder: Path | None = None, packages: Sequence[str] | None = None) -> Path:
    """Return the Python that has Catanatron, or these packages; make its environment if need be. Raises PeerError."""
    folder, packages = folder or FOLDER, packages or PINS
    python, ready = folder / "venv/bin/python", folder / "ready"
    pins = "\n".join(packages)
    if not ready.exists() or ready.read_text(encoding="utf-8") != pins:
        print(f"making {folder.relative_to(ROOT)} with {', '.join(packages)}", file=sys.stderr)
        folder.mkdir(parents=True, exist_ok=True)
        run([sys.executable, "-m", "venv", "--clear", folder / "venv"], f"{folder} cannot be made")
        run([python, "-m", "pip", "--disable-pip-version-check", "--quiet", "--retries", "1", "install", *packages],
            f"{packages[0]} cannot be installed; this needs the network")
        ready.write_text(pins, encoding="utf-8")
    return python


def run(command: Sequence[str | Path], failure: str) -> str:
    """Return the output of a program. Raises PeerError with the last line of its errors."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise PeerError(f"{failure}: {error}") from None
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        raise PeerError(f"{failure}: {lines[-1].strip() if lines else f'exit code {done.returncode}'}")
    return done.stdout


def played(game: str, seconds: float, number: int) -> Played:
    """Play whole games for so much CPU time, after one that is not counted; `number` makes the seeds of the round."""
    play_one = catanatron_games() if game == THEIRS else our_games(game)
    seed = 1 + number * 1_000_000  # Catanatron draws a seed of its own for 0
    play_one(seed, Played())
    total, began = Played(), process_time()
    while total.seconds < seconds:
        seed += 1
        total.games += 1
        play_one(seed, total)
        total.seconds = process_time() - began
    return total


def catanatron_games() -> Callable[[int, Played], None]:
    """Return a function that plays the game of a seed by Catanatron's `Game.play`, and counts."""
    from catanatron import Color, Game, RandomPlayer

    def play_one(seed: int, total: Played) -> None:
        class Counting(RandomPlayer):  # type: ignore[misc] # the library has no types
            def decide(self, game: Any, playable_actions: Sequence[Any]) -> Any:
                if len(playable_actions) > 1:
                    total.decisions += 1
                else:
                    total.forced += 1
                return super().decide(game, playable_actions)

        winner = Game([Counting(color) for color in list(Color)[:SEATS]], seed=seed).play()
        total.unfinished += winner is None

    return play_one


def our_games(name: str) -> Callable[[int, Played], None]:
    """Return a function that plays the game of a seed with our engine alone, by its `playout`, and counts."""
    from random import Random

    from lawspeaker_engine.dice import match_seed
    from lawspeaker_engine.games import find_game
    from lawspeaker_engine.model import Decision, Picks
    from lawspeaker_engine.playing import playout
    from lawspeaker_engine.setups import make_setup
    from lawspeaker_referee.devtools.bench.engine import drawer, random_chooser

    game = find_game(name)

    def play_one(seed: int, total: Played) -> None:
        choose_any = random_chooser(Random(seed))

        def choose(decision: Decision) -> Picks:
            if is_forced(len(decision.options), decision.least, decision.most, ordered=decision.ordered):
                total.forced += 1
            else:
                total.decisions += 1
            return choose_any(decision)

        state = game.setup(make_setup(game, SEATS))
        playout(game, state, choose, drawer(match_seed(bytes(32), f"peers-{seed}")))
        total.unfinished += game.outcome(state) is None

    return play_one


def is_forced(options: int, least: int, most: int, *, ordered: bool) -> bool:
    """Return True if a decision has one answer: nothing to take, or all of the options in the only order."""
    return most == 0 or (least == most == options and (options == 1 or not ordered))


def table(rounds: Sequence[Mapping[str, Played]]) -> Iterator[str]:
    """Yield the lines of the result."""
    yield f"{len(rounds)} rounds, Python {sys.version.split()[0]}, {PINS[0]}, {SEATS} random players"
    yield f"{'':12}{'decisions':>26}{'games':>26}{'decisions a game':>18}{'forced a game':>15}{'unfinished':>12}"
    for game in (THEIRS, *OURS):
        each = [results[game] for results in rounds]
        games = sum(one.games for one in each)
        decided, finished, _ = zip(*(one.rates() for one in each), strict=True)
        yield (f"{game:12}{spread(decided):>26}{spread(finished):>26}"
               f"{sum(one.decisions for one in each) / games:18.0f}{sum(one.forced for one in each) / games:15.0f}"
               f"{sum(one.unfinished for one in each) / games:12.1%}")
    yield ""
    yield f"{'ratio to ' + THEIRS:22}{'decisions':>26}{'games':>26}{'decisions and forced':>26}"
    for game in OURS:
        pairs = [(results[game].rates(), results[THEIRS].rates()) for results in rounds]
        ratios = [[our / their for our, their in zip(*pair, strict=True)] for pair in pairs]
        yield f"{game:22}" + "".join(f"{spread(column):>26}" for column in zip(*ratios, strict=True))


def spread(values: Sequence[float]) -> str:
    """Return the median, and in brackets the lowest and the highest value."""
    middle, lowest, highest = (f"{value:.0f}" if value >= 100 else f"{value:.3g}"
                               for value in (median(values), min(values), max(values)))
    return f"{middle} ({lowest} to {highest})"


if __name__ == "__main__":
    main()
