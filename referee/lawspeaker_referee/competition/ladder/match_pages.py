"""Make the pages of a ladder's matches, in a worker process: plain data in, plain data out.

This module imports no ledger and no statistics, so that its processes start quickly and are small.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from lawspeaker_referee.web.answers import Answer, Request
from lawspeaker_referee.web.matches import MatchPages, MatchSite


def match_page(site: MatchSite, request: Request, live: tuple[str, ...]) -> Answer:
    """Answer a request for a page of matches; `live` are the running ones that can be watched. Raises OSError."""
    return _shown(site).page(request, live)


def match_frames(site: MatchSite, request: Request) -> Answer:
    """Answer a request for the document of a finished match. Raises OSError."""
    return _shown(site).frames(request)


@cache
def _shown(site: MatchSite) -> MatchPages:
    return MatchPages(site)


FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {each.__name__: each for each in (match_page, match_frames)}
"""The orders of a worker process, by name; they take and return what msgspec converts, and paths."""
ERRORS: Final[Mapping[str, type[Exception]]] = {OSError.__name__: OSError}
"""Errors that the caller of a worker process gets as they were raised."""
