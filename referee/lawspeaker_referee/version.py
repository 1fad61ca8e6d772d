"""The version of this distribution, which is also that of `lawspeaker-engine`."""

from __future__ import annotations

from importlib.metadata import version
from typing import Final

VERSION: Final = version("lawspeaker-referee")
