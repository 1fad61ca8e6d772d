import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_referee.devtools.starters import sdk
from lawspeaker_referee.devtools.starters.project import STARTERS, slug_of
from lawspeaker_referee.devtools.starters.searching import SEARCHING
from lawspeaker_referee.version import RELEASE

ROOT = Path(__file__).parents[3]
ODD = 'Erik "the" Red\'s \\bot'
SHARED = {"README.md", "test.sh", "ci.sh", ".github/workflows/ci.yml", ".gitignore"}
FILES = {
    "python": {"bot.py", "requirements.txt", "Dockerfile"},
    "go": {"go.mod", "main.go", "Dockerfile"},
    "rust": {"Cargo.toml", "src/main.rs", "Dockerfile"},
    "java": {"pom.xml", "src/main/java/bot/MyBot.java", "Dockerfile"},
    "typescript": {"package.json", "tsconfig.json", "src/bot.ts", "Dockerfile"},
    "cpp": {"CMakeLists.txt", "bot.cpp", "Dockerfile"},
    "stdio-python": {"bot.py"},
    "stdio-sh": {"bot.sh"},
}
SEARCH_FILES = {
    "python": set(),
    "go": {"requirements.txt", "run.sh"},
    "typescript": {"requirements.txt", "run.sh"},
}
"""Files that a project has besides if it looks ahead."""
EXAMPLES = {"python": "bot.py", "go": "main.go", "typescript": "bot.ts"}
"""The programs of docs/examples/lookahead."""
STRATEGIES = {
    "python": {"strategy.py", "test_strategy.py"},
    "go": {"strategy.go", "strategy_test.go"},
    "rust": {"src/strategy.rs"},
    "java": {"src/main/java/bot/Strategy.java", "src/test/java/bot/StrategyTest.java"},
    "typescript": {"src/strategy.ts", "src/strategy.test.ts"},
    "cpp": {"strategy.cpp", "strategy.hpp", "strategy_test.cpp"},
}
JAR = f"dev/lawspeaker/lawspeaker-bot/{RELEASE}/lawspeaker-bot-{RELEASE}"
PACKAGES = {
    **{f"lawspeaker_{name}-{RELEASE}-py3-none-any.whl": {} for name in ("bot", "bots", "engine", "referee")},
    f"lawspeaker-{RELEASE}.zip": {f"lawspeaker@v{RELEASE}/go.mod": "module lawspeaker"},
    f"lawspeaker-bot-{RELEASE}.crate": {f"lawspeaker-bot-{RELEASE}/src/lib.rs": "mod bot;"},
    f"lawspeaker-bot-{RELEASE}-bundle.zip": {
        f"{JAR}{kind}": kind for kind in (".jar", "-sources.jar", ".pom", ".pom.md5")},
    f"lawspeaker-bot-{RELEASE}.tgz": {},
    f"lawspeaker-bot-{RELEASE}.tar.gz": {f"lawspeaker-bot-{RELEASE}/README.md": "the SDK of C++"},
}
"""Packages like those of the SDKs: what is in each."""


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    """A folder as `make dist` leaves it, with packages that hold little."""
    place = tmp_path_factory.mktemp("dist")
    for name, files in PACKAGES.items():
        if name.endswith((".whl", ".tgz")):
            (place / name).write_text("a package")
        elif name.endswith(".zip"):
            with zipfile.ZipFile(place / name, "w") as archive:
                for file, text in files.items():
                    archive.writestr(file, text)
        else:
            with tarfile.open(place / name, "w:gz") as archive:
                for file, text in files.items():
                    (place / "content").write_text(text)
                    archive.add(place / "content", file)
    return place


@pytest.fixture
def new_bot(run, packages):
    """Run `lawspeaker new-bot`, with these packages if the language has an SDK."""
    def command(language, folder, *options):
        sdk_of = ("--sdk", packages) if getattr(STARTERS.get(language), "sdk", "") else ()
        return run("new-bot", language, folder, *sdk_of, *options)
    return command


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
def test_every_language_has_a_project_that_is_whole(new_bot, tmp_path, language, game):
    folder = tmp_path / "deep" / "it"
    done = new_bot(language, folder, "--name", ODD, "--game", game)
    assert done.code == 0, done.err
    files = {name: path for name, path in made(folder).items() if not name.startswith("sdk/")}
    thinks = game != "any" and language in STRATEGIES
    assert files.keys() == FILES[language] | SHARED | (STRATEGIES[language] if thinks else set())
    texts = {name: path.read_text() for name, path in files.items()}
    assert not [name for name, text in texts.items() if re.search(r"\{\{\w", text)]
    starter = STARTERS[language]
    assert "THINK HERE" in texts[starter.strategy if thinks else starter.file]
    assert os.access(files["test.sh"], os.X_OK) and not os.access(files["README.md"], os.X_OK)
    if not language.startswith("stdio"):
        assert json.dumps(ODD) in texts[starter.file]
        assert ('"clansmen"' in texts[starter.file]) is (game == "clansmen")
    for command in (" play northgard " if game == "any" else " play clansmen ", " certify "):
        told = [line.strip() for line in done.out.splitlines() if command in line]
        assert len(told) == 1 and f"\n{told[0]}\n" in texts["README.md"]


