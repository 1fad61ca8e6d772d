"""The options of a player: one small class for each verb; the prompt of the question says in which situation.

A `longship` is its number in the view's `longships`, a `tile` its number in the catalogue; so too places.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final


@dataclass(slots=True)
class InvestDraw:
    """INVEST: draw the top tile of the pile; the tile at the space that costs 1 leaves the track (SG-INVEST-02)."""


@dataclass(slots=True)
class Buy:
    """INVEST: buy the tile of this space of the track (SG-INVEST-03); in effect.buy at a lower price."""

    space: int
    """From 0, the space that costs 1."""


@dataclass(slots=True)
class Sail:
    """JOURNEY with this Longship, whose STEPS are named one by one (SG-JOURNEY-01)."""

    longship: int
    """Its number: an index of View.longships."""


@dataclass(slots=True)
class Play:
    """PLAY this tile of the hand (SG-PLAY-01); POST and space are named next."""

    tile: int
    """An index of Catalogue.tiles."""


@dataclass(slots=True)
class Activate:
    """Use the ability of the own Venture in this POST, which exhausts the Longship there (SG-ACTIVATE-01)."""

    post: int
    """An index of Catalogue.posts."""
    longship: int
    """The one that is exhausted: an index of View.longships."""


@dataclass(slots=True)
class Parley:
    """ESTABLISH in this POST, or CHALLENGE a RIVAL there (SG-PARLEY-01, SG-PARLEY-02)."""

    post: int
    """An index of Catalogue.posts."""


@dataclass(slots=True)
class Jarldom:
    """Move this Longship one STEP into the POST, RETURN a RIVAL Longship of it, and ESTABLISH if ALONE
    (SG-JARLDOM-01).
    """

    longship: int
    """Its number: an index of View.longships."""
    post: int
    """An index of Catalogue.posts."""


@dataclass(slots=True)
class Sweden:
    """Draw the top tile; a Venture comes with a Longship and is PLAYED (SG-SWEDEN-01)."""


@dataclass(slots=True)
class Theocracy:
    """ESTABLISH a Theocracy Follower in this POST at any distance (SG-THEOCRACY-01)."""

    post: int
    """An index of Catalogue.posts."""


@dataclass(slots=True)
class Rus:
    """Take this Advocate of a RIVAL and PLAY it (SG-RUS-01)."""

    tile: int
    """An index of Catalogue.tiles."""


@dataclass(slots=True)
class UseTile:
    """Use the ability of this God or Advocate for an Action Marker."""

    tile: int
    """An index of Catalogue.tiles."""


@dataclass(slots=True)
class Speak:
    """Promise something to a RIVAL, which is named next. It costs nothing and binds nobody."""


@dataclass(slots=True)
class Pass:
    """End the Action Phase (AMB-SG-17)."""


@dataclass(slots=True)
class Marker:
    """The Influence Marker of this type pays for the action (SG-ACT-04)."""

    type: int
    """An InfluenceType."""


@dataclass(slots=True)
class ActionMarker:
    """An Action Marker pays for the action (SG-ACT-04)."""


@dataclass(slots=True)
class Step:
    """One STEP to this node; or the place of a Longship that is put somewhere."""

    node: int
    """An index of Catalogue.nodes."""


@dataclass(slots=True)
class Bargain:
    """Open a TRADE with this seat (SG-JOURNEY-02)."""

    seat: int
    """The partner, 0 to the number of players - 1."""


@dataclass(slots=True)
class Post:
    """A POST, pointed at: what happens there depends on the prompt (docs/pax-viking.md)."""

    post: int
    """An index of Catalogue.posts."""


@dataclass(slots=True)
class Space:
    """A space of the own Jarlboard, for a God or Advocate (SG-PLAY-04)."""

    tile: int
    """The tile that is replaced; -1 for a free space."""


@dataclass(slots=True)
class FollowerType:
    """A type of Follower: 0 Jarldom, 1 Theocracy, 2 Sweden, 3 Rus."""

    type: int
    """An InfluenceType."""


@dataclass(slots=True)
class Seat:
    """A player, pointed at, or drawn."""

    seat: int
    """From 0 to the number of players - 1."""


@dataclass(slots=True)
class Ship:
    """A Longship, pointed at."""

    longship: int
    """Its number: an index of View.longships."""


@dataclass(slots=True)
class Tile:
    """A tile, pointed at, or drawn."""

    tile: int
    """An index of Catalogue.tiles."""


@dataclass(slots=True)
class TrackSpace:
    """The tile of this space of the track."""

    space: int
    """From 0, the space that costs 1."""


@dataclass(slots=True)
class Accept:
    """Yes: to an offer, or to what may be done."""


@dataclass(slots=True)
class Counter:
    """Answer with a counter-offer, which is named next."""


@dataclass(slots=True)
class Vote:
    """A vote in the ALTHING (SG-TERM-03)."""

    yes: bool
    """Whether it is in favour."""


@dataclass(slots=True)
class Silver:
    """A pile of silver: any of the piles offered together make every amount."""

    amount: int
    """So much."""
    number: int
    """Tells piles of the same amount apart."""


@dataclass(slots=True)
class TileKind:
    """A tile of this kind out of the partner's hand: 0 Venture, 1 Event, 2 Advocate, 3 God, 4 any."""

    kind: int
    """A SagaTileKind."""


