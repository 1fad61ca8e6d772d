"""The rules of chess as the referee asks for them; what is legal is judged by the library chess."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final

import chess

from lawspeaker_chess.board import BOARD
from lawspeaker_chess.books import Line, find_books, read_book
from lawspeaker_chess.text import REASONS, TEXT
from lawspeaker_engine import canon
from lawspeaker_engine.agenda import DONE, ONGOING, AgendaGame, Asked, Frame, Unmanned, Work, copy_agenda
from lawspeaker_engine.model import PUBLIC, Chance, Decision, GameOption, Outcome, Rng, Seat, Setup
from lawspeaker_engine.state_codec import FROM_SETUP

NO_BOOK: Final = "none"
CHESS960: Final = "chess960"
FIFTY: Final = 100
"""Moves of one side, without capture or pawn, after which a draw can be claimed; half as many more, and it is one."""


# --- options, one class a verb ---


@dataclass(frozen=True, slots=True)
class Move:
    """Move a piece."""

    uci: str
    """In UCI: `e2e4`, `e7e8q`; castling is `e1g1`, and in Chess960 the king takes its rook, `e1h1`."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim a draw, which is one: only right claims are offered."""

    uci: str
    """The move that is announced with the claim; empty if the position on the board is enough."""
    reason: str
    """`threefold_repetition` or `fifty_moves`."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A start position comes, as chance says."""

    number: int
    """Its place in the book, from 0; without a book, its number in Chess960."""


# --- the state, and unfinished work as frames ---


@dataclass(slots=True)
class State:
    """Everything that is so."""

    variant: str = field(metadata=FROM_SETUP)
    book: str = field(metadata=FROM_SETUP)
    start: str
    opening: str = ""
    moves: list[str] = field(default_factory=list)
    outcome: Outcome | None = None
    agenda: list[Frame[State]] = field(default_factory=list)
    question: Asked | None = field(default=None, metadata=canon.NOT_CANON)
    unmanned: Unmanned | None = field(default=None, metadata=canon.NOT_CANON)
    board: Any = field(default=None, metadata=canon.NOT_CANON)
    """The chess.Board after the moves, which follows from the rest."""

    def restore(self) -> None:
        """Set the board up. Raises ValueError for a start or moves that are not legal."""
        self.board = chess.Board(self.start, chess960=self.variant == CHESS960)
        for uci in self.moves:
            self.board.push(self.board.parse_uci(uci))

    def copy(self) -> State:
        """Return an independent copy; its board takes no move back that nothing can repeat any more."""
        return State(self.variant, self.book, self.start, self.opening, list(self.moves), self.outcome,
                     copy_agenda(self.agenda), board=self.board.copy(stack=self.board.halfmove_clock))

    def begin(self, line: Line) -> None:
        """Set an opening up."""
        self.start, self.opening, self.moves = line.start, line.name, list(line.moves)
        self.restore()


@dataclass(slots=True)
class Draw(Frame[State]):
    """Chance draws the start position."""

    def step(self, state: State) -> Chance:
        """Ask chance for one of the book, or one of the 960."""
        return Chance("opening.draw", _openings(len(_lines(state))), 1, "opening", seen_by=PUBLIC)

    def take(self, state: State, chosen: Sequence[Any]) -> Work:
        """Set it up."""
        state.begin(_lines(state)[chosen[0].number])
        return DONE


@dataclass(slots=True)
class Play(Frame[State]):
    """White and Black move in turn, to the end."""

    def step(self, state: State) -> Decision | Work:
        """Ask who is to move, or end the game."""
        board: chess.Board = state.board
        moves = sorted(board.legal_moves, key=chess.Move.uci)
        if reason := _ended(board, moves):
            winner = None if reason != "checkmate" else not board.turn
            state.outcome = _outcome(winner, reason)
            return DONE
        claims = list(_claims(board, moves))
        options = [*(Move(move.uci()) for move in moves), *claims]
        usual = len(moves) if claims else _usual(board, moves)
        return Decision(0 if board.turn else 1, "move", options, 1, 1, (usual,), PUBLIC)

    def take(self, state: State, chosen: Sequence[Any]) -> Work:
        """Move, or end the game by a claim."""
        [option] = chosen
        if option.uci:
            state.board.push_uci(option.uci)
            state.moves.append(option.uci)
        if isinstance(option, Claim):
            state.outcome = _outcome(None, f"claim.{option.reason}")
            return DONE
        return ONGOING


def _usual(board: chess.Board, moves: Sequence[chess.Move]) -> int:
    """Return the move that stands in for an answer: a capture, or else no pawn's move, so that a game comes to its end
    where one side does not answer any more.
    """
    kinds = [0 if board.is_capture(move) else 2 if board.is_zeroing(move) else 1 for move in moves]
    return kinds.index(min(kinds))


def _ended(board: chess.Board, moves: Sequence[chess.Move]) -> str:
    """Return why the game is over without anybody's claim; empty while it goes on."""
    if not moves:
        return "checkmate" if board.is_check() else "stalemate"
    if board.is_insufficient_material():
        return "insufficient_material"
    if board.halfmove_clock >= FIFTY * 3 // 2:
        return "seventyfive_moves"
    return "fivefold_repetition" if board.is_repetition(5) else ""


