"""Breaks the rules of a game by small mutations, one at a time, and counts how many its tests notice: `make mutants`.

mutmut makes the mutants in build/mutants/<game> and runs the tests of tests/engine/<game> that reach each one, up to
the first that fails. What was found stays there: a mutant that was noticed is not tried again until its function
changes, so that a run that was stopped goes on, and after new tests only the survivors are tried.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import resource
import subprocess
import sys
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from time import monotonic

ROOT = Path(__file__).parents[1]
GAMES = ("northgard", "clansmen", "pax_viking")
MUTMUT = Path(sys.executable).parent / "mutmut"
CONFIG = """[tool.mutmut]
source_paths = ["lawspeaker_engine"]
only_mutate = ["lawspeaker_engine/games/{game}/*"]
do_not_mutate = ["*/words*.py", "*/__init__.py"]
also_copy = ["docs"]
pytest_add_cli_args = ["-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-profile", "full"]
pytest_add_cli_args_test_selection = ["tests/engine/{game}"]
use_git_change_detection = false
timeout_multiplier = 1
timeout_constant = 10

[tool.pytest.ini_options]
pythonpath = ["."]
addopts = ["--import-mode=importlib"]
markers = ["slow: all of them are run here"]
"""
NOTICED = ("killed", "timeout")
MISSED = ("survived", "no tests")
EVERY_SECONDS = 20
MOST_BYTES = 4 << 30
"""Address space of a process; mutants that loop were seen to fill a gigabyte in seconds."""


def main() -> None:
    """Run a sample of the mutants of each game, and tell the score and the survivors."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, action="append", help="one game only")
    parser.add_argument("--files", nargs="*", default=[], metavar="FILE", help="of these files only, such as combat.py")
    parser.add_argument("--sample", type=int, default=300, metavar="N", help="so many mutants a game; 0 for all")
    parser.add_argument("--seed", type=int, default=1, help="which ones (default: 1)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N")
    asked = parser.parse_args()
    for game in asked.game or GAMES:
        folder = prepared(game)
        names = sample(results(folder), asked.files, asked.sample, asked.seed)
        todo = [name for name, verdict in names.items() if verdict not in NOTICED]
        say(f"{game}: {len(names)} mutants, {len(todo)} of them to be tried")
        if todo:
            mutmut(folder, "run", "--max-children", str(asked.workers), *todo, total=len(todo))
        found = results(folder)
        report(game, folder, {name: found[name] for name in names})


def prepared(game: str) -> Path:
    """The folder in which mutmut works, with the mutants of the game as it is now."""
    folder = ROOT / "build/mutants" / game
    folder.mkdir(parents=True, exist_ok=True)
    for link, target in (("lawspeaker_engine", "engine/lawspeaker_engine"), ("tests", "tests"), ("docs", "docs")):
        if not (folder / link).is_symlink():
            (folder / link).symlink_to(ROOT / target, target_is_directory=True)
    (folder / "pyproject.toml").write_text(CONFIG.format(game=game), encoding="utf-8")
    say(f"{game}: making mutants and running the tests once; two minutes at the first time")
    # mutmut cannot make mutants without running some: it is asked for one that there is not, and fails after the rest.
    told = subprocess.run([MUTMUT, "run", "none"], cwd=folder, capture_output=True, text=True, check=False)
    if "nothing matches" not in told.stderr:
        raise SystemExit(f"mutmut made no mutants of {game}:\n{told.stdout[-2000:]}{told.stderr[-2000:]}")
    return folder


def results(folder: Path) -> dict[str, str]:
    """By mutant: what came of it, or that it was not checked."""
    shown = subprocess.run([MUTMUT, "results", "--all", "true"], cwd=folder, capture_output=True, text=True, check=True)
    rows = (line.strip().rpartition(": ") for line in shown.stdout.splitlines())
    return {name: verdict for name, _, verdict in rows if name}


def sample(found: dict[str, str], files: Sequence[str], size: int, seed: int) -> dict[str, str]:
    """So many of them, drawn with the seed from those of the files; in the order of their names."""
    wanted = {Path(each).with_suffix("").name for each in files}
    names = sorted(name for name in found if not wanted or module_of(name).rpartition(".")[2] in wanted)
    if not names:
        raise SystemExit(f"no mutants in {', '.join(files)}; name files of a game's folder, such as combat.py")
    drawn = names if size in (0, len(names)) else Random(seed).sample(names, min(size, len(names)))
    return {name: found[name] for name in sorted(drawn)}


