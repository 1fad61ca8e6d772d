"""The bots in the READMEs play as they stand there."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("readme", ["README.md", "clients/python/README.md"])
def test_the_bot_of_the_readme_plays_a_whole_game_without_a_fault(readme, tmp_path):
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / readme).read_text(), re.DOTALL)
    (tmp_path / "bot.py").write_text(code)
    done = subprocess.run(
        [sys.executable, "-m", "lawspeaker_referee", "play", "northgard", "--seed", "1", "--move-time", "0", "--json",
         "--bot", f"cmd:{sys.executable} {tmp_path / 'bot.py'}", "random"],
        capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["faults"] == [{}, {}]
