"""The texts of modules in plain English: a record for each module, and all records as one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from lawspeaker_engine.games.northgard.figures import FIGURES, KAIJA
from lawspeaker_engine.games.northgard.table import Table
from lawspeaker_engine.games.northgard.tokens import EQUIPMENT, SCORCHED_EARTH
from lawspeaker_engine.games.northgard.view import PlayerView, View
from lawspeaker_engine.guide import ComponentTable
from lawspeaker_engine.template import Fact
from lawspeaker_engine.text_rows import Pieces


def _nothing(*_: object) -> tuple[()]:
    return ()


def _nobody(*_: object) -> str:
    return ""


def _no_facts(_: Table) -> dict[str, Fact]:
    return {}


@dataclass(frozen=True, slots=True)
class ModuleText:
    """The texts that a module adds to those of the game."""

    view: Callable[[View], Iterable[str]] = _nothing
    """What is said of it in a view, a line a thing; nothing where it is not in play."""
    pieces: Pieces = field(default_factory=dict)
    """The words for marks in its option rows."""
    changes: Callable[[View, View], Iterable[str]] = _nothing
    """What happened between two views of a seat."""
    unanswered: Callable[[View, View], Iterable[str]] = _nothing
    """The same, of what came of seats that the rules play."""
    fighter: Callable[[int, View], str] = _nobody
    """The name of a creature on the map, by its number."""
    player: Callable[[PlayerView, View], str] = _nobody
    """The name of a player without a clan."""
    figure: Callable[[str, Table], str] = _nobody
    """The power of a special figure, by its id, in a sentence."""
    components: Callable[[Table], Iterable[ComponentTable]] = _nothing
    """Its printed components on a table."""
    facts: Callable[[Table], Mapping[str, Fact]] = _no_facts
    """Its numbers on a table, for the page of rules."""


class ModuleTexts:
    """The texts of modules as one."""

    def __init__(self, texts: Sequence[ModuleText]) -> None:
        self._texts = tuple(texts)
        self.pieces = {name: piece for text in texts for name, piece in text.pieces.items()}

    def view(self, view: View) -> Iterator[str]:
        """Yield what is said of the edition and of modules in play; nothing of a retail game without any."""
        if view.edition:
            yield f"Edition: {view.edition}."
        for text in self._texts:
            yield from text.view(view)
        yield from _figures_and_tokens(view)

    def changes(self, before: View, after: View) -> Iterator[str]:
        """Yield what happened between two views of a seat."""
        for text in self._texts:
            yield from text.changes(before, after)

    def unanswered(self, before: View, after: View) -> Iterator[str]:
        """Yield what came of seats that the rules play."""
        for text in self._texts:
            yield from text.unanswered(before, after)

    def fighter(self, number: int, view: View) -> str:
        """Return the name of a creature on the map, by its number."""
        return next(filter(None, (text.fighter(number, view) for text in self._texts)), "a creature")

    def player(self, player: PlayerView, view: View) -> str:
        """Return the name of a player without a clan; nothing if it will have one."""
        return next(filter(None, (text.player(player, view) for text in self._texts)), "")

    def figure(self, figure: str, table: Table) -> str:
        """Return what a special figure can do, by its id; nothing if no module tells of it."""
        return next(filter(None, (text.figure(figure, table) for text in self._texts)), "")

    def components(self, table: Table) -> Iterator[ComponentTable]:
        """Yield printed components of modules on a table."""
        for text in self._texts:
            yield from text.components(table)

    def facts(self, table: Table) -> dict[str, Fact]:
        """Return the numbers of all modules, whether they are in play or not."""
        return {name: fact for text in self._texts for name, fact in text.facts(table).items()}


def _figures_and_tokens(view: View) -> Iterator[str]:
    for figure in view.figures:
        if figure.figure != KAIJA:
            where = f"in territory {figure.territory}" if figure.territory >= 0 else "in reserve"
            yield f"{FIGURES[figure.figure].name} of seat {figure.seat}: {where}."
    for token in view.tokens:
        if token.token != SCORCHED_EARTH:
            name = "High Tide" if token.token < EQUIPMENT else f"Equipment {token.token - EQUIPMENT}"
            where = f"in territory {token.territory}" if token.territory >= 0 else "in reserve"
            yield f"{name} of seat {token.seat}: {where}{'' if token.up else ', used this year'}."
