"""The bots in the READMEs play as they stand there."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lawspeaker_engine.games import find_game
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.host import single_match
from lawspeaker_referee.host.local_bots import LocalBot, make_local
from lawspeaker_referee.record.file import read_record
from tests.programs import need

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("readme", ["README.md", "clients/python/README.md"])
def test_the_bot_of_the_readme_plays_a_whole_game_without_a_fault(readme, monkeypatch):
    """In this process, on the first seat; what is slow below runs it as a program."""
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / readme).read_text(), re.DOTALL)
    bots = []
    monkeypatch.setattr("lawspeaker_bot.run", bots.append)
    exec(code, {"__name__": "__main__"})
    assert len(bots) == 1
    monkeypatch.setattr(single_match, "make_local", lambda spec: LocalBot(bots.pop()) if bots else make_local(spec))
    game = find_game("northgard")
    result = single_match.play_match(game, make_setup(game, 2), [SeatSpec.parse("random")] * 2, seed=bytes(32),
                                     match_id="readme", in_process=True)
    assert result.bots[1] == "random" != result.bots[0]
    assert result.faults == result.refused == ({}, {})


@pytest.mark.slow
def test_the_commands_that_the_readme_gives_for_its_bot_work_in_a_checkout_with_its_environment(tmp_path):
    """Those of the SDK's README; those of the project's are run by tests/docs."""
    text, file = (ROOT / "clients/python/README.md").read_text(), "my_bot.py"
    (tmp_path / ".venv").symlink_to(sys.prefix)  # as `make setup` makes it
    (tmp_path / file).write_text(re.findall(r"```python\n(.*?)```", text, re.DOTALL)[0])
    (commands,) = (block for block in text.split("```")[1::2] if block.startswith("\n") and f' {file}"' in block)
    (tmp_path / "commands").mkdir()
    (tmp_path / "commands/lawspeaker").symlink_to(Path(sys.prefix, "bin/lawspeaker"))
    environment = {"PATH": f"{tmp_path}/commands:/usr/bin:/bin", "HOME": str(tmp_path)}
    done = subprocess.run(["sh", "-e"], input=commands, cwd=tmp_path, env=environment, capture_output=True, text=True,
                          check=False)
    assert (done.returncode, " over: " in done.stdout) == (0, True), done.stderr


ASK = r"""
import re


def ask(prompt):
    question = re.findall(r"^.* If no answer comes: .*$", prompt, re.MULTILINE)[-1]
    numbers = re.findall(r"^(\d+): ", prompt.rpartition(question)[2], re.MULTILINE)
    most = re.search(r"Take (?:\d+ to |exactly |up to )?(\d+) of", question)
    picks = ", ".join(reversed(numbers[:int(most[1])] if most else []))
    return '{"reason": "the first ones", "picks": [' + picks + "]}"


"""
"""A model that understands the words: it takes the first options, as many as it may, by their numbers."""


@pytest.mark.slow
@pytest.mark.parametrize("game", ["northgard", "clansmen", "pax_viking"])
def test_the_model_of_the_readme_plays_a_whole_game_by_words_alone(game, tmp_path):
    (code,) = re.findall(r"```py\n(.*?)```", (ROOT / "clients/python/README.md").read_text(), re.DOTALL)
    (tmp_path / "model.py").write_text(ASK + code)
    record = tmp_path / "model.lsr"
    done = subprocess.run(
        [sys.executable, "-m", "lawspeaker_referee", "play", game, "--seed", "1", "--move-time", "0", "--json",
         "--bot", f"cmd:{sys.executable} {tmp_path / 'model.py'}", "random", "--record", record],
        capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["faults"] == [{}, {}]
    steps = read_record(record).steps
    taken = [act.picks for step in steps for act in step.acts if act.seat == 0]
    assert len(taken) > 30
    assert [sorted(picks) for picks in taken] == [list(range(len(picks))) for picks in taken]
    assert sum(len(picks) > 0 for picks in taken) > len(taken) * 0.7
    assert not any(timing.rejections for step in steps for timing in step.timing)


@pytest.mark.slow
@pytest.mark.parametrize(("package", "missing"), [
    ("gRPC", "grpc++"), ("Protobuf", "protobuf 3.21 or newer")])
def test_cmake_says_what_to_install_where_something_is_missing(package, missing, tmp_path):
    need("cmake", "c++", "protoc", "grpc_cpp_plugin")
    sdk = ROOT / "clients/cpp"
    done = subprocess.run(["cmake", "-S", sdk, "-B", tmp_path, f"-DCMAKE_DISABLE_FIND_PACKAGE_{package}=ON"],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert re.search(f"Not found: .*{re.escape(missing)}", done.stderr)
    assert f"\n    sudo apt-get install {' '.join((sdk / 'apt-packages.txt').read_text().split())}\n" in done.stderr
