"""Chess in plain English: moves in standard algebraic notation, positions as a board and in FEN."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

import chess

from lawspeaker_engine.text import BriefText, GameText, PromptText, StoryText

REASONS: Final = {
    "checkmate": "checkmate",
    "stalemate": "stalemate",
    "insufficient_material": "neither side has the pieces to mate",
    "seventyfive_moves": "seventy-five moves of each side without a capture or a pawn's move",
    "fivefold_repetition": "the same position for the fifth time",
    "claim.threefold_repetition": "the same position for the third time was claimed",
    "claim.fifty_moves": "fifty moves of each side without a capture or a pawn's move were claimed",
}
"""The reason of an outcome -> its words."""
_CLAIMED: Final = {"threefold_repetition": "the same position for the third time",
                   "fifty_moves": "fifty moves without a capture or a pawn's move"}
_SIDES: Final = ("White", "Black")


@lru_cache(maxsize=64)
def _board(fen: str, chess960: bool) -> chess.Board:  # noqa: FBT001 - a key of the cache
    return chess.Board(fen, chess960=chess960)


def _san(uci: str, view: Any) -> str:
    """Return a move in standard algebraic notation, or in UCI where the view is not that before the move."""
    if view is None:
        return uci
    board = _board(view.fen, view.chess960)
    try:
        return board.san(board.parse_uci(uci))
    except ValueError:
        return uci


def _view(view: Any) -> Iterator[str]:
    you = f" You are {_SIDES[view.seat]}." if view.seat >= 0 else ""
    yield f"{_SIDES[view.to_move]} is to move{', and is in check' if view.check else ''}.{you}"
    board = _board(view.fen, view.chess960)
    for rank, line in zip(range(8, 0, -1), str(board).splitlines(), strict=True):
        yield f"{rank} {line}"
    yield "  a b c d e f g h"
    yield f"FEN: {view.fen}"
    if view.moves:
        yield f"Moves: {chess.Board(view.start, chess960=view.chess960).variation_san(_moves(view))}"


def _moves(view: Any) -> list[chess.Move]:
    board = chess.Board(view.start, chess960=view.chess960)
    return [board.push_uci(uci) for uci in view.moves]


def _option(option: Any, view: Any) -> str:
    if hasattr(option, "number"):
        return f"opening {option.number}"
    if not hasattr(option, "reason"):
        return _san(option.uci, view)
    with_move = f" with {_san(option.uci, view)}" if option.uci else ""
    return f"a draw by claim{with_move}: {_CLAIMED[option.reason]}"


def _notes(setup: Any) -> Iterator[str]:
    yield "Chess by the laws of FIDE. Moves are in standard algebraic notation; capitals are White's pieces."
    if setup.options["variant"] != "standard":
        yield "This is Chess960: the pieces of the first rank stand in one of 960 orders."
    yield ("A draw is claimed by taking the option that does; the fifth same position, and 75 moves of each side "
           "without a capture or a pawn's move, are a draw without a claim.")


TEXT: Final = GameText(
    {"move": PromptText("What do you play?", "plays {what}")}, _view, _option,
    story=StoryText({"opening.draw": "The start position is {what}."}),
    brief=BriefText(_notes, _view),
)
