"""Play an evaluation: the tournaments of all setups at the same time, within its budget."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from lawspeaker_referee.competition.evaluation.calls import Spending
from lawspeaker_referee.competition.evaluation.first_requests import ask_first, failures
from lawspeaker_referee.competition.evaluation.folder import EvaluationFolder, matches_at_once
from lawspeaker_referee.competition.ledger.ledger import Ledger
from lawspeaker_referee.competition.tournament.progress import Snapshot, Watch
from lawspeaker_referee.competition.tournament.runner import Runner, RunnerSettings
from lawspeaker_referee.competition.tournament.setup import begin, check_unrevealed, extend, hidden, known
from lawspeaker_referee.config.evaluation import BudgetTable, EvaluationConfig
from lawspeaker_referee.config.tournament import TournamentConfig
from lawspeaker_referee.config.validation import BadConfig
from lawspeaker_referee.host.process.child import Tell

LOOK_EVERY: Final = 0.5
"""Seconds between two looks at what was spent and at the progress."""


def begun(ledger: Ledger, terms: TournamentConfig, tell: Callable[[str], None]) -> TournamentConfig:
    """Begin the tournament of a setup, or go on with it; what is new in the file is taken over.

    Raises BadConfig for a change after which results could not be compared, and BadLedger.
    """
    if terms.name not in ledger.tournaments() or not ledger.sums(terms.name).matches:
        return begin(ledger, terms, tell)
    check_unrevealed(ledger, terms.name)
    was, played = known(ledger, terms.name), ledger.bot_sums(terms.name)
    for bot in was.bots:
        now = next((each for each in terms.bots if each.name == bot.name), bot)
        if bot.name in played and now.digest != bot.digest:
            raise BadConfig(f"{terms.name}: {bot.name} is asked in another way than when it played, or has other "
                            "files, and both would count as one; take that back, or give it another name")
    found = extend(ledger, terms)
    for change in found.changes:
        tell(f"{terms.name}: {change}")
    return found.terms


@dataclass(slots=True)
class Ahead:
    """Whether the budget allows that more matches begin."""

    budget: BudgetTable
    spending: Spending

    def spent_out(self, counted: int, playing: int) -> str:
        """Return which budget does not allow any more matches, in words; empty if there is room.

        Running matches are played to their end. They are taken to be half played, and to cost what counted ones did.
        """
        more = 1 + playing / max(1, 2 * counted + playing)
        for spent, most, what in ((self.spending.tokens, self.budget.tokens, "tokens"),
                                  (self.spending.money, self.budget.money, "in money")):
            if 0 < most <= spent * more:
                how = "is spent" if spent >= most else "has no room for another match beside those that run"
                return f"the budget of {most:,g} {what} {how}: {spent:,.6g} so far"
        return ""


class EvaluationRun:
    """Plays what is left of an evaluation. `news` hears of what happens, `look` of the progress now and then."""

    def __init__(self, config: EvaluationConfig, folder: EvaluationFolder, tell: Callable[[str], None], news: Tell,
                 look: Callable[[Snapshot, Spending], None]) -> None:
        self._config, self._folder, self._tell, self._news, self._look = config, folder, tell, news, look
        self._asking: asyncio.Future[None] | None = None
        self._runners: list[Runner] = []
        self.spending = Spending(folder.calls(model.name) for model in config.models)
        self.stopped = ""
        """Why it was stopped before its end; empty if it was not."""
        self.gone: dict[str, str] = {}
        """By model why it cannot be asked any more, if that has stopped the evaluation."""
        self.interrupted = False

    async def play(self) -> None:
        """Play until the end, an interrupt or the end of the budget.

        Raises BadConfig, CannotRun, BadLedger and OSError.
        """
        tournaments, budget = self._folder.tournaments(self._config), self._config.table.budget
        others = [model.name for model in self._config.models if model.chat is None]
        if others and (budget.tokens or budget.money):
            self._tell(f"the budget does not count what {', '.join(others)} spend: only models with `chat` tell of it")
        self.spending.look()
        ahead = Ahead(budget, self.spending)
        if not ahead.spent_out(0, 0) and self._folder.missing(tournaments):
            self._asking = asyncio.ensure_future(ask_first(
                self._config, self._folder, self.spending.failed, self._tell))
            await asyncio.wait({self._asking})
            if self._asking.cancelled():
                return
            self._asking.result()
        self.spending.forget_failures(model.name for model in self._config.models)
        self._folder.prepare(self._config)
        tournaments = self._folder.tournaments(self._config)  # with the digests of the files that are there now
        ledgers = [Ledger.open(self._folder.ledger) for _ in tournaments]
        try:
            await self._play([begun(ledger, terms, self._tell) for ledger, terms
                              in zip(ledgers, tournaments, strict=True)], ledgers)
        finally:
            for ledger in ledgers:
                ledger.close()

    def interrupt(self) -> None:
        """Let running matches end; the second time break them off."""
        self.interrupted = True
        if self._asking is not None:
            self._asking.cancel()
        self._drain()

    def _drain(self) -> None:
        for runner in self._runners:
            runner.interrupt()

    async def _play(self, tournaments: Sequence[TournamentConfig], ledgers: Sequence[Ledger]) -> None:
        watches = [Watch(ledger, terms.name) for terms, ledger in zip(tournaments, ledgers, strict=True)]
        ahead = Ahead(self._config.table.budget, self.spending)
        self.spending.look()
        most = matches_at_once(self._config)
        self._runners = [
            Runner(terms, ledger, RunnerSettings(
                self._folder.ledger, 1, hidden(self._folder.ledger, terms.records), places=str(self._folder.matches),
                most=most), self._heard(watch))
            for terms, ledger, watch in zip(tournaments, ledgers, watches, strict=True)]
        try:
            if self._is_spent_out(watches, ahead):
                self._tell(f"{self.stopped}; no match begins")
            else:
                async with asyncio.TaskGroup() as group:
                    looking = group.create_task(self._watch(group, watches, ahead))  # if it fails, nobody plays on
                    await asyncio.gather(*[group.create_task(runner.run()) for runner in self._runners])
                    looking.cancel()
                    if self._asking is not None:
                        self._asking.cancel()
        except* OSError as errors:
            raise errors.exceptions[0] from None

    def _heard(self, watch: Watch) -> Tell:
        def heard(what: dict[str, Any]) -> None:
            watch.heard(what)
            self._news(what)
        return heard

    async def _watch(self, group: asyncio.TaskGroup, watches: Sequence[Watch], ahead: Ahead) -> None:
        while True:
            before = self.stopped
            if await asyncio.to_thread(self._is_spent_out, watches, ahead) and not before and not self.interrupted:
                if self.gone:
                    self._tell(f"{self.stopped}; running matches are broken off and will be played again: mend it, and "
                               "run the same command again")
                    self._drain()
                else:
                    self._tell(f"{self.stopped}; running matches end, and no other begins")
                self._drain()
            if self.spending.refused | self.spending.down and (self._asking is None or self._asking.done()):
                self._asking = group.create_task(self._ask_again(self.spending.refused, self.spending.down))
            await asyncio.sleep(LOOK_EVERY)

    async def _ask_again(self, refused: set[str], down: set[str]) -> None:
        """Find out whether endpoints refuse a key or a model or are down, or only refuse what was asked."""
        models = [model for model in self._config.models if model.name in refused | down]
        for name, error in (await failures(models, self._folder)).items():
            if error.refused or name in down:
                self.gone[name] = str(error)
        self.spending.forget_failures(model.name for model in models)

    def _is_spent_out(self, watches: Sequence[Watch], ahead: Ahead) -> bool:
        self.spending.look()
        now = together([watch.snapshot() for watch in watches])
        self._look(now, self.spending)
        self.stopped = self.stopped or "; ".join(
            f"{model} cannot be asked any more: {how}" for model, how in self.gone.items()) or ahead.spent_out(
                now.counted, now.playing)
        return bool(self.stopped)


def together(snapshots: Sequence[Snapshot]) -> Snapshot:
    """Return the progress of all setups as one."""
    def add(name: str) -> Any:
        return sum(getattr(each, name) for each in snapshots)

    speed = add("speed")
    found = replace(snapshots[0], standings=(), test=None, left_by_test=None, left=None, **{
        name: add(name) for name in ("counted", "scheduled", "given_up", "voids", "playing", "faults", "refused",
                                     "speed", "leased")})
    return replace(found, left=found.open / speed if speed else None)
