"""The configuration of a match queue and of a ladder."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Setup
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.entrants import NEW
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
    most_matches: int | None = None
    """Most matches that run at once; None for as many as the system can."""


@dataclass(frozen=True, slots=True)
class LadderSettings:
    """The configuration of a ladder, besides that of its queue."""

    ledger: str | None = None
    """Its URL; None for a file in the folder of the records."""
    standings: str | None = None
    """HOST:PORT of the page that shows them; None for none."""
    rest: float = 0.0
    """Seconds for which a bot begins no match after each of its own."""
    key: Path | None = None
    """The file of the key that signs what is written to the ledger; None for no signatures."""
    versions: str = NEW
    """How another version of a bot is treated: `new` makes it an entrant of its own, `refuse` refuses it."""
    referee: str = ""
    """The label of this referee, if several play the ladder; match ids have it after the ladder's name."""
    patience: float = 300.0
    """Seconds for which matches begin while the ledger fails."""
