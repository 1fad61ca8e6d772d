"""A stored game as text a person reads, from its messages alone: no engine is needed to read a record.

Where this very game with the same cards is at hand, its catalogue puts names beside numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableSequence, Sequence
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from typing import Any

from google.protobuf.message import Message

from lawspeaker.v1.match_pb2 import Act, GameSetup
from lawspeaker.v1.record_pb2 import RecordFooter, RecordHeader, RecordStep, Timing
from lawspeaker_bot.messages import unpack_options
from lawspeaker_engine.game import spell
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import CHANCE
from lawspeaker_referee.faults import fault_name

Names = Callable[[str, int], str]
"""Field of an option and its number -> the printed name, or ''."""

_PROMPT_WIDTH = 22
_MOST_DRAWN = 8
_FIRST_DRAWN = 6
_PERIODS = ("year", "season", "phase")


def names_of(header: RecordHeader) -> Names:
    """What the numbers in options mean, by the game's catalogue: field `card` counts through its `cards`.

    A field that no column is called after counts through the one that the catalogue's `NAMES` gives, if any.
    """
    game = GAMES.get(header.setup.game)
    if game is None or game.content_hash != header.setup.content_hash:
        return lambda _field, _number: ""
    columns = {
        column.name: [getattr(row, "name", "") for row in getattr(game.catalogue, column.name)]
        for column in fields(game.catalogue)  # type: ignore[arg-type] # every catalogue is a dataclass
    }

    named = getattr(game.catalogue, "NAMES", {})

    def name(field: str, number: int) -> str:
        known = columns.get(field) or columns.get(f"{field}s") or columns.get(named.get(field, "")) or []
        return known[number] if 0 <= number < len(known) else ""

    return name


def header_text(header: RecordHeader) -> str:
    """Who played what."""
    setup = header.setup
    title = GAMES[setup.game].title if setup.game in GAMES else setup.game
    lines = [f"{header.match_id}: {title}, {setup.players} players, rules version {setup.game_version}"]
    lines.append(f"  options     {_options_text(setup)}")
    for seat, who in enumerate(header.seats):
        sdk = f" ({who.sdk})" if who.sdk else ""
        lines.append(f"  seat {seat}      {who.bot or 'unknown'}{f' {who.version}' if who.version else ''}{sdk}")
    lines.append(f"  move time   {f'{header.move_time_ms / 1000:g} s' if header.move_time_ms else 'no limit'}")
    lines.append(f"  began       {moment(header.started_unix_ms)}")
    lines.append(f"  engine      {header.engine_version}, content {setup.content_hash}")
    lines.append(f"  commitment  {header.seed_commitment.hex()}")
    return "\n".join(lines)


def _options_text(setup: GameSetup) -> str:
    """The options that differ from the game's defaults; all of them where the game is not known."""
    game = GAMES.get(setup.game)
    defaults = {option.name: spell(option.default) for option in game.options} if game else {}
    told = [f"{option.name}={option.value}" for option in setup.options if option.value != defaults.get(option.name)]
    if len(told) == len(setup.options):
        return " ".join(told) or "none"
    return " ".join([*told, f"({'the others' if told else 'all'} as by default)"])


def step_lines(number: int, step: RecordStep, names: Names) -> Iterator[str]:
    """One line an act."""
    for index, act in enumerate(step.acts):
        timing = step.timing[index] if index < len(step.timing) else None
        who = "chance" if act.seat == CHANCE else f"seat {act.seat}"
        left = f"{number:>5}" if index == 0 else "     "
        source = f" from {act.stream}" if act.stream else ""
        yield f"{left}  {who}  {act.prompt:<{_PROMPT_WIDTH}}  {taken(act, names)}{source}{remarks(act, timing)}"


def taken(act: Act, names: Names) -> str:
    """The options taken, spelt out; of a long draw of chance the first ones and how many there are."""
    chosen = unpack_options(act.chosen)
    cut = act.seat == CHANCE and len(chosen) > _MOST_DRAWN
    told = [option_text(option, names) for option in (chosen[:_FIRST_DRAWN] if cut else chosen)]
    return ", ".join([*told, f"... {len(chosen)} in all"] if cut else told) or "nothing"


