"""Setups of matches: made from options, which may be text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lawspeaker_engine.game import Game
from lawspeaker_engine.model import BadSetup, Seat, Setup
from lawspeaker_engine.suggestions import did_you_mean

__all__ = ["make_setup", "make_setup_for", "manned", "parse_options"]

_MOST_LISTED = 10


def make_setup(game: Game[Any], players: int, options: Mapping[str, bool | int | str] | None = None) -> Setup:
    """Return a complete setup: given options over the defaults. Raises BadSetup with what would be right."""
    if players not in game.players:
        raise BadSetup(f"{game.name} is played by {_listed(game.players)} players, not {players!r}")
    players = next(each for each in game.players if each == players)  # one of numpy is no JSON
    if options and not isinstance(options, Mapping):
        raise BadSetup(f"options of {game.name} are names with values, not {options!r}")
    known = {option.name: option for option in game.options}
    chosen = {option.name: option.default for option in game.options}
    for name, value in (options or {}).items():
        if name not in known:
            more = f", ..., see lawspeaker games {game.name}" if len(known) > _MOST_LISTED else ""
            raise BadSetup(f"{game.name} has no option {name!r}{did_you_mean(name, known)}; "
                           f"it has {_listed(list(known)[:_MOST_LISTED])}{more}")
        values = known[name].values
        if not any(value == legal and type(value) is type(legal) for legal in values):
            raise BadSetup(f"option {name} of {game.name} cannot be {value!r}; it is one of {_listed(values)}")
        chosen[name] = value
    return Setup(players, chosen)


def manned(game: Game[Any], setup: Setup) -> tuple[Seat, ...]:
    """Return the seats that somebody plays, ascending: all but those that the rules play."""
    unmanned = game.unmanned(setup)
    return tuple(seat for seat in range(setup.players) if seat not in unmanned)


def make_setup_for(game: Game[Any], bots: int, options: Mapping[str, bool | int | str] | None = None) -> Setup:
    """Return the complete setup in which so many bots play, one a manned seat. Raises BadSetup."""
    for players in game.players:
        setup = make_setup(game, players, options)
        if len(manned(game, setup)) == bots:
            return setup
    try:
        return make_setup(game, bots, options)
    except BadSetup as error:
        raise BadSetup(f"{error}{_way_to_play(game, bots, options or {})}") from None


def _way_to_play(game: Game[Any], bots: int, options: Mapping[str, bool | int | str]) -> str:
    """Return in words the first option not given that lets so many play, as one by which rules play a seat; '' if none
    does.
    """
    for option in game.options:
        for value in () if option.name in options else option.values:
            for players in game.players:
                if len(manned(game, make_setup(game, players, {option.name: value}))) == bots:
                    return f"; {bots} can play with the option {option.name}={spell(value)}"
    return ""


def parse_options(game: Game[Any], texts: Mapping[str, str]) -> dict[str, bool | int | str]:
    """Return the values of options that are written as text; a text that spells no legal value stays a text."""
    known = {option.name: option for option in game.options}
    parsed: dict[str, bool | int | str] = {}
    for name, text in texts.items():
        legal = {spell(value): value for value in known[name].values} if name in known else {}
        parsed[name] = legal.get(text.lower(), text)
    return parsed


def spell(value: bool | int | str) -> str:  # noqa: FBT001 - any kind of option value
    """Return an option's value as it is written on a command line."""
    return str(value).lower()


def _listed(items: Sequence[Any] | Mapping[Any, Any]) -> str:
    return ", ".join(spell(item) for item in items) or "none"
