"""How games of chess end, how draws are claimed, and where games begin."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import chess
import pytest
from lawspeaker_chess import books
from lawspeaker_chess.game import Chess, Claim, Move, State

from lawspeaker_engine import canon
from lawspeaker_engine.model import BadSetup, Chance, Decision
from lawspeaker_engine.position import EVERYTHING, Position, load
from lawspeaker_engine.setups import make_setup

GAME = Chess()
SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")


def at(start: str = chess.STARTING_FEN, moves: Sequence[str] = (), *, variant: str = "standard") -> State:
    """Return the state after moves from a position."""
    state = GAME.setup(make_setup(GAME, 2, {"variant": variant}))
    if isinstance(GAME.pending(state), Chance):
        GAME.apply(state, ((518,),))
    state.begin(books.Line("", start, ()))
    state.question = None
    for uci in moves:
        take(state, Move(uci))
    return state


def asked(state: State) -> Decision:
    """Return the decision that a state waits for."""
    question = GAME.pending(state)
    assert isinstance(question, tuple)
    [decision] = question
    return decision


def take(state: State, option: Move | Claim) -> None:
    """Take an option, which must be offered."""
    GAME.apply(state, ((list(asked(state).options).index(option),),))


def claims(state: State) -> list[Claim]:
    """Return the claims that are offered."""
    return [option for option in asked(state).options if isinstance(option, Claim)]


@pytest.mark.parametrize(("start", "move", "ranks", "reason"), [
    ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "a1a8", (1, 2), "checkmate"),
    ("r6k/8/8/8/8/8/5PPP/6K1 b - - 0 1", "a8a1", (2, 1), "checkmate"),
    ("k7/8/2K5/8/8/8/8/1Q6 w - - 0 1", "b1b6", (1, 1), "stalemate"),
    ("8/8/8/3k4/8/8/3q4/4K3 w - - 0 1", "e1d2", (1, 1), "insufficient_material"),
    ("4k3/7r/8/8/8/8/7R/4K3 w - - 149 120", "e1e2", (1, 1), "seventyfive_moves"),
    ("7k/8/6K1/8/8/8/8/R7 w - - 149 120", "a1a8", (1, 2), "checkmate"),
])
def test_a_game_ends_by_itself(start: str, move: str, ranks: tuple[int, int], reason: str) -> None:
    state = at(start, [move])
    assert GAME.pending(state) == ()
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.ranks, outcome.reason) == (ranks, reason)
    assert outcome.decided


def test_the_third_time_may_be_claimed_with_the_move_that_makes_it_or_after_it_and_the_fifth_is_a_draw() -> None:
    state = at(moves=[*SHUFFLE, *SHUFFLE[:3]])
    assert claims(state) == [Claim("f6g8", "threefold_repetition")]
    take(state, Move("f6g8"))
    assert claims(state) == [Claim("", "threefold_repetition")]
    assert asked(state).default == (len(asked(state).options) - 1,)
    going_on = GAME.copy(state)
    take(state, Claim("", "threefold_repetition"))
    assert GAME.pending(state) == ()
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.ranks, outcome.reason) == ((1, 1), "claim.threefold_repetition")
    for uci in SHUFFLE * 2:
        take(going_on, Move(uci))
    assert GAME.pending(going_on) == ()
    assert going_on.outcome is not None
    assert going_on.outcome.reason == "fivefold_repetition"


def test_fifty_moves_may_be_claimed_with_the_last_of_them_but_not_by_a_pawn() -> None:
    state = at("4k3/7r/8/8/8/8/P6R/4K3 w - - 99 120")
    offered = claims(state)
    assert {claim.reason for claim in offered} == {"fifty_moves"}
    assert "e1e2" in {claim.uci for claim in offered}
    assert not {"a2a3", "a2a4", "h2h7"} & {claim.uci for claim in offered}
    take(state, Claim("e1e2", "fifty_moves"))
    assert state.moves == ["e1e2"]
    assert state.outcome is not None


def test_in_chess960_the_king_takes_its_rook_to_castle() -> None:
    state = at("8/8/8/4k3/8/8/8/R4KR1 w GA - 0 1", variant="chess960")
    take(state, Move("f1a1"))
    assert GAME.view(state, None).fen.startswith("8/8/8/4k3/8/8/8/2KR2R1 b")


def test_a_position_comes_back_as_it_was() -> None:
    setup = make_setup(GAME, 2)
    state = at(moves=["e2e4", "e7e5", "g1f3"])
    again = load(Position(GAME, setup, EVERYTHING, state).dump())
    assert canon.digest(again.state) == canon.digest(state)
    assert GAME.view(again.state, 1) == GAME.view(state, 1)


def test_a_book_is_read_as_epd_fen_or_pgn(tmp_path: Path) -> None:
    epd, pgn = tmp_path / "a.epd", tmp_path / "b.pgn"
    start = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"
    epd.write_text(f'# two\n{start} id "King\'s pawn";\n{start} 0 1\n', encoding="utf-8")
    pgn.write_text('[Opening "Open"]\n\n1. e4 e5 *\n\n[ECO "A00"]\n\n1. g4 *\n', encoding="utf-8")
    assert [line.name for line in books.read_book(epd, chess960=False)] == ["King's pawn", "a 3"]
    assert [(line.name, line.moves) for line in books.read_book(pgn, chess960=False)] == [
        ("Open", ("e2e4", "e7e5")), ("A00", ("g2g4",))]


@pytest.mark.parametrize(("name", "text", "told"), [
    ("a.epd", "no position", "line 1"),
    ("a.epd", "8/8/8/4k3/8/8/8/8 w - -", "no game can begin"),
    ("a.epd", "", "has 0 openings"),
    ("a.pgn", "1. e4 e5 2. Ke7 *", "game 1"),
])
def test_a_wrong_book_is_refused_with_its_place(tmp_path: Path, name: str, text: str, told: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(BadSetup, match=told):
        books.read_book(tmp_path / name, chess960=False)


def test_books_are_found_in_the_folder_that_the_variable_names(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.epd").touch()
    monkeypatch.setenv(books.VARIABLE, str(tmp_path))
    assert list(books.find_books()) == ["basic", "mine"]
    (tmp_path / "My Book.pgn").touch()
    with pytest.raises(BadSetup, match="rename it"):
        books.find_books()
    monkeypatch.setenv(books.VARIABLE, str(tmp_path / "nowhere"))
    with pytest.raises(BadSetup, match="no folder"):
        books.find_books()
