"""What seats and chance did, in sentences: in the words of the engine, or by the names of prompts and fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lawspeaker.v1.match_pb2 import Act
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import CHANCE, Option, Seat
from lawspeaker_engine.text import GameText
from lawspeaker_referee.codec.game_codec import codec
from lawspeaker_referee.codec.option_text import Names, drawn
from lawspeaker_referee.config.fault_policies import fault_name
from lawspeaker_referee.match.text import plain_words

HIDDEN: Final = "something hidden"
"""The words in place of an answer that a seat may not know."""
_WHAT: Final = "{what}"


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw of chance, in a sentence of three parts; draws with the same beginning can be told in one sentence."""

    begins: str
    what: str
    ends: str

    def __str__(self) -> str:
        return _stopped(f"{self.begins}{self.what}{self.ends}")

    def joined(self, other: Draw) -> Draw:
        """Return both in one sentence."""
        return Draw(self.begins, f"{self.what}{self.ends.rstrip('.')}, {other.what}", other.ends)


class Sentences:
    """The sentences about seats and chance: those of one game, or by the names of its prompts and options."""

    def __init__(self, game: Game[Any]) -> None:
        self.words: GameText = game.text or plain_words(game)
        self._game = game

    def act(self, prompt: str, taken: Sequence[Option] | None, view: Any) -> str:
        """Return what a seat did, after its name; '' if it is not worth telling.

        `taken` is None if it is hidden; `view` is a spectator's before the act, or None.
        """
        words = self.words.prompts.get(prompt)
        did, nothing = (words.did, words.nothing) if words else (f"{prompt}: {_WHAT}", f"{prompt}: nothing")
        what = HIDDEN if taken is None else ", ".join(filter(None, self._options(prompt, taken, view)))
        return _stopped(did.replace(_WHAT, what)) if what else "" if taken else _stopped(nothing)

    def draw(self, prompt: str, stream: str, taken: Sequence[Option] | None, view: Any) -> Draw:
        """Return what chance drew, a long draw shortened; `taken` and `view` as for `act`."""
        told = self.words.story.draws.get(prompt, f"{prompt}: {_WHAT}")
        begins, _, ends = (told if isinstance(told, str) else told(stream.split("/"))).partition(_WHAT)
        found = [HIDDEN] if taken is None else drawn(self._options(prompt, taken, view))
        sentences = any(each.endswith(".") for each in found)
        return Draw(begins, (" " if sentences else ", ").join(found) or "nothing", ends)

    def since(self, events: Sequence[Act], seat: Seat) -> Iterator[str]:
        """Yield what others and chance did in the events of a seat's request, and what the referee did in its place.

        Hidden draws are left out: the view says how many cards each has.
        """
        pending: Draw | None = None
        for act in events:
            options = None if act.hidden else codec(self._game).read_options(act.chosen)
            if act.seat == CHANCE and options is None:
                continue
            if act.seat == CHANCE:
                draw = self.draw(act.prompt, act.stream, options, None)
                if pending is not None and pending.begins == draw.begins:
                    pending = pending.joined(draw)
                    continue
                if pending is not None:
                    yield str(pending)
                pending = draw
                continue
            if pending is not None:
                yield str(pending)
                pending = None
            told = self.act(act.prompt, options, None)
            if act.seat == seat and act.fault:
                yield f"For you ({fault_name(act.fault)}): {told or 'nothing.'}"
            elif act.seat != seat and told:
                yield f"Seat {act.seat} {told}"
        if pending is not None:
            yield str(pending)

    def _options(self, prompt: str, taken: Sequence[Option], view: Any) -> list[str]:
        together = self.words.story.together.get(prompt)
        if taken and together:
            return [together(taken)]
        return [self.words.told_option(prompt, option, view) for option in taken]


def _stopped(text: str) -> str:
    """Return a sentence with one full stop."""
    return f"{text.rstrip('.')}." if text else ""


def chapter(view: Any, names: Names) -> str:
    """Return the period of a view, the game's or a message, as a heading: `Year 2, Winter, actions`,
    `Turn 12, actions`.

    Return '' if it has no such fields.
    """
    year, season, turn, phase = (getattr(view, name, None) for name in ("year", "season", "turn", "phase"))
    parts = [f"year {year}"] * bool(year)
    if year and season is not None:
        parts.append(names("season", season) or f"season {season}")
    parts += [f"turn {turn}"] * bool(turn)
    return capital(", ".join([*parts, *[str(phase)] * bool(phase)]))


def capital(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]
