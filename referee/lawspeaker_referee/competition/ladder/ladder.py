"""The matchmaking of a ladder: the matchmaker chooses who plays, probation who may play, the counter what counts.

A bot is identified by the name of its token, whatever it calls itself. It may have several streams, each of which is a
place at which it can play. Each version of it is an entrant with results and a rating of its own; rests, probation and
the one seat at a table are the bot's.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import monotonic, time
from typing import TYPE_CHECKING, Any, Final, Protocol

from lawspeaker_referee.competition.ladder.challenges import Challenge, Challenges, ChallengeTerms, Told
from lawspeaker_referee.competition.ladder.matchmaker import Matchmaker
from lawspeaker_referee.competition.ladder.probation import FREE, Probation, ProbationVerdict, broken_in
from lawspeaker_referee.competition.ladder.results import VERDICT, Rated, Ruled, SharedPresence, Verified
from lawspeaker_referee.competition.ladder.standings import LatestMatch, Standings
from lawspeaker_referee.competition.ladder.tally import Presence, Tally
from lawspeaker_referee.competition.ledger.facts import Decided
from lawspeaker_referee.competition.organiser import Ruling, rulings
from lawspeaker_referee.competition.results import PlayedMatch
from lawspeaker_referee.competition.tournament.state import BY_ORGANISER, PUT_OUT, REINSTATED
from lawspeaker_referee.config.entrants import NEW, REFUSE, entrant_of, split_entrant
from lawspeaker_referee.config.formatting import format_time
from lawspeaker_referee.config.referee import ChallengeRules
from lawspeaker_referee.host.matchmaking import AskedMatch, places
from lawspeaker_referee.host.storage import Attempt
from lawspeaker_referee.server.connection import BotConnection, BotHello
from lawspeaker_referee.server.match_runner import MatchEnd, MatchRunner

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger


class Cooldown:
    """Until when each bot rests after its last match; all times are in seconds of one monotonic clock."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until: dict[str, float] = {}

    def ended(self, bots: Iterable[str], now: float) -> None:
        """Let these bots rest from now on."""
        if self._seconds:
            self._until.update(dict.fromkeys(bots, now + self._seconds))

    def until(self, bot: str) -> float:
        """Return when the rest of a bot ends or has ended."""
        return self._until.get(bot, float("-inf"))


FRESH: Final = 30.0
"""Seconds for which it holds what another referee told of its bots; then the referee is taken for dead."""
MOST_TOLD: Final = 20
"""Last decisions of the organiser that standings tell."""
LEAST_SLEEP: Final = 0.01
"""Least seconds until the queue is asked to look again."""


class LadderStore(Protocol):
    """Stores the results and decisions of a ladder."""

    def add(self, match_id: str) -> None:
        """Count a match that was not counted before and whose record is complete."""

    def decide(self, what: str, payload: dict[str, object]) -> None:
        """Write down a decision."""


@dataclass(frozen=True, slots=True)
class RunningMatch:
    """A match of the ladder whose consequences for its bots are not known yet."""

    bots: tuple[str, ...]
    began: float
    """In seconds since 1970."""


