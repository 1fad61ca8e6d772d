"""docs/examples/train_imitation.py: its options do what its page says. Needs PyTorch, which `make train` installs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.page import ROOT

PROGRAM = ROOT / "docs/examples/train_imitation.py"
PACKAGES = ("clients/python/src", "engine", "bots", "referee")
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def python() -> Path:
    """A Python that has PyTorch: this one, or that of `make train`."""
    for found in (Path(sys.executable), ROOT / os.environ.get("LAWSPEAKER_TRAIN", "build/train") / "bin/python"):
        tried = [found, "-c", "import torch"]
        if found.exists() and not subprocess.run(tried, capture_output=True, check=False).returncode:
            return found
    pytest.skip("PyTorch is not installed; `make train OF=imitation MINUTES=0.1` installs it")


def trained(python: Path, *options: object) -> subprocess.CompletedProcess[str]:
    """Run the program in a moment, with few games."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(str(ROOT / package) for package in PACKAGES)}
    return subprocess.run([python, PROGRAM, "--games", "4", "--checks", "1", *map(str, options)], env=environment,
                          capture_output=True, text=True, check=False, timeout=600)


def test_weights_of_several_processes_are_saved_measured_and_gone_on_from(python, tmp_path):
    saved, more = tmp_path / "agent.pt", tmp_path / "more.pt"
    first = trained(python, "--minutes", 0.1, "--processes", 2, "--save", saved)
    assert first.returncode == 0, first.stderr
    assert re.search(r"^[\d.]+ minutes: [1-9]\d* samples of greedy, loss [\d.]+$", first.stdout, re.MULTILINE)
    assert re.search(r"processor time: .* to the environment, .* to the teacher, .* to the learner", first.stdout)
    written = saved.read_bytes()

    measured = trained(python, "--minutes", 0, "--weights", saved)
    assert measured.returncode == 0, measured.stderr
    assert re.fullmatch(r"won \d of 4 games: .*\n", measured.stdout)

    gone_on = trained(python, "--minutes", 0.05, "--weights", saved, "--save", more)
    assert gone_on.returncode == 0, gone_on.stderr
    assert "samples of search" in gone_on.stdout and "samples of greedy" not in gone_on.stdout
    assert saved.read_bytes() == written != more.read_bytes()
    assert sorted(tmp_path.iterdir()) == [saved, more]


@pytest.mark.parametrize(("option", "said"), [("--save", "there is no folder"), ("--weights", "there is no file")])
def test_a_file_that_cannot_be_there_is_refused_before_the_training(python, tmp_path, option, said):
    refused = trained(python, option, tmp_path / "nowhere" / "agent.pt")
    assert refused.returncode == 2
    assert said in refused.stderr
    assert not refused.stdout
