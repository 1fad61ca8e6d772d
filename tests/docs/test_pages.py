"""Each fenced block of the pages has a test, what cannot run is read, and no page names a command that is not there."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest
from google.protobuf.json_format import Parse

from lawspeaker.v1 import watch_service_pb2
from lawspeaker_bot import __main__ as bridge
from lawspeaker_bot.json_lines import answer_of
from lawspeaker_referee.cli import lawspeaker
from lawspeaker_referee.config.fault_policies import parse_policy
from lawspeaker_referee.config.tournament import parse_config, read_config
from measure.__main__ import command as measure_command
from tests.docs.accounts import ACCOUNTS
from tests.docs.page import ROOT, Block, blocks

HERE = "tests/docs/test_page_commands.py"
PAGES = sorted(path.name for path in (ROOT / "docs").glob("*.md"))
READMES = ["README.md", *(f"clients/{name}/README.md" for name in ("cpp", "go", "java", "python", "rust", "typescript",
                                                                    "stdio", "transcripts"))]
EXAMPLES = [f"docs/examples/{name}/README.md" for name in ("chess", "openspiel", "tinygame")]
SHELL = {"", "sh"}
SCRIPT = re.compile(r"(?:\S*python3? )?((?:\.ci|docs)/[\w/.-]+\.py)\b(.*)")
MEASURE = re.compile(r"python -m measure(?:\.(\w+))?\b(.*)")
OTHERS = {"apt-get", "bash", "bot", "buildah", "cargo", "cmake", "curl", "dask", "docker", "git", "gpg", "grpcurl",
          "haproxy", "kubectl", "mypy", "npm", "nginx", "openssl", "pip", "promtool", "protoc", "python", "scp", "sed",
          "sqlite3"}
"""Programs of others, whose options are not looked up."""
OF_OTHERS = {
    "--volumes": "docker compose down", "--prune": "buildah rmi", "--detach-sign": "gpg", "--line-buffered": "grep",
    "--local-directory": "dask worker", "--build-arg": "docker build", "--offline": "cargo and npm",
    "--limit": "inspect eval", "--max-samples": "inspect eval", "--max-connections": "inspect eval",
    "--token-limit": "inspect eval", "--time-limit": "inspect eval",
}
"""Options that pages name alone, and the program that has them."""


def code(page: str) -> tuple[list[Block], str]:
    """The fenced blocks of a page, and the text between them."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return blocks(page), re.sub(r"(?ms)^ *```\w*\n.*?^ *```$", "", text)


def accounts() -> Iterator[tuple[str, Block, str]]:
    """Each block of docs/*.md with what becomes of it."""
    for name, rows in ACCOUNTS.items():
        for block, (_, account) in zip(blocks(f"docs/{name}"), rows, strict=True):
            yield name, block, account


def first_levels() -> set[str]:
    """The pages of docs/ that docs/README.md links to."""
    return set(re.findall(r"\]\(([\w-]+\.md)", (ROOT / "docs/README.md").read_text(encoding="utf-8")))


def test_the_pages_that_sources_name_are_there():
    named = {(each, page) for folder in ("referee", "engine", "bots") for each in (ROOT / folder).rglob("*.py")
             for page in re.findall(r"docs/[\w/-]+\.md", each.read_text(encoding="utf-8"))}
    assert len({page for _, page in named}) > 10
    assert [each for each in sorted(named) if not (ROOT / each[1]).is_file()] == []


