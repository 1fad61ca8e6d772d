"""The tiles of which a seat does not know where they are, divided anew between the match and the box."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import comb

from lawspeaker_engine.games.pax_viking.phases.setup import BALANCED, VENTURES_FOR, DrawPile, LayVenture
from lawspeaker_engine.games.pax_viking.rows import TILES, VENTURE
from lawspeaker_engine.games.pax_viking.state import NO_TILE, State
from lawspeaker_engine.model import Rng


@dataclass(slots=True)
class Unseen:
    """Tiles that may be anywhere in the match, in any order, and those in the box."""

    in_match: list[int]
    box: list[int]
    group: Callable[[int], int]
    """Returns the group of a tile; the deck says of each group how many tiles, or how many at least, are in the match.
    """

    def take(self, rng: Rng, fits: Callable[[int], bool]) -> int:
        """Take any tile that fits out of the match, or out of the box in exchange for one of the match, if possible one
        of its group. At least one must fit.
        """
        groups = {self.group(tile) for tile in self.in_match}
        fitting = sorted(tile for tile in self.in_match + self.box if fits(tile))
        fitting = [tile for tile in fitting if self.group(tile) in groups] or fitting
        tile = fitting[rng.randrange(len(fitting))]
        if tile in self.in_match:
            self.in_match.remove(tile)
            return tile
        other = next((each for each in self.in_match if self.group(each) == self.group(tile)), self.in_match[0])
        self.in_match.remove(other)
        self.box[self.box.index(tile)] = other
        return tile


def divide(state: State, tiles: Sequence[int], boxed: int, rng: Rng) -> Unseen:
    """Divide the tiles, given ascending, between the match and the box, which gets so many."""
    unseen = Unseen([], [], _grouping(state))
    groups: dict[int, list[int]] = {}
    for tile in tiles:
        groups.setdefault(unseen.group(tile), []).append(tile)
    shares = _shares(state, {group: len(members) for group, members in groups.items()}, boxed, rng)
    for group in sorted(groups):
        rng.shuffle(groups[group])
        unseen.box += groups[group][:shares[group]]
        unseen.in_match += groups[group][shares[group]:]
    rng.shuffle(unseen.in_match)
    return unseen


def _grouping(state: State) -> Callable[[int], int]:
    settings = state.settings
    if settings.deck == "balanced":
        return lambda tile: TILES[tile].kind
    if settings.deck == "starter":
        return lambda tile: int(0 < TILES[tile].starter <= settings.players)
    return lambda _: 0


def _shares(state: State, sizes: Mapping[int, int], boxed: int, rng: Rng) -> Mapping[int, int]:
    """Return by group how many of its tiles are in the box; tiles of the starter deck are not, once it is made."""
    if state.settings.deck == "balanced":
        return _balanced_shares(state, sizes, boxed, rng)
    others = min(boxed, sizes.get(0, 0))
    return {0: others, 1: boxed - others}


def _balanced_shares(state: State, sizes: Mapping[int, int], boxed: int, rng: Rng) -> Mapping[int, int]:
    """Return by kind how many of its tiles are in the box, for the balanced deck.

    The match has so many tiles of each kind, and more ones of any kind. With `most` tiles of a kind in the box if none
    of it is among those, there are comb(size, most - more) boxes with `more` of them, each as likely as there are ways
    to tell the first ones of the kind from those.
    """
    settings, pending = state.settings, [frame for frame in state.agenda if isinstance(frame, DrawPile)]
    laid = VENTURES_FOR - settings.players - sum(
        isinstance(frame, LayVenture) and frame.tile == NO_TILE for frame in state.agenda
    )
    first = [
        0 if any(frame.kind == str(kind) for frame in pending) else settings.players * count
        for kind, count in BALANCED
    ]
    most = [
        sum(row.kind == kind for row in TILES) - laid * (kind == VENTURE) - first[place]
        for place, (kind, _) in enumerate(BALANCED)
    ]
    total = sum(most) - boxed
    ways = [
        [
            comb(sizes.get(kind, 0), most[place] - more) * comb(first[place] + more, more) if more <= most[place] else 0
            for more in range(total + 1)
        ]
        for place, (kind, _) in enumerate(BALANCED)
    ]
    return {
        kind: most[place] - more
        for (place, (kind, _)), more in zip(enumerate(BALANCED), _parts(ways, total, rng), strict=True)
    }


def _parts(ways: Sequence[Sequence[int]], total: int, rng: Rng) -> list[int]:
    """Return numbers that add up to the total, drawn in proportion to the product of the ways for each of them."""
    rest = [[1] + [0] * total]
    """For the last 0, 1, 2, ... numbers: by total, in how many ways they add up to it."""
    for row in reversed(ways):
        rest.append([sum(row[part] * rest[-1][left - part] for part in range(left + 1)) for left in range(total + 1)])
    parts = []
    for place, row in enumerate(ways, 1):
        after = rest[len(ways) - place]
        drawn, part = rng.randrange(rest[len(ways) - place + 1][total]), 0
        while drawn >= row[part] * after[total - part]:
            drawn -= row[part] * after[total - part]
            part += 1
        parts.append(part)
        total -= part
    return parts
