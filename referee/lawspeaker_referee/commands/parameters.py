"""Values of the command line that are more than a word or a number."""

from __future__ import annotations

import re
from typing import Any

import click

SEED_BYTES = 32

_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0}


class Duration(click.ParamType[float]):
    """A time such as 500ms, 2s or 1m, in seconds; 0 means what `zero` says."""

    name = "time"

    def __init__(self, zero: str = "no limit") -> None:
        self.zero = zero

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Seconds."""
        if isinstance(value, float):
            return value
        if value == "0":
            return 0.0
        match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)(ms|s|m)", value)
        if match is None:
            self.fail(f"{value!r} is not a time; write 500ms, 2s or 1m, or 0 for {self.zero}", param, ctx)
        seconds = float(match[1]) * _UNITS[match[2]]
        if not 0.001 <= seconds <= 86_400:
            self.fail(f"{value!r} is out of range; a time limit is 1ms to 24 hours, or 0 for {self.zero}", param, ctx)
        return seconds


class Seed(click.ParamType[int]):
    """A number of up to 32 bytes."""

    name = "N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number."""
        if not re.fullmatch(r"[0-9]{1,78}", value) or int(value).bit_length() > 8 * SEED_BYTES:
            self.fail(f"{value!r} is not a seed; write a whole number from 0 to 2^{8 * SEED_BYTES} - 1", param, ctx)
        return int(value)


class KeyValue(click.ParamType[tuple[str, str]]):
    """KEY=VALUE."""

    name = "KEY=VALUE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        """(key, value)."""
        if isinstance(value, tuple):
            return value
        key, equals, text = value.partition("=")
        if not (key and equals and text):
            self.fail(f"{value!r} is not KEY=VALUE, such as years=10", param, ctx)
        return key.strip(), text.strip()


class Listen(click.ParamType[str]):
    """HOST:PORT."""

    name = "HOST:PORT"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The same, checked."""
        host, colon, port = value.rpartition(":")
        if not (host and colon and port.isdecimal() and int(port) <= 65535):
            self.fail(f"{value!r} is not HOST:PORT, such as 0.0.0.0:50051 or [::]:50051", param, ctx)
        return str(value)


def distinct(pairs: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Pairs as a mapping. Raises BadParameter for a key that comes twice."""
    found: dict[str, str] = {}
    for key, value in pairs:
        if key in found:
            raise click.BadParameter(f"option {key} is given twice: {found[key]!r} and {value!r}; give it once")
        found[key] = value
    return found
