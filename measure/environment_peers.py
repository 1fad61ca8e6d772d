"""Measure our environments beside PettingZoo's connect four and RLCard's uno: `make environment-peers`.

    .venv/bin/python measure/environment_peers.py [--rounds 5] [--seconds 3]

The peers are no dependencies: they go into a virtual environment of their own, build/environment_peers. Every game has
two seats that choose at random among the legal actions, and every observation is made. Each round plays each game in a
process of its own, one after the other, in an order that turns from round to round. Rates are steps a CPU second.

With --play this file is also the program of such a process.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # the Python of the peers runs this file alone

from measure.peers import ROOT, PeerError, installed, run, spread

PINS = ("pettingzoo==1.27.0", "pygame==2.6.1", "rlcard==1.2.0")
FOLDER = ROOT / "build/environment_peers"
THEIRS = ("connect_four", "uno")
OURS = ("northgard", "clansmen", "pax_viking")
NOTES = """\
All numbers are steps a CPU second, on one core: the median of the rounds, and in brackets the lowest and the highest.
A step is one action of one seat, the observation of who acts next included. Ours take actions by index; for `northgard
(one seat)` and the like a random bot plays the other seat, and its play is in the time but not among the steps.
Steps differ in work: connect four has 42 spaces and 7 actions, Northgard thousands of numbers, hundreds of actions."""


def main() -> None:
    """Measure and print, or play as one of the processes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU seconds of each game in a round")
    parser.add_argument("--play", help=argparse.SUPPRESS)
    parser.add_argument("--number", type=int, default=1, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.rounds < 1 or arguments.seconds <= 0:
        parser.error("--rounds and --seconds must be above 0")
    if arguments.play:
        print(PLAYS[arguments.play](arguments.seconds, arguments.number))
        return
    try:
        rounds = measured(arguments.rounds, arguments.seconds)
    except PeerError as error:
        sys.exit(f"environment_peers: {error}")
    print("\n".join(table(rounds)))
    print(f"\n{NOTES}")


def measured(rounds: int, seconds: float) -> list[dict[str, float]]:
    """Return by round the steps a CPU second of each game. Raises PeerError."""
    theirs, names, results = installed(FOLDER, PINS), list(PLAYS), []
    for number in range(1, rounds + 1):
        first = number % len(names)
        found = {}
        for name in names[first:] + names[:first]:
            python = theirs if name in THEIRS else Path(sys.executable)
            command: list[str | Path] = [python, __file__, "--play", name, "--seconds", str(seconds),
                                         "--number", str(number)]
            found[name] = float(run(command, f"{name} cannot be played").splitlines()[-1])
        results.append(found)
        print(f"round {number} of {rounds}", file=sys.stderr)
    return results


def rate(step: Callable[[], None], seconds: float) -> float:
    """Return calls a CPU second, after one that is not counted."""
    step()
    steps, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        step()
        steps += 1
    return steps / spent


def connect_four(seconds: float, seed: int) -> float:
    """Play PettingZoo's connect four, without its wrappers."""
    from pettingzoo.classic import connect_four_v3

    env, random = connect_four_v3.raw_env(), Random(seed)
    env.reset(seed=seed)

    def step() -> None:
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            env.reset()
            observation = env.last()[0]
        env.step(random.choice(observation["action_mask"].nonzero()[0].tolist()))

    return rate(step, seconds)


def uno(seconds: float, seed: int) -> float:
    """Play RLCard's uno."""
    import rlcard

    env, random = rlcard.make("uno", {"seed": seed}), Random(seed)
    state, _ = env.reset()

    def step() -> None:
        nonlocal state
        if env.is_over():
            state, _ = env.reset()
        state, _ = env.step(random.choice(list(state["legal_actions"])))

    return rate(step, seconds)


def ours(name: str, *, one_seat: bool) -> Callable[[float, int], float]:
    """Return the function that plays a game of ours as `python -m measure --only gym` does."""
    def play(seconds: float, seed: int) -> float:
        from measure.environments import aec_steps, seat_steps

        return (seat_steps if one_seat else aec_steps)(name, "index", seconds, seed)

    return play


PLAYS: dict[str, Callable[[float, int], float]] = {
    "connect_four": connect_four, "uno": uno, **{name: ours(name, one_seat=False) for name in OURS},
    **{f"{name} (one seat)": ours(name, one_seat=True) for name in OURS},
}


def table(rounds: Sequence[Mapping[str, float]]) -> Iterator[str]:
    """Yield the lines of the result."""
    yield f"{len(rounds)} rounds, Python {sys.version.split()[0]}, {', '.join(PINS)}, 2 seats"
    yield f"{'':24}{'steps':>28}" + "".join(f"{f'ratio to {peer}':>28}" for peer in THEIRS)
    for name in PLAYS:
        ratios = ("".join(f"{spread([found[name] / found[peer] for found in rounds]):>28}" for peer in THEIRS))
        yield f"{name:24}{spread([found[name] for found in rounds]):>28}{ratios}"


if __name__ == "__main__":
    main()
