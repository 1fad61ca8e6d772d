"""The version of the project is the same wherever it is written."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def version_of_referee() -> str:
    """Return the version in pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


@pytest.mark.parametrize(("path", "pattern"), [
    ("CITATION.cff", r"^version: (.+)$"),
    ("engine/pyproject.toml", r'^version = "(.+)"$'),
    ("pyproject.toml", r'"lawspeaker-engine==([^"]+)"'),
])
def test_the_version_is_the_referees(path, pattern):
    found = re.findall(pattern, (ROOT / path).read_text(), re.MULTILINE)
    assert found == [version_of_referee()]
