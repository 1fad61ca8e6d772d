"""Unfinished work: asking one seat to take one of several options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from lawspeaker_engine import agenda
from lawspeaker_engine.agenda import Asked, Frame, Unmanned
from lawspeaker_engine.model import PUBLIC, Decision, Picks


@dataclass
class Pot:
    """A state in which marbles are taken out of a pot."""

    marbles: list[str]
    taken: list[str] | None = None
    agenda: list[Frame[Pot]] = field(default_factory=list)
    question: Asked | None = None
    unmanned: Unmanned | None = None


@dataclass(slots=True)
class TakeMarbles(Frame[Pot]):
    most: int = 1

    def step(self, state: Pot) -> Decision | None:
        return self.choose(state, 1, "pot.take", state.marbles, PUBLIC, default=len(state.marbles) - 1,
                           most=self.most, reaction=True)

    def take(self, state: Pot, chosen: Sequence[str]) -> None:
        state.agenda.pop()
        state.taken = list(chosen)


def test_several_options_are_asked_and_nothing_happens_before_the_answer() -> None:
    pot = Pot(["red", "blue", "green"], agenda=[TakeMarbles(most=2)])
    assert agenda.pending(pot) == (
        Decision(1, "pot.take", ["red", "blue", "green"], 1, 2, (2,), PUBLIC, ordered=False, reaction=True),
    )
    assert pot.taken is None
    agenda.apply(pot, [(0, 1)])
    assert pot.taken == ["red", "blue"]


def test_a_single_option_is_taken_without_a_question() -> None:
    pot = Pot(["red"], agenda=[TakeMarbles()])
    assert agenda.pending(pot) == ()
    assert pot.taken == ["red"]


def test_without_options_the_frame_gets_none_and_goes_on() -> None:
    pot = Pot([], agenda=[TakeMarbles()])
    assert agenda.pending(pot) == ()
    assert pot.taken == []


@dataclass(slots=True)
class AddMarble(Frame[Pot]):
    def step(self, state: Pot) -> None:
        state.agenda.pop()
        state.marbles.append("green")


def test_the_rules_answer_for_a_seat_that_nobody_plays() -> None:
    """They may push a frame first, which is worked off before the seat is asked again."""
    asked: list[list[str]] = []

    def answer(state: Pot, decision: Decision) -> Picks | None:
        asked.append(list(decision.options))
        if len(asked) > 1:
            return (0,)
        state.agenda.append(AddMarble())
        return None

    pot = Pot(["red", "blue"], agenda=[TakeMarbles()], unmanned=Unmanned((1,), answer))
    assert agenda.pending(pot) == ()
    assert asked == [["red", "blue"], ["red", "blue", "green"]]
    assert pot.taken == ["red"]


def test_the_rules_leave_the_other_seats_alone() -> None:
    def answer(state: Pot, decision: Decision) -> Picks | None:
        raise AssertionError(decision)

    pot = Pot(["red", "blue"], agenda=[TakeMarbles()], unmanned=Unmanned((0,), answer))
    question = agenda.pending(pot)
    assert isinstance(question, tuple)
    assert [each.seat for each in question] == [1]
