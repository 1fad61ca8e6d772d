import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from lawspeaker_referee.devtools.starters import project
from lawspeaker_referee.devtools.starters.project import STARTERS, slug_of
from tests.sample_sizes import first_quick

ROOT = Path(__file__).parents[3]
ODD = 'Erik "the" Red\'s \\bot'
FILES = {
    "python": {"bot.py", "requirements.txt"},
    "go": {"go.mod", "main.go"},
    "rust": {"Cargo.toml", "src/main.rs"},
    "java": {"pom.xml", "src/main/java/bot/MyBot.java"},
    "typescript": {"package.json", "tsconfig.json", "src/bot.ts"},
    "cpp": {"CMakeLists.txt", "bot.cpp"},
    "stdio-python": {"bot.py"},
    "stdio-sh": {"bot.sh"},
}


def made(folder):
    return {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def commands(tmp_path, monkeypatch):
    """`lawspeaker` and `lawspeaker-bot` of this Python, and its `.venv/bin/python` in a folder to come."""
    place = tmp_path / "commands"
    place.mkdir()
    script(place / "lawspeaker", "-m lawspeaker_referee")
    script(place / "lawspeaker-bot", "-m lawspeaker_bot")
    monkeypatch.setenv("PATH", f"{place}{os.pathsep}{os.environ['PATH']}")


def script(path, arguments):
    path.write_text(f'#!/bin/sh\nexec {sys.executable} {arguments} "$@"\n')
    path.chmod(0o755)


@pytest.mark.usefixtures("commands")
@pytest.mark.parametrize("language", STARTERS)
@pytest.mark.parametrize("game", ["any", "clansmen"])
def test_every_language_has_a_project_that_is_whole(run, tmp_path, language, game):
    folder = tmp_path / "deep" / "it"
    done = run("new-bot", language, folder, "--name", ODD, "--game", game)
    assert done.code == 0, done.err
    files = made(folder)
    assert files.keys() == FILES[language] | {"README.md", "test.sh", ".gitignore"}
    texts = {name: path.read_text() for name, path in files.items()}
    assert not [name for name, text in texts.items() if re.search(r"\{\{\w", text)]
    assert "THINK HERE" in texts[STARTERS[language].file]
    assert os.access(files["test.sh"], os.X_OK) and not os.access(files["README.md"], os.X_OK)
    if not language.startswith("stdio"):
        assert json.dumps(ODD) in texts[STARTERS[language].file]
        assert ('"clansmen"' in texts[STARTERS[language].file]) is (game == "clansmen")
    for command in (" play northgard " if game == "any" else " play clansmen ", " certify "):
        told = [line.strip() for line in done.out.splitlines() if command in line]
        assert len(told) == 1 and f"\n{told[0]}\n" in texts["README.md"]


def test_manifests_are_read_by_those_who_read_them_and_name_the_sdk(run, tmp_path):
    for language in STARTERS:
        assert run("new-bot", language, tmp_path / language, "--name", ODD).code == 0
    clients = ROOT / "clients"
    cargo = tomllib.loads((tmp_path / "rust" / "Cargo.toml").read_text())
    assert cargo["package"]["name"] == "erik-the-red-s-bot"
    assert cargo["dependencies"]["lawspeaker-bot"]["path"] == str(clients / "rust")
    package = json.loads((tmp_path / "typescript" / "package.json").read_text())
    assert package["name"] == "erik-the-red-s-bot"
    assert package["dependencies"]["lawspeaker-bot"] == f"file:{clients / 'typescript'}"
    assert json.loads((tmp_path / "typescript" / "tsconfig.json").read_text())["compilerOptions"]["outDir"] == "dist"
    maven = "{http://maven.apache.org/POM/4.0.0}"
    pom = ET.parse(tmp_path / "java" / "pom.xml")
    sdk = ET.parse(clients / "java" / "pom.xml")
    for field in ("groupId", "artifactId", "version"):
        assert pom.findtext(f"{maven}dependencies/{maven}dependency/{maven}{field}") == sdk.findtext(maven + field)
    assert f'replace lawspeaker => "{clients / "go"}"' in (tmp_path / "go" / "go.mod").read_text()
    requirements = (tmp_path / "python" / "requirements.txt").read_text()
    assert requirements == f"lawspeaker-bot @ {(clients / 'python').as_uri()}\n"
    cmake = (tmp_path / "cpp" / "CMakeLists.txt").read_text()
    assert f"add_subdirectory([==[{clients / 'cpp'}]==] lawspeaker)" in cmake
    for language in ("python", "stdio-python"):
        compile((tmp_path / language / "bot.py").read_text(), "bot.py", "exec")


@pytest.mark.usefixtures("commands")
@pytest.mark.parametrize("language", first_quick(1, ["python", "stdio-python", "stdio-sh"]))
@pytest.mark.parametrize("game", first_quick(1, ["northgard", "clansmen"]))
def test_a_new_project_plays_a_match_without_a_fault_as_it_is(run, tmp_path, language, game):
    folder = tmp_path / "a bot's place"
    assert run("new-bot", language, folder, "--name", ODD, "--game", game).code == 0
    if language == "python":
        (folder / ".venv" / "bin").mkdir(parents=True)
        script(folder / ".venv" / "bin" / "python", "")
    done = subprocess.run(["sh", folder / "test.sh"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"a whole match of {game}, and no fault\n"), done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("installed", [True, False])
def test_what_is_to_be_done_next_works_where_the_command_is_not_on_the_path(run, tmp_path, monkeypatch, installed):
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    python = tmp_path / "its bin" / "python"
    python.parent.mkdir()
    script(python, "")
    if installed:
        script(python.with_name("lawspeaker"), "-m lawspeaker_referee")
        script(python.with_name("lawspeaker-bot"), "-m lawspeaker_bot")
    monkeypatch.setattr(sys, "executable", str(python))
    done = run("new-bot", "stdio-sh", tmp_path / "my bot")
    enter, play, certify = [line.strip() for line in done.out.splitlines()[2:]]
    for command in (f"{play} --seed 1", f"{certify} --only connect"):
        tried = subprocess.run(f"{enter} && {command}", shell=True, capture_output=True, text=True, check=False)
        assert tried.returncode == 0, tried.stderr


@pytest.mark.slow
@pytest.mark.usefixtures("commands")
def test_the_test_of_a_project_fails_for_a_bot_that_makes_faults(run, tmp_path):
    assert run("new-bot", "stdio-sh", tmp_path / "bot").code == 0
    (tmp_path / "bot" / "bot.sh").write_text("exit 0\n")
    done = subprocess.run(["sh", tmp_path / "bot" / "test.sh"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr


def test_a_folder_that_holds_something_is_left_alone(run, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    done = run("new-bot", "go", tmp_path)
    assert (done.code, done.err) == (2, f"lawspeaker: {tmp_path} is not empty; name a new or an empty folder\n")
    assert made(tmp_path).keys() == {"mine.txt"}


def test_an_empty_folder_is_filled_and_gives_the_bot_its_name(run, tmp_path):
    folder = tmp_path / "eager"
    folder.mkdir()
    assert run("new-bot", "python", folder).code == 0
    assert 'name = "eager"' in (folder / "bot.py").read_text()


def test_a_project_that_cannot_be_written_leaves_nothing(run, tmp_path, monkeypatch):
    written = []

    def full(path, *_, **__):
        if len(written) == 2:
            raise OSError(28, "No space left on device", str(path))
        written.append(path)

    monkeypatch.setattr(Path, "write_text", full)
    monkeypatch.setattr(Path, "chmod", lambda *_: None)
    done = run("new-bot", "go", tmp_path / "new")
    assert done.code == 2
    assert done.err.endswith("No space left on device\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("arguments", "why"), [
    (["pythn", "it"], "no starter in 'pythn' (did you mean 'python'?); there are python, go, rust,"),
    (["go", "it", "--name", ""], "'' cannot be a bot's name; it has 1 to 64 printable characters"),
    (["go", "it", "--name", "x" * 65], "cannot be a bot's name"),
    (["go", "it", "--name", "a\nb"], "cannot be a bot's name"),
    (["go", "it", "--game", "northgrad"], "did you mean 'northgard'?"),
    (["go", "it", "--sdk", "nowhere"], "there is no go.mod in nowhere; give the folder clients/go of a checkout"),
    (["stdio-sh", "it", "--sdk", "nowhere"], "this bot needs no SDK; leave --sdk out"),
])
def test_wrong_input_is_told_in_one_line_and_makes_nothing(run, tmp_path, monkeypatch, arguments, why):
    monkeypatch.chdir(tmp_path)
    done = run("new-bot", *arguments)
    assert done.code == 2
    assert why in done.err and done.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_without_a_checkout_the_sdk_must_be_named(run, tmp_path, monkeypatch):
    monkeypatch.setattr(project, "CHECKOUT", tmp_path)
    done = run("new-bot", "rust", tmp_path / "it")
    assert done.err == ("lawspeaker: this command does not run from a checkout, so say where one is: "
                        "--sdk CHECKOUT/clients/rust\n")
    assert run("new-bot", "rust", tmp_path / "it", "--sdk", ROOT / "clients" / "rust").code == 0


@pytest.mark.parametrize(("name", "slug"), [
    ("eager", "eager-bot"), ("MyBot", "mybot"), ("Björn Ågård", "bjorn-agard"), ("fn", "fn-bot"),
    ("test", "test-bot"), ("7 wonders", "bot-7-wonders"), ("狼", "my-bot"), ("lawspeaker", "my-lawspeaker-bot"),
    ("a--b__c", "a-b-c"), ("../x", "x-bot"),
])
def test_a_name_becomes_one_that_every_package_manager_takes(name, slug):
    assert slug_of(name) == slug
