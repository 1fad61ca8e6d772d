"""Unfinished work: asking one seat to take one of several options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from lawspeaker_engine import agenda
from lawspeaker_engine.agenda import DONE, ONGOING, Asked, Frame, Unmanned, Work
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

    def step(self, state: Pot) -> Decision | Work:
        return self.choose(state, 1, "pot.take", state.marbles, PUBLIC, default=len(state.marbles) - 1,
                           most=self.most, reaction=True)

    def take(self, state: Pot, chosen: Sequence[str]) -> Work:
        state.taken = list(chosen)
        return DONE


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
    def step(self, state: Pot) -> Work:
        state.marbles.append("green")
        return DONE


@dataclass(slots=True)
class Push(Frame[Pot]):
    """Pushes a frame once, and is done at once or only when it is on top again."""

    at_once: bool
    pushed: bool = False

    def step(self, state: Pot) -> Work:
        if self.pushed:
            state.marbles.append("last")
            return DONE
        self.pushed = True
        state.agenda.append(AddMarble())
        return DONE if self.at_once else ONGOING


@pytest.mark.parametrize(("at_once", "marbles"), [(True, ["green"]), (False, ["green", "last"])])
def test_a_frame_that_is_done_leaves_what_it_pushed_and_an_ongoing_one_works_again_after_it(
    at_once: bool, marbles: list[str],
) -> None:
    pot = Pot([], agenda=[Push(at_once)])
    assert agenda.pending(pot) == ()
    assert (pot.marbles, pot.agenda) == (marbles, [])


@dataclass(slots=True)
class EndOfGame(Frame[Pot]):
    def step(self, state: Pot) -> Work:
        state.agenda.clear()
        return DONE


def test_a_frame_may_clear_the_agenda() -> None:
    pot = Pot([], agenda=[AddMarble(), EndOfGame()])
    assert agenda.pending(pot) == ()
    assert pot.marbles == []


@dataclass(slots=True)
class Forgets(Frame[Pot]):
    asks: bool

    def step(self, state: Pot) -> Decision:
        return Decision(0, "pot.take", state.marbles, 1, 1, (0,), PUBLIC) if self.asks else None  # type: ignore[return-value]

    def take(self, state: Pot, chosen: Sequence[str]) -> Work:
        return None  # type: ignore[return-value]


@pytest.mark.parametrize("asks", [False, True])
def test_a_frame_that_forgets_to_say_whether_it_is_done_is_an_error_and_no_endless_loop(asks: bool) -> None:
    pot = Pot(["red"], agenda=[Forgets(asks)])
    with pytest.raises(TypeError, match=r"^Forgets returned None, but neither DONE nor ONGOING nor a question$"):
        agenda.apply(pot, [(0,)])


@dataclass(slots=True)
class AsksInAList(Frame[Pot]):
    def step(self, state: Pot) -> Decision:
        return [Decision(0, "pot.take", state.marbles, 1, 1, (0,), PUBLIC)]  # type: ignore[return-value]


def test_a_frame_that_asks_in_a_list_is_an_error_that_names_it() -> None:
    with pytest.raises(TypeError, match=r"^AsksInAList returned \[Decision.*, but neither DONE nor ONGOING"):
        agenda.pending(Pot(["red"], agenda=[AsksInAList()]))


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
