"""A worker: a process with a referee of its own that plays whole seed blocks, verifies each record and counts it.

It is told what to do by the first line on stdin, which no other process sees, and tells what it does as lines of JSON
on stdout. With another line on stdin it lets its matches end, and when stdin is closed, so also when the runner dies,
it breaks them off.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from lawspeaker_bot.shared_slots import SharedSlots
from lawspeaker_referee.competition.ledger.facts import BadLedger
from lawspeaker_referee.competition.ledger.ledger import Ledger
from lawspeaker_referee.competition.ledger.outages import LedgerAway, RetryPolicy
from lawspeaker_referee.competition.tournament.blocks import PoolExecutor, signer_at
from lawspeaker_referee.competition.tournament.concurrency import at_once
from lawspeaker_referee.competition.tournament.lease_worker import LeaseWorker
from lawspeaker_referee.competition.tournament.pool import opened
from lawspeaker_referee.competition.tournament.pool_config import RunnerFailure, TournamentPoolConfig
from lawspeaker_referee.competition.tournament.schedule import Schedule
from lawspeaker_referee.competition.tournament.state import state_of
from lawspeaker_referee.competition.tournament.worker_names import name_of
from lawspeaker_referee.competition.tournament.worker_options import WorkerOptions
from lawspeaker_referee.config.tournament import TournamentConfig, parse_config
from lawspeaker_referee.event_loop import run_async, settle
from lawspeaker_referee.host.process.child import run_child
from lawspeaker_referee.host.process.child_side import fail, first_order, report
from lawspeaker_referee.host.remote_bots import Connected
from lawspeaker_referee.stderr import stderr_that_never_fails


async def _run(order: WorkerOptions) -> None:
    drain, retry_policy = asyncio.Event(), RetryPolicy(order.patience, lambda _: report({"away": True}))
    try:
        await run_child(_work(order, retry_policy, drain), lambda _: drain.set())
    finally:
        retry_policy.give_up()


async def _work(order: WorkerOptions, retry_policy: RetryPolicy, drain: asyncio.Event) -> None:
    """Play until `drain`, or until this task is cancelled. Raises RunnerFailure, BadLedger and CannotListen."""
    ledger = await asyncio.to_thread(Ledger.open, order.ledger, signer=signer_at(order.key), retry_policy=retry_policy)
    try:
        await _play(order, ledger, drain)
    finally:
        ledger.close()


async def _play(order: WorkerOptions, ledger: Ledger, drain: asyncio.Event) -> None:
    terms = parse_config(await asyncio.to_thread(ledger.terms, order.tournament), "the ledger")
    config = TournamentPoolConfig(
        f"w{order.number}-{os.getpid()}", terms.sandbox, (terms.records, *map(Path, order.hide)), terms.records,
        lambda words: report({"say": words}), signer_at(order.key),
        lambda found: report(_told(terms, found)), lambda: _is_over(terms, ledger))
    async with opened(terms, config) as pool:
        settle()
        places = SharedSlots(Path(order.places), order.most) if order.places else None
        executor = PoolExecutor(terms, pool, at_once(terms, order.workers), order.workers, places)
        await LeaseWorker(name_of(os.getpid()), terms, ledger, executor, drain, report).work()


def _told(terms: TournamentConfig, found: Connected) -> dict[str, Any]:
    """Return the report of which bots are connected, of those that connect by themselves."""
    away = [bot for bot in terms.remote if bot in found.away]
    without = f", without {', '.join(away)}" if away else ""
    words = f"{len(found.here)} of {len(terms.remote)} bots connected{without}"
    return {"connected": sorted(found.here), "absent": away, "port": found.port, "say": words}


def _is_over(terms: TournamentConfig, ledger: Ledger) -> bool:
    """Return whether nothing is left to play, so that bots need not come back; False while the ledger is away."""
    with suppress(LedgerAway):
        state = state_of(ledger.decisions(terms.name))
        return state.stopped is not None or not Schedule(terms, ledger).playable(state)
    return False


def main() -> None:
    """Take orders from stdin and carry them out."""
    values = first_order()
    try:
        with stderr_that_never_fails():
            run_async(_run(WorkerOptions(**values | {"hide": tuple(values["hide"])})))
    except (RunnerFailure, BadLedger) as error:
        fail(error)


if __name__ == "__main__":
    main()
