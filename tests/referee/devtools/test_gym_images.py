"""Environments as pictures, in a real browser."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from copy import deepcopy
from random import Random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from lawspeaker_engine.games import GAMES
from lawspeaker_referee.devtools.gym import SeatEnv, board_image, raw_env
from lawspeaker_referee.devtools.gym.board_image import BoardCamera
from tests.referee.browser import browser_programs


@pytest.mark.slow
@pytest.mark.parametrize("name", list(GAMES))
def test_a_picture_shows_the_board_as_the_agent_sees_it_and_changes_with_it(name, browser_is_there):
    game = raw_env(name, players=2, render_mode="rgb_array")
    try:
        game.reset(seed=3)
        first = game.render()
        assert first.dtype == np.uint8
        assert first.ndim == 3
        assert first.shape[2] == 3
        assert min(first.shape[:2]) > 100
        assert len(np.unique(first.reshape(-1, 3), axis=0)) > 10, "there is something to see"
        assert np.array_equal(game.render(), first)
        random = Random(1)
        while (decision := game.decision(game.agent_selection)) is not None:
            count = random.randint(decision.least, decision.most)
            game.answer(random.sample(range(len(decision.options)), count))
        later = game.render()
        assert later.shape != first.shape or not np.array_equal(later, first)
    finally:
        game.close()


@pytest.mark.slow
def test_a_picture_does_not_depend_on_what_is_hidden_from_the_agent(browser_is_there):
    """Clansmen's map has unrevealed hexes, whose terrain a copy has dealt anew."""
    game = raw_env("clansmen", players=2, render_mode="rgb_array")
    try:
        game.reset(seed=3)
        other = game.copy(seed=5)
        assert not np.array_equal(game.state(), other.state())
        assert np.array_equal(game.render(), other.render())
    finally:
        game.close()


@pytest.mark.slow
def test_one_seat_is_drawn_too_and_the_browser_ends_with_the_environment(browser_is_there):
    game = gymnasium.make("lawspeaker/northgard-v2", render_mode="rgb_array")
    game.reset(seed=1)
    assert game.render().shape[2] == 3
    camera = game.unwrapped.game_env._camera
    folder = camera._folder.name
    game.close()
    assert camera._browser is None
    assert not board_image.Path(folder).exists()


FORGOTTEN = """
import gymnasium
import lawspeaker_referee.devtools.gym

def drawn():
    game = gymnasium.make("lawspeaker/northgard-v2", render_mode="rgb_array")
    game.reset(seed=1)
    game.render()
    return game

drawn()
at_the_end = drawn()
"""


@pytest.mark.slow
def test_an_environment_that_nobody_closed_ends_its_browser_and_leaves_nothing(browser_is_there, tmp_path):
    folder = tmp_path / ("x" * 100)  # chromium alone would make a socket in it, whose path is too long
    folder.mkdir()
    done = subprocess.run([sys.executable, "-c", FORGOTTEN], env=os.environ | {"TMPDIR": str(folder)},
                          capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert not list(folder.iterdir())


@pytest.mark.parametrize(("package", "program", "told"), [
    ("selenium", "", "pip install 'lawspeaker-referee\\[render\\]'"),
    ("PIL", "", "pip install 'lawspeaker-referee\\[render\\]'"),
    ("", "chromium", "Debian's packages chromium"),
])
def test_what_is_missing_for_pictures_is_named_when_the_environment_is_made(package, program, told, monkeypatch):
    monkeypatch.setattr(board_image, "_is_installed", lambda name: name != package)
    monkeypatch.setattr(board_image, "which", lambda name: None if name == program else f"/usr/bin/{name}")
    with pytest.raises(ModuleNotFoundError, match=told):
        raw_env("northgard", players=2, render_mode="rgb_array")


def rgb_modes(name, **settings):
    """Return the render modes of both kinds of environment, which are the same."""
    seat, seats = SeatEnv(name, **settings), raw_env(name, players=2, **settings)
    assert seat.metadata["render_modes"] == seats.metadata["render_modes"]
    assert seat.metadata["render_fps"] == 1
    return seat.metadata["render_modes"]


def test_pictures_are_a_mode_only_where_they_can_be_made(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert rgb_modes("northgard") == ["ansi", "human"]
    for program in ("chromium", "chromedriver"):
        assert rgb_modes("northgard") == ["ansi", "human"]
        (tmp_path / program).touch(mode=0o755)
    assert rgb_modes("northgard") == ["ansi", "human", "rgb_array"]
    monkeypatch.setattr(board_image, "_is_installed", lambda name: name != "PIL")
    assert rgb_modes("northgard") == ["ansi", "human"]


def test_without_a_browser_the_checker_of_gymnasium_is_content_and_who_asks_for_pictures_is_told(
        monkeypatch, tmp_path, recwarn, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    check_env(gymnasium.make("lawspeaker/northgard-v2").unwrapped)
    assert "You are seat 0." in capsys.readouterr().out, "the mode human was tried"
    with pytest.raises(ModuleNotFoundError, match="programs chromium and chromedriver"):
        gymnasium.make("lawspeaker/northgard-v2", render_mode="rgb_array")
    assert [str(each.message) for each in recwarn] == []


def test_an_environment_with_pictures_can_be_copied_and_pickled(monkeypatch):
    monkeypatch.setattr(board_image, "which", lambda name: f"/usr/bin/{name}")
    game = raw_env("northgard", players=2, render_mode="rgb_array")
    game.reset(seed=1)
    for other in (deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert isinstance(other._camera, BoardCamera)
        assert other._camera is not game._camera
        other.close()


@pytest.fixture
def browser_is_there():
    browser_programs()
