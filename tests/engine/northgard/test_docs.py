"""docs/northgard.md names every option."""

from __future__ import annotations

import re
from pathlib import Path

from lawspeaker_engine.games.northgard.settings import OPTIONS

PAGE = (Path(__file__).parents[3] / "docs" / "northgard.md").read_text()


def test_every_option_of_editions_and_modules_is_named():
    base = {"years", "teams", "clans", "start_resource", "kaija_alone", "snake_over_impassable", "open_fame"}
    assert {option.name for option in OPTIONS} - base <= set(re.findall(r"`([a-z_]+)`", PAGE))
