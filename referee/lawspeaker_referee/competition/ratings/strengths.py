"""The likeliest strengths, without intervals, and their predictions. They take a fraction of the time of ratings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from lawspeaker_referee.competition.ratings.choices import choices_of, subsets
from lawspeaker_referee.competition.ratings.games import BadGames, Floats, RatedGames, canonical, sides_of
from lawspeaker_referee.competition.ratings.model import fit, one_thread, probabilities
from lawspeaker_referee.competition.results import PlayedMatch

Table = tuple[tuple[str, ...], tuple[int, ...]]
"""The bots by seat, and their teams, which are empty if everybody plays alone."""


@dataclass(frozen=True, slots=True)
class Strengths:
    """The parameters of the model, in nats."""

    bots: Mapping[str, float]
    seats: Mapping[tuple[int, int], float]
    """(Seats at the table, number of the seat) -> its effect; seats that are not there have none."""
    ties: tuple[tuple[int, float], ...]
    """(Size of a tie, its parameter)."""

    @classmethod
    def of(cls, played: Iterable[PlayedMatch], *, seats: bool = True, start: Mapping[str, float] | None = None) -> Self:
        """Return the likeliest strengths; `start` are those of many of the same matches. Raises BadGames."""
        games = canonical(played, seats=seats)
        choices = choices_of(games)
        with one_thread():
            at = fit(choices, first_guess(games, choices.parameters, start)).tolist()
        count, tie = len(games.bots), len(games.bots) + len(games.seats)
        return cls(dict(zip(games.bots, at[:count], strict=True)), dict(zip(games.seats, at[count:tie], strict=True)),
                   tuple(zip(choices.ties, at[tie:], strict=True)))

    def first_places(self, tables: Sequence[Table]) -> list[tuple[float, ...]]:
        """Return for each table by seat the probability to be first; a shared first place counts as its share.

        They sum to 1 over the bots, or over the teams. Raises BadGames for a bot without a strength.
        """
        alike: dict[tuple[int, tuple[tuple[int, ...], ...]], list[int]] = {}
        for number, (seats, teams) in enumerate(tables):
            alike.setdefault((len(seats), sides_of(teams or tuple(range(len(seats))))), []).append(number)
        found: list[tuple[float, ...]] = [()] * len(tables)
        for (players, sides), numbers in alike.items():
            own = np.array([[self._strength(players, seat, bot) for seat, bot in enumerate(tables[number][0])]
                            for number in numbers])
            chances = self._chances(np.stack([own[:, side].mean(axis=1) for side in sides]))
            by_seat = np.empty((len(numbers), players))
            for side, chance in zip(sides, chances, strict=True):
                by_seat[:, side] = chance[:, np.newaxis]
            for number, row in zip(numbers, by_seat.tolist(), strict=True):
                found[number] = tuple(row)
        return found

    def _strength(self, players: int, seat: int, bot: str) -> float:
        if bot not in self.bots:
            raise BadGames(f"there is no strength of {bot}")
        return self.bots[bot] + self.seats.get((players, seat), 0.0)

    def _chances(self, strengths: Floats) -> Floats:
        """Return sides x tables: the chance of each, from their strengths."""
        ways = subsets(len(strengths), tuple(size for size, _ in self.ties))
        ties = np.repeat([[parameter] for _, parameter in self.ties] or np.empty((0, 1)), strengths.shape[1], axis=1)
        return np.asarray(ways[:, :len(strengths)].T @ probabilities(np.concatenate([strengths, ties]), ways))


def first_guess(games: RatedGames, parameters: int, start: Mapping[str, float] | None) -> Floats:
    """Return where a fit begins: at the strengths of `start`, and at 0 for everything else."""
    first = np.zeros(parameters)
    if start is not None:
        first[:len(games.bots)] = [start.get(bot, 0.0) for bot in games.bots]
    return first
