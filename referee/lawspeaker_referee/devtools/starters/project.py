"""The project of a new bot: its name, its SDK and its files."""

from __future__ import annotations

import json
import re
import shlex
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from lawspeaker_engine.games import find_game
from lawspeaker_engine.model import BadSetup
from lawspeaker_referee.config.bot_specs import COMMAND
from lawspeaker_referee.devtools.starters.sdk import FOLDER, find_package, laid_out
from lawspeaker_referee.devtools.starters.searching import EXAMPLE, SEARCHING, Searching
from lawspeaker_referee.version import RELEASE


@dataclass(frozen=True, slots=True)
class Starter:
    """A language, and the commands of its project, which run in the project's folder."""

    title: str
    needs: str
    file: str
    """The file in which the bot decides."""
    run: str
    """The command that starts the bot."""
    build: tuple[str, ...] = ()
    """Shell commands that build it; empty if there is nothing to build."""
    test: tuple[str, ...] = ()
    """Shell commands that test the strategy for a game, after the build."""
    strategy: str = ""
    """The file that is the author's if the bot is for one game."""
    sdk: str = ""
    """The folder of its SDK in a checkout; empty if it needs none."""
    package: str = ""
    """A pattern of the SDK's package."""
    image: str = ""
    """A container image that it is built in, for CI; with what CI must install there."""
    prepare: tuple[str, ...] = ()


_STDIO: Final = "lawspeaker-bot stdio --name {{slug}} --"
_DEBIAN: Final = ("cmake g++ make pkg-config libgrpc++-dev libprotobuf-dev libssl-dev protobuf-compiler "
                  "protobuf-compiler-grpc")
STARTERS: Final = {
    "python": Starter(
        "Python", "Python 3.11 or newer", "bot.py", ".venv/bin/python bot.py",
        ("python3 -m venv .venv", ".venv/bin/pip install -r requirements.txt"), (".venv/bin/python -m unittest",),
        "strategy.py", "clients/python", "lawspeaker_bot-*.whl", "python:3.12"),
    "go": Starter(
        "Go", "Go 1.25 or newer", "main.go", "./bot", ("go mod tidy", "go build -o bot ."), ("go test .",),
        "strategy.go", "clients/go", "lawspeaker-[0-9]*.zip", "golang:1.26"),
    "rust": Starter(
        "Rust", "Rust 1.88 or newer", "src/main.rs", "target/release/bot", ("cargo build --release",),
        ("cargo test --release",), "src/strategy.rs", "clients/rust", "lawspeaker-bot-*.crate", "rust:1"),
    "java": Starter(
        "Java", "a JDK of 17 or newer and Maven 3.8 or newer", "src/main/java/bot/MyBot.java",
        "java -jar target/bot.jar", ("mvn -q package",), (), "src/main/java/bot/Strategy.java", "clients/java",
        "lawspeaker-bot-*-bundle.zip", "maven:3-eclipse-temurin-17"),
    "typescript": Starter(
        "TypeScript", "Node 20.11 or newer", "src/bot.ts", "node dist/bot.js",
        ("npm install --no-audit --no-fund", "npm run build"), ("npm test",), "src/strategy.ts", "clients/typescript",
        "lawspeaker-bot-*.tgz", "node:22"),
    "cpp": Starter(
        "C++", "GCC 12 or newer, CMake 3.22, grpc++, and protobuf with protoc", "bot.cpp", "build/bot",
        ("cmake -S . -B build -DCMAKE_BUILD_TYPE=Release", "cmake --build build"), ("ctest --test-dir build",),
        "strategy.cpp", "clients/cpp", "lawspeaker-bot-*.tar.gz", "debian:bookworm",
        ("apt-get update", f"apt-get install -y --no-install-recommends {_DEBIAN}")),
    "stdio-python": Starter(
        "Python without an SDK: it reads and prints lines of JSON", "Python 3.9 or newer, and `lawspeaker-bot`",
        "bot.py", f"{_STDIO} python3 bot.py", image="python:3.12"),
    "stdio-sh": Starter(
        "the shell: it reads and prints lines of JSON", "a POSIX shell, and `lawspeaker-bot`", "bot.sh",
        f"{_STDIO} sh bot.sh", image="python:3.12"),
}
"""By the name on the command line."""

