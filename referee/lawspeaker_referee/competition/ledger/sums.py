"""Sums over the counted matches of a tournament, kept beside the results so that nobody has to read all of them.

They are derived: `Ledger.count` adds each result to them in its own transaction, and `recount` makes them anew. Their
size depends on the number of bots, not of matches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import combinations
from typing import Any, Final

import msgspec
from sqlalchemy import BindParameter, Connection, Insert, Table, bindparam, delete, insert, select

from lawspeaker_referee.competition.formats.standings import opponents, points_of
from lawspeaker_referee.competition.ledger import rows
from lawspeaker_referee.competition.ledger.schema import bot_sums, computed, pair_sums, results
from lawspeaker_referee.competition.results import MatchDetails, PlayedMatch
from lawspeaker_referee.config.fault_policies import LEAVING, NETWORK, fault_name

MOST_RECENT: Final = 50
"""Last matches of a bot whose numbers are kept."""
MOST_FAULTY: Final = 200
"""Last matches of a bot with faults whose numbers are kept."""
OF_ALL: Final = "sums"
"""The name of the sums over all matches among what was computed."""
RATINGS: Final = "ratings"
HISTORY: Final = "rating history"
"""The names of the last ratings, and of the moments of which ratings are kept, each with its number of `matches`."""
_LOST: Final = frozenset(map(fault_name, (*LEAVING, NETWORK)))


class BotSums(msgspec.Struct):
    """The sums of one bot over its seats."""

    matches: int = 0
    won: int = 0
    """Matches in which it, or its team, was first alone."""
    drawn: int = 0
    """Matches in which it shared the first place."""
    gained: dict[int, list[int]] = msgspec.field(default_factory=dict)
    """Number of opponents -> [matches, opponents placed lower less opponents placed higher]."""
    decisions: int = 0
    faults: dict[str, int] = msgspec.field(default_factory=dict)
    """Kind -> decisions that the referee answered because of it."""
    refused: int = 0
    lost: int = 0
    """Matches in which its process or its connection ended."""
    disqualified: int = 0
    forfeits: int = 0
    substituted: int = 0
    """Matches in which a substitute played its place to the end."""
    stand_ins: dict[str, int] = msgspec.field(default_factory=dict)
    """Origin -> answers that a stand-in gave, as the bot says."""
    stood_in: int = 0
    """Matches in which its place is that of a lost seat because of them."""
    resigned: int = 0
    """Matches in which it resigned."""
    scores: dict[int, int] = msgspec.field(default_factory=dict)
    """Score -> matches."""
    histogram: dict[int, int] = msgspec.field(default_factory=dict)
    """Upper bound in microseconds -> answers, as in `SeatDetails`."""
    slowest_us: int = 0
    charged_us: int = 0
    input_tokens: int = 0
    """Tokens that its model read, as the bot says."""
    output_tokens: int = 0
    recent: list[int] = msgspec.field(default_factory=list)
    """Numbers of the entries of its last matches, the oldest first."""
    faulty: list[int] = msgspec.field(default_factory=list)
    """Those of its last matches with faults or stand-ins, or that it forfeited."""

    @property
    def points(self) -> float:
        """Return the sum of its points: by match from 0 for the last place to 1 for the first."""
        return sum((matches + gained / others) / 2 for others, (matches, gained) in sorted(self.gained.items()))

    @property
    def own(self) -> int:
        """Return the decisions that it answered itself, without stand-ins."""
        return self.decisions - sum(self.faults.values()) - sum(self.stand_ins.values())

    @property
    def silent(self) -> bool:
        """Return True if it answered nothing itself where it was asked, or forfeited every match before that."""
        return not self.own and (self.decisions > 0 or 0 < self.matches == self.forfeits)

    def add(self, entry: int, played: PlayedMatch, seat: int, gained: int, of_match: MatchDetails) -> None:
        """Add a seat of a match; `gained` is that of `points_of`."""
        details = of_match.seats[seat]
        self.substituted += seat in of_match.substituted
        self.stood_in += seat in of_match.stood_in
        self.resigned += seat in of_match.resigned
        for origin, number in details.stand_ins.items():
            self.stand_ins[origin] = self.stand_ins.get(origin, 0) + number
        self.matches += 1
        first = _first(played)
        if played.ranks[seat] == 1:
            self.won, self.drawn = self.won + (first == 1), self.drawn + (first > 1)
        of_size = self.gained.setdefault(len(opponents(played, seat)), [0, 0])
        of_size[0], of_size[1] = of_size[0] + 1, of_size[1] + gained
        self.decisions += details.decisions
        for kind, number in details.faults.items():
            self.faults[kind] = self.faults.get(kind, 0) + number
        self.refused += details.refused
        self.lost += not _LOST.isdisjoint({*details.faults, details.forfeit})
        self.disqualified += details.disqualified
        self.forfeits += bool(details.forfeit)
        self.scores[played.scores[seat]] = self.scores.get(played.scores[seat], 0) + 1
        for bound, number in details.histogram.items():
            self.histogram[bound] = self.histogram.get(bound, 0) + number
        self.slowest_us = max(self.slowest_us, details.slowest_us)
        self.charged_us += details.charged_us
        self.input_tokens += details.input_tokens
        self.output_tokens += details.output_tokens
        self.recent = [*self.recent[1 - MOST_RECENT:], entry]
        if played.faults[seat] or details.forfeit or details.stand_ins:
            self.faulty = [*self.faulty[1 - MOST_FAULTY:], entry]


class PairSums(msgspec.Struct):
    """The results of a bot against another one."""

    matches: int = 0
    won: int = 0
    """Matches in which the bot was placed before the other."""
    drawn: int = 0

    @property
    def points(self) -> float:
        """Return 1 for each match won and 1/2 for each drawn."""
        return self.won + self.drawn / 2


class Superlative(msgspec.Struct):
    """The match with the highest value of something."""

    value: int = 0
    entry: int = 0
    """The number of its entry; of equal matches the first in the schedule."""

    def offer(self, value: int, entry: int) -> None:
        """Take a match if it is more remarkable."""
        if value > 0 and (value, -entry) > (self.value, -self.entry):
            self.value, self.entry = value, entry


class Sums(msgspec.Struct):
    """The sums over all matches of a tournament."""

    matches: int = 0
    faults: int = 0
    """Decisions that the referee answered."""
    rounds: int = 0
    """The last round of which a match was counted."""
    began_unix_ms: int = 0
    ended_unix_ms: int = 0
    most: dict[str, Superlative] = msgspec.field(default_factory=dict)
    """`score`, `margin`, `steps`, `faults` and `slowest` -> the match with the highest."""

    def add(self, entry: int, played: PlayedMatch, details: MatchDetails) -> None:
        """Add a match."""
        began = details.started_unix_ms
        self.began_unix_ms = min(self.began_unix_ms, began) if self.matches else began
        self.ended_unix_ms = max(self.ended_unix_ms, details.ended_unix_ms)
        self.matches += 1
        faults = sum(played.faults)
        self.faults += faults
        self.rounds = max(self.rounds, played.round)
        slowest = max((seat.slowest_us for seat in details.seats), default=0)
        for what, value in (("score", max(played.scores)), ("margin", played.margin), ("steps", details.steps),
                            ("faults", faults), ("slowest", slowest)):
            self.most.setdefault(what, Superlative()).offer(value, entry)


class AllSums:
    """The sums of a tournament in memory."""

    def __init__(self) -> None:
        self.all = Sums()
        self.bots: dict[str, BotSums] = {}
        self.pairs: dict[tuple[str, str], PairSums] = {}
        """(Bot, other one), of which the first is the lesser name."""

    def add(self, entry: int, played: PlayedMatch, details: MatchDetails) -> None:
        """Add a match; each name of a table is a bot of its own."""
        self.all.add(entry, played, details)
        for seat, (bot, gained) in enumerate(zip(played.seats, points_of(played), strict=True)):
            self.bots.setdefault(bot, BotSums()).add(entry, played, seat, gained, details)
        add_pairs(self.pairs, played)


def add_pairs(known: dict[tuple[str, str], PairSums], played: PlayedMatch) -> None:
    """Add a match to the sums of pairs, of which the first is the lesser name."""
    for one, other in pairs_of(played):
        of_pair = known.setdefault((played.seats[one], played.seats[other]), PairSums())
        of_pair.matches += 1
        of_pair.won += played.ranks[one] < played.ranks[other]
        of_pair.drawn += played.ranks[one] == played.ranks[other]


def pairs_of(played: PlayedMatch) -> list[tuple[int, int]]:
    """Return the pairs of seats that played against each other, each once, the lesser name first."""
    teams = played.teams or range(len(played.seats))
    found = []
    for one, other in combinations(range(len(played.seats)), 2):
        if teams[one] != teams[other] and played.seats[one] != played.seats[other]:
            found.append((one, other) if played.seats[one] < played.seats[other] else (other, one))
    return found


def add(connection: Connection, tournament: int,
        counted: Sequence[tuple[int, PlayedMatch, MatchDetails]]) -> None:
    """Add counted matches, each with the number of its entry, to the sums in the database; the tournament is locked."""
    known = AllSums()
    bots = sorted({bot for _, played, _ in counted for bot in played.seats})
    known.bots = bots_of(connection, tournament, bots)
    pairs = {(played.seats[one], played.seats[other]) for _, played, _ in counted for one, other in pairs_of(played)}
    known.pairs = {pair: found for pair, found in pairs_in(connection, tournament, bots) if pair in pairs}
    known.all = all_of(connection, tournament)
    for entry, played, details in counted:
        known.add(entry, played, details)
    _put(connection, bot_sums, _bot_rows(tournament, known))
    _put(connection, pair_sums, _pair_rows(tournament, known))
    _put(connection, computed, [_all_row(tournament, known.all)])


def withdraw(connection: Connection, tournament: int, result: int) -> None:
    """Take a result out of all that was computed; it counts no more.

    Maxima and the last matches of a bot do not tell what they were without it, so all sums are made anew. Of the
    history of ratings the moments before the result stay.
    """
    before = rows.number_counted(connection, tournament, result)
    kept = [each for each in value_of(connection, tournament, HISTORY) or () if each["matches"] <= before]
    others = {name: value_of(connection, tournament, name) for name in names_of(connection, tournament)
              if name not in {OF_ALL, RATINGS, HISTORY}}
    recount(connection, tournament)
    for name, value in (others | ({HISTORY: kept} if kept else {})).items():
        keep(connection, tournament, name, value)


def recount(connection: Connection, tournament: int) -> None:
    """Make the sums anew from all results that count."""
    known = AllSums()
    found = rows.counted_after(tournament, 0, results.c.details, results.c.entry_id)
    for row in connection.execute(found.execution_options(yield_per=rows.AT_ONCE)):
        known.add(row.entry_id, rows.played_of(row), MatchDetails.from_dict(row.details))
    for table in (bot_sums, pair_sums, computed):
        connection.execute(delete(table).where(table.c.tournament_id == tournament))
    for table, values in ((bot_sums, _bot_rows(tournament, known)), (pair_sums, _pair_rows(tournament, known)),
                          (computed, [_all_row(tournament, known.all)] if known.all.matches else [])):
        if values:
            connection.execute(insert(table), values)


def all_of(connection: Connection, tournament: int) -> Sums:
    """Return the sums over all matches."""
    found = value_of(connection, tournament, OF_ALL)
    return msgspec.convert(found, Sums) if found is not None else Sums()


def bots_of(connection: Connection, tournament: int, bots: Sequence[str] | None = None) -> dict[str, BotSums]:
    """Return the sums of these bots, or of all, by name; only of those that have played."""
    wanted = {"tournament": tournament} | ({} if bots is None else {"bots": bots})
    found = connection.execute(_ALL_BOTS if bots is None else _BOTS, wanted)
    return {bot: _BOT.decode(text) for bot, text in found}


def pairs_in(connection: Connection, tournament: int,
             bots: Sequence[str] | None = None) -> Iterator[tuple[tuple[str, str], PairSums]]:
    """Yield all pairs that met, the lesser name first, with their sums; those among these bots, or all."""
    wanted = {"tournament": tournament} | ({} if bots is None else {"bots": bots})
    with connection.execute(_ALL_PAIRS if bots is None else _PAIRS, wanted) as found:
        for bot, other, *numbers in found:
            yield (bot, other), PairSums(*numbers)


def value_of(connection: Connection, tournament: int, what: str) -> Any:
    """Return something that was computed and kept; None if it was not."""
    return connection.scalar(_VALUE, {"tournament": tournament, "what": what})


def names_of(connection: Connection, tournament: int) -> list[str]:
    """Return the names of all that was computed and kept, in their order."""
    return list(connection.scalars(
        select(computed.c.what).where(computed.c.tournament_id == tournament).order_by(computed.c.what)))


def keep(connection: Connection, tournament: int, what: str, value: Any) -> None:
    """Keep something that was computed, in place of what was kept before."""
    _put(connection, computed, [{"tournament_id": tournament, "what": what, "value": value}])


# Made once, because making a statement takes longer than the answer.
_OF: Final[BindParameter[int]] = bindparam("tournament")
_AMONG: Final[BindParameter[str]] = bindparam("bots", expanding=True)
_ALL_BOTS: Final = select(bot_sums.c.bot, bot_sums.c.sums).where(bot_sums.c.tournament_id == _OF).order_by(
    bot_sums.c.bot)
_BOTS: Final = _ALL_BOTS.where(bot_sums.c.bot.in_(_AMONG))
_OF_PAIRS: Final = select(
    pair_sums.c.bot, pair_sums.c.opponent, pair_sums.c.matches, pair_sums.c.won, pair_sums.c.drawn).where(
    pair_sums.c.tournament_id == _OF).order_by(pair_sums.c.bot, pair_sums.c.opponent)
_ALL_PAIRS: Final = _OF_PAIRS.execution_options(yield_per=rows.AT_ONCE)
_PAIRS: Final = _OF_PAIRS.where(pair_sums.c.bot.in_(_AMONG), pair_sums.c.opponent.in_(_AMONG))
_VALUE: Final = select(computed.c.value).where(
    computed.c.tournament_id == _OF, computed.c.what == bindparam("what"))

_BOT: Final = msgspec.json.Decoder(BotSums)
_ENCODER: Final = msgspec.json.Encoder()


def _first(played: PlayedMatch) -> int:
    """Return how many bots or teams share the first place."""
    teams = played.teams or range(len(played.seats))
    return len({team for team, rank in zip(teams, played.ranks, strict=True) if rank == 1})


def _bot_rows(tournament: int, known: AllSums) -> list[dict[str, Any]]:
    return [{"tournament_id": tournament, "bot": bot, "sums": _ENCODER.encode(sums).decode()}
            for bot, sums in sorted(known.bots.items())]


def _pair_rows(tournament: int, known: AllSums) -> list[dict[str, Any]]:
    return [{"tournament_id": tournament, "bot": bot, "opponent": other, **msgspec.structs.asdict(sums)}
            for (bot, other), sums in sorted(known.pairs.items())]


def _all_row(tournament: int, known: Sums) -> dict[str, Any]:
    return {"tournament_id": tournament, "what": OF_ALL, "value": msgspec.to_builtins(known)}


def _put(connection: Connection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Write rows of a table; they replace those that have the same keys."""
    if rows:
        connection.execute(_replacing(connection.dialect.name, table), rows)


@cache
def _replacing(dialect: str, table: Table) -> Insert:
    """Return the statement that inserts rows of a table in place of those that have the same keys."""
    adding = import_module(f"sqlalchemy.dialects.{dialect}").insert(table)  # standard SQL has no such statement
    values = {column.name: adding.excluded[column.name] for column in table.c if not column.primary_key}
    replacing: Insert = adding.on_conflict_do_update(index_elements=table.primary_key.columns.keys(), set_=values)
    return replacing
