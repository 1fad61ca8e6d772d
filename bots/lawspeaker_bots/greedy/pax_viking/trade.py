"""Offers of greedy in a TRADE of Pax Viking, and the offers that it takes: one thing for another, good for both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from lawspeaker_bots.greedy.pax_viking.position import EVENT
from lawspeaker_bots.greedy.pax_viking.values import HELD, IN_HAND, LAST_EVENT, WIN, Values
from lawspeaker_engine.piles import pile_sizes

_SHIP, _PROMISE = 1.0, 0.05
"""The worth of a Longship and of a promise, which binds nobody."""
_RIVALRY: Final = 0.5
"""The part of a RIVAL's gain that counts as a loss, shared among the RIVALS."""
_LEAST: Final = 0.1
"""The least gain of an offer that is taken."""
_EFFORT: Final = 0.3
"""The least gain of an offer that is made."""
_ANY: Final = len(IN_HAND)
"""In place of a kind of tile: any."""


@dataclass(frozen=True, slots=True)
class Gift:
    """The gifts of one party, with the names of a bundle."""

    silver: int = 0
    tiles: tuple[int, ...] = ()
    kinds: tuple[int, ...] = ()
    posts: tuple[int, ...] = ()
    longships: tuple[int, ...] = ()
    promises: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """An offer to a partner: what is wanted, and what is given."""

    want: Gift
    give: Gift


