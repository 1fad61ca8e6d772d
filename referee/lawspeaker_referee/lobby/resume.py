"""A match that was interrupted, rebuilt from its unfinished record."""

from __future__ import annotations

from lawspeaker.v1.record_pb2 import RecordEntry
from lawspeaker_engine.dice import Dice, commitment
from lawspeaker_referee.match.clock import clock_of
from lawspeaker_referee.match.conduct import Differs
from lawspeaker_referee.match.faults import policy_of
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.record.record import Record, RecordError
from lawspeaker_referee.replay.replay import open_record, replay


def resume(record: Record, seed: bytes, now: float, unix_ms: int) -> Match:
    """The match as it stood after the record's last step; `now` is the caller's clock, `unix_ms` the same moment.

    Every step is played again and must be what is stored, to the last byte. The match has nothing to store for them;
    its first send is what follows. It waits for Returned from each seat that plays, as long as its clock says for
    coming back, and asks again what was open: with the same decision ids, and on a clock that starts anew, since the
    interruption was no fault of the bots. Raises RecordError if the record cannot be gone on with here, and Differs if
    it is not what rules and seed say.
    """
    header = record.header
    name = f"match {header.match_id}"
    if record.footer is not None:
        raise RecordError(f"{name} has ended; there is nothing to resume")
    if commitment(seed) != header.seed_commitment:
        raise RecordError(f"{name} was begun with another seed; resume it with the secret that it was begun with")
    game, setup = open_record(record)
    if len(header.seats) != setup.players:
        raise RecordError(f"{name} names {len(header.seats)} bots for {setup.players} seats")
    dice = Dice(seed)
    match = Match(game, setup, header.match_id, seed, clock_of(header), engine_version=header.engine_version,
                  started_unix_ms=header.started_unix_ms, policy=policy_of(header), dice=dice)
    match.reopen(header, now, unix_ms)
    for played, step in zip(replay(record, dice), record.steps, strict=True):
        by_seats = sum(act.seat >= 0 for act in step.acts)
        if len(step.timing) != by_seats:
            raise Differs(f"step {played.number}: it tells how {len(step.timing)} answers came about, "
                          f"should be {by_seats}")
        if match.repeat(played.answers, step) != RecordEntry(step=step).SerializeToString(deterministic=True):
            raise Differs(f"step {played.number}: played again it is not what is stored")
    return match
