"""Games stored long ago still verify: the rules, the dice and the digests have not changed under anybody.

Those played by older rules are refused with the version that they need, and can still be shown.
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
from lawspeaker_referee.record.verify.replay import verify
from tests.golden.game_text import PRESENT

ALL = sorted(Path(__file__).parent.glob("*.lsr"))
OLDER = [path for path in ALL if path not in PRESENT]
QUICK = re.compile("-2(-format2)?$|everything")
"""Records that `make test` verifies: of two players in either format, and of all modules together."""


@cache
def facts(path: Path) -> tuple[GameSetup, int, int]:
    """Return the setup of a record, the number of its format and the number of its steps."""
    record = read_record(path)
    return record.header.setup, record.header.format, len(record.steps)


@pytest.mark.parametrize("path", [
    pytest.param(path, id=path.stem, marks=() if QUICK.search(path.stem) else pytest.mark.slow) for path in PRESENT])
def test_a_golden_record_verifies(path: Path) -> None:
    """Step by step, to the same last digest."""
    record = read_record(path)
    verdict = verify(record)
    assert verdict.ok, verdict.first_difference
    assert verdict.steps == len(record.steps) > 50


@pytest.mark.parametrize("path", [
    pytest.param(path, id=path.stem, marks=() if path.stem.endswith(("-2", "-2-format2")) else pytest.mark.slow)
    for path in OLDER])
def test_a_record_of_older_rules_is_refused_with_the_version_it_needs_but_can_be_shown(path: Path, capsys) -> None:
    """Only the engine of that time verifies it or sees its views; what was played stands in the record."""
    record = read_record(path)
    setup = record.header.setup
    for arguments in (["verify"], ["show", "--state"], ["show", "--seat", "0"]):
        assert exit_code(lawspeaker, [*arguments, str(path)]) == 2, arguments
        error = capsys.readouterr().err
        assert error.count("\n") == 1, arguments
        assert error.endswith(
            f"match {record.header.match_id}: this record is of {setup.game} {setup.game_version}; here is "
            f"{setup.game} {GAMES[setup.game].version}\n"), arguments
    assert exit_code(lawspeaker, ["show", "--no-report", str(path)]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert f"rules version {setup.game_version}" in shown.out
    assert f"\n{len(record.steps):>5}  " in shown.out


IN_TWO_FORMATS = [path for path in ALL if path.with_stem(f"{path.stem}-format2").exists()]


@pytest.mark.parametrize("path", [
    pytest.param(path, id=path.stem, marks=() if QUICK.search(path.stem) else pytest.mark.slow)
    for path in IN_TWO_FORMATS])
def test_both_formats_tell_the_same_match(path: Path) -> None:
    """They differ in digests and times only, which leave the text of the game as it is."""
    old, new = read_record(path), read_record(path.with_stem(f"{path.stem}-format2"))
    assert (old.header.format, new.header.format) == (1, 2)
    assert [list(step.acts) for step in old.steps] == [list(step.acts) for step in new.steps]
    assert (old.footer.outcome, old.footer.seed) == (new.footer.outcome, new.footer.seed)  # type: ignore[union-attr]
    assert new.steps[-1].digest != old.steps[-1].digest[:2]


def test_there_are_golden_records_of_both_formats() -> None:
    """Format 1 stays readable for ever."""
    assert {facts(path)[1] for path in OLDER} == {1, 2}
    assert len(IN_TWO_FORMATS) > 10


def test_every_game_has_a_golden_record_for_each_number_of_players() -> None:
    """A new game or version comes with its own."""
    setups = [facts(path)[0] for path in PRESENT]
    there = {(setup.game, setup.game_version, setup.players) for setup in setups}
    for name, game in GAMES.items():
        for players in game.players:
            assert (name, game.version, players) in there, f"make golden: {name} with {players} players"


@pytest.mark.parametrize("paths", [ALL[::9], pytest.param(ALL, marks=pytest.mark.slow)], ids=len)
def test_a_golden_record_can_be_read_as_text(paths: list[Path]) -> None:
    """Its text lies beside it, and its name tells the game and the version of the rules."""
    for path in paths:
        (setup, _, steps), text = facts(path), path.with_suffix(".txt").read_text(encoding="utf-8")
        assert f"{steps:>5}" in text, path.stem
        assert path.name.startswith(f"{setup.game}-v{setup.game_version}-")
