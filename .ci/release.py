"""The facts of a release that stand in many files: version, address of the repository, path of the Go module.

`release.py check` fails if they do not agree. `version X.Y.Z`, `address URL` and `module-path PATH` write one of them
everywhere, and print it if no value is given; their targets of the Makefile are `make version VERSION=`, `make address
URL=` and `make module-path DOMAIN=`. `version` also makes what is new in CHANGELOG.md a section of that version.
"""

from __future__ import annotations

import re
import runpy
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSIONS: tuple[tuple[str, str], ...] = (
    ("clients/python/src/lawspeaker_version.py", r'^RELEASE: Final = "(.+)"$'),
    ("pyproject.toml", r'"lawspeaker-bot==([^"]+)"'),
    ("pyproject.toml", r'"lawspeaker-engine==([^"]+)"'),
    ("pyproject.toml", r'"lawspeaker-bots==([^"]+)"'),
    ("bots/pyproject.toml", r'"lawspeaker-bot==([^"]+)"'),
    ("bots/pyproject.toml", r'"lawspeaker-engine==([^"]+)"'),
    ("clients/go/config.go", r'^const Version = "(.+)"$'),
    ("clients/go/session_test.go", r'sdk:"go/([^"]+)"'),
    ("clients/rust/Cargo.toml", r'^version = "(.+)"$'),
    ("clients/rust/Cargo.lock", r'^name = "lawspeaker-bot"\nversion = "(.+)"$'),
    ("clients/typescript/package.json", r'^  "version": "(.+)",$'),
    ("clients/typescript/package-lock.json", r'"name": "lawspeaker-bot",\n +"version": "(.+)",$'),
    ("clients/typescript/src/version.ts", r'"typescript/(.+)"'),
    ("clients/java/pom.xml", r"<artifactId>lawspeaker-bot</artifactId>\n  <version>(.+)</version>"),
    ("clients/java/README.md", r"<artifactId>lawspeaker-bot</artifactId>\n  <version>(.+)</version>"),
    ("clients/java/src/main/java/dev/lawspeaker/bot/Lawspeaker.java", r'"java/(.+)"'),
    ("clients/cpp/CMakeLists.txt", r"^project\(lawspeaker-bot VERSION (\S+)"),
    ("clients/cpp/vcpkg.json", r'^  "version": "(.+)",$'),
    ("clients/cpp/include/lawspeaker/version.hpp", r'"cpp/(.+)"'),
    ("clients/cpp/tests/answer_test.cpp", r'"cpp/(.+)"'),
    ("clients/transcripts/script.py", r'^REFEREE_VERSION = "(.+)"$'),
    ("deploy/kubernetes/base/kustomization.yaml", r"newTag: ([^}\s]+)"),
    ("deploy/kubernetes/overlays/tournament/kustomization.yaml", r"newTag: ([^}\s]+)"),
    ("viewer/package.json", r'^  "version": "(.+)",$'),
    ("viewer/package-lock.json", r'\A\{\n  "name": .+\n  "version": "(.+)",$'),
    ("CITATION.cff", r"^version: (.+)$"),
)
"""File and pattern of every place of the version; the first is the one that the others are compared with."""
ADDRESSES = (
    "pyproject.toml", "engine/pyproject.toml", "bots/pyproject.toml", "clients/python/pyproject.toml",
    "clients/rust/Cargo.toml",
    "clients/typescript/package.json", "clients/java/pom.xml", "clients/cpp/CMakeLists.txt", "clients/cpp/vcpkg.json",
    "CITATION.cff",
)
"""The files that name the address of the repository; the first one's `Repository` is compared with."""
CHANGELOG = "CHANGELOG.md"
UNRELEASED = "## [Unreleased]\n"
"""The heading in CHANGELOG of what no version has yet."""
PLACEHOLDER = "https://lawspeaker.example/"
"""The beginning of the address until there is one: a name reserved for examples, not to be published."""
MODULE_FILES = ("clients/go/**/*.go", "clients/go/**/go.mod", "clients/go/README.md",
                "referee/lawspeaker_referee/devtools/starters/go/**/*.template")
VERSION = re.compile(r"\d+\.\d+\.\d+(-?(a|b|rc|alpha|beta)\.?\d+)?")
ADDRESS = re.compile(r"https://[\w.-]+(/[\w.~/-]*[\w~-])?")
MODULE = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)*(/[\w.~-]+)*")


