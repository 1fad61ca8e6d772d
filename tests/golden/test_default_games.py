"""Games with default options go as they went before editions and modules came."""

from __future__ import annotations

from typing import Any

import pytest

from lawspeaker_engine.games.northgard.phases import harvest, turn, year
from lawspeaker_engine.model import IllegalAnswer
from tests.golden.default_games import kept_games, played

GAMES = kept_games()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("which", [
    pytest.param(slice(8), id="first"), pytest.param(slice(8, None), id="others", marks=pytest.mark.slow),
])
def test_the_picks_of_kept_games_lead_through_the_same_questions_to_the_same_outcomes(
    players: int, which: slice,
) -> None:
    """And none is left over, nor missing."""
    games = [game for game in GAMES if game["players"] == players]
    assert len(games) == 50
    for game in games[which]:
        picks = iter(game["picks"])
        found = played(players, game["seed"], picks)
        assert next(picks, None) is None, game["seed"]
        assert {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()} == {
            name: game[name] for name in found}, game["seed"]


def goes_elsewhere(game: dict[str, Any]) -> bool:
    """Return whether the picks lead to other questions, or to one that they do not fit."""
    try:
        return bool(played(game["players"], game["seed"], iter(game["picks"]))["questions"] != game["questions"])
    except IllegalAnswer:
        return True


@pytest.mark.parametrize(("module", "number", "value"), [
    (turn, "UPGRADE_LORE", 2), (turn, "REMOVE_LORE", 3), (year, "CARDS_DRAWN", 5), (harvest, "GIVEN_FOR_ONE", 2),
])
def test_a_number_that_changes_is_noticed(
    monkeypatch: pytest.MonkeyPatch, module: Any, number: str, value: int,
) -> None:
    """By several of twenty games, none of which goes elsewhere without it: not every game comes to where it counts."""
    monkeypatch.setattr(module, number, value)
    assert sum(map(goes_elsewhere, GAMES[:20])) >= 5