SUFFIX: Final = ".template"
"""Suffix of every template, so that no tool takes it for a source file of its language."""
SHARED: Final = "shared"
LONGEST_NAME: Final = 64
_ACTS: Final = {"northgard": "PlayCard", "clansmen": "Build", "pax_viking": "Play"}
"""The games with a strategy to begin with -> the option that its test prefers to passing."""
_THINKS: Final = "It plays by a few rules of thumb so far."
_LOOKS_AHEAD: Final = ("It looks ahead by playouts, in any game. Its engine, in `sdk`, reads positions of a referee of "
                       "the same version.")
_BLIND: Final = "It plays blind so far."
_PLACEHOLDER: Final = re.compile(r"\{\{(\w+)\}\}")
_TAKEN: Final = "lawspeaker-bot"
"""The name of the SDKs: a project of that name could not depend on one."""


@dataclass(frozen=True, slots=True)
class Project:
    """A bot that is about to be written."""

    language: str
    name: str
    """1 to 64 printable characters."""
    games: tuple[str, ...]
    """The games that it plays; empty for any."""
    package: Path | None = None
    """The package of its SDK; None if it needs none."""
    wheels: tuple[Path, ...] = ()
    """The engine, if it looks ahead."""

    @property
    def searching(self) -> Searching | None:
        """How it looks ahead; None if it does not."""
        return SEARCHING[self.language] if self.wheels else None

    @property
    def starter(self) -> Starter:
        """The starter of its language."""
        return STARTERS[self.language]

    @property
    def build(self) -> tuple[str, ...]:
        """The shell commands that build it."""
        return (*(self.searching.build if self.searching else ()), *self.starter.build)

    @property
    def run(self) -> str:
        """The command line that starts it."""
        run = self.searching.run if self.searching else ""
        return _filled(run or self.starter.run, self._values())

    @property
    def spec(self) -> str:
        """The bot as `play` and `certify` take it."""
        return f"{COMMAND}{self.run}"

    @property
    def game(self) -> str:
        """The first game that it plays."""
        return self.games[0] if self.games else "northgard"

    @property
    def has_strategy(self) -> bool:
        """True if there is a strategy to begin with: for one game of those that the SDK knows."""
        return bool(self.starter.strategy) and len(self.games) == 1 and self.game in _ACTS and not self.wheels

    @property
    def file(self) -> str:
        """The file in which the author goes on."""
        return self.starter.strategy if self.has_strategy else self.starter.file

    def files(self) -> dict[str, bytes]:
        """Return its files, path -> content; the SDK's among them."""
        starter, ahead = self.starter, self.searching
        sdk = laid_out(self.package) if self.package else {}
        for wheel in self.wheels:
            sdk |= laid_out(wheel)
        tests = starter.test if self.has_strategy else ()
        values = self._values() | {
            "title": starter.title, "needs": starter.needs + (ahead.needs if ahead else ""),
            "file": self.file, "game": self.game,
            "building": _told("Build it, in this folder:", self.build) or "There is nothing to build.",
            "testing": _told("\n\nTest its strategy:", tests), "steps": "\n".join((*self.build, *tests)),
            "image": starter.image, "prepare": "".join(
                f"\n          {line}" for line in (*starter.prepare, *(ahead.prepare if ahead else ()))),
            "state": _LOOKS_AHEAD if ahead else _THINKS if self.has_strategy else _BLIND, "bot": shlex.quote(self.spec),
            "manual": f"`{FOLDER}/README.md`" if f"{FOLDER}/README.md" in sdk else "the README of the SDK",
        }
        folder = files("lawspeaker_referee.devtools.starters")
        kinds = ["all", *(("search",) if ahead else ("typed", self.game) if self.has_strategy else ("any",))]
        found = [template for place in (folder / SHARED, *(folder / self.language / kind for kind in kinds))
                 for template in _templates(place)]
        if ahead:
            found = [(path, text.replace(EXAMPLE, values["literal"])) for path, text in found]
        written = {path: _filled(text, values).encode() for path, text in found}
        return written | sdk

    def _values(self) -> dict[str, str]:
        """Return names, quoted for each place in which a template uses them."""
        games = ", ".join(f'"{game}"' for game in self.games)
        act = _ACTS.get(self.game, "")
        return {
            "name": self.name,
            "literal": json.dumps(self.name, ensure_ascii=False),  # which all these languages read alike
            "slug": slug_of(self.name),
            "games": games,
            "games_tuple": games and f"{games},",
            "game_camel": re.sub(r"_(\w)", lambda found: found[1].upper(), self.game),
            "title_of_game": find_game(self.game).title,
            "good": act, "good_camel": act[:1].lower() + act[1:],
            "good_snake": re.sub(r"(?<=[a-z])([A-Z])", r"_\1", act).lower(),
            "package": self.package.name if self.package else "",
            "wheels": "\n".join(f"./{FOLDER}/{wheel.name}" for wheel in self.wheels),
            "version": RELEASE,
        }


