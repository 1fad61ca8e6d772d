"""The requests of models: read from the files to which their bots append a line for each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, Final

from lawspeaker_bot.chat import PATIENCE
from lawspeaker_bot.chat_budget import spent_lines

NO_MATCH: Final = ""
"""The match of a request before the first match."""
MOST_REFUSED: Final = 10
"""Requests of a model in a row that its endpoint refuses, after which it may be taken to refuse all of them."""
OUTAGE: Final = PATIENCE
"""Seconds in which all requests of a model fail, after which its endpoint may be taken to be down: bots wait as long
before stand-ins answer.
"""


@dataclass(slots=True)
class Calls:
    """The requests of a model, in one setup or all."""

    requests: int = 0
    failed: int = 0
    """Requests that the provider did not answer, or whose answer the model refused."""
    decisions: int = 0
    """Decisions at which the model said something."""
    legal_at_first: int = 0
    """Those at which the first thing it said was a legal answer."""
    input_tokens: int = 0
    cached_tokens: int = 0
    """Those of `input_tokens` that the endpoint had in its cache."""
    output_tokens: int = 0
    money: float = 0.0
    seconds: list[float] = field(default_factory=list)
    """How long each answered request took."""
    _open: dict[tuple[Any, ...], bool] = field(default_factory=dict)
    """Decision -> whether the last thing said was legal: what comes after that is the decision of another attempt."""

    @property
    def tokens(self) -> int:
        """Return all tokens."""
        return self.input_tokens + self.output_tokens

    @property
    def cached_share(self) -> float:
        """Return the share of the tokens read that came from the cache."""
        return self.cached_tokens / self.input_tokens if self.input_tokens else 0.0

    def add(self, line: Mapping[str, Any]) -> None:
        """Count a request."""
        self.requests += 1
        self.input_tokens += line["input_tokens"]
        self.cached_tokens += line.get("cached_tokens", 0)
        self.output_tokens += line["output_tokens"]
        self.money += line["money"]
        if line.get("error"):
            self.failed += 1
            return
        self.seconds.append(line["seconds"])
        if line["match"] == NO_MATCH:
            return
        decision, legal = (line["match"], line["seat"], line["decision"]), not line["wrong"]
        if self._open.get(decision, True):
            self.decisions += 1
            self.legal_at_first += legal
        self._open[decision] = legal

    def second(self, share: float) -> float | None:
        """Return the seconds within which this share of the requests was answered; None without any."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else None


class CallFile:
    """A file of requests that grows; what was read is not read again."""

    def __init__(self, path: Path) -> None:
        self._path, self._read = path, 0

    def new(self) -> Iterator[dict[str, Any]]:
        """Yield the requests that were appended since."""
        try:
            with self._path.open("rb") as file:
                file.seek(self._read)
                data = file.read()
        except FileNotFoundError:
            return
        whole = data[:data.rfind(b"\n") + 1]
        self._read += len(whole)
        yield from spent_lines(whole)


def calls_by_setup(lines: Iterable[Mapping[str, Any]]) -> dict[str, Calls]:
    """Return by setup the requests of a model."""
    found: dict[str, Calls] = defaultdict(Calls)
    for line in lines:
        found[line["match"].partition("/")[0]].add(line)
    return dict(found)


@dataclass(slots=True)
class _Failures:
    """The last requests of a model, all of which failed."""

    since: float
    number: int = 0
    refused: int = 0
    """The last of them that were refused."""


class Spending:
    """What all models have spent so far, also in matches that were broken off."""

    def __init__(self, files: Iterable[Path], clock: Callable[[], float] = monotonic) -> None:
        self._files = {path.stem: CallFile(path) for path in files}
        self._clock = clock
        self._failures: dict[str, _Failures] = {}
        self.requests, self.tokens, self.money = 0, 0, 0.0

    def look(self) -> None:
        """Count what was spent since the last look."""
        for model, file in self._files.items():
            for line in file.new():
                self._count_failure(model, line)
                self.requests += 1
                self.tokens += line["tokens"]
                self.money += line["money"]

    def _count_failure(self, model: str, line: Mapping[str, Any]) -> None:
        if not line.get("error"):
            self._failures.pop(model, None)
            return
        found = self._failures.setdefault(model, _Failures(self._clock()))
        found.number += 1
        found.refused = found.refused + 1 if line.get("refused") else 0

    @property
    def failed(self) -> set[str]:
        """Return the models whose last requests all failed."""
        return {model for model, found in self._failures.items() if found.number >= MOST_REFUSED}

    @property
    def refused(self) -> set[str]:
        """Return the models whose last requests were all refused."""
        return {model for model, found in self._failures.items() if found.refused >= MOST_REFUSED}

    @property
    def down(self) -> set[str]:
        """Return the models whose requests have all failed for long."""
        return {model for model in self.failed if self._clock() - self._failures[model].since >= OUTAGE}

    def forget_failures(self, models: Iterable[str]) -> None:
        """Count failures of models from now on."""
        for model in models:
            self._failures.pop(model, None)
