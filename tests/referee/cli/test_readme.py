"""The commands print what the README shows of a terminal."""

import re
import shlex
from pathlib import Path

README = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")


def test_the_match_of_the_readme_ends_as_shown_and_verifies(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "records").mkdir()
    session = re.search(r"```\n(\$ lawspeaker play .*?)```", README, re.DOTALL)[1]
    shown = re.findall(r"\$ lawspeaker (.*)\n((?:[^$].*\n)*)", session)
    assert [command.split()[0] for command, _ in shown] == ["play", "verify"]
    for command, output in shown:
        in_process = ["--in-process"] if command.startswith("play") else []  # such bots decide the same, and sooner
        done = run(*shlex.split(command), *in_process)
        assert done.code == 0, done.err
        seconds = r"\d+\.\d s\n"
        assert re.sub(seconds, "", done.out) == re.sub(seconds, "", output)
