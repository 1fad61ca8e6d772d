"""The words and questions for a person who has a seat: the same at the terminal and in the browser.

A person plays over gRPC like any other bot, and is told only what its seat may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Final

from lawspeaker_bot.bot import Bot
from lawspeaker_bot.decision import Decision, Match
from lawspeaker_bot.decision import Text as DecisionWords
from lawspeaker_bot.printable import quoted
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import Decision as EngineDecision
from lawspeaker_engine.model import Picks
from lawspeaker_engine.playing import check
from lawspeaker_referee.codec.option_text import names_of
from lawspeaker_referee.config.bot_specs import HUMAN
from lawspeaker_referee.config.durations import format_duration
from lawspeaker_referee.match.sentences import Sentences, chapter
from lawspeaker_referee.version import RELEASE

LEFT: Final = "the person left"
"""Why the bot of a person plays no more."""


@dataclass(frozen=True, slots=True)
class PersonsDecision:
    """One decision as a person is asked for it."""

    decision: Decision
    words: DecisionWords
    question: str
    """The question in a sentence, without how many options to take."""
    period: str
    """The period, such as `Year 2, Winter, actions`, if this is the first decision in it; else empty."""
    standing: tuple[str, ...]
    """What each player has, in a new year or season."""
    events: tuple[str, ...]
    """What happened since the person's last decision, in sentences."""
    until: float | None
    """When the time is up, by `time.monotonic`; None for no limit."""

    @property
    def only(self) -> list[int] | None:
        """Return the picks if there is no choice; else None."""
        asked = self.decision
        return list(range(asked.least)) if not asked.ordered and asked.least == asked.option_count else None

    def checked(self, picks: Sequence[int]) -> Picks:
        """Return picks as the referee takes them. Raises IllegalAnswer."""
        asked = self.decision
        return check(EngineDecision(asked.seat, asked.prompt, list(self.words.options), asked.least, asked.most,
                                    tuple(asked.default), None, ordered=asked.ordered), picks)

    def named(self, picks: Sequence[int]) -> str:
        """Return picks with their options: `2: pass`; `nothing`."""
        return "; ".join(f"{pick}: {self.words.options[pick]}" for pick in picks) or "nothing"


class Person(Bot):
    """The seat of a person; subclasses ask it."""

    name = HUMAN
    version = RELEASE
    text = True
    text_in_full = True

    def __init__(self) -> None:
        self._sentences: Sentences | None = None
        self._period = ""
        """The period of the last decision."""

    def introduced(self, match: Match) -> tuple[str, str]:
        """Return who plays, and how long the person may think; call it once, at the start of the match."""
        game = GAMES[match.game]
        self._sentences = Sentences(game)
        others = [f"seat {seat} is {quoted(bot) if bot else 'nobody'}"
                  for seat, bot in enumerate(match.bots) if seat != match.seat]
        limit = "There is no time limit." if match.clock.move is None else (
            f"You have {format_duration(match.clock.move)} for a decision.")
        return f"You are seat {match.seat} in {game.title}; {', '.join(others)}.", limit

    def asked(self, decision: Decision) -> PersonsDecision:
        """Return a decision with what the person is told; call it once for each."""
        assert self._sentences is not None, "a match begins before its first decision"
        words, left = decision.text, decision.time_left
        assert words is not None, "the referee sends text to a bot that asks for it"
        period, standing = self._heading(decision)
        of_rules = words.events[len(decision.events):]  # what seats that the rules play did
        return PersonsDecision(
            decision, words, self._sentences.words.question(decision.prompt) or f"{decision.prompt}:",
            period, standing, (*self._sentences.since(decision.events, decision.seat), *of_rules),
            None if left is None else monotonic() + left)

    def _heading(self, decision: Decision) -> tuple[str, tuple[str, ...]]:
        """Return the period if this is the first decision of it, and what each player has in a new season."""
        assert self._sentences is not None
        view, game = decision.view, GAMES[decision.match.game]
        before, self._period = self._period, chapter(view, names_of(game.catalogue))
        if self._period == before:
            return "", ()
        standing = self._sentences.words.story.standing
        new = standing is not None and self._period.rpartition(", ")[0] != before.rpartition(", ")[0]
        return self._period, tuple(standing(view)) if standing is not None and new else ()
