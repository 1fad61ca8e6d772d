"""The sizes of observations, whose shape stays the same from the first step to the last."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from math import ceil, floor, inf
from pathlib import Path
from random import Random
from typing import Any, Final

from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.game import MOST_OPTIONS, Game
from lawspeaker_engine.games import find_game
from lawspeaker_engine.model import BadSetup, Chance, Decision, Picks, Setup
from lawspeaker_engine.playing import check
from lawspeaker_engine.setups import make_setup

FOLDER: Final = Path(__file__).parent / "content"
"""A file a game; `python -m lawspeaker_referee.devtools.gym` writes them."""


class OutOfBounds(ValueError):
    """A value with more parts than its row has numbers for, or a text without a number; the message says which."""


class UnknownText(OutOfBounds):
    """A text without a number, which no wider sizes have."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The capacity of the observations of one game with one number of players.

    A path is a type's field, such as `view.players.hand`, or of an option `option.Reorganize.cards`.
    """

    options: int
    """The most options of a decision; the action after the last one ends an answer."""
    lengths: Mapping[str, int]
    """By path: the most entries of a list."""
    words: Mapping[str, tuple[str, ...]]
    """By path: the known texts, which become numbers from 1; `prompt` has those of all questions."""
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """By path: the least and the largest value of a number, as far as it is known; a larger one is shown as that."""

    def widened(self, times: float) -> Sizes:
        """Return the sizes with so many times the capacity for options and in all lists, and as wide ranges.

        Raises ValueError unless there is more than nothing.
        """
        if not 0 < times < inf:
            raise ValueError(f"sizes cannot be widened {times} times; it is a number above 0")
        return replace(
            self, options=round(self.options * times),
            lengths={path: round(length * times) for path, length in self.lengths.items()},
            ranges={path: (low, round(high * times)) for path, (low, high) in self.ranges.items()},
        )

    def with_room_of(self, other: Sizes) -> Sizes:
        """Return sizes in which all has room that has room in one of the two."""
        words = {path: {*self.words.get(path, ()), *other.words.get(path, ())}
                 for path in {**self.words, **other.words}}
        ranges = dict(self.ranges)
        for path, (low, high) in other.ranges.items():
            least, largest = ranges.get(path, (low, high))
            ranges[path] = min(least, low), max(largest, high)
        lengths = {path: max(self.lengths.get(path, 0), other.lengths.get(path, 0))
                   for path in {**self.lengths, **other.lengths}}
        return Sizes(max(self.options, other.options), lengths,
                     {path: tuple(sorted(texts)) for path, texts in words.items()}, ranges)


@cache
def declared(game: str) -> Mapping[str, Any] | None:
    """Return the file of a game as tables; None if it has none."""
    path = FOLDER / f"{game}.toml"
    return tomllib.loads(path.read_text()) if path.exists() else None


def sizes_of(game: str, players: int) -> Sizes | None:
    """Return the sizes that are declared for a game with any options; None for a game without a file.

    Raises BadSetup for a number of players with which it is not played.
    """
    table = declared(game)
    if table is None:
        return None
    seats = table["players"][str(make_setup(find_game(game), players).players)]
    return Sizes(
        seats["options"], seats["lengths"], {path: tuple(words) for path, words in table["words"].items()},
        {path: (low, high) for path, (low, high) in seats.get("ranges", {}).items()},
    )


def as_toml(version: int, by_players: Mapping[int, Sizes]) -> str:
    """Return the file of a game: its texts, and its lengths by number of players."""
    words: dict[str, set[str]] = {}
    for sizes in by_players.values():
        for path, known in sizes.words.items():
            words.setdefault(path, set()).update(known)
    lines = ["# Made by python -m lawspeaker_referee.devtools.gym", "", f"version = {version}", "", "[words]"]
    for path, texts in sorted(words.items()):
        lines += [f'"{path}" = [', *(f'  "{text}",' for text in sorted(texts)), "]"]
    for players, sizes in by_players.items():
        lines += ["", f"[players.{players}]", f"options = {sizes.options}", f"[players.{players}.lengths]"]
        lines += [f'"{path}" = {length}' for path, length in sorted(sizes.lengths.items())]
        lines += [f"[players.{players}.ranges]"]
        lines += [f'"{path}" = [{low}, {high}]' for path, (low, high) in sorted(sizes.ranges.items())]
    return "\n".join(lines) + "\n"


GAMES: Final = 100
"""Games that are played where no sizes are declared; some seconds at most."""
_NONE: Final = -2
"""The least of the numbers that games have in place of one that does not exist."""
MARGIN: Final = 1.5
"""For lists and numbers. Most are bounded by the cards and pieces that there are."""
OPTIONS_MARGIN: Final = 2.0
"""For options, of which strong players can have nearly twice as many as were seen; see docs/decisions/0047."""
_SPARE: Final = 4
"""Least entries that are added to the longest list seen, where the length varies."""


@dataclass(slots=True)
class Survey:
    """The largest sizes of the positions and decisions that it was shown."""

    options: int = 0
    shortest: dict[str, int] = field(default_factory=dict)
    longest: dict[str, int] = field(default_factory=dict)
    words: dict[str, set[str]] = field(default_factory=dict)
    ranges: dict[str, tuple[int, int]] = field(default_factory=dict)

    def see(self, value: Any, path: str) -> None:
        """Note lengths, texts and numbers of a value and all its parts."""
        if isinstance(value, int):
            self._count(path, value, value)
        elif isinstance(value, str):
            self.words.setdefault(path, set()).add(value)
        elif isinstance(value, list | tuple):
            self.shortest[path] = min(self.shortest.get(path, len(value)), len(value))
            self.longest[path] = max(self.longest.get(path, 0), len(value))
            if value and isinstance(value[0], int):
                self._count(path, min(value), max(value))
            elif value and isinstance(value[0], str):
                self.words.setdefault(path, set()).update(value)
            else:
                for entry in value:
                    self.see(entry, path)
        elif is_dataclass(value) and not isinstance(value, type):
            for name in _names(type(value)):
                self.see(getattr(value, name), f"{path}.{name}")

    def _count(self, path: str, low: int, high: int) -> None:
        least, largest = self.ranges.get(path, (low, high))
        self.ranges[path] = min(least, low), max(largest, high)

    def ask(self, decision: Decision) -> None:
        """Note a decision and its options."""
        self.options = max(self.options, len(decision.options))
        self.words.setdefault("prompt", set()).add(decision.prompt)
        for option in decision.options:
            self.see(option, f"option.{type(option).__name__}")

    def look(self, game: Game[Any], state: Any, decisions: Sequence[Decision]) -> None:
        """Note a position with every secret in it, the decisions in it, and what those see who are asked."""
        self.see(game.full_view(state), "view")
        for decision in decisions:
            self.ask(decision)
            self.see(game.view(state, decision.seat), "view")

    def sizes(self, margin: float, options_margin: float) -> Sizes:
        """Return capacities of so many times the largest sizes and the most options seen."""
        return Sizes(
            min(ceil(self.options * options_margin), max(MOST_OPTIONS, self.options)),
            {path: self._capacity(path, margin) for path in sorted(self.longest)},
            {path: tuple(sorted(known)) for path, known in sorted(self.words.items())},
            {path: (_lower(low, margin), ceil(high * margin)) for path, (low, high) in sorted(self.ranges.items())},
        )

    def _capacity(self, path: str, margin: float) -> int:
        """Return the length of a list if it never varied; else more than it ever was."""
        longest = self.longest[path]
        return longest if 0 < longest == self.shortest[path] else max(ceil(longest * margin), longest + _SPARE)


def _lower(low: int, margin: float) -> int:
    """Return a bound below the least value; -1 and -2 stand for none, and 0 for nothing."""
    return low if low >= _NONE else floor(low * margin)


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    """Return the fields that are no booleans."""
    return tuple(each.name for each in fields(kind) if each.type not in {"bool", bool})


def measure(game: str | Game[Any], players: int, *, games: int = GAMES, margin: float = MARGIN,
            options_margin: float = OPTIONS_MARGIN, seed: int = 0, survey: Survey | None = None) -> Sizes:
    """Return sizes of `margin` times the largest that so many random games had, with options of all kinds, and room for
    `options_margin` times as many options as a decision had.

    What `survey` has seen counts too: bots that choose reach positions that random ones do not. The same arguments
    return the same sizes. Raises BadSetup, and ValueError unless there is a game to look at.
    """
    game = find_game(game) if isinstance(game, str) else game
    if games < 1 and survey is None:
        raise ValueError(f"{games} games show no sizes; measure at least 1")
    random, survey = Random(seed), survey or Survey()
    words = game.text
    survey.words.setdefault("prompt", set()).update(words.prompts if words else ())
    for number in range(games):
        state = game.setup(any_setup(game, players, random))
        dice = Dice(match_seed(bytes(32), f"measure-{seed}-{number}"))
        while question := game.pending(state):
            if isinstance(question, Chance):
                game.apply(state, (dice.answer(question),))
            else:
                survey.look(game, state, question)
                game.apply(state, tuple(_answer(decision, random, whole=bool(number % 2)) for decision in question))
        survey.look(game, state, ())
    return survey.sizes(margin, options_margin)


def _answer(decision: Decision, random: Random, *, whole: bool) -> Picks:
    """Return a legal random answer: with as many options as possible, or any number of them."""
    count = decision.most if whole else random.randint(decision.least, decision.most)
    return check(decision, random.sample(range(len(decision.options)), count))


def any_setup(game: Game[Any], players: int, random: Random) -> Setup:
    """Return a setup with random options: about half of them are no defaults, as far as they go together."""
    setup, chosen = make_setup(game, players), dict[str, bool | int | str]()
    for option in random.sample(game.options, len(game.options)):
        value = random.choice((option.default, random.choice(option.values)))
        if value != option.default:
            tried = make_setup(game, players, {**chosen, option.name: value})
            with suppress(BadSetup):
                game.setup(tried)
                setup, chosen[option.name] = tried, value
    return setup
