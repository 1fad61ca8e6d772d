"""The verbs of abilities as data (SG c.6): one frozen dataclass each, read from the rows in content/.

What a verb does when its ability works is in the package `effects`; what a permanent one changes is asked of
`modifiers`. A docstring says `P` where the verb holds as long as its tile is ESTABLISHED.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.content import Vocabulary, refuse_unknown


class Effect:
    """The base class of all verbs."""

    __slots__ = ()


COUNTED: Final = (
    "own_ventures_this_wind", "own_jarldom", "own_sweden", "own_theocracy", "own_rus", "own_duchies",
)
"""The things by which an amount of silver may be counted."""


# Money.


@dataclass(frozen=True, slots=True)
class Silver(Effect):
    """GAIN from the bank: `amount`, or so much for each of what is counted, `most` at most."""

    amount: int
    each: str = ""
    most: int = 0

    def __post_init__(self) -> None:
        if self.each:
            refuse_unknown("silver each", self.each, COUNTED)


@dataclass(frozen=True, slots=True)
class LoseSilver(Effect):
    """Pay the bank as much of `amount` as there is, or half of all silver, rounded down."""

    amount: int = 0
    half: bool = False


@dataclass(frozen=True, slots=True)
class TakeSilver(Effect):
    """A RIVAL gives the owner as much of `amount` as it has: who stepped in, or a COLOCATED one."""

    of: str
    amount: int

    def __post_init__(self) -> None:
        refuse_unknown("take_silver of", self.of, ("stepper", "colocated_rival"))


@dataclass(frozen=True, slots=True)
class Pay(Effect):
    """Pay the bank exactly `amount`; then `paid` happens. Who cannot pay cannot use it."""

    amount: int
    paid: Effect


# Tiles.


@dataclass(frozen=True, slots=True)
class Draw(Effect):
    """DRAW from the top of the pile to the hand, as far as there are tiles."""

    tiles: int


@dataclass(frozen=True, slots=True)
class BuyTile(Effect):
    """BUY one tile of the track for less, without an action."""

    discount: int


@dataclass(frozen=True, slots=True)
class TakeTile(Effect):
    """One tile to the hand, free: of the discard pile or the track, there at spaces that cost `most_cost` at most."""

    of: str
    kinds: tuple[str, ...] = ()
    most_cost: int = 0

    def __post_init__(self) -> None:
        refuse_unknown("take_tile of", self.of, ("discard", "track"))


@dataclass(frozen=True, slots=True)
class SwapWithTrack(Effect):
    """Exchange a tile of the hand for one of the track, free."""


@dataclass(frozen=True, slots=True)
class Peek(Effect):
    """Look at the top tiles of the pile, and put them back in any order."""

    tiles: int


@dataclass(frozen=True, slots=True)
class LookAtHand(Effect):
    """Look at the hand of a COLOCATED RIVAL."""

    of: str


@dataclass(frozen=True, slots=True)
class NewTrack(Effect):
    """All tiles of the track are discarded, and it is refilled."""


# Longships.


@dataclass(frozen=True, slots=True)
class MoveLongship(Effect):
    """Move an own Longship, or a RIVAL's, some STEPS; it is not exhausted, and may be."""

    whose: str
    steps: int
    where: str = ""

    def __post_init__(self) -> None:
        refuse_unknown("move_longship whose", self.whose, ("own", "rival"))


@dataclass(frozen=True, slots=True)
class SendHome(Effect):
    """All own Longships in the seas of this WIND go to the HOME of the Jarl."""

    whose: str
    where: str


@dataclass(frozen=True, slots=True)
class PlaceLongship(Effect):
    """An own Longship of the Jarlboard is set here, where the returned one was, or in a REGION beside an own HOME."""

    at: str

    def __post_init__(self) -> None:
        refuse_unknown("place_longship at", self.at, ("here", "same", "home_region"))


@dataclass(frozen=True, slots=True)
class ReturnLongship(Effect):
    """RETURN a Longship: an own one if there are at least `if_ships`, or a RIVAL's in this WIND; `then` follows."""

    whose: str
    count: int = 1
    if_ships: int = 0
    where: str = ""
    then: Effect | None = None

    def __post_init__(self) -> None:
        refuse_unknown("return_longship whose", self.whose, ("own", "rival"))


@dataclass(frozen=True, slots=True)
class Exhaust(Effect):
    """EXHAUST an own Longship."""

    longships: int


@dataclass(frozen=True, slots=True)
class Unexhaust(Effect):
    """UNEXHAUST an own Longship: any but the activator, or the one that activated or journeyed."""

    longships: int = 1
    which: str = ""
    but: str = ""

    def __post_init__(self) -> None:
        if self.which:
            refuse_unknown("unexhaust which", self.which, ("activator", "journeyed"))


@dataclass(frozen=True, slots=True)
class Allies(Effect):
    """GAIN Ally Longships of one kind here, as many as are in stock, `most` at most."""

    of: str
    most: int


# Followers.


@dataclass(frozen=True, slots=True)
class EstablishRemote(Effect):
    """ESTABLISH without a Longship on a Venture without a Follower, for the price of its POST or for `cost`."""

    on: str
    cost: int = -1

    def __post_init__(self) -> None:
        refuse_unknown("establish_remote on", self.on, ("empty_venture_this_wind", "empty_venture_east"))


@dataclass(frozen=True, slots=True)
class ReturnFollower(Effect):
    """RETURN a Follower: a RIVAL's from a Venture, or an own one from an Advocate."""

    whose: str
    on: str

    def __post_init__(self) -> None:
        refuse_unknown("return_follower on", self.on, ("venture_this_region", "venture_this_wind", "advocate"))


