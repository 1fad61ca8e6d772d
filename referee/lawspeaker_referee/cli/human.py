"""The bot `human`: asks a person at the terminal. It plays over gRPC, and is told only what its seat may know."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Final

from lawspeaker_bot.decision import Decision, Match, Rejection
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import IllegalAnswer
from lawspeaker_referee.cli.record_words import text_width
from lawspeaker_referee.cli.terminal import Closed, Terminal, TimeUp
from lawspeaker_referee.codec.game_codec import codec
from lawspeaker_referee.host.own_bot import BotLeft
from lawspeaker_referee.host.person import LEFT, Person, PersonsDecision

PAGE: Final = 20
"""Options that are listed at once."""
MOST_EVENTS: Final = 30
"""Lines of what happened that are printed unasked, the last ones."""
_GAP: Final = 3
"""Columns between two drawings."""
_NUMBERS: Final = re.compile(r"-?\d+(?:[\s,]+-?\d+)*")
_HELP: Final = (
    "Answer with the numbers of the options: 3, or 0 2 if you may take several.",
    "  Enter    the default; it is asked once more",
    "  -        nothing, where you may take nothing",
    "  /words   only the options with these words in them; / lists them all again",
    "  m        more options, the next page",
    "  v        what you see of the game",
    "  e        everything that happened since your last decision",
    "  o        the question and its options again",
    "  q        leave the match: the referee plays on for you",
    "  resign   give the match up, where it allows that",
    "  h        this help",
)


class Human(Person):
    """The seat of a person at the terminal."""

    def __init__(self, terminal: Terminal, *, alone: bool, may_resign: bool = True) -> None:
        """`alone` is False if other people play at the same terminal."""
        super().__init__()
        self._terminal, self._alone, self._may_resign = terminal, alone, may_resign

    def started(self, match: Match) -> None:
        """Introduce the match."""
        who, limit = self.introduced(match)
        with self._terminal.taken():
            self._tell("", who)
            self._tell(f"{limit} h is for help.")

    def decide(self, decision: Decision) -> Sequence[int]:
        """Ask the person until there is a legal answer. Raises BotLeft; when time is up, return the default."""
        with self._terminal.taken():
            asked = self.asked(decision)
            try:
                self._terminal.say("", *([f"--- {asked.period} ---"] if asked.period else []), *asked.standing)
                question = _Question(self._terminal, asked, may_resign=self._may_resign)
                return question.answer(announced=not self._alone)
            except TimeUp:
                self._tell(f"Time is up: the default is taken, {asked.named(decision.default)}.")
                return decision.default
            except _Resigned:
                decision.resign = True
                return decision.default
            except Closed:
                raise BotLeft(LEFT) from None

    def rejected(self, rejection: Rejection) -> None:
        """Say why an answer was refused, unless it was late, which was said before."""
        if not rejection.late:
            with self._terminal.taken():
                self._tell(f"The referee refused your answer: {rejection.message}")

    def _tell(self, *lines: str) -> None:
        try:
            self._terminal.say(*lines)
        except Closed:
            raise BotLeft(LEFT) from None


class _Resigned(Exception):
    """The person has resigned."""


class _Question:
    """One decision, asked until it is answered."""

    def __init__(self, terminal: Terminal, asked: PersonsDecision, *, may_resign: bool) -> None:
        self._terminal, self._asked, self._until = terminal, asked, asked.until
        self._decision, self._words, self._events = asked.decision, asked.words, asked.events
        self._may_resign = may_resign
        self._found = list(range(asked.decision.option_count))
        """The options that are listed, all or those with the words that were looked for."""
        self._shown = 0
        """The options of them that were on the pages so far."""

    def answer(self, *, announced: bool) -> Sequence[int]:
        """Return legal picks. Raises Closed, TimeUp and _Resigned."""
        if announced:
            self._say(f"Seat {self._decision.seat}, it is you who decides.")
        self._happened(self._events[-MOST_EVENTS:])
        if (picks := self._asked.only) is not None:
            self._say(self._asked.question, f"There is no choice: {self._asked.named(picks)}.")
            return picks
        self._say(self._words.question)
        self._page()
        while True:
            line = self._ask(f"seat {self._decision.seat}> ")
            if not line:
                default = self._decision.default
                if not self._ask(f"The default, {self._asked.named(default)}? Enter for yes: "):
                    return default
                self._say("Then not; answer again.")
            elif _NUMBERS.fullmatch(line) or line == "-":
                picks = [] if line == "-" else [int(each) for each in re.split(r"[\s,]+", line)]
                try:
                    return self._asked.checked(picks)
                except IllegalAnswer as error:
                    self._say(f"That cannot be taken: {error}.")
            else:
                self._command(line)

    def _ask(self, prompt: str) -> str:
        """Return a line. The end of the input of a terminal, Ctrl-D, asks whether to leave."""
        try:
            return self._terminal.ask(prompt, self._until)
        except Closed:
            if self._terminal.closed or not self._terminal.interactive:
                raise
            self._leave()
            return "o"

    def _command(self, line: str) -> None:
        if line.startswith("/"):
            wanted = line[1:].lower().split()
            self._found = [index for index, option in enumerate(self._words.options)
                           if all(word in option.lower() for word in wanted)]
            self._shown = 0
            self._page()
        elif line == "m":
            self._page()
        elif line == "v":
            self._say(*self._words.view.splitlines())
        elif line == "e":
            self._happened(self._events)
        elif line == "o":
            self._shown = 0
            self._say(self._words.question)
            self._page()
        elif line == "q":
            self._leave()
        elif line == "resign":
            self._resign()
        elif line in {"h", "?"}:
            self._terminal.say(*_HELP)
        else:
            self._say(f"{line!r} is neither numbers of options nor a command; h lists the commands.")

    def _leave(self) -> None:
        """Raises Closed if the person confirms."""
        if self._terminal.ask("Leave the match? The referee plays on for you. y for yes: ", self._until).lower() in {
                "y", "yes"}:
            raise Closed
        self._say("You stay.")

    def _resign(self) -> None:
        """Raises _Resigned if the match allows it and the person confirms."""
        if not self._may_resign:
            self._say("This match does not allow to resign; q leaves it.")
        elif self._terminal.ask("Resign the match? y for yes: ", self._until).lower() in {"y", "yes"}:
            raise _Resigned
        else:
            self._say("You play on.")

    def _happened(self, events: Sequence[str]) -> None:
        if events:
            self._say("Since your last decision:" if len(events) == len(self._events) else
                      f"The last {len(events)} of {len(self._events)} things that happened (e for all):")
            self._say(*(f"  {event}" for event in events))

    def _page(self) -> None:
        """List the next options, the first ones again after the last."""
        if not self._found:
            self._say("No option has these words; / lists them all.")
            return
        self._shown = 0 if self._shown >= len(self._found) else self._shown
        page = self._found[self._shown:self._shown + PAGE]
        self._draw(page)
        width = len(str(self._decision.option_count - 1)) + 2
        for index in page:
            self._terminal.say(*wrap(self._words.options[index], text_width(), initial_indent=f"{index:>{width}}  ",
                                     subsequent_indent=" " * (width + 2), break_on_hyphens=False))
        self._shown += len(page)
        if len(page) < len(self._found):
            self._say(f"{self._shown} of {len(self._found)} options listed; m for more, /words to look for some.")

    def _draw(self, page: Sequence[int]) -> None:
        """Draw those options of a page that the game draws, each look once."""
        game = GAMES[self._decision.match.game]
        drawings = game.text.drawings if game.text is not None else {}
        if drawings:
            options = codec(game).read_options(self._decision.message.options)
            found = [tuple(drawings[type(each)](each)) for each in map(options.__getitem__, page)
                     if type(each) in drawings]
            self._terminal.say(*_beside(list(dict.fromkeys(found)), text_width()))

    def _say(self, *lines: str) -> None:
        for line in lines:
            indent = line[:len(line) - len(line.lstrip())]
            self._terminal.say(*(wrap(line.lstrip(), text_width(), initial_indent=indent,
                                      subsequent_indent=f"{indent}  ", break_on_hyphens=False) or [""]))


def _beside(drawings: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Yield drawings in rows, as many beside one another as fit in the width, and an empty line after each row."""
    column = max((len(line) for drawing in drawings for line in drawing), default=0) + _GAP
    many = max(1, (width + _GAP) // column)
    for first in range(0, len(drawings), many):
        for lines in zip_longest(*drawings[first:first + many], fillvalue=""):
            yield "".join(f"{line:<{column}}" for line in lines).rstrip()
        yield ""