def main() -> int:
    """Return 0 if all went well, 1 after a line for each place that does not agree, 2 for a wrong value."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["check", *COMMANDS])
    parser.add_argument("value", nargs="?", default="")
    parser.add_argument("--date", type=_day, default=date.today(),  # noqa: DTZ011 - the day where we are
                        help="the day of a version (default: today)")
    arguments = parser.parse_args()
    if arguments.what == "check":
        wrong = list(disagreements())
        print("\n".join(wrong) or f"version {version()}, address {address()}, Go module {module_path()}: everywhere")
        return 1 if wrong else 0
    pattern, read, write = COMMANDS[arguments.what]
    if not arguments.value:
        print(read())
        return 0
    if not pattern.fullmatch(arguments.value):
        parser.error(f"{arguments.value!r} is no {arguments.what}; it must match {pattern.pattern}")
    try:
        if arguments.what == "version":
            start_section(arguments.value, arguments.date)
    except ValueError as error:
        parser.error(str(error))
    write(arguments.value)
    return 0


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no day; write one as 2026-03-04") from None


def version() -> str:
    """Return the version of the project."""
    return found(*VERSIONS[0])[0]


def build_version() -> str:
    """Return the version of packages that are built from this tree: the version of the project and the revision."""
    packaged: str = runpy.run_path(str(ROOT / VERSIONS[0][0]))["packaged_version"]()
    return packaged


def address() -> str:
    """Return the address of the repository, without a slash at its end."""
    return found("pyproject.toml", r'^Repository = "(.+)"$')[0]


def module_path() -> str:
    """Return the path of the Go module."""
    return found("clients/go/go.mod", r"^module (\S+)$")[0]


def found(path: str, pattern: str) -> list[str]:
    """Return what the pattern's group matches in a file."""
    matches = re.finditer(pattern, (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)
    return [match[1] for match in matches]


def disagreements() -> Iterator[str]:
    """Yield a line for each place that names another version or address than the first, or none."""
    for path, pattern in VERSIONS:
        if set(named := found(path, pattern)) != {version()}:
            yield f"{path}: the version is {', '.join(named) or 'missing'} where {pattern} matches, not {version()}"
    for path in ADDRESSES:
        if address() not in (ROOT / path).read_text(encoding="utf-8"):
            yield f"{path}: the address {address()} is missing"


def set_version(value: str) -> None:
    """Write the version into every place."""
    for path, pattern in VERSIONS:
        file = ROOT / path
        text = file.read_text(encoding="utf-8")
        for match in reversed(list(re.finditer(pattern, text, re.MULTILINE))):
            text = text[:match.start(1)] + value + text[match.end(1):]
        file.write_text(text, encoding="utf-8")


def start_section(value: str, day: date) -> None:
    """Make what is unreleased in CHANGELOG a section of a version.

    Raises ValueError if the version has a section already, or if nothing is unreleased.
    """
    file = ROOT / CHANGELOG
    text = file.read_text(encoding="utf-8")
    if f"\n## [{value}]" in text:
        raise ValueError(f"{CHANGELOG} already has a section of {value}")
    before, heading, after = text.partition(UNRELEASED)
    if not heading or re.match(r"\s*(## |\Z)", after):
        raise ValueError(f"{CHANGELOG} has nothing below {UNRELEASED.strip()!r} that {value} would bring")
    file.write_text(f"{before}{UNRELEASED}\n## [{value}] - {day}\n{after}", encoding="utf-8")


def set_address(value: str) -> None:
    """Write the address of the repository into every place."""
    old = address()
    for path in ADDRESSES:
        file = ROOT / path
        file.write_text(file.read_text(encoding="utf-8").replace(old, value), encoding="utf-8")


def set_module_path(value: str) -> None:
    """Write the path of the Go module into every import, go.mod, README and starter."""
    old = re.escape(module_path())
    folders = "|".join(path.name for path in (ROOT / "clients/go").iterdir() if path.is_dir())
    named = re.compile(
        rf'(?<![\w./-]){old}(?=/({folders})\b)|(?<=^\t"){old}(?="$)|(?<=^import "){old}(?="$)'
        rf'|(?<=^module ){old}(?=$)|(?<=^require ){old}(?= )|(?<=^replace ){old}(?= )'
        rf'|(?<=go mod edit -replace ){old}(?==)|(?<=go doc -all ){old}(?=`)', re.MULTILINE)
    for pattern in MODULE_FILES:
        for file in sorted(set(ROOT.glob(pattern)) - set(ROOT.glob("clients/go/build/**/*"))):
            file.write_text(named.sub(value, file.read_text(encoding="utf-8")), encoding="utf-8")


COMMANDS: dict[str, tuple[re.Pattern[str], Callable[[], str], Callable[[str], None]]] = {
    "version": (VERSION, version, set_version), "address": (ADDRESS, address, set_address),
    "module-path": (MODULE, module_path, set_module_path),
}
"""The values that may be set -> the pattern of each, and the functions that read and write it."""

if __name__ == "__main__":
    sys.exit(main())
