"""Books of openings: the start positions from which chance draws one a match.

A book is a file `NAME.epd`, with a position a line, or `NAME.pgn`, with a game for each opening. One comes with this
package; others are in the folder that the environment variable LAWSPEAKER_CHESS_BOOKS names. The names are looked up
when the game is loaded, and a book is read when a match of it is set up.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import chess
import chess.pgn

from lawspeaker_engine.model import BadSetup

VARIABLE: Final = "LAWSPEAKER_CHESS_BOOKS"
MOST: Final = 20_000
"""Openings of a book: chance chooses among all of them at once."""
_OWN: Final = Path(__file__).parent / "basic.pgn"
_NAME: Final = re.compile(r"[a-z0-9_-]{1,40}")


@dataclass(frozen=True, slots=True)
class Line:
    """One opening."""

    name: str
    start: str
    """The FEN from which its moves are played."""
    moves: tuple[str, ...]
    """In UCI."""


def find_books() -> dict[str, Path]:
    """Return the books by name. Raises BadSetup for a folder that is not there, and for names that are no options."""
    books = {_OWN.stem: _OWN}
    if folder := os.environ.get(VARIABLE):
        if not Path(folder).is_dir():
            raise BadSetup(f"{VARIABLE} is {folder}, which is no folder; put .epd and .pgn files into one")
        for path in sorted(Path(folder).iterdir()):
            if path.suffix in {".epd", ".pgn"}:
                if not _NAME.fullmatch(path.stem) or path.stem in {*books, "none"}:
                    raise BadSetup(f"{path}: rename it; each book has its own name, of small letters, digits, -, _")
                books[path.stem] = path
    return books


def read_book(path: Path, *, chess960: bool) -> tuple[Line, ...]:
    """Return the openings of a book. Raises BadSetup with file and line, or the number of the game."""
    found = path.stat()
    return _read(path, chess960, (found.st_size, found.st_mtime_ns))


@cache
def _read(path: Path, chess960: bool, _state: tuple[int, int]) -> tuple[Line, ...]:  # noqa: FBT001 - keys of a cache
    lines = tuple(_epd(path, chess960=chess960) if path.suffix == ".epd" else _pgn(path, chess960=chess960))
    if not 0 < len(lines) <= MOST:
        raise BadSetup(f"{path} has {len(lines)} openings; a book has 1 to {MOST}")
    return lines


def _epd(path: Path, *, chess960: bool) -> Iterator[Line]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        board = chess.Board(chess960=chess960)
        where = f"{path}, line {number}"
        try:
            if re.match(r"(\S+\s+){4}\d+\s+\d+\s*$", line):
                board.set_fen(line.strip())
                more: Mapping[str, object] = {}
            else:
                more = board.set_epd(line)
        except ValueError as error:
            raise BadSetup(f"{where}: {error}") from None
        yield _line(str(more.get("id", f"{path.stem} {number}")), board, where)


def _pgn(path: Path, *, chess960: bool) -> Iterator[Line]:
    with path.open(encoding="utf-8") as file:
        number = 0
        while (game := chess.pgn.read_game(file)) is not None:
            number += 1
            where = f"{path}, game {number}"
            if game.errors:
                raise BadSetup(f"{where}: {game.errors[0]}")
            board = chess.Board(game.headers.get("FEN", chess.STARTING_FEN), chess960=chess960)
            for move in game.mainline_moves():
                board.push(move)
            name = game.headers.get("Opening") or game.headers.get("ECO") or f"{path.stem} {number}"
            yield _line(name, board, where)


def _line(name: str, board: chess.Board, where: str) -> Line:
    if not board.is_valid() or board.is_game_over(claim_draw=True):
        raise BadSetup(f"{where}: no game can begin at {board.fen()}")
    root = board.root()
    return Line(name[:80], root.fen(shredder=board.chess960), tuple(move.uci() for move in board.move_stack))
