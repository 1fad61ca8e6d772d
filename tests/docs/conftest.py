"""A folder in which the first commands of README.md have been run, whose records all pages use."""

from __future__ import annotations

import urllib.request

import pytest

from tests.docs.page import Checkout, blocks, statements


@pytest.fixture(scope="session")
def checkout(tmp_path_factory):
    """Return a folder with a record of each game and the tournament `four-bots`, both in records/."""
    made = Checkout(tmp_path_factory.mktemp("checkout"))
    first, = (each for each in blocks("README.md") if each.first.startswith("make demo"))
    demo, tournament, watch = statements(first.text)
    said = made.run(demo)
    assert said.count("\nok ") + said.startswith("ok ") == 3, said
    made.run(tournament)
    made.serve(watch, r"(http://\S+)", lambda found: urllib.request.urlopen(found[1]).close())
    return made
