"""The report as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import pairwise
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from lawspeaker_bot.printable import printable
from lawspeaker_referee.competition.model_fit import test_line, triple_lines
from lawspeaker_referee.competition.rating_values import interval
from lawspeaker_referee.competition.ratings import automa_note
from lawspeaker_referee.competition.report.facts import Facts
from lawspeaker_referee.competition.report.matrix import better, head_to_head, odd_lines
from lawspeaker_referee.competition.report.text import blocks_of, pairs, points_text, table_text, winner, winners_text
from lawspeaker_referee.competition.results import silent_note
from lawspeaker_referee.config.formatting import format_count as number_of
from lawspeaker_referee.config.formatting import format_elo, format_microseconds, format_percent, format_time

Lines = Iterator[Table | str]
MOST_IN_TEXT: Final = 12
"""Bots of a head-to-head table in text."""


def text(facts: Facts, width: int = 100) -> str:
    """Return the report without colours, in lines of at most `width` columns as far as names allow."""
    out = StringIO()
    console = Console(file=out, width=width, color_system=None, highlight=False, markup=False, emoji=False)
    for part in _parts(facts):
        console.print(printable(part) if isinstance(part, str) else part)
    lines = [line.rstrip() for line in out.getvalue().rstrip().split("\n")]
    return "\n".join(line for before, line in pairwise(["", *lines]) if before or line)


def _parts(facts: Facts) -> Lines:
    yield from _summary(facts)
    yield from _standings(facts)
    yield from _ratings(facts)
    yield from _fit(facts)
    yield from _head_to_head(facts)
    yield from _seats(facts)
    yield from _performance(facts)
    yield from _ends(facts)


def _table(title: str, *columns: str, left: Sequence[int] = (0,)) -> Table:
    table = Table(title=Text(title), title_justify="left", title_style="", box=box.SIMPLE_HEAD, pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number in left else "right", overflow="fold",
                         no_wrap=number not in left)
    return table


def _add(table: Table, *cells: object) -> None:
    table.add_row(*(Text(printable(str(cell))) for cell in cells))


def _summary(facts: Facts) -> Lines:
    yield f"{facts.name}: {facts.terms['game']}"
    if facts.ladder:
        yield f"{number_of(facts.counted, 'match')} counted; the ladder goes on"
    else:
        yield (f"{facts.counted} of {facts.scheduled} matches counted, {blocks_of(facts)}, "
               f"{number_of(facts.voids, 'void attempt')}")
    if facts.counted:
        yield f"from {format_time(facts.began_unix_ms)} to {format_time(facts.ended_unix_ms)}"
    for bot, why in facts.out.items():
        yield f"{bot} plays no more: {why}"
    for each in facts.organiser:
        yield f"Organiser, {format_time(each.unix_ms)}: {each.words}"
    if winner(facts):
        yield f"Winner: {winner(facts)}"
    if facts.test is not None:
        yield f"Test: {facts.verdict}" + (f"; {facts.test.left_out} left out" if facts.test.left_out else "")
    yield ""


def _standings(facts: Facts) -> Lines:
    if not facts.standings:
        return
    table = _table("Standings by the format", "", "bot", "points", "Buchholz", "rounds", "", left=(1, 5))
    for each in facts.standings:
        _add(table, each.place, each.name, points_text(each.points),
             "" if each.buchholz is None else points_text(each.buchholz), each.rounds, each.told)
    yield table
    if facts.stages:
        yield f"Bots are seeded by the order of the file: {', '.join(facts.entered)}"
        yield ""
        table = _table("Rounds", "round", "table", "goes on", left=(0, 1, 2))
        for stage in facts.stages:
            for seated in stage.tables:
                _add(table, stage.name, table_text(seated), winners_text(seated))
            if stage.byes:
                _add(table, stage.name, "byes", ", ".join(stage.byes))
        yield table


def _ratings(facts: Facts) -> Lines:
    if facts.ratings is None:
        yield f"No ratings: {facts.unrated}"
        return
    table = _table("Ratings", "", "bot", "rating", f"{100 * facts.ratings.level:.0f} % interval", "better than next",
                   "points", "own", "matches", left=(1,))
    own_answers = facts.own_answers
    for place, rating in enumerate(facts.ratings.bots):
        own = own_answers.get(rating.bot)
        _add(table, place + 1, rating.bot, format_elo(rating.elo), interval(rating),
             better(facts.ratings, place, place + 1).text if place + 1 < len(facts.ratings.bots) else "",
             format_percent(rating.points / rating.matches), "" if own is None else format_percent(own),
             rating.matches)
    yield table
    if facts.automa:
        yield f"note: {automa_note(facts.automa)}"
    yield from (f"note: {note}" for note in (*facts.ratings.notes, *map(silent_note, facts.silent)))
    yield ""


def _fit(facts: Facts) -> Lines:
    """Yield whether the ratings fit, and if not, the pairs that differ most and a ranking that assumes no line."""
    if facts.fit is None:
        return
    yield f"Fit: {test_line(facts.fit)}"
    yield from (f"  {line}" for line in triple_lines(facts.fit))
    if facts.fit.fails or len(facts.bots) > MOST_IN_TEXT:
        yield from (f"  {line}" for line in odd_lines(facts))
    yield ""
    if facts.fit.ranking:
        table = _table("Nash averaging", "", "bot", "chosen", "score", left=(1,))
        for place, each in enumerate(facts.fit.ranking, 1):
            _add(table, place, each.bot, format_percent(each.weight), format_percent(each.score))
        yield table


def _head_to_head(facts: Facts) -> Lines:
    if len(facts.bots) > MOST_IN_TEXT:
        return
    matrix = head_to_head(facts)
    if matrix is None:
        return
    table = _table("Head to head, %", "", "bot", *map(str, range(1, len(matrix.bots) + 1)), left=(1,))
    for place, (bot, row) in enumerate(zip(matrix.bots, matrix.rows, strict=True), 1):
        _add(table, place, bot, *("" if cell is None else f"{100 * cell.share:.0f}" for cell in row))
    yield table


def _seats(facts: Facts) -> Lines:
    if facts.ratings is None or not facts.ratings.seats:
        return
    table = _table("Seats", "seat", "effect", f"{100 * facts.ratings.level:.0f} % interval", "points", "matches")
    for effect in facts.ratings.seats:
        _add(table, f"{effect.seat} of {effect.players}", format_elo(effect.elo, signed=True),
             interval(effect, signed=True), format_percent(effect.points / effect.matches), effect.matches)
    yield table


def _performance(facts: Facts) -> Lines:
    if not facts.fault_summaries:
        return
    table = _table("Scores, times and faults", "bot", "mean score", "50 % in", "99 % in", "slowest", "faults",
                   "refused", "kinds", "crashed or lost", left=(0, 7))
    scores_of = {each.bot: each for each in facts.scores}
    if facts.automa in scores_of:
        _add(table, facts.automa, f"{scores_of[facts.automa].mean:.1f}", *[""] * 7)
    for times, summary in zip(facts.times, facts.fault_summaries, strict=True):
        scores = scores_of[summary.bot]
        within = {share: format_microseconds(bound) for share, bound in times.percentiles}
        faults = sum(summary.faults.values())
        _add(table, summary.bot, f"{scores.mean:.1f}", within.get(50, ""), within.get(99, ""),
             format_microseconds(times.slowest_us) if times.answers else "",
             format_percent(faults / summary.decisions) if summary.decisions else "", summary.refused or "",
             pairs(summary.faults), number_of(summary.lost, "match") if summary.lost else "")
    yield table
    for summary in facts.fault_summaries:
        if summary.resigned:
            yield f"{summary.bot}: resigned in {number_of(summary.resigned, 'match')}"
        if summary.stand_ins:
            told = number_of(sum(summary.stand_ins.values()), "stand-in")
            yield (f"{summary.bot}: {told} in place of its own answers, as it says ({pairs(summary.stand_ins)}); "
                   f"{number_of(summary.stood_in, 'match')} lost by them")
    for times in facts.times:
        if times.input_tokens or times.output_tokens:
            yield (f"{times.bot}: {times.input_tokens:,} tokens read and {times.output_tokens:,} written by its model, "
                   f"as it says; {format_microseconds(times.charged_us)} charged")


def _ends(facts: Facts) -> Lines:
    if facts.calibration is not None:
        yield (f"Calibration: Brier score {facts.calibration.brier:.4f} on matches not seen; the same chance for all "
               f"has {facts.calibration.brier_even:.4f}")
    if facts.stopped is not None:
        yield "Its test has ended the tournament early"
    for outcome in ("given up", "to be played again"):
        if number := sum(each.outcome == outcome for each in facts.void_matches):
            yield f"{number_of(number, 'void match')} {outcome}"
    yield from (f"{each.why}: {each.told} ({each.record})" for each in facts.remarkable)
    yield f"Seed commitment {facts.commitment}"
    yield from (f"Files of {bot}: SHA-256 {digest}" for bot, digest in facts.digests.items())
    if facts.secret:
        yield f"Secret {facts.secret}"
