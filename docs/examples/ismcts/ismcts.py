"""Searches a tree of what its seat may know: single-observer information set Monte Carlo tree search (ISMCTS).

One tree stands for all deals. Each iteration deals the position anew for the seat, and walks down by the answers that
are there in this deal, until one is tried for the first time. From there a playout leads to a position that is judged
for all seats.

It is made for few iterations. At the root all answers are walked equally often, the n-th time with the same deal and
the same dice, so that they differ by what they do and not by luck; in phases the worse half drops out. Below the root
a node gets a second child only after some visits: until then it does what `greedy` would do.
"""

from __future__ import annotations

from math import log, sqrt
from random import Random
from typing import Any, Final

from lawspeaker_bot import Bot, Decision, run
from lawspeaker_bots.lookahead import Playouts
from lawspeaker_engine.model import Decision as Asked
from lawspeaker_engine.model import Picks
from lawspeaker_engine.position import Position, load

ITERATIONS: Final = 40  # a decision
EXPLORE: Final = 0.1  # how much an answer gains by being seldom tried; differences between answers are small
PHASES: Final = 4  # at the root
WIDEN: Final = 8  # visits of a node below the root for each child after the first
DEEP: Final = 6  # answers from the root to a leaf, at most


class Node:
    """What is known of one answer, whatever the deal that led to it."""

    def __init__(self, picks: Picks = ()) -> None:
        self.picks = picks  # at the root alone: below it the index of an option depends on the deal
        self.children: dict[Any, Node] = {}
        self.available = 0
        self.worths: list[float] = []  # of each visit, the chance of the seat that gave the answer


class Search:
    """The tree of one decision."""

    def __init__(self, position: Position, seat: int, random: Random) -> None:
        self.position, self.seat, self.key = position, seat, random.randbytes(16)
        self.playouts = Playouts(position.game, position.setup)  # policy, horizon and values of `search`
        self.view = position.view(seat)
        asked = whose(position, seat)
        answers = self.playouts.answers_to_try(position.state, seat)
        self.root = {named(asked, picks): Node(picks) for picks in answers}

    def best(self, iterations: int) -> Picks:
        """Return the answer that is ahead of the first one, of `greedy`, by more than half a standard error."""
        live = list(self.root.values())
        for _ in range(PHASES if len(live) > 1 else 0):
            for _ in range(max(1, iterations // (PHASES * len(live)))):
                for node in live:
                    self.walk(node)
            others = sorted(live[1:], key=lambda node: -sum(node.worths))
            live = [live[0], *others[:max(1, len(others) // 2)]]
        return max(live, key=lambda node: lead(node, live[0])).picks

    def walk(self, node: Node) -> None:
        """Walk down once from an answer at the root, play on from the leaf, and note what came of it on the way."""
        random = Random(self.key + len(node.worths).to_bytes(4))
        position, picks = self.position.deal_anew(random, self.seat), node.picks
        asked, path, new = whose(position, self.seat), [(self.seat, node)], False
        while True:
            answers = [picks if each is asked else self.usual(position, each) for each in position.decisions]
            position.answer(*answers)
            position.advance(random)
            if new or not position.decisions or len(path) >= DEEP:
                break
            asked = whose(position, self.seat)
            node, picks, new = self.step(node, asked, position)
            path.append((asked.seat, node))
        end = self.playouts.play(position.state, self.seat, None, random.randbytes(16), self.view)
        worths = self.playouts.judge.worths(end, range(position.setup.players))
        for seat, each in path:
            each.worths.append(worths[seat])

    def usual(self, position: Position, asked: Asked) -> Picks:
        """Return the answer of `greedy`."""
        return self.playouts.answers_to_try(position.state, asked.seat)[0]

    def step(self, node: Node, asked: Asked, position: Position) -> tuple[Node, Picks, bool]:
        """Return the child to walk to, the answer that leads there, and whether it is tried for the first time."""
        answers = self.playouts.answers_to_try(position.state, asked.seat)[:1 + len(node.worths) // WIDEN]
        there = {named(asked, picks): picks for picks in answers}
        for name in there:
            node.children.setdefault(name, Node()).available += 1
        name = max(there, key=lambda each: upper(node.children[each], node.children[each].available))
        child = node.children[name]
        return child, there[name], not child.worths and len(answers) > 1


def whose(position: Position, seat: int) -> Asked:
    """Return the decision at which the tree branches; others who are asked at the same time answer as `greedy`."""
    return next((each for each in position.decisions if each.seat == seat), position.decisions[0])


def named(asked: Asked, picks: Picks) -> tuple[Any, ...]:
    """Return a name of an answer that is the same in every deal, where its index is not."""
    return asked.seat, asked.prompt, *(repr(asked.options[pick]) for pick in picks)


def upper(node: Node, tries: int) -> float:
    """Return what an answer may be worth: its mean, and more the less it was tried when it could be."""
    visits = len(node.worths)
    return sum(node.worths) / visits + EXPLORE * sqrt(log(tries) / visits) if visits else 2.0


def lead(node: Node, first: Node) -> float:
    """Return by how much an answer is better than the first one in the same deals, less half a standard error."""
    ahead = [mine - other for mine, other in zip(node.worths, first.worths, strict=False)]
    if node is first or len(ahead) < 2:
        return 0.0
    mean = sum(ahead) / len(ahead)
    spread = sum((each - mean) ** 2 for each in ahead) + 0.0025
    return mean - 0.5 * sqrt(spread / len(ahead) / (len(ahead) - 1))


class Ismcts(Bot):
    """Plays by the tree search, in any game."""

    name = "ismcts"
    positions = True

    def decide(self, decision: Decision) -> list[int]:
        """Return the best answer of a new tree."""
        search = Search(load(decision.position), decision.seat, Random(decision.random().next()))
        return list(search.best(ITERATIONS))


if __name__ == "__main__":
    run(Ismcts())
