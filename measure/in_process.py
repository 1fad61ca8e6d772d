"""The cost of a tournament match with bots in the worker's process: `python -m measure.in_process [GAME]...`.

The same tournament of random bots is run as `lawspeaker tournament run` does it, with bots as processes and in
process, and its games are played again on the bare engine and by the in-process match machine with a record alone. A
cost is processor time of all processes, a match: the difference between a long and a short tournament, so that starts
do not count. Rounds go by turns, and a ratio is the median of those within a round.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from subprocess import DEVNULL, run
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, Final

from lawspeaker_engine.game import Game
from lawspeaker_engine.games import GAMES, find_game
from lawspeaker_engine.model import Picks, Setup
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.codec.game_codec import parse_setup
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.host.single_match import play_match
from lawspeaker_referee.record.file import Record, read_record

SHORT: Final = 8
"""Matches of a short tournament; there are two in a round."""
SEED: Final = bytes(32)
_FILE: Final = """\
name = "cost"
game = "{game}"
players = {players}
clock = "none"
secret = "{secret}"
records = "{records}"
workers = 1
{in_process}
[format]
kind = "round-robin"
rounds = {rounds}
[[bots]]
name = "a"
spec = "random"
[[bots]]
name = "b"
spec = "random"
"""


def main() -> None:
    """Print a line for each game and what is compared."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=sorted(GAMES))
    parser.add_argument("--matches", type=int, default=60, help="matches of a long tournament of processes")
    parser.add_argument("--rounds", type=int, default=3)
    wanted = parser.parse_args()
    for name in wanted.games:
        found = [_round(find_game(name), wanted.matches) for _ in range(wanted.rounds)]
        for what in found[0]:
            print(f"{name}: {what}: {median(each[what] for each in found):.2f}", flush=True)


def _round(game: Game[Any], matches: int) -> dict[str, float]:
    """Return costs in milliseconds a match, and their ratios."""
    with TemporaryDirectory() as folder:
        place = Path(folder)
        processes = _tournament(game, place / "processes", matches, in_process=False)
        near = _tournament(game, place / "near", 5 * matches, in_process=True)
        records = [read_record(path) for path in sorted((place / "near-long").rglob("*.lsr"))]
        played = [(parse_setup(record.header.setup)[1], _answers(record)) for record in records]
        began = process_time()
        for setup, answers in played:
            _replay(game, setup, answers)
        engine = (process_time() - began) * 1000 / len(records)
        alone = _alone(game, place, matches)
    return {
        "ms on the engine": engine, "ms in process, record alone": alone, "ms in process, verified and counted": near,
        "ms as processes": processes, "matches in process for one of processes": processes / near,
        "times the engine, record alone": alone / engine, "times the engine, verified and counted": near / engine,
    }


def _tournament(game: Game[Any], place: Path, matches: int, *, in_process: bool) -> float:
    """Return the milliseconds a match of a tournament."""
    short, long = (_run(game, place.with_name(f"{place.name}-{size}"), number, in_process=in_process)
                   for size, number in (("short", SHORT), ("long", SHORT + matches)))
    return (long - short) * 1000 / matches


def _run(game: Game[Any], records: Path, matches: int, *, in_process: bool) -> float:
    """Return the seconds of processor time of a whole tournament."""
    file = records.with_suffix(".toml")
    file.write_text(_FILE.format(game=game.name, players=2, secret=SEED.hex(), records=records, rounds=matches // 2,
                                 in_process="in_process = true" if in_process else ""))
    before = getrusage(RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "lawspeaker_referee", "tournament", "run", str(file), "--quiet"]
    run(command, check=True, stdout=DEVNULL)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _answers(record: Record) -> list[tuple[Picks, ...]]:
    """Return the picks of a record by step; the messages of its steps are no work of the engine."""
    return [tuple(tuple(act.picks) for act in step.acts) for step in record.iter_steps()]


def _replay(game: Game[Any], setup: Setup, answers: list[tuple[Picks, ...]]) -> None:
    """Play a record's answers on the engine."""
    state = game.setup(setup)
    for each in answers:
        game.pending(state)
        game.apply(state, each)


def _alone(game: Game[Any], place: Path, matches: int) -> float:
    """Return the milliseconds of a match in process with a record, neither verified nor counted."""
    setup, seats = make_setup(game, 2, {}), [SeatSpec.parse("random")] * 2
    times = [process_time()]
    for number in range(1 + matches):
        play_match(game, setup, seats, seed=number.to_bytes(32), match_id=f"alone-{number}", in_process=True,
                   record_path=place / f"alone-{number}.lsr")
        times.append(process_time())
    return (times[-1] - times[1]) * 1000 / matches  # the first match compiles what all others use


if __name__ == "__main__":
    main()
