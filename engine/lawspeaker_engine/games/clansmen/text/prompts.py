"""The text of Clansmen: what its prompts and options say is in `prompts.toml`, what followed is told here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from lawspeaker_engine.games.clansmen import options
from lawspeaker_engine.games.clansmen.options import OPTION_TYPES
from lawspeaker_engine.games.clansmen.phases.events import EVENTS
from lawspeaker_engine.games.clansmen.state import STOCK
from lawspeaker_engine.games.clansmen.text.brief import make_brief
from lawspeaker_engine.games.clansmen.text.pieces import PIECES
from lawspeaker_engine.games.clansmen.text.story import news, standing
from lawspeaker_engine.games.clansmen.text.views import kind_name, said, season_name, stock_of, view_lines
from lawspeaker_engine.games.clansmen.view import View
from lawspeaker_engine.text import GameText, StoryText, amounts, counted
from lawspeaker_engine.text_rows import load_draws, load_options, load_prompts

PROMPTS_FILE: Final = Path(__file__).parent / "prompts.toml"
_PILES: Final = ("trade.want", "trade.give", "trade.counter_want", "trade.counter_give")
"""Prompts whose options are added up."""


def changes(before: View, after: View) -> Iterator[str]:
    """Yield who was weakened or died, and how a raid ended, with what it cost, in one line."""
    lost = _losses(before, after)
    raid = before.raid
    if raid is not None and after.raid is None:
        when = f"Raid, {season_name(before.season)} of year {before.year}"
        respect = [[f"{now.respect - was.respect} Respect"] * (now.respect != was.respect)
                   for was, now in zip(before.players, after.players, strict=True)]
        steps = after.counter - before.counter
        yield " ".join([
            f"{when}: {counted(len(raid.raiders), 'Raider')}, {len(raid.defeated)} beaten back.",
            *_by_seat("Gained", respect), *lost, *_by_seat("Plundered", _plunder(before, after)),
            *[f"The next raid comes {counted(steps, 'space')} nearer."] * (steps > 0),
        ])
    elif lost:
        yield " ".join([f"{_cause(before)}.", *lost])


def _losses(before: View, after: View) -> list[str]:
    """Return who was weakened, and who died; those who only moved, or became something else, are neither."""
    weakened, dead = [], []
    for was, player in zip(before.players, after.players, strict=True):
        now = {person.tile: person for person in player.people}
        died = [person for person in was.people if person.tile not in now] if len(now) < len(was.people) else []
        hurt = [person for person in was.people
                if not person.weakened and person.tile in now and now[person.tile].weakened]
        dead.append([f"{kind_name(person.kind)} on tile {person.tile}" for person in died])
        weakened.append([f"{kind_name(person.kind)} on tile {person.tile}" for person in hurt])
    return [*_by_seat("Weakened", weakened), *_by_seat("Died", dead)]


def _plunder(before: View, after: View) -> list[list[str]]:
    """Return by seat: what undefeated Raiders took."""
    taken = [[old - new for old, new in zip(stock_of(was), stock_of(now), strict=True)]
             for was, now in zip(before.players, after.players, strict=True)]
    return [[amounts(each, STOCK)] * any(each) for each in taken]


def _by_seat(what: str, rows: Sequence[Sequence[str]]) -> list[str]:
    """`Died: seat 0 (Farmer on tile 36, Warrior on tile 37); seat 2 (Farmer on tile 54).`; nothing if nobody did."""
    told = [f"seat {seat} ({', '.join(row)})" for seat, row in enumerate(rows) if row]
    return [f"{what}: {'; '.join(told)}."] * bool(told)


def _cause(view: View) -> str:
    """Return what people suffer from, in the phase of the view."""
    causes = {"feed": "Hunger", "winter": "Exposure", "event": EVENTS[view.event].name}
    return causes.get(view.phase, f"Losses in phase {view.phase}")


def _piles(taken: Sequence[options.Pile]) -> str:
    return amounts([sum(pile.amount for pile in taken if pile.resource == each) for each in range(len(STOCK))], STOCK)


def _make_text() -> GameText:
    lines, draws = load_options(PROMPTS_FILE, OPTION_TYPES, PIECES), load_draws(PROMPTS_FILE)
    first, again = draws["raid.die"], draws.pop("raid.die again")
    assert callable(first)
    assert callable(again)
    draws["raid.die"] = lambda stream: (again if "reroll" in stream else first)(stream)
    story = StoryText(draws, lines.told, dict.fromkeys(_PILES, _piles), standing, news)
    return GameText(load_prompts(PROMPTS_FILE), view_lines, lines.line, changes, story, lines.at_prompts,
                    make_brief(lines.brief), said=said)


TEXT: Final = _make_text()
