"""Many matches on each stream: a referee whose bots take batches beside one whose bots take single messages."""

from __future__ import annotations

from statistics import median
from typing import Any

from lawspeaker_engine.game import Game
from lawspeaker_referee.devtools.bench.beside_echo import REFEREE, MeasuredServer, in_turns, spread
from lawspeaker_referee.devtools.bench.referee import MOST_PLAYERS, RefereeLoad


def shared_streams(game: Game[Any]) -> RefereeLoad:
    """Return a load of 8 bots, each with 32 matches on its one stream."""
    players, streams, matches_a_stream = min(MOST_PLAYERS, max(game.players)), 8, 32
    return RefereeLoad(streams * matches_a_stream // players, streams, players)


async def measure(game: Game[Any], load: RefereeLoad, seconds: float, rounds: int) -> dict[str, Any]:
    """Return rates and CPU times of a referee whose bots take batches, and of one whose bots take single messages.

    Raises MeasurementFailed.
    """
    async with (MeasuredServer.start(REFEREE, game, load) as single,
                MeasuredServer.start(REFEREE, game, load, batches=True) as batched):
        found = await in_turns(batched, single, seconds=seconds, rounds=rounds)
    rate_ratios = spread([ours.rate / others.rate for ours, others in found], 3)
    return {
        "streams": load.streams, "matches_a_stream": load.matches_a_stream, "players": load.players,
        "single_per_second": round(median(others.rate for _, others in found)),
        "batched_per_second": round(median(ours.rate for ours, _ in found)),
        "ratio_to_single": rate_ratios["median"],
        "ratio_to_single_range": [rate_ratios["least"], rate_ratios["most"]],
        "cpu_us": {
            "single": spread([others.server_us for _, others in found], 1),
            "single_bots": spread([others.bots_us for _, others in found], 1),
            "batched": spread([ours.server_us for ours, _ in found], 1),
            "batched_bots": spread([ours.bots_us for ours, _ in found], 1),
        },
    }
