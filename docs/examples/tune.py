"""Tune numbers of a bot: Optuna proposes them, and a tournament on seed blocks says how well the bot plays with them.

pip install ./clients/python ./engine ./bots '.[tournament,tune]'
python docs/examples/tune.py mine.toml tuned --number depth=1:6:2 --whole depth --number caution=0:3:1

The file is one of a tournament in which words in braces stand for what changes: {name} for its name, {blocks} for the
number of its rounds, and {depth}, say, for a number, in `args` or `spec` of the bot that is tuned. It is compared with
the other bots of the file, such as itself with its default numbers; docs/tournaments.md shows one. What was played is
in the folder and in the records: started again with the same words, the program goes on.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections import defaultdict
from dataclasses import dataclass
from hashlib import sha256
from math import inf, nan, sqrt
from pathlib import Path
from statistics import mean, stdev

import optuna
from scipy.stats import t

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Number:
    """A number to be tuned, with the bounds that it keeps to."""

    name: str
    least: float
    most: float
    default: float

    @classmethod
    def parse(cls, text: str) -> Number:
        """Return the number of `NAME=LEAST:MOST:DEFAULT`. Raises ArgumentTypeError."""
        name, _, bounds = text.partition("=")
        try:
            least, most, default = map(float, bounds.split(":"))
        except ValueError:
            least = most = default = nan
        if not name.isidentifier() or not -inf < least <= default <= most < inf:
            raise ArgumentTypeError(f"{text!r} is no number; write NAME=LEAST:MOST:DEFAULT, such as depth=1:6:2")
        return cls(name, least, most, default)


@dataclass(frozen=True, slots=True)
class Score:
    """Points a match, from 0 for the last place to 1 for the first, with the interval that blocks allow."""

    points: float
    margin: float
    blocks: int

    def __str__(self) -> str:
        return (f"{self.points:.3f} points a match ({self.points - self.margin:.3f} to "
                f"{self.points + self.margin:.3f}, {self.blocks} blocks)")


def score_of(rows: list[dict[str, object]], bot: str) -> Score:
    """Return the score of a bot by the rows of `tournament matches`: matches of a block share dice, blocks do not."""
    blocks: dict[object, list[float]] = defaultdict(list)
    for row in rows:
        if row["bot"] == bot:
            blocks[row["block"]].append(float(str(row["points"])))
    if len(blocks) < 2:
        raise SystemExit(f"bot {bot!r} has played {len(blocks)} seed blocks; it needs two or more")
    each = [mean(points) for points in blocks.values()]
    margin = float(t.ppf((1 + CONFIDENCE) / 2, len(each) - 1)) * stdev(each) / sqrt(len(each))
    return Score(mean(each), margin, len(each))


def play(wanted: Namespace, numbers: dict[str, float], blocks: int, kind: str) -> Score:
    """Play the tournament of these numbers, or what is missing of it, and return the score of the bot."""
    words = {name: str(round(value)) if name in wanted.whole else f"{value:.6g}" for name, value in numbers.items()}
    name = f"{kind}-{sha256(json.dumps([words, blocks]).encode()).hexdigest()[:12]}"
    text = filled(wanted.file, {"name": name, "blocks": str(blocks), **words})
    file = wanted.folder / f"{name}.toml"
    file.write_text(text, encoding="utf-8")
    _tournament("run", file, "--quiet")
    listed = _tournament("matches", file, "--to", "jsonl", "--output", "-")
    return score_of([json.loads(line) for line in listed.splitlines()], wanted.bot)


def filled(file: Path, words: dict[str, str]) -> str:
    """Return the text of a file with values in the place of words in braces. Raises ValueError, and OSError."""
    text = file.read_text(encoding="utf-8")
    for word, value in words.items():
        if f"{{{word}}}" not in text:
            raise ValueError(f"{file} has no {{{word}}}, which would be replaced in it")
        text = text.replace(f"{{{word}}}", value)
    return text


def check(wanted: Namespace) -> None:
    """Raise ValueError or OSError for what would only be found once matches were played."""
    names = [each.name for each in wanted.number]
    if wrong := [name for name in wanted.whole if name not in names]:
        raise ValueError(f"--whole {wrong[0]} is none of the numbers: {', '.join(names)}")
    for option, least in (("trials", 1), ("blocks", 2), ("confirm", 2)):
        if (given := getattr(wanted, option)) < least:
            raise ValueError(f"--{option} is {given}; it is at least {least}")
    text = filled(wanted.file, {"name": "trial", "blocks": "2", **dict.fromkeys(names, "1")})
    bots = [str(bot.get("name")) for bot in tomllib.loads(text).get("bots", [])]
    if wanted.bot not in bots:
        raise ValueError(f"{wanted.file} has no bot {wanted.bot!r}; it has {', '.join(bots)}")


def _tournament(*words: str | Path) -> str:
    """Run a command of tournaments; return what it prints. Its errors are its own lines."""
    done = subprocess.run(  # noqa: S603 - the words are this program's own
        [sys.executable, "-m", "lawspeaker_referee", "tournament", *words], stdout=subprocess.PIPE, text=True,
        check=False)
    if done.returncode:
        raise SystemExit(done.returncode)
    return done.stdout


def tune(wanted: Namespace) -> tuple[dict[str, float], Score]:
    """Try numbers until there were enough trials, and compare the best ones on new blocks."""
    wanted.folder.mkdir(parents=True, exist_ok=True)
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(
        storage=f"sqlite:///{wanted.folder / 'trials.db'}", study_name="tune", direction="maximize",
        load_if_exists=True)
    # The same trials after a restart: what it proposes depends on the seed and on the trials before.
    if not study.trials:
        study.enqueue_trial({each.name: each.default for each in wanted.number})
    for trial in study.get_trials(states=[optuna.trial.TrialState.RUNNING]):  # it was interrupted
        study.tell(trial.number, state=optuna.trial.TrialState.FAIL)
        study.enqueue_trial(trial.params)

    def objective(trial: optuna.Trial) -> float:
        numbers = {each.name: trial.suggest_float(each.name, each.least, each.most) for each in wanted.number}
        score = play(wanted, numbers, wanted.blocks, "trial")
        print(f"trial {trial.number}: {_shown(numbers, wanted)}: {score}", flush=True)
        return score.points

    while (done := len(study.get_trials(states=[optuna.trial.TrialState.COMPLETE]))) < wanted.trials:
        study.sampler = optuna.samplers.TPESampler(seed=wanted.seed + done)
        study.optimize(objective, n_trials=1)
    best = {each.name: float(study.best_params[each.name]) for each in wanted.number}
    # The best of many trials was also the luckiest, so only blocks that chose nothing say how good it is.
    return best, play(wanted, best, wanted.confirm, "best")


def _shown(numbers: dict[str, float], wanted: Namespace) -> str:
    return ", ".join(f"{name} {round(value) if name in wanted.whole else f'{value:.4g}'}"
                     for name, value in numbers.items())


def main() -> None:
    """Tune, and print the best numbers with their score against the other bots of the file."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("file", type=Path, help="file of a tournament, with words in braces")
    parser.add_argument("bot", help="name of the bot in it that is tuned")
    parser.add_argument("--number", type=Number.parse, action="append", required=True,
                        metavar="NAME=LEAST:MOST:DEFAULT", help="number that is tuned; may be repeated")
    parser.add_argument("--whole", action="append", default=[], metavar="NAME", help="number that has no fraction")
    parser.add_argument("--trials", type=int, default=40)
    parser.add_argument("--blocks", type=int, default=10, help="seed blocks of a trial")
    parser.add_argument("--confirm", type=int, default=100, help="seed blocks of the best numbers at the end")
    parser.add_argument("--seed", type=int, default=0, help="of what is proposed")
    parser.add_argument("--folder", type=Path, default=Path("records/tune"), help="where trials and their files are")
    wanted = parser.parse_args()
    try:
        check(wanted)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    best, score = tune(wanted)
    told = "better" if score.points - score.margin > 0.5 else "not shown to be better"
    print(f"best: {_shown(best, wanted)}: {score}; {told} than the others")


if __name__ == "__main__":
    main()
