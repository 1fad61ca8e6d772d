"""Build the packages of all languages into dist/, check them, and let each play where nothing else is: `make dist`.

The Makefile of each SDK packs it, with what `make test-clients` built. dist/ then has the packages, a bill of
materials of each in CycloneDX, and licences.txt with the licences of all that they need. The referee is installed from
the wheels into an empty environment; against it play bots that are built from the packages, with this checkout out of
sight.

A language whose toolchain is missing is left out with a message; with LAWSPEAKER_ALL_CLIENTS=1 that is an error.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import release
from bill_of_materials import TOOLS as BILL_TOOLS
from bill_of_materials import write_bills
from stage import CODE_OR_LINK, stage
from starters import check_starter, here

from clients import ALL_VARIABLE, CLIENTS, TOOLS, environment, make

ROOT = CLIENTS.parent
DIST = ROOT / "dist"
CHECKING = ROOT / "build/dist"
"""A virtual environment with the programs that check packages."""
DISTRIBUTIONS = {
    "clients/python": ["README.md", "LICENSE", "pyproject.toml", "src"],
    "engine": ["README.md", "LICENSE", "pyproject.toml", "lawspeaker_engine"],
    "bots": ["README.md", "LICENSE", "pyproject.toml", "lawspeaker_bots"],
    ".": ["README.md", "LICENSE", "CHANGELOG.md", "pyproject.toml", "referee", "proto"],
}
"""The folders of the distributions of Python -> what each is made of."""
MANIFESTS = (("*.whl", "METADATA"), ("*-bundle.zip", ".pom"), ("*.zip", "go.mod"), ("*.crate", "Cargo.toml"),
             ("*.tgz", "package.json"), ("lawspeaker-bot-*.tar.gz", "vcpkg.json"), ("*.tar.gz", "PKG-INFO"))
"""Pattern of a package -> the file in it that names the repository; the first that fits holds."""
BUILDERS = ["twine>=6,<7", *BILL_TOOLS]


PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]


class Failed(Exception):
    """A package is not as it should be; the message says which, and what is wrong."""


def main() -> int:
    """Return 0 if all went well, 1 otherwise."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help=f"of python, {', '.join(TOOLS)}; all if none")
    parser.add_argument("--wheels", type=Path, metavar="FOLDER", help="build nothing but the wheels, into this folder")
    arguments = parser.parse_args()
    if arguments.wheels:
        return build_wheels(arguments.wheels.resolve())
    wanted = arguments.languages or ["python", *TOOLS]
    languages = here(wanted)
    if len(languages) < len(wanted) and os.environ.get(ALL_VARIABLE) == "1":
        print(f"{ALL_VARIABLE}=1 asks for all of them", file=sys.stderr)
        return 1
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    try:
        build(languages)
        with TemporaryDirectory(prefix="lawspeaker-dist-") as place:
            referee = step("a referee of the wheels in an empty environment", install_referee, Path(place) / "venv")
            step("bills of materials and licences", write_bills, DIST, languages, referee.parent, CHECKING)
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                played = list(pool.map(lambda language: check_starter(language, DIST, referee), languages))
    except Failed as error:
        print(error, file=sys.stderr)
        return 1
    if release.address().startswith(release.PLACEHOLDER):
        print(f"not to be published yet: {release.address()} stands for the repository; `make address URL=...` sets it")
    return 0 if all(played) else 1


def step(what: str, function: Callable[..., Any], *arguments: object) -> Any:
    """Call a function, and print a line with the seconds that it took; return what it returns."""
    began = monotonic()
    result = function(*arguments)
    print(f"{what}: ok, {monotonic() - began:.0f} s", flush=True)
    return result


def build(languages: Sequence[str]) -> None:
    """Pack the distributions of Python and the SDKs, and check each package. Raises Failed."""
    pack(DIST)
    for language in languages:
        if language != "python":
            if not make(language, ["package"]):
                raise Failed(f"{language} cannot be packed")
            for package in (CLIENTS / language / "build/package").iterdir():
                shutil.copy(package, DIST)
    step("metadata of the packages", check_packages)


def pack(target: Path, *kind: str) -> None:
    """Pack the distributions of Python into a folder; `kind` is empty or options of hatchling. Raises Failed."""
    for folder, parts in DISTRIBUTIONS.items():
        with TemporaryDirectory(prefix="lawspeaker-stage-") as place:  # parts of CI may pack at the same time
            stage(ROOT / folder, Path(place), parts)
            run(f"hatchling build of {folder}", [sys.executable, "-m", "hatchling", "build", *kind, "-d", str(target)],
                Path(place))