def _claims(board: chess.Board, moves: Sequence[chess.Move]) -> Iterator[Claim]:
    """Yield the right claims: of the position on the board, or else of those that a move makes."""
    here = list(_claimed(board, ""))
    yield from here
    if here or board.halfmove_clock < min(FIFTY - 1, 7):  # the third time takes eight moves, and the last is to come
        return
    for move in moves:
        if not board.is_zeroing(move):
            board.push(move)
            found = list(_claimed(board, move.uci()))
            board.pop()
            yield from found


def _claimed(board: chess.Board, uci: str) -> Iterator[Claim]:
    if board.is_repetition(3):
        yield Claim(uci, "threefold_repetition")
    elif board.halfmove_clock >= FIFTY and any(board.legal_moves):
        yield Claim(uci, "fifty_moves")


def _outcome(winner: chess.Color | None, reason: str) -> Outcome:
    """Return the result; a game is worth two points, of which a draw gives each one."""
    if winner is None:
        return Outcome((1, 1), (1, 1), reason)
    return Outcome((1, 2), (2, 0), reason) if winner else Outcome((2, 1), (0, 2), reason)


# --- start positions ---

BOOKS: Final = find_books()


@cache
def _openings(count: int) -> tuple[Opening, ...]:
    return tuple(map(Opening, range(count)))


@cache
def _positions() -> tuple[Line, ...]:
    boards = map(chess.Board.from_chess960_pos, range(960))
    return tuple(Line(f"position {number}", board.fen(shredder=True), ()) for number, board in enumerate(boards))


def _lines(state: State) -> tuple[Line, ...]:
    """Return the openings of a match. Raises BadSetup for a book that cannot be read."""
    if state.book == NO_BOOK:
        return _positions()
    return read_book(BOOKS[state.book], chess960=state.variant == CHESS960)


# --- the view, which has everything ---


@dataclass(frozen=True, slots=True)
class View:
    """The view of a seat or a spectator."""

    seat: int
    """The seat that sees it, 0 for White and 1 for Black; -1 for a spectator."""
    to_move: int
    """The side to move: 0 for White, 1 for Black."""
    fen: str
    """The position, in FEN; in Chess960 in Shredder-FEN."""
    start: str
    """The position from which `moves` are played, in the same notation."""
    moves: tuple[str, ...]
    """All moves so far in UCI, those of the book first."""
    opening: str
    """The name of the opening; empty if the game began at the usual position."""
    chess960: bool
    """True for Chess960, in which castling is the king taking its rook."""
    check: bool
    """True if who is to move is in check."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The data that never change."""

    reasons: tuple[str, ...] = tuple(REASONS)
    """The reasons for which a game can end."""


class Chess(AgendaGame[State]):
    """Chess."""

    name = "chess"
    title = "Chess"
    version = 1
    editions = ("fide",)
    players = (2,)
    options = (
        GameOption("variant", "standard", "which chess is played", ("standard", CHESS960)),
        GameOption("book", NO_BOOK, "the openings from which chance draws one", (NO_BOOK, *BOOKS)),
    )
    view_type = View
    option_types = (Move, Claim, Opening)
    catalogue = Catalogue()
    text = TEXT
    board = BOARD

    def content(self, setup: Setup) -> str:
        """Return a hash of the openings that a match can begin with."""
        return canon.digest(_lines(_fresh(setup)) if _is_drawn(setup) else ()).hex()

    def setup(self, setup: Setup) -> State:
        """Return the state before anything has happened. Raises BadSetup for a book that cannot be read."""
        state = _fresh(setup)
        if _is_drawn(setup):
            _lines(state)
            state.agenda.append(Draw())
        return state

    def deal_hidden(self, state: State, seat: Seat, rng: Rng) -> None:
        """Change nothing: chess hides nothing."""

    def view(self, state: State, seat: Seat | None) -> View:
        """Return the position."""
        board: chess.Board = state.board
        return View(-1 if seat is None else seat, 0 if board.turn else 1, board.fen(shredder=board.chess960),
                    state.start, tuple(state.moves), state.opening, board.chess960, board.is_check())

    def full_view(self, state: State) -> View:
        """Return the same: nothing of a state is secret."""
        return self.view(state, None)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, in words too, or None while it goes on."""
        ended = state.outcome
        if ended is None:
            return None
        who = "" if ended.ranks == (1, 1) else "White wins: " if ended.ranks == (1, 2) else "Black wins: "
        return replace(ended, decided=(f"{who or 'Drawn: '}{REASONS[ended.reason]}.",))


def _is_drawn(setup: Setup) -> bool:
    return setup.options["book"] != NO_BOOK or setup.options["variant"] == CHESS960


def _fresh(setup: Setup) -> State:
    chess960 = setup.options["variant"] == CHESS960
    state = State(str(setup.options["variant"]), str(setup.options["book"]),
                  chess.Board(chess960=chess960).fen(shredder=chess960), agenda=[Play()])
    state.restore()
    return state
