"""Games stored long ago still verify: the rules, the dice and the digests have not changed under anybody.

Those played by other rules are refused with the version that they need, and can still be shown.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from lawspeaker.v1.match_pb2 import GameSetup
from lawspeaker_engine.games import GAMES
from lawspeaker_referee.cli import lawspeaker
from lawspeaker_referee.cli.errors import exit_code
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import other_build, verify
from tests.golden.game_text import HERE, RECORDS, of_other_rules

QUICK = re.compile("-2$|everything")
"""Records that `make test` verifies: of two players, and of all modules together."""


@cache
def facts(path: Path) -> tuple[GameSetup, int]:
    """Return the setup of a record and the number of its steps."""
    record = read_record(path)
    return record.header.setup, record.step_count


@pytest.mark.parametrize("path", [
    pytest.param(path, id=path.stem, marks=() if QUICK.search(path.stem) else pytest.mark.slow) for path in RECORDS])
def test_a_golden_record_verifies(path: Path) -> None:
    """Step by step, to the same last digest."""
    record = read_record(path)
    verdict = verify(record)
    assert verdict.ok, verdict.first_difference
    assert verdict.steps == len(record.steps) > 50


@pytest.mark.parametrize("game", GAMES)
def test_a_record_of_other_rules_is_refused_with_the_version_it_needs_but_can_be_shown(
    game: str, tmp_path: Path, capsys,
) -> None:
    """Only the engine of those rules verifies it or sees its views; what was played stands in the record."""
    path = of_other_rules(HERE / f"{game}-2.lsr", tmp_path / "other.lsr")
    record = read_record(path)
    for arguments in (["verify"], ["show", "--state"], ["show", "--seat", "0"]):
        assert exit_code(lawspeaker, [*arguments, str(path)]) == 2, arguments
        error = capsys.readouterr().err
        assert error.count("\n") == 1, arguments
        assert error.endswith(
            f"match {record.header.match_id}: this record is of {game} 99; here is {game} {GAMES[game].version}"
            f"{other_build(record.header)}\n"), arguments
    assert exit_code(lawspeaker, ["show", "--no-report", str(path)]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert "rules version 99" in shown.out
    assert f"\n{len(record.steps):>5}  " in shown.out


def test_every_game_has_a_golden_record_for_each_number_of_players() -> None:
    """A new game comes with its own."""
    setups = [facts(path)[0] for path in RECORDS]
    there = {(setup.game, setup.game_version, setup.players) for setup in setups}
    for name, game in GAMES.items():
        for players in game.players:
            assert (name, game.version, players) in there, f"make golden: {name} with {players} players"


@pytest.mark.parametrize("paths", [RECORDS[::9], pytest.param(RECORDS, marks=pytest.mark.slow)], ids=len)
def test_a_golden_record_can_be_read_as_text(paths: list[Path]) -> None:
    """Its text lies beside it, and its name tells the game."""
    for path in paths:
        (setup, steps), text = facts(path), path.with_suffix(".txt").read_text(encoding="utf-8")
        assert f"{steps:>5}" in text, path.stem
        assert path.name.startswith(f"{setup.game}-")