def module_of(name: str) -> str:
    """`lawspeaker_engine.games.northgard.actions.combat` of a mutant's name."""
    return name.rpartition(".")[0]


def mutmut(folder: Path, *arguments: str, total: int) -> None:
    """Run mutmut at low priority; its progress is told now and then, all that it says is in mutmut.log."""
    began = last = monotonic()
    with (folder / "mutmut.log").open("w", encoding="utf-8") as log, subprocess.Popen(
        [MUTMUT, *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        preexec_fn=limits,  # noqa: PLW1509 - there are no threads here
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            log.write(line)
            tried = len(re.findall(r"🎉|🙁|⏰", line)) and re.search(r"(\d+)/\d+", line)
            if tried and monotonic() - last > EVERY_SECONDS:
                last = monotonic()
                say(f"  {line.strip()} after {(last - began) / 60:.1f} min")
    if process.returncode:
        raise SystemExit(f"mutmut failed on {total} mutants; see {folder / 'mutmut.log'}")


def limits() -> None:
    """Low priority, and memory of which a mutant that never ends cannot eat all."""
    os.nice(10)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))


def report(game: str, folder: Path, found: dict[str, str]) -> None:
    """The survivors, where each stands and what it changed; then the score with its interval of 95 %."""
    survivors = [(name, difference(folder, name)) for name, verdict in found.items() if verdict in MISSED]
    real = [(name, lines) for name, lines in survivors if not same(lines)]
    for name, lines in real:
        print(f"{place(game, name, lines)}  {name.rpartition('.')[2]}  ({found[name]})")
        print("\n".join(f"    {line}" for line in lines))
    noticed = sum(verdict in NOTICED for verdict in found.values())
    counted = noticed + len(real)
    odd = len(found) - noticed - len(survivors)
    low, high = wilson(noticed, counted)
    print(f"{game}: {noticed} of {counted} mutants noticed, {noticed / max(counted, 1):.1%} "
          f"({low:.1%} to {high:.1%}); {len(survivors) - len(real)} more change nothing, {odd} could not be judged")


def difference(folder: Path, name: str) -> list[str]:
    """The lines that a mutant takes away and puts in, with - and + before them."""
    shown = subprocess.run([MUTMUT, "show", name], cwd=folder, capture_output=True, text=True, check=True)
    return [line for line in shown.stdout.splitlines() if re.match(r"[-+](?![-+])", line)]


def same(lines: Sequence[str]) -> bool:
    """Return whether the mutant is the same program: PUBLIC, the audience of what lies open, is None."""
    gone, come = ("".join(line[1:] for line in lines if line[0] == sign) for sign in "-+")
    return gone != come and gone.replace("PUBLIC", "None") == come.replace("PUBLIC", "None")


def place(game: str, name: str, lines: Sequence[str]) -> str:
    """`actions/combat.py:120`: the first line that is changed, in the function that the name says."""
    path = ROOT / "engine" / f"{module_of(name).replace('.', '/')}.py"
    shown = str(path.relative_to(ROOT / "engine/lawspeaker_engine/games" / game))
    text = path.read_text(encoding="utf-8")
    words = name.rpartition(".")[2].rpartition("__mutmut_")[0].split("ǁ")
    for function in functions(text, words[-1] if len(words) > 1 else words[0].removeprefix("x_"), words[1:-1]):
        for number in range(function.lineno, (function.end_lineno or function.lineno) + 1):
            if lines and text.splitlines()[number - 1].strip() == lines[0][1:].strip():
                return f"{shown}:{number}"
        return f"{shown}:{function.lineno}"
    return shown


def functions(text: str, name: str, classes: Sequence[str]) -> Iterator[ast.FunctionDef]:
    """The functions of that name, in the class of that name if one is given."""
    body: list[ast.stmt] = ast.parse(text).body
    for wanted in classes:
        body = [each for row in body if isinstance(row, ast.ClassDef) and row.name == wanted for each in row.body]
    yield from (row for row in body if isinstance(row, ast.FunctionDef) and row.name == name)


def wilson(hits: int, total: int) -> tuple[float, float]:
    """The interval of 95 % for a share."""
    if not total:
        return 0.0, 1.0
    z, share = 1.96, hits / total
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z * sqrt(share * (1 - share) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def say(line: str) -> None:
    """Progress, beside what is printed as the result."""
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
