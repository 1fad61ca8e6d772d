"""A law about pieces that came to a hand for all to see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from lawspeaker_engine.game import Game
from lawspeaker_engine.laws.random_games import Options, breach, positions
from lawspeaker_engine.laws.secrecy import EVERY_POSITION
from lawspeaker_engine.model import Chance, Decision

Pieces = Iterable[int]
"""The numbers of pieces, each as often as there are equal ones."""


@dataclass(frozen=True, slots=True)
class Hands:
    """Where the pieces of a game lie that may come to a hand for all to see; for `what_all_saw_is_known`."""

    open: Callable[[Any], Pieces]
    """Takes a spectator's view; returns the pieces that lie open for all."""
    held: Callable[[Any], Sequence[Pieces]]
    """Takes a state; returns by seat the pieces in its hand."""
    told: Callable[[Any], Sequence[Pieces]]
    """Takes a view; returns by seat the pieces that the view says are in its hand."""


def what_all_saw_is_known(
    game: Game[Any], players: int, options: Options, seeds: range, hands: Hands,
) -> None:
    """A piece that came to a hand for all to see is told in every view and stays in every position dealt anew.

    It is known until the hand loses one like it, or the seat answers something that not all hear: then the piece may
    have left unseen.
    """
    for seed in seeds:
        known = [Counter[int]() for _ in range(players)]
        before: tuple[Counter[int], list[Counter[int]], bool] | None = None
        for number, (state, question, _answers) in enumerate(positions(game, players, seed, options)):
            open_now = Counter(hands.open(game.view(state, None)))
            held = [Counter(pieces) for pieces in hands.held(state)]
            if before is not None:
                for seat in range(players):
                    known[seat] -= before[1][seat] - held[seat]
                    if before[2]:
                        known[seat] += (held[seat] - before[1][seat]) & (before[0] - open_now)
            _assert_known(game, state, known, hands, number)
            asked: tuple[Decision | Chance, ...] = (question,) if isinstance(question, Chance) else question
            for one in asked:
                for seat in one.seen_by or () if isinstance(one, Decision) else ():
                    known[seat].clear()
            before = open_now, held, all(one.seen_by is None for one in asked)


def _assert_known(game: Game[Any], state: Any, known: Sequence[Counter[int]], hands: Hands, number: int) -> None:
    """All views tell these pieces, and a position dealt for some seat has them."""
    for eye in (None, *range(len(known))):
        for seat, told in enumerate(hands.told(game.view(state, eye))):
            missing = known[seat] - Counter(told)
            assert not missing, breach(
                "A piece that all saw come to a hand is told in every view",
                f"seat {seat} has {missing}, which the view of {'spectators' if eye is None else f'seat {eye}'} "
                "does not tell", "Keep in the state who knows it, and list it in the view")
    if number % EVERY_POSITION == 0:
        eye = number // EVERY_POSITION % len(known)
        for seat, held in enumerate(hands.held(game.deal_anew(state, eye, Random(number)))):
            missing = known[seat] - Counter(held)
            assert not missing, breach(
                "A piece that all saw come to a hand stays there in every position dealt anew",
                f"seat {seat} has {missing}, but not in a position dealt for seat {eye}",
                "Let deal_anew leave what its seat knows where it is")
