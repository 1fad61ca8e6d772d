"""An offer of one player to another while it is named and answered; what its bundles hold is the game's affair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

B = TypeVar("B")


@dataclass(slots=True)
class OpenOffer(Generic[B]):
    """So much of `seat` for so much of `partner`. A game's offer gives the three bundles a type and an empty default.

    Who makes an offer says what it wants, then what it would give; so does the partner with a counter-offer. Whoever
    speaks, the bundles are kept as `seat` sees them.
    """

    seat: int
    partner: int
    proposals: int
    """Offers that may follow this one if it is refused."""
    give: B
    want: B
    named: B
    """While a counter-offer is being named: what the partner has said it wants; empty before and after."""
    countered: bool = False
    """True if the bundles are the partner's counter-offer."""
    complete: bool = False
    """True if both bundles have been named, so that it can be answered."""

    def speaker(self, *, countering: bool) -> tuple[int, int]:
        """Return who names a bundle of the offer, or of the counter-offer to it, and the other one."""
        return (self.partner, self.seat) if countering else (self.seat, self.partner)

    def name_want(self, bundle: B, *, countering: bool) -> None:
        """The speaker wants this. The offer that a counter-offer answers stays until the counter-offer is complete."""
        if countering:
            self.named = bundle
        else:
            self.want, self.complete = bundle, False

    def name_give(self, bundle: B, *, countering: bool, nothing: B) -> None:
        """The speaker would give this; the offer is complete, or the counter-offer takes its place."""
        if countering:
            self.give, self.want, self.named, self.countered = self.named, bundle, nothing, True
        else:
            self.give, self.complete = bundle, True
