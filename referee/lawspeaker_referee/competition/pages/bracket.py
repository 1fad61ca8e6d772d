"""A knockout as a drawing: a column a round, a box a table, and lines from each bot to its next table."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Final

from lawspeaker_referee.competition.formats import entries, stages
from lawspeaker_referee.competition.formats.rulings import NO_RULINGS, Rulings
from lawspeaker_referee.competition.formats.standings import KnockoutRound
from lawspeaker_referee.competition.results import PlayedMatch
from lawspeaker_referee.config.tournament import TournamentConfig

WIDTH: Final = 220
"""The width of a box, in pixels like all below."""
GAP: Final = 40
"""Between two columns."""
LINE: Final = 26
"""Height of a bot in its box."""
BETWEEN: Final = 18
"""Between two boxes."""
TOP: Final = 30
"""Height of the names of rounds."""


@dataclass(slots=True)
class Box:
    """A table, or a bye."""

    bots: tuple[str, ...]
    """Empty names where nobody knows yet who comes."""
    points: tuple[float, ...] = ()
    through: tuple[str, ...] = ()
    bye: bool = False
    x: float = 0.0
    y: float = 0.0

    @property
    def height(self) -> int:
        """Return the height."""
        return LINE * len(self.bots)

    @property
    def middle(self) -> float:
        """Return the place of its middle from above."""
        return self.y + self.height / 2

    def row(self, bot: str) -> float:
        """Return the place of the middle of a bot's line."""
        return self.y + LINE * (self.bots.index(bot) + 0.5)


@dataclass(frozen=True, slots=True)
class Connector:
    """A way from a box to the next one: right, up or down, and right."""

    x: float
    y: float
    end_x: float
    end_y: float


@dataclass(frozen=True, slots=True)
class Bracket:
    """The drawing."""

    columns: tuple[tuple[str, float, tuple[Box, ...]], ...]
    """Name of the round, its place from the left, and its boxes from above."""
    lines: tuple[Connector, ...]
    width: float
    height: float


@dataclass(slots=True)
class _Column:
    name: str
    boxes: list[Box] = field(default_factory=list)


def bracket_of(terms: TournamentConfig, played: Sequence[PlayedMatch], gone: Collection[str],
               rulings: Rulings = NO_RULINGS) -> Bracket:
    """Return the drawing of a knockout: what was decided, and how many tables are still to come."""
    known = stages(terms, played, gone, rulings)
    columns = [_column(each) for each in known]
    columns += [_Column(each.name.capitalize(), [Box(("",) * len(table.bots)) for table in each.tables])
                for each in _to_come(terms, played, gone, rulings)[len(known):]]
    _order(columns)
    lines = _place(columns)
    boxes = [box for column in columns for box in column.boxes]
    return Bracket(tuple((column.name, _left(number), tuple(column.boxes)) for number, column in enumerate(columns)),
                   tuple(lines), _left(len(columns)) - GAP, max(box.y + box.height for box in boxes) + 1)


def _column(stage: KnockoutRound) -> _Column:
    tables = [Box(table.bots, table.points, table.through) for table in stage.tables]
    return _Column(stage.name.capitalize(), [*tables, *(Box((bot,), bye=True) for bot in stage.byes)])


def _to_come(terms: TournamentConfig, played: Sequence[PlayedMatch], gone: Collection[str],
             rulings: Rulings) -> list[KnockoutRound]:
    """Return all rounds as they would be if nothing more were played and the order of the file decided."""
    without, done = set(gone), {each.match_id for each in played}
    while new := {each.match_id for each in entries(terms, played, without, rulings)} - done - without:
        without |= new
    return stages(terms, played, without, rulings)


def _order(columns: Sequence[_Column]) -> None:
    """Let tables whose bots meet next stand beside each other, from the last round back to the first."""
    for now, after in zip(columns[-2::-1], columns[:0:-1], strict=True):
        place = {bot: (number, nth) for number, box in enumerate(after.boxes)
                 for nth, bot in enumerate(box.bots) if bot}
        last = len(after.boxes), 0
        now.boxes.sort(key=lambda box: min((place.get(bot, last) for bot in box.bots), default=last))


def _left(number: int) -> float:
    return float(number * (WIDTH + GAP))


def _place(columns: Sequence[_Column]) -> list[Connector]:
    """Place the boxes, each in the middle of those that its bots come from; return the lines between them."""
    lines, before = list[Connector](), list[Box]()
    for number, column in enumerate(columns):
        free = float(TOP)
        for nth, box in enumerate(column.boxes):
            come = {bot: old for bot in box.bots for old in before if bot and bot in old.bots}
            if not come and before and not any(box.bots):
                share = len(before) / len(column.boxes)
                from_ = before[int(nth * share):max(int(nth * share) + 1, int((nth + 1) * share))]
            else:
                from_ = list(come.values())
            box.x = _left(number)
            box.y = max(free, fmean(each.middle for each in from_) - box.height / 2 if from_ else free)
            free = box.y + box.height + BETWEEN
            lines += [Connector(old.x + WIDTH, old.row(bot), box.x, box.row(bot)) for bot, old in come.items()]
        before = column.boxes
    return lines
