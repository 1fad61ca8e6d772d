"""Folders of tiny records, and of golden ones."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.record_pb2 import RecordEntry, RecordFooter, RecordHeader
from lawspeaker_referee.match.digest_chain import FORMAT
from lawspeaker_referee.match.seat_marks import NO_MARKS, SeatMarks
from lawspeaker_referee.record.file import delimited

GOLDEN = Path(__file__).parents[2] / "golden"
NOON = 1_700_000_000_000
"""Milliseconds since 1970."""


def tiny(path: Path, bots: Sequence[str] = ("ann", "bob"), *, ended: bool = True, tokens: Sequence[str] = (),
         age: float = 0.0, game: str = "parley", match_id: str = "", challenger: str = "",
         marks: SeatMarks = NO_MARKS) -> Path:
    """Write a record without steps that was changed `age` seconds before now; the first bot has won."""
    header = RecordHeader(format=FORMAT, match_id=match_id or path.stem, started_unix_ms=NOON, engine_version="1",
                          challenger=challenger)
    header.setup.game, header.setup.players = game, len(bots)
    for seat, bot in enumerate(bots):
        header.seats.add(bot=bot, identity=tokens[seat] if tokens else "")
    footer = RecordFooter(ended_unix_ms=NOON + 60_000, steps=7, seed=b"seed")
    footer.outcome.ranks.extend(range(1, len(bots) + 1))
    footer.outcome.scores.extend(range(30, 30 - len(bots), -1))
    footer.outcome.reason = "fame"
    for seat in marks.forfeited:
        footer.forfeits.add(seat=seat, fault=Fault.FAULT_CRASHED)
    footer.substituted.extend(marks.substituted)
    footer.stood_in.extend(marks.stood_in)
    footer.resigned.extend(marks.resigned)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(delimited(RecordEntry(header=header)) + (delimited(RecordEntry(footer=footer)) if ended else b""))
    moment = NOON / 1000 - age
    os.utime(path, (moment, moment))
    return path


def golden(folder: Path, name: str = "northgard-2", to: str = "") -> Path:
    """Copy a golden record into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copy(GOLDEN / f"{name}.lsr", folder / f"{to or name}.lsr"))