def _told(what: str, commands: tuple[str, ...]) -> str:
    lines = "\n".join(commands)
    return f"{what}\n\n```\n{lines}\n```" if commands else ""


def slug_of(name: str) -> str:
    """Return the name as every package manager takes it: lower-case words of letters and digits, joined by hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = "-".join(re.findall(r"[a-z0-9]+", plain)) or "my-bot"
    if not slug[0].isalpha():
        slug = f"bot-{slug}"
    if "-" not in slug and not slug.endswith("bot"):
        slug += "-bot"  # a keyword, or a word that a build tool keeps for itself, has no hyphen
    return f"my-{slug}" if slug == _TAKEN else slug


def check_name(name: str) -> str:
    """Return the name if a referee accepts it. Raises BadSetup."""
    if not (0 < len(name) <= LONGEST_NAME and name.isprintable()):
        raise BadSetup(f"{name!r} cannot be a bot's name; it has 1 to {LONGEST_NAME} printable characters")
    return name


def find_sdk(starter: Starter, given: Path | None, report: Callable[[str], None]) -> Path | None:
    """Return the package of a starter's SDK; None if it needs none. Raises BadSetup.

    `report` is called before work that can take minutes, with what it is.
    """
    if starter.sdk:
        return find_package(starter.sdk, starter.package, given, report)
    if given is not None:
        raise BadSetup("this bot needs no SDK; leave --sdk out")
    return None


def check_folder(folder: Path) -> None:
    """Raise BadSetup unless a folder is new or empty."""
    if folder.is_dir() and any(folder.iterdir()):
        raise BadSetup(f"{folder} is not empty; name a new or an empty folder")


def write(folder: Path, files: dict[str, bytes]) -> None:
    """Write files into a new or empty folder: all of them or none. Raises BadSetup, OSError."""
    check_folder(folder)
    made = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with TemporaryDirectory(dir=folder, prefix=".new-bot-") as staged:
            for path, content in files.items():
                file = Path(staged, path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
                file.chmod(0o755 if file.suffix == ".sh" else 0o644)
            for entry in Path(staged).iterdir():
                entry.rename(folder / entry.name)
    except OSError:
        if made:
            folder.rmdir()
        raise


def _filled(text: str, values: Mapping[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda found: values[found[1]], text)


def _templates(folder: Traversable, path: str = "") -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _templates(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(SUFFIX):
            name = entry.name.removesuffix(SUFFIX)
            yield path + (".gitignore" if name == "gitignore" else name), entry.read_text(encoding="utf-8")
