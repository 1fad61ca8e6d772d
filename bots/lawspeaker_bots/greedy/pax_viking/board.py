"""The printed board of Pax Viking as rules of thumb ask for it: ways, places and locations of tiles, made once."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, Final

from lawspeaker_bots.greedy.printed import Printed

FAR: Final = 99


class Board:
    """Columns by POST, node and tile; they take a catalogue of either kind, of the engine or a message."""

    def __init__(self, catalogue: Any) -> None:
        posts, nodes, regions = list(catalogue.posts), list(catalogue.nodes), list(catalogue.regions)
        self.posts: Final = range(len(posts))
        self.region: Final = [row.region for row in posts]
        """By POST; so too the next columns."""
        self.wind: Final = [regions[row.region].wind for row in posts]
        self.cost: Final = [row.cost for row in posts]
        self.kind: Final = [row.kind for row in posts]
        self.key: Final = [row.key for row in posts]
        self.node: Final = [next(node for node, row in enumerate(nodes) if row.post == post) for post in self.posts]
        self.post_at: Final = [row.post for row in nodes]
        """By node: the POST that it is, or -1."""
        self.beside: Final = [tuple(row.beside) for row in nodes]
        """The nodes one step away, own homes left out: nothing is to be had there."""
        self.home_of: Final = [row.home for row in catalogue.jarls]
        """By Jarl: the node of its HOME."""
        self.homes_in: Final = [[node for node, row in enumerate(nodes) if row.home and row.region == region]
                                for region in range(len(regions))]
        """By REGION: the nodes of its HOMES as a DUCHY."""
        self.steps: Final = [self._steps(node) for node in range(len(nodes))]
        """By node: the steps to every node."""
        self.circles: Final = [post for post in self.posts if self.kind[post] == "empty"]
        """The POSTS that take Ventures."""
        self.located: Final = [
            [row.region in {-1, region} and row.wind in {-1, wind}
             for region, wind in zip(self.region, self.wind, strict=True)] for row in catalogue.tiles]
        """By tile and POST: whether the POST lies in the tile's location."""
        self.circles_of: Final = [[post for post in self.circles if fits[post]] for fits in self.located]
        """By tile: the circles in its location."""

    def _steps(self, start: int) -> list[int]:
        steps = [FAR] * len(self.beside)
        steps[start] = 0
        waiting = deque((start,))
        while waiting:
            node = waiting.popleft()
            for other in self.beside[node]:
                if steps[other] == FAR:
                    steps[other] = steps[node] + 1
                    waiting.append(other)
        return steps

    def nearest(self, starts: Sequence[int]) -> list[int]:
        """Return the steps to every node from the nearest of these."""
        return [min(steps) for steps in zip(*(self.steps[node] for node in starts), strict=True)]


board: Final = Printed(Board)
"""Returns the board of a catalogue."""
