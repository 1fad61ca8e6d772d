"""The table of a match: the numbers, rows and lists of steps that its settings give.

The base game fills a `Table`, and each module in play edits it. Then it is never changed; all states of a match share
it, and it follows from the settings alone, so that it is part of no digest. Lists of steps hold functions and frames of
later modules, so their types are not named here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from lawspeaker_engine.agenda import Frame, Unmanned
from lawspeaker_engine.content import CardEffect
from lawspeaker_engine.games.northgard.editions import Edition
from lawspeaker_engine.games.northgard.settings import Settings
from lawspeaker_engine.model import Rng, Seat


@dataclass(frozen=True, slots=True)
class DeckPart:
    """A part of the Development deck of this match."""

    kind: str
    cards: tuple[int, ...]
    """All there are of it, each as often as it exists."""
    count: int
    """How many of them are drawn into the deck."""


@dataclass(frozen=True, slots=True)
class Named:
    """A step by its name, which modules refer to."""

    name: str
    make: Callable[[Any], Frame[Any]]
    """Returns its frame; what it takes is said by the list that it stands in."""


@dataclass(slots=True)
class Phase:
    """A phase of the year."""

    name: str
    steps: list[Named]
    """Their frames are made for the turn order at the start of the phase, a tuple of seats."""


@dataclass(slots=True)
class Table:
    """The components and the order of play of a match. Modules edit it while it is laid; nobody does afterwards."""

    settings: Settings
    numbers: Edition
    lay: Callable[[Settings], Table] = field(repr=False)
    """The function that made it: a copy and a pickle of a table are what this returns for the same settings."""
    effects: tuple[tuple[CardEffect[Any], ...], ...]
    """By card: what it does, of all cards that there are."""
    power_of: tuple[Any, ...]
    """By row of CLANS: the rule that is its power."""
    modules: list[str] = field(default_factory=list)
    """The names of the modules in play."""
    decks: list[DeckPart] = field(default_factory=list)
    achievements: list[int] = field(default_factory=list)
    """The cards that the Achievements are drawn from; empty if there are none."""
    clans: list[int] = field(default_factory=list)
    """The clans that can be played, as rows of CLANS, ascending."""
    initial: dict[int, int] = field(default_factory=dict)
    """By clan: its initial card."""
    upgrades: dict[int, list[int]] = field(default_factory=dict)
    """By clan: its upgrades, ascending."""
    own_cards: dict[int, frozenset[int]] = field(default_factory=dict)
    """By clan, and -1 for no clan: its initial card and upgrades."""
    figures: dict[int, list[int]] = field(default_factory=dict)
    """By clan: its special figures, as rows of FIGURES, ascending."""
    points: list[int] = field(default_factory=list)
    """By figure: what it is worth in a combat."""
    tiles: list[int] = field(default_factory=list)
    """The tiles of the box that are in the game, ascending; those that are laid first are among them."""
    start: list[int] = field(default_factory=list)
    """The tiles that lie on the table from the beginning, the one in the centre first; empty if they are drawn."""
    powers: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    """By clan, and -1 for no clan: the rules that act for its player, in the order in which they act."""
    rules: list[Any] = field(default_factory=list)
    """The rules that act for everybody, in the order in which they act."""
    rows: list[Any] = field(default_factory=list)
    """Rows of the modules in play, as far as nothing else here names them; they are part of the content's hash."""
    acting: dict[str, dict[int, tuple[Callable[..., Any], ...]]] = field(default_factory=dict)
    """By moment and clan: the methods of the rules that do something then for its player, of `powers` and `rules`."""
    used: frozenset[str] = frozenset()
    """The moments at which any rule does something; hot code asks this first."""
    powers_at: dict[str, dict[int, tuple[Callable[..., Any], ...]]] = field(default_factory=dict)
    """The same, of `powers` alone."""
    rules_at: dict[str, tuple[Callable[..., Any], ...]] = field(default_factory=dict)
    """The same, of `rules` alone."""
    setup: list[Named] = field(default_factory=list)
    """Steps of the setup; their frames are made for the number of players."""
    phases: list[Phase] = field(default_factory=list)
    """Phases of the year, in the order in which they are played."""
    combat: list[Any] = field(default_factory=list)
    """Steps of a combat."""
    victories: list[Any] = field(default_factory=list)
    """Ways to win in any year, asked in this order at the end of each."""
    unmanned: tuple[int, ...] = ()
    """Seats that the rules play; nobody is asked for them."""
    answering: Unmanned | None = None
    """The object that answers for them; None if there are none."""
    over_rough: tuple[int, ...] = ()
    """Seats whose figures may retreat over rough borders."""
    unbound: tuple[int, ...] = ()
    """Seats that guarded and pinned territories of the map do not bind; see `Board.bound`."""
    turns: dict[int, Callable[[], Frame[Any]]] = field(default_factory=dict)
    """By seat: what makes the frame of its turns, where that is not turn.Turn."""
    parts: list[Any] = field(default_factory=list)
    """Classes of what the modules in play remember; see `State.parts`."""

    deals: list[Callable[[Any, Seat, Rng], None]] = field(default_factory=list)
    """What draws afresh that the modules in play hide from a seat, in the order in which they do: see `dealing`."""

    def __reduce__(self) -> tuple[Callable[[Settings], Table], tuple[Settings]]:
        return self.lay, (self.settings,)

    def manned(self) -> list[int]:
        """Return the seats that somebody plays."""
        return [seat for seat in range(self.settings.players) if seat not in self.unmanned]

    def phase(self, name: str) -> Phase:
        """Return the phase of the year with this name."""
        return next(phase for phase in self.phases if phase.name == name)


def insert(steps: list[Any], new: Any, *, after: str = "", before: str = "") -> None:
    """Put a step into a list of steps, right after or before every step with that name."""
    for number in reversed(range(len(steps))):
        if steps[number].name == (after or before):
            steps.insert(number + bool(after), new)
