"""The number of the release, which is also that of `lawspeaker-engine`, and the version of this build."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from lawspeaker_version import RELEASE, for_bots
from lawspeaker_version import build_version as version_of

__all__ = ["RELEASE", "build_version", "variables_for_bots"]


@cache
def build_version() -> str:
    """Return the version of this build, such as 0.1.0+g0123456789ab; the first call asks git or the package."""
    return version_of("lawspeaker-referee", Path(__file__, *[".."] * 3).resolve())


@cache
def variables_for_bots() -> dict[str, str]:
    """Return the variable that tells started bots the version of the SDK's sources, where they are used from there."""
    return for_bots()
