"""Unfinished work as data: a stack of small frames in the state, so that any moment can be copied and resumed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Generic, Protocol, Self, TypeVar

from lawspeaker_engine.game import OptionalParts
from lawspeaker_engine.model import Audience, Chance, Decision, Option, Outcome, Picks, Question, Rng, Seat
from lawspeaker_engine.shallow_copy import shallow_copy

__all__ = [
    "DONE", "ONGOING", "AgendaGame", "AgendaState", "Asked", "Frame", "Unmanned", "Work", "apply", "copy_agenda",
    "pending",
]

S_contra = TypeVar("S_contra", contravariant=True)

Asked = Question | Decision
"""The question that a frame's `step` returns: a bare decision for one seat, a tuple for several at once."""


class Work(Enum):
    """What a frame says after it has worked: a return that a type checker misses where it is forgotten."""

    DONE = "done"
    """It leaves the agenda; what it pushed meanwhile stays."""
    ONGOING = "ongoing"
    """It works again when it is on top: at once, or after what it pushed meanwhile."""


DONE: Final = Work.DONE
ONGOING: Final = Work.ONGOING


class Frame(Generic[S_contra]):
    """One piece of unfinished work: a slotted dataclass of ints, strings, booleans and tuples of them.

    `step` either works and says whether it is done, or changes nothing and returns the question it must have answered
    first; then `take` gets the chosen options, and says the same. A frame never calls another one: it pushes it.
    """

    __slots__ = ()

    def step(self, state: S_contra) -> Asked | Work:
        """Work on, or return the question that must be answered first."""
        raise NotImplementedError

    def take(self, state: S_contra, chosen: Sequence[Any]) -> Work:
        """Use the answer: the chosen options, or for a tuple of decisions one list of options for each of them."""
        raise NotImplementedError

    def choose(
        self, state: S_contra, seat: Seat, prompt: str, options: Sequence[Option], seen_by: Audience, *,
        default: int = 0, most: int = 1, reaction: bool = False,
    ) -> Decision | Work:
        """Return the decision in which the seat takes 1 to `most` of the options, by default one.

        A single option is no choice: `take` gets it at once and nobody is asked. It also gets the empty list if there
        are no options, and says what follows from that. Return what this returns.
        """
        if len(options) > 1:
            return Decision(seat, prompt, options, 1, most, (default,), seen_by, reaction=reaction)
        return self.take(state, options)


@dataclass(frozen=True, slots=True)
class Unmanned:
    """The seats of a match that the rules play."""

    seats: tuple[Seat, ...]
    answer: Callable[[Any, Decision], Picks | None]
    """Returns the picks for a decision of theirs, or None if it pushed a frame that must be worked off first; then the
    decision is asked again.
    """


class HasAgenda(Protocol):
    """A state with unfinished work: the frame on top (last) is worked on; `question` is what it asked, a mere cache."""

    agenda: list[Frame[Any]]
    question: Asked | None
    unmanned: Unmanned | None
    """None if somebody plays every seat."""


def pending(state: HasAgenda) -> Question:
    """Return what the state waits for; works through frames until one asks. () when nothing is left to do."""
    if state.question is None:
        _work(state)
    asked = state.question
    return (asked,) if isinstance(asked, Decision) else asked or ()


def _work(state: HasAgenda, *, once: bool = False) -> None:
    """Let the frame on top work, until one asks, nothing is left, or with `once` a single time; what a frame asks is
    answered by the rules or waits as the state's question.
    """
    agenda = state.agenda
    while agenda:
        place = len(agenda) - 1
        frame = agenda[place]
        result = frame.step(state)
        if result is DONE:  # most frames are done at once; this loop is the hottest of all
            if place < len(agenda) and agenda[place] is frame:
                del agenda[place]
        elif result is not ONGOING:
            _ask(state, frame, place, result)
            if state.question is not None:
                return
        if once:
            return


def _ask(state: HasAgenda, frame: Frame[Any], place: int, asked: Asked | Work) -> None:
    unmanned = state.unmanned
    if not asked or not isinstance(asked, (Decision, Chance, tuple)):  # a list is no question either
        _leave(state.agenda, frame, place, asked)
    elif unmanned is None or not isinstance(asked, Decision) or asked.seat not in unmanned.seats:
        state.question = asked
    else:
        picks = unmanned.answer(state, asked)
        if picks is not None:
            _leave(state.agenda, frame, place, frame.take(state, [asked.options[pick] for pick in picks]))


def _leave(agenda: list[Frame[Any]], frame: Frame[Any], place: int, result: object) -> None:
    """Take a frame that is done off its place, above which it may have pushed others; the end of a game clears all."""
    if result is DONE:
        if place < len(agenda) and agenda[place] is frame:
            del agenda[place]
    elif result is not ONGOING:
        raise TypeError(f"{type(frame).__qualname__} returned {result!r}, but neither DONE nor ONGOING nor a question")


def apply(state: HasAgenda, answers: Sequence[Picks]) -> None:
    """Answer all that is pending at once: one tuple of picks a decision, or a single one for chance.

    The picks are trusted; `game.check` is the one place that judges them.
    """
    if state.question is None:
        pending(state)
    asked, state.question = state.question, None
    if asked is None:
        return
    agenda = state.agenda
    place = len(agenda) - 1
    frame, chosen = agenda[place], list[Any]()
    if isinstance(asked, tuple):
        chosen = [[each.options[pick] for pick in picks] for each, picks in zip(asked, answers, strict=True)]
    else:
        options, picks = asked.options, answers[0]
        chosen = [options[picks[0]]] if len(picks) == 1 else [options[pick] for pick in picks]
    _leave(agenda, frame, place, frame.take(state, chosen))


class AgendaState(HasAgenda, Protocol):
    """A state of a game that is played by an agenda."""

    outcome: Outcome | None

    def copy(self) -> Self:
        """Return an independent copy."""


P = TypeVar("P", bound=AgendaState)


class AgendaGame(OptionalParts[P], Generic[P]):
    """The functions of a `game.Game` that are the same for all games whose unfinished work is an agenda."""

    pending = staticmethod(pending)
    apply = staticmethod(apply)

    def work(self, state: P) -> Iterator[None]:
        """Like `pending`, but stops after each frame that worked, so that one can look at the state in between."""
        while state.question is None and state.agenda:
            _work(state, once=True)
            yield

    def copy(self, state: P) -> P:
        """Return an independent copy."""
        return state.copy()

    def deal_anew(self, state: P, seat: Seat, rng: Rng) -> P:
        """Return a copy in which all that the seat may not know is drawn afresh: see `game.Game.deal_anew`."""
        dealt = state.copy()
        dealt.question = None  # it may hold options that the seat may not see
        self.deal_hidden(dealt, seat, rng)
        return dealt

    def deal_hidden(self, state: P, seat: Seat, rng: Rng) -> None:
        """Draw afresh, in the state and in the frames of its agenda, all that the seat may not know."""
        raise NotImplementedError

    def outcome(self, state: P) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        return state.outcome


def copy_agenda(agenda: list[Frame[Any]]) -> list[Frame[Any]]:
    """Return an independent copy: frames hold only immutable values, so a shallow copy of each is enough."""
    return [shallow_copy(frame) for frame in agenda]
