"""Lease seed blocks of a tournament from its ledger, have them played, and count their results."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import suppress
from time import time
from typing import Any, Final, Protocol

from lawspeaker_referee.competition.ledger.ledger import Ledger
from lawspeaker_referee.competition.ledger.outages import LedgerAway
from lawspeaker_referee.competition.results import (
    AttemptOutcome,
    MatchDetails,
    PlayedMatch,
    ScheduledMatch,
    VerifiedMatch,
)
from lawspeaker_referee.competition.seeds import seed_of
from lawspeaker_referee.competition.tournament.blocks import has_record, record_path, result_of
from lawspeaker_referee.competition.tournament.concurrency import Limits
from lawspeaker_referee.competition.tournament.pool_config import RunnerFailure
from lawspeaker_referee.competition.tournament.result_queue import ResultQueue
from lawspeaker_referee.competition.tournament.state import MOST_VOIDS, QUARANTINED, TROUBLED, TournamentState, state_of
from lawspeaker_referee.competition.tournament.troubles import (
    MOST_CRASHES,
    MOST_SILENCES,
    PUBLIC,
    SILENT_AMONG,
    Kind,
    is_too_much,
    was_silent,
)
from lawspeaker_referee.config.tournament import COPY, TournamentConfig
from lawspeaker_referee.host.process.child import Tell
from lawspeaker_referee.record.bounds import RecordError

LEASE: Final = 60.0
"""Seconds for which matches are leased; more time is asked for in good time."""
LOOK_EVERY: Final = 0.25
"""Seconds after which one who could play more looks again."""


class BlockExecutor(Protocol):
    """Plays seed blocks."""

    @property
    def most(self) -> int:
        """Return how many blocks can be played at once now. Raises RunnerFailure if none ever can."""

    def limits(self) -> Iterator[Limits]:
        """Yield what says in how many blocks each bot may be at once; later ones hold when nothing is played now."""

    def play(self, block: Sequence[tuple[ScheduledMatch, bytes]],
             drain: asyncio.Event) -> AsyncIterator[AttemptOutcome]:
        """Play matches with these seeds, as far as it goes; `drain` is set when none shall begin any more.

        Raises RunnerFailure, and RecordError.
        """

    def stop(self) -> None:
        """Break off all matches."""


class LeaseWorker:
    """Leases seed blocks and has them played. `name` is its name in the ledger; `drain` is set to start no more."""

    def __init__(self, name: str, terms: TournamentConfig, ledger: Ledger, executor: BlockExecutor,
                 drain: asyncio.Event,
                 tell: Tell) -> None:
        self._name, self._terms, self._ledger, self._tables = name, terms, ledger, executor
        self._tournament, self._drain, self._tell = terms.name, drain, tell
        self._secret = ledger.secret(terms.name)
        self._blocks: set[asyncio.Task[None]] = set()
        self._results = ResultQueue(self._count)

    async def work(self) -> None:
        """Have blocks played until `drain`, or until this task is cancelled. Raises RunnerFailure and BadLedger."""
        renewing = asyncio.create_task(self._renew())
        try:
            await self._work(renewing)
        except asyncio.CancelledError:
            self._ledger.retry_policy.give_up()  # or what waits for a ledger that is away would not end
            raise
        finally:
            self._drain.set()
            self._tables.stop()
            renewing.cancel()
            await asyncio.gather(*self._blocks, renewing, return_exceptions=True)
            with suppress(LedgerAway):  # then the leases run out
                await self._results.count_all()
                self._ledger.release(self._tournament, self._name)

    async def _work(self, renewing: asyncio.Task[None]) -> None:
        wishes = asyncio.create_task(self._drain.wait())
        try:
            while not self._drain.is_set():
                while len(self._blocks) < self._tables.most and (block := await self._leased()):
                    self._blocks.add(asyncio.create_task(self._block(block)))
                # What waits holds leases, and others may wait for it: if there is nothing to play, it is counted.
                if len(self._blocks) < self._tables.most and await self._results.count_all():
                    continue
                await self._results.count_due()
                self._tell_idle()
                await self._wait(wishes, renewing, most=LOOK_EVERY)
            while self._blocks:
                await self._wait(renewing)
        finally:
            wishes.cancel()

    async def _wait(self, *others: asyncio.Task[Any], most: float | None = None) -> None:
        """Wait until a block ends, or one of the others, or so many seconds at most. Raises what they have raised."""
        done, _ = await asyncio.wait({*self._blocks, *others}, timeout=most, return_when=asyncio.FIRST_COMPLETED)
        self._blocks -= done
        for each in done:
            each.result()

    def _tell_idle(self) -> None:
        """Report that there is nothing to play now, so that the runner looks whether anything is left."""
        if not self._blocks:
            self._tell({"idle": True})

    async def _leased(self) -> list[ScheduledMatch]:
        """Lease a block and return its matches; none if there is nothing to play now."""
        if self._drain.is_set():
            return []
        tried = [*self._tables.limits()]
        if self._blocks:
            tried = tried[:1]

        def lease() -> tuple[list[ScheduledMatch], TournamentState]:
            state = state_of(self._ledger.decisions(self._tournament))
            for limits in [] if state.at_rest else tried:
                if found := self._ledger.lease(
                        self._tournament, self._name, 1, time(), LEASE, most_voids=MOST_VOIDS, whole_blocks=True,
                        limits=limits(state)):
                    # Asked again: an extension looks for leases before it changes a bot, and sees this one from now on.
                    return found, state_of(self._ledger.decisions(self._tournament))
            return [], state

        leasing = asyncio.create_task(asyncio.to_thread(lease))
        try:
            await asyncio.wait({leasing})
        except asyncio.CancelledError:
            self._ledger.retry_policy.give_up()
            raise
        finally:
            await asyncio.wait({leasing})  # or what it leases would stay leased when all else has been given back
        found, state = leasing.result()
        known = {bot.name: bot.spec for bot in self._terms.bots}
        bots = {bot.partition(COPY)[0] for entry in found for bot in entry.seats} - {self._terms.automa}
        if any(bot not in known or state.specs.get(bot, known[bot]) != known[bot] for bot in bots):
            self._drain.set()  # the tournament was extended: another one knows the new terms
            await self._release(found)
            return []
        return found

    async def _release(self, entries: Sequence[ScheduledMatch]) -> None:
        await asyncio.to_thread(self._ledger.release, self._tournament, self._name,
                                [entry.match_id for entry in entries])

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(LEASE / 4)
            await asyncio.to_thread(self._ledger.renew, self._tournament, self._name, time(), LEASE)

    # --- matches ---

    async def _block(self, block: list[ScheduledMatch]) -> None:
        """Have the matches of a block played and count them; release those that were not played."""
        left = [entry for entry in block if not await self._counted_before(entry)]
        seeds = [(entry, seed_of(self._secret, entry, self._terms.format)) for entry in left]
        try:
            async for outcome in self._tables.play(seeds, self._drain):
                if outcome.absent:
                    await self._not_there(outcome)
                else:
                    await self._ended(outcome)
                    left.remove(outcome.entry)
        except RecordError as error:
            raise _foreign(error) from None
        if left:
            await self._release(left)

    async def _counted_before(self, entry: ScheduledMatch) -> bool:
        """Return whether a match has a record already, because its worker died before it was counted."""
        try:
            if not await asyncio.to_thread(has_record, self._terms, entry):
                return False
        except OSError as error:
            raise RunnerFailure(error.errno, error.strerror or str(error), str(error.filename)) from error
        seed = seed_of(self._secret, entry, self._terms.format)
        try:
            await self._add(entry, await asyncio.to_thread(result_of, self._terms, entry, seed))
        except RecordError as error:
            raise _foreign(error) from None
        return True

    async def _ended(self, outcome: AttemptOutcome) -> None:
        if outcome.result is not None:
            await self._add(outcome.entry, outcome.result)
        else:
            match_id = outcome.entry.match_id
            await asyncio.to_thread(self._ledger.void, self._tournament, match_id, outcome.void, "")
            self._tell({"void": match_id, "why": outcome.void})
        if outcome.crashed:
            await self._results.count_all()  # what it has played counts first
        for bot, evidence in outcome.crashed.items():
            why = f"bot {bot} crashed in {MOST_CRASHES} matches in a row, the last time with {evidence}"
            await asyncio.to_thread(self._note, bot, Kind.CRASH, why)

    async def _add(self, entry: ScheduledMatch, result: tuple[PlayedMatch, MatchDetails]) -> None:
        played, details = result
        await self._results.add(VerifiedMatch(played, str(record_path(self._terms, entry.attempt_id)), details))

    async def _count(self, matches: Sequence[VerifiedMatch]) -> None:
        """Count matches in one transaction, and tell of each."""
        counted = await asyncio.to_thread(self._ledger.count_all, self._tournament, matches)
        for match, new in zip(matches, counted, strict=True):
            played, details = match.played, match.details
            self._tell({"counted": played.match_id, "new": new, "faults": sum(played.faults),
                        "refused": sum(seat.refused for seat in details.seats),
                        "seats": list(played.seats), "ranks": list(played.ranks), "scores": list(played.scores),
                        "substituted": list(details.substituted), "stood_in": list(details.stood_in),
                        "forfeited": list(details.forfeited), "resigned": list(details.resigned)})
            for bot, seat in zip(played.seats, details.seats, strict=True):
                if new and was_silent(seat):
                    why = (f"bot {bot} was disqualified in {MOST_SILENCES} of {SILENT_AMONG} matches or fewer because "
                           f"it did not answer in time, the last time in {played.match_id}")
                    await asyncio.to_thread(self._note, bot, Kind.SILENCE, why)

    # --- broken bots ---

    async def _not_there(self, outcome: AttemptOutcome) -> None:
        """Note a failed start; `why` names the bot."""
        if not self._drain.is_set():
            await asyncio.to_thread(self._note, outcome.absent, Kind.START, outcome.why)

    def _note(self, name: str, kind: Kind, why: str) -> None:
        """Note that a bot broke down; if that is too often in a row it plays no more, for the reason `why`."""
        bot = name.partition(COPY)[0]
        sums = self._ledger.bot_sums(self._tournament, [bot]).get(bot)
        played = sums.matches if sums is not None else 0
        self._ledger.decide(self._tournament, TROUBLED, {"bot": bot, "kind": kind, "played": played})
        state = state_of(self._ledger.decisions(self._tournament))
        if bot not in (state.out or {}) and is_too_much(state.troubles[bot], kind):
            self._ledger.decide(self._tournament, QUARANTINED, {"bot": bot, "why": why, "public": PUBLIC[kind]})
            self._tell({"quarantined": bot, "why": why})


def _foreign(error: RecordError) -> RunnerFailure:
    return RunnerFailure(f"{error}; move it away, or name another folder for the records")
