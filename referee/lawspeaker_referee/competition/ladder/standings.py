"""The standings of a ladder as plain data, and as message, JSON and text."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from io import StringIO
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from lawspeaker.v1.ladder_service_pb2 import BotState, GetStandingsResponse, Standing
from lawspeaker_bot.printable import printable
from lawspeaker_referee.competition.ladder.probation import ON_PROBATION, QUARANTINED
from lawspeaker_referee.competition.results import PlayedMatch
from lawspeaker_referee.config.formatting import format_elo, format_elo_interval, format_percent, format_time
from lawspeaker_referee.match.seat_marks import NO_MARKS, SeatMarks
from lawspeaker_referee.record.bounds import LAST_MOMENT

if TYPE_CHECKING:  # processes that draw no table start sooner without it
    from rich.table import Table

PLAYING: Final = "playing"
WAITING: Final = "waiting"
AWAY: Final = "away"
RETIRED: Final = "retired"
UNKNOWN: Final = "unknown"
"""A state that a newer referee sends and this version does not know."""
FEWEST_MATCHES: Final = 10
"""Counted matches of a bot that has a place: after fewer its interval is too wide for one."""

_STATES: Final = {
    PLAYING: BotState.BOT_STATE_PLAYING, WAITING: BotState.BOT_STATE_WAITING, AWAY: BotState.BOT_STATE_AWAY,
    QUARANTINED: BotState.BOT_STATE_QUARANTINED, ON_PROBATION: BotState.BOT_STATE_ON_PROBATION,
    RETIRED: BotState.BOT_STATE_RETIRED,
}
_WORDS: Final = {number: word for word, number in _STATES.items()}


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """The standing of one bot."""

    place: int
    """1 for the best; 0 for a bot without a place.

    Bots without a place come last: not rated, fewer than FEWEST_MATCHES matches, quarantined, on probation or retired.
    """
    bot: str
    rating: float | None
    """None for a bot that is not rated yet."""
    low: float | None
    """None where nothing says how low the true rating may be; `high` likewise."""
    high: float | None
    matches: int
    """Counted matches."""
    points: float
    """Sum of the shares of opponents that it was placed before; a tie is half."""
    faults: int
    """Decisions that the referee took in its place."""
    state: str
    """Its state now: one of the words above, or of probation's."""
    why: str = ""
    """Why it is quarantined or on probation."""
    until_unix_ms: int = 0
    """When its quarantine ends."""
    decisions: int = 0
    """Decisions in its counted matches."""
    stand_ins: int = 0
    """Those of them that a stand-in answered, as the bot says."""

    @property
    def own_share(self) -> float | None:
        """Return the share of its decisions without faults and stand-ins; None without decisions."""
        return max(0, self.decisions - self.faults - self.stand_ins) / self.decisions if self.decisions else None

    @property
    def place_text(self) -> str:
        """Return the place, or `new` or `-` for a bot without one."""
        return str(self.place) if self.place else "new" if self.matches < FEWEST_MATCHES else "-"


