"""Positions as JSON lines: a heading with the game and its rules version, then a line for each position.

A file is read by the same rules version of its game only, like positions themselves.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from binascii import Error as BadBase64
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from lawspeaker_engine.games import GAMES, find_game
from lawspeaker_engine.model import BadSetup
from lawspeaker_engine.position import BadPosition, load
from lawspeaker_engine.suggestions import did_you_mean
from lawspeaker_referee.config.user_files import read_bytes
from lawspeaker_referee.devtools.skills.choosing import SkillPosition
from lawspeaker_referee.devtools.skills.labels import SKILLS

FORMAT: Final = 1
SUFFIX: Final = ".jsonl"
AGAIN: Final = "make positions anew with `lawspeaker positions RECORDS --out FILE`"


class BadPositions(ValueError):
    """A file with positions that cannot be used; one line that says what to do."""


def dumped(game: str, positions: Iterable[SkillPosition]) -> str:
    """Return positions of a game as the text of a file."""
    heading = {"entry": "positions", "format": FORMAT, "game": game, "game_version": GAMES[game].version}
    lines = [heading, *({
        "skill": each.skill, "seat": each.seat, "prompt": each.prompt, "answers": each.answers, "values": each.values,
        "lead": each.lead, "error": each.error, "position": b64encode(each.position).decode(),
    } for each in positions)]
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


def coming_along() -> dict[str, Path]:
    """Return the files that come with the referee, by game."""
    folder = Path(str(files(__package__)))
    return {path.stem: path for path in sorted(folder.glob(f"*{SUFFIX}"))}


def positions_named(name: str) -> list[SkillPosition]:
    """Return the positions of a file, or those that come with the referee for a game of this name.

    Raises BadPositions, and OSError if the file cannot be read.
    """
    along = coming_along()
    if name in along:
        return read_positions(along[name])
    if not Path(name).exists():
        raise BadPositions(f"there is no file {name}{did_you_mean(name, along)}; positions come with the referee for "
                           f"{', '.join(along)}")
    return read_positions(Path(name))


def read_positions(path: Path) -> list[SkillPosition]:
    """Return the positions of a file. Raises BadPositions, and OSError if it cannot be read."""
    name, version, found = _parsed(path)
    try:
        game = find_game(name)
    except BadSetup as error:
        raise BadPositions(f"{path}: {error}") from None
    if version != game.version:
        raise BadPositions(f"{path} has positions of {name} with rules version {version}, and here is version "
                           f"{game.version}; {AGAIN}")
    for number, each in enumerate(found, 1):
        if (problem := _problem(each)) is not None:
            raise BadPositions(f"{path}, position {number}: {problem}; {AGAIN}")
    return found


def _parsed(path: Path) -> tuple[str, int, list[SkillPosition]]:
    """Return the game, the rules version and the positions of a file. Raises BadPositions."""
    try:
        heading, *lines = [json.loads(line) for line in read_bytes(path).splitlines()]
        if (heading["entry"], heading["format"]) == ("positions", FORMAT):
            name = str(heading["game"])
            return name, int(heading["game_version"]), [_position(name, line) for line in lines]
    except (ValueError, KeyError, TypeError):
        pass
    raise BadPositions(f"{path} is no file of positions, or one of another version; {AGAIN}")


def _position(game: str, line: dict[str, Any]) -> SkillPosition:
    try:
        data = b64decode(line["position"], validate=True)
    except BadBase64:
        raise ValueError("no base64") from None
    return SkillPosition(game, line["skill"], line["seat"], line["prompt"], data,
                         tuple(tuple(picks) for picks in line["answers"]), tuple(line["values"]), line["lead"],
                         line["error"])


def _problem(each: SkillPosition) -> str | None:
    """Return what is wrong with a position; None if the rules still ask what they asked."""
    try:
        position = load(each.position)
        asked = [decision for decision in position.decisions if decision.seat == each.seat]
    except BadPosition as error:
        return str(error)
    if each.skill not in SKILLS or len(each.answers) != len(each.values):
        return "its line is damaged"
    if position.game.name != each.game or [decision.prompt for decision in asked] != [each.prompt]:
        return f"the rules do not ask seat {each.seat} {each.prompt} any more"
    most = max(map(max, filter(None, each.answers)), default=-1)
    return None if most < len(asked[0].options) else "the rules give it fewer options"


def counts(positions: Sequence[SkillPosition]) -> str:
    """Return in words how many positions each skill has."""
    return ", ".join(f"{sum(each.skill == skill for each in positions)} {skill}" for skill in SKILLS)
