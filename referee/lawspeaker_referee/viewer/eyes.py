"""Whose eyes a page shows a match by, as people write it: `spectator`, `seat:2`, `all`."""

from __future__ import annotations

from lawspeaker_referee.viewer.document import SPECTATOR, every_eye


class BadEyes(ValueError):
    """A text that names no eyes; says what would be right."""


def parse_eyes(text: str, players: int) -> tuple[int, ...]:
    """Return the eyes that a text names: `all` for every one of them, or `spectator` and `seat:N` with commas between.

    Raises BadEyes.
    """
    if text == "all":
        return every_eye(players)
    return tuple(dict.fromkeys(_eye(part.strip(), players) for part in text.split(",")))


def _eye(text: str, players: int) -> int:
    if text == "spectator":
        return SPECTATOR
    kind, _, number = text.partition(":")
    if kind != "seat" or not (number.isascii() and number.isdigit()):
        raise BadEyes(f"eyes cannot be {text!r}; write spectator, seat:N or all, such as spectator,seat:0")
    if int(number) >= players:
        raise BadEyes(f"there is no seat {number}; seats are 0 to {players - 1}")
    return int(number)
