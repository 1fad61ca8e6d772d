"""Creatures: their rows, and those on the map in the order of the Creature line (UH-CRE-01..03, NG-CRE-*)."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from lawspeaker_engine.content import load_rows, refuse_unknown
from lawspeaker_engine.games.northgard.buildings import BUILDINGS, produced
from lawspeaker_engine.games.northgard.module_views import CreaturesView, CreatureView, ShowsModules
from lawspeaker_engine.games.northgard.phases import scoring
from lawspeaker_engine.games.northgard.state import WOOD, State

PRIORITIES: Final = ("buildings", "units", "resources")
"""The priorities of creatures when they move (NG-CRE-07)."""
ATTACKS: Final = ("never", "always", "buildings", "wood")
"""The places in which creatures attack: nowhere, wherever they arrive, or where there is something."""
SMALL_BUILDING: Final = 1
LARGE_BUILDING: Final = 3
"""The weight of a large building in the priority `buildings`."""


@dataclass(frozen=True, slots=True)
class Creature:
    """A row of content/creatures.toml; its number is its index."""

    id: str
    name: str
    set: str
    """base, horizons or den."""
    copies: int
    points: int
    """Its combat value."""
    fame: int
    """For who beats it."""
    priorities: tuple[str, ...]
    """PRIORITIES in its own order."""
    text: str
    """The effect, in a sentence of our own."""
    attacks: str = "never"
    """One of ATTACKS."""
    shares: bool = True
    """True if it leaves its territory to others too."""
    moves: int = 1
    anywhere: bool = False
    """True if every territory is next to it."""
    barren: bool = False
    """True if its territory yields only what buildings give."""
    no_fame: bool = False
    """True if its territory yields no fame at Harvest."""
    exchanges: bool = False
    """True if its territory's controller may exchange food and wood once a Harvest."""
    pins: bool = False
    """True if nobody builds or recruits in its territory, explores or moves from it."""
    takes_unit: bool = False
    """True if it takes a figure where it arrives, before it attacks."""
    toll_wood: int = 0
    """Wood that the controller pays where its last move leads."""
    toll_fame: int = 0
    """Fame that the controller loses who cannot."""
    points_per_casualty: int = 0
    """Points in its combats, on both sides, for each casualty of the own die."""
    takes_casualty: bool = False
    """True if it takes the casualty of a die that shows either."""
    casualties: int = 0
    """Casualties besides those of its die where it attacks."""
    reward: int = 0
    """Fame more for a defender who beats it."""

    def __post_init__(self) -> None:
        refuse_unknown("creature attacks", self.attacks, ATTACKS)
        for name in self.priorities:
            refuse_unknown("creature priority", name, PRIORITIES)


CREATURES: Final = load_rows(Path(__file__).parent.parent / "content/creatures.toml", "creature", Creature)
"""All creatures by number."""
WYVERN: Final = next(number for number, row in enumerate(CREATURES) if row.set == "den")

STRONG: Final = 7
"""The combat value from which a creature never lies on top of the first pile (NG-CRE-01)."""


@dataclass(slots=True)
class Beast:
    """A creature on the map."""

    number: int
    """From 1, in the order in which they appeared."""
    kind: int
    """Its row in CREATURES."""
    territory: int

    @property
    def row(self) -> Creature:
        """Return what it is."""
        return CREATURES[self.kind]


@dataclass(slots=True)
class Creatures:
    """The part of the state: the Creature line, and the cards that are not in it. Piles lie face down."""

    line: list[Beast] = field(default_factory=list)
    """From left to right: in the order in which they act."""
    weak: list[int] = field(default_factory=list)
    """Cards of the pile with a value below STRONG, ascending."""
    strong: list[int] = field(default_factory=list)
    """The others of the pile, ascending."""
    top: int = 0
    """How many cards on top of the pile are weak ones; under them lie all others, shuffled (AMB-H41)."""
    defeated: list[int] = field(default_factory=list)
    """Ascending."""
    appeared: int = 0
    """How many have appeared so far."""

    def copy(self) -> Creatures:
        """Return an independent copy."""
        return Creatures(
            [Beast(each.number, each.kind, each.territory) for each in self.line], self.weak[:], self.strong[:],
            self.top, self.defeated[:], self.appeared,
        )

    def show(self, state: State, view: ShowsModules) -> None:
        """Show the line, and how many cards each pile has."""
        view.creatures = CreaturesView(
            [CreatureView(each.number, each.kind, each.territory) for each in self.line], self.top,
            len(self.weak) + len(self.strong) - self.top, self.defeated,
        )

    def beast(self, number: int) -> Beast | None:
        """Return a creature of the line; None if it is not on the map any more."""
        return next((each for each in self.line if each.number == number), None)

    def at(self, territory: int) -> list[Beast]:
        """Return the creatures in a territory, from left to right."""
        return [each for each in self.line if each.territory == territory]

    def next_cards(self) -> list[int]:
        """Return the cards of which one lies on top of the pile, ascending; an empty pile is renewed (NG-CRE-04)."""
        if not self.weak and not self.strong:
            self.shuffle(self.defeated, top=0)
            self.defeated = []
        return self.weak if self.top else sorted(self.weak + self.strong)

    def shuffle(self, cards: list[int], *, top: int) -> None:
        """Make a new pile of these cards, with so many weak ones on top."""
        self.weak = sorted(card for card in cards if CREATURES[card].points < STRONG)
        self.strong = sorted(card for card in cards if CREATURES[card].points >= STRONG)
        self.top = top

    def draw(self, card: int) -> None:
        """Take this card off the pile."""
        (self.weak if card in self.weak else self.strong).remove(card)
        self.top = max(self.top - 1, 0)

    def place(self, kind: int, territory: int) -> Beast:
        """Put a creature on the map, and its card at the right end of the line."""
        self.appeared += 1
        beast = Beast(self.appeared, kind, territory)
        self.line.append(beast)
        return beast


def mark(state: State) -> None:
    """Tell the map where creatures let nobody in or out; to be called whenever one comes, goes or moves."""
    line = state.part(Creatures).line
    state.board.unbound = state.table.unbound
    state.board.guarded = tuple(sorted({each.territory for each in line if not each.row.shares}))
    state.board.pinned = tuple(sorted({each.territory for each in line if each.row.pins}))


def human(state: State, territory: int) -> int:
    """Return the player who controls a territory, or -1; to creatures the Automa is nobody (AUTO-MOD-01).

    So they neither go to it nor act on it. Whether their territories bind it says `Board.bound` (AMB-A24).
    """
    owner = state.board.owner[territory]
    return -1 if owner in state.table.unmanned else owner


def amount(state: State, territory: int, priority: str) -> int:
    """Return how much a territory has of what creatures go by (NG-CRE-07)."""
    if priority == "resources":
        return sum(produced(state.board, territory))
    if priority == "buildings":
        codes = state.board.buildings[territory]
        return sum(LARGE_BUILDING if BUILDINGS[code >> 2].large else SMALL_BUILDING for code in codes)
    return state.figure_count(territory) if human(state, territory) >= 0 else 0


def attacks(state: State, beast: Beast) -> bool:
    """Return whether it attacks a player in its territory."""
    where = beast.row.attacks
    if where == "buildings":
        return scoring.building_count(state, beast.territory) > 0
    if where == "wood":
        return produced(state.board, beast.territory)[WOOD] > 0
    return where == "always"
