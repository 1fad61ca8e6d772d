"""A record told in sentences, for people who want to read what happened; the words are the engine's.

The record is replayed for it. Texts of bots are in the lines unescaped: the caller escapes control characters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any, Final

from lawspeaker.v1.match_pb2 import Act
from lawspeaker.v1.record_pb2 import RecordHeader, RecordStep, Timing
from lawspeaker_bot.score_parts import parts_text
from lawspeaker_engine.game import Game
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import Chance, Decision, Option, Outcome, Seat, Setup
from lawspeaker_engine.playing import changes_of
from lawspeaker_engine.text import joined_by_and
from lawspeaker_referee.cli.record_text import STOOD_IN
from lawspeaker_referee.codec.game_codec import with_parts
from lawspeaker_referee.codec.option_text import names_of
from lawspeaker_referee.config.fault_policies import ABSENT, RANDOM, Policy, fault_name
from lawspeaker_referee.config.formatting import format_count, format_options
from lawspeaker_referee.match.places import forfeits_by_fault, resigned_in
from lawspeaker_referee.match.sentences import Draw, Sentences, capital, chapter
from lawspeaker_referee.record.file import Record
from lawspeaker_referee.record.verify.replay import Replayed, open_record, replay

WIDEST: Final = 100
NARROWEST: Final = 40
"""Columns of lines, however wide the terminal."""
_WHO: Final = 9
"""Columns before a sentence: the seat, where it is another one than in the line before."""
_CHANGE: Final = "  => "
_FAULTS: Final = {
    "timeout": "did not answer in time", "disconnected": "had left", "crashed": "had crashed",
    "illegal": "gave an illegal answer", "malformed": "sent what is no answer",
    "oversized": "sent too large a message", "network": "had lost its connection",
    "disqualified": "is disqualified", "resigned": "has resigned", "referee": "was not asked properly",
}
"""By the name of a fault: what became of the bot's answer."""


def text_width() -> int:
    """Return the columns of lines for the terminal, or for a file if there is none."""
    return max(NARROWEST, min(WIDEST, get_terminal_size((WIDEST, 24)).columns))


def told_lines(record: Record, policy: Policy, seat: Seat | None, width: int) -> Iterator[str]:
    """Yield a record in sentences, in lines of at most `width` columns; from a seat's eyes if one is named.

    Raises RecordError if it cannot be replayed here, and RecordDiffers at the first step that is against the rules.
    """
    game, setup = open_record(record)
    for paragraph in _heading(record.header, seat):
        yield from wrap(paragraph, width, break_on_hyphens=False)
    story, by_game = _Story(game, setup, policy, seat), None
    for step, played in zip(record.iter_steps(), replay(record), strict=False):
        for before, text in story.step(step, played):
            yield from _wrapped(before, text, width)
        by_game = game.outcome(played.state)
    for before, text in story.end():
        yield from _wrapped(before, text, width)
    yield ""
    for paragraph in _ending(record, by_game):
        yield from wrap(paragraph, width, break_on_hyphens=False)


def _wrapped(before: str, text: str, width: int) -> list[str]:
    indent = _WHO + len(_CHANGE) if before.endswith(_CHANGE) else _WHO * bool(text)
    return wrap(text, width, initial_indent=before, subsequent_indent=" " * indent, break_on_hyphens=False) or [before]


def _heading(header: RecordHeader, seat: Seat | None) -> Iterator[str]:
    setup = header.setup
    yield f"{GAMES[setup.game].title}, {setup.players} players (match {header.match_id})"
    bots = [f"seat {number} is {who.bot or 'unknown'}" for number, who in enumerate(header.seats)]
    options = format_options(setup)
    yield f"{capital(joined_by_and(bots))}. Options: {options.strip('()') if options.startswith('(') else options}."
    if seat is not None:
        yield f"Told from the eyes of seat {seat}: what it may not know is hidden."


