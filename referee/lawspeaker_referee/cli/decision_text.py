"""One decision of a record in words: what its seat knew, what it was asked, and which options were taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Final

from lawspeaker.v1.referee_service_pb2 import DecisionText
from lawspeaker_referee.config.fault_policies import fault_name
from lawspeaker_referee.config.formatting import format_microseconds
from lawspeaker_referee.match.one_decision import BotAnswer

_INDENT: Final = 6
"""Columns before an option, for its index."""


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


def answer_line(answer: BotAnswer) -> str:
    """Return an answer as a line: its picks in their order, and everything that a bot's author may want to know."""
    told = ", ".join(map(str, answer.picks)) or "none" if answer.picks is not None else "no answer"
    if answer.fault:
        evidence = f" ({answer.evidence})" if answer.evidence else ""
        taken = f"; {told} was taken for it" if answer.picks is not None else ""
        told = f"{fault_name(answer.fault)}{evidence}{taken}"
    parts = [told, f"in {format_microseconds(round(answer.seconds * 1e6))}"]
    parts += [f"{answer.refusals} refused before"] if answer.refusals else []
    parts += [repr(answer.annotation)] if answer.annotation else []
    return "; ".join(parts)
