"""Records as PGN, for `lawspeaker export --to pgn`; this module alone needs the referee's package."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, BinaryIO, ClassVar, Final

import chess
import chess.pgn

from lawspeaker_referee.devtools.export.rows import CannotExport, DecisionsOfRecord, name_of
from lawspeaker_referee.record.verify.replay import replay

_RESULTS: Final[dict[tuple[int, ...], str]] = {(1, 2): "1-0", (2, 1): "0-1", (1, 1): "1/2-1/2"}


class Pgn:
    """The format: a game a record."""

    is_text: ClassVar[bool] = True

    def rows(self, decisions: DecisionsOfRecord) -> bytes | None:
        """Return the game of a record; None if none of its decisions is wanted. Raises CannotExport."""
        header, footer = decisions.record.header, decisions.record.footer
        if decisions.game.name != "chess":
            raise CannotExport(f"{header.match_id} is a match of {decisions.game.name}; PGN is for chess: --game chess")
        if not sum(1 for _ in decisions):
            return None
        state: Any = None
        for step in replay(decisions.record):
            state = step.state
        assert footer is not None, "a record that is exported has its footer"
        game = _game(state)
        white, black = map(name_of, header.seats)
        day = datetime.fromtimestamp(header.started_unix_ms / 1000, UTC)
        game.headers.update({
            "Event": header.match_id, "Date": day.strftime("%Y.%m.%d"), "White": white, "Black": black,
            "Result": _RESULTS.get(tuple(footer.outcome.ranks), "*"), "Termination": footer.outcome.reason})
        if state.opening:
            game.headers["Opening"] = state.opening
        return f"{game}\n\n".encode()

    def writer(self, file: BinaryIO) -> PgnWriter:
        """Return a writer to a file."""
        return PgnWriter(file)


class PgnWriter:
    """Writes games."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def add(self, rows: bytes) -> None:
        """Append a game."""
        self._file.write(rows)

    def finish(self) -> None:
        """Do nothing: every game is written."""

    def close(self) -> None:
        """Do nothing: the file belongs to the caller."""


def _game(state: Any) -> chess.pgn.Game:
    board = chess.Board(state.start, chess960=state.board.chess960)
    for uci in state.moves:
        board.push(board.parse_uci(uci))
    return chess.pgn.Game.from_board(board)