def test_docs_readme_leads_to_all_pages():
    assert first_levels() | {"README.md"} == set(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_every_block_has_an_account(name):
    """A block that is new needs a line in accounts.py, and a test that runs it."""
    told = ACCOUNTS.get(name, ())
    assert [block.first for block in blocks(f"docs/{name}")][len(told):] == []
    for block, (first, _) in zip(blocks(f"docs/{name}"), told, strict=True):
        assert block.first.startswith(first)


def test_every_account_names_a_test_that_is_there_and_uses_the_page():
    ours = (ROOT / HERE).read_text(encoding="utf-8")
    for name, block, account in accounts():
        file, _, test = account.rpartition("::")
        if account.startswith(("parsed: ", "drawing: ")):
            for path in re.findall(r"tests/[\w/]+\.py", account):
                assert (ROOT / path).is_file(), account
            continue
        text = (ROOT / file).read_text(encoding="utf-8") if file else ours
        body = re.search(rf"(?ms)^def {test}\(.*?(?=^\S|\Z)(?!^\))", text)
        assert body, f"{name}, {block.first}: there is no {account}"
        assert name in text, f"{name}, {block.first}: {account} does not name the page"


def test_what_is_not_run_is_parsed_by_a_shell():
    for name, block, account in accounts():
        if account.startswith("parsed") and block.language in SHELL:
            done = subprocess.run(["bash", "-n"], input=block.text, capture_output=True, text=True, check=False)
            assert done.returncode == 0, f"{name}: {done.stderr}"


# --- commands and options that are named anywhere, in blocks or between them ---


def commands_of(page: str) -> Iterator[str]:
    """Each command of a page, in blocks and in code between them."""
    fenced, between = code(page)
    for block in fenced:
        if block.language in SHELL:
            yield from commands_in(block.text.replace("\\\n", " ").splitlines())
    yield from commands_in(re.findall(r"`([^`\n]+)`", between))


def commands_in(lines: list[str]) -> Iterator[str]:
    """Each command of these lines, without variables before it and comments behind."""
    for text in lines:
        words = re.sub(r"\s+# .*|^\s*# .*", "", text).strip().removeprefix("$ ")
        for part in re.split(r"&& |\| |; ", words):
            yield re.sub(r"^(?:[A-Z_]+=\S* )*", "", part.strip()).removeprefix(".venv/bin/")


@cache
def options_of(command: click.Command) -> set[str]:
    return {option for each in command.params for option in (*each.opts, *each.secondary_opts)} | {"--help", "-h"}


def all_options(command: click.Command) -> Iterator[str]:
    yield from options_of(command)
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            each = command.get_command(context, name)
            assert each is not None
            yield from all_options(each)


def found_in(path: str) -> set[str]:
    """The options that a script adds to its parser."""
    text = (ROOT / path).read_text(encoding="utf-8")
    return set(re.findall(r'add_argument\(\s*"(--[a-z][a-z-]*)"', text)) | {"--help"}


def named(words: str) -> list[str]:
    """The options in a command line; one within quotes belongs to another command."""
    return re.findall(r"(?<![\w-])(--[a-z][a-z-]*)(?![\w-]|\.\.\.)", re.sub(r'"[^"]*"|\'[^\']*\'', "", words))


def targets(folder: str) -> set[str]:
    """The targets of the Makefile in a folder."""
    file = ROOT / folder / "Makefile"
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    return {name for names in re.findall(r"(?m)^([a-z][\w -]*):(?!=)", text) for name in names.split()}


def why_unknown(words: str, page: str = "README.md") -> str:
    """Say what a command names that is not there; nothing if all is."""
    program, _, rest = words.partition(" ")
    if program == "lawspeaker" and re.match("[a-z]", rest):
        command: click.Command = lawspeaker
        left = rest.split()
        while isinstance(command, click.Group) and left and not left[0].startswith("-"):
            inner = command.get_command(click.Context(command), left[0])
            if inner is None:
                return f"no command {left[0]}"
            command = inner
            del left[0]
        unknown = set(named(" ".join(left))) - options_of(command)
    elif program == "lawspeaker-bot":
        unknown = set(named(rest)) - found_in("clients/python/src/lawspeaker_bot/__main__.py")
    elif script := SCRIPT.match(words):
        if not (ROOT / script[1]).is_file():
            return f"no script {script[1]}"
        unknown = set(named(script[2])) - found_in(script[1])
    elif measuring := MEASURE.match(words):
        if measuring[1] and not (ROOT / f"measure/{measuring[1]}.py").is_file():
            return f"no module measure.{measuring[1]}"
        known = found_in(f"measure/{measuring[1]}.py") if measuring[1] else options_of(measure_command)
        unknown = set(named(measuring[2])) - known
    elif program == "make":
        folder = re.match(r"-C (\S+) ", rest)
        there = targets(folder[1] if folder else "") | (set() if folder else targets(str(Path(page).parent)))
        rest = rest.removeprefix(folder[0] if folder else "")
        unknown = {word for word in rest.split() if re.fullmatch("[a-z][a-z-]+", word)} - there
    elif program.startswith("--"):
        known = {*all_options(lawspeaker), *found_in("clients/python/src/lawspeaker_bot/__main__.py"), *OF_OTHERS,
                 *options_of(measure_command),
                 *(option for path in ("measure/compare.py", "measure/search_arena.py", "measure/places.py",
                                       "docs/examples/tune.py")
                   for option in found_in(path))}
        unknown = set(named(words)) - known
    else:
        return ""
    return f"no {', '.join(sorted(unknown))}" if unknown else ""


@pytest.mark.parametrize("page", [*READMES, *EXAMPLES, "CONTRIBUTING.md", *(f"docs/{name}" for name in PAGES)])
def test_every_command_and_every_option_is_one_that_there_is(page):
    assert [f"{words}: {why}" for words in commands_of(page) if (why := why_unknown(words, page))] == []


def test_the_table_of_commands_has_them_all():
    table = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Commands\n")[2].partition("\n## ")[0]
    rows = re.findall(r"(?m)^\| (`lawspeaker .*?) \| ", table)
    told = {name for row in rows for name in re.findall(r"`lawspeaker ([a-z-]+)", row)}
    assert told == set(lawspeaker.list_commands(click.Context(lawspeaker)))
    assert isinstance(tournaments := lawspeaker.get_command(click.Context(lawspeaker), "tournament"), click.Group)
    row, = re.findall(r"(?m)^\| `lawspeaker tournament run FILE` .*", table)
    told = set(re.findall(r"`([a-z-]+)`", row)) | {"run", "verify"}
    assert told == set(tournaments.list_commands(click.Context(tournaments)))


def test_the_programs_of_what_is_not_run_are_ours_or_known(tmp_path, monkeypatch):
    """A slip in the name of a program, or in a value of ours, is seen where nothing runs it."""
    monkeypatch.chdir(tmp_path)
    for file in ("cup.toml", "paper.toml"):
        Path(file).touch()
    Path("docs").symlink_to(ROOT / "docs")
    known = {*OTHERS, "lawspeaker", "lawspeaker-bot", "make", "cd", "chmod", "kill"}
    for name, each, account in accounts():
        if account.startswith("parsed") and each.language in SHELL:
            for words in commands_in(each.text.replace("\\\n", " ").splitlines()):
                assert not words or words.split()[0] in known or SCRIPT.match(words), f"{name}: {words}"
                if words.startswith("lawspeaker "):
                    understood(words)


def understood(words: str) -> None:
    """Click takes a command with all of its values; those of the shell's prompt, such as `...`, are left out."""
    left = [word for word in shlex.split(words)[1:] if word != "..."]
    command: click.Command = lawspeaker
    context = click.Context(lawspeaker)
    while isinstance(command, click.Group):
        inner = command.get_command(context, left.pop(0))
        assert inner is not None
        command = inner
    command.make_context("", left, parent=context)


# --- configuration, calls and usage ---


def block(name: str, first: str) -> str:
    """The text of a block of docs/."""
    found, = (each.text for each in blocks(f"docs/{name}") if each.first.startswith(first))
    return found


TERMS = {"name": "cup", "game": "northgard", "players": 2, "format": {"kind": "seed-blocks"}}


def test_configuration_is_read():
    """clocks-and-faults.md, ratings.md, tournaments.md, text.md, chess and the files of docs/examples show it."""
    faults = tomllib.loads(block("clocks-and-faults.md", "[faults]"))["faults"]
    assert parse_policy(faults).disqualify_after == 3
    handicap = tomllib.loads(block("clocks-and-faults.md", "[[bots]]"))["bots"]
    handicap.append({"name": "weak", "spec": "random"})
    assert [*parse_config(TERMS | {"bots": handicap}, "clocks-and-faults.md").own_clocks] == ["strong"]
    parse_policy(tomllib.loads(block("examples/chess/README.md", "[faults]"))["faults"])
    stop = tomllib.loads(block("ratings.md", "[stop]"))
    bots = [{"name": name, "spec": "random"} for name in ("mine-1", "mine-2")]
    assert parse_config(TERMS | stop | {"bots": bots}, "ratings.md").stop is not None
    versions = tomllib.loads(block("tournaments.md", "[[bots]]"))
    assert len(parse_config(TERMS | versions, "tournaments.md").bots) == 2
    server = json.loads(block("text.md", '{"mcpServers"'))["mcpServers"]["lawspeaker"]
    assert why_unknown(shlex.join([server["command"], *server["args"]])) == ""
    for example in (ROOT / "docs/examples").glob("*.toml"):
        assert read_config(example).name == example.stem


def test_calls_of_protocol_md_are_there():
    service = watch_service_pb2.DESCRIPTOR.services_by_name["WatchService"]
    calls = re.findall(r"grpcurl -plaintext (?:-d '(.*)' )?\S+ lawspeaker\.v1\.WatchService/(\w+)",
                       block("protocol.md", "grpcurl"))
    assert len(calls) == 2
    for given, method in calls:
        kind = service.methods_by_name[method].input_type
        Parse(given or "{}", getattr(watch_service_pb2, kind.name)())


def test_hashes_of_record_md_are_those_beside_them():
    lines = block("record.md", "from hashlib").splitlines()
    names: dict[str, object] = {}
    exec("\n".join(lines[:2]), names)
    told = [line.rpartition("# ") for line in lines[2:]]
    assert [eval(line, names)[:8] for line, _, _ in told] == [words[:8] for _, _, words in told]


def test_the_usage_of_the_bridge_is_the_one_that_it_prints(capsys):
    with pytest.raises(SystemExit):
        bridge.main(["stdio", "--help"])
    told = set(re.findall(r"^  (--[a-z-]+)", capsys.readouterr().out, re.MULTILINE))
    assert set(named(block("stdio.md", "lawspeaker-bot stdio ["))) == told


def test_the_long_answer_of_stdio_md_is_understood():
    assert answer_of(block("stdio.md", '{"answer"').encode()).annotation == "a remark for the record"
