"""Bots without connections, and a queue that plays rated matches and challenges with them as the real one does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from lawspeaker_engine.model import Outcome
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.competition.ladder.challenges import Challenges, ChallengeTerms, Told
from lawspeaker_referee.config.referee import ChallengeRules
from lawspeaker_referee.match.events import BotInfo
from lawspeaker_referee.server.connection import BotHello
from tests.games.parley import PARLEY

SETUP = make_setup(PARLEY, 2, {})
OUTCOME = Outcome((1, 2), (3, 1), "points")


@dataclass(eq=False)
class Stream:
    """A connected bot."""

    hello: BotHello
    matches: int = 0
    leaving: bool = False

    @property
    def name(self) -> str:
        return self.hello.identity

    @property
    def seats(self) -> range:
        return range(self.matches)

    @property
    def free(self) -> bool:
        return self.matches < self.hello.max_matches


def stream(name: str, *challengers: str, places: int = 1, version: str = "") -> Any:
    """Return a bot that takes challenges of these."""
    return Stream(BotHello(BotInfo(name, version, "", name), name, frozenset(), places,
                           challengers=frozenset(challengers)))


def terms(challenger: str, *opponents: str, matches: int = 1) -> ChallengeTerms:
    return ChallengeTerms(challenger, opponents, matches, SETUP)


def kinds(news: Sequence[Told]) -> list[str]:
    """Return what was told, in words."""
    return ["end" if told is None else told.code.name if isinstance(told, Exception) else told.WhichOneof("news") or ""
            for told in news]


@dataclass
class Table:
    """The queue: one match after another begins, and ends when the test says so."""

    streams: list[Any]
    players: int = 2
    share: float = 0.25
    most: float = float("inf")
    held: dict[str, str] = field(default_factory=dict)
    """Bot -> why it is held back."""
    running: dict[str, tuple[bool, list[Any]]] = field(default_factory=dict)
    """Match -> whether it is rated, and its streams by seat."""
    begun: list[tuple[bool, list[str]]] = field(default_factory=list)
    """Whether each match was rated, and its bots by seat."""
    news: list[Told] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.challenges = Challenges(ChallengeRules(self.share), self.players, lambda bot: self.held.get(bot, ""))

    def ask(self, asked: ChallengeTerms) -> Any:
        return self.challenges.add(asked, self.streams, self.news.append)

    def look(self) -> bool:
        """Begin the next match; False if there is none. Rated ones are played by who comes first."""
        free = [each for each in self.streams if each.free]
        asked, left = self.challenges.next(free, [each for each in self.streams if not each.free], self.most)
        assert set(left) <= set(free)
        if len(self.running) >= self.most:
            return False
        match_id = str(len(self.begun))
        if asked is not None:
            seats: list[Any] = list(asked.streams)
            names = [str(each.name) for each in seats]
            assert all(each.free for each in seats)
            assert len(set(names)) == self.players
            assert all(each.hello.takes_challenges_of(asked.challenger) for each in seats
                       if each.name != asked.challenger)
            self.challenges.runs(match_id, names)
            asked.begun(match_id, [each.hello.info for each in seats])
        else:
            several: list[Any] = list(reversed(left))
            seats = list({each.name: each for each in several}.values())[:self.players]
            if len(seats) < self.players:
                return False
            self.challenges.rated_began([each.name for each in seats])
        for each in seats:
            each.matches += 1
        self.running[match_id] = asked is None, seats
        self.begun.append((asked is None, [each.name for each in seats]))
        return True

    def end(self, match_id: str) -> None:
        rated, seats = self.running.pop(match_id)
        for each in seats:
            each.matches -= 1
            self.streams.remove(each)
            self.streams.append(each)
        if not rated:
            self.challenges.ended(match_id, OUTCOME, "")

    def count(self, *, rated: bool) -> Counter[str]:
        """Return how many such matches each bot began."""
        return Counter(bot for was_rated, bots in self.begun if was_rated == rated for bot in bots)

    def now(self, *, rated: bool) -> Counter[str]:
        """Return how many such matches each bot plays."""
        return Counter(each.name for was_rated, seats in self.running.values() if was_rated == rated for each in seats)
