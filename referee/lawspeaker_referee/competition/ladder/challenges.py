"""Challenges: matches of a ladder that somebody asks for, and that count in no rating. There is no clock here.

**Rated matches come first.** Each bot has a bucket with room for one challenge, into which every rated match that it
begins puts a part of one. So of the matches of each bot, and of the ladder, at most a share are challenges, whoever
asks for how many.

**Places**: at once challenges take at most that share of the matches that the connected bots could play, and of the
places of each bot; but one may always run.

**Waiting**: a challenge begins once each of its bots has one in its bucket and a free place. One place of the
challenger is kept free from then on. Opponents are not held up by the challenger: only where they wait for one another,
at tables of more than two, are their places kept free, too. Of two challenges that wait for the same bot the older one
gets it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

import grpc

from lawspeaker.v1.ladder_service_pb2 import (
    ChallengeAccepted,
    ChallengeMatchBegan,
    ChallengeMatchEnded,
    ChallengeResponse,
)
from lawspeaker_engine.model import Outcome, Setup
from lawspeaker_referee.codec.game_codec import outcome_message
from lawspeaker_referee.config.entrants import entrant_of, split_entrant
from lawspeaker_referee.config.limits import Bucket
from lawspeaker_referee.config.referee import ChallengeRules
from lawspeaker_referee.host.matchmaking import AskedMatch
from lawspeaker_referee.match.events import BotInfo
from lawspeaker_referee.server.connection import BotConnection, BotHello
from lawspeaker_referee.server.service import Refused

MOST_MATCHES: Final = 10
"""Matches of one challenge."""
MOST_OF_A_BOT: Final = 2
"""Challenges of one bot that are open at once."""
MOST_AT_A_BOT: Final = 8
"""Open challenges that name one bot as opponent."""
MOST_OPEN: Final = 256
"""Open challenges of the ladder."""

Told = ChallengeResponse | Refused | None
"""News for who asked: a message, an early end, or None for the end."""


@dataclass(frozen=True, slots=True)
class ChallengeTerms:
    """The matches that a challenge asks for."""

    challenger: str
    """The name of a token."""
    opponents: tuple[str, ...]
    """Names of tokens, or entrants, for the other seats."""
    matches: int
    setup: Setup

    @property
    def bots(self) -> tuple[str, ...]:
        """Return the names of the tokens, the challenger first."""
        return self.challenger, *(split_entrant(opponent)[0] for opponent in self.opponents)


class Challenge:
    """A challenge that is open: it was accepted, and has a match that runs or is to begin."""

    def __init__(self, terms: ChallengeTerms, tell: Callable[[Told], None]) -> None:
        self.terms, self.tell = terms, tell
        self.begun = 0
        self.match_id = ""
        """The match that runs; empty between two matches."""

    def is_for(self, number: int, hello: BotHello) -> bool:
        """Return whether a stream may play here: number 0 is the challenger, the others are its opponents."""
        if number == 0:
            return hello.identity == self.terms.challenger
        opponent = self.terms.opponents[number - 1]
        return (opponent in {hello.identity, entrant_of(hello.identity, hello.info.version)}
                and hello.takes_challenges_of(self.terms.challenger))

    def by_seat(self, streams: Sequence[BotConnection]) -> list[BotConnection]:
        """Return streams, of which the challenger's comes first, by the seats of the next match; seats rotate."""
        first = self.begun % len(streams)
        return [*streams[len(streams) - first:], *streams[:len(streams) - first]]


def at_once(share: float, places: float) -> float:
    """Return how many challenges may run at once where so many matches could."""
    return inf if places == inf else max(1, int(share * places))


def _by_bot(streams: Iterable[BotConnection]) -> dict[str, list[BotConnection]]:
    """Return the streams of each bot that stay, in their order."""
    found: dict[str, list[BotConnection]] = {}
    for stream in streams:
        if not stream.leaving:
            found.setdefault(stream.hello.identity, []).append(stream)
    return found


def _seated(challenge: Challenge, streams: Mapping[str, Sequence[BotConnection]]) -> list[BotConnection | None]:
    """Return a stream for each bot of a challenge, the challenger's first; None for one that has none of these."""
    return [next((stream for stream in streams.get(bot, ()) if challenge.is_for(number, stream.hello)), None)
            for number, bot in enumerate(challenge.terms.bots)]


