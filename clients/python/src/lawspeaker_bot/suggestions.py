"""Words that somebody may have meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(word: str, known: Iterable[str], prefix: str = "") -> str:
    """Return ` (did you mean 'name'?)` if one of the known words looks like it, else nothing.

    A prefix that all words have is not compared.
    """
    close = get_close_matches(word.removeprefix(prefix), [each.removeprefix(prefix) for each in known], 1)
    return f" (did you mean {prefix + close[0]!r}?)" if close else ""
