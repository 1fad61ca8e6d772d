"""`.ci/cost.py` runs all its commands, and its exit code is that of the first that fails."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

COST = Path(__file__).resolve().parents[2] / ".ci/cost.py"


@pytest.mark.parametrize(("commands", "code", "said"), [
    (["true"], 0, ""),
    (["echo", "a", "--", "echo", "b"], 0, "a\nb\n"),
    (["false", "--", "echo", "b"], 1, "b\n"),
    (["sh", "-c", "exit 3", "--", "false", "--", "echo", "c"], 3, "c\n"),
    (["sh", "-c", "kill -KILL $$", "--", "true"], 137, ""),
])
def test_all_commands_run_and_the_first_failure_counts(commands, code, said):
    done = subprocess.run([sys.executable, COST, *commands], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (code, said)
    assert done.stderr.splitlines()[-1].endswith(" MB")


def test_after_ctrl_c_no_other_command_begins():
    stopped = "import os, signal; os.kill(os.getppid(), signal.SIGINT); raise SystemExit(2)"
    done = subprocess.run([sys.executable, COST, sys.executable, "-c", stopped, "--", "echo", "b"], check=False,
                          capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