@pytest.mark.usefixtures("commands")
@pytest.mark.parametrize("language", SEARCHING)
def test_a_project_that_looks_ahead_is_the_example_of_the_page_with_the_engine_in_it(new_bot, tmp_path, language):
    done = new_bot(language, tmp_path / "it", "--name", ODD, "--search")
    assert done.code == 0, done.err
    files = made(tmp_path / "it")
    assert {name for name in files if not name.startswith("sdk/")} == FILES[language] | SHARED | SEARCH_FILES[language]
    wheels = files["requirements.txt"].read_text().split()
    assert [wheel.split("-")[0] for wheel in wheels] == [f"./sdk/{name}" for name in SEARCHING[language].wheels]
    assert all((tmp_path / "it" / wheel).is_file() for wheel in wheels)
    example = (ROOT / "docs/examples/lookahead" / EXAMPLES[language]).read_text()
    assert example.count('"lookahead"') == 1 and "THINK HERE" in example
    assert files[STARTERS[language].file].read_text() == example.replace('"lookahead"', json.dumps(ODD))
    assert not [name for name, path in files.items() if re.search(r"\{\{\w", path.read_text())]
    bot = SEARCHING[language].run or STARTERS[language].run
    told, = (line.strip() for line in done.out.splitlines() if " play northgard " in line)
    assert bot in told and f"\n{told}\n" in files["README.md"].read_text()
    assert ".venv/" in files[".gitignore"].read_text()


@pytest.mark.parametrize("language", STRATEGIES)
@pytest.mark.parametrize("game", GAMES)
def test_every_language_has_a_strategy_for_every_game(new_bot, tmp_path, language, game):
    assert new_bot(language, tmp_path / "it", "--game", game).code == 0
    strategy = (tmp_path / "it" / STARTERS[language].strategy).read_text()
    assert f"lawspeaker{'.' if '.v1' in strategy else ''}" in strategy and game in strategy
    assert STRATEGIES[language] <= made(tmp_path / "it").keys()


def test_a_project_names_no_folder_outside_itself(new_bot, tmp_path):
    for language in STARTERS:
        assert new_bot(language, tmp_path / language, "--game", "northgard").code == 0
    texts = {path: path.read_text() for path in made(tmp_path).values()}
    assert not [path for path, text in texts.items() if str(ROOT) in text or str(tmp_path) in text]


def test_manifests_are_read_by_those_who_read_them_and_name_the_sdk_in_the_project(new_bot, tmp_path):
    for language in STARTERS:
        assert new_bot(language, tmp_path / language, "--name", ODD).code == 0
    cargo = tomllib.loads((tmp_path / "rust" / "Cargo.toml").read_text())
    assert cargo["package"]["name"] == "erik-the-red-s-bot"
    assert cargo["dependencies"]["lawspeaker-bot"]["path"] == "sdk"
    assert (tmp_path / "rust/sdk/src/lib.rs").is_file()
    package = json.loads((tmp_path / "typescript" / "package.json").read_text())
    assert package["name"] == "erik-the-red-s-bot"
    file = package["dependencies"]["lawspeaker-bot"].removeprefix("file:")
    assert (tmp_path / "typescript" / file).is_file()
    assert json.loads((tmp_path / "typescript" / "tsconfig.json").read_text())["compilerOptions"]["outDir"] == "dist"
    maven = "{http://maven.apache.org/POM/4.0.0}"
    pom = ET.parse(tmp_path / "java" / "pom.xml")
    named = ET.parse(ROOT / "clients/java/pom.xml")
    for field in ("groupId", "artifactId", "version"):
        assert pom.findtext(f"{maven}dependencies/{maven}dependency/{maven}{field}") == named.findtext(maven + field)
    url = pom.findtext(f"{maven}repositories/{maven}repository/{maven}url")
    assert url == "file://${project.basedir}/sdk"  # not baseUri: Maven reads its %C3%B6 as two letters
    assert {name for name in made(tmp_path / "java") if name.startswith("sdk/")} == {f"sdk/{JAR}.jar", f"sdk/{JAR}.pom"}
    assert "replace lawspeaker => ./sdk" in (tmp_path / "go" / "go.mod").read_text()
    assert (tmp_path / "go/sdk/go.mod").read_text() == "module lawspeaker"
    requirements = (tmp_path / "python" / "requirements.txt").read_text().strip()
    assert (tmp_path / "python" / requirements).is_file()
    assert "add_subdirectory(sdk lawspeaker)" in (tmp_path / "cpp" / "CMakeLists.txt").read_text()
    assert (tmp_path / "cpp/sdk/README.md").read_text() == "the SDK of C++"
    for language in ("python", "stdio-python"):
        compile((tmp_path / language / "bot.py").read_text(), "bot.py", "exec")


