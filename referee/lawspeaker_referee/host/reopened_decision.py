"""One decision of a record: which seat a step asks, and the match before it, ready to ask again."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from time import time

from lawspeaker.v1.record_pb2 import RecordStep, Timing
from lawspeaker.v1.referee_service_pb2 import DecisionText
from lawspeaker_engine.dice import Dice
from lawspeaker_engine.model import CHANCE, Decision, Seat
from lawspeaker_referee.config.clocks import Clock, clock_of, own_clocks_of
from lawspeaker_referee.config.fault_policies import policy_of
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.match.one_decision import BotAnswer, OneDecision
from lawspeaker_referee.record.file import Record
from lawspeaker_referee.record.verify.replay import open_record, replay
from lawspeaker_referee.server.lateness.running_time import running_time

NO_SEED = bytes(32)
"""In place of a seed that the record does not tell: nothing is drawn from it but positions."""


class NoDecision(ValueError):
    """The step does not ask the seat; the text says who is asked."""


@dataclass(frozen=True, slots=True)
class ReopenedDecision:
    """A decision of a record, and the match before it, in which it can be asked again."""

    again: OneDecision
    decision: Decision
    text: DecisionText
    bot: str
    """The name of the seat's bot."""
    answer: BotAnswer
    """The recorded one; after a fault with the picks that were taken for it."""


def seat_at(record: Record, step: int, seat: Seat | None) -> tuple[Seat, RecordStep]:
    """Return the seat that a step (from 1) asks, and the step. `seat` says which one if it asks several.

    Raises NoDecision.
    """
    if not 1 <= step <= record.step_count:
        raise NoDecision(f"there is no step {step}; the record has steps 1 to {record.step_count}")
    found = next(islice(record.iter_steps(), step - 1, None))
    seats = [act.seat for act in found.acts if act.seat != CHANCE]
    if not seats:
        after = enumerate(islice(record.iter_steps(), step, None), step + 1)
        later = next((number for number, each in after if each.acts[0].seat != CHANCE), None)
        raise NoDecision(f"step {step} is drawn by chance" + (f"; the next decision is step {later}" if later else ""))
    named = ", ".join(map(str, seats))
    if seat is None and len(seats) > 1:
        raise NoDecision(f"step {step} asks the seats {named}; name one with --seat")
    if seat is not None and seat not in seats:
        raise NoDecision(f"step {step} asks seat {named}, not seat {seat}")
    return (seats[0] if seat is None else seat), found


def reopened_decision(record: Record, step: int, seat: Seat | None, clock: Clock | None = None) -> ReopenedDecision:
    """Return what a step (from 1) asked a seat, which may be left out where the step asks only one.

    The match is on another clock if one is given. Raises RecordError, RecordDiffers and NoDecision.
    """
    seat, found = seat_at(record, step, seat)
    match = match_before(record, step, seat, clock)
    decision = match.next_decision(seat)
    if decision is None:
        raise NoDecision(f"the bot of seat {seat} had left the match before step {step}, so it got no request")
    index = next(index for index, act in enumerate(found.acts) if act.seat == seat)
    act, timing = found.acts[index], found.timing[index] if index < len(found.timing) else Timing()
    return ReopenedDecision(
        OneDecision(match, seat), decision, match.in_words(decision), record.header.seats[seat].bot or "unknown",
        BotAnswer(tuple(act.picks), act.fault, timing.evidence, timing.think_us / 1e6, timing.annotation,
                  timing.rejections, timing.origin))


def match_before(record: Record, step: int, seat: Seat, clock: Clock | None = None) -> Match:
    """Return the match of a record before a step that asks the seat, on another clock if one is given.

    It ends when the seat has answered.

    Raises RecordError, and RecordDiffers if the record does not follow the rules.
    """
    match = reopened(record, clock, until=seat)
    for played, each in zip(replay(record), islice(record.iter_steps(), step - 1), strict=False):
        match.repeat(played.answers, each)
    return match


def reopened(record: Record, clock: Clock | None = None, *, until: Seat | None = None) -> Match:
    """Return the match of a record before its first step, to be repeated; it may end `until` a seat has answered.

    Raises RecordError.
    """
    header, footer = record.header, record.footer
    game, setup = open_record(record)
    seed = footer.seed if footer is not None and footer.seed else NO_SEED
    match = Match(
        game, setup, header.match_id, seed, clock or clock_of(header), until=until,
        engine_version=header.engine_version, started_unix_ms=header.started_unix_ms, policy=policy_of(header),
        dice=Dice(seed),
        own_clocks={} if clock else own_clocks_of(header))
    match.reopen(header, running_time(), round(time() * 1000))
    return match
