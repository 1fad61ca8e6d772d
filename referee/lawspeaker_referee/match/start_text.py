"""The text of a match's start, for language models: how the game is played, and all that decisions do not repeat.

It is made of the game, the setup and the seats, never of a state, so there is nothing to hide. The names of bots are
not in it: they are words of strangers, which a model that reads them here would take for the referee's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Seat, Setup
from lawspeaker_engine.setups import spell
from lawspeaker_referee.codec.game_codec import GameCodec

_IDS: Final = re.compile(r" ?\((?:[A-Z]+(?:[-.][A-Z0-9*]+)+(?:\.\.\d+)?(?:, )?)+\)")
"""The ids of rules behind a sentence, also `UH-ALT-01..11`, `NGP-*` and `SG.5`: they mean nothing to a player."""
_MARKUP: Final = re.compile(r"\*+(?=\w)|(?<=[\w.])\*+|(?<=\n)- ")
"""Stars round words and the beginnings of list items."""
_KEPT: Final = 32
"""Setups whose paragraphs are kept."""


def start_text(codec: GameCodec, setup: Setup, seat: Seat, taken: Sequence[bool]) -> str:
    """Return the text of a match's start for a seat; `taken` says by seat whether there is a player. Its last paragraph
    alone differs between matches of the same setup.
    """
    others = ", ".join(f"seat {number} is {'another player' if there else 'nobody'}"
                       for number, there in enumerate(taken) if number != seat)
    return f"{_of_setup(codec, setup.players, tuple(setup.options.items()))}\nYou are seat {seat}; {others}.\n"


@lru_cache(_KEPT)
def _of_setup(codec: GameCodec, players: int, options: tuple[tuple[str, bool | int | str], ...]) -> str:
    """Return the paragraphs that are the same for all matches of a setup."""
    return "".join(f"{line}\n" for line in _lines(codec.game, Setup(players, dict(options))))


def _lines(game: Game[Any], setup: Setup) -> Iterator[str]:
    yield f"You play {game.title}, with {setup.players} players. Choose by the numbers of options."
    guide, brief = game.guide(), game.text.brief if game.text is not None else None
    if guide is not None:
        yield from ("", _MARKUP.sub("", _IDS.sub("", guide.rules(setup, page=False))).strip())
    if guide is not None and brief is not None:
        for table in guide.tables(setup):
            yield from ("", f"## {table.title}", *table.brief)
    if brief is not None:
        yield from ("", "## How decisions are told", *brief.notes(setup))
    changed = [option for option in game.options if setup.options[option.name] != option.default]
    yield from ("", f"## Options that are not as usual{'' if changed else ': none'}")
    for option in changed:
        yield f"{option.name}={spell(setup.options[option.name])}: {_IDS.sub('', option.doc)}"