@pytest.mark.slow
@pytest.mark.usefixtures("commands")
@pytest.mark.parametrize(("language", "game"), [
    ("python", "northgard"), ("stdio-python", "clansmen"), ("stdio-sh", "northgard"),
])
def test_a_new_project_plays_a_match_without_a_fault_as_it_is(new_bot, tmp_path, language, game):
    folder = tmp_path / "a bot's place"
    assert new_bot(language, folder, "--name", ODD, "--game", game).code == 0
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
def test_a_new_project_that_looks_ahead_plays_a_match_without_a_fault_as_it_is(new_bot, tmp_path):
    """Those that must be built are tried by .ci/starters.py, this one there too, with its wheels installed."""
    folder = tmp_path / "a bot's place"
    assert new_bot("python", folder, "--search").code == 0
    (folder / "bot.py").write_text((folder / "bot.py").read_text().replace("THINKING = 0.1 ", "THINKING = 0.01 "))
    (folder / ".venv" / "bin").mkdir(parents=True)
    script(folder / ".venv" / "bin" / "python", "")
    done = subprocess.run(["sh", folder / "test.sh"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "a whole match of northgard, and no fault\n"), done.stderr


@pytest.mark.slow
@pytest.mark.usefixtures("commands")
def test_the_test_of_a_project_fails_for_a_bot_that_makes_faults(run, tmp_path):
    assert run("new-bot", "stdio-sh", tmp_path / "bot").code == 0
    (tmp_path / "bot" / "bot.sh").write_text("exit 0\n")
    done = subprocess.run(["sh", tmp_path / "bot" / "test.sh"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr


def test_a_folder_that_holds_something_is_left_alone(run, new_bot, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    assert run("new-bot", "go", tmp_path).err.startswith("lawspeaker: "), "it is told before the SDK is packed"
    done = new_bot("go", tmp_path)
    assert (done.code, done.err) == (2, f"lawspeaker: {tmp_path} is not empty; name a new or an empty folder\n")
    assert made(tmp_path).keys() == {"mine.txt"}


def test_an_empty_folder_is_filled_and_gives_the_bot_its_name(new_bot, tmp_path):
    folder = tmp_path / "eager"
    folder.mkdir()
    assert new_bot("python", folder).code == 0
    assert 'name = "eager"' in (folder / "bot.py").read_text()


def test_a_project_that_cannot_be_written_leaves_nothing(new_bot, tmp_path, monkeypatch):
    written = []

    def full(path, *_, **__):
        if len(written) == 2:
            raise OSError(28, "No space left on device", str(path))
        written.append(path)

    monkeypatch.setattr(Path, "write_bytes", full)
    monkeypatch.setattr(Path, "chmod", lambda *_: None)
    done = new_bot("go", tmp_path / "new")
    assert done.code == 2
    assert done.err.endswith("No space left on device\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("arguments", "why"), [
    (["pythn", "it"], "no starter in 'pythn' (did you mean 'python'?); there are python, go, rust,"),
    (["go", "it", "--name", ""], "'' cannot be a bot's name; it has 1 to 64 printable characters"),
    (["go", "it", "--name", "x" * 65], "cannot be a bot's name"),
    (["go", "it", "--name", "a\nb"], "cannot be a bot's name"),
    (["go", "it", "--game", "northgrad"], "did you mean 'northgard'?"),
    (["go", "it", "--sdk", "nowhere"], "there is no lawspeaker-[0-9]*.zip in nowhere; give the package of the SDK"),
    (["go", "it", "--search", "--sdk", "nowhere"], "there is no lawspeaker_bot-*.whl in nowhere; give the folder"),
    *((([language, "it", "--search"], f"--search is not for {language}, but for python, go, typescript; docs/"))
      for language in ("rust", "java", "cpp", "stdio-python")),
    (["stdio-sh", "it", "--sdk", "nowhere"], "this bot needs no SDK; leave --sdk out"),
])
def test_wrong_input_is_told_in_one_line_and_makes_nothing(run, tmp_path, monkeypatch, arguments, why):
    monkeypatch.chdir(tmp_path)
    done = run("new-bot", *arguments)
    assert done.code == 2
    assert why in done.err and done.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_without_a_checkout_the_package_of_the_sdk_must_be_named(run, packages, tmp_path, monkeypatch):
    monkeypatch.setattr(sdk, "CHECKOUT", tmp_path)
    done = run("new-bot", "rust", tmp_path / "it")
    assert done.err == ("lawspeaker: this command does not run from a checkout, so say where the SDK's package "
                        "lawspeaker-bot-*.crate is: --sdk FILE\n")
    done = run("new-bot", "go", tmp_path / "it", "--search")
    assert done.err == ("lawspeaker: this command does not run from a checkout, so say where the wheels of the engine "
                        "are: --sdk FOLDER\n")
    assert run("new-bot", "rust", tmp_path / "it", "--sdk", packages / f"lawspeaker-bot-{RELEASE}.crate").code == 0


def test_from_a_checkout_the_sdk_is_packed_and_a_failure_of_that_is_told(run, tmp_path, monkeypatch):
    monkeypatch.setattr(sdk, "CHECKOUT", tmp_path)
    folder = tmp_path / "clients/cpp"
    (folder / "build/package").mkdir(parents=True)
    packing = "package:\n\t@tar -C .. -czf build/package/lawspeaker-bot-1.tar.gz cpp/Makefile\n"
    (folder / "Makefile").write_text(packing)
    done = run("new-bot", "cpp", tmp_path / "it")
    assert done.code == 0
    files = made(tmp_path / "it")
    assert files.keys() >= {"bot.cpp", "sdk/Makefile"}
    packing, writing = done.err.splitlines()
    assert packing.startswith(f"new-bot: 1/2 packing the SDK with make -C {folder} package, which takes minutes")
    assert writing == f"new-bot: 2/2 writing {len(files)} files into {tmp_path / 'it'}"
    (folder / "Makefile").write_text("package:\n\t@echo no compiler here; exit 1\n")
    monkeypatch.setenv("MAKEFLAGS", "w")  # as make sets it for a make that another one starts
    done = run("new-bot", "cpp", tmp_path / "other")
    assert done.code == 2 and "cannot be packed: no compiler here" in done.err and not (tmp_path / "other").exists()


@pytest.mark.slow
def test_from_a_checkout_the_engine_is_packed_too(run, tmp_path):
    assert run("new-bot", "python", tmp_path / "it", "--search").code == 0
    wheels = {path.name.partition("-")[0]: path for path in (tmp_path / "it/sdk").glob("*.whl")}
    assert wheels.keys() == {"lawspeaker_bot", "lawspeaker_bots", "lawspeaker_engine"}
    assert "lawspeaker_bots/lookahead.py" in zipfile.ZipFile(wheels["lawspeaker_bots"]).namelist()


@pytest.mark.slow
def test_the_package_of_a_checkout_installs_where_nothing_else_is(run, tmp_path):
    assert run("new-bot", "python", tmp_path / "it", "--game", "northgard").code == 0
    wheel, = (tmp_path / "it/sdk").glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {"lawspeaker", "lawspeaker_bot"} <= {name.split("/")[0] for name in names}
    assert [name for name in names if name.endswith("LICENSE")]


@pytest.mark.parametrize(("name", "slug"), [
    ("eager", "eager-bot"), ("MyBot", "mybot"), ("Björn Ågård", "bjorn-agard"), ("fn", "fn-bot"),
    ("test", "test-bot"), ("7 wonders", "bot-7-wonders"), ("狼", "my-bot"), ("lawspeaker", "my-lawspeaker-bot"),
    ("a--b__c", "a-b-c"), ("../x", "x-bot"),
])
def test_a_name_becomes_one_that_every_package_manager_takes(name, slug):
    assert slug_of(name) == slug
