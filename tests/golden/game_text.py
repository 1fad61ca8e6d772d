"""The golden games in words: every decision as it came to its seat, with the view and the events of that moment."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lawspeaker.v1.record_pb2 import RecordEntry
from lawspeaker.v1.referee_service_pb2 import DecisionText
from lawspeaker_engine.dice import Dice
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Chance, Decision
from lawspeaker_referee.codec.game_codec import parse_setup
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.match.game_run import GameRun
from lawspeaker_referee.match.seats import SeatState
from lawspeaker_referee.record.file import Record, delimited, read_record

HERE = Path(__file__).parent
RECORDS = sorted(HERE.glob("*.lsr"))


def of_other_rules(path: Path, to: Path) -> Path:
    """Write a record at `to` as if rules of version 99 had played it; return its path."""
    record = read_record(path)
    record.header.setup.game_version = 99
    entries = (*record.entries_before_footer(), RecordEntry(footer=record.footer))
    to.write_bytes(b"".join(map(delimited, entries)))
    return to


@dataclass
class Told:
    """A decision of a golden game."""

    step: int
    """The number of the step that answers it."""
    game: Game
    decision: Decision
    text: DecisionText
    """In full."""
    brief: DecisionText


@cache
def told(path: Path) -> tuple[Told, ...]:
    """Return all of them, in order; every test of a process looks at the same ones."""
    record: Record = read_record(path)
    assert record.footer is not None
    game, setup = parse_setup(record.header.setup)
    seats = [SeatState(Clock(None)) for _ in range(setup.players)]
    found = []
    run = GameRun(record.header.match_id, game, setup, Dice(record.footer.seed), seats)
    for number, step in enumerate(record.steps, 1):
        question = run.pending()
        for decision in () if isinstance(question, Chance) else question:
            events = seats[decision.seat].events
            found.append(Told(number, game, decision, *(
                run.text(decision, events, in_full=in_full) for in_full in (True, False))))
            events.clear()
        run.take(tuple(tuple(act.picks) for act in step.acts))
    return tuple(found)