def option_text(option: Message, names: Names) -> str:
    """An option such as `PlayCard(card=7 Feast)`; empty lists are left out."""
    kind = option.DESCRIPTOR
    values = {field.name: getattr(option, field.name) for field in kind.fields}
    parts = [f"{field}={_value(field, value, names)}" for field, value in values.items()
             if value or not isinstance(value, MutableSequence)]
    return f"{kind.name}({', '.join(parts)})" if parts else kind.name


def _value(field: str, value: Any, names: Names) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return f"{value} {names(field, value)}".rstrip()
    if isinstance(value, str):
        return value
    if isinstance(value, Message):
        return option_text(value, names)
    return f"[{', '.join(_value(field, item, names) for item in value)}]"


def remarks(act: Act, timing: Timing | None) -> str:
    """Faults, refusals and the bot's own remark, if any."""
    found = [f"{fault_name(act.fault)}: the default was taken"] if act.fault else []
    if timing is not None:
        found += [f"{timing.rejections} refused before"] if timing.rejections else []
        found += [repr(timing.annotation)] if timing.annotation else []
    return f"  [{'; '.join(found)}]" if found else ""


def footer_text(footer: RecordFooter, header: RecordHeader) -> str:
    """How it ended."""
    outcome = footer.outcome
    lines = [f"over: {outcome.reason}, after {footer.steps} steps, {moment(footer.ended_unix_ms)}"]
    bots = [who.bot for who in header.seats]
    lines += standings(outcome.ranks, outcome.scores, bots)
    lines += [f"  seed        {footer.seed.hex()}", f"  digest      {footer.digest.hex()}"]
    return "\n".join(lines)


def standings(ranks: Sequence[int], scores: Sequence[int], bots: Sequence[str]) -> list[str]:
    """One line a seat, the best first; where several seats all share one place it has no number."""
    shared = len(ranks) > 1 and len(set(ranks)) == 1
    order = sorted(range(len(ranks)), key=lambda seat: (ranks[seat], seat))
    width = max(map(len, bots))
    places = [" = " if shared else f"{rank:>2}." for rank in ranks]
    return [f"  {places[seat]}  seat {seat}  {bots[seat]:<{width}}  {scores[seat]:>4}" for seat in order]


def moment(unix_ms: int) -> str:
    """A time of day that everybody understands."""
    return datetime.fromtimestamp(unix_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC") if unix_ms else "unknown"


def period_text(view: object, names: Names) -> str:
    """When in the game a view is, such as `year 2, season 3 Winter, phase actions`; '' if it has no such fields."""
    known = {field.name for field in fields(view)}  # type: ignore[arg-type] # every view is a dataclass
    return ", ".join(f"{name} {_value(name, getattr(view, name), names)}" for name in _PERIODS if name in known)


def view_lines(value: object, indent: str = "         ") -> Iterator[str]:
    """A view as indented lines: small parts on one line, tables of parts one line an entry."""
    for field in fields(value):  # type: ignore[arg-type] # a dataclass, or a part of one
        part = getattr(value, field.name)
        if is_dataclass(part):
            yield f"{indent}{field.name}:"
            yield from view_lines(part, indent + "  ")
        elif isinstance(part, list | tuple) and part and is_dataclass(part[0]):
            yield f"{indent}{field.name}:"
            yield from (f"{indent}  {index}: {_one_line(item)}" for index, item in enumerate(part))
        else:
            yield f"{indent}{field.name}: {_plain(part)}"


def _one_line(value: object) -> str:
    names = [field.name for field in fields(value)]  # type: ignore[arg-type] # a dataclass
    return " ".join(f"{name}={_plain(getattr(value, name))}" for name in names)


def _plain(value: object) -> str:
    if is_dataclass(value):
        return f"({_one_line(value)})"
    if isinstance(value, list | tuple):
        return f"[{' '.join(_plain(item) for item in value)}]"
    if isinstance(value, bool):
        return str(value).lower()
    return "none" if value is None else str(value)
