"""`lawspeaker games`."""

from __future__ import annotations

import json
from typing import Any

import click

from lawspeaker_engine.game import Game, spell
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import GameOption


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
def games(*, as_json: bool) -> None:
    """List the games, their editions, player counts and options."""
    if as_json:
        click.echo(json.dumps({"games": [described(game) for game in GAMES.values()]}, indent=2))
    else:
        click.echo("\n\n".join(as_text(game) for game in GAMES.values()))


def described(game: Game[Any]) -> dict[str, Any]:
    """A game as plain data."""
    return {
        "name": game.name,
        "title": game.title,
        "version": game.version,
        "editions": list(game.editions),
        "players": list(game.players),
        "content_hash": game.content_hash,
        "options": [
            {"name": option.name, "type": type(option.default).__name__, "default": option.default,
             "values": list(option.values), "doc": option.doc}
            for option in game.options
        ],
    }


def as_text(game: Game[Any]) -> str:
    """A game as a few lines."""
    lines = [
        f"{game.name}: {game.title}, rules version {game.version}",
        f"  editions  {', '.join(game.editions)}",
        f"  players   {', '.join(map(str, game.players))}",
    ]
    lines += [_option_line(option, max(len(other.name) for other in game.options)) for option in game.options]
    return "\n".join(lines)


def _option_line(option: GameOption, width: int) -> str:
    values = "|".join(spell(value) for value in option.values)
    return f"  --option {option.name:<{width}}  {values} (default {spell(option.default)}): {option.doc}"
