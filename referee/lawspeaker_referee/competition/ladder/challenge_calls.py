"""The gRPC call LadderService.Challenge: who may ask, how often, and what is told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any, Final

import grpc
import grpc.aio
from google.protobuf.message import DecodeError

from lawspeaker.v1.ladder_service_pb2 import ChallengeRequest
from lawspeaker.v1.match_pb2 import GameOptionValue
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import BadSetup, Setup
from lawspeaker_engine.setups import make_setup, manned, parse_options
from lawspeaker_referee.competition.ladder.challenges import Challenge, ChallengeTerms, Told
from lawspeaker_referee.competition.ladder.ladder import Ladder
from lawspeaker_referee.config.limits import Bucket
from lawspeaker_referee.server.service import Refused

RATE: Final = 50.0
BURST: Final = 200
"""Calls a second that are looked at, of all callers together, and at once after a quiet time."""
TOKEN_RATE: Final = 0.1
TOKEN_BURST: Final = 10
"""The same for the calls of one token."""
LOOK_EVERY: Final = 5.0
"""Seconds between two looks whether the bots of a challenge are still there."""
GONE_FOR: Final = 60.0
"""Seconds for which a bot may be gone before a challenge that waits for it ends; who reconnects is back sooner."""
LONGEST_NAME: Final = 1000
MOST_ECHO: Final = 500
"""Characters of a refusal: what is answered must not grow with what was asked."""


class ChallengeCalls:
    """Answers the calls; everything runs on the event loop of the matches."""

    def __init__(self, ladder: Ladder, game: Game[Any], setup: Setup, identify: Callable[[str], str],
                 clock: Callable[[], float] = monotonic) -> None:
        """`setup` is the ladder's. `identify` returns the name of a token; empty for one that is not valid."""
        self._ladder, self._game, self._setup = ladder, game, setup
        self._identify, self._clock = identify, clock
        self._all = Bucket(RATE, BURST, clock())
        self._by_token: dict[str, Bucket] = {}

    async def call(self, data: bytes, context: grpc.aio.ServicerContext[bytes, bytes]) -> None:
        """Take a challenge, and tell of it until it ends or the caller ends the call."""
        try:
            news = asyncio.Queue[Told]()
            challenge = self._taken(data, news.put_nowait)
            try:
                await self._tell(challenge, news, context)
            finally:
                self._ladder.challenges.withdraw(challenge)
        except Refused as refusal:
            await context.abort(refusal.code, str(refusal)[:MOST_ECHO])

    def _taken(self, data: bytes, tell: Callable[[Told], None]) -> Challenge:
        """Return the challenge that a request asks for. Raises Refused."""
        exhausted, now = grpc.StatusCode.RESOURCE_EXHAUSTED, self._clock()
        if not self._all.spare(now):
            raise Refused(exhausted, "challenges are asked for too often; try again later")
        try:
            request = ChallengeRequest.FromString(data)
        except DecodeError:
            raise Refused(grpc.StatusCode.INVALID_ARGUMENT, "this is no ChallengeRequest") from None
        name = self._identify(request.token)
        if not name:
            raise Refused(grpc.StatusCode.UNAUTHENTICATED, "this token is not known here" if request.token else
                          "a challenge needs the token of the bot that challenges")
        if not self._by_token.setdefault(name, Bucket(TOKEN_RATE, TOKEN_BURST, now)).spare(now):
            raise Refused(exhausted, f"{name} challenges too often; a token may ask every {1 / TOKEN_RATE:g} s")
        if any(len(opponent) > LONGEST_NAME for opponent in request.opponents):
            raise Refused(grpc.StatusCode.INVALID_ARGUMENT, "no bot has so long a name")
        terms = ChallengeTerms(name, tuple(request.opponents), request.matches or 1, self._setup_with(request.options))
        return self._ladder.challenge(terms, tell)

    def _setup_with(self, options: Sequence[GameOptionValue]) -> Setup:
        """Return the ladder's setup with these options. Raises Refused."""
        if not options:
            return self._setup
        allowed = self._ladder.challenges.rules.options
        for option in options:
            if option.name not in allowed:
                raise Refused(grpc.StatusCode.INVALID_ARGUMENT, f"challenges of this ladder may set "
                              f"{', '.join(allowed) or 'no options'}, and not {option.name!r}")
        given = parse_options(self._game, {option.name: option.value for option in options})
        try:
            setup = make_setup(self._game, self._setup.players, {**self._setup.options, **given})
            self._game.setup(setup)  # which refuses options that do not go together
        except BadSetup as error:
            raise Refused(grpc.StatusCode.INVALID_ARGUMENT, str(error)) from None
        if manned(self._game, setup) != manned(self._game, self._setup):
            raise Refused(grpc.StatusCode.INVALID_ARGUMENT,
                          "with these options other seats would be played by bots than on this ladder")
        return setup

    async def _tell(self, challenge: Challenge, news: asyncio.Queue[Told],
                    context: grpc.aio.ServicerContext[bytes, bytes]) -> None:
        """Send all news. Raises Refused if the challenge ends early."""
        there = self._clock()
        while True:
            try:
                async with asyncio.timeout(LOOK_EVERY):
                    told = await news.get()
            except TimeoutError:
                gone = "" if challenge.match_id else self._ladder.missing(challenge)
                if not gone:
                    there = self._clock()
                elif self._clock() - there >= GONE_FOR:
                    raise Refused(grpc.StatusCode.NOT_FOUND, f"{gone} is gone, or takes no challenges any "
                                  "more") from None
                continue
            if told is None:
                return
            if isinstance(told, Refused):
                raise told
            await context.write(told.SerializeToString())
