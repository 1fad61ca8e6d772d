"""An offer of one player to another as it stands. How it is made and answered is in `bargain`."""

from __future__ import annotations

from dataclasses import dataclass, field

from lawspeaker_engine.offers import OpenOffer
from lawspeaker_engine.shallow_copy import shallow_copy


@dataclass(slots=True)
class Offer(OpenOffer[list[int]]):
    """So much Food, Wood, Stone and Goods of `seat` for so much of `partner`."""

    give: list[int] = field(default_factory=lambda: [0] * 4)
    want: list[int] = field(default_factory=lambda: [0] * 4)
    named: list[int] = field(default_factory=list)
    refused: bool = False
    """True if it has been answered with no."""

    def copy(self) -> Offer:
        """Return an independent copy."""
        other = shallow_copy(self)
        other.give, other.want, other.named = self.give[:], self.want[:], self.named[:]
        return other


@dataclass(slots=True)
class OfferView:
    """An offer on the table."""

    seat: int
    """The seat that trades, and spends the action on it."""
    partner: int
    """Whom it is made to."""
    give: list[int]
    """Food, Wood, Stone and Goods that `seat` would give."""
    want: list[int]
    """Food, Wood, Stone and Goods that `partner` would give."""
    countered: bool
    """True if this is the partner's counter-offer, which took the place of what it answered."""
    complete: bool
    """True if both bundles have been named; until then what is not named yet is all 0."""
    named: list[int]
    """While the partner is asked what it would give in a counter-offer (trade.counter_give): the Food, Wood, Stone and
    Goods that it has said it wants; else empty. The offer that it answers stays in `give` and `want`.
    """
    refused: bool
    """True if it has been answered with no, so that another one may follow (trade.next)."""
    proposals: int
    """Offers that may follow this one if it is refused, to the same partner or to others."""


def offer_view(offer: Offer) -> OfferView:
    """Return all of it: bargaining is public."""
    return OfferView(
        offer.seat, offer.partner, offer.give, offer.want, offer.countered, offer.complete, offer.named, offer.refused,
        offer.proposals,
    )
