"""Logs as JSON, one line an event on stderr; a line a game, never a decision, and nothing of a bot's but its name."""

from __future__ import annotations

import sys
from typing import TextIO

import structlog
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import FilteringBoundLogger

_TRACEBACKS = ExceptionDictTransformer(show_locals=False)
"""Without the values of variables: among them are seeds, hands and tokens."""


def make_log(file: TextIO | None = None, level: str = "info") -> FilteringBoundLogger:
    """A logger of its own, so that a program which has another one set up is left alone."""
    logger: FilteringBoundLogger = structlog.wrap_logger(
        structlog.PrintLogger(file or sys.stderr),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.ExceptionRenderer(_TRACEBACKS),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=True,
    )
    return logger
