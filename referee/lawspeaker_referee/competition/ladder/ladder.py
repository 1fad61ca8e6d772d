"""A ladder as a lobby's seating: the matchmaker says who plays, probation who may, and the clerk what counts.

A bot is the name of its token, whatever it calls itself and however many streams it has; these are its places.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, replace
from time import monotonic, time
from typing import Final, Protocol

from structlog.typing import FilteringBoundLogger

from lawspeaker_referee.competition.ladder.matchmaker import Matchmaker
from lawspeaker_referee.competition.ladder.probation import Probation, ProbationVerdict, broken_in
from lawspeaker_referee.competition.ladder.results import Rated, Verified
from lawspeaker_referee.competition.ladder.standings import Standings
from lawspeaker_referee.competition.ladder.tally import Presence, Tally
from lawspeaker_referee.competition.ledger.facts import Decided
from lawspeaker_referee.competition.results import PlayedMatch
from lawspeaker_referee.host.matchmaking import places
from lawspeaker_referee.host.storage import Attempt
from lawspeaker_referee.server.connection import BotConnection
from lawspeaker_referee.server.match_runner import MatchEnd, MatchRunner


class Cooldown:
    """Until when each bot rests; all times are in seconds of any monotonic clock."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until: dict[str, float] = {}

    def ended(self, bots: Iterable[str], now: float) -> None:
        """A match of these is over."""
        if self._seconds:
            self._until.update(dict.fromkeys(bots, now + self._seconds))

    def until(self, bot: str) -> float:
        """When its rest ends, or has ended."""
        return self._until.get(bot, float("-inf"))


VERDICT: Final = "verdict"
"""What a decision of the ledger is called that holds one of probation's."""
LEAST_SLEEP: Final = 0.01
"""Seconds before one asks again."""


class LadderStore(Protocol):
    """Where what happened is kept."""

    def add(self, match_id: str) -> None:
        """Count a match that was not counted before and whose record is complete."""

    def decide(self, what: str, payload: dict[str, object]) -> None:
        """Keep what was decided."""


@dataclass(frozen=True, slots=True)
class RunningMatch:
    """A match of the ladder, until it is known what it says about its bots."""

    bots: tuple[str, ...]
    began: float
    """In seconds since 1970."""


