"""docs/inspect.md: its commands and its program run with Inspect's mock model, and its tables are complete."""

from __future__ import annotations

import inspect
import re
import runpy
import sys
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai", reason="`make evaluators` runs what needs inspect_ai")

from inspect_ai._cli.main import inspect as command
from inspect_ai.log import list_eval_logs, read_eval_log
from inspect_ai.model._model import ModelAPI

from lawspeaker_referee.devtools import inspect_tasks
from lawspeaker_referee.devtools.inspect_tasks import matches, positions

# What Inspect leaves open, and what it uses of others.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")

PAGE = Path("docs/inspect.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^inspect (eval .*)$", PAGE, re.MULTILINE)
[PROGRAM] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
MODEL = "mockllm/model"


@pytest.fixture(autouse=True)
def no_network(monkeypatch, tmp_path):
    """Let the mock model count tokens without the table that it would fetch."""
    async def counted(self, text):
        return len(text)

    monkeypatch.setattr(ModelAPI, "count_text_tokens", counted)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("INSPECT_DISPLAY", "none")


@pytest.mark.parametrize("line", COMMANDS, ids=["positions", "matches"])
def test_the_commands_run(line, tmp_path):
    words = [*line.replace("PROVIDER/MODEL", MODEL).split(), "--limit", "2", "--log-dir", str(tmp_path / "logs")]
    command.main(words, standalone_mode=False)
    [log] = [read_eval_log(each) for each in list_eval_logs(str(tmp_path / "logs"))]
    assert log.status == "success", log.error.message
    assert len(log.samples) == 2
    assert log.eval.task == words[1]


def test_the_program_runs(capsys):
    exec(PROGRAM.replace("PROVIDER/MODEL", MODEL), {})
    assert re.findall(r"^(\w+) \{", capsys.readouterr().out, re.MULTILINE) == ["best", "lost", "own"]


@pytest.mark.parametrize(("task", "title"), [(positions, "Skill positions"), (matches, "Matches")])
def test_the_tables_have_every_argument_of_the_tasks(task, title):
    section = PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    table = section.partition("| `-T` |")[2].partition("\n\n")[0]
    told = [name for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)]
    assert sorted(told) == sorted(inspect.signature(task).parameters)


def test_without_inspect_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "inspect_ai", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'lawspeaker-referee\[inspect\]'"):
        runpy.run_path(str(inspect_tasks.__file__))
