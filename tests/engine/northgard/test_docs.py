"""docs/northgard.md names every prompt and every option."""

from __future__ import annotations

import re
from pathlib import Path

from lawspeaker_engine.games.northgard.settings import OPTIONS
from lawspeaker_engine.games.northgard.text import QUESTIONS

PAGE = (Path(__file__).parents[3] / "docs" / "northgard.md").read_text()


def test_every_prompt_is_in_a_table_and_no_other():
    rows = re.findall(r"^\| (`[a-z_]+\.[a-z_]+`(?:, `[a-z_]+\.[a-z_]+`)*) \|", PAGE, re.MULTILINE)
    prompts = [prompt for row in rows for prompt in re.findall(r"`([a-z_.]+)`", row)]
    assert sorted(prompts) == sorted(QUESTIONS)


def test_every_option_of_editions_and_modules_is_named():
    base = {"years", "teams", "clans", "start_resource", "kaija_alone", "snake_over_impassable", "open_fame"}
    assert {option.name for option in OPTIONS} - base <= set(re.findall(r"`([a-z_]+)`", PAGE))