@dataclass(slots=True)
class PostFollower:
    """The Follower in this POST, in whose place the other party puts one of its own (AMB-SG-36)."""

    post: int
    """An index of Catalogue.posts."""


@dataclass(slots=True)
class PromiseVote:
    """Say that one will vote so in the next ALTHING."""

    yes: bool
    """Whether it is in favour."""


@dataclass(slots=True)
class PromiseNoChallenge:
    """Say that one will not CHALLENGE the other one."""


@dataclass(slots=True)
class PromiseNoParley:
    """Say that one will not PARLEY in this POST."""

    post: int
    """An index of Catalogue.posts."""


@dataclass(slots=True)
class PromiseSilver:
    """Say that one will give so much silver."""

    amount: int
    """So much."""


@dataclass(slots=True)
class PromisePassage:
    """Say that one will do nothing to Longships of the other one in this REGION."""

    region: int
    """An index of Catalogue.regions."""


@dataclass(slots=True)
class PromiseVeto:
    """Say that one will keep this seat from winning."""

    seat: int
    """The one that shall not win, 0 to the number of players - 1."""


@dataclass(slots=True)
class Jarl:
    """A Jarl, dealt or chosen (SG-SETUP-14)."""

    jarl: int
    """An index of Catalogue.jarls."""


@dataclass(slots=True)
class Card:
    """A Victory Condition card, drawn."""

    card: int
    """An index of Catalogue.cards."""


OPTION_TYPES = (
    InvestDraw, Buy, Sail, Play, Activate, Parley, Jarldom, Sweden, Theocracy, Rus, UseTile, Speak, Pass, Marker, Step,
    Bargain, Post, Space, FollowerType, Seat, Ship, Tile, TrackSpace, Accept, Counter, Vote, Silver, TileKind,
    PostFollower, PromiseVote, PromiseNoChallenge, PromiseNoParley, PromiseSilver, PromisePassage, PromiseVeto, Jarl,
    Card, ActionMarker,
)
"""All verbs, in the order of the wire's `oneof`."""


# Nobody changes an option, so all questions share those that are asked for most: making them anew takes longer than the
# rest of the question.

INVEST_DRAW: Final = InvestDraw()
SPEAK: Final = Speak()
PASS: Final = Pass()
ACTION_MARKER: Final = ActionMarker()

buy_option = cache(Buy)
play_option = cache(Play)
post_option = cache(Post)
sail_option = cache(Sail)
seat_option = cache(Seat)
ship_option = cache(Ship)
step_option = cache(Step)
tile_option = cache(Tile)
