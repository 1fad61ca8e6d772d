"""The decisions of a record that verifies, each with what its seat saw when it was asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from lawspeaker.v1.record_pb2 import Timing
from lawspeaker_engine.dice import Dice
from lawspeaker_engine.model import Chance, Decision, Picks, Seat
from lawspeaker_referee.record.file import Record
from lawspeaker_referee.record.verify.replay import open_record


@dataclass(frozen=True, slots=True)
class RecordedDecision:
    """A decision and its answer."""

    step: int
    """The number of the step, from 1."""
    decision: Decision
    view: Any
    """The view that the seat may have at that moment, and nothing else; it shares lists with the game."""
    picks: Picks
    fault: int
    """Why the referee answered in the bot's place; 0 if the bot answered."""
    think_us: int | None
    """The time that the bot took, in microseconds; None if it was not measured."""
    origin: int = 0
    """Why a stand-in gave the answer, as the bot says; 0 if none did."""
    decision_id: int = 0
    """The number of the decision in its match, from 1."""
    annotation: str = ""
    tokens: tuple[int, int] = (0, 0)
    """Read and written by the bot's model, as the bot says."""


def recorded_decisions(record: Record, wanted: Callable[[Seat], bool]) -> Iterator[RecordedDecision]:
    """Yield the decisions of the wanted seats, in order. Use each before the next one, which changes its view.

    `verify` must have found the record right: this trusts its picks. Raises RecordError if it cannot be played here.
    """
    return (decision for decision, _ in decisions_in_states(record, wanted))


def decisions_in_states(record: Record, wanted: Callable[[Seat], bool]) -> Iterator[tuple[RecordedDecision, Any]]:
    """Yield the same with the game's state at that moment, which holds all secrets and changes with the next one."""
    assert record.footer is not None, "a record that verifies has its footer"
    game, setup = open_record(record)
    state, dice = game.setup(setup), Dice(record.footer.seed)
    decisions = 0
    for number, step in enumerate(record.iter_steps(), 1):
        question = game.pending(state)
        if isinstance(question, Chance):
            game.apply(state, (dice.answer(question),))
            continue
        for index, (decision, act) in enumerate(zip(question, step.acts, strict=True)):
            decisions += 1
            if wanted(decision.seat):
                timing = step.timing[index] if step.timing else Timing()
                yield RecordedDecision(
                    number, decision, game.view(state, decision.seat), tuple(act.picks), act.fault,
                    timing.think_us if step.timing else None, timing.origin, decisions, timing.annotation,
                    (timing.input_tokens, timing.output_tokens)), state
        game.apply(state, tuple([tuple(act.picks) for act in step.acts]))
