"""The board on pages: sixty-four squares, and pieces drawn for this package."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import chess

from lawspeaker_engine.board import Board, Piece, Rectangle

SIDE: Final = 45
"""Units of a square's side."""
_EDGE: Final = 18
"""Units of the border that has the names of files and ranks."""
_LIGHT: Final = "#e9d8b4"
_DARK: Final = "#a9794f"
_INK: Final = "#857866"
_BASE: Final = '<path d="M-12 16v-4h24v4z"/>'
_SHAPES: Final = {
    chess.PAWN: '<path d="M-9 12C-9 4-4 4-4-2h8c0 6 5 6 5 14z"/><circle cy="-7" r="6"/>',
    chess.KNIGHT: '<path d="M-9 12C-9 3 0 2 0-4c-3 2-6 3-9 5l-3-4 6-9 1-5 5 4c8 1 12 9 10 25z"/>'
                  '<circle cx="-3" cy="-7" r="1" stroke-width="1.5"/>',
    chess.BISHOP: '<path d="M-9 12c0-4 5-3 5-8h8c0 5 5 4 5 8z"/><path d="M0-13c8 6 9 12 4 17h-8c-5-5-4-11 4-17z"/>'
                  '<circle cy="-15" r="2.5"/><path d="M0-8v8M-4-4h8" fill="none"/>',
    chess.ROOK: '<path d="M-10 12v-3h3V-5h-4v-10h4v3h4v-3h6v3h4v-3h4v10h-4V9h3v3z"/>',
    chess.QUEEN: '<path d="M-9 12l-4-20 7 9 2-14L0 1l4-14 2 14 7-9-4 20z"/>'
                 '<circle cx="-13" cy="-10" r="2.2"/><circle cx="-4" cy="-15" r="2.2"/>'
                 '<circle cx="4" cy="-15" r="2.2"/><circle cx="13" cy="-10" r="2.2"/>',
    chess.KING: '<path d="M-9 12C-9 8-14 4-13-1c1-6 9-6 13 0 4-6 12-6 13 0 1 5-4 9-4 13z"/>'
                '<path d="M0-2V-18M-5-13H5" fill="none" stroke-width="2.6"/>',
}


def _square(name: str) -> Rectangle:
    square = chess.parse_square(name)
    return Rectangle(_EDGE + SIDE * chess.square_file(square), SIDE * (7 - chess.square_rank(square)), SIDE, SIDE)


_SQUARES: Final = {name: _square(name) for name in chess.SQUARE_NAMES}


def _ground() -> Iterator[str]:
    for name, at in _SQUARES.items():
        light = (chess.square_file(chess.parse_square(name)) + chess.square_rank(chess.parse_square(name))) % 2
        yield f'<rect x="{at.x}" y="{at.y}" width="{SIDE}" height="{SIDE}" fill="{_LIGHT if light else _DARK}"/>'
    for number in range(8):
        middle = SIDE * number + SIDE // 2
        text = f'<text font-size="13" text-anchor="middle" fill="{_INK}"'
        yield f'{text} x="{_EDGE + middle}" y="{8 * SIDE + 14}">{chess.FILE_NAMES[number]}</text>'
        yield f'{text} x="{_EDGE // 2}" y="{middle + 5}">{chess.RANK_NAMES[7 - number]}</text>'


def _symbols() -> Iterator[tuple[str, str]]:
    yield "from", f'<rect x="{-SIDE / 2}" y="{-SIDE / 2}" width="{SIDE}" height="{SIDE}" fill="#e8c33a" opacity=".45"/>'
    yield "to", f'<rect x="{-SIDE / 2}" y="{-SIDE / 2}" width="{SIDE}" height="{SIDE}" fill="#e8c33a" opacity=".7"/>'
    yield "check", f'<circle r="{SIDE / 2 - 1}" fill="none" stroke="#c2261f" stroke-width="3"/>'
    for kind, shape in _SHAPES.items():
        for white, fill, line in ((True, "#fffdf6", "#1d1a17"), (False, "#2b2724", "#f3ede2")):
            yield chess.Piece(kind, white).symbol(), (
                f'<g fill="{fill}" stroke="{line}" stroke-width="1.4" stroke-linejoin="round" '
                f'stroke-linecap="round">{shape}{_BASE}</g>')


def _pieces(view: Any) -> Iterator[Piece]:
    board = chess.Board(view.fen, chess960=view.chess960)
    if view.moves:
        move = chess.Move.from_uci(view.moves[-1])
        yield Piece("from", chess.square_name(move.from_square))
        yield Piece("to", chess.square_name(move.to_square))
    king = board.king(board.turn)
    if view.check and king is not None:
        yield Piece("check", chess.square_name(king))
    for square, piece in sorted(board.piece_map().items()):
        side = "white" if piece.color else "black"
        yield Piece(piece.symbol(), chess.square_name(square), f"{side} {chess.piece_name(piece.piece_type)}")


def _named(_view: Any, option: Any) -> Sequence[str]:
    """Return from where to where a piece goes; a claim of the position on the board names nothing."""
    uci = getattr(option, "uci", "")
    return (uci[:2], uci[2:4]) if uci else ()


BOARD: Final = Board(_EDGE + 8 * SIDE, 8 * SIDE + _EDGE, "".join(_ground()), dict(_symbols()), _SQUARES, _pieces,
                     _named, ("White", "Black"))
