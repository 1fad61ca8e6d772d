"""`.ci/run` runs a part of CI only if something that it depends on has changed, and sees what it opens."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PARTS = ROOT / ".ci/parts"
sys.path.insert(0, str(PARTS))
table, passed, opened = __import__("table"), __import__("passed"), __import__("opened")
sys.path.pop(0)

ALL = {part.name: part for part in table.parts()}


@pytest.fixture(scope="module")
def may_watch(tmp_path_factory) -> bool:
    """Return True if this user may see which files a command opens."""
    report = tmp_path_factory.mktemp("watching") / "report.json"
    subprocess.run([sys.executable, PARTS / "opened.py", report, "true"], check=True)
    return json.loads(report.read_text()) is not None


class Repository:
    """A small repository with this CI and parts of its own."""

    def __init__(self, place: Path) -> None:
        self.place = place / "repository"
        self.cache = place / "cache"
        shutil.copytree(PARTS, self.place / ".ci/parts", ignore=shutil.ignore_patterns("__pycache__"))
        self.tools = place / "tools"
        self.tools.mkdir()
        self.tool("1.0")
        self.write("in/known.txt", "known")
        self.write("out/secret.txt", "secret")
        self.write("out/module.py", "import sys\n")
        subprocess.run(["git", "init", "-q", self.place], check=True)

    def write(self, path: str, text: str) -> None:
        """Write a file."""
        (self.place / path).parent.mkdir(parents=True, exist_ok=True)
        (self.place / path).write_text(text, encoding="utf-8")

    def tool(self, version: str) -> None:
        """Install a version of the program that the parts are made with."""
        (self.tools / "compiler").write_text(f"#!/bin/sh\necho {version}\n")
        (self.tools / "compiler").chmod(0o755)

    def parts(self, *parts: str) -> None:
        """Make this the table: each is what a Part is called with, its name first."""
        lines = "".join(f"    yield Part({part})\n" for part in parts)
        text = (PARTS / "table.py").read_text(encoding="utf-8")
        self.write(".ci/parts/table.py", f"{text}\n\ndef parts():\n{lines}")
        subprocess.run(["git", "-C", self.place, "add", "--all"], check=True)

    def start(self, *names: str, full: bool = False) -> subprocess.Popen[str]:
        """Start `.ci/run`."""
        environment = {"PATH": f"{self.tools}:{os.environ['PATH']}", "LAWSPEAKER_CI_CACHE": str(self.cache),
                       "PYTHONDONTWRITEBYTECODE": "1", "FULL": "1" if full else ""}
        return subprocess.Popen([sys.executable, self.place / ".ci/parts", *names], env=environment, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def run(self, *names: str, full: bool = False) -> tuple[int, str]:
        """Return the exit code of `.ci/run`, and what it printed."""
        process = self.start(*names, full=full)
        output, _ = process.communicate()
        return process.returncode, output


@pytest.fixture
def repository(tmp_path):
    return Repository(tmp_path)


@pytest.fixture
def watched(tmp_path, may_watch):
    if not may_watch:
        pytest.skip("only root on Linux can see which files a command opens")
    return Repository(tmp_path)


GOOD = '"good", "cat in/known.txt; echo 3 passed", ("in",), ("compiler",)'


def test_all_inputs_are_files_of_the_repository_and_no_file_is_forgotten():
    parts = [part for part in ALL.values() if part.inputs and "." not in part.inputs]
    read = {path for part in parts for path in passed.files_of(part.inputs)}
    unread = set(passed.files_of(table.UNREAD))
    assert unread.isdisjoint(read)
    assert "." in ALL["slow-ci"].inputs, "the tests of all pages run after a change of any"
    assert sorted(path for path in {*passed.files()} - read - unread if not path.startswith("docs/")) == []


def test_a_page_that_no_test_reads_alone_runs_only_those_of_all_pages():
    after = {name for name, part in ALL.items() if part.inputs and "docs/faq.md" in passed.files_of(part.inputs)}
    assert after == {"slow-ci", "bare-bookworm", "bare-forky", "cgroup"}


def test_every_test_belongs_to_one_part_of_the_slow_tests():
    folders = [folder for each, _ in table.SLOW.values() for folder in each]
    tests = [path for path in passed.files() if passed.within(path, "tests") and Path(path).name.startswith("test_")]
    assert len(tests) > 300
    for path in tests:
        assert sum(passed.within(path, folder) for folder in folders) == 1, path


def test_parts_that_build_the_same_sdk_name_its_folder():
    for language in table.TOOLS:
        assert {name for name, part in ALL.items() if f"clients/{language}" in part.builds} >= {
            language, f"certify-{language}", "match", "play", "dist"}


def test_parts_name_each_other_and_quick_tests_and_a_match_run_every_time():
    assert all(name in ALL for part in ALL.values() for name in part.after)
    always = {name for name, part in ALL.items() if not part.inputs}
    assert always == {"packages", "setup", "check", "test", "demo", "match"}


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, part in ALL.items() if part.inputs])
def test_every_input_of_a_part_counts_with_its_bytes(name):
    facts = [fact.split("\0") for fact in passed.facts(ALL[name])]
    hashes = {fact[0]: fact[2] for fact in facts if len(fact) == 3}
    # Of a link counts where it leads; what it leads to is an input of its own.
    contents = {path: (ROOT / path).readlink().as_posix().encode() if (ROOT / path).is_symlink()
                else (ROOT / path).read_bytes() for path in passed.files_of(ALL[name].inputs)}
    assert hashes == {path: hashlib.sha256(content).hexdigest() for path, content in contents.items()}


@pytest.mark.slow
@pytest.mark.parametrize("name", table.TOOLS)
def test_another_byte_in_any_file_of_an_sdk_is_another_key(name, tmp_path, monkeypatch):
    files = passed.files_of(ALL[name].inputs)
    for path in files:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    monkeypatch.setattr(passed, "ROOT", tmp_path)
    before = passed.key_of(ALL[name])
    for path in files:
        content = (tmp_path / path).read_bytes()
        (tmp_path / path).write_bytes(content + b"\n")
        assert passed.key_of(ALL[name]) != before, path
        (tmp_path / path).write_bytes(content)
    assert passed.key_of(ALL[name]) == before


def test_what_is_kept_belongs_to_the_bytes_that_it_depends_on_and_two_folders_of_a_kind_stay(tmp_path, monkeypatch):
    file = tmp_path / ".ci/image.py"
    file.parent.mkdir()
    passed.files()
    monkeypatch.setattr(passed, "ROOT", tmp_path)
    monkeypatch.setattr(passed, "FOLDER", tmp_path / "cache")
    folders = []
    for content in ("1", "2", "1", "3"):
        file.write_text(content)
        folders.append(passed.kept_folder(table.DEBIAN))
        os.utime(folders[-1], (len(folders), len(folders)))
    assert folders[0] == folders[2]
    assert len(set(folders)) == 3
    assert set(folders[0].parent.iterdir()) == {folders[2], folders[3]}


def test_a_part_that_passed_is_not_run_again(watched):
    watched.parts(GOOD)
    code, output = watched.run()
    assert code == 0
    assert "\nknown3 passed\n" in output
    code, output = watched.run()
    assert code == 0
    assert "3 passed" not in output
    assert output.startswith(f"part good: passed with these bytes on {time.strftime('%Y')}-")
    assert "FULL=1 runs it again\n" in output
    entry, = watched.cache.iterdir()
    assert json.loads(entry.read_text())["last_lines"] == ["known3 passed"]


@pytest.mark.slow
def test_a_part_without_inputs_is_run_every_time(repository):
    repository.cache.mkdir()
    repository.parts('"always", "echo 5 passed"')
    assert [repository.run()[1].count("\n5 passed\n") for _ in range(2)] == [1, 1]


@pytest.mark.slow
@pytest.mark.parametrize("change", [
    lambda repository: repository.write("in/known.txt", "Known"),
    lambda repository: repository.write("in/new.txt", ""),
    lambda repository: (repository.place / "in/known.txt").chmod(0o755),
    lambda repository: repository.tool("1.1"),
    lambda repository: repository.parts(GOOD.replace("3 passed", "4 passed")),
], ids=["byte", "file", "mode", "tool", "command"])
def test_it_is_run_again_after_a_change_of_what_it_depends_on(watched, change):
    watched.parts(GOOD)
    watched.run()
    change(watched)
    assert " passed\n" in watched.run()[1].partition("printed:")[2]
    assert " passed\n" not in watched.run()[1].partition("printed:")[2]


@pytest.mark.slow
def test_it_is_run_again_if_all_is_asked_for_and_not_after_a_change_elsewhere(watched):
    watched.parts(GOOD)
    watched.run()
    watched.write("out/secret.txt", "another")
    assert "printed:" not in watched.run()[1]
    assert "printed:" in watched.run(full=True)[1]


@pytest.mark.parametrize(("command", "fault"), [
    ("cat out/secret.txt", "part bad opens out/secret.txt, which is not among its inputs in .ci/parts/table.py"),
    pytest.param("(setsid sh -c 'cat out/secret.txt; touch in/done' &); while ! test -e in/done; do sleep 0.02; done",
                 "part bad opens out/secret.txt, which is not among its inputs in .ci/parts/table.py",
                 marks=pytest.mark.slow),
    pytest.param("PYTHONDONTWRITEBYTECODE= PYTHONPATH=out python3 -c 'import module'",
                 "part bad opens out/module.py, which is not among its inputs in .ci/parts/table.py",
                 marks=pytest.mark.slow),
    pytest.param("ls out", "part bad lists out, which is not among its inputs in .ci/parts/table.py",
                 marks=pytest.mark.slow),
])
def test_a_part_that_opens_another_file_fails(watched, command, fault):
    if "module" in command:  # compiled, so that the source itself is not opened
        subprocess.run([sys.executable, "-m", "compileall", "-q", watched.place / "out"], check=True)
        watched.write(".gitignore", "__pycache__")
        command = command.replace("python3", sys.executable)
    watched.parts(f'"bad", {command!r}, ("in",)')
    code, output = watched.run()
    assert code == 1
    assert f"\n{fault}\n" in output
    assert not watched.cache.exists()


@pytest.mark.slow
def test_git_may_look_into_the_files_of_a_new_clone_and_into_changed_ones(watched):
    git = ["git", "-C", watched.place]
    watched.parts('"good", "git status --untracked-files=no", ("in",)')
    young = time.time() - 60  # in the second of the index that follows git would look into all once more
    for path in watched.place.rglob("*.*"):
        os.utime(path, (young, young))
    subprocess.run([*git, "add", "--all"], check=True)
    subprocess.run([*git, "-c", "user.name=x", "-c", "user.email=x", "commit", "-qm", "all"], check=True)
    os.utime(watched.place / ".git/index", (young, young))
    watched.write("out/module.py", "import abc\n")
    code, output = watched.run()
    assert code == 0, output


def test_a_failure_hides_no_other_part_and_is_not_kept(repository):
    repository.parts('"bad", "echo one; echo two; exit 3", ("in",)', '"other", "echo 7 passed"',
                     '"later", "echo never", after=("bad",)')
    code, output = repository.run()
    assert code == 1
    assert "--- part bad printed:\none\ntwo\npart bad: failed, exit code 3, " in output
    assert "--- part other printed:\n7 passed\npart other: passed, " in output
    assert "part later: not run, for bad failed\n" in output
    assert [line.split()[:2] for line in output.splitlines()[-4:-1]] == [
        ["bad", "failed"], ["other", "passed"], ["later", "not"]]
    assert not repository.cache.exists()


def test_parts_that_build_in_one_folder_never_run_at_once_and_those_behind_them_pass(repository):
    repository.parts(
        '"one", "mkdir busy; while ! test -e begun; do sleep 0.02; done; rmdir busy", builds=("a", "b")',
        '"two", "mkdir busy", builds=("b",)', '"other", "touch begun", builds=("c",)')
    code, output = repository.run()
    assert code == 0, output


def test_what_failed_is_said_again_at_the_end(repository):
    repository.parts(
        '"bad", "echo \'E   assert 1 == 2\'; echo \'FAILED tests/test_one.py::test_it\'; echo more; exit 1"',
        '"good", "echo ERROR of nobody"')
    _, output = repository.run()
    assert output.splitlines()[-3].startswith("all ")
    assert output.splitlines()[-2:] == ["bad: E   assert 1 == 2", "bad: FAILED tests/test_one.py::test_it"]


@pytest.mark.slow
def test_inputs_that_change_meanwhile_are_not_known_to_pass(watched):
    watched.parts('"good", "echo more >> in/known.txt", ("in",)')
    code, output = watched.run()
    assert code == 0
    assert "part good: will run again, for its inputs changed meanwhile\n" in output
    assert not watched.cache.exists()


def test_a_name_that_is_no_part_is_told(repository):
    repository.parts(GOOD)
    code, output = repository.run("god")
    assert code == 2
    assert "no part is called god; there are good\n" in output


@pytest.mark.slow
@pytest.mark.parametrize(("number", "process"), [
    (signal.SIGINT, "sleep 600"),
    pytest.param(signal.SIGTERM, "trap : TERM; sleep 600; sleep 600", marks=pytest.mark.slow),
])
def test_a_signal_ends_all_that_was_started(repository, number, process):
    repository.parts(f'"long", "echo begun; setsid sh -c \'echo $$ > pid; {process}\' & wait"')
    run = repository.start()
    while not (repository.place / "pid").exists() or not (repository.place / "pid").read_text().strip():
        assert run.poll() is None
        time.sleep(0.02)
    run.send_signal(number)
    output, _ = run.communicate()
    assert run.returncode == 130
    assert "begun\n" in output
    with pytest.raises(ProcessLookupError):
        os.kill(int((repository.place / "pid").read_text()), 0)
