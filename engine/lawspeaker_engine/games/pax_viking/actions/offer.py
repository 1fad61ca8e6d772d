"""An offer of a TRADE as it stands. How it is made and answered is in `bargain`, what it moves in `trade`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from lawspeaker_engine.offers import OpenOffer
from lawspeaker_engine.shallow_copy import shallow_copy


@dataclass(slots=True)
class Bundle:
    """The gifts of one party. `state.Promise` says what a promise means; numbers are as in the state."""

    silver: int = 0
    tiles: list[int] = field(default_factory=list)
    """Tiles of the hand."""
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
class Offer(OpenOffer[Bundle]):
    """An offer of a TRADE; those that may follow it are to the same partner."""

    give: Bundle = field(default_factory=Bundle)
    want: Bundle = field(default_factory=Bundle)
    named: Bundle = field(default_factory=Bundle)

    def copy(self) -> Offer:
        """Return an independent copy."""
        other = shallow_copy(self)
        other.give, other.want, other.named = self.give.copy(), self.want.copy(), self.named.copy()
        return other


@dataclass(slots=True)
class BundleView:
    """What one party would give; empty for all but the two parties."""

    silver: int
    """Silfr."""
    tiles: list[int]
    """Tiles of the hand."""
    kinds: list[int]
    """Kinds of tile that are wanted, each a SagaTileKind."""
    posts: list[int]
    """POSTS whose Follower is replaced by one of the receiver."""
    longships: list[int]
    """As indices of View.longships."""
    promises: list[int]
    """A PromiseKind and the value of Promise.value for each promise, one after the other."""


@dataclass(slots=True)
class OfferView:
    """An offer of a TRADE."""

    seat: int
    """The seat that sails and opened the TRADE."""
    partner: int
    """Whom it is made to."""
    proposals: int
    """Offers that may follow this one to the same partner."""
    give: BundleView
    """All that `seat` would give."""
    want: BundleView
    """All that `partner` would give."""
    named: BundleView
    """While the partner is asked what it would give in a counter-offer: what it has said it wants."""
    countered: bool
    """True if this is the partner's counter-offer, which took the place of what it answered."""
    complete: bool
    """True if both bundles have been named."""


def offer_view(offer: Offer, eyes: Sequence[int]) -> OfferView:
    """Return the offer as some seats may see it: what is in it is for the two parties."""
    party = offer.seat in eyes or offer.partner in eyes
    give, want, named = (
        _bundle(each if party else Bundle()) for each in (offer.give, offer.want, offer.named)
    )
    return OfferView(offer.seat, offer.partner, offer.proposals, give, want, named, offer.countered, offer.complete)


def _bundle(bundle: Bundle) -> BundleView:
    return BundleView(
        bundle.silver, bundle.tiles, bundle.kinds, bundle.posts, bundle.longships, bundle.promises,
    )
