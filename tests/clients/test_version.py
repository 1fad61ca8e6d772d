"""A build names the commit that it is of, whatever the state of the sources, and a release its number alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import lawspeaker_version
from lawspeaker_version import (
    RELEASE,
    SOURCE_VARIABLE,
    UNKNOWN,
    VARIABLE,
    build_version,
    for_bots,
    packaged_version,
    source_version,
)

PLACE = Path("clients/python/src/lawspeaker_version.py")
SAYS = """
from pathlib import Path
import lawspeaker_version
from lawspeaker_bot.version import sdk
from lawspeaker_referee.version import build_version
print(sdk(), build_version(), Path(lawspeaker_version.__file__).parent)
"""


def git(folder, *words):
    identity = [word for name in ("user.name=A", "user.email=a@example.org", "commit.gpgSign=false",
                                  "tag.gpgSign=false") for word in ("-c", name)]
    done = subprocess.run(["git", "-C", str(folder), *identity, *words], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def unpacked(folder):
    """A tree of the sources without a repository."""
    (folder / PLACE).parent.mkdir(parents=True)
    shutil.copy(lawspeaker_version.__file__, folder / PLACE)
    return folder


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A clone of the sources with one commit."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    folder = unpacked(tmp_path / "tree")
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "one")
    return folder


def of_head(folder):
    """The version of a build of the last commit, which is no release."""
    return f"{RELEASE}+g{git(folder, 'rev-parse', 'HEAD')[:12]}"


def test_who_cannot_see_the_repository_is_told_the_version_of_its_sources(tree, tmp_path, monkeypatch):
    """As a bot in a file system of its own, for which the referee looks."""
    other = unpacked(tmp_path / "other")
    monkeypatch.setenv(SOURCE_VARIABLE, f"{other}={RELEASE}+gabc")
    assert source_version(other) == f"{RELEASE}+gabc"
    assert source_version(tree) == of_head(tree), "it is no word about other sources"
    monkeypatch.delenv(SOURCE_VARIABLE)
    assert source_version(other) == UNKNOWN
    root = Path(lawspeaker_version.__file__).parents[3]
    assert for_bots() == {SOURCE_VARIABLE: f"{root}={source_version(root)}"}


def change(folder):
    with (folder / PLACE).open("a") as file:
        file.write("# changed\n")


def test_a_build_names_its_commit_and_whether_files_were_changed_since(tree):
    assert source_version(tree) == build_version("lawspeaker-bot", tree) == of_head(tree)
    (tree / "notes.txt").write_text("of no commit")
    assert source_version(tree) == of_head(tree)
    change(tree)
    assert source_version(tree) == f"{of_head(tree)}.dirty"
    git(tree, "add", ".")
    assert source_version(tree) == f"{of_head(tree)}.dirty"


@pytest.mark.parametrize("kind", [(), ("-a", "-m", "a release")])
def test_a_release_has_its_number_alone_as_long_as_nothing_changes(tree, kind):
    git(tree, "tag", *kind, f"v{RELEASE}")
    assert source_version(tree) == RELEASE
    git(tree, "pack-refs", "--all")
    assert source_version(tree) == RELEASE
    change(tree)
    assert source_version(tree) == f"{of_head(tree)}.dirty"
    git(tree, "commit", "--quiet", "-a", "-m", "two")
    assert source_version(tree) == of_head(tree)


def test_the_tag_of_another_release_makes_none(tree):
    git(tree, "tag", "v99.0.0")
    assert source_version(tree) == of_head(tree)


def test_a_worktree_and_a_shallow_clone_are_clones_too(tree, tmp_path):
    git(tree, "tag", f"v{RELEASE}")
    change(tree)
    git(tree, "commit", "--quiet", "-a", "-m", "two")
    git(tree, "worktree", "add", "--quiet", str(tmp_path / "worktree"))
    git(tmp_path, "clone", "--quiet", "--depth", "1", tree.as_uri(), "shallow")
    assert source_version(tmp_path / "worktree") == source_version(tmp_path / "shallow") == of_head(tree)


def test_sources_without_a_repository_of_their_own_are_of_an_unknown_build(tree):
    inner = unpacked(tree / "vendored")
    assert build_version("lawspeaker-bot", inner) == UNKNOWN == f"{RELEASE}+unknown"
    (inner / ".git").mkdir()
    assert source_version(inner) == UNKNOWN, "what is no repository does not hide that around it"
    git(inner, "init", "--quiet")
    assert source_version(inner) == UNKNOWN, "there is no commit yet"


def test_the_repository_of_a_hook_is_not_asked(tree, tmp_path, monkeypatch):
    git(tmp_path, "init", "--quiet", "other")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other/.git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path / "other"))
    expected = source_version(tree)
    monkeypatch.delenv("GIT_DIR")
    monkeypatch.delenv("GIT_WORK_TREE")
    assert expected == of_head(tree)


def test_a_repository_of_another_user_is_unknown(tree, monkeypatch, capfd):
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)  # where somebody may have called every folder safe
    assert source_version(tree) == UNKNOWN
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("program", [None, "#!/bin/sh\nexit 128\n", "#!/bin/sh\nexec sleep 600\n",
                                     "#!/no/such/interpreter\n", "#!/bin/sh\nprintf '\\377# branch.oid\\n'\n"])
def test_without_a_git_that_answers_the_build_is_unknown(tree, tmp_path, monkeypatch, program):
    monkeypatch.setattr(lawspeaker_version, "_PATIENCE", 0.5)
    path = tmp_path / "bin"
    path.mkdir()
    if program is not None:
        (path / "git").write_text(program)
        (path / "git").chmod(0o755)
    for name in ("sleep", "printf"):
        (path / name).symlink_to(shutil.which(name))
    monkeypatch.setenv("PATH", str(path))
    assert source_version(tree) == UNKNOWN


def test_what_is_installed_has_the_version_of_its_package(tmp_path):
    from importlib.metadata import version

    assert build_version("pytest", tmp_path) == version("pytest")
    assert build_version("lawspeaker-nothing", tmp_path) == UNKNOWN


@pytest.mark.parametrize("given", [RELEASE, f"{RELEASE}+g0123456789ab", UNKNOWN])
def test_whoever_packs_without_git_says_what_the_build_is(monkeypatch, given):
    monkeypatch.setenv(VARIABLE, given)
    assert packaged_version() == given


@pytest.mark.parametrize("given", ["99.0.0", f"{RELEASE}9", "unknown"])
def test_a_package_of_another_release_is_refused(monkeypatch, given):
    monkeypatch.setenv(VARIABLE, given)
    with pytest.raises(ValueError, match=f"{VARIABLE} is '{given}'; it must be {RELEASE}, or begin with"):
        packaged_version()


@pytest.mark.slow
def test_packages_of_sources_without_git_name_the_build_that_was_given_or_none(tmp_path, monkeypatch):
    root = Path(lawspeaker_version.__file__).parents[3]
    tracked = subprocess.run(["git", "-C", str(root), "ls-files", "-z", "engine", "bots", "referee", "proto",
                              "clients/python", "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE"],
                             check=True, capture_output=True, text=True).stdout
    for name in filter(None, tracked.split("\0")):
        (tmp_path / "tree" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / name, tmp_path / "tree" / name)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    told = f"{RELEASE}+g0123456789ab"
    for place, given in (("unknown", ""), ("told", told)):
        monkeypatch.setenv(VARIABLE, given)
        subprocess.run([*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", tmp_path / place,
                        *(tmp_path / "tree" / folder for folder in ("clients/python", "engine", "bots", "."))],
                       check=True)
        assert {path.name.split("-")[1] for path in (tmp_path / place).iterdir()} == {given or UNKNOWN}
        subprocess.run([*pip, "install", "--no-index", "--no-deps", "--target", tmp_path / place / "site",
                        *(tmp_path / place).glob("*.whl")], check=True)
        monkeypatch.setenv("PYTHONPATH", str(tmp_path / place / "site"))
        says = subprocess.run([sys.executable, "-c", SAYS], check=True, capture_output=True, text=True, cwd=tmp_path)
        assert says.stdout == f"python/{given or UNKNOWN} {given or UNKNOWN} {tmp_path / place / 'site'}\n"
