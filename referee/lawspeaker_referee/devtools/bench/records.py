"""What records cost: their size, and playing them again."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.game import Game, make_setup
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.host.single_match import MatchResult, play_match
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify


def costs(game: Game[Any], players: int, rounds: int) -> dict[str, dict[str, float]]:
    """Verified decisions a second and stored bytes a decision: medians over that many random games."""
    speeds, sizes, played = [], [], []
    with TemporaryDirectory() as place:
        for number in range(rounds):
            path = Path(place) / f"{number}.lsr"
            result = _recorded(game, players, number, path)
            start = perf_counter()
            verdict = verify(read_record(path))
            speeds.append(result.decisions / (perf_counter() - start))
            if not verdict.ok:
                raise RuntimeError(f"a record made for measuring differs: {verdict.first_difference}")
            sizes.append(path.stat().st_size / result.decisions)
            played.append(result.decisions / result.seconds)
    return {
        "verify": {"decisions_per_second": round(median(speeds))},
        "record": {"bytes_per_decision": round(median(sizes), 1)},
        "in_process": {"decisions_per_second": round(median(played))},
    }


def _recorded(game: Game[Any], players: int, number: int, path: Path) -> MatchResult:
    match_id = f"bench-{number}"
    return play_match(game, make_setup(game, players), [SeatSpec.parse("random")] * players,
                      seed=match_seed(bytes(32), match_id), match_id=match_id, move_time=None, record_path=path,
                      in_process=True)
