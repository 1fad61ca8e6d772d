"""The text of Pax Viking: what is asked and taken is told by `prompts.toml`, what followed by `story.py`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from lawspeaker_engine.games.pax_viking.options import OPTION_TYPES
from lawspeaker_engine.games.pax_viking.text.brief import make_brief
from lawspeaker_engine.games.pax_viking.text.pieces import PIECES
from lawspeaker_engine.games.pax_viking.text.story import changes, news, standing
from lawspeaker_engine.games.pax_viking.text.views import said, view_lines
from lawspeaker_engine.text import GameText, StoryText
from lawspeaker_engine.text_rows import load_draws, load_options, load_prompts

_FILE: Final = Path(__file__).parent / "prompts.toml"
PROMPTS: Final = load_prompts(_FILE)
_LINES: Final = load_options(_FILE, OPTION_TYPES, PIECES)
TEXT: Final = GameText(
    PROMPTS, view_lines, _LINES.line, changes,
    StoryText(load_draws(_FILE), _LINES.told, standing=standing, news=news), _LINES.at_prompts,
    make_brief(_LINES.brief), said=said,
)
