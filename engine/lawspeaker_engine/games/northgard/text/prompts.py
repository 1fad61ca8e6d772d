"""The text of Northgard: what its prompts and options say is in `prompts.toml`, what followed is told here."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from lawspeaker_engine.games.northgard.clans import CLANS
from lawspeaker_engine.games.northgard.options import OPTION_TYPES, PlaceTile
from lawspeaker_engine.games.northgard.state import RESERVE
from lawspeaker_engine.games.northgard.text.brief import make_brief
from lawspeaker_engine.games.northgard.text.drawings import drawn_tile
from lawspeaker_engine.games.northgard.text.module_text import ModuleTexts
from lawspeaker_engine.games.northgard.text.pieces import PIECES, figures
from lawspeaker_engine.games.northgard.text.story import standing
from lawspeaker_engine.games.northgard.text.views import view_lines
from lawspeaker_engine.games.northgard.view import CombatView, View
from lawspeaker_engine.text import GameText, StoryText
from lawspeaker_engine.text_rows import Pieces, load_draws, load_options, load_prompts

PROMPTS_FILE: Final = Path(__file__).parent / "prompts.toml"


def _changes(words: ModuleTexts, before: View, after: View) -> Iterator[str]:
    """Yield who lost figures, who holds a territory after a combat, and what modules tell."""
    combat = before.combat
    where = f" in territory {combat.territory}" if combat else ""
    for was, player in zip(before.players, after.players, strict=True):
        kaija = before.kaija >= 0 and after.kaija == RESERVE and _owns_kaija(player.clan)
        units = player.reserve - was.reserve
        if units > 0 or kaija:
            yield f"Seat {was.seat} loses {figures(max(units, 0), kaija=kaija)}{where}"
    if combat and after.combat is None:
        owner = after.board.owner[after.layout.territory.index(combat.territory)]
        points = f"{combat.attacker_points} to {combat.defender_points} points"
        ends = {combat.attacker: f"takes it from seat {combat.defender}",
                combat.defender: f"holds it against seat {combat.attacker}"}
        result = f"seat {owner} {ends[owner]}" if owner in ends else "nobody is left"
        if combat.creature:
            result = _against_creature(words, combat, before, after)
        yield f"Combat{where}, {points}: {result}"
    yield from words.changes(before, after)


def _against_creature(words: ModuleTexts, combat: CombatView, before: View, after: View) -> str:
    name = words.fighter(combat.creature, before)
    line = after.creatures.line if after.creatures is not None else ()
    beaten = not any((each.number, each.territory) == (combat.creature, combat.territory) for each in line)
    return f"seat {combat.attacker} beats {name}" if beaten else f"{name} stays"


def _owns_kaija(clan: int) -> bool:
    return clan >= 0 and "bear" in (CLANS[clan].id, CLANS[clan].base)


def make_text(words: ModuleTexts, effects: Pieces) -> GameText:
    """Return the text of the game, with what modules say; `effects` are the pieces of effects that can be chosen."""
    lines = load_options(PROMPTS_FILE, OPTION_TYPES, {**PIECES, **words.pieces, **effects})
    story = StoryText(
        load_draws(PROMPTS_FILE), lines.told, standing=partial(standing, words), unanswered=words.unanswered)
    return GameText(
        load_prompts(PROMPTS_FILE), partial(view_lines, words), lines.line, partial(_changes, words), story,
        lines.at_prompts, make_brief(words, lines.brief), {PlaceTile: drawn_tile},
    )