class Ladder:
    """The state of a ladder, and the matchmaking of its match queue. Everything runs on one event loop."""

    def __init__(self, name: str, players: int, log: FilteringBoundLogger, *, rest: float = 0.0, automa: str = "",
                 referee: str = "", named: Callable[[], Container[str]] | None = None,
                 clock: Callable[[], float] = monotonic, versions: str = NEW,
                 challenges: ChallengeRules | None = None) -> None:
        """Make a ladder with tables of so many bots, each of which rests `rest` seconds after a match.

        `name` begins the ids of its matches, and `referee` is the label of this referee among those of the ladder.
        `automa` is the name of who plays the seats that the rules play, and of no bot. `named` returns the names of all
        valid tokens; without it no bot is ever retired. The clock is in seconds. `versions` says what another version
        of a bot is: `new` for an entrant, or `refuse`. Without `challenges` there are none.
        """
        self._name, self._log, self._named, self._clock = name, log, named, clock
        self._resting = Cooldown(rest)
        self._automa, self._referee, self._versions = automa, referee, versions
        self._elsewhere: tuple[SharedPresence, ...] = ()
        self._latest: tuple[LatestMatch, ...] = ()
        self._begins_none = False
        """True while the ledger has failed for so long that no match begins."""
        self._matchmaker, self._probation, self._tally = Matchmaker(players, automa), Probation(), Tally(automa)
        self.challenges = Challenges(challenges or ChallengeRules(0.0), players, self._held_back)
        self._rated = Rated()
        self._rulings: tuple[Ruling, ...] = ()
        """The decisions of the organiser."""
        self._matches: dict[str, RunningMatch] = {}
        """By id: running matches, and matches whose records are still to be verified."""
        self._running: set[str] = set()
        self._here: set[str] = set()
        """The entrants that are connected."""
        self._look: Callable[[], None] = lambda: None
        self._connected: Callable[[], Iterable[BotConnection]] = tuple
        self.on_quarantine: Callable[[], None] = lambda: None
        """Called when a bot is put into quarantine."""
        self._books: LadderStore | None = None
        self._timer: asyncio.TimerHandle | None = None

    def keep(self, books: LadderStore) -> None:
        """Set where results and decisions are written; called once, before the first match."""
        self._books = books

    def recall(self, results: Iterable[PlayedMatch], decisions: Iterable[Decided]) -> None:
        """Restore what an earlier referee counted and decided. Raises ValueError."""
        for played in results:
            self.counted(played)
        for each in decisions:
            if each.what == VERDICT:
                self._probation.recall(each.payload)
            for ruling in rulings([each]):
                self.ruled(Ruled(ruling))

    # --- matchmaking ---

    def attach(self, look: Callable[[], None], streams: Callable[[], Iterable[BotConnection]]) -> None:
        """Set the function that makes the match queue look for a match again, and one that returns the bots there."""
        self._look, self._connected = look, streams

    def refusal(self, hello: BotHello) -> str:
        """Return the line that refuses another version of a bot, where the ladder refuses those; else empty."""
        entrant = _entrant(hello)
        others = [other for other in self._tally.bots(self._here)
                  if other != entrant and split_entrant(other)[0] == hello.identity]
        if self._versions != REFUSE or not others:
            return ""
        return (f"this ladder knows {others[0]}, and {entrant} is another version, which it refuses; come as that one, "
                "or with a token of its own")

    def present(self, waiting: Iterable[BotConnection]) -> tuple[list[BotConnection], list[BotConnection]]:
        """Return the free and the busy streams of the bots that may play.

        Bots in quarantine are left out, and so are bots on probation that have a match: nobody waits for them. So is a
        bot whose token has the automa's name. Resting bots count as busy.
        """
        free, busy = places(waiting)
        if self._begins_none:
            return [], [*free, *busy]
        self._here = {_entrant(stream.hello) for stream in (*free, *busy)}
        playing, now = Counter(map(_name, self._playing(self._matches).elements())), time()
        barred = {bot for bot in map(_name, self._here)
                  if bot == self._automa or not self._probation.may_play(bot, now, playing[bot])}
        for bot in barred:
            if until := self._probation.standing(bot, now).until:
                self._ask_again(until - now)
        free = [stream for stream in free if stream.hello.identity not in barred]
        busy = [stream for stream in busy if stream.hello.identity not in barred]
        resting = self._rest({stream.hello.identity for stream in free})
        return ([stream for stream in free if stream.hello.identity not in resting],
                [*busy, *(stream for stream in free if stream.hello.identity in resting)])

    def choose(self, free: Sequence[BotConnection], busy: Sequence[BotConnection], number: int) -> list[BotConnection]:
        """Return the streams of the next match by seat; a bot plays on the stream that has waited longest."""
        streams: dict[str, BotConnection] = {}
        versions: dict[str, str] = {}
        for stream in free:  # of a bot that is here in two versions, one plays: its owner would see two hands
            entrant = _entrant(stream.hello)
            if versions.setdefault(stream.hello.identity, entrant) == entrant:
                streams.setdefault(entrant, stream)
        others = {_entrant(stream.hello): None for stream in busy if stream.hello.identity not in versions}
        now = self._clock()
        choice = self._matchmaker.choose(list(streams), list(others), now)
        if choice.wait_until is not None:
            self._ask_again(choice.wait_until - now)
        return [streams[bot] for bot in choice.seats]

    def challenge(self, terms: ChallengeTerms, tell: Callable[[Told], None]) -> Challenge:
        """Take a challenge, of which `tell` is called with all news until None or Refused. Raises Refused."""
        challenge = self.challenges.add(terms, self._connected(), tell)
        self._log.info("challenge", challenger=terms.challenger, opponents=list(terms.opponents),
                       matches=terms.matches)
        self._look()
        return challenge

    def missing(self, challenge: Challenge) -> str:
        """Return a bot of a challenge that is not here, or takes it no more; empty if there is none."""
        return self.challenges.missing(challenge, self._connected())

    def asked(self, free: Sequence[BotConnection], busy: Sequence[BotConnection],
              most: float) -> tuple[AskedMatch | None, list[BotConnection]]:
        """Return the challenge whose turn it is, or the free bots that none keeps free."""
        return self.challenges.next(free, busy, most)

    def drained(self) -> None:
        """End the challenges that wait."""
        self.challenges.close("this referee is shutting down")

    def began(self, runner: MatchRunner) -> None:
        """Note that a match of its bots began."""
        infos = [runner.infos[seat] for seat in runner.match.manned]
        bots = tuple(entrant_of(info.identity, info.version) for info in infos)
        self._matches[runner.match.match_id] = RunningMatch(bots, time())
        self._running.add(runner.match.match_id)
        names = [_name(bot) for bot in bots]
        if runner.match.challenger:
            self.challenges.runs(runner.match.match_id, names)
        else:
            self._matchmaker.began(bots, self._clock())
            self.challenges.rated_began(names)

    def ended(self, runner: MatchRunner, end: MatchEnd) -> None:
        """Note that a match is over.

        What it says about its bots is known once its record is verified; a void match says something about the bot that
        caused it alone.
        """
        match_id = runner.match.match_id
        self._running.remove(match_id)
        match = self._matches[match_id]
        now = self._clock()
        self._resting.ended(map(_name, match.bots), now)
        if runner.match.challenger:
            del self._matches[match_id]
            self.challenges.ended(match_id, end.outcome, end.void_reason)
            return
        self._matchmaker.ended(match.bots, now)
        if end.footer is None or end.unpacked or not self._is_mine(match_id):
            del self._matches[match_id]
        if end.voided_by is not None:
            self._judge(runner.infos[end.voided_by].identity, match_id, "voided its match", match.began)

    def complete(self, match_id: str) -> None:
        """Pass a match of this ladder, whose record is complete, to be counted."""
        if self._is_mine(match_id) and self._books is not None:
            self._books.add(match_id)

    # --- results ---

    def verified(self, match_id: str, found: Verified | None) -> None:
        """Judge the bots of a match by its verified record; None if it did not verify."""
        self._matches.pop(match_id, None)
        if found is not None:
            for bot, details in zip(found.played.seats, found.details.seats, strict=True):
                if bot == self._automa:
                    continue
                self._judge(_name(bot), match_id, broken_in(details), found.details.started_unix_ms / 1000)
        self._look()

    def counted(self, played: PlayedMatch) -> None:
        """Add a counted match to the matchmaker and the totals."""
        self._matchmaker.counted(played)
        self._tally.add(played)

    def latest(self, matches: Sequence[LatestMatch]) -> None:
        """Take over which matches were counted last."""
        self._latest = tuple(matches)

    def answered(self, answers: Mapping[str, tuple[int, int]]) -> None:
        """Take over by bot the decisions in its counted matches, and the answers among them that were stand-ins."""
        self._tally.answered(answers)

    def rated(self, found: Rated) -> None:
        """Take new ratings over."""
        self._rated = found

    def judged(self, verdict: Mapping[str, Any]) -> None:
        """Take over a verdict of another referee. Raises ValueError."""
        self._probation.recall(verdict)
        self._look()

    def ruled(self, decided: Ruled) -> None:
        """Take over a decision of the organiser.

        What the matchmaker has learnt of a voided result stays: it only chooses opponents by it.
        """
        ruling = decided.ruling
        self._rulings = (*self._rulings, ruling)
        if decided.played is not None:
            self._tally.remove(decided.played)
        if ruling.what == PUT_OUT:
            self._probation.put_out(ruling.subject, f"{BY_ORGANISER}{ruling.reason}")
        elif ruling.what == REINSTATED:
            self._probation.reinstate(ruling.subject)
        self._look()

    def presence(self) -> SharedPresence:
        """Return which bots are here, for the standings of other referees."""
        playing = self._playing(self._running)
        here = {bot: playing[bot] for bot in sorted({*self._here, *playing})}
        return SharedPresence(self._referee, round(time() * 1000), here, len(self._running))

    def elsewhere(self, others: Sequence[SharedPresence]) -> None:
        """Take over which bots are at other referees."""
        self._elsewhere = tuple(others)

    def ledger_failed(self, *, long: bool) -> None:
        """Begin no match while the ledger fails for long."""
        self._begins_none = long
        self._look()

    # --- standings ---

    def standings(self, before: Standings) -> Standings:
        """Return the standings of now; what never changes is copied from `before`."""
        playing, now, named = self._playing(self._running), time(), self._named and self._named()
        fresh = [each for each in self._elsewhere if each.unix_ms > (now - FRESH) * 1000]
        for each in fresh:
            playing.update(each.here)
        here = self._here.union(*(each.here for each in fresh))
        presences = {bot: Presence(bot in here, playing[bot], self._probation.standing(_name(bot), now),
                                   retired=named is not None and _name(bot) not in named)
                     for bot in self._tally.bots(sorted(here))}
        return replace(
            before, matches=self._tally.matches,
            playing=len(self._running) + sum(each.running for each in fresh), rated=self._rated.matches,
            unix_ms=round(now * 1000), rows=self._tally.rows(self._rated, presences),
            notes=(*self._rated.notes, *_told(self._rulings)),
            latest=self._latest)

    # --- helpers ---

    def _held_back(self, bot: str) -> str:
        """Return why a bot may play no challenge; empty if it may."""
        if bot == self._automa:
            return "the rules play seats by this name"
        standing = self._probation.standing(bot, time())
        return "" if standing.state == FREE else f"{standing.state}: {standing.why}"

    def _is_mine(self, match_id: str) -> bool:
        return Attempt.of_id(self._name, match_id) is not None

    def _playing(self, match_ids: Iterable[str]) -> Counter[str]:
        """Return how many of these matches each bot plays."""
        return Counter(bot for match_id in match_ids for bot in self._matches[match_id].bots)

    def _rest(self, bots: Iterable[str]) -> set[str]:
        """Return the bots that rest, and have the queue look again when the first of them is done."""
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
                own = {"referee": self._referee} if self._referee else {}
                self._books.decide(VERDICT, {**verdict.payload, **own})
            self._look()

    def _tell(self, verdict: ProbationVerdict) -> None:
        if verdict.cleared:
            self._log.info("bot is off probation", bot=verdict.bot)
        else:
            self._log.warning("bot is in quarantine", bot=verdict.bot, why=verdict.why, seconds=round(verdict.seconds))
            self.on_quarantine()

    def _ask_again(self, seconds: float) -> None:
        """Have the match queue look again after so many seconds, or sooner."""
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


def _entrant(hello: BotHello) -> str:
    return entrant_of(hello.identity, hello.info.version)


def _name(entrant: str) -> str:
    """Return the name of an entrant's token."""
    return split_entrant(entrant)[0]


def _told(rulings: Sequence[Ruling]) -> list[str]:
    """Return the notes on the last decisions of the organiser, the newest first."""
    return [f"the organiser, {format_time(each.unix_ms)}: {each.words}" for each in rulings[:-MOST_TOLD - 1:-1]]
