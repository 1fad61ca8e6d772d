"""The host of a server: it knows which bots are connected, which matches run, and which seat a returning bot gets.

The queue of bots that dial in, the pool of bots that the referee starts, and a session of certify derive from it. They
say who may join and who plays; everything that concerns seats of running matches is here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence

import grpc

from lawspeaker.v1.referee_service_pb2 import GoodbyeReason
from lawspeaker_engine.model import Seat
from lawspeaker_referee.host.seat_offers import SeatOffers
from lawspeaker_referee.match.events import BotInfo
from lawspeaker_referee.server.connection import BotConnection, BotHello
from lawspeaker_referee.server.match_runner import MatchEnd, MatchRunner
from lawspeaker_referee.server.service import Refused


class BotHost:
    """Seats bots by their tokens; implements `server.service.Host`.

    Subclasses override `joined`, `gone` and `ended`, and extend `welcome` with refusals of their own. All calls are
    made on the event loop of the server.
    """

    def __init__(self, game: str = "", *, one_stream_a_token: bool = True) -> None:
        """`game` is what is played; if it is empty, bots of any game may join."""
        self._game, self._one_stream_a_token = game, one_stream_a_token
        self.streams: dict[BotConnection, None] = {}
        """Every connected bot."""
        self._offers = SeatOffers(self._seats_for, self._restored)
        self.runners: dict[MatchRunner, list[str]] = {}
        """Running matches, with the name of the token that owns each seat; empty if its bot cannot return."""
        self.idle = asyncio.Event()
        """Set whenever no match is running."""
        self.idle.set()
        self.draining = self._keeps_bots = False

    # --- what subclasses say ---

    def joined(self, stream: BotConnection) -> None:
        """Called when a bot is connected, before it gets back its seats."""

    def gone(self, stream: BotConnection) -> None:
        """Called when a bot has lost its connection, after another stream of its token got its seats."""

    def restored(self, stream: BotConnection) -> None:
        """Called when a bot has got all seats back that waited for it, if it had to wait for them."""

    def ended(self, runner: MatchRunner, end: MatchEnd) -> None:
        """Called when a match no longer runs."""

    # --- bots ---

    def welcome(self, hello: BotHello) -> None:
        """Raises Refused while draining, for a second stream of a token, and for a bot of other games."""
        if self.draining:
            raise Refused(grpc.StatusCode.UNAVAILABLE, "this referee is shutting down")
        if self._one_stream_a_token and any(each.hello.identity == hello.identity for each in self.streams):
            raise Refused(grpc.StatusCode.ALREADY_EXISTS, "this token's seat is taken")
        if self._game and hello.games and self._game not in hello.games:
            raise Refused(grpc.StatusCode.FAILED_PRECONDITION,
                          f"this referee plays {self._game}; the bot plays {', '.join(sorted(hello.games))}"[:500])

    def arrived(self, stream: BotConnection) -> None:
        """Give a connected bot back the seats that wait for it."""
        self.streams[stream] = None
        self.joined(stream)
        self.offer_seats(stream)

    def left(self, stream: BotConnection) -> None:
        """Forget a bot; its matches know already, and another stream of its token may take its seats."""
        self.streams.pop(stream, None)
        self._offers.forget(stream)
        for other in list(self.streams):
            if stream.hello.identity and other.hello.identity == stream.hello.identity:
                self.offer_seats(other)
        self.gone(stream)

    def offer_seats(self, stream: BotConnection) -> None:
        """Give a bot the seats of its token that have no connection, up to the matches that it plays at once.

        This takes longer if the budget of the token is used up.
        """
        if stream.hello.identity:
            self._offers.offer(stream)

    def _seats_for(self, stream: BotConnection) -> Iterator[tuple[MatchRunner, Seat]]:
        """Yield the seats that a stream can take back, as long as it takes each of them."""
        for runner, tokens in list(self.runners.items()):
            if stream.leaving or len(stream.seats) >= stream.hello.max_matches:
                return
            seat = _waiting_seat(runner, tokens, stream)
            if seat is not None and runner.match.match_id not in stream.seats:
                yield runner, seat

    def _restored(self, stream: BotConnection) -> None:
        self.restored(stream)
        if self.draining:
            self._release([stream])

    # --- matches ---

    def add(self, runner: MatchRunner, tokens: Sequence[str] | None = None) -> None:
        """Take over a match before it starts; it is removed when it ends.

        `tokens` are the names of the tokens by seat, if they are not the identities that the record has.
        """
        self.runners[runner] = list(tokens) if tokens is not None else [info.identity for info in runner.infos]
        self.idle.clear()
        runner.ended.add_done_callback(lambda _: self._remove(runner))

    def _remove(self, runner: MatchRunner) -> None:
        del self.runners[runner]
        if not self.runners:
            self.idle.set()
        self.ended(runner, runner.ended.result())
        if self.draining:
            self._release(player for player in runner.players if isinstance(player, BotConnection))

    def void(self, reason: str) -> None:
        """End every running match without a result."""
        for runner in list(self.runners):
            runner.void(reason)

    # --- the end ---

    def drain(self, *, keep_bots: bool = False) -> None:
        """Admit no more bots; let each one go when its last match is over, unless `keep_bots` keeps them to the end."""
        self.draining, self._keeps_bots = True, keep_bots
        self._release(list(self.streams))

    def _release(self, streams: Iterable[BotConnection]) -> None:
        for stream in () if self._keeps_bots else streams:
            if not (stream.seats or stream.restoring):
                stream.close(GoodbyeReason.GOODBYE_REASON_DRAINING, "the referee is shutting down")


def _waiting_seat(runner: MatchRunner, tokens: Sequence[str], stream: BotConnection) -> Seat | None:
    """Return the seat of a token to which its bot may come back.

    A person's seat waits for that person and not for a bot of the name, which the record would call a person.
    """
    if runner.match.over:
        return None
    return next((seat for seat in runner.match.manned
                 if tokens[seat] == stream.hello.identity and runner.players[seat] is None
                 and not runner.match.is_gone(seat) and _alike(runner.infos[seat], stream.info)), None)


def _alike(had: BotInfo, comes: BotInfo) -> bool:
    """Return True unless one is a person and the other is not; without an identity the match itself knows who it is."""
    return not had.identity or had.person == comes.person
