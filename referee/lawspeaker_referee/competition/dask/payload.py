"""Plain data that runner, Dask workers and their processes exchange."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from lawspeaker_referee.competition.results import AttemptOutcome, ScheduledMatch


@dataclass(frozen=True, slots=True)
class BlockPayload:
    """Matches and their seeds, without the tournament's secret."""

    matches: list[dict[str, Any]] = field(repr=False)
    """Not to be shown: Dask logs the arguments of tasks that fail."""


def pack_block(block: Sequence[tuple[ScheduledMatch, bytes]]) -> BlockPayload:
    """Return a block as plain data."""
    return BlockPayload([{"entry": asdict(entry), "seed": seed.hex()} for entry, seed in block])


def entries_of(matches: Sequence[Mapping[str, Any]]) -> list[tuple[ScheduledMatch, bytes]]:
    """Return the matches and seeds of a block that was packed."""
    return [(ScheduledMatch(**each["entry"] | {"seats": tuple(each["entry"]["seats"])}), bytes.fromhex(each["seed"]))
            for each in matches]


def pack_outcome(outcome: AttemptOutcome) -> dict[str, Any]:
    """Return what came of a match, with the digest of its record instead of the result."""
    return {"match": outcome.entry.match_id, "digest": outcome.result[0].digest if outcome.result else "",
            "void": outcome.void, "absent": outcome.absent, "why": outcome.why, "crashed": dict(outcome.crashed)}