class _Turn:
    """When it is a bot's turn to play a challenge; the bucket's clock are the rated matches that it has begun."""

    def __init__(self, share: float) -> None:
        self._bucket = Bucket(share / (1.0 - share), 1, 0.0)
        self._rated = 0

    def rated(self) -> None:
        self._rated += 1

    def has_come(self) -> bool:
        return self._bucket.has_room(self._rated)

    def take(self) -> None:
        self._bucket.take(self._rated)


class Challenges:
    """The open challenges of a ladder, and what its bots have played."""

    def __init__(self, rules: ChallengeRules, players: int, held_back: Callable[[str], str]) -> None:
        """Tables have so many bots; `held_back` returns why a bot may play no challenge, empty if it may."""
        self.rules, self._players, self._held_back = rules, players, held_back
        self._open: list[Challenge] = []
        self._turns: dict[str, _Turn] = {}
        self._running: dict[str, tuple[str, ...]] = {}
        """Running matches, also those that an earlier referee began, with the bots of each."""
        self._closed = ""

    # --- who may ask ---

    def add(self, terms: ChallengeTerms, streams: Iterable[BotConnection], tell: Callable[[Told], None]) -> Challenge:
        """Take a challenge to the connected bots, and tell that it is accepted. Raises Refused."""
        challenge = Challenge(terms, tell)
        self._check_request(terms)
        self._check_bots(challenge, [stream.hello for stream in streams if not stream.leaving])
        self._check_room(terms)
        tell(ChallengeResponse(accepted=ChallengeAccepted(matches=terms.matches, before=len(self._open))))
        self._open.append(challenge)
        return challenge

    def _check_request(self, terms: ChallengeTerms) -> None:
        wrong = grpc.StatusCode.INVALID_ARGUMENT
        if self._closed:
            raise Refused(grpc.StatusCode.UNAVAILABLE, self._closed)
        if not self.rules.share:
            raise Refused(grpc.StatusCode.FAILED_PRECONDITION, "this ladder has no challenges")
        if not 1 <= terms.matches <= MOST_MATCHES:
            raise Refused(wrong, f"a challenge has 1 to {MOST_MATCHES} matches, not {terms.matches}")
        if len(terms.opponents) != self._players - 1:
            raise Refused(wrong, f"a match has {self._players} bots: name {self._players - 1} opponents, not "
                          f"{len(terms.opponents)}")
        if len(set(terms.bots)) < len(terms.bots):
            raise Refused(wrong, "the bots of a match are of different tokens: a bot does not challenge itself, and "
                          "names each opponent once")

    def _check_bots(self, challenge: Challenge, hellos: Sequence[BotHello]) -> None:
        terms = challenge.terms
        mine, *opponents = terms.bots
        if not any(hello.identity == mine for hello in hellos):
            raise Refused(grpc.StatusCode.FAILED_PRECONDITION,
                          f"{mine} is not connected; start it, because it plays the challenge")
        for number, (named, bot) in enumerate(zip(terms.opponents, opponents, strict=True), 1):
            its = [hello for hello in hellos if hello.identity == bot]
            if not any(named in {bot, entrant_of(bot, hello.info.version)} for hello in its):
                also = f"; it is here as {entrant_of(bot, its[0].info.version)}" if its else ""
                raise Refused(grpc.StatusCode.NOT_FOUND, f"{named} is not connected here{also}")
            if not any(challenge.is_for(number, hello) for hello in its):
                raise Refused(grpc.StatusCode.PERMISSION_DENIED, f"{named} takes no challenges of {mine}")
        for bot in terms.bots:
            if why := self._held_back(bot):
                raise Refused(grpc.StatusCode.FAILED_PRECONDITION, f"{bot} plays no challenges now: {why}")

    def _check_room(self, terms: ChallengeTerms) -> None:
        exhausted, mine = grpc.StatusCode.RESOURCE_EXHAUSTED, terms.challenger
        if sum(each.terms.challenger == mine for each in self._open) >= MOST_OF_A_BOT:
            raise Refused(exhausted, f"{mine} has {MOST_OF_A_BOT} challenges open, as many as it may; wait until one "
                          "has ended")
        for bot in terms.bots[1:]:
            if sum(bot in each.terms.bots[1:] for each in self._open) >= MOST_AT_A_BOT:
                raise Refused(exhausted, f"{bot} is busy: {MOST_AT_A_BOT} challenges wait for it; try again later")
        if len(self._open) >= MOST_OPEN:
            raise Refused(exhausted, "too many challenges wait; try again later")

    def missing(self, challenge: Challenge, streams: Iterable[BotConnection]) -> str:
        """Return a bot of a challenge that is not connected, or takes it no more; empty if all are there."""
        named = (challenge.terms.challenger, *challenge.terms.opponents)
        return next((named[number] for number, stream in enumerate(_seated(challenge, _by_bot(streams)))
                     if stream is None), "")

    def withdraw(self, challenge: Challenge) -> None:
        """Begin no more matches of a challenge; one that runs goes on."""
        if challenge in self._open:
            self._open.remove(challenge)

    def close(self, why: str) -> None:
        """Take no challenges from now on, and end those between two matches; `why` is told."""
        self._closed = why
        for challenge in [each for each in self._open if not each.match_id]:
            self._open.remove(challenge)
            challenge.tell(Refused(grpc.StatusCode.UNAVAILABLE, why))

    # --- who plays ---

    def next(self, free: Sequence[BotConnection], busy: Sequence[BotConnection],
             most: float) -> tuple[AskedMatch | None, list[BotConnection]]:
        """Return the match that begins next, if there is one, and the streams with a place for rated ones.

        `most` matches may run at once.
        """
        left = list(free)
        if not self._open:
            return None, left
        here = _by_bot([*free, *busy])
        places = Counter({bot: sum(stream.hello.max_matches for stream in its) for bot, its in here.items()})
        if len(self._running) >= at_once(self.rules.share, min(most, places.total() // self._players)):
            return None, left
        spare = {stream: stream.hello.max_matches - len(stream.seats) for stream in free}
        playing = Counter(bot for bots in self._running.values() for bot in bots)
        for challenge in self._open:
            if not all(self._is_turn(bot, playing[bot], places[bot]) for bot in challenge.terms.bots):
                continue
            if challenge.match_id or None in _seated(challenge, here):
                continue
            seated = _seated(challenge, _by_bot(left))
            if seated[0] is None:
                continue
            found = [stream for stream in seated if stream is not None]
            if len(found) == self._players:
                return self._asked(challenge, found), left
            for stream in found:
                spare[stream] -= 1
            left = [stream for stream in left if spare[stream] > 0]
        return None, left

    def _is_turn(self, bot: str, playing: int, places: int) -> bool:
        return (playing < at_once(self.rules.share, places) and not self._held_back(bot)
                and (bot not in self._turns or self._turns[bot].has_come()))

    def _asked(self, challenge: Challenge, found: Sequence[BotConnection]) -> AskedMatch:
        def begun(match_id: str, infos: Sequence[BotInfo]) -> None:
            challenge.begun += 1
            challenge.match_id = match_id
            for bot in challenge.terms.bots:
                self._turn(bot).take()
            challenge.tell(ChallengeResponse(began=ChallengeMatchBegan(
                match_id=match_id, bots=[entrant_of(info.identity or info.name, info.version) for info in infos])))

        return AskedMatch(tuple(challenge.by_seat(found)), challenge.terms.setup, challenge.terms.challenger, begun)

    def rated_began(self, bots: Iterable[str]) -> None:
        """Note that a rated match of these bots began; names of tokens."""
        if self.rules.share:
            for bot in bots:
                self._turn(bot).rated()

    def runs(self, match_id: str, bots: Sequence[str]) -> None:
        """Note that a challenge's match runs, also one that an earlier referee began."""
        self._running[match_id] = tuple(bots)

    def ended(self, match_id: str, outcome: Outcome | None, void_reason: str) -> None:
        """Note that such a match is over, or goes on elsewhere."""
        self._running.pop(match_id, None)
        challenge = next((each for each in self._open if each.match_id == match_id), None)
        if challenge is None:
            return
        challenge.match_id = ""
        if outcome is None and not void_reason:
            self._open.remove(challenge)
            challenge.tell(Refused(grpc.StatusCode.UNAVAILABLE, f"{self._closed or 'the referee stops'}; {match_id} "
                                   "goes on when it is back"))
            return
        challenge.tell(ChallengeResponse(ended=ChallengeMatchEnded(
            match_id=match_id, void_reason=void_reason,
            outcome=None if outcome is None else outcome_message(outcome))))
        if challenge.begun >= challenge.terms.matches:
            self._open.remove(challenge)
            challenge.tell(None)
        elif self._closed:
            self.close(self._closed)

    def _turn(self, bot: str) -> _Turn:
        return self._turns.setdefault(bot, _Turn(self.rules.share))