class Ladder:
    """See the module. Everything happens on one loop."""

    def __init__(self, name: str, players: int, log: FilteringBoundLogger, *, rest: float = 0.0,
                 named: Callable[[], Container[str]] | None = None, clock: Callable[[], float] = monotonic) -> None:
        """A bot rests for so many seconds after each of its matches; the clock is in seconds.

        `named` tells the names of all tokens that hold; without it nobody is retired.
        """
        self._name, self._log, self._named, self._clock = name, log, named, clock
        self._resting = Cooldown(rest)
        self._matchmaker, self._probation, self._tally = Matchmaker(players), Probation(), Tally()
        self._rated = Rated()
        self._matches: dict[str, RunningMatch] = {}
        """By id: those that run, and those whose records are still to be verified."""
        self._running: set[str] = set()
        self._here: set[str] = set()
        self._look: Callable[[], None] = lambda: None
        self._books: LadderStore | None = None
        self._timer: asyncio.TimerHandle | None = None

    def keep(self, books: LadderStore) -> None:
        """Told once, before the first match."""
        self._books = books

    def recall(self, results: Iterable[PlayedMatch], decisions: Iterable[Decided]) -> None:
        """Take up what an earlier referee has counted and decided. Raises ValueError."""
        for played in results:
            self.counted(played)
        for each in decisions:
            if each.what == VERDICT:
                self._probation.recall(each.payload)

    # --- seating ---

    def attach(self, look: Callable[[], None]) -> None:
        """What makes the lobby ask again."""
        self._look = look

    def present(self, waiting: Iterable[BotConnection]) -> tuple[list[BotConnection], list[BotConnection]]:
        """All but those in quarantine, and those on probation that have a match: nobody is kept waiting for them.

        Who rests has no place left for the moment.
        """
        free, busy = places(waiting)
        self._here = {stream.hello.identity for stream in (*free, *busy)}
        playing, now = self._playing(self._matches), time()
        barred = {bot for bot in self._here if not self._probation.may_play(bot, now, playing[bot])}
        for bot in barred:
            if until := self._probation.standing(bot, now).until:
                self._ask_again(until - now)
        free = [stream for stream in free if stream.hello.identity not in barred]
        busy = [stream for stream in busy if stream.hello.identity not in barred]
        resting = self._rest({stream.hello.identity for stream in free})
        return ([stream for stream in free if stream.hello.identity not in resting],
                [*busy, *(stream for stream in free if stream.hello.identity in resting)])

    def choose(self, free: Sequence[BotConnection], busy: Sequence[BotConnection], number: int) -> list[BotConnection]:  # noqa: ARG002 - the matchmaker evens out the seats
        """As the matchmaker says; a bot sits on the stream that has waited longest."""
        streams: dict[str, BotConnection] = {}
        for stream in free:
            streams.setdefault(stream.hello.identity, stream)
        others = {stream.hello.identity: None for stream in busy if stream.hello.identity not in streams}
        now = self._clock()
        choice = self._matchmaker.choose(list(streams), list(others), now)
        if choice.wait_until is not None:
            self._ask_again(choice.wait_until - now)
        return [streams[bot] for bot in choice.seats]

    def began(self, runner: MatchRunner) -> None:
        """One more match of its bots."""
        bots = tuple(info.identity for info in runner.infos)
        self._matches[runner.match.match_id] = RunningMatch(bots, time())
        self._running.add(runner.match.match_id)
        self._matchmaker.began(bots, self._clock())

    def ended(self, runner: MatchRunner, end: MatchEnd) -> None:
        """What it says about its bots is known once its record was verified; of a void match its guilty bot alone."""
        match_id = runner.match.match_id
        self._running.remove(match_id)
        match = self._matches[match_id]
        now = self._clock()
        self._matchmaker.ended(match.bots, now)
        self._resting.ended(match.bots, now)
        if end.footer is None or not self._is_mine(match_id):
            del self._matches[match_id]
        if end.voided_by is not None:
            self._judge(match.bots[end.voided_by], match_id, "voided its match", match.began)

    def complete(self, match_id: str) -> None:
        """Have it counted."""
        if self._is_mine(match_id) and self._books is not None:
            self._books.add(match_id)

    # --- what the clerk finds ---

    def verified(self, match_id: str, found: Verified | None) -> None:
        """Now it is known how its bots did."""
        self._matches.pop(match_id, None)
        if found is not None:
            for bot, details in zip(found.played.seats, found.details.seats, strict=True):
                self._judge(bot, match_id, broken_in(details), found.details.started_unix_ms / 1000)
        self._look()

    def counted(self, played: PlayedMatch) -> None:
        """Its result holds."""
        self._matchmaker.counted(played)
        self._tally.add(played)

    def rated(self, found: Rated) -> None:
        """There are new ratings."""
        self._rated = found

    # --- looking ---

    def standings(self, before: Standings) -> Standings:
        """How it stands now, with what never changes as it was before."""
        playing, now, named = self._playing(self._running), time(), self._named and self._named()
        presences = {bot: Presence(bot in self._here, playing[bot], self._probation.standing(bot, now),
                                   retired=named is not None and bot not in named)
                     for bot in self._tally.bots(sorted(self._here))}
        return replace(
            before, matches=self._tally.matches, playing=len(self._running), rated=self._rated.matches,
            unix_ms=round(now * 1000), rows=self._tally.rows(self._rated, presences), notes=self._rated.notes)

    # --- what they share ---

    def _is_mine(self, match_id: str) -> bool:
        return Attempt.of_id(self._name, match_id) is not None

    def _playing(self, match_ids: Iterable[str]) -> Counter[str]:
        """Bot -> how many of these matches are its own."""
        return Counter(bot for match_id in match_ids for bot in self._matches[match_id].bots)

    def _rest(self, bots: Iterable[str]) -> set[str]:
        """Those of these bots that rest; the first that is done with it is seen to."""
        now = self._clock()
        until = {bot: until for bot in bots if (until := self._resting.until(bot)) > now}
        if until:
            self._ask_again(min(until.values()) - now)
        return set(until)

    def _judge(self, bot: str, match_id: str, broken: str, began: float) -> None:
        verdict = self._probation.ended(bot, f"{broken} in {match_id}" if broken else "", time(), began=began)
        if verdict is not None:
            self._tell(verdict)
            if self._books is not None:
                self._books.decide(VERDICT, verdict.payload)
            self._look()

    def _tell(self, verdict: ProbationVerdict) -> None:
        if verdict.cleared:
            self._log.info("bot is off probation", bot=verdict.bot)
        else:
            self._log.warning("bot is in quarantine", bot=verdict.bot, why=verdict.why, seconds=round(verdict.seconds))

    def _ask_again(self, seconds: float) -> None:
        """Have the lobby look after so many seconds, or sooner."""
        loop = asyncio.get_running_loop()
        when = loop.time() + max(seconds, LEAST_SLEEP)
        if self._timer is not None and not self._timer.cancelled() and self._timer.when() <= when:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer = loop.call_at(when, self._wake)

    def _wake(self) -> None:
        self._timer = None
        self._look()
