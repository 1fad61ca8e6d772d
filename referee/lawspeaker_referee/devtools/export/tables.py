"""Decisions as tables of numbers, with the features and options that environments give to agents."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from lawspeaker_engine.games import find_game
from lawspeaker_referee.devtools.export.columns import COLUMNS, SCHEMA
from lawspeaker_referee.devtools.export.rows import CannotExport, DecisionsOfRecord
from lawspeaker_referee.devtools.gym import OutOfBounds
from lawspeaker_referee.devtools.gym.encoding import Encoding, encoding_of
from lawspeaker_referee.devtools.gym.observation_writer import Numbers
from lawspeaker_referee.devtools.gym.position import PartialAnswer
from lawspeaker_referee.devtools.gym.sizes import UnknownText
from lawspeaker_referee.version import build_version

PLAIN: Final = tuple(name for name in COLUMNS if name not in {"features", "options"})
"""The columns that are neither features nor options."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How the decisions of one game with one number of players become numbers."""

    encoding: Encoding

    def described(self) -> dict[str, Any]:
        """Return the names of its numbers, and the texts that some of them stand for."""
        encoding = self.encoding
        return {"features": [column.name for column in encoding.columns],
                "options": {kind: [column.name for column in columns]
                            for kind, columns in encoding.option_columns.items()},
                "texts": {path: list(texts) for path, texts in self.encoding.sizes.words.items()}}


@cache
def layout_of(game: str, players: int, widen: float) -> Layout:
    """Return the layout with `widen` times the capacity that environments have. Raises BadSetup for an unknown game."""
    rules = find_game(game)
    usual = encoding_of(rules, players)
    return Layout(usual if widen == 1 else Encoding(rules, players, usual.sizes.widened(widen)))


@dataclass(frozen=True, slots=True)
class DecisionTable:
    """The decisions of one or several records."""

    game: str
    players: int
    plain: dict[str, list[Any]]
    """By name: the columns that are neither features nor options."""
    features: Numbers
    """Shape (decisions, numbers)."""
    options: Numbers
    """Shape (options, columns): the options of all decisions, one after another."""
    option_counts: NDArray[np.int64]
    """Shape (decisions,): the number of options of each."""


def table_of(decisions: DecisionsOfRecord, widen: float) -> DecisionTable | None:
    """Return the decisions of a record as a table; None if there are none. Raises CannotExport."""
    setup = decisions.record.header.setup
    writer = layout_of(setup.game, setup.players, widen).encoding.writer()
    features, options, counts = list[Numbers](), list[Numbers](), list[int]()
    plain: dict[str, list[Any]] = {name: [] for name in PLAIN}
    for found in decisions:
        try:
            seen = writer.observation(found.view, PartialAnswer(found.decision))
        except OutOfBounds as error:
            what, _, _ = str(error).partition(";")
            remedy = ("--to jsonl has room for all texts" if isinstance(error, UnknownText) else
                      f"with --widen {2 * widen:g} there is twice the room")
            raise CannotExport(f"step {found.step}: {what}; {remedy}") from None
        for name, value in (decisions.question(found) | decisions.answer(found)).items():
            plain[name].append(value)
        features.append(seen["observation"])
        counts.append(len(found.decision.options))
        options.append(seen["options"][:counts[-1]].copy())
    if not counts:
        return None
    return DecisionTable(setup.game, setup.players, plain, np.stack(features), np.concatenate(options),
                         np.array(counts, np.int64))


class Metadata:
    """The names and layouts that explain the numbers of a file to its reader."""

    def __init__(self, widen: float) -> None:
        self._widen = widen
        self._layouts: dict[str, Layout] = {}

    def add(self, game: str, players: int) -> None:
        """Note that the file has decisions of a game with so many players."""
        self._layouts[f"{game}/{players}"] = layout_of(game, players, self._widen)

    def text(self) -> str:
        """Return it as JSON."""
        return json.dumps({"schema": SCHEMA, "lawspeaker": build_version(), "columns": COLUMNS,
                           "layouts": {name: each.described() for name, each in sorted(self._layouts.items())}})
