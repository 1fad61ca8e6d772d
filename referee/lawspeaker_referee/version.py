"""The number of the release, which is also that of `lawspeaker-engine`, and the version of this build."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from lawspeaker_version import RELEASE
from lawspeaker_version import build_version as version_of

__all__ = ["RELEASE", "build_version"]


@cache
def build_version() -> str:
    """Return the version of this build, such as 0.1.0+g0123456789ab; the first call asks git or the package."""
    return version_of("lawspeaker-referee", Path(__file__, *[".."] * 3).resolve())
