"""The budgets of a chat bot, in tokens and money, for a match and in all."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Final

UNKNOWN: Final = 4
"""Characters that are taken for a token where an endpoint does not count them."""
_BEGINS: Final = b'{"match"'
"""The beginning of each line of a file of requests."""


@dataclass(frozen=True, slots=True)
class SpendingLimits:
    """Limits of what is spent; 0 for none."""

    match_tokens: int = 0
    """Tokens read and written in one match."""
    match_money: float = 0.0
    tokens: int = 0
    """Tokens in all matches."""
    money: float = 0.0


class Purse:
    """Counts what was spent by match and in all.

    With a file the sum of all matches is that of every process that writes into it, also of earlier ones: each request
    is a line, appended at once, with what became of it. Raises OSError if it cannot be written.
    """

    def __init__(self, budget: SpendingLimits, file: Path | None = None) -> None:
        self._budget, self._file = budget, file
        self._matches: dict[str, tuple[int, float]] = {}
        self._all = (0, 0.0)
        self._read = 0
        """Bytes of the file that are in the sum."""
        self._lock = Lock()
        if file is not None:
            file.open("ab").close()  # so that a file that cannot be written ends the bot before a match does

    def spent_out(self, match_id: str) -> str:
        """Return which budget is spent, in words; empty if the match may go on asking."""
        with self._lock:
            if self._budget.tokens or self._budget.money:
                self._take_file()
            for of, (tokens, money), most_tokens, most_money in (
                    ("match", self._matches.get(match_id, (0, 0.0)), self._budget.match_tokens,
                     self._budget.match_money),
                    ("bot", self._all, self._budget.tokens, self._budget.money)):
                if 0 < most_tokens <= tokens:
                    return f"the {of}'s budget of {most_tokens:,} tokens is spent"
                if 0 < most_money <= money:
                    return f"the {of}'s budget of {most_money:g} in money is spent"
        return ""

    def spend(self, match_id: str, tokens: int, money: float, **what: object) -> None:
        """Count a request; `what` goes into its line, too."""
        with self._lock:
            of_match = self._matches.get(match_id, (0, 0.0))
            self._matches[match_id] = of_match[0] + tokens, of_match[1] + money
            if self._file is None:
                self._all = self._all[0] + tokens, self._all[1] + money
                return
            line = json.dumps({"match": match_id, "tokens": tokens, "money": money, **what}) + "\n"
            with self._file.open("ab", buffering=0) as file:
                file.write(line.encode())

    def close(self, match_id: str) -> None:
        """Forget a match that is over."""
        with self._lock:
            self._matches.pop(match_id, None)

    def _take_file(self) -> None:
        """Add the lines that were appended since."""
        if self._file is None:
            return
        with self._file.open("rb") as file:
            file.seek(self._read)
            data = file.read()
        whole = data[:data.rfind(b"\n") + 1]
        self._read += len(whole)
        for found in spent_lines(whole):
            self._all = self._all[0] + found["tokens"], self._all[1] + found["money"]


def spent_lines(data: bytes) -> Iterator[dict[str, Any]]:
    """Yield the requests in whole lines of a file.

    A line that a full disk or a machine that stopped has left without its end is left out; the next one follows it
    without a break.
    """
    for line in data.split(b"\n"):
        for part in (line, line[max(0, line.rfind(_BEGINS)):]):
            try:
                found = json.loads(part)
                found["match"], found["tokens"] + found["money"]
            except (ValueError, LookupError, TypeError):
                continue
            yield found
            break


def counted(tokens: tuple[int, int], sent: str, said: str) -> tuple[int, int]:
    """Return the tokens of a request, read and written; about how many where its endpoint does not count them (0)."""
    return tokens[0] or -(-len(sent) // UNKNOWN), tokens[1] or -(-len(said) // UNKNOWN)


def transcript_name(match_id: str) -> str:
    """Return the name of the file with the transcript of a match."""
    return f"{match_id.replace('/', '-').replace(os.sep, '-')}.chat.jsonl"


class Transcripts:
    """Keeps every request and what became of it as a line of JSON, in a file a match. Keys are in headers, not here."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def add(self, match_id: str, **what: object) -> None:
        """Append a line to the file of a match, whose name is that of its record with another ending."""
        line = json.dumps({"match": match_id, **what}, ensure_ascii=False).encode(errors="replace") + b"\n"
        with (self._folder / transcript_name(match_id)).open("ab", buffering=0) as file:
            file.write(line)
