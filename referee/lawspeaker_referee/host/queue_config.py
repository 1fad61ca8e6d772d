"""The configuration of a match queue."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Setup
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.fault_policies import DEFAULT_POLICY, Policy
from lawspeaker_referee.record.writer import Signer


@dataclass(frozen=True, slots=True)
class QueueConfig:
    """The configuration of a match queue."""

    game: Game[Any]
    setup: Setup
    clock: Clock
    records: Path | None
    """Folder of the records; None keeps none."""
    secret: bytes = field(repr=False)
    """The dice of every match derive from it and the match's id."""
    name: str
    """Match ids consist of this and a number."""
    matches: int | None = None
    """Number of matches of this name, including those already recorded; None for no limit."""
    policy: Policy = DEFAULT_POLICY
    signer: Signer | None = field(default=None, repr=False)
    """Signer of the records; None if they are not signed."""
    sync: bool = False
    """True to force every step to the disk before the next question, and not only the end of the match."""
    lasting: bool = False
    """True if the name will be used again: then no match ever gets the id of an earlier one."""
    people_clock: Clock | None = None
    """The time limits of people; None for those of bots."""
    most_matches: int | None = None
    """Most matches that run at once, at the start; None for as many as the system can."""
