"""Knockout: the best bots of every table go on until one table is left. The order in the file is the seeding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Final

from lawspeaker_referee.competition.formats.blocks import block_entries, block_name, orders_of
from lawspeaker_referee.competition.formats.rulings import NO_RULINGS, Rulings
from lawspeaker_referee.competition.formats.standings import (
    FormatStanding,
    KnockoutRound,
    KnockoutTable,
    as_points,
    opponents,
    total,
)
from lawspeaker_referee.competition.results import PlayedMatch, ScheduledMatch
from lawspeaker_referee.config.tournament import TournamentConfig

FINAL_TIEBREAKS: Final = 4
"""A final may have so many times the seed blocks that another table may have to settle a tie."""

Ranking = list[tuple[str, int]]
"""The bots of a table with the sums of `points_of`, best first."""


def entries(terms: TournamentConfig, played: Sequence[PlayedMatch], given_up: Collection[str],
            rulings: Rulings = NO_RULINGS) -> list[ScheduledMatch]:
    """Return all complete rounds, and what can be played of the next one."""
    return _walk(terms, played, given_up, rulings)[0]


def stages(terms: TournamentConfig, played: Sequence[PlayedMatch], given_up: Collection[str],
           rulings: Rulings = NO_RULINGS) -> list[KnockoutRound]:
    """Return for each round who met whom and who went on."""
    return _walk(terms, played, given_up, rulings)[1]


def standings(terms: TournamentConfig, played: Sequence[PlayedMatch], given_up: Collection[str],
              rulings: Rulings = NO_RULINGS) -> list[FormatStanding]:
    """Return the bots by round reached, then those that go on first, then by points in that round."""
    last = {name: each for stage in stages(terms, played, given_up, rulings) for name, each in _reached(stage).items()}
    order = sorted(last.values(), key=_behind)
    return [replace(each, place=1 + sum(_behind(other) < _behind(each) for other in order)) for each in order]


def _behind(each: FormatStanding) -> tuple[int, int, int, float]:
    """Return the key by which bots are ordered, lower is better; until all are known `place` says who goes on."""
    return -each.rounds, -each.won, each.place, -each.points


def _reached(stage: KnockoutRound) -> dict[str, FormatStanding]:
    """Return the standing of each bot of a round; `place` is 0 if it goes on, 1 if it plays and 2 if it is out."""
    found = {bot: FormatStanding(bot, 0, 0, stage.number, f"has a bye in {stage.name}") for bot in stage.byes}
    for table in stage.tables:
        if not table.through:
            found |= {bot: FormatStanding(bot, 1, 0, stage.number, f"plays in {stage.name}") for bot in table.bots}
        for bot, points in zip(table.bots, table.points, strict=False):
            on = bot in table.through
            if stage.last:
                note = f"{'won' if on else 'lost'} {stage.name}"
            else:
                note = f"through to round {stage.number + 1}" if on else f"out in {stage.name}"
            note += _settled(bot, table, last=stage.last)
            found[bot] = FormatStanding(bot, 0 if on else 2, points, stage.number, note, won=on and stage.last)
    return found


def _settled(bot: str, table: KnockoutTable, *, last: bool) -> str:
    if bot not in table.tied:
        return ""
    others = [other for other in table.tied if (other in table.through) != (bot in table.through)]
    names = ", ".join(others)
    through, verb = bot in table.through, "has" if len(others) == 1 else "have"
    if last:
        return f", tied with {names}: " + ("has the lot" if through else f"{names} {verb} the lot")
    return f", tied with {names}: " + ("stands higher in the file" if through else
                                       f"{names} {'stands' if len(others) == 1 else 'stand'} higher in the file")


def _walk(terms: TournamentConfig, played: Sequence[PlayedMatch], given_up: Collection[str],
          rulings: Rulings) -> tuple[list[ScheduledMatch], list[KnockoutRound]]:
    results: dict[str, PlayedMatch | None] = dict.fromkeys(given_up) | {each.match_id: each for each in played}
    alive, byes, paired = list(terms.names), Counter[str](), {entry.match_id for entry in rulings.paired}
    found: list[ScheduledMatch] = []
    rounds: list[KnockoutRound] = []
    while len(alive) >= terms.table_size:
        number, last = len(rounds) + 1, len(alive) == terms.table_size
        advance = 1 if last else terms.format.advance
        decided, out = [], rulings.out_after(number)
        tables = _tables(alive, terms.table_size, terms.format.advance, byes)
        for table in tables:
            new, ranking = _play(terms, number, table, results, advance, out, paired, last=last)
            found += new
            games = [each for entry in new if (each := results.get(entry.match_id))]
            decided.append(_knockout_table(table, games, ranking, advance, out))
        free = tuple(bot for bot in alive if not any(bot in table for table in tables))
        byes.update(free)
        rounds.append(KnockoutRound(number, tuple(decided), free, last))
        if last or not all(table.through for table in decided):
            break
        through = {bot for table in decided for bot in table.through} | set(free)
        alive = [bot for bot in terms.names if bot in through]
    return found, rounds


def _knockout_table(table: Sequence[str], games: Sequence[PlayedMatch], ranking: Ranking | None,
                    advance: int, out: Collection[str]) -> KnockoutTable:
    if ranking is None:
        return KnockoutTable(tuple(table), (), (), ())
    bots, gained = (tuple(each) for each in zip(*ranking, strict=True))
    tied = gained[advance - 1] == gained[advance] and (bots[advance - 1] in out) == (bots[advance] in out)
    others = len(opponents(games[0], 0)) if games else len(table) - 1
    return KnockoutTable(bots, tuple(as_points(each, len(games), others) for each in gained), bots[:advance],
                         tuple(bot for bot, own in ranking if tied and own == gained[advance]))


def _tables(alive: Sequence[str], players: int, advance: int, byes: Mapping[str, int]) -> list[list[str]]:
    """Return the tables of a round; strong and weak bots are spread over them, and the bots left over have a bye.

    If it can, the first round reduces the field to a number that fits all later rounds (with two players a power of
    two). `goal` is the largest such number below the field. A table removes `players - advance` bots, and a bye goes to
    the bots that had fewest.
    """
    goal = fitting = players
    while fitting < len(alive):
        goal = fitting
        if fitting % advance:
            break
        fitting = fitting // advance * players
    tables = max(1, min(len(alive) // players, (len(alive) - goal) // (players - advance)))
    free = sorted(alive, key=lambda bot: (byes[bot], alive.index(bot)))[:len(alive) - tables * players]
    seated = [bot for bot in alive if bot not in free]
    rows = [seated[start:start + tables] for start in range(0, len(seated), tables)]
    return [list(table) for table in zip(*(row[::-1] if nth % 2 else row for nth, row in enumerate(rows)), strict=True)]


def _lots(table: Sequence[str], games: Sequence[PlayedMatch]) -> dict[str, bytes]:
    """Return the lots of the bots of a final, from the digests of its records, so that nobody knows them before."""
    digests = "".join(each.digest for each in games)
    return {bot: blake2b(f"{digests}/{bot}".encode(), digest_size=16, person=b"lawspeaker.final").digest()
            for bot in table}


def _play(
    terms: TournamentConfig, number: int, table: Sequence[str], results: Mapping[str, PlayedMatch | None], advance: int,
    out: Collection[str], paired: Collection[str], *, last: bool,
) -> tuple[list[ScheduledMatch], Ranking | None]:
    """Return the matches of a table, and its ranking once they decide who goes on.

    While the last place that goes on is tied there is one block more, as often as the format allows. Then the bot that
    stands higher in the file goes on; a final is won by lot. Bots that are `out` come after all others. A block of the
    schedule so far, `paired`, is played even if it settles nothing any more, as after a result that was voided.
    """
    form = terms.format
    most = form.seeds + form.tiebreaks * (FINAL_TIEBREAKS if last else 1)
    blocks = [block_entries(terms, block_name(number, sorted(table), nth), number, table,
                            orders_of(terms.table_size, form.seats, nth - 1)) for nth in range(1, most + 1)]
    least = max(form.seeds, sum(block[0].match_id in paired for block in blocks))
    found: list[ScheduledMatch] = []
    for nth, block in enumerate(blocks, 1):
        found += block
        if nth < least:
            continue
        if any(entry.match_id not in results for entry in found):
            return found, None
        # Matches that were given up have no result and count for nobody.
        games = [played for entry in found if (played := results[entry.match_id])]
        points, lots = total(games), _lots(table, games) if last else {}
        ranking = sorted(((bot, points[bot]) for bot in table),
                         key=lambda each: (each[0] in out, -each[1], lots.get(each[0], b""),
                                           terms.names.index(each[0])))
        if nth == most or ranking[advance - 1][1] > ranking[advance][1] or ranking[advance][0] in out:
            return found, ranking
    raise AssertionError("a format has at least one block")
