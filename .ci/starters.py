"""Make starter projects of each language, build them elsewhere and let them play: part of `make dist`.

A project is moved to another folder, and built, tested and played with the checkout out of sight: an empty folder is
mounted over it, which root may do. Then the files of projects for the other games replace its own, and the first
program of the SDK's README, which must build and play there too.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from clients import CLIENTS, TOOLS, ccache, environment, present
from lawspeaker_referee.devtools.starters.project import STARTERS, Project
from lawspeaker_referee.devtools.starters.sdk import CHECKOUT, FOLDER
from lawspeaker_referee.devtools.starters.searching import SEARCHING

NAME = 'Erik "the" Red\'s \\bot'
"""A name that breaks the code of most languages if it is not quoted."""
PLACE = "lawspeaker's stärters "
"""A folder whose name has to be quoted, and is not of ASCII alone."""
GAMES = ("northgard", "clansmen", "pax_viking", "any")
FENCES = {"python": "python", "go": "go", "rust": "rust,no_run", "java": "java", "typescript": "ts", "cpp": "cpp"}
"""Language -> the info string of the code block of the first program in its README."""
INSTALLED = {"cpp": (
    "cmake --install build --prefix ../prefix && mv sdk ../sdk",
    'cmake -S . -B again -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$PWD/../prefix"',
    "cmake --build again --target bot",
    "lawspeaker play northgard --bot cmd:again/bot --bot random",
)}
"""Language -> commands that install the SDK for all projects, and build and play with that."""
CRATES = Path(os.environ.get("LAWSPEAKER_RUST_TARGET") or CLIENTS / "rust/target")
JARS = Path.home() / ".m2/repository/dev/lawspeaker"


def main() -> int:
    """Return 0 if all went well, 1 otherwise."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE",
                        help=f"of {', '.join(STARTERS)}; all if none is named")
    parser.add_argument("--packages", type=Path, help="folder of the SDKs' packages; packed now if left out")
    parser.add_argument("--referee", type=Path, default=Path(sys.executable).parent,
                        help="the folder of the command lawspeaker; the checkout is hidden if that is elsewhere")
    arguments = parser.parse_args()
    if unknown := set(arguments.languages) - STARTERS.keys():
        parser.error(f"no starter in {', '.join(sorted(unknown))}; there are {', '.join(STARTERS)}")
    wanted = arguments.languages or list(STARTERS)
    passed = [check_starter(language, arguments.packages, arguments.referee.resolve()) for language in here(wanted)]
    return 0 if all(passed) else 1


def here(languages: Sequence[str]) -> list[str]:
    """Return the languages whose toolchains are here."""
    return [language for language in languages if language not in TOOLS] + list(
        present(language for language in languages if language in TOOLS))


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The place in which a project is built: its folder, and the mounts over other folders meanwhile."""

    folder: Path
    referee: Path
    mounts: tuple[tuple[Path, Path], ...]

    def run(self, command: str) -> str:
        """Run a shell command in the folder; return what it printed if it fails, else an empty text."""
        lines = [f'mount --bind "${2 * at + 1}" "${2 * at + 2}"' for at in range(len(self.mounts))]
        script = " && ".join([*lines, f"shift {2 * len(self.mounts)}", 'cd "$1"', 'exec sh -c "$2"'])
        paths = [str(path) for pair in self.mounts for path in pair]
        hidden = ["unshare", "--mount", "sh", "-c", script, "sh", *paths, str(self.folder), command]
        done = subprocess.run(hidden if self.mounts else ["sh", "-c", command], check=False, cwd=self.folder,
                              env=self._environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return f"{command}: exit code {done.returncode}\n{done.stdout}" if done.returncode else ""

    def _environment(self) -> dict[str, str]:
        """Return our environment with the referee's commands first, without the checkout's, and with ccache."""
        path = [str(self.referee), *(each for each in os.environ["PATH"].split(os.pathsep)
                                     if not Path(each).is_relative_to(CHECKOUT))]
        return {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"} | ccache() | {
            "PATH": os.pathsep.join(path), "CCACHE_BASEDIR": str(self.folder.parent),
            "CMAKE_BUILD_PARALLEL_LEVEL": os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count()))}


def check_starter(language: str, packages: Path | None, referee: Path) -> bool:
    """Build new projects of this language and let them play; print a line, and return True if all succeeded."""
    began = monotonic()
    with TemporaryDirectory(prefix=PLACE) as place:
        for what, failure in steps(language, packages, referee, Path(place)):
            if failure:
                print(f"starter in {language}: {what} failed, {monotonic() - began:.0f} s", flush=True)
                print(failure, file=sys.stderr)
                return False
    print(f"starter in {language}: builds elsewhere, and plays {', '.join(GAMES[:-1])}, "
          f"{monotonic() - began:.0f} s", flush=True)
    return True


def steps(language: str, packages: Path | None, referee: Path, place: Path) -> Iterator[tuple[str, str]]:
    """Take the steps one by one; yield the name of each, and what was printed if it failed."""
    starter = STARTERS[language]
    elsewhere = Elsewhere(place / "moved" / "bot", referee, ())
    for game in GAMES if starter.sdk else GAMES[:1]:
        made = place / game
        command = ["lawspeaker", "new-bot", language, str(made), "--name", NAME, "--game", game]
        sdk = ["--sdk", str(packages)] if packages and starter.sdk else []
        done = subprocess.run([*command, *sdk], check=False, env=environment(), stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        yield f"new-bot --game {game}", done.stdout if done.returncode else mentions(made)
        if done.returncode:
            return
        if elsewhere.mounts or elsewhere.folder.exists():
            replace_own_files(made, elsewhere.folder)
        else:
            elsewhere = moved(language, made, elsewhere)
        project = Project(language, NAME, () if game == "any" else (game,))
        yield f"ci.sh ({game})", elsewhere.run("sh ci.sh")
        if game == GAMES[0] and language not in TOOLS:  # clients.py certifies bots of the others
            yield "certify", elsewhere.run(f"lawspeaker certify --bot '{project.spec}'")
    if language in SEARCHING:
        yield from looking_ahead(language, packages, referee, place / "ahead")
    if starter.sdk:
        put_sample(language, elsewhere.folder)
        for command_line in (*starter.build[-1:], "sh test.sh"):
            yield f"{command_line} (the README's program)", elsewhere.run(command_line)
    for command_line in INSTALLED.get(language, ()):
        yield command_line, elsewhere.run(command_line)


def looking_ahead(language: str, packages: Path | None, referee: Path, place: Path) -> Iterator[tuple[str, str]]:
    """Make a project that looks ahead, in a folder of its own, because it has the engine too; yield as `steps`."""
    place.mkdir()
    made = place / "made"
    command = ["lawspeaker", "new-bot", language, str(made), "--name", NAME, "--search",
               *(["--sdk", str(packages)] if packages else [])]
    done = subprocess.run(command, check=False, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)
    yield "new-bot --search", done.stdout if done.returncode else mentions(made)
    if not done.returncode:
        elsewhere = moved(language, made, Elsewhere(place / "moved" / "bot", referee, ()))
        yield "ci.sh (--search)", elsewhere.run("sh ci.sh")


def mentions(folder: Path) -> str:
    """Return the files that name the checkout, as lines; an empty text if there is none."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return "\n".join(f"{path} names {CHECKOUT}" for path in files if str(CHECKOUT).encode() in path.read_bytes())


