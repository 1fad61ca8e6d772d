"""Train an agent for Northgard against the bot greedy: it imitates greedy first, and then improves by looking ahead.

pip install ./clients/python ./engine ./bots '.[gym]' torch
python docs/examples/train_imitation.py --minutes 60

docs/gym.md explains the recipe. The network is in option_scorer.py, the teacher in samples.py.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from copy import deepcopy
from itertools import count
from math import ceil
from multiprocessing import get_context
from pathlib import Path
from random import Random

import numpy as np
import torch
from option_scorer import OptionScorer
from samples import SIDE_BY_SIDE, Sample, Stopwatch, Task, Weights, best, collected, environments, play, scores

from lawspeaker_referee.config.intervals import wilson

FIRST_EVALUATED = 1_000_000
"""Seeds from here on are not trained on."""
FROM_GREEDY = 0.2
"""The share of the time in which greedy is imitated."""
REPEATS = 4
"""How often a sample is learnt from on the average before the next games."""
BATCH = 256
RATE = 1e-3
"""Of learning, at the beginning; it falls with the time that is left."""


class Learner:
    """The network and the samples that it learns from."""

    def __init__(self, seed: int) -> None:
        torch.manual_seed(seed)
        self.envs = environments()
        self.network, self.random = OptionScorer(self.envs[0][0].game_env), np.random.default_rng(seed)
        self.optimizer = torch.optim.Adam(self.network.parameters(), RATE)
        self.samples: list[Sample] = []

    def learn(self, batches: int, rate: float) -> float:
        """Learn from so many batches of samples; return the mean loss."""
        losses = [0.0]
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        for _ in range(batches):
            chosen = [self.samples[number] for number in self.random.integers(len(self.samples), size=BATCH)]
            found, index = scores(self.network, [each.row for each in chosen], [each.options for each in chosen])
            most = torch.full((BATCH,), -torch.inf).scatter_reduce(0, index, found.detach(), "amax")[index]
            total = torch.zeros(BATCH).scatter_add(0, index, (found - most).exp())[index]
            likely = torch.from_numpy(np.concatenate([each.wanted for each in chosen]))
            loss = -(likely * (found - most - total.log())).sum() / BATCH
            self.optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
            self.optimizer.step()
            losses.append(float(loss.detach()))
        return sum(losses) / max(1, batches)

    def save(self, file: str | None) -> None:
        """Write the weights into a file, if there is one; whoever ends the program leaves the old ones or the new."""
        if file is not None:
            torch.save(self.network.state_dict(), f"{file}.part")
            Path(f"{file}.part").replace(file)

    def evaluated(self, games: int) -> str:
        """Return in words how many games against greedy it wins: each seed is played from both seats."""
        seeds = range(FIRST_EVALUATED, FIRST_EVALUATED + max(1, games // 2))
        infos = [info for of_seat in self.envs for info in play(
            of_seat, seeds, lambda live: best(self.network, [seen for _, seen in live]), Stopwatch())]
        wins = sum(info["rank"] == 1 for info in infos)
        low, high = wilson(wins / len(infos), len(infos))
        return f"won {wins} of {len(infos)} games: {wins / len(infos):.0%}, interval {low:.0%} to {high:.0%}"


class Trainer:
    """Collects samples and learns from them by turns."""

    def __init__(self, learner: Learner, seconds: float, of_greedy: float, seed: int, processes: int,
                 run: Callable[..., Iterable[tuple[list[Sample], Stopwatch]]]) -> None:
        self.learner, self.seconds, self.of_greedy = learner, seconds, of_greedy
        self.processes, self.run = max(1, processes), run
        self.clock = Stopwatch()
        self.seeds = count(Random(seed).randrange(FIRST_EVALUATED // 2), SIDE_BY_SIDE)

    def round(self, former: Weights | None, end: float) -> float:
        """Let each process play its games, and learn from them; return the mean loss."""
        learner, before = self.learner, len(self.learner.samples)
        weights, seconds = deepcopy(learner.network.state_dict()), (end - self.clock.total) / self.processes
        tasks = [Task(next(self.seeds), seconds, weights, former) for _ in range(self.processes)]
        for samples, clock in self.run(collected, tasks):
            learner.samples += samples
            self.clock.add(clock)
        with self.clock.of("learner"):
            return learner.learn(ceil(REPEATS * (len(learner.samples) - before) / BATCH),
                                 RATE * max(0.05, 1 - self.clock.total / self.seconds))

    def train(self, checks: int, games: int, file: str | None) -> None:
        """Train, and print what becomes of it; in each check so many games are played, and the weights are saved."""
        learner, clock, greedy = self.learner, self.clock, self.of_greedy
        due = [greedy + (self.seconds - greedy) * number / checks for number in range(checks)]
        former = None
        while clock.total < self.seconds:
            if former is None and clock.total >= greedy:
                former = deepcopy(learner.network.state_dict())
                learner.samples.clear()
            loss = self.round(former, self.seconds if former else greedy)
            told = f"{clock.total / 60:.1f} minutes: "
            print(f"{told}{len(learner.samples)} samples of {'search' if former else 'greedy'}, loss {loss:.3f}",
                  flush=True)
            if due and clock.total >= due[0]:
                due.pop(0)
                learner.save(file)
                print(told + learner.evaluated(games), flush=True)
        learner.save(file)


def main() -> None:
    """Train, then play."""
    parser = ArgumentParser(description="Train an agent for Northgard that imitates, and measure it against greedy.")
    parser.add_argument("--minutes", type=float, default=60.0, help="of processor time, without games to measure")
    parser.add_argument("--games", type=int, default=400, help="games to measure with")
    parser.add_argument("--checks", type=int, default=4, help="how often a fourth of these is played meanwhile")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=0, help="processes that play; 0: in the learner's own")
    parser.add_argument("--weights", help="file that was saved: goes on from there, without the imitation of greedy")
    parser.add_argument("--save", help="file for the weights of the network, written at each check and at the end")
    arguments = parser.parse_args()
    if arguments.save and not Path(arguments.save).parent.is_dir():
        parser.error(f"--save: there is no folder {Path(arguments.save).parent}")  # now, and not after a night
    if arguments.weights and not Path(arguments.weights).is_file():
        parser.error(f"--weights: there is no file {arguments.weights}")
    torch.set_num_threads(1)
    learner, seconds = Learner(arguments.seed), 60 * arguments.minutes
    if arguments.weights:
        learner.network.load_state_dict(torch.load(arguments.weights))
    with ExitStack() as stack:
        run = map if not arguments.processes else stack.enter_context(
            ProcessPoolExecutor(arguments.processes, get_context("spawn"))).map
        trainer = Trainer(learner, seconds, 0.0 if arguments.weights else FROM_GREEDY * seconds, arguments.seed,
                          arguments.processes, run)
        trainer.train(arguments.checks, arguments.games // 4, arguments.save)
    clock = trainer.clock
    if clock.total:
        shares = ", ".join(f"{spent / clock.total:.0%} to the {what}" for what, spent in clock.seconds.items())
        print(f"{clock.total / 60:.1f} minutes of processor time: {shares}")
    print(learner.evaluated(arguments.games))


if __name__ == "__main__":
    main()
