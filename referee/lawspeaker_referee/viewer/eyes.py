"""Eyes as people write them: `all`, `spectator`, `seat:2`, or several with commas between them."""

from __future__ import annotations

import re
from typing import Final

from lawspeaker_engine.suggestions import did_you_mean
from lawspeaker_referee.viewer.document import SPECTATOR, every_eye

DEFAULT_EYES: Final = "all"
_WORDS: Final = ("all", "spectator", "seat:0", "seat")
_SEAT: Final = re.compile(r"seat:([0-9]{1,4})")


class BadEyes(ValueError):
    """A text that names no eyes, or an eye that a match does not have; one line."""


def parse_eyes(text: str, players: int) -> tuple[int, ...]:
    """Return the eyes that a text names, for a match of so many players: each once, in the order of `every_eye`.

    `all` is every eye, `spectator` what anybody may see, `seat:N` what the bot on seat N may see. Raises BadEyes.
    """
    known, found = every_eye(players), set[int]()
    for word in text.split(","):
        found.update(_eyes(word.strip(), players))
    return tuple(eye for eye in known if eye in found)


def _eyes(word: str, players: int) -> tuple[int, ...]:
    if word == "all":
        return every_eye(players)
    if word == "spectator":
        return (SPECTATOR,)
    seat = _SEAT.fullmatch(word)
    if seat is None:
        raise BadEyes(f"{word!r} names no eyes{_meant(word)}; write all, spectator or seat:N, or several with commas "
                      "between them")
    if int(seat[1]) >= players:
        raise BadEyes(f"there is no seat {int(seat[1])}: the seats are 0 to {players - 1}")
    return (int(seat[1]),)


def _meant(word: str) -> str:
    """Return ` (did you mean ...?)` if something close is known; for a number, its seat."""
    if re.fullmatch("(seat)?[ =]?[0-9]{1,4}", word):
        return f" (did you mean 'seat:{word.lstrip('seat =')}'?)"
    return did_you_mean(word, _WORDS)