@dataclass(frozen=True, slots=True)
class LatestMatch:
    """A counted match."""

    played: PlayedMatch
    marks: SeatMarks = NO_MARKS


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of all bots."""

    ladder: str
    game: str
    players: int
    options: str
    clock: str
    matches: int
    """Counted matches."""
    playing: int
    """Running matches."""
    rated: int
    """Matches that are in the ratings."""
    commitment: str
    """Hash of the secret of all dice, in hexadecimal."""
    unix_ms: int
    """When the standings were made."""
    rows: tuple[StandingsRow, ...]
    notes: tuple[str, ...]
    """Lines that a reader of the ratings must know."""
    latest: tuple[LatestMatch, ...] = ()
    """The matches that were counted last, the newest first; only pages show them."""

    @property
    def connected(self) -> str:
        """Return how many bots are connected, and how many are in quarantine, which may be connected or not."""
        held = sum(row.state == QUARANTINED for row in self.rows)
        here = sum(row.state not in {AWAY, RETIRED, QUARANTINED} for row in self.rows)
        return f"{here} of {len(self.rows)}" + f", and {held} in quarantine" * bool(held)


def as_data(standings: Standings) -> dict[str, Any]:
    """Return plain data for JSON; unknown numbers are None."""
    data = asdict(standings)
    return {**{name: value for name, value in data.items() if name not in {"rows", "latest"}},
            "standings": data["rows"]}


def as_message(standings: Standings) -> GetStandingsResponse:
    """Return the message of the wire."""
    return GetStandingsResponse(
        ladder=standings.ladder, game=standings.game, players=standings.players, options=standings.options,
        clock=standings.clock, matches=standings.matches, playing=standings.playing, rated=standings.rated,
        commitment=bytes.fromhex(standings.commitment), unix_ms=standings.unix_ms, notes=standings.notes,
        standings=[Standing(place=row.place, bot=row.bot, rating=row.rating, low=row.low, high=row.high,
                            matches=row.matches, points=row.points, faults=row.faults, state=_STATES[row.state],
                            why=row.why, until_unix_ms=row.until_unix_ms, decisions=row.decisions,
                            stand_ins=row.stand_ins) for row in standings.rows])


def of_message(message: GetStandingsResponse) -> Standings:
    """Return the standings of a message. Raises ValueError for numbers and moments that no ladder tells."""
    for each in message.standings:
        if not all(map(isfinite, (each.rating, each.low, each.high, each.points))):
            raise ValueError("a number of them is infinite or no number")
    if not all(0 <= moment <= LAST_MOMENT for moment in (
            message.unix_ms, *(each.until_unix_ms for each in message.standings))):
        raise ValueError("a moment of them lies beyond the year 9999")
    return Standings(
        message.ladder, message.game, message.players, message.options, message.clock, message.matches,
        message.playing, message.rated, message.commitment.hex(), message.unix_ms,
        tuple(map(_row, message.standings)), tuple(message.notes))


def _row(each: Standing) -> StandingsRow:
    rating, low, high = (getattr(each, name) if each.HasField(name) else None for name in ("rating", "low", "high"))
    return StandingsRow(each.place, each.bot, rating, low, high, each.matches, each.points, each.faults,
                        _WORDS.get(each.state, UNKNOWN), each.why, each.until_unix_ms, each.decisions,
                        each.stand_ins)


def text(standings: Standings, width: int = 100) -> str:
    """Return a table and notes without colours, in lines of at most `width` columns as far as names allow."""
    from rich.console import Console

    out = StringIO()
    console = Console(file=out, width=width, color_system=None, highlight=False, markup=False, emoji=False)
    shown = standings
    for line in (f"{shown.ladder}, {format_time(shown.unix_ms)}",
                 f"{shown.game} for {shown.players} players, options {shown.options}, clock {shown.clock}",
                 f"{shown.matches} matches counted, {shown.rated} in the ratings, {shown.playing} running",
                 f"bots connected: {shown.connected}"):
        console.print(printable(line))
    console.print(_table(standings) if standings.rows else "\nNo bot has come yet.\n")
    if any(not row.place for row in standings.rows):
        console.print(f"Without a place: fewer than {FEWEST_MATCHES} matches (new), quarantined, on probation or "
                      "retired.")
    if any(row.own_share is not None for row in standings.rows):
        console.print("own: the share of decisions that a bot answered itself, without faults and stand-ins.")
    for row in standings.rows:
        if row.why:
            console.print(printable(f"{row.bot}: {_state(row)}"))
    for note in standings.notes:
        console.print(f"note: {printable(note)}")
    console.print(f"Seed commitment {standings.commitment}")
    return "\n".join(line.rstrip() for line in out.getvalue().rstrip().split("\n"))


def _table(standings: Standings) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for column in ("", "bot", "rating", "95 % interval", "points", "own", "matches", "faults", "state"):
        table.add_column(column, justify="left" if column in {"bot", "state"} else "right", overflow="fold",
                         no_wrap=column != "bot")
    for row in standings.rows:
        cells = (row.place_text, row.bot, "" if row.rating is None else format_elo(row.rating),
                 "not rated yet" if row.rating is None else format_elo_interval(row.low, row.high),
                 format_percent(row.points / row.matches) if row.matches else "",
                 "" if row.own_share is None else format_percent(row.own_share), row.matches, row.faults, row.state)
        table.add_row(*(Text(printable(str(cell))) for cell in cells))
    return table


def _state(row: StandingsRow) -> str:
    """Return the state of a bot that is held back, with why and until when."""
    until = f" until {format_time(row.until_unix_ms)}" if row.until_unix_ms else ""
    return f"{row.state}{until}: {row.why}"
