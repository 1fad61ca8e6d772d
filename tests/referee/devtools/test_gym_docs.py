"""docs/gym.md: its programs run, and its table of shapes is true."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_referee.devtools import gym
from lawspeaker_referee.devtools.gym import raw_env
from lawspeaker_referee.devtools.gym.sizes import declared
from lawspeaker_referee.devtools.rewards import REWARDS
from tests.sample_sizes import first_quick

PAGE = Path("docs/gym.md").read_text()
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
ROW = re.compile(r"^\| (\w+) \| (\d) \| (\d+) \| (\d+) x (\d+) \| (\d+) \| (\d+) \|$", re.MULTILINE)


@pytest.mark.parametrize("program", PROGRAMS, ids=["gymnasium", "pettingzoo", "columns", "search"])
def test_the_programs_run(program, capsys):
    exec(program, {})
    assert capsys.readouterr().out


@pytest.mark.parametrize("game", first_quick(1, GAMES))
def test_the_table_has_the_shapes_of_every_game_and_number_of_players(game):
    shapes = {}
    for name, players, numbers, most, columns, actions, ids in ROW.findall(PAGE):
        shapes[name, int(players)] = ((int(numbers),), (int(most), int(columns)), int(actions), int(ids))
    assert {name for name, _ in shapes} == {name for name in GAMES if declared(name)}
    assert {players: shape for (name, players), shape in shapes.items() if name == game} == {
        players: _shapes(game, players) for players in GAMES[game].players}


def _shapes(name, players):
    raw = raw_env(name, players)
    space = raw.observation_space("seat_0")
    return (space["observation"].shape, space["options"].shape, raw.action_space("seat_0").n,
            len(raw.encoding.action_ids.names))


def test_the_rewards_are_those_there_are():
    section = PAGE.partition("## Rewards")[2].partition("## Seeds")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)) == set(REWARDS)


def test_without_pettingzoo_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'lawspeaker-referee\[gym\]'"):
        runpy.run_path(str(gym.__file__))
