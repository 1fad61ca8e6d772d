"""The version of this distribution, which is the engine's and the referee's."""

from __future__ import annotations

from importlib.metadata import version
from typing import Final

VERSION: Final = version("lawspeaker")
