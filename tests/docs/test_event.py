"""The page event.md, followed from its beginning to its end with bots of two authors."""

from __future__ import annotations

import re
import subprocess
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

from measure.nginx import kept_port
from tests.docs.page import Checkout, blocks, changed, statements

pytestmark = pytest.mark.slow

BOT = """
from lawspeaker_bot import run
from lawspeaker_bot.random_bot import RandomBot
run(RandomBot())
"""


def shown(begins: str, nth: int = 0) -> str:
    """A block of the page by its first words."""
    return [each.text for each in blocks("docs/event.md") if each.first.startswith(begins)][nth]


@contextmanager
def authors(place: Checkout, address: str, tokens: list[str]):
    """Bots that are started again and again until a tournament tells them that they may go."""
    loop = shown("until")
    started = [subprocess.Popen(
        ["bash", "-c", changed(loop, {"cup.example:50051": address, "lsp_...": token, "sleep 10": "sleep 1"})],
        cwd=place.folder, env=place.environment, stderr=subprocess.DEVNULL) for token in tokens]
    try:
        yield
        assert [each.wait(60) for each in started] == [0, 0], "they were told that they may go"
    finally:
        for each in started:
            each.kill()
            each.wait()


def called(place: Checkout, begins: str) -> str:
    """Run the commands of a block, which start no processes, and return what they print."""
    return "".join(map(place.call, statements(shown(begins))))


def test_an_event_goes_from_the_first_letter_to_the_archive(tmp_path: Path):
    """With one round in place of two."""
    place = Checkout(tmp_path)
    (tmp_path / "my_bot.py").write_text(BOT, encoding="utf-8")
    with kept_port() as port, kept_port() as pages:
        address = f"127.0.0.1:{port}"
        (tmp_path / "spring-cup.toml").write_text(changed(shown("name ="), {
            "127.0.0.1:50051": address, "rounds = 2": "rounds = 1"}))
        tokens = re.findall(r"lsp_\S+", called(place, "lawspeaker tokens create"))
        assert len(tokens) == 2
        assert " passed, in" in place.run(shown("lawspeaker certify"))
        assert "missing" not in called(place, "lawspeaker tournament check")
        with authors(place, address, tokens):
            assert "complete: 3/3 matches" in place.run(shown("lawspeaker tournament run"))

        def look(found: re.Match[str]) -> None:
            with urllib.request.urlopen(found[1]) as page:
                assert "spring-cup" in page.read().decode()

        with authors(place, address, tokens):
            place.serve(changed(shown("lawspeaker tournament run", 1), {"127.0.0.1:8484": f"127.0.0.1:{pages}"}),
                        r"(http://\S+)", look, ends=True)
        assert "commitment" in called(place, "lawspeaker tournament status")
        match = re.findall(r"spring-cup/\S+", place.call("lawspeaker tournament matches spring-cup.toml"))[0]
        void, put_out, reinstate = re.findall(r"`(lawspeaker tournament (?:void|put-out|reinstate) [^`]*)`", (
            Path(__file__).parents[2] / "docs/event.md").read_text(encoding="utf-8"))
        place.call(changed(void, {"MATCH": f"'{match.rstrip(':')}'"}))
        place.call(put_out)
        place.call(reinstate)
        with authors(place, address, tokens):
            assert "complete: 6/6 matches" in place.run("lawspeaker tournament run spring-cup.toml")
    called(place, "lawspeaker tournament report")
    called(place, "lawspeaker tournament archive")
    said = called(place, "lawspeaker verify")
    assert "7 of 7 results are what the records give" in said
    assert "all dice derive from the secret" in said
