"""The check of imports notices an arrow from the base of a game to its modules."""

from __future__ import annotations

import importlib.util
from pathlib import Path

CHECK = Path(__file__).parents[2] / ".ci/check_imports.py"
NORTHGARD = "lawspeaker_engine.games.northgard"


def test_only_the_root_of_a_game_and_its_modules_import_modules():
    spec = importlib.util.spec_from_file_location("check_imports", CHECK)
    check = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(check)
    sea = f"{NORTHGARD}.modules.sea"
    imports = {name: {sea} for name in (
        f"{NORTHGARD}.game", f"{NORTHGARD}.composition", f"{NORTHGARD}.modules.raids", f"{NORTHGARD}.cards",
        f"{NORTHGARD}.specials.paying", "lawspeaker_bots.greedy")}
    wrong = list(check.up_to_modules(imports))
    assert [line.split()[0] for line in wrong] == [f"{NORTHGARD}.cards", f"{NORTHGARD}.specials.paying"]
