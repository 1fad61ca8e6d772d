"""Metrics of a server for Prometheus.

Bots are told apart only by the names of their tokens, so that nobody can make up labels, and only the first MOST_BOTS
of them: what a scrape costs must not grow with the number of tokens. Nothing of a match is counted before the step that
it belongs to is taken (see `MatchRunner`), or readers of the metrics would see who has answered a sealed question.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from math import nan
from pathlib import Path
from shutil import disk_usage
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Info, Metric, Summary
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

from lawspeaker_referee.config.fault_policies import RESIGNED, fault_name, reject_name
from lawspeaker_referee.match.events import CountedAnswer
from lawspeaker_referee.match.faults import FaultCount
from lawspeaker_referee.stderr import lines_lost
from lawspeaker_referee.version import build_version

ANYBODY: Final = "anybody"
"""The label of bots that came without a token."""
OTHERS: Final = "other"
"""The label of all bots for which there was none of their own left."""
MOST_BOTS: Final = 100
"""Bots with a label of their own: the first ones of which something is to be counted."""

_THINK = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1200, 3600)
_WORK = (0.00005, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5)


LabelledCounter = tuple[Counter, tuple[str, ...]]
"""A counter and its labels."""


class BucketHistogram(Collector):
    """A histogram without labels that is counted on one thread: with every decision, so it takes no lock."""

    def __init__(self, name: str, documentation: str, buckets: Sequence[float], registry: CollectorRegistry) -> None:
        """`buckets` are the upper bounds of all buckets but the last one, rising."""
        self._name, self._documentation, self._bounds = name, documentation, tuple(buckets)
        self._counts, self._sum = [0] * (len(buckets) + 1), 0.0
        registry.register(self)

    def observe(self, value: float) -> None:
        """Count a value."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    def collect(self) -> Iterator[Metric]:
        """Yield the histogram, each bucket with the values of those below it."""
        names = [*map(floatToGoString, self._bounds), "+Inf"]
        yield HistogramMetricFamily(self._name, self._documentation, sum_value=self._sum,
                                    buckets=[*zip(names, accumulate(self._counts), strict=True)])


class _Log(Collector):
    """Metrics of the log."""

    def collect(self) -> Iterator[Metric]:
        """Yield the lines that were lost."""
        yield CounterMetricFamily("lawspeaker_log_lines_lost", "Lines of the log that could not be written.",
                                  value=lines_lost())


def free_bytes(folder: Path) -> float:
    """Return how many bytes this user may still write where a folder is; NaN if that is unknown."""
    try:
        return float(disk_usage(folder).free)
    except OSError:
        return nan


