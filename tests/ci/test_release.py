"""The facts of a release are the same in all files, and the commands of docs/releasing.md change them there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from datetime import date
from pathlib import Path

import pytest

from tests.programs import need

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / ".ci"))
release, stage = __import__("release"), __import__("stage")
sys.path.pop(0)
CHANGES = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- More.\n\n## [7.8.0] - 2026-01-02\n\n- Less.\n"

DISTRIBUTIONS = ("engine", "bots", "clients/python", "clients/go", "clients/rust", "clients/java", "clients/typescript",
                 "clients/cpp")


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """A folder with the files that a release changes, in which the commands work."""
    files = {path for path, _ in release.VERSIONS} | set(release.ADDRESSES) | {"clients/go/go.sum"}
    files |= {str(path.relative_to(ROOT)) for each in release.MODULE_FILES for path in ROOT.glob(each)
              if "build" not in path.parts}
    for file in files:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    monkeypatch.setattr(release, "ROOT", tmp_path)
    (tmp_path / "CHANGELOG.md").write_text(CHANGES)
    return tmp_path


@pytest.fixture
def command(copy, monkeypatch):
    """Calls the command in that folder."""
    def call(*words):
        monkeypatch.setattr(sys, "argv", ["release.py", *words])
        return release.main()

    return call


def test_version_and_address_are_the_same_wherever_they_stand():
    assert list(release.disagreements()) == []


@pytest.mark.parametrize("folder", DISTRIBUTIONS)
def test_every_package_carries_the_licence_of_the_project(folder):
    assert (ROOT / folder / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_a_place_that_names_another_version_is_found(copy):
    before = {path: (copy / path).read_text() for path, _ in release.VERSIONS}
    old = {place: release.found(*place)[0] for place in release.VERSIONS}
    release.set_version("7.8.9")
    assert list(release.disagreements()) == []
    for path, pattern in release.VERSIONS:
        assert set(release.found(path, pattern)) == {"7.8.9"}
        set_now = (copy / path).read_text()
        (copy / path).write_text(before[path].replace(old[path, pattern], "7.8.8"))
        assert list(release.disagreements()), (path, pattern)
        (copy / path).write_text(set_now)


def test_one_command_sets_the_address(copy):
    release.set_address("https://forge.example/owner/lawspeaker")
    assert release.address() == "https://forge.example/owner/lawspeaker"
    assert list(release.disagreements()) == []
    assert not [path for path in release.ADDRESSES if release.PLACEHOLDER in (copy / path).read_text()]


def test_a_value_that_is_none_changes_nothing(command, capsys):
    with pytest.raises(SystemExit):
        command("version", "one")
    assert "'one' is no version" in capsys.readouterr().err and list(release.disagreements()) == []


def test_a_version_gets_what_is_unreleased_as_its_section(command, copy, capsys):
    assert command("version", "7.8.9", "--date", "2026-03-04") == 0
    assert (copy / "CHANGELOG.md").read_text() == CHANGES.replace(
        "## [Unreleased]\n", "## [Unreleased]\n\n## [7.8.9] - 2026-03-04\n")
    assert command("version") == 0
    assert capsys.readouterr().out == "7.8.9\n"


def test_without_a_date_it_is_of_today(command, copy):
    before = date.today()  # noqa: DTZ011 - the day where we are, as the command takes it
    command("version", "7.8.9")
    assert {line for day in (before, date.today()) if (line := f"\n## [7.8.9] - {day}\n")  # noqa: DTZ011
            in (copy / "CHANGELOG.md").read_text()}


@pytest.mark.parametrize(("changes", "words", "said"), [
    (CHANGES, ("7.8.0",), "CHANGELOG.md already has a section of 7.8.0"),
    (CHANGES.replace("### Added\n\n- More.\n\n", ""), ("7.8.9",), "has nothing below '## [Unreleased]' that 7.8.9"),
    ("# Changelog\n\n## [Unreleased]\n", ("7.8.9",), "has nothing below '## [Unreleased]' that 7.8.9"),
    ("# Changelog\n", ("7.8.9",), "has nothing below '## [Unreleased]' that 7.8.9"),
    (CHANGES, ("7.8.9", "--date", "yesterday"), "'yesterday' is no day; write one as 2026-03-04"),
])
def test_a_version_that_is_there_or_brings_nothing_is_refused_and_changes_nothing(command, copy, changes, words, said,
                                                                                  capsys):
    (copy / "CHANGELOG.md").write_text(changes)
    version = release.version()
    with pytest.raises(SystemExit) as end:
        command("version", *words)
    assert end.value.code == 2 and said in capsys.readouterr().err
    assert (copy / "CHANGELOG.md").read_text() == changes
    assert release.version() == version and list(release.disagreements()) == []


def test_the_changelog_has_its_place_for_what_is_unreleased():
    assert (ROOT / release.CHANGELOG).read_text().count(release.UNRELEASED) == 1


@pytest.mark.parametrize("folder", ["engine", "bots", "clients/python", "."])
def test_a_staged_package_of_python_has_the_version_of_this_build(tmp_path, monkeypatch, folder):
    monkeypatch.setenv("LAWSPEAKER_BUILD_VERSION", told := f"{release.version()}+g0123456789ab")
    stage.stage(ROOT / folder, tmp_path / "stage", ["README.md", "pyproject.toml"])
    project = tomllib.loads((tmp_path / "stage/pyproject.toml").read_text())["project"]
    assert (project["version"], "dynamic" in project) == (told, False)


@pytest.mark.slow
def test_one_command_gives_the_go_module_another_path_and_back(copy):
    files = [path for each in release.MODULE_FILES for path in copy.glob(each)]
    before = {path: path.read_text() for path in files}
    release.set_module_path("forge.example/lawspeaker/clients/go")
    code = {path: path.read_text() for path in files if path.suffix == ".go"}
    assert not [path for path, text in code.items() if re.search('"lawspeaker/(pb|board)', text)]
    assert release.module_path() == "forge.example/lawspeaker/clients/go"
    assert "edit -replace forge.example/lawspeaker/clients/go=../" in (copy / "clients/go/README.md").read_text()
    release.set_module_path("lawspeaker")
    assert {path: path.read_text() for path in files} == before


@pytest.mark.slow
def test_the_go_module_builds_under_another_path(copy):
    need("go")
    release.set_module_path("forge.example/lawspeaker/clients/go")
    # Compiled like the bots, without the name of a folder that is another one each time: the cache of Go has it then.
    done = subprocess.run(["go", "vet", "-trimpath", "./..."], cwd=copy / "clients/go", capture_output=True, text=True,
                          check=False, env=os.environ | {"CGO_ENABLED": "0"})
    assert done.returncode == 0, done.stderr
