"""Suggestions for words that are not known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any


def did_you_mean(word: object, known: Sequence[str] | Mapping[str, Any]) -> str:
    """Return ` (did you mean ...?)` if something close is known, else nothing, also for what is no word."""
    close = get_close_matches(word, list(known), n=1) if isinstance(word, str) else ()
    return f" (did you mean {close[0]!r}?)" if close else ""
