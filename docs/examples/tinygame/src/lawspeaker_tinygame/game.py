"""The rules of Herring: state, unfinished work, options, view, and the game that the referee finds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lawspeaker_engine import canon
from lawspeaker_engine.agenda import DONE, ONGOING, AgendaGame, Asked, Frame, Unmanned, Work, copy_agenda
from lawspeaker_engine.content import load_unique
from lawspeaker_engine.model import PUBLIC, Chance, Decision, GameOption, Outcome, Rng, Seat, Setup
from lawspeaker_engine.state_codec import FROM_SETUP
from lawspeaker_tinygame.text import TEXT

NETS = (1, 2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class ShoalInfo:
    """A printed shoal; its number is its place in the catalogue."""

    id: str
    """A stable word for programs."""
    name: str
    """Its name for people."""
    herring: int
    """How many herring it is worth."""


SHOALS = load_unique([Path(__file__).parent / "shoals.toml"], "shoal", ShoalInfo)


# --- options, one class a verb ---


@dataclass(frozen=True, slots=True)
class Net:
    """Cast a net."""

    size: int
    """Its size, 1 to 5."""


@dataclass(frozen=True, slots=True)
class Shoal:
    """A shoal comes, as chance says."""

    shoal: int
    """An index of Catalogue.shoals."""


# --- the state, and unfinished work as frames ---


@dataclass(slots=True)
class State:
    """Everything that is so; lists of what boats have are by seat."""

    rounds: int = field(metadata=FROM_SETUP)
    nets: list[list[int]]
    caught: list[list[int]]
    left: list[int]
    """The shoals that have not come, ascending: they have no order until chance draws one."""
    round: int = 0
    shoal: int = -1
    outcome: Outcome | None = None
    agenda: list[Frame[State]] = field(default_factory=list)
    question: Asked | None = field(default=None, metadata=canon.NOT_CANON)
    unmanned: Unmanned | None = field(default=None, metadata=canon.NOT_CANON)

    def copy(self) -> State:
        """Return an independent copy."""
        return State(self.rounds, [list(nets) for nets in self.nets], [list(each) for each in self.caught],
                     list(self.left), self.round, self.shoal, self.outcome, copy_agenda(self.agenda))


@dataclass(slots=True)
class Rounds(Frame[State]):
    """Begin the next round, or end the game."""

    def step(self, state: State) -> Work:
        """Push what a round consists of."""
        if state.round == state.rounds:
            state.outcome = _outcome(state)
            return DONE
        state.round += 1
        state.agenda += [Cast(), Come()]
        return ONGOING


@dataclass(slots=True)
class Come(Frame[State]):
    """A shoal comes."""

    def step(self, state: State) -> Chance:
        """Ask chance, which draws one of those that are left; the stream's name depends on the round alone."""
        return Chance("shoal.come", [Shoal(shoal) for shoal in state.left], 1, f"shoal/{state.round}", seen_by=PUBLIC)

    def take(self, state: State, chosen: Sequence[Any]) -> Work:
        """Put it on the table."""
        state.shoal = chosen[0].shoal
        state.left.remove(state.shoal)
        return DONE


@dataclass(slots=True)
class Cast(Frame[State]):
    """All boats choose a net at once."""

    def step(self, state: State) -> tuple[Decision, ...]:
        """Ask all of them; nobody sees the answer of another before all have answered, since all are one step."""
        return tuple(Decision(seat, "net.cast", [Net(size) for size in nets], 1, 1, (0,), PUBLIC)
                     for seat, nets in enumerate(state.nets))

    def take(self, state: State, chosen: Sequence[Any]) -> Work:
        """Give the shoal to the largest net that is the only one of its size; nets are used up."""
        cast = [options[0].size for options in chosen]
        for nets, size in zip(state.nets, cast, strict=True):
            nets.remove(size)
        alone = [size for size in cast if cast.count(size) == 1]
        if alone:
            state.caught[cast.index(max(alone))].append(state.shoal)
        state.shoal = -1
        return DONE


def _herring(caught: Sequence[int]) -> int:
    return sum(SHOALS[shoal].herring for shoal in caught)


def _outcome(state: State) -> Outcome:
    scores = [_herring(caught) for caught in state.caught]
    return Outcome(tuple(1 + sum(other > score for other in scores) for score in scores), tuple(scores), "herring")


# --- the view, built from nothing ---


@dataclass(frozen=True, slots=True)
class Boat:
    """A boat, of which everything is open."""

    seat: int
    """Whose it is, from 0."""
    nets: tuple[int, ...]
    """The sizes of the nets that it has not used, ascending."""
    caught: tuple[int, ...]
    """The shoals that it has caught, in their order."""
    herring: int
    """The herring in them."""


@dataclass(frozen=True, slots=True)
class View:
    """What a seat, or a spectator, sees."""

    seat: int
    """Who sees it; -1 for a spectator."""
    round: int
    """From 1; 0 before the first."""
    rounds: int
    """How many there are."""
    shoal: int
    """The shoal that is fished for, an index of Catalogue.shoals; -1 if none is."""
    left: tuple[int, ...]
    """The shoals that have not come yet, ascending."""
    boats: tuple[Boat, ...]
    """By seat."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What never changes."""

    shoals: tuple[ShoalInfo, ...] = tuple(SHOALS)
    """By number."""


class TinyGame(AgendaGame[State]):
    """Herring."""

    name = "tinygame"
    title = "Herring"
    version = 1
    editions = ("first",)
    players = (2, 3, 4)
    options = (GameOption("rounds", 5, "how many rounds are played", (3, 4, 5)),)
    view_type = View
    option_types = (Net, Shoal)
    catalogue = Catalogue()
    text = TEXT

    def content(self, setup: Setup) -> str:
        """Return a hash of the rows that a match can use."""
        return canon.digest(SHOALS).hex()

    def setup(self, setup: Setup) -> State:
        """Return the state before anything has happened."""
        boats = range(setup.players)
        return State(int(setup.options["rounds"]), [list(NETS) for _ in boats], [[] for _ in boats],
                     list(range(len(SHOALS))), agenda=[Rounds()])

    def deal_hidden(self, state: State, seat: Seat, rng: Rng) -> None:
        """Change nothing: all that is hidden is what is not drawn or answered yet."""

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the herring that each has."""
        return tuple(_herring(caught) for caught in state.caught)

    def view(self, state: State, seat: Seat | None) -> View:
        """Return what a seat may know."""
        boats = tuple(Boat(number, tuple(state.nets[number]), tuple(caught), _herring(caught))
                      for number, caught in enumerate(state.caught))
        return View(-1 if seat is None else seat, state.round, state.rounds, state.shoal, tuple(state.left), boats)

    def full_view(self, state: State) -> View:
        """Return the same: nothing of a state is secret."""
        return self.view(state, None)
