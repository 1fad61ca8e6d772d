"""The project of a new bot: its name, its SDK and its files."""

from __future__ import annotations

import json
import re
import shlex
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from lawspeaker_engine.model import BadSetup
from lawspeaker_referee.config.bot_specs import COMMAND


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
    sdk: str = ""
    """The folder of its SDK in a checkout; empty if it needs none."""
    manifest: str = ""
    """A file by which the SDK's folder is recognised."""


_STDIO: Final = "lawspeaker-bot stdio --name {{slug}} --"
STARTERS: Final = {
    "python": Starter(
        "Python", "Python 3.11 or newer", "bot.py", ".venv/bin/python bot.py",
        ("python3 -m venv .venv", ".venv/bin/pip install -r requirements.txt"), "clients/python", "pyproject.toml"),
    "go": Starter(
        "Go", "Go 1.25 or newer", "main.go", "./bot", ("go mod tidy", "go build -o bot ."), "clients/go", "go.mod"),
    "rust": Starter(
        "Rust", "Rust 1.88 or newer", "src/main.rs", "target/release/bot", ("cargo build --release",),
        "clients/rust", "Cargo.toml"),
    "java": Starter(
        "Java", "a JDK of 17 or newer and Maven 3.8 or newer", "src/main/java/bot/MyBot.java",
        "java -jar target/bot.jar", ("mvn -q -f {{sdk_shell}}/pom.xml install -DskipTests", "mvn -q package"),
        "clients/java", "pom.xml"),
    "typescript": Starter(
        "TypeScript", "Node 20.11 or newer", "src/bot.ts", "node dist/bot.js",
        ("make -C {{sdk_shell}} build", "npm install --no-audit --no-fund", "npm run build"), "clients/typescript",
        "package.json"),
    "cpp": Starter(
        "C++", "GCC 12 or newer, CMake 3.22, grpc++, and protobuf with protoc", "bot.cpp", "build/bot",
        ("cmake -S . -B build -DCMAKE_BUILD_TYPE=Release", "cmake --build build"), "clients/cpp", "CMakeLists.txt"),
    "stdio-python": Starter(
        "Python without an SDK: it reads and prints lines of JSON", "Python 3.9 or newer, and `lawspeaker-bot`",
        "bot.py", f"{_STDIO} python3 bot.py"),
    "stdio-sh": Starter(
        "the shell: it reads and prints lines of JSON", "a POSIX shell, and `lawspeaker-bot`", "bot.sh",
        f"{_STDIO} sh bot.sh"),
}
"""By the name on the command line."""

SUFFIX: Final = ".template"
"""Suffix of every template, so that no tool takes it for a source file of its language."""
SHARED: Final = "shared"
LONGEST_NAME: Final = 64
CHECKOUT: Final = Path(__file__).resolve().parents[4]
"""Where the SDKs are if this package runs from a checkout."""
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
    sdk: Path | None
    """The absolute path of its SDK; None if it needs none."""

    @property
    def starter(self) -> Starter:
        """The starter of its language."""
        return STARTERS[self.language]

    @property
    def build(self) -> list[str]:
        """The shell commands that build it."""
        return [_filled(command, self._values()) for command in self.starter.build]

    @property
    def run(self) -> str:
        """The command line that starts it."""
        return _filled(self.starter.run, self._values())

    @property
    def spec(self) -> str:
        """The bot as `play` and `certify` take it."""
        return f"{COMMAND}{self.run}"

    @property
    def game(self) -> str:
        """The first game that it plays."""
        return self.games[0] if self.games else "northgard"

    def files(self) -> dict[str, str]:
        """Return its files: path -> text."""
        build = "\n".join(self.build)
        values = self._values() | {
            "title": self.starter.title, "needs": self.starter.needs, "file": self.starter.file, "game": self.game,
            "building": f"Build it, in this folder:\n\n```\n{build}\n```" if build else "There is nothing to build.",
            "manual": f"`{self.sdk}/README.md`" if self.sdk else "`docs/stdio.md` of that checkout",
            "bot": shlex.quote(self.spec),
        }
        folder = files("lawspeaker_referee.devtools.starters")
        found = [template for name in (SHARED, self.language) for template in _templates(folder / name)]
        return {path: _filled(text, values) for path, text in found}

    def _values(self) -> dict[str, str]:
        """Return name and paths, quoted for each place in which a template uses them."""
        sdk = str(self.sdk or "")
        games = ", ".join(f'"{game}"' for game in self.games)
        return {
            "name": self.name,
            "literal": json.dumps(self.name, ensure_ascii=False),  # which all these languages read alike
            "slug": slug_of(self.name),
            "games": games,
            "games_tuple": games and f"{games},",
            "sdk": sdk,
            "sdk_shell": shlex.quote(sdk),
            "sdk_literal": json.dumps(sdk, ensure_ascii=False),
            "sdk_file": json.dumps(f"file:{sdk}", ensure_ascii=False),
            "sdk_url": self.sdk.as_uri() if self.sdk else "",
        }


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


def find_sdk(starter: Starter, given: Path | None) -> Path | None:
    """Return the absolute path of a starter's SDK; None if it needs none. Raises BadSetup."""
    if not starter.sdk:
        if given is not None:
            raise BadSetup("this bot needs no SDK; leave --sdk out")
        return None
    sdk = (given or CHECKOUT / starter.sdk).resolve()
    if (sdk / starter.manifest).is_file():
        return sdk
    if given is None:
        raise BadSetup(f"this command does not run from a checkout, so say where one is: --sdk "
                       f"CHECKOUT/{starter.sdk}")
    raise BadSetup(f"there is no {starter.manifest} in {given}; give the folder {starter.sdk} of a checkout")


def write(folder: Path, files: dict[str, str]) -> None:
    """Write files into a new or empty folder: all of them or none. Raises BadSetup, OSError."""
    if folder.is_dir() and any(folder.iterdir()):
        raise BadSetup(f"{folder} is not empty; name a new or an empty folder")
    made = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with TemporaryDirectory(dir=folder, prefix=".new-bot-") as staged:
            for path, text in files.items():
                file = Path(staged, path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
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