@dataclass(frozen=True, slots=True)
class FollowerIsLongship(Effect):
    """P: the owner's Followers here, or on Trade Centers, act as Longships."""

    where: str

    def __post_init__(self) -> None:
        refuse_unknown("follower_is_longship where", self.where, ("here", "own_trade_centers"))


@dataclass(frozen=True, slots=True)
class CountsAs(Effect):
    """P: more Followers in the Influence Phase, of the tile's own type or of one chosen when it was ESTABLISHED."""

    followers: int
    of: str

    def __post_init__(self) -> None:
        refuse_unknown("counts_as of", self.of, ("own_type", "chosen_type"))


@dataclass(frozen=True, slots=True)
class MakeDuchy(Effect):
    """The REGION is a DUCHY of the owner as long as the tile is ESTABLISHED."""

    region: str


# Permanent modifiers.


@dataclass(frozen=True, slots=True)
class HandLimit(Effect):
    """P: a higher HAND LIMIT."""

    tiles: int


@dataclass(frozen=True, slots=True)
class MoreSteps(Effect):
    """P: more STEPS in a JOURNEY: in any, in the first of a turn, or in one that touches this REGION."""

    steps: int
    first_journey: bool = False
    if_path: str = ""


@dataclass(frozen=True, slots=True)
class Strength(Effect):
    """P: more Longships in a CHALLENGE, everywhere or in this REGION."""

    ships: int
    where: str = ""


COSTS: Final = ("buy", "establish", "establish_ally")


@dataclass(frozen=True, slots=True)
class Cost(Effect):
    """P: another price, never below `least`: of a BUY, or of ESTABLISHING anywhere or at a Powerful Ally."""

    of: str
    by: int
    least: int

    def __post_init__(self) -> None:
        refuse_unknown("cost of", self.of, COSTS)


@dataclass(frozen=True, slots=True)
class VoteWeight(Effect):
    """P: the vote in an ALTHING counts as so many."""

    votes: int


@dataclass(frozen=True, slots=True)
class TradeReach(Effect):
    """P: may TRADE with RIVALS in the same WIND instead of the same REGION."""

    of: str


DANGERS: Final = ("theocracy", "return_follower", "replace_tile", "rus", "event", "jarldom")
PROTECTED: Final = ("here", "own_advocates", "own_longships", "own_ventures_this_wind")


@dataclass(frozen=True, slots=True)
class Protect(Effect):
    """P: what is named is safe from these dangers, as long as `while_` holds."""

    what: str
    of: tuple[str, ...]
    while_: str = ""

    def __post_init__(self) -> None:
        refuse_unknown("protect what", self.what, PROTECTED)
        for danger in self.of:
            refuse_unknown("protect of", danger, DANGERS)


# Control, bans and the rest.


@dataclass(frozen=True, slots=True)
class Each(Effect):
    """For all players, or for all RIVALS, in turn order from the active one."""

    who: str
    effect: Effect

    def __post_init__(self) -> None:
        refuse_unknown("each who", self.who, ("all", "rivals"))


@dataclass(frozen=True, slots=True)
class May(Effect):
    """The player may leave it."""

    effect: Effect


@dataclass(frozen=True, slots=True)
class ChooseRival(Effect):
    """Choose a RIVAL, COLOCATED with an own Longship; it holds for both."""

    colocated: bool
    both: Effect


@dataclass(frozen=True, slots=True)
class MostMarkers(Effect):
    """For all who hold the most Influence Markers, and at least one."""

    effect: Effect


@dataclass(frozen=True, slots=True)
class Forbid(Effect):
    """Nobody may CHALLENGE until the next turn of who RESOLVED it begins."""

    what: str
    until: str


@dataclass(frozen=True, slots=True)
class RevealVictoryCard(Effect):
    """The next face-down Victory Condition card is turned up."""


@dataclass(frozen=True, slots=True)
class Copy(Effect):
    """COPY the ability of a RIVAL's Venture that is used by ACTIVATE and lies in this WIND."""

    of: str


@dataclass(frozen=True, slots=True)
class Procedure(Effect):
    """Carry out PLAY without an action (AMB-SG-48)."""

    of: str


VERBS: Final = Vocabulary({
    "silver": Silver,
    "lose_silver": LoseSilver,
    "take_silver": TakeSilver,
    "pay": Pay,
    "draw": Draw,
    "buy": BuyTile,
    "take_tile": TakeTile,
    "swap_with_track": SwapWithTrack,
    "peek": Peek,
    "look_at_hand": LookAtHand,
    "new_track": NewTrack,
    "move_longship": MoveLongship,
    "send_home": SendHome,
    "place_longship": PlaceLongship,
    "return_longship": ReturnLongship,
    "exhaust": Exhaust,
    "unexhaust": Unexhaust,
    "allies": Allies,
    "establish_remote": EstablishRemote,
    "return_follower": ReturnFollower,
    "follower_is_longship": FollowerIsLongship,
    "counts_as": CountsAs,
    "make_duchy": MakeDuchy,
    "hand_limit": HandLimit,
    "more_steps": MoreSteps,
    "strength": Strength,
    "cost": Cost,
    "vote_weight": VoteWeight,
    "trade_reach": TradeReach,
    "protect": Protect,
    "each": Each,
    "may": May,
    "choose_rival": ChooseRival,
    "most_markers": MostMarkers,
    "forbid": Forbid,
    "reveal_victory_card": RevealVictoryCard,
    "copy": Copy,
    "procedure": Procedure,
})
