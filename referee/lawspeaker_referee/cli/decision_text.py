"""One decision of a record in words: what its seat knew, what it was asked, and which options were taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Final

from lawspeaker.v1.match_pb2 import Act
from lawspeaker.v1.record_pb2 import RecordStep, Timing
from lawspeaker.v1.referee_service_pb2 import DecisionText
from lawspeaker_engine.model import Seat
from lawspeaker_referee.config.fault_policies import fault_name
from lawspeaker_referee.config.formatting import format_microseconds

_INDENT: Final = 6
"""Columns before an option, for its index."""


def act_of(step: RecordStep, seat: Seat) -> tuple[Act, Timing]:
    """Return what a seat did in a step that asks it, and how that came about."""
    index = next(index for index, act in enumerate(step.acts) if act.seat == seat)
    return step.acts[index], step.timing[index] if index < len(step.timing) else Timing()


def known_lines(text: DecisionText, width: int) -> Iterator[str]:
    """Yield what the seat sees, and what happened since its decision before."""
    yield from text.view.splitlines()
    if text.events:
        yield ""
        yield "Since its decision before:"
        for event in text.events:
            yield from wrap(event, width, initial_indent="  ", subsequent_indent="    ")
    yield ""


def question_lines(text: DecisionText, taken: Mapping[str, Sequence[int]], width: int) -> Iterator[str]:
    """Yield the question and its options by index; `taken` says which options were taken, by whose name."""
    yield from wrap(text.question, width)
    for index, option in enumerate(text.options):
        names = [name for name, picks in taken.items() if index in picks]
        mark = f"   <- {', '.join(names)}" if names else ""
        yield from wrap(f"{option}{mark}", width, initial_indent=f"{index:>{_INDENT - 2}}  ",
                        subsequent_indent=" " * _INDENT)


def recorded_line(act: Act, timing: Timing) -> str:
    """Return the recorded answer with its time, or why there was none."""
    return answer_line(act.picks, act.fault, timing.evidence, timing.think_us, timing.annotation, timing.rejections)


def answer_line(
    picks: Sequence[int] | None, fault: int, evidence: str, think_us: int, annotation: str, refusals: int,
) -> str:
    """Return an answer as a line: its picks in their order, and everything that a bot's author may want to know."""
    told = ", ".join(map(str, picks)) or "none" if picks is not None else "no answer"
    if fault:
        evidence = f" ({evidence})" if evidence else ""
        told = f"{fault_name(fault)}{evidence}" + (f"; {told} was taken for it" if picks is not None else "")
    parts = [told, f"in {format_microseconds(think_us)}"]
    parts += [f"{refusals} refused before"] if refusals else []
    parts += [repr(annotation)] if annotation else []
    return "; ".join(parts)
