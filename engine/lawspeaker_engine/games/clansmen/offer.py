"""An offer of one player to another as it stands. How it is made and answered is in `bargain`."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field


@dataclass(slots=True)
class Offer:
    """So much Food, Wood, Stone and Goods of `seat` for so much of `partner`."""

    seat: int
    partner: int
    give: list[int] = field(default_factory=lambda: [0] * 4)
    want: list[int] = field(default_factory=lambda: [0] * 4)
    countered: bool = False
    """Whether the bundles are the partner's counter-offer; they are still named from `seat`'s side."""
    complete: bool = False
    """Whether both bundles have been named, so that it can be answered."""

    def copy(self) -> Offer:
        """An independent copy."""
        other = copy(self)
        other.give, other.want = self.give[:], self.want[:]
        return other


@dataclass(slots=True)
class OfferView:
    """An offer on the table."""

    seat: int
    """Who trades."""
    partner: int
    give: list[int]
    """Food, Wood, Stone and Goods that `seat` would give."""
    want: list[int]
    """Food, Wood, Stone and Goods that `partner` would give."""
    countered: bool
    """Whether this is the partner's counter-offer."""
    complete: bool
    """Whether both bundles have been named."""


def offer_view(offer: Offer) -> OfferView:
    """All of it: bargaining is public."""
    return OfferView(offer.seat, offer.partner, offer.give, offer.want, offer.countered, offer.complete)