class Metrics:
    """The metrics of one server, in a registry of their own."""

    def __init__(self) -> None:
        self._bots: set[str] = set()
        """Bots with a label of their own."""
        self.registry = registry = CollectorRegistry()
        Info("lawspeaker_build", "The build of this referee.", registry=registry).info({"version": build_version()})
        self.streams = Gauge("lawspeaker_streams", "Bots connected.", registry=registry)
        self.matches = Gauge("lawspeaker_matches_running", "Matches that have begun and not ended.", registry=registry)
        self.ended = Counter("lawspeaker_matches", "Matches ended.", ["game", "result"], registry=registry)
        self.record_failures = Counter("lawspeaker_record_failures", "Matches void because of their records.",
                                       registry=registry)
        self.records_free = Gauge("lawspeaker_records_free_bytes", "Free bytes where records are kept, or NaN.",
                                  registry=registry)
        self.records_free.set(nan)
        self.draining = Gauge("lawspeaker_draining", "1 while running matches end before the referee does.",
                              registry=registry)
        self.decisions = Counter("lawspeaker_decisions", "Decisions taken.", ["game"], registry=registry)
        self.faults = Counter("lawspeaker_faults", "Decisions that the referee took for a bot, by reason.",
                              ["bot", "fault"], registry=registry)
        self.strikes = Counter("lawspeaker_strikes", "What these faults count by the policies of their matches.",
                               ["bot"], registry=registry)
        self.disqualified = Counter("lawspeaker_disqualifications", "Seats that were put out of a match.", ["bot"],
                                    registry=registry)
        self.quarantines = Counter("lawspeaker_quarantines", "How often a ladder has put a bot into quarantine.",
                                   registry=registry)
        self.refused = Counter("lawspeaker_answers_refused", "Answers refused, by reason.", ["bot", "reason"],
                               registry=registry)
        self.turned_away = Counter("lawspeaker_streams_refused", "Streams not let in, by reason.", ["reason"],
                                   registry=registry)
        self.connections = Gauge("lawspeaker_connections", "TCP connections, trusted proxies' not counted.",
                                 registry=registry)
        self.cut = Counter("lawspeaker_connections_cut", "TCP connections that were cut off, by reason.", ["reason"],
                           registry=registry)
        self.barred = Gauge("lawspeaker_addresses_barred", "Addresses that get no new TCP connection.",
                            registry=registry)
        self.closed = Counter("lawspeaker_streams_closed", "Streams ended for what their bots did, by reason.",
                              ["bot", "reason"], registry=registry)
        self.throttled = Counter("lawspeaker_messages_throttled", "Messages after which a bot was read slower.",
                                 ["bot"], registry=registry)
        self.slowed = Counter("lawspeaker_bots_slowed", "Waits of bots whose token has used up its budget, by reason.",
                              ["bot", "reason"], registry=registry)
        self.tokens = Gauge("lawspeaker_tokens", "Tokens that hold.", registry=registry)
        self.think = BucketHistogram("lawspeaker_think_seconds", "From request written to answer arrived.", _THINK,
                                     registry)
        self.bot_think = Summary("lawspeaker_bot_think_seconds", "The same of one bot: number and sum.", ["bot"],
                                 registry=registry)
        self.charged = Counter("lawspeaker_charged_seconds", "Time that bots were charged, failed decisions included.",
                               ["bot"], registry=registry)
        self.work = BucketHistogram(
            "lawspeaker_referee_seconds",
            "The referee's own work for one question: answers, rules, record, next requests.", _WORK, registry)
        self.lag = BucketHistogram("lawspeaker_loop_lag_seconds", "How late the event loop runs.", _WORK, registry)
        registry.register(_Log())

    def watch_records(self, folder: Path) -> None:
        """Tell from now on, at each scrape, how many bytes are free where the folder is; NaN if nobody can say."""
        self.records_free.set_function(lambda: free_bytes(folder))

    def label(self, bot: str) -> str:
        """Return the label of a bot: its own name as long as there is room for more, else OTHERS."""
        if bot != ANYBODY and bot not in self._bots:
            if len(self._bots) >= MOST_BOTS:
                return OTHERS
            self._bots.add(bot)
        return bot

    def of_match(
        self, game: str, bots: Sequence[str], counts: Sequence[FaultCount] = (),
    ) -> Callable[[Sequence[CountedAnswer]], None]:
        """Return a function that counts the answers of one match; `bots` and `counts` have an entry for each seat.

        What `counts` hold already was counted by the referee that played it.
        """
        decisions, bots = self.decisions.labels(game), [self.label(bot) for bot in bots]
        think = [self.bot_think.labels(bot) for bot in bots]
        charged = [self.charged.labels(bot) for bot in bots]
        counted = [(each.strikes, each.out) for each in counts]

        def count(answers: Sequence[CountedAnswer]) -> None:
            decisions.inc(len(answers))
            for answer in answers:
                charged[answer.seat].inc(answer.charged_us / 1e6)
                if answer.fault and answer.fault != RESIGNED:
                    self.faults.labels(bots[answer.seat], fault_name(answer.fault)).inc()
                    if counts:
                        seat = answer.seat
                        counted[seat] = self._strike(bots[seat], counts[seat], counted[seat])
                else:
                    self.think.observe(answer.think_us / 1e6)
                    think[answer.seat].observe(answer.think_us / 1e6)

        return count

    def _strike(self, bot: str, now: FaultCount, before: tuple[int, bool]) -> tuple[int, bool]:
        """Count what is new since `before`, (strikes, disqualified); return what they are now."""
        strikes, out = before
        self.strikes.labels(bot).inc(now.strikes - strikes)
        if now.out and not out:
            self.disqualified.labels(bot).inc()
        return now.strikes, now.out

    def refusal(self, bot: str, reason: int) -> LabelledCounter:
        """Return the counter of refused answers of a bot."""
        return self.refused, (self.label(bot), reject_name(reason))

    def slowing(self, bot: str) -> LabelledCounter:
        """Return the counter of messages after which a bot was read slower."""
        return self.throttled, (self.label(bot),)

    def slowed_bot(self, bot: str, reason: str) -> LabelledCounter:
        """Return the counter of waits of a bot whose token has used up its budget."""
        return self.slowed, (self.label(bot), reason)

    def closing(self, bot: str, reason: str) -> LabelledCounter:
        """Return the counter of streams that were ended because of their bot."""
        return self.closed, (self.label(bot), reason)

    def count(self, counted: LabelledCounter, number: int = 1) -> None:
        """Add `number` to a counter; from then on it has a line in a scrape."""
        counter, labels = counted
        counter.labels(*labels).inc(number)
