"""The map: WINDS, REGIONS, POSTS and HOMES, and which place is one STEP from which (SG-MAP-*).

Every place where a Longship can stand is a node with a number: first the HOMES of the Jarls, then the REGIONS, then the
POSTS, then a HOME for each REGION that can be a DUCHY. All tables are by these numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lawspeaker_engine.content import load_rows, load_unique, refuse_unknown
from lawspeaker_engine.games.pax_viking.enums import Wind
from lawspeaker_engine.text import words

_MAP: Final = Path(__file__).parent / "content" / "map.toml"

WINDS: Final = words(Wind)
SEA, RIVER, HARBOR = "sea", "river", "harbor"
EMPTY, TRADE_CENTER, ALLY = "empty", "trade_center", "ally"
"""The kinds of POST: a circle for Ventures, and those that are printed with a place of their own."""

NOWHERE: Final = -1
"""In place of a node: on the Jarlboard. In place of a REGION or WIND: in none."""


@dataclass(frozen=True, slots=True)
class Region:
    """A row of content/map.toml; its number is its place in `REGIONS`."""

    id: str
    name: str
    wind: str
    kind: str

    def __post_init__(self) -> None:
        refuse_unknown("wind", self.wind, WINDS)
        refuse_unknown("kind", self.kind, (SEA, RIVER, HARBOR))


@dataclass(frozen=True, slots=True)
class Home:
    """A printed HOME; its number is its place in `HOMES`."""

    id: str
    name: str
    wind: str
    region: str
    """The REGION that it leads to."""


@dataclass(frozen=True, slots=True)
class Post:
    """A row of content/map.toml; its number is its place in `POSTS`."""

    id: str
    name: str
    region: str
    kind: str
    cost: int
    harbor: str = ""
    """The Sea REGION from which alone it can be entered; empty where that is its own River REGION."""
    key: bool = False
    """True if it is a KEY TRADE CENTER (SG-TERM-19)."""

    def __post_init__(self) -> None:
        refuse_unknown("kind", self.kind, (EMPTY, TRADE_CENTER, ALLY))


@dataclass(frozen=True, slots=True)
class _Border:
    between: tuple[str, str]


REGIONS: Final = load_unique([_MAP], "region", Region)
HOMES: Final = load_unique([_MAP], "home", Home)
POSTS: Final = load_unique([_MAP], "post", Post)
BORDERS: Final = load_rows(_MAP, "border", _Border)

REGION: Final = {region.id: number for number, region in enumerate(REGIONS)}
"""The number of each REGION."""
HOME: Final = {home.id: number for number, home in enumerate(HOMES)}
POST: Final = {post.id: number for number, post in enumerate(POSTS)}

DUCHIES: Final = tuple(number for number, region in enumerate(REGIONS) if region.kind != SEA)
"""The REGIONS that have circles for Ventures, so that they can be DUCHIES; ascending."""

FIRST_REGION: Final = len(HOMES)
FIRST_POST: Final = FIRST_REGION + len(REGIONS)
FIRST_DUCHY: Final = FIRST_POST + len(POSTS)
NODES: Final = FIRST_DUCHY + len(DUCHIES)

WIND_OF: Final = tuple(WINDS.index(region.wind) for region in REGIONS)
"""By REGION: the number of its WIND."""
POST_REGION: Final = tuple(REGION[post.region] for post in POSTS)
"""By POST: the number of its REGION."""
POST_WIND: Final = tuple(WIND_OF[region] for region in POST_REGION)
GATES: Final = tuple(REGION[post.harbor or post.region] for post in POSTS)
"""By POST: the REGION through which it is entered and left (SG-MAP-06, SG-MAP-07, AMB-SG-11)."""
COSTS: Final = tuple(post.cost for post in POSTS)
CIRCLES: Final = tuple(number for number, post in enumerate(POSTS) if post.kind == EMPTY)
"""The POSTS that take Ventures."""
TRADE_CENTERS: Final = tuple(number for number, post in enumerate(POSTS) if post.kind == TRADE_CENTER)
ALLIES: Final = tuple(number for number, post in enumerate(POSTS) if post.kind == ALLY)
"""The Powerful Allies."""
PREPRINTED: Final = frozenset((*TRADE_CENTERS, *ALLIES))


def home_node(home: int) -> int:
    """Return the node of a printed HOME."""
    return home


def region_node(region: int) -> int:
    """Return the node of a Sea or River REGION."""
    return FIRST_REGION + region


def post_node(post: int) -> int:
    """Return the node of a POST."""
    return FIRST_POST + post


def duchy_node(region: int) -> int:
    """Return the node of the HOME that a DUCHY has in its REGION."""
    return FIRST_DUCHY + DUCHIES.index(region)


def is_home(node: int) -> bool:
    """Return whether the node is a HOME, printed or of a DUCHY."""
    return 0 <= node < FIRST_REGION or node >= FIRST_DUCHY


def post_of(node: int) -> int:
    """Return the POST of a node, or NOWHERE."""
    return node - FIRST_POST if FIRST_POST <= node < FIRST_DUCHY else NOWHERE


def _region_of(node: int) -> int:
    if is_home(node):
        return NOWHERE
    return node - FIRST_REGION if node < FIRST_POST else POST_REGION[node - FIRST_POST]


REGION_OF: Final = (*(_region_of(node) for node in range(NODES)), NOWHERE)
"""By node, and by NOWHERE too: the REGION that it lies in; HOMES and the Jarlboard lie in none (SG-MAP-05)."""


def _gates_of(region: int) -> tuple[int, ...]:
    """Return the REGIONS that a HOME in this one leads to: itself, or the seas of its harbors (AMB-SG-13)."""
    if REGIONS[region].kind != HARBOR:
        return (region,)
    return tuple(sorted({GATES[post] for post, where in enumerate(POST_REGION) if where == region}))


HOME_GATES: Final = (
    *((REGION[home.region],) for home in HOMES),
    *(() for _ in range(FIRST_DUCHY - FIRST_REGION)),
    *(_gates_of(region) for region in DUCHIES),
)
"""By node: the REGIONS one STEP from a HOME; nothing for other nodes."""

REGION_GATES: Final = tuple(_gates_of(region) for region in range(len(REGIONS)))
"""By REGION: itself, or for a Harbor REGION the seas of its harbors."""


def _open_neighbours(region: int) -> tuple[int, ...]:
    """Return the nodes one STEP from a REGION that are open to everybody: REGIONS, then POSTS."""
    beside = sorted(
        REGION[other]
        for border in BORDERS for one, other in (border.between, border.between[::-1]) if REGION[one] == region
    )
    posts = [post_node(post) for post, gate in enumerate(GATES) if gate == region]
    return (*map(region_node, beside), *posts)


BESIDE: Final = tuple(_open_neighbours(region) for region in range(len(REGIONS)))
"""By REGION: the nodes one STEP away, HOMES left out."""
