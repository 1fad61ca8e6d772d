"""Measure what a move of a chess engine costs beside its thinking, and whether any is late that was not.

    .venv/bin/python -m measure.chess_engines [--engine stockfish] [--move-time 0.05] [--games 20] [--workers 1]

An engine plays itself for a fixed time a move in a tournament of the example game chess, half of the games with each
colour. Its clock is what it is told and the margin of `lawspeaker-bot uci`, so that who is late is late by more than
the margin. The same engine then plays itself in a loop of the library chess, without referee, bots and records: the
least that a runner in Python can pay. Of each: plies, the wall time a ply, the median of games, and games an hour.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import chess
import chess.engine

from lawspeaker_bot.uci import Thinking
from lawspeaker_referee.record.file import read_record
from tests.example_games import EXAMPLES, installed

MOST_PLIES = 400


def tournament(engine: str, move_time: float, games: int, workers: int) -> dict[str, Any]:
    """Play a tournament of an engine against itself; return its times, and how many moves were late."""
    clock = f"{round(1000 * (move_time + Thinking().margin))}ms"
    with TemporaryDirectory() as place:
        folder = Path(place)
        python = installed(folder / "environment", EXAMPLES / "chess")
        bots = "".join(f'[[bots]]\nname = "{name}"\nspec = "uci:{engine} --option Hash=16 --move-time {move_time}"\n'
                       for name in ("one", "two"))
        (folder / "cup.toml").write_text(
            f'name = "cup"\ngame = "chess"\nplayers = 2\nclock = "{clock}"\nworkers = {workers}\n'
            f'options = {{ book = "basic" }}\n[faults]\nlimit_decisions = {MOST_PLIES}\nlimit_result = "shared"\n'
            f'[format]\nkind = "round-robin"\nrounds = {max(1, games // 2)}\n{bots}')
        began = monotonic()
        subprocess.run([python, "-m", "lawspeaker_referee", "tournament", "run", "cup.toml", "--ledger",
                        "sqlite:///ledger.db"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        wall, plies, late = monotonic() - began, 0, 0
        each: list[float] = []
        for path in sorted(folder.glob("records/**/*.lsr")):
            record = read_record(path)
            acts = [act for step in record.steps for act in step.acts if act.seat >= 0]
            assert record.footer is not None
            each.append((record.footer.ended_unix_ms - record.header.started_unix_ms) / len(acts))
            plies += len(acts)
            late += sum(bool(act.fault) for act in acts)
    return {"games": len(each), "plies": plies, "late": late, "ms_a_ply": statistics.median(each),
            "games_an_hour": round(3600 * len(each) / wall, 1), "wall_s": round(wall, 1)}


def bare(engine: str, move_time: float, games: int) -> dict[str, Any]:
    """Let the engine play itself in a loop of the library chess."""
    each: list[float] = []
    plies, began = 0, monotonic()
    for number in range(games):
        with chess.engine.SimpleEngine.popen_uci(engine) as white, chess.engine.SimpleEngine.popen_uci(engine) as black:
            for side in (white, black):
                side.configure({"Hash": 16})
            board, start, made = chess.Board(), monotonic(), 0
            while not board.is_game_over(claim_draw=True) and made < MOST_PLIES:
                played = (white if board.turn else black).play(board, chess.engine.Limit(time=move_time), game=number)
                assert played.move is not None
                board.push(played.move)
                made += 1
            each.append(1000 * (monotonic() - start) / made)
            plies += made
    wall = monotonic() - began
    return {"games": games, "plies": plies, "ms_a_ply": round(statistics.median(each), 2),
            "games_an_hour": round(3600 * games / wall, 1), "wall_s": round(wall, 1)}


def main(arguments: Sequence[str] | None = None) -> None:
    """Print both as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--move-time", type=float, default=0.05, metavar="SECONDS")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--bare-games", type=int, default=4)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args(arguments)
    engine = shutil.which(given.engine) or shutil.which(given.engine, path="/usr/games")
    if engine is None:
        parser.error(f"there is no program {given.engine}")
    found = {"tournament": tournament(engine, given.move_time, given.games, given.workers),
             "bare": bare(engine, given.move_time, given.bare_games)}
    found["ms_more_a_ply"] = round(found["tournament"]["ms_a_ply"] - found["bare"]["ms_a_ply"], 2)
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
