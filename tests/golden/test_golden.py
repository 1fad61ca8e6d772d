"""Games stored long ago still verify: the rules, the dice and the digests have not changed under anybody."""

from __future__ import annotations

from pathlib import Path

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_referee.record.record import read_record
from lawspeaker_referee.replay.replay import verify

RECORDS = sorted(Path(__file__).parent.glob("*.lsr"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_record_verifies(path: Path) -> None:
    """Step by step, to the same last digest."""
    record = read_record(path)
    if record.header.setup.game_version != GAMES[record.header.setup.game].version:
        pytest.skip("played by older rules, which only the engine of that time verifies")
    verdict = verify(record)
    assert verdict.ok, verdict.first_difference
    assert verdict.steps == len(record.steps) > 50


def test_every_game_has_a_golden_record_for_each_number_of_players() -> None:
    """A new game or version comes with its own."""
    setups = [read_record(path).header.setup for path in RECORDS]
    there = {(setup.game, setup.game_version, setup.players) for setup in setups}
    for name, game in GAMES.items():
        for players in game.players:
            assert (name, game.version, players) in there, f"make golden: {name} with {players} players"


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_record_can_be_read_as_text(path: Path) -> None:
    """Its text lies beside it."""
    text = path.with_suffix(".txt").read_text(encoding="utf-8")
    assert f"{len(read_record(path).steps):>5}" in text