def moved(language: str, made: Path, elsewhere: Elsewhere) -> Elsewhere:
    """Move a new project; return where it is built: with the checkout hidden, if the referee is not in it."""
    folder = elsewhere.folder
    folder.parent.mkdir()
    made.rename(folder)
    empty = made.parent / "empty"
    empty.mkdir()
    mounts: list[tuple[Path, Path]] = []
    if language == "rust":
        # The crates built for the SDK, in the same versions; building them takes minutes.
        CRATES.mkdir(parents=True, exist_ok=True)
        (folder / "target").mkdir()
        mounts.append((CRATES, folder / "target"))
        shutil.copy(folder / FOLDER / "Cargo.lock", folder)
    if language == "java":
        JARS.mkdir(parents=True, exist_ok=True)
        mounts.append((empty, JARS))  # where Maven would keep an SDK of the same version
    if not elsewhere.referee.is_relative_to(CHECKOUT):
        mounts.append((empty, CHECKOUT))
    may_hide = shutil.which("unshare") and not subprocess.run(["unshare", "--mount", "true"], check=False,
                                                              stderr=subprocess.DEVNULL).returncode
    if not may_hide:
        print(f"starter in {language}: the checkout stays in sight, for root on Linux alone may hide it", flush=True)
        mounts = []
    return Elsewhere(folder, elsewhere.referee, tuple(mounts))


def replace_own_files(made: Path, folder: Path) -> None:
    """Give a project the files of another one, but for the SDK, so that the SDK need not be built again."""
    for path in own_files(folder):
        if path.suffix in {".py", ".go", ".rs", ".java", ".ts", ".cpp", ".hpp"}:
            path.unlink()
    for path in own_files(made):
        target = folder / path.relative_to(made)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)


def own_files(folder: Path) -> Iterable[Path]:
    """Return the files of a project that neither the SDK nor a build brought."""
    brought = {FOLDER, "target", "build", "node_modules", "dist", ".venv"}
    return [path for path in folder.rglob("*")
            if path.is_file() and path.relative_to(folder).parts[0] not in brought]


def put_sample(language: str, folder: Path) -> None:
    """Replace the starter's program by the README's first one; a public class of Java gets a file of its name."""
    readme = (CLIENTS / language / "README.md").read_text(encoding="utf-8")
    code = re.findall(rf"^```{FENCES[language]}\n(.*?)^```", readme, re.DOTALL | re.MULTILINE)[0]
    file = folder / STARTERS[language].file
    if named := re.search(r"^public class (\w+)", code, re.MULTILINE):
        file = file.with_name(f"{named[1]}.java")
    file.write_text(code, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
