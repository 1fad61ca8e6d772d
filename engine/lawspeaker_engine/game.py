"""The functions that a game supplies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Final, Generic, Protocol, TypeVar

from lawspeaker_engine.board import Board
from lawspeaker_engine.guide import Guide
from lawspeaker_engine.model import GameOption, Outcome, Picks, Question, Rng, Seat, Setup
from lawspeaker_engine.text import GameText

__all__ = ["MOST_OPTIONS", "Game", "OptionalParts"]

MOST_OPTIONS: Final = 400
"""The largest number of options that a decision of any game may have."""

State = TypeVar("State")


class Game(Protocol[State]):
    """The parts of a game. `apply` changes the state in place and trusts its answers; `check` judges them."""

    @property
    def name(self) -> str:
        """Return the game's id."""

    @property
    def title(self) -> str:
        """Return the game's name on the box."""

    @property
    def version(self) -> int:
        """Return the version. It is raised if the same answers may lead elsewhere: rules, content, order of options."""

    @property
    def editions(self) -> tuple[str, ...]:
        """Return the editions of the rules that are here."""

    @property
    def players(self) -> tuple[int, ...]:
        """Return how many may play."""

    @property
    def options(self) -> tuple[GameOption, ...]:
        """Return the game's settings, in the order in which records list them."""

    @property
    def view_type(self) -> type:
        """Return the class of its views."""

    @property
    def option_types(self) -> tuple[type, ...]:
        """Return the classes of all options of its questions."""

    @property
    def catalogue(self) -> object:
        """Return what never changes in a game (printed tiles, cards): a dataclass sent once, when a match starts."""

    def content(self, setup: Setup) -> str:
        """Return a hash of the rows (cards, tiles and the like) that a match of this setup can use, so that rows which
        it cannot use may be added. `setup` is complete, and each of its values is legal by itself.
        """

    def setup(self, setup: Setup) -> State:
        """Return the state before anything has happened. Raises BadSetup."""

    def pending(self, state: State) -> Question:
        """Return what the game waits for; () when it is over. Repeatable, and may work off what needs no answer."""

    def apply(self, state: State, answers: Sequence[Picks]) -> None:
        """Answer everything that is pending: picks for each decision in order, or for chance."""

    def copy(self, state: State) -> State:
        """Return an independent copy."""

    def deal_anew(self, state: State, seat: Seat, rng: Rng) -> State:
        """Return a copy of the state in which all that the seat may not know is drawn afresh from what it may know.

        What it may know is its view, its own question, the unfinished work as far as it is open, and what all have
        seen and the state still holds, such as which cards a player owns; what a rule hides stays hidden also where one
        could have counted it. Two states that look the same to the seat give, with generators in the same state, equal
        states. The seat's own question is the same as before. Raises CannotDealAnew where the game cannot do that.
        """

    def view(self, state: State, seat: Seat | None) -> object:
        """Return what a seat may know; None for a spectator. Built by projection from nothing."""

    def full_view(self, state: State) -> object:
        """Return the same kind of view with every secret in it, for finished records only."""

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""

    def scores(self, state: State) -> Sequence[int] | None:
        """Return by seat the points as they stand, in any state, those of a team at each of its seats; None for a game
        that has no points before its end.
        """

    # What a game may leave as `OptionalParts` has it.

    @property
    def messages(self) -> str:
        """Return the name in the package of its messages where several games share them; '' if it is the game's own."""

    @property
    def enums(self) -> tuple[type[IntEnum], ...]:
        """Return the enums that name numbers of views, options and catalogue, for the game's .proto file."""

    @property
    def text(self) -> GameText | None:
        """Return the game in plain English; None for a game that is told by the names of its fields."""

    @property
    def board(self) -> Board | None:
        """Return the board that pages draw; None for a game of which the viewer has drawings, or only fields."""

    def guide(self) -> Guide | None:
        """Return what there is to read about the game, loaded when it is first asked for; None if there is nothing."""

    def teams(self, setup: Setup) -> tuple[int, ...]:
        """Return by seat the number of its team, where seats win and lose together; () if everybody plays alone."""

    def many_options(self, setup: Setup) -> int:
        """Return the number of options that few decisions exceed: a request carries them all."""

    def unmanned(self, setup: Setup) -> tuple[Seat, ...]:
        """Return the seats that the rules play: nobody is asked for them, and no record has answers of theirs."""

    def unmanned_name(self, setup: Setup) -> str:
        """Return the name of who plays those seats, which is another one for another strength."""

    def work(self, state: State) -> Iterator[None]:
        """Do what `pending` does, piece by piece, so that the state can be looked at after each."""


class OptionalParts(Generic[State]):
    """The optional parts of a `Game` as most games leave them; a game inherits them and overrides what it has."""

    messages: str = ""
    enums: tuple[type[IntEnum], ...] = ()
    text: GameText | None = None
    board: Board | None = None

    def scores(self, state: State) -> Sequence[int] | None:
        """Return None: there are no points before the end."""
        return None

    def guide(self) -> Guide | None:
        """Return None: there is nothing to read."""
        return None

    def teams(self, setup: Setup) -> tuple[int, ...]:
        """Return (): everybody plays alone."""
        return ()

    def many_options(self, setup: Setup) -> int:
        """Return 200."""
        return 200

    def unmanned(self, setup: Setup) -> tuple[Seat, ...]:
        """Return (): a player sits at every seat."""
        return ()

    def unmanned_name(self, setup: Setup) -> str:
        """Return `automa`."""
        return "automa"

    def work(self: Game[State], state: State) -> Iterator[None]:
        """Advance to the next question in one piece."""
        self.pending(state)
        yield
