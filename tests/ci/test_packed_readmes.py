"""A README that goes with a package is read where the repository is not."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / ".ci"))
stage = __import__("stage")
sys.path.pop(0)

FOLDERS = (".", "engine", "bots", "clients/python", "clients/go", "clients/rust", "clients/java", "clients/typescript",
           "clients/cpp")
BASE = "https://forge.example/lawspeaker/blob/v1/"


def targets(text: str) -> list[str]:
    """Return where the links outside code point to."""
    return [target for _, _, target in stage.CODE_OR_LINK.findall(text) if target]


@pytest.mark.parametrize("base", ["", BASE])
@pytest.mark.parametrize("folder", FOLDERS)
def test_every_link_of_a_packed_readme_works_outside_the_repository(folder, base):
    text = (ROOT / folder / "README.md").read_text()
    packed = stage.packed_readme(text, folder, base)
    headings = {re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-")
                for heading in re.findall(r"^#+ (.+)$", packed, re.MULTILINE)}
    for target in targets(packed):
        if target.startswith(BASE):
            file, _, _ = target.removeprefix(BASE).partition("#")
            assert (ROOT / file).exists(), target
        elif target.startswith("#"):
            assert target[1:] in headings, target
        else:
            assert target.startswith("https://"), target
    assert len(targets(packed)) == len(targets(text)) or not base


def test_code_of_a_readme_stays_as_it_is():
    code = "```go\nlawspeaker.View[*northgard.View](d)\n```\n"
    text = f"{code}See [`docs`](../docs) and [all](../docs/a.md#b), `x[0](1)`.\n"
    assert stage.packed_readme(text, "clients", BASE) == (
        f"{code}See [`docs`]({BASE}docs) and [all]({BASE}docs/a.md#b), `x[0](1)`.\n")
    assert stage.packed_readme(text, "clients", "") == (
        f"{code}See `docs` and all (`docs/a.md` in the repository), `x[0](1)`.\n")


@pytest.mark.parametrize(("address", "base"), [
    ("https://lawspeaker.example/lawspeaker", ""),
    ("https://forge.example/owner/lawspeaker", "https://forge.example/owner/lawspeaker/blob/v7.8.9/"),
])
def test_links_lead_to_the_tag_of_the_version_once_the_repository_has_an_address(monkeypatch, address, base):
    monkeypatch.setattr(stage.release, "address", lambda: address)
    monkeypatch.setattr(stage.release, "version", lambda: "7.8.9")
    assert stage.base() == base
