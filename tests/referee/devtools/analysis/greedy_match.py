"""Records of matches between players by the rules of thumb of `greedy`, one answer of which can be another one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from lawspeaker_bots.search.player import Player
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import Decision, Picks
from lawspeaker_referee.match.events import Tick
from lawspeaker_referee.record.file import Record
from tests.referee.match.match_driver import SEED, Drive

Instead = Callable[[Any, Decision], Picks | None]
"""Takes the state and a decision, and returns other picks than those of `greedy`; None for the same."""


def greedy_match(game: str, folder: Path, instead: Instead = lambda _state, _decision: None,
                 seed: bytes = SEED, **options: Any) -> Record:
    """Play a match of two and return its record."""
    drive = Drive(game=GAMES[game], match_id=f"{game}-1", seed=seed, **options)
    match, rng = drive.match, Random(1)
    player = Player(match.game, match.setup)
    while drive.ended is None:
        if not match.open_decisions.waiting:
            drive.tell(Tick())
            continue
        for each in match.open_decisions.waiting:
            decision, state = each.decision, match.game.copy(match._run.state)
            picks = instead(state, decision)
            if picks is None:
                found = player.answers(state, [decision], rng)
                assert found is not None
                picks = found[0]
            drive.answer(decision.seat, *picks, after=0.01)
    return drive.record(folder, f"{game}.lsr")
