"""The list of games."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from lawspeaker_engine.games import GAMES, GROUP, Games, find_game
from lawspeaker_engine.model import BadSetup
from tests.games.parley import PARLEY


def test_each_game_is_listed_by_its_own_name() -> None:
    """And looked up twice it is one object."""
    assert list(GAMES) == ["northgard", "clansmen", "pax_viking"]
    for name, game in GAMES.items():
        assert game.name == name
        assert find_game(name) is game


def test_only_a_game_that_is_looked_up_is_loaded() -> None:
    """A process loads the games that it plays, and no others."""
    code = ("import sys; from lawspeaker_engine.games import GAMES; list(GAMES); 'northgard' in GAMES; "
            "GAMES['clansmen']; print('lawspeaker_engine.games.northgard' in sys.modules)")
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_a_game_can_be_added_and_taken_out() -> None:
    """As tests and other packages do."""
    GAMES["parley"] = PARLEY
    try:
        assert find_game("parley") is PARLEY
        assert len(GAMES) == 4
    finally:
        del GAMES["parley"]
    with pytest.raises(BadSetup, match="no game 'parley'; there are: northgard, clansmen, pax_viking"):
        find_game("parley")


def package(folder: Path, entry_point: str) -> None:
    """An installed package with an entry point for games."""
    info = folder / "some-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: some\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{entry_point}\n")


def test_a_package_brings_a_game_that_comes_after_those_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path, "parley = tests.games.parley:Parley")
    monkeypatch.syspath_prepend(str(tmp_path))
    games = Games({"northgard": lambda: GAMES["northgard"]}, GROUP)
    assert list(games) == ["northgard", "parley"]
    assert games["parley"].title == "Parley"
    assert "parley" in Games({}, GROUP)
    assert "parley" not in Games({})


@pytest.mark.parametrize(("entry_point", "why"), [
    ("northgard = tests.games.parley:Parley", "two games are called 'northgard'"),
    ("parley = tests.games.nowhere:Parley", "the game 'parley' of an installed package cannot be loaded"),
    ("parley = tests.games.parley:Nothing", "the game 'parley' of an installed package cannot be loaded"),
    ("parley = torn:Parley", r"cannot be loaded from torn:Parley: SyntaxError: .*\(torn\.py, line 1\)"),
    ("parley = short:Parley", "cannot be loaded from short:Parley: KeyError: 'herring'"),
    ("parley = part:Parley", "the game 'parley' of part:Parley has no version, deal_anew; lawspeaker_engine"),
    ("parlay = tests.games.parley:Parley", "is called 'parley', but its entry point 'parlay'"),
])
def test_a_package_that_is_broken_is_told_in_one_line(
    entry_point: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    package(tmp_path, entry_point)
    (tmp_path / "torn.py").write_text("class Parley((")
    (tmp_path / "short.py").write_text("def Parley(): return {}['herring']")
    (tmp_path / "part.py").write_text("import tests.games.parley as whole\nclass Parley: pass\n" + "".join(
        f"Parley.{name} = whole.Parley.{name}\n" for name in dir(PARLEY)
        if not name.startswith("_") and name not in {"version", "deal_anew"}))
    monkeypatch.syspath_prepend(str(tmp_path))
    games = Games({"northgard": lambda: GAMES["northgard"]}, GROUP)
    with pytest.raises(BadSetup, match=why):
        assert [games[name] for name in games]