def build_wheels(target: Path) -> int:
    """Build the wheels alone, into a folder that is made anew; return 0, or 1 if that failed."""
    shutil.rmtree(target, ignore_errors=True)
    try:
        pack(target, "-t", "wheel")
    except Failed as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def check_packages() -> None:
    """Check licence, addresses and README of every package, and that sdists make the wheels. Raises Failed."""
    if not (CHECKING / "ready").exists():
        run("venv", [sys.executable, "-m", "venv", str(CHECKING)])
        run("pip install", [*PIP, "--python", str(CHECKING / "bin/python"), "install", *BUILDERS])
        (CHECKING / "ready").touch()
    python = [path for path in sorted(DIST.iterdir()) if manifest_of(path.name) in {"METADATA", "PKG-INFO"}]
    run("twine check", [str(CHECKING / "bin/twine"), "check", "--strict", *map(str, python)])
    for package in sorted(DIST.iterdir()):
        if wrong := list(faults_of(package.name, files_of(package))):
            raise Failed("\n".join(f"{package.name}: {each}" for each in wrong))
    for sdist in [path for path in python if path.name.endswith(".tar.gz")]:
        with TemporaryDirectory() as place:
            run(f"wheel of {sdist.name}", [*PIP, "wheel", "--no-deps", "--no-build-isolation", "-w", place, str(sdist)])
            made, = Path(place).iterdir()
            if files_of(made).keys() != files_of(DIST / made.name).keys():
                raise Failed(f"{sdist.name} makes another wheel than {made.name}")


def files_of(package: Path) -> dict[str, bytes]:
    """Return the files of a package, path -> content; of a bundle of Maven also what is in its jar."""
    if package.suffix in {".whl", ".zip", ".jar"}:
        with zipfile.ZipFile(package) as archive:
            return {entry.filename: archive.read(entry) for entry in archive.infolist() if not entry.is_dir()}
    with tarfile.open(package) as archive:
        return {member.name: file.read() for member in archive if (file := archive.extractfile(member))}


def manifest_of(name: str) -> str:
    """Return the name of the file in a package that names the repository."""
    return next(manifest for pattern, manifest in MANIFESTS if fnmatch(name, pattern))


def faults_of(name: str, files: dict[str, bytes]) -> Iterator[str]:
    """Yield what is wrong with a package: licence, address of the repository, links of the README."""
    manifest = manifest_of(name)
    address = release.module_path() if manifest == "go.mod" else release.address()
    if not any(address in files[path].decode() for path in files if path.endswith(manifest)):
        yield f"its {manifest} does not name {address}"
    if manifest == ".pom":
        yield from (f"it has no {kind}" for kind in (".jar", "-sources.jar", "-javadoc.jar", ".pom.sha1")
                    if not [path for path in files if path.endswith(kind)])
    elif (ROOT / "LICENSE").read_bytes() not in [files[path] for path in files if path.endswith("LICENSE")]:
        yield "it has no LICENSE, or another one than the project"
    for path, content in files.items():
        if path.endswith(("README.md", "dist-info/METADATA")):
            yield from (f"{path} links to {target}, which is not in the package"
                        for _, _, target in CODE_OR_LINK.findall(content.decode())
                        if target and not re.match("https?://|#", target))


def install_referee(place: Path) -> Path:
    """Install the wheels into a new environment, play and verify; return its folder of commands. Raises Failed."""
    run("venv", [sys.executable, "-m", "venv", str(place)])
    wheels = sorted(map(str, DIST.glob("*.whl")))
    run("pip install", [*PIP, "--python", str(place / "bin/python"), "install", "-c", str(ROOT / "requirements.lock"),
                        *wheels], place)
    command = str(place / "bin/lawspeaker")
    run("a match", [command, "play", "northgard", "--bot", "random", "--bot", "greedy", "--record", "first.lsr"], place)
    run("verify", [command, "verify", "first.lsr"], place)
    return place / "bin"


def run(what: str, command: Sequence[str], folder: Path = ROOT) -> None:
    """Run a command. Raises Failed with its output if it fails."""
    done = subprocess.run(command, check=False, cwd=folder, env=environment(), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise Failed(f"{what} failed:\n{done.stdout}")


if __name__ == "__main__":
    sys.exit(main())