class _Story:
    """The steps of a record in sentences: pairs of the text before a sentence, and the sentence."""

    def __init__(self, game: Game[Any], setup: Setup, policy: Policy, seat: Seat | None) -> None:
        self._game, self._policy, self._eye = game, policy, seat
        self._sentences = Sentences(game)
        self._names = names_of(game.catalogue)
        self._chapter = self._who = ""
        """The heading and the seat of the last line."""
        self._drawn: Draw | None = None
        """The last draw, which is not yet told."""
        self._absent: dict[Seat, str] = {}
        """Seat -> the fault for which it answers no more, once that was told."""
        self._look(game.setup(setup))

    def step(self, step: RecordStep, played: Replayed) -> Iterator[tuple[str, str]]:
        """Yield what was done in a step, and what came of it. The state is advanced to the next question."""
        asked: Sequence[Decision | Chance] = (
            (played.question,) if isinstance(played.question, Chance) else played.question)
        for index, each in enumerate(asked):
            timing = step.timing[index] if index < len(step.timing) else None
            taken = played.chosen[index] if self._knows(each, step.acts[index].seat) else None
            if isinstance(each, Chance):
                yield from self._draw(self._sentences.draw(each.prompt, each.stream, taken, self._seen))
            else:
                yield from self._act(step.acts[index], taken, timing)
        changes = list(changes_of(self._game, played.state, self._seen))
        news, game = self._sentences.words.story.news, self._game
        if news is not None:
            changes += news(self._seen, game.view(game.copy(played.state), None))
        for change in changes:
            yield from self._line(_CHANGE, change)
        self._look(played.state)

    def end(self) -> Iterator[tuple[str, str]]:
        """Yield what is left to tell after the last step: what everybody has."""
        yield from self._pending_draw()
        yield "", ""
        yield from self._standing()

    def _look(self, state: Any) -> None:
        """Take a spectator's view of a state that is at its next question."""
        self._game.pending(state)
        # A view shares lists with its state, and this one is read after the state has changed.
        self._before = self._game.copy(state)
        self._seen = self._game.view(self._before, None)

    def _knows(self, asked: Decision | Chance, seat: Seat) -> bool:
        return self._eye is None or asked.seen_by is None or self._eye == seat or self._eye in asked.seen_by

    def _act(self, act: Act, taken: Sequence[Option] | None, timing: Timing | None) -> Iterator[tuple[str, str]]:
        """Yield what a seat did, and what was wrong with the answer."""
        text = self._sentences.act(act.prompt, taken, self._seen)
        if act.fault and taken is not None:
            text = f"{text or f'{act.prompt}: nothing.'}{self._fault(act, timing)}"
        if text:
            yield from self._line(f"Seat {act.seat}", text)

    def _draw(self, draw: Draw) -> Iterator[tuple[str, str]]:
        """Yield nothing yet, because the next draw may go on with the sentence, but any other draw before."""
        if self._drawn is not None and self._drawn.begins == draw.begins and self._period() == self._chapter:
            self._drawn = self._drawn.joined(draw)
            return
        yield from self._pending_draw()
        yield from self._under_heading()
        self._drawn = draw

    def _pending_draw(self) -> Iterator[tuple[str, str]]:
        if self._drawn is not None:
            draw, self._drawn, self._who = self._drawn, None, ""
            yield " " * _WHO, str(draw)

    def _line(self, who: str, text: str) -> Iterator[tuple[str, str]]:
        """Yield a sentence after who it is about, if that is somebody else than in the last one."""
        yield from self._pending_draw()
        yield from self._under_heading()
        yield (" " * _WHO + _CHANGE if who == _CHANGE else f"{who if who != self._who else '':<{_WHO}}"), text
        self._who = who

    def _under_heading(self) -> Iterator[tuple[str, str]]:
        """Yield a heading if the next line is the first one of a period, and what everybody has in a new season."""
        period = self._period()
        if period == self._chapter:
            return
        season, before = (each.rpartition(", ")[0] for each in (period, self._chapter))
        self._chapter, self._who = period, ""
        yield "", ""
        if season != before:
            yield season, ""
            yield from self._standing()
            yield "", ""
        yield period, ""

    def _period(self) -> str:
        return chapter(self._seen, self._names)

    def _standing(self) -> Iterator[tuple[str, str]]:
        standing, game = self._sentences.words.story.standing, self._game
        if standing is not None:
            own = game.full_view(self._before) if self._eye is None else game.view(self._before, self._eye)
            yield from ((" " * _WHO, line) for line in standing(own))

    def _fault(self, act: Act, timing: Timing | None) -> str:
        """Return why the answer is not the bot's own, in brackets; a bot that is gone is told of once."""
        name = fault_name(act.fault)
        if self._absent.get(act.seat) == name:
            return " [not its own answer]"
        if act.fault in ABSENT:
            self._absent[act.seat] = name
        done = "drawn at random" if self._policy.substitute(act.fault) == RANDOM else "the default"
        why = f" ({timing.evidence})" if timing is not None and timing.evidence else ""
        return f" [its bot {_FAULTS.get(name, name)}{why}: this is {done}]"


def _ending(record: Record, by_game: Outcome | None) -> Iterator[str]:
    """Yield how the match ended: winners, places, scores and what these came from, forfeits and substitutes."""
    footer, bots = record.footer, [who.bot or "unknown" for who in record.header.seats]
    if footer is None:
        yield f"The record ends here, after {format_count(record.step_count, 'step')}; the match was not over."
        return
    outcome = with_parts(footer.outcome, by_game)
    ranks, scores = outcome.ranks, outcome.scores
    names = [f"seat {seat} ({bot})" for seat, bot in enumerate(bots)]
    scored = [f"{name} with {score}" for name, score in zip(names, scores, strict=True)]
    order = sorted(range(len(names)), key=lambda seat: (ranks[seat], seat))
    best = [seat for seat in order if ranks[seat] == 1]
    if len(best) == len(names) > 1:
        told = [f"all share one place: {joined_by_and(scored)}"]
    elif len(best) == 1:
        told = [f"{names[best[0]]} wins with {scores[best[0]]}"]
    else:
        told = [f"{joined_by_and([scored[seat] for seat in best])} win together"]
    told += [f"{names[seat]} is {_ordinal(ranks[seat])} with {scores[seat]}" for seat in order[len(best):]]
    yield f"The game is over ({outcome.reason}). {capital('; '.join(told))}."
    yield from outcome.decided
    for seat, score in enumerate(outcome.parts):
        if points := parts_text(score.parts):
            yield f"Points of seat {seat}: {points}."
    for each in forfeits_by_fault(footer):
        yield f"Seat {each.seat} ({bots[each.seat]}) lost by a fault: {fault_name(each.fault)}, {each.evidence}."
    for seat in resigned_in(footer):
        more = ": a substitute played it to the end" if seat in footer.resigned else ""
        yield f"Seat {seat} ({bots[seat]}) resigned{more}."
    for seat in footer.substituted:
        yield f"Seat {seat} ({bots[seat]}) lost its bot: a substitute played it to the end."
    for seat in footer.stood_in:
        yield f"Seat {seat} ({bots[seat]}) is lost: {STOOD_IN}."


def _ordinal(number: int) -> str:
    return str(number) + {2: "nd", 3: "rd"}.get(number, "th")
