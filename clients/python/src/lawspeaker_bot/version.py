"""The SDK's version, and its name on the wire."""

from functools import cache
from pathlib import Path
from typing import Final

from lawspeaker_version import RELEASE, build_version

__version__: Final = RELEASE
PROTOCOL: Final = 1


@cache
def sdk() -> str:
    """Return the SDK's name with the version of its build, which Hello has; the first call asks git or the package."""
    return f"python/{build_version('lawspeaker-bot', Path(__file__, *['..'] * 5).resolve())}"
