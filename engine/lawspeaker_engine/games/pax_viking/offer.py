"""An offer of a TRADE as it stands. How it is made and answered is in `bargain`, what it moves in `trade`."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field


@dataclass(slots=True)
class Bundle:
    """What one party would give. What a promise means is said in `state.Promise`; numbers are as in the state."""

    silver: int = 0
    tiles: list[int] = field(default_factory=list)
    """Tiles of the hand, known to both parties alone."""
    kinds: list[int] = field(default_factory=list)
    """Kinds of tile that are wanted; which tiles it is, who gives them says when it accepts. 4 is any kind."""
    posts: list[int] = field(default_factory=list)
    """POSTS whose Follower is replaced by one of the receiver."""
    longships: list[int] = field(default_factory=list)
    promises: list[int] = field(default_factory=list)
    """Kind and value of each promise, one after the other."""

    def copy(self) -> Bundle:
        """Return an independent copy."""
        return Bundle(
            self.silver, self.tiles[:], self.kinds[:], self.posts[:], self.longships[:], self.promises[:],
        )

    def __bool__(self) -> bool:
        """Return whether there is anything in it."""
        return bool(self.silver or self.tiles or self.kinds or self.posts or self.longships or self.promises)


@dataclass(slots=True)
class Offer:
    """So much of `seat` for so much of `partner`."""

    seat: int
    partner: int
    proposals: int
    """Offers that may follow this one to the same partner if it is refused."""
    give: Bundle = field(default_factory=Bundle)
    want: Bundle = field(default_factory=Bundle)
    countered: bool = False
    """Whether the bundles are the partner's counter-offer; they are still named from `seat`'s side."""
    complete: bool = False
    """Whether both bundles have been named, so that it can be answered."""

    def copy(self) -> Offer:
        """Return an independent copy."""
        other = copy(self)
        other.give, other.want = self.give.copy(), self.want.copy()
        return other
