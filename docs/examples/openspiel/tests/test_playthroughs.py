"""Games that OpenSpiel's own playthrough files record go the same way here: same actions, positions and returns.

`playthroughs.json` has what eleven files of open_spiel/integration_tests/playthroughs say, each by its name and commit:
the game, the history, the legal actions after some of it, lines of the last position, and the returns. They are from
OpenSpiel, Copyright DeepMind Technologies Limited, under the Apache License, version 2.0.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from lawspeaker_openspiel.game import OpenSpielGame
from lawspeaker_openspiel.rows import ROWS
from lawspeaker_openspiel.state import Play, State, load

from lawspeaker_engine.model import Chance, Decision

FILES = json.loads((Path(__file__).parent / "playthroughs.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file["file"])
def test_a_playthrough_goes_the_same_way_here(file: dict[str, Any]) -> None:
    row = ROWS[file["game"].partition("(")[0]]
    game = OpenSpielGame(row)
    scale = row.scale(load(file["game"]).num_players())
    state = State(file["game"], row, scale, agenda=[Play()])
    state.restore()
    history, seen = file["history"], 0
    while question := game.pending(state):
        asked: tuple[Chance | Decision, ...] = (question,) if isinstance(question, Chance) else question
        if asked[0].prompt == "turn":
            game.apply(state, [(0,)])
            continue
        known = str(len(state.history))
        if known in file["legal"]:
            assert [option.action for option in asked[0].options] == file["legal"][known]
            seen += 1
        if known in file["names"]:
            assert [option.name for option in asked[0].options] == file["names"][known]
        actions = history[len(state.history):len(state.history) + len(asked)]
        picks = [[option.action for option in each.options].index(action)
                 for each, action in zip(asked, actions, strict=True)]
        game.apply(state, [(pick,) for pick in picks])
    assert state.history == history
    assert seen == len(file["legal"])
    lines = [line.rstrip() for line in game.full_view(state).position.splitlines()]
    assert [line for line in file["final"] if line.rstrip() not in lines] == []
    outcome = game.outcome(state)
    assert outcome is not None
    assert [score / scale for score in outcome.scores] == file["returns"]
