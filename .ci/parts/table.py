"""The parts of CI: what each runs, which files of the repository it may open, and with which programs.

A part whose inputs are the same bytes as when it passed is not run again. A part without inputs runs every time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Kept:
    """A folder outside the clone with what a part builds or fetches, for all parts and later runs."""

    variable: str
    """The environment variable that tells commands of the folder."""
    inputs: tuple[str, ...]
    """Other bytes in these files need another folder."""
    tools: tuple[str, ...]
    """Other versions of these programs do, too."""


@dataclass(frozen=True, slots=True)
class Part:
    """A command of the Makefile, and all that its result depends on."""

    name: str
    command: str
    inputs: tuple[str, ...] = ()
    """Files and folders, `!` before those that are left out. The part may open no other file of the repository."""
    tools: tuple[str, ...] = ()
    """Programs whose versions count."""
    packages: tuple[str, ...] = ()
    """Files with names of Debian packages whose versions count."""
    after: tuple[str, ...] = ()
    """Parts that must have passed."""
    builds: tuple[str, ...] = ()
    """Folders in which it builds: parts that have one in common never run at the same time."""
    kept: Kept | None = None
    """The folder that this part fills."""


CPP_PACKAGES: Final = "clients/cpp/apt-packages.txt"
TEST_PACKAGES: Final = "tests/apt-packages.txt"
TOOLS: Final = {
    "rust": ("cargo", "rustc"),
    "cpp": ("c++", "cmake", "ninja", "protoc", "clang-format", "clang-tidy"),
    "java": ("java", "mvn"),
    "go": ("go",),
    "typescript": ("node", "npm"),
}
"""Language of an SDK -> the programs that build it; what takes longest is first."""
PYTHON: Final = ("Makefile", "pyproject.toml", "requirements.lock", "engine", "bots", "referee", "clients/python",
                 "proto", "docs/examples/lookahead")
"""The files that every part opens which imports or installs the referee, whose starters have links to examples."""
PYTHON_PATH: Final = ("bots", "clients/python", "clients/python/src", "engine", "referee")
"""The folders that the Python of .venv searches for every import."""
UNREAD: Final = ("CITATION.cff", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "SECURITY.md", "buf.yaml", "docs/decisions",
                 "docs/images")
"""The files that no part opens but `check`, which runs every time, and those that depend on all files."""
RUST_TARGET: Final = Kept("LAWSPEAKER_RUST_TARGET", ("clients/rust", "proto"), TOOLS["rust"])
TRAIN_PACKAGES: Final = Kept("LAWSPEAKER_TRAIN", ("pyproject.toml", "engine/pyproject.toml", "bots/pyproject.toml",
                                                  "clients/python/pyproject.toml", "Makefile"), ("python3",))
EVALUATORS_PACKAGES: Final = Kept("LAWSPEAKER_EVALUATORS", TRAIN_PACKAGES.inputs, ("python3",))
OPENSPIEL_PACKAGES: Final = Kept("LAWSPEAKER_OPENSPIEL", ("docs/examples/openspiel/requirements.lock",), ("python3",))
DEBIAN: Final = Kept("LAWSPEAKER_DEBIAN", (".ci/image.py",), ())
WHEELS: Final = (*PYTHON, "README.md", "CHANGELOG.md", "LICENSE", ".gitignore")
"""The files of which the wheels are built."""


def pages(*names: str) -> tuple[str, ...]:
    """Return the files of these pages of docs. A change of another page does not run a part that has these."""
    return tuple(f"docs/{name}.md" for name in names)


_REFEREE: Final = ("docs/examples", "deploy", "clients", "viewer", ".ci/bill_of_materials.py", ".ci/clients.py",
                   ".ci/dist.py", ".ci/ledger.py", ".ci/performance_table.py", ".ci/release.py", ".ci/stage.py",
                   ".ci/starters.py", "measure")
SLOW: Final = {
    "cli": (("tests/referee/cli",), (*_REFEREE, "CHANGELOG.md", *pages("tournaments", "watching"))),
    "competition": (("tests/referee/competition",), (
        "docs/examples", "measure", *pages("evaluate", "ratings", "record", "tournaments"))),
    "referee": (tuple(f"tests/referee/{each}" for each in (
        "devtools", "codec", "config", "match", "record", "viewer")), (
        *_REFEREE, "docs/performance.json", *pages("analysis", "api", "certify", "export", "forward-model", "gym",
                                                   "inspect", "ladder", "performance", "proxy", "record", "serving",
                                                   "textarena"))),
    "server": (("tests/referee/server", "tests/referee/host", "tests/referee/web"),
               ("docs/examples", "deploy", "viewer", "measure", *pages("monitoring"))),
    "engine": (("tests/engine", "tests/games", "tests/golden"), (
        "docs/examples", *pages("northgard", "pax-viking", "text"))),
    "clients": (("tests/clients",), ("docs/examples", "clients", "deploy", ".ci/check_committed.py", "CHANGELOG.md",
                                     *pages("clansmen", "protocol", "stdio", "text"))),
    "ci": (("tests/ci", "tests/docs", "tests/measure"), (".",)),
}
"""Part of the slow tests -> its folders, and what its tests open besides _SLOW_TESTS; what takes longest is first."""
_SLOW_TESTS: Final = (*PYTHON, "README.md", "LICENSE", ".gitignore", ".ci/cost.py", "tests")


def parts() -> Iterator[Part]:
    """Yield all parts in the order in which they begin: what takes longest is first, so that none ends alone."""
    yield Part("packages", "make packages")
    yield Part("setup", "make setup")
    ready = ("packages", "setup")
    for language, tools in TOOLS.items():
        yield Part(language, f"make test-clients LANGUAGES={language} STEPS=sdk",
                   ("Makefile", ".ci/clients.py", f"clients/{language}", "clients/transcripts", "proto",
                    *(("tests/golden",) if language == "go" else ())),
                   tools, (CPP_PACKAGES,) if language == "cpp" else (), ready, builds=(f"clients/{language}",),
                   kept=RUST_TARGET if language == "rust" else None)
    yield Part("check", "make check", after=ready)
    all_tools = ("python3", *(tool for tools in TOOLS.values() for tool in tools))
    everything = (CPP_PACKAGES, TEST_PACKAGES)
    for name, (folders, inputs) in SLOW.items():
        yield Part(f"slow-{name}", f'make test-slow WORKERS=1 TESTS="{" ".join(folders)}"',
                   (*_SLOW_TESTS, *inputs), all_tools, everything, ready)
    for language, tools in TOOLS.items():
        yield Part(f"certify-{language}", f"make test-clients LANGUAGES={language} STEPS=certify",
                   (*PYTHON, ".ci/clients.py", f"clients/{language}", "clients/transcripts", "tests/golden"),
                   ("python3", *tools), (CPP_PACKAGES,) if language == "cpp" else (), (language,),
                   builds=(f"clients/{language}",))
    all_sdks = tuple(f"clients/{language}" for language in TOOLS)
    yield Part("match", "make test-clients STEPS=match", after=tuple(TOOLS), builds=all_sdks)
    yield Part("dist", "make dist", (*WHEELS, "docs/examples", "clients", "deploy", "viewer", ".ci"), all_tools,
               (CPP_PACKAGES,), tuple(TOOLS), builds=all_sdks)
    yield Part("test", "make test", after=ready)
    for suite in ("bookworm", "forky"):
        yield Part(f"bare-{suite}", f"make test-bare SUITES={suite}", (".", *(f"!{each}" for each in UNREAD)),
                   ("python3",), (TEST_PACKAGES,), ready)
    yield Part("play", "make test-clients STEPS=play", (*PYTHON, ".ci/clients.py", "clients"), all_tools,
               (CPP_PACKAGES,), ("match",), builds=all_sdks)
    # It plays with the bots that these parts have built.
    yield Part("openspiel", "make test-openspiel",
               (*WHEELS, "docs/examples/openspiel", "clients/go", "clients/typescript"),
               ("python3", *TOOLS["go"], *TOOLS["typescript"]), after=("certify-go", "certify-typescript"),
               builds=("clients/go", "clients/typescript"), kept=OPENSPIEL_PACKAGES)
    # The machine gets the whole repository, so that anything in it is opened.
    yield Part("cgroup", "make test-cgroup", (".",), ("python3",), (TEST_PACKAGES,), ready)
    yield Part("soak", "make soak GAMES=200", (*PYTHON, ".ci/soak.py", ".ci/kills.py", ".ci/ledger.py"), ("python3",),
               after=ready)
    yield Part("image", "make test-image",
               (*PYTHON, "deploy", ".dockerignore", "README.md", "LICENSE", ".ci/image.py", ".ci/release.py",
                ".ci/try_image.py"), ("python3",), (TEST_PACKAGES,), ready, kept=DEBIAN)
    yield Part("evaluators", "make evaluators", (*WHEELS, "docs/examples", "tests",
                                            *pages("api", "inspect", "text", "textarena")), ("python3",), after=ready,
               kept=EVALUATORS_PACKAGES)
    yield Part("train", "make train MINUTES=0.15 GAMES=10 && "
               "make test-slow WORKERS=1 TESTS=tests/docs/test_train_imitation.py",
               (*WHEELS, "tests", ".ci/cost.py", *(f"docs/examples/{name}.py" for name in (
                   "train_ppo", "train_imitation", "samples", "option_scorer"))),
               ("python3",), after=ready, kept=TRAIN_PACKAGES)
    yield Part("demo", "make demo", after=ready)
