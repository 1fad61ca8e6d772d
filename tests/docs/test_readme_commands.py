"""All that README.md shows in fenced blocks is run, in order, as its reader would run it."""

from __future__ import annotations

import re
import urllib.request

import pytest

from tests.docs.page import ROOT, Block, blocks, session, statements, without_times

pytestmark = pytest.mark.slow

README = blocks("README.md")


def block(first: str) -> Block:
    """Return the block of README.md that begins with these words."""
    found, = (each for each in README if each.first.startswith(first))
    return found


def test_every_block_is_run_or_is_a_drawing_of_the_tree():
    known = ("make demo", "$ lawspeaker play", "328  seat 1", "from lawspeaker.",
             'lawspeaker play northgard --bot "cmd:', "lawspeaker tournament run", "lawspeaker tokens create",
             "proto/ ")
    assert [each.first for each in README if not each.first.startswith(known)] == []
    assert len(README) == len(known)


def test_a_match_prints_what_is_shown_and_verifies(checkout):
    for command, shown in session(block("$ lawspeaker play").text):
        assert without_times(checkout.run(command)).rstrip() == shown.rstrip()


def test_a_raid_is_told_as_it_is_shown(checkout):
    told = checkout.run("lawspeaker show records/clansmen.lsr")
    lines = [line for line in told.splitlines() if line.strip()]
    for line in block("328  seat 1").text.splitlines():
        beginning = line.strip().removesuffix("...").rstrip(" ,;")
        assert any(each.strip().startswith(beginning) for each in lines), line


def test_the_bot_plays(checkout):
    (checkout.folder / "eager.py").write_text(block("from lawspeaker.").text, encoding="utf-8")
    said = checkout.run(block('lawspeaker play northgard --bot "cmd:').text)
    assert re.search(r"seat 0  eager\.py|seat 0  \S*eager", said), said


def test_a_tournament_is_reported(checkout):
    checkout.run(block("lawspeaker tournament run").text)
    assert "<title>" in (checkout.folder / "cup.html").read_text(encoding="utf-8")


def test_a_ladder_shows_its_standings(checkout):
    create, serve = statements(block("lawspeaker tokens create").text)
    assert checkout.run(create).strip()
    # Ports of this machine may be taken: the system chooses others.
    serve = serve.replace("127.0.0.1:8080", "127.0.0.1:0") + " --listen 127.0.0.1:0"
    checkout.serve(serve, r'"url": "(http://[^"]+)"', lambda found: urllib.request.urlopen(found[1]).close())


def test_contributing_names_a_test_for_each_claim_of_the_readme_and_all_of_them_are_there():
    table = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"(?m)^\| (.+) \| `([\w/.-]+\.py)(?:::(\w+))?`", table)
    claims = {claim for claim, _, _ in rows}
    for claim, file, name in rows:
        text = (ROOT / file).read_text(encoding="utf-8")
        assert not name or f"def {name}(" in text, f"{claim}: {file} has no {name}"
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for promise in re.findall(r"(?m)^- \*\*(.+?)\.\*\*", readme):
        assert promise in claims, f"CONTRIBUTING.md names no test for: {promise}"
