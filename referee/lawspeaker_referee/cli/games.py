"""`lawspeaker games`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any, Final

import click

from lawspeaker_engine.game import Game
from lawspeaker_engine.games import GAMES, find_game
from lawspeaker_engine.guide import Guide
from lawspeaker_engine.model import BadSetup, GameOption, Setup
from lawspeaker_engine.setups import make_setup, parse_options, spell
from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.options import KeyValue
from lawspeaker_referee.devtools.renaming.names import names_file

_FEW = 10
"""Options that are listed although no game was asked for."""
_WIDEST = 120


@click.command()
@click.argument("game", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
@click.option("--rules", is_flag=True, help="How GAME is played.")
@click.option("--cards", is_flag=True, help="The cards, tiles and other components of GAME, as tables.")
@click.option("--prompts", is_flag=True, help="Every prompt of GAME with its options and its default.")
@click.option("--other-names", is_flag=True,
              help="Other names for the things of GAME, as TOML for `lawspeaker-bot chat --names`.")
@click.option("--seed", metavar="TEXT", help="Invent other names than without it.")
@click.option("--players", type=int, metavar="N", help="For how many players a page is.  [default: the fewest]")
@click.option("--option", "options", type=KeyValue(), multiple=True,
              help="An option of GAME: a page tells what is played with it. Repeat it for more.")
def games(
    *, game: str | None, as_json: bool, seed: str | None, players: int | None, options: tuple[tuple[str, str], ...],
    **pages: bool,
) -> None:
    """List the games, or one GAME: editions, player counts and options.

    Without GAME the options of a game that has many are only counted. The pages of --rules, --cards and --prompts are
    Markdown; a terminal gets them formatted. They tell what is played with the options that are given, by default
    those of GAME.
    """
    page = _one_page(pages)
    if page == "other-names":
        if as_json or players is not None or options:
            raise WrongInput("--other-names is TOML, the same for all matches of a game; leave --json, --players and "
                             "--option out")
        click.echo(names_file(find_game(_named(game, page)), seed or ""), nl=False)
        return
    if seed is not None:
        raise WrongInput("--seed is for --other-names")
    if page is not None:
        _print_page(_page(game, page, players, dict(options), as_json=as_json))
        return
    if players is not None or options:
        raise WrongInput("--players and --option say for which match a page is; add --rules, --cards or --prompts")
    listed = list(GAMES.values()) if game is None else [find_game(game)]
    if as_json:
        click.echo(json.dumps({"games": [described(each) for each in listed]}, indent=2))
    else:
        width = min(get_terminal_size().columns, _WIDEST)
        click.echo("\n\n".join(as_text(each, width, whole=game is not None) for each in listed))


def _one_page(given: Mapping[str, bool]) -> str | None:
    """Return which page is asked for. Raises WrongInput for two."""
    pages = [name.replace("_", "-") for name, is_given in given.items() if is_given]
    if len(pages) > 1:
        raise WrongInput(f"--{pages[0]} and --{pages[1]} are two texts; give one of them")
    return pages[0] if pages else None


def _page(name: str | None, page: str, players: int | None, options: Mapping[str, str], *, as_json: bool) -> str:
    """Return a page of a game as Markdown. Raises WrongInput, and BadSetup for options that do not go together."""
    game = find_game(_named(name, page))
    if as_json:
        raise WrongInput(f"--{page} is Markdown; leave --json or --{page} out")
    guide = game.guide()
    if guide is None:
        raise WrongInput(f"there is nothing to read about {name}; lawspeaker games {name} lists its options")
    chosen = parse_options(game, options)
    setup = make_setup(game, players, chosen) if players is not None else _fewest(game, chosen)
    return _PAGES[page](guide, game, setup)


def _named(game: str | None, page: str) -> str:
    """Return the name of the one game that a page is about. Raises WrongInput if none was given."""
    if game is None:
        raise WrongInput(f"--{page} is about one game; name one of {', '.join(GAMES)}")
    return game


def _fewest(game: Game[Any], options: Mapping[str, bool | int | str]) -> Setup:
    """Return the setup of the fewest players with whom these options go. Raises BadSetup if they go with none."""
    for players in game.players:
        with suppress(BadSetup):
            setup = make_setup(game, players, options)
            game.setup(setup)
            return setup
    return make_setup(game, min(game.players), options)


_PAGES: Final[dict[str, Callable[[Guide, Game[Any], Setup], str]]] = {
    "rules": lambda guide, _game, setup: guide.rules(setup),
    "cards": lambda guide, game, setup: guide.cards(f"{game.title}: components", setup),
    "prompts": lambda guide, _game, setup: guide.prompts_page(setup),
}


def _print_page(text: str) -> None:
    """Print Markdown: formatted on a terminal, else as it is."""
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(text))
    else:
        click.echo(text.rstrip("\n"))


def described(game: Game[Any]) -> dict[str, Any]:
    """Return a game as plain data; the hash of the content is that of the default setup of the fewest players."""
    return {
        "name": game.name,
        "title": game.title,
        "version": game.version,
        "editions": list(game.editions),
        "players": list(game.players),
        "content_hash": game.content(make_setup(game, min(game.players))),
        "options": [
            {"name": option.name, "type": type(option.default).__name__, "default": option.default,
             "values": list(option.values), "doc": option.doc}
            for option in game.options
        ],
    }


def as_text(game: Game[Any], width: int, *, whole: bool) -> str:
    """Return a game as lines of at most `width` columns; a long list of options is given only if `whole` is set."""
    lines = [
        f"{game.name}: {game.title}, rules version {game.version}",
        f"  editions  {', '.join(game.editions)}",
        f"  players   {', '.join(map(str, game.players))}",
    ]
    if len(game.options) > _FEW and not whole:
        return "\n".join([*lines, f"  {len(game.options)} options: lawspeaker games {game.name}"])
    name_width = max((len(option.name) for option in game.options), default=0)
    for option in game.options:
        lines += _option_lines(option, name_width, width)
    return "\n".join(lines)


def _option_lines(option: GameOption, name_width: int, width: int) -> Iterator[str]:
    """Return what `play` takes, and under it what it means."""
    name = f"  --option {option.name:<{name_width}}  "
    # A space after each bar lets the list be broken there; it is taken out again.
    values = "| ".join(spell(value) for value in option.values)
    lines = wrap(f"{values} (default {spell(option.default)})", width - len(name), break_on_hyphens=False)
    for number, line in enumerate(lines):
        yield f"{name if number == 0 else ' ' * len(name)}{line.replace('| ', '|')}"
    indent = " " * 6
    yield from wrap(option.doc, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
