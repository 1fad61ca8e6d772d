"""Questions of any game: looking at them and answering them by value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lawspeaker_engine import agenda
from lawspeaker_engine.agenda import HasAgenda
from lawspeaker_engine.model import Chance, Decision, Question
from lawspeaker_engine.playing import check


def run(state: HasAgenda) -> Question:
    """Return what the state waits for; fails if it is no proper question."""
    question = agenda.pending(state)
    for asked in () if isinstance(question, Chance) else question:
        assert asked.seat in range(len(state.players)), f"{asked.prompt} asks seat {asked.seat}"  # type: ignore[attr-defined]
        assert check(asked, asked.default) == asked.default, f"{asked.prompt} has an illegal default"
        assert asked.seen_by is None or set(asked.seen_by) <= set(range(len(state.players))), asked  # type: ignore[attr-defined]
    return question


def decision(state: HasAgenda) -> Decision:
    """The one decision that is pending."""
    question = run(state)
    assert not isinstance(question, Chance), f"waits for chance ({question.prompt})"
    assert question, "waits for nothing"
    assert len(question) == 1, f"waits for {len(question)} decisions at once"
    return question[0]


def chance(state: HasAgenda) -> Chance:
    """The chance that is pending."""
    question = run(state)
    assert isinstance(question, Chance), f"waits for {question}, not for chance"
    return question


def offered(state: HasAgenda) -> list[Any]:
    """The options of what is pending, of the one decision or of chance."""
    question = run(state)
    return list(question.options if isinstance(question, Chance) else decision(state).options)


def _picks(options: Sequence[Any], wanted: Sequence[Any]) -> tuple[int, ...]:
    picks = []
    for option in wanted:
        if isinstance(option, int):
            picks.append(option)
            continue
        assert option in options, f"{option} is not offered; offered are {list(options)}"
        picks.append(list(options).index(option))
    return tuple(picks)


def answer(state: HasAgenda, *options: Any) -> None:
    """Answer the pending decision by option values (or indices); nothing means to decline. Fails if not offered."""
    asked = decision(state)
    agenda.apply(state, (check(asked, _picks(asked.options, options)),))


def answers(state: HasAgenda, *by_decision: Sequence[Any]) -> None:
    """Answer several sealed decisions at once: for each, in order, its option values."""
    question = run(state)
    assert not isinstance(question, Chance), f"waits for chance ({question.prompt})"
    chosen = zip(question, by_decision, strict=True)
    agenda.apply(state, tuple(check(asked, _picks(asked.options, options)) for asked, options in chosen))


def draw(state: HasAgenda, *options: Any) -> None:
    """Answer the pending chance by option values (or indices), in the order drawn."""
    asked = chance(state)
    picks = _picks(asked.options, options)
    assert len(picks) == len(set(picks)) == asked.count, f"{asked.prompt} draws {asked.count}, not {len(picks)}"
    agenda.apply(state, (picks,))
