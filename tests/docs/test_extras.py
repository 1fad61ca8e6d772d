"""Every `pip install` of the pages and of our messages names what a checkout has: paths, and extras that are there."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OURS = {"lawspeaker-bot": "clients/python", "lawspeaker-engine": "engine", "lawspeaker-bots": "bots",
        "lawspeaker-referee": "."}
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("clients/*/README.md"), *ROOT.glob("*/README.md")]


def installs() -> list[tuple[str, str]]:
    """Each line of a page that installs something of this project: the page, and what it installs."""
    found = []
    for page in PAGES:
        for line in re.findall(r"pip install ([^`#\n]*)", page.read_text()):
            words = [word for word in shlex.split(line) if not word.startswith("-")]
            found += [(str(page.relative_to(ROOT)), word) for word in words
                      if word.startswith(".") or word.partition("[")[0] in OURS]
    return found


def extras(folder: Path) -> set[str]:
    project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    return {"", *project.get("optional-dependencies", {})}


def test_pages_install_from_the_checkout():
    assert {page for page, _ in installs()} >= {"README.md", "docs/text.md", "docs/watching.md",
                                                "clients/python/README.md"}


@pytest.mark.parametrize(("page", "what"), sorted(set(installs())))
def test_what_a_page_installs_is_a_folder_of_the_checkout_with_these_extras(page, what):
    path, _, named = what.partition("[")
    assert path not in OURS, f"{page}: nothing was published under the name {path}; install ./{OURS[path]}"
    assert set(named.rstrip("]").replace(" ", "").split(",")) <= extras(ROOT / path), f"{page}: {what}"
