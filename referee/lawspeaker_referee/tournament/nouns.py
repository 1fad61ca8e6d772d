"""What designs, ledger, ratings and reports tell each other."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One match of the schedule."""

    match_id: str
    """`<tournament>/<block>/<number in the block>`; with `-` for each `/` a name of a file."""
    block: str
    """All entries of a seed block share one seed, so that luck and seats cancel within it."""
    round: int
    """From 1."""
    seats: tuple[str, ...]
    """The bots' names, by seat."""


@dataclass(frozen=True, slots=True)
class Played:
    """One counted match, as its verified record has it."""

    match_id: str
    block: str
    round: int
    seats: tuple[str, ...]
    """The bots' names, by seat."""
    ranks: tuple[int, ...]
    """By seat; 1 is best, and bots that tie share a place."""
    scores: tuple[int, ...]
    """By seat, in the game's own points."""
    teams: tuple[int, ...]
    """By seat; empty if everybody plays alone."""
    faults: tuple[int, ...]
    """By seat: decisions that the referee answered."""
    digest: str
    """Of the record, in hexadecimal."""
