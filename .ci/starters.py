"""Make a starter project of each language, build it, let it play and certify it: part of `make test-clients`.

Then the first program of the SDK's README replaces the starter's, and must build and play there too.

A language whose toolchain is missing is left out with a message; with LAWSPEAKER_ALL_CLIENTS=1 that is an error.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from time import monotonic

from clients import ALL_VARIABLE, CLIENTS, TOOLS, environment, present
from lawspeaker_referee.devtools.starters.project import CHECKOUT, STARTERS, Project, find_sdk

NAME = 'Erik "the" Red\'s \\bot'
"""A name that breaks the code of most languages if it is not quoted."""
PLACE = "lawspeaker's starters "
SAMPLE = "the README's program"
FENCES = {"python": "python", "go": "go", "rust": "rust,no_run", "java": "java", "typescript": "ts", "cpp": "cpp"}
"""Language -> the info string of the code block of the first program in its README."""


def main() -> int:
    """Return 0 if all went well, 1 otherwise."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE",
                        help=f"of {', '.join(STARTERS)}; all if none is named")
    wanted = parser.parse_args().languages or list(STARTERS)
    if unknown := set(wanted) - STARTERS.keys():
        parser.error(f"no starter in {', '.join(sorted(unknown))}; there are {', '.join(STARTERS)}")
    here = [language for language in wanted if language not in TOOLS]
    here += present(language for language in wanted if language in TOOLS)
    if len(here) < len(wanted) and os.environ.get(ALL_VARIABLE) == "1":
        print(f"{ALL_VARIABLE}=1 asks for all of them", file=sys.stderr)
        return 1
    passed = [check_starter(language) for language in here]
    return 0 if all(passed) else 1


def check_starter(language: str) -> bool:
    """Build, play and certify a new project of this language; print a line, and return True if all succeeded."""
    project = Project(language, NAME, (), find_sdk(STARTERS[language], None))
    began = monotonic()
    with TemporaryDirectory(prefix=PLACE) as place:
        folder = Path(place) / "bot"
        steps: list[tuple[str, Sequence[str]]] = [
            ("new-bot", ["lawspeaker", "new-bot", language, str(folder), "--name", NAME])]
        steps += [(command, ["sh", "-c", command]) for command in project.build]
        steps += [("test.sh", ["sh", "test.sh"]), ("certify", ["lawspeaker", "certify", "--bot", project.spec])]
        if STARTERS[language].sdk:
            steps += [(SAMPLE, ["sh", "-c", command]) for command in (*project.build[-1:], "sh test.sh")]
        for title, command in steps:
            if title == SAMPLE:
                put_sample(language, folder)
            if title != "new-bot" and language == "rust":
                lend_built_crates(folder)
            done = subprocess.run(command, check=False, cwd=folder if folder.exists() else CHECKOUT, env=environment(),
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if done.returncode:
                print(f"starter in {language}: {title} failed, {monotonic() - began:.0f} s", flush=True)
                print(done.stdout, file=sys.stderr)
                return False
    print(f"starter in {language}: builds, plays and is certified, {monotonic() - began:.0f} s", flush=True)
    return True


def put_sample(language: str, folder: Path) -> None:
    """Replace the starter's program by the README's first one; a public class of Java gets a file of its name."""
    readme = (CLIENTS / language / "README.md").read_text(encoding="utf-8")
    code = re.findall(rf"^```{FENCES[language]}\n(.*?)^```", readme, re.DOTALL | re.MULTILINE)[0]
    file = folder / STARTERS[language].file
    if named := re.search(r"^public class (\w+)", code, re.MULTILINE):
        file = file.with_name(f"{named[1]}.java")
    file.write_text(code, encoding="utf-8")


def lend_built_crates(folder: Path) -> None:
    """Let a Rust project use the crates built for the SDK, in the same versions; building them takes minutes."""
    if not (folder / "target").exists():
        (CLIENTS / "rust/target").mkdir(exist_ok=True)
        (folder / "target").symlink_to(CLIENTS / "rust/target")
        copy(CLIENTS / "rust/Cargo.lock", folder)


if __name__ == "__main__":
    sys.exit(main())
