"""The worth of things in Pax Viking, in Followers: posts, tiles, types of Follower, an Event at the right time."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any, Final

from lawspeaker_bot import Decision
from lawspeaker_bots.greedy.pax_viking.board import FAR
from lawspeaker_bots.greedy.pax_viking.position import (
    ADVOCATE,
    EVENT,
    FOLLOWERS,
    GOD,
    STEPS,
    VENTURE,
    WEIGHTS,
    Position,
)

SILVER: Final = 0.35
"""One silver."""
WIN: Final = 50.0
LAST_EVENT: Final = 12.0
"""An Event in hand if nothing else is missing for the victory."""
NEARER: Final = 0.5
"""The part that a POST is worth to a Longship that is not the nearest own one."""
HARM: Final = 0.5
"""The part of what a RIVAL loses that counts, shared among the RIVALS."""
EVENTS: Final = 0.25
"""The chance that a tile drawn is an Event, about."""
HELD: Final = {
    "V14": 0.8, "V10": 1.0, "A01": 0.8, "A02": 0.6, "A08": 1.2, "G01": 0.4, "G04": 2.0, "G05": 0.6, "G09": 0.6,
    "G11": 0.8, "G17": 1.5, "G21": 1.4, "G22": 0.9, "A07": 0.5, "G13": 0.5,
}
"""By archetype: what it is worth to have it, beside its Follower."""
IN_HAND: Final = (1.1, 0.5, 1.0, 1.0)
"""By kind of tile: what one in hand is worth."""


class Memo:
    """The worths of one seat that do not depend on where Longships are, as far as they were asked for."""

    __slots__ = ("counts", "event", "harm", "needed", "needs", "tiles", "types", "values", "ventures", "wants", "winds")

    def __init__(self) -> None:
        self.types: list[float] | None = None
        self.values: list[float] | None = None
        self.wants: dict[str, float] | None = None
        self.winds: set[int] | None = None
        self.ventures: list[int] | None = None
        self.event: float | None = None
        self.counts: dict[int, dict[str, int]] = {}
        self.needs: dict[int, dict[str, float]] = {}
        self.needed: dict[str, int] = {}
        self.harm: dict[int, float] = {}
        self.tiles: dict[int, float] = {}


@lru_cache(maxsize=512)
def _memo(_: tuple[Any, ...]) -> Memo:
    """Return the worths of a key of `Values`: the same in all positions of a playout that differ in journeys only."""
    return Memo()


class Values(Position):
    """A position with what its places and tiles are worth to the own seat."""

    def __init__(self, decision: Decision | Position, seat: int = -1) -> None:
        super().__init__(decision, seat)
        self._memo = _memo(self._key())
        self._needs, self._counts = self._memo.needs, self._memo.counts
        self._targets: dict[tuple[int, int], tuple[float, int]] = {}

    def _key(self) -> tuple[Any, ...]:
        """Return all that worths in a memo depend on."""
        view = self.view
        ships = [0] * len(view.players)
        for ship in view.longships:
            if ship.node >= 0 and ship.seat >= 0:
                ships[ship.seat] += 1
        return (
            self.board, self.seat, tuple(view.owners), tuple(view.followers), tuple(view.tiles), tuple(view.face_up),
            tuple(view.influence), tuple(ships), tuple([_possessions(player) for player in view.players]))

    # Followers.

    def type_value(self, kind: int) -> float:
        """Return the worth of one more Follower of a type: for cards that count types, and for the Influence Marker."""
        types = self._memo.types
        if types is None:
            types = self._memo.types = [self._type_value(each) for each in range(len(self.me.supply))]
        return types[kind]

    def _type_value(self, kind: int) -> float:
        if not self.me.supply[kind]:
            return -1.0
        have = FOLLOWERS - self.me.supply[kind]
        fewest, most = self.want("fewest_of_a_type"), self.want("most_of_a_type")
        worth = fewest * (have < self._needed("fewest_of_a_type"))
        worth += most * (self.me.supply[kind] == min(self.me.supply))
        own = self.me.influence[kind]
        best = max(player.influence[kind] for player in self.view.players if player.seat != self.seat)
        if own <= best and self.view.influence[kind] != self.seat:
            worth += (0.4 + self.want("markers")) / (1 + best - own)
        return float(worth + 0.02 * self.me.supply[kind])

    def _needed(self, metric: str) -> int:
        """The most that a card wants of this."""
        if not self._memo.needed:
            for card in self.view.face_up:
                row = self.catalogue.cards[card]
                for name, least in zip(row.counts, row.least, strict=True):
                    self._memo.needed[name] = max(least, self._memo.needed.get(name, 0))
        return self._memo.needed.get(metric, 0)

    @cached_property
    def wants(self) -> dict[str, float]:
        """By metric: what one more of it is worth for the cards that lie open, the nearest one most."""
        known = self._memo.wants
        if known is None:
            known = self._memo.wants = self._wants()
        return known

    def _wants(self) -> dict[str, float]:
        found: dict[str, float] = {}
        for card in self.view.face_up:
            lacks = self.missing(card, self.seat)
            row = self.catalogue.cards[card]
            for metric, least in zip(row.counts, row.least, strict=True):
                if lacks and self.counted(metric, self.seat) < least:
                    found[metric] = found.get(metric, 0.0) + 9.0 * WEIGHTS.get(metric, 1.0) / (lacks + 0.5)
        return found

    def want(self, metric: str) -> float:
        """Return the worth of one more of this for the cards."""
        return self.wants.get(metric, 0.0)

    def established(self, post: int, kind: int, *, venture: bool) -> float:
        """Return the worth of an own Follower of a type in a POST, its price not counted."""
        return self._established(post, self.type_value(kind), venture=venture)

    def _established(self, post: int, of_type: float, *, venture: bool) -> float:
        """Return the same, where the type is worth so much."""
        board, wants, kind = self.board, self.wants, self.board.kind[post]
        worth = 2.0 + wants.get("established", 0.0) + of_type
        worth += wants.get("winds", 0.0) * (board.wind[post] not in self._held_winds)
        if kind == "trade_center":
            worth += 0.7 + wants.get("trade_centers", 0.0) + wants.get("key_trade_centers", 0.0) * board.key[post]
        if kind == "ally":
            worth += 0.8 + wants.get("allies", 0.0)
        if venture:
            worth += self._duchy(post, board.region[post])
        return worth + self.harm(post)

    @property
    def _held_winds(self) -> set[int]:
        """The WINDS with an own Follower."""
        winds = self._memo.winds
        if winds is None:
            winds = self._memo.winds = {
                self.board.wind[post] for post, owner in enumerate(self.view.owners) if owner == self.seat}
        return winds

    def harm(self, post: int) -> float:
        """Return the worth of a RIVAL's loss of its Follower in a POST; 0 without one."""
        owner = self.view.owners[post]
        if owner < 0 or owner == self.seat:
            return 0.0
        known = self._memo.harm.get(post)
        if known is None:
            known = self._memo.harm[post] = 0.5 + HARM * self.loss(post) / (len(self.view.players) - 1)
        return known

    def stops(self, post: int) -> bool:
        """Return True if the owner of a POST, a RIVAL, fulfils a card and needs its Follower there."""
        owner = self.view.owners[post]
        if owner < 0 or owner == self.seat:
            return False
        return self.fulfils(owner) and self.loss(post) > 0

    def loss(self, post: int) -> float:
        """Return what the owner of a POST would lose with its Follower, for the cards."""
        owner, row = self.view.owners[post], self.catalogue.posts[post]
        needs = self.needs(owner)
        lost = needs.get("established", 0.0)
        if "winds" in needs:
            wind = self.wind(post)
            lost += needs["winds"] * (
                sum(each == owner and self.wind(other) == wind for other, each in enumerate(self.view.owners)) == 1)
        if row.kind == "trade_center":
            lost += needs.get("trade_centers", 0.0) + needs.get("key_trade_centers", 0.0) * row.key
        if row.kind == "ally":
            lost += needs.get("allies", 0.0)
        kind, supply = self.view.followers[post], self.view.players[owner].supply
        lost += needs.get("most_of_a_type", 0.0) * (supply[kind] == min(supply))
        lost += needs.get("fewest_of_a_type", 0.0) * (supply[kind] == max(supply))
        if self.view.tiles[post] >= 0 and row.region in self.view.players[owner].duchies:
            ventures = sum(
                each == owner and self.view.tiles[other] >= 0 and self.catalogue.posts[other].region == row.region
                for other, each in enumerate(self.view.owners))
            lost += (needs.get("duchies", 0.0) + needs.get("duchies_in_winds", 0.0)) * (ventures <= 2)
        return float(lost)

    def wind(self, post: int) -> int:
        """The WIND of a POST."""
        return int(self.board.wind[post])

    def _duchy(self, post: int, region: int) -> float:
        """Return the worth of a Venture for a DUCHY: half the worth if it is the first one, all if it is the second."""
        wanted = self.want("duchies") + self.want("duchies_in_winds")
        if region in self.me.duchies or not wanted:
            return 0.3 * (region not in self.me.duchies)
        here = self.view.owners[post] == self.seat and self.view.tiles[post] >= 0
        return wanted * (1.0 if self._own_ventures[region] > here else 0.4)

    @property
    def _own_ventures(self) -> list[int]:
        """By REGION: own Ventures."""
        ventures = self._memo.ventures
        if ventures is None:
            ventures = self._memo.ventures = [0] * len(self.board.homes_in)
            for post, owner in enumerate(self.view.owners):
                if owner == self.seat and self.view.tiles[post] >= 0:
                    ventures[self.board.region[post]] += 1
        return ventures

    # Tiles.

    def held_value(self, tile: int) -> float:
        """Return the worth of a God or Advocate on the Jarlboard."""
        row = self.catalogue.tiles[tile]
        worth = 1.6 + HELD.get(row.archetype, 0.3) + self.want("established") + self.type_value(row.follower)
        return worth + self.want("advocates" if row.kind == ADVOCATE else "gods")

    def free_space(self, kind: int) -> bool:
        """Return True if the Jarlboard has a free space for an Advocate, or a God."""
        jarl = self.catalogue.jarls[self.me.jarl]
        if kind == ADVOCATE:
            return bool(len(self.me.advocates) < jarl.advocates)
        return bool(len(self.me.gods) < jarl.gods)

    @property
    def event_value(self) -> float:
        """The worth of having an Event checked now: a win, or a game lost."""
        known = self._memo.event
        if known is None:
            known = self._memo.event = self._event_value()
        return known

    def _event_value(self) -> float:
        if not self.fulfils(self.seat):
            return -WIN if any(self.fulfils(player.seat) for player in self.view.players) else 0.1
        return WIN if self.would_win() else -WIN

    def would_win(self, spent: int = 0) -> bool:
        """Return True if an Event would win the game now, with so much silver spent."""
        if not self.fulfils(self.seat, spent=spent):
            return False
        established, silver = self._strength(self.seat)
        return all(not self.fulfils(seat) or self._strength(seat) < (established, silver - spent)
                   for seat in self.rivals)

    @cached_property
    def rivals(self) -> list[int]:
        """The other seats."""
        return [player.seat for player in self.view.players if player.seat != self.seat]

    @cached_property
    def wins_with_event(self) -> bool:
        """True if nothing but an Event in hand is missing for the victory."""
        return self.event_value == WIN and all(self.catalogue.tiles[tile].kind != EVENT for tile in self.me.hand)

    # Actions.

    @property
    def actions(self) -> int:
        """The markers that are left in the own turn."""
        held = sum(seat == self.seat for seat in self.view.influence)
        return int(self.view.markers + held - sum(self.view.influence_spent))

    def money(self, amount: int) -> float:
        """Return the worth of so much silver."""
        return float((SILVER + self.want("silver")) * amount)

    @property
    def full(self) -> float:
        """The part of the worth of one more tile that is lost because the hand is full."""
        return float(self.me.hand_size >= self.me.hand_limit)

    @cached_property
    def draw_value(self) -> float:
        """The worth of a draw: good as long as the hand is small, or if an Event would win."""
        if self.view.top:
            return float(0.75 * self.tile_value(self.view.top[0]) - self.full)
        event = EVENTS * LAST_EVENT if self.wins_with_event else 0.0
        return event + (0.05 if self.full else (1.3, 1.1, 0.8, 0.45)[min(3, self.me.hand_size)])

    def play_value(self, tile: int) -> float:
        """Return the worth of PLAYING a tile of the hand now; -1 if it would only replace another one."""
        row = self.catalogue.tiles[tile]
        if row.kind == EVENT:
            return self.event_value
        if row.kind in {ADVOCATE, GOD}:
            return self.held_value(tile) if self.free_space(row.kind) else -1.0
        posts = [post for post in self.board.circles_of[tile] if self.own_at(post) and not self.rivals_at(post)]
        return max((self.laid_value(tile, post) for post in posts), default=1.0)

    def _strength(self, seat: int) -> tuple[int, int]:
        return self.counted("established", seat), self.view.players[seat].silver

    def tile_value(self, tile: int) -> float:
        """Return the worth of a tile in hand: what it would bring, less the way to it."""
        known = self._memo.tiles.get(tile)
        if known is None:
            known = self._memo.tiles[tile] = self._tile_value(tile)
        return known

    def _tile_value(self, tile: int) -> float:
        row = self.catalogue.tiles[tile]
        if row.kind == EVENT:
            if self.wins_with_event:
                return LAST_EVENT
            near = min((self.missing(card, self.seat) for card in self.view.face_up), default=FAR)
            return 0.3 + 3.0 / (1 + near)
        if row.kind in {ADVOCATE, GOD}:
            return IN_HAND[row.kind] + 0.5 * (self.held_value(tile) if self.free_space(row.kind) else 0.0)
        best = max((self.laid_value(tile, post) for post in self.board.circles_of[tile]), default=0.0)
        return IN_HAND[VENTURE] + 0.5 * max(0.0, best)

    def laid_value(self, tile: int, post: int) -> float:
        """Return the worth of laying a Venture in a POST, once one is ALONE there."""
        row, cost = self.catalogue.tiles[tile], self.board.cost[post]
        if self.me.silver < cost or not self.me.supply[row.follower]:
            return 0.0
        worth = self.established(post, row.follower, venture=True) + HELD.get(row.archetype, 0.3)
        if self.view.owners[post] == self.seat:
            worth -= 2.5 + self.want("established")
        return worth - self.money(cost)

    # Places.

    def parley_value(self, post: int) -> float:
        """Return the worth of ESTABLISHING in a POST as it is, once one is ALONE there."""
        cost, tile, supply = self.board.cost[post], self.view.tiles[post], self.me.supply
        if self.view.owners[post] == self.seat or self.me.silver < cost:
            return 0.0
        if tile >= 0:
            kinds = [self.catalogue.tiles[tile].follower]
        elif self.board.kind[post] == "empty":
            return 0.0
        else:
            kinds = list(range(len(supply)))
        types = [self.type_value(kind) for kind in kinds if supply[kind]]
        worth = self._established(post, max(types), venture=tile >= 0) if types else 0.0
        return worth - self.money(cost)

    def value(self, post: int) -> float:
        """Return the worth of being ALONE in a POST: the best of what could be done there."""
        return self.values[post]

    @property
    def values(self) -> list[float]:
        """By POST: its worth."""
        known = self._memo.values
        if known is None:
            located, hand = self.board.located, self.me.hand
            known = self._memo.values = [
                max(0.0, self.parley_value(post), *[self._played(tile, post) for tile in hand if located[tile][post]])
                for post in self.board.posts]
        return known

    def _played(self, tile: int, post: int) -> float:
        row = self.catalogue.tiles[tile]
        if row.kind == EVENT:
            return self.event_value
        if row.kind == VENTURE:
            return self.laid_value(tile, post) if self.board.kind[post] == "empty" else 0.0
        return self.held_value(tile) if self.free_space(row.kind) and self.me.supply[row.follower] else 0.0

    # Ways.

    def far(self, node: int) -> list[int]:
        """The steps to every node from one, or from the nearest own HOME if it is -1."""
        return self.board.steps[node] if node >= 0 else self._from_homes

    @cached_property
    def _from_homes(self) -> list[int]:
        return self.board.nearest(self.homes)

    def target(self, node: int, left: int) -> tuple[float, int]:
        """The worth of the best POST to sail to from a node with so many steps left, and the POST; -1 if it is here.

        One that takes more JOURNEYS, or to which another own Longship is nearer, is worth less. Where another own
        Longship is already, nothing is to be had.
        """
        known = self._targets.get((node, left))
        if known is None:
            known = self._targets[node, left] = self._target(node, left)
        return known

    def _target(self, node: int, left: int) -> tuple[float, int]:
        most, best = 0.0, -1
        steps, (own, rivals), values = self.far(node), self._ships_at, self.values
        others = [self.far(other) for other in {self.ship(number).node for number in self.own_ships} - {node}]
        for post, there in enumerate(self.board.node):
            far = steps[there]
            if far >= FAR or values[post] <= most or own[there] > (there == node):
                continue
            more = max(0, far - left + STEPS - 1) // STEPS
            worth = values[post] * 0.55 ** more / (1.0 + 1.5 * rivals[there]) - 0.02 * far
            if worth > most and any(other[there] < far for other in others):
                worth *= NEARER
            if worth > most:
                most, best = worth, post
        return most, best

    def ship(self, number: int) -> Any:
        """A Longship of the view."""
        return self.view.longships[number]


def _possessions(player: Any) -> tuple[Any, ...]:
    """Return what a player has, as far as it matters to worths."""
    return (
        player.jarl, player.silver, tuple(player.supply), tuple(player.influence), tuple(player.hand),
        tuple(player.duchies), tuple([(each.tile, each.established) for each in player.advocates]),
        tuple([(each.tile, each.established) for each in player.gods]))
