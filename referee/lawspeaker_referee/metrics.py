"""What Prometheus is told. Bots are told apart only by the names of their tokens, so that nobody can make up labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from lawspeaker_referee.events import Taken
from lawspeaker_referee.faults import fault_name, reject_name

ANYBODY: Final = "anybody"
"""The label of bots that came without a token."""

_THINK = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
_WORK = (0.00005, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5)


class Metrics:
    """The numbers of one server, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.streams = Gauge("lawspeaker_streams", "Bots connected.", registry=registry)
        self.matches = Gauge("lawspeaker_matches_running", "Matches that have begun and not ended.", registry=registry)
        self.ended = Counter("lawspeaker_matches", "Matches ended.", ["game", "result"], registry=registry)
        self.decisions = Counter("lawspeaker_decisions", "Decisions taken.", ["game"], registry=registry)
        self.faults = Counter("lawspeaker_faults", "Default answers taken, by reason.", ["bot", "fault"],
                              registry=registry)
        self.refused = Counter("lawspeaker_answers_refused", "Answers refused, by reason.", ["bot", "reason"],
                               registry=registry)
        self.turned_away = Counter("lawspeaker_streams_refused", "Streams not let in, by reason.", ["reason"],
                                   registry=registry)
        self.closed = Counter("lawspeaker_streams_closed", "Streams ended for what their bots did, by reason.",
                              ["bot", "reason"], registry=registry)
        self.throttled = Counter("lawspeaker_messages_throttled", "Messages after which a bot was read slower.",
                                 ["bot"], registry=registry)
        self.tokens = Gauge("lawspeaker_tokens", "Tokens that hold.", registry=registry)
        self.think = Histogram("lawspeaker_think_seconds", "From request written to answer arrived.", ["bot"],
                               buckets=_THINK, registry=registry)
        self.work = Histogram("lawspeaker_referee_seconds",
                              "The referee's own work for one answer: rules, record and the next requests.",
                              buckets=_WORK, registry=registry)
        self.lag = Histogram("lawspeaker_loop_lag_seconds", "How late the event loop runs.", buckets=_WORK,
                             registry=registry)

    def of_match(self, game: str, bots: Sequence[str]) -> Callable[[Sequence[Taken]], None]:
        """What counts the answers of one match; `bots` are labels by seat."""
        decisions = self.decisions.labels(game)
        think = [self.think.labels(bot) for bot in bots]

        def count(answers: Sequence[Taken]) -> None:
            decisions.inc(len(answers))
            for answer in answers:
                if answer.fault:
                    self.faults.labels(bots[answer.seat], fault_name(answer.fault)).inc()
                else:
                    think[answer.seat].observe(answer.think_us / 1e6)

        return count

    def refuse(self, bot: str, reason: int) -> None:
        """Count a refused answer."""
        self.refused.labels(bot, reject_name(reason)).inc()
