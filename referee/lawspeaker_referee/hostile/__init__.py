"""Hostile bots: each breaks one rule, to test a referee. Never send them to a referee that is not yours.

`lawspeaker play GAME --bot hostile:NAME` seats one, and `python -m lawspeaker_referee.hostile NAME` sends one to the
referee at LAWSPEAKER_ADDRESS. Bots whose process ends accept a time: `hostile:exits@3` ends when it is asked for the
third time, `hostile:exits@combat.food` at that prompt.
"""

from __future__ import annotations

from typing import Final

from lawspeaker_referee.hostile.answering import (
    Duplicates,
    Late,
    NeverAnswers,
    OldDecision,
    OtherMatch,
    OtherSeat,
    OutOfRange,
    Twice,
    WrongCount,
)
from lawspeaker_referee.hostile.coming import ComesAndGoes, HangsUp, SaysNoMore, Twins
from lawspeaker_referee.hostile.ending import Ending, Exits, Forks, KillsItself, Raises
from lawspeaker_referee.hostile.raw import Hostile
from lawspeaker_referee.hostile.talking import Echo, Floods, Garbage, HelloAgain, Huge, SaysNothing, TooLong, WrongToken

CAST: Final[dict[str, type[Hostile | Ending]]] = {kind.name: kind for kind in (
    NeverAnswers, Late, Twice, OldDecision, OtherSeat, OtherMatch, OutOfRange, Duplicates, WrongCount,
    Garbage, TooLong, Huge, Floods, Echo, HelloAgain, SaysNothing, WrongToken,
    HangsUp, SaysNoMore, ComesAndGoes, Twins, Exits, Raises, KillsItself, Forks,
)}
"""Every hostile bot by its name."""


def make(text: str) -> Hostile | Ending:
    """Return the bot of `NAME` or `NAME@WHEN`. Raises KeyError for an unknown name, ValueError for a wrong WHEN."""
    name, at, when = text.partition("@")
    kind = CAST[name]
    if not at:
        return kind()
    if not issubclass(kind, Ending) or not when:
        raise ValueError(f"{text!r}: only bots whose process ends take a time, such as exits@3 or exits@combat.food")
    return kind(when)