class Trader(Values):
    """A position with what things are worth that change hands."""

    def seen_by(self, seat: int) -> Trader:
        """Return the position as it looks to a RIVAL, whose hand is not known."""
        return Trader(self, seat)

    @cached_property
    def _offers(self) -> dict[int, Plan | None]:
        """By RIVAL: the best offer, once it was looked for."""
        return {}

    # What a gift is worth.

    def brought(self, gift: Any) -> float:
        """Return the worth of what is got."""
        worth = self.money(gift.silver) + _SHIP * len(gift.longships) + _PROMISE * (len(gift.promises) // 2)
        worth += sum(0.75 * self.tile_value(tile) - self.full for tile in gift.tiles)
        worth += sum(self._unknown(kind) for kind in gift.kinds)
        return worth + sum(self._got(post) for post in gift.posts)

    def taken(self, gift: Any) -> float:
        """Return the worth of what is given away."""
        worth = self.money(gift.silver) + _SHIP * len(gift.longships)
        worth += sum(0.75 * self.tile_value(tile) for tile in gift.tiles)
        worth += sum(self._least(kind) for kind in gift.kinds)
        return worth + sum(self._kept(post) for post in gift.posts)

    def _unknown(self, kind: int) -> float:
        """Return the worth of a tile of a kind that the other one chooses."""
        if kind == EVENT and self.wins_with_event:
            return LAST_EVENT
        return (IN_HAND[kind] if kind < _ANY else min(IN_HAND)) - self.full

    def _least(self, kind: int) -> float:
        """Return the worth of the least own tile of a kind; of a hand that is not known, what it may be."""
        own = [0.75 * self.tile_value(tile) for tile in self.me.hand if kind in {self.catalogue.tiles[tile].kind, _ANY}]
        return min(own, default=IN_HAND[kind] if kind < _ANY else max(IN_HAND))

    def _got(self, post: int) -> float:
        """Return the worth of an own Follower in place of a RIVAL's."""
        tile, kind = self.view.tiles[post], self.view.followers[post]
        if not self.me.supply[kind]:
            return -WIN
        held = HELD.get(self.catalogue.tiles[tile].archetype, 0.3) if tile >= 0 else 0.0
        return self.established(post, kind, venture=tile >= 0) - self.harm(post) + held

    def _kept(self, post: int) -> float:
        """Return the worth of an own Follower where it is."""
        tile, row = self.view.tiles[post], self.catalogue.posts[post]
        held = HELD.get(self.catalogue.tiles[tile].archetype, 0.3) if tile >= 0 else 0.75
        return float(2.0 + held * (row.kind != "ally") + self.loss(post))

    # Offers.

    def takes_offer(self) -> float:
        """Return what the offer of the view brings, less the least that it must."""
        offer = self.view.offer
        brings, takes = (offer.give, offer.want) if self.seat == offer.partner else (offer.want, offer.give)
        other = self.seen_by(offer.seat if self.seat == offer.partner else offer.partner)
        return self.gain(other, brings, takes) - _LEAST

    def names(self, option: Any, *, wants: bool) -> bool:
        """Return True if an option is part of what is wanted, or given, in the best offer to the partner."""
        partner = self.view.offer.partner
        plan = self.best_offer(partner)
        if plan is None:
            return False
        gift, giver = (plan.want, self.view.players[partner]) if wants else (plan.give, self.me)
        match type(option).__name__:
            case "Silver":
                return option.number in _piles(giver.silver, gift.silver)
            case "Tile":
                return option.tile in gift.tiles
            case "TileKind":
                return option.kind in gift.kinds
            case "PostFollower":
                return option.post in gift.posts
        return False

    def gain(self, other: Trader, brings: Any, takes: Any) -> float:
        """Return what an exchange brings, less what it brings to the other one."""
        rival = other.brought(takes) - other.taken(brings)
        return self.brought(brings) - self.taken(takes) - max(0.0, rival) * self._rivalry

    @property
    def _rivalry(self) -> float:
        return _RIVALRY / len(self.rivals)

    def best_offer(self, seat: int) -> Plan | None:
        """Return the offer to a RIVAL that brings most of those that it should take; None if there is none."""
        if seat not in self._offers:
            self._offers[seat] = self._best_offer(seat)
        return self._offers[seat]

    def _best_offer(self, seat: int) -> Plan | None:
        other = self.seen_by(seat)
        best, found = _EFFORT, None
        for plan in self._plans(other):
            gain = self.gain(other, plan.want, plan.give)
            if gain > best and other.gain(self, plan.give, plan.want) > _LEAST:
                best, found = gain, plan
        return found

    def _plans(self, other: Trader) -> Iterator[Plan]:
        """Yield what can be bought and sold for silver at the RIVAL's price, and what can be exchanged."""
        bought, sold = list(self._wanted(other)), list(self._offered(other))
        own = other.money(1) + self._rivalry * self.money(1)
        for want in bought:
            price = 1 + int((other.taken(want) + _LEAST + self._rivalry * self.brought(want)) / own)
            if price <= self.me.silver:
                yield Plan(want, Gift(silver=price))
            yield from (Plan(want, give) for give in sold)
        for give in sold:
            price = int((other.brought(give) - _LEAST + self._rivalry * self.taken(give)) / own)
            if price > 0:
                yield Plan(Gift(silver=min(price, other.me.silver)), give)

    def _wanted(self, other: Trader) -> Iterator[Gift]:
        """Yield the Follower of the RIVAL that is worth most more to the own side, and so a tile of a hand that was
        seen; of another hand an Event if it would win.
        """
        posts = [post for post, owner in enumerate(self.view.owners) if owner == other.seat]
        if posts:
            yield Gift(posts=(max(posts, key=lambda post: self._got(post) - other._kept(post)),))
        if seen := [tile for look in self.view.looks if look.rival == other.seat for tile in look.tiles]:
            yield Gift(tiles=(max(seen, key=lambda tile: self.tile_value(tile) - other.tile_value(tile)),))
        elif other.me.hand_size and self.wins_with_event:
            yield Gift(kinds=(EVENT,))

    def _offered(self, other: Trader) -> Iterator[Gift]:
        """Yield the own Follower and the own tile that are worth most more to the RIVAL; an Event never."""
        posts = [post for post, owner in enumerate(self.view.owners) if owner == self.seat]
        if posts:
            yield Gift(posts=(max(posts, key=lambda post: other._got(post) - self._kept(post)),))
        tiles = [tile for tile in self.me.hand if self.catalogue.tiles[tile].kind != EVENT]
        if tiles:
            yield Gift(tiles=(max(tiles, key=lambda tile: other.tile_value(tile) - self.tile_value(tile)),))


def _piles(silver: int, amount: int) -> set[int]:
    """Return the numbers of the piles of so much silver that make an amount."""
    sizes, found = pile_sizes(silver), set()
    for number in sorted(range(len(sizes)), key=lambda number: -sizes[number]):
        if sizes[number] <= amount:
            found.add(number)
            amount -= sizes[number]
    return found
