"""Logs as JSON, one line an event on stderr; a line a game, never a decision, and nothing of a bot's but its name.

Logging never raises into the referee and never makes it wait, as `stderr` sees to.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TextIO, cast

from lawspeaker_referee.stderr import Stderr, queued_stderr

if TYPE_CHECKING:  # it takes a sixth of the time in which a short match is played
    from structlog.typing import FilteringBoundLogger

MOST_A_SECOND: Final = 20
"""Lines of a kind that strangers can cause."""


def failure_in_words(error: BaseException) -> str:
    """Return an exception with the line that raised it, for the operator: it may hold what bots may not know."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    where = f" ({at.tb_frame.f_code.co_filename}, line {at.tb_lineno})" if at is not None else ""
    return f"{type(error).__name__}: {' '.join(str(error).split())}{where}"


class _Sink:
    """The stream of a log; one that is not ours may fail."""

    def __init__(self, file: TextIO | Stderr) -> None:
        self.file, self._lost = file, 0

    @property
    def lost(self) -> int:
        """Lines that were not written."""
        return self._lost + (self.file.lost if isinstance(self.file, Stderr) else 0)

    def write(self, line: str) -> None:
        """Write a line; count it as lost if the stream fails."""
        try:
            self.file.write(line)
            self.file.flush()
        except (OSError, ValueError):  # ValueError is what a closed file raises
            self._lost += 1

    def flush(self) -> None:
        """Do nothing: `write` flushes."""


def make_log(file: TextIO | None = None, level: str = "info") -> FilteringBoundLogger:
    """Return a logger of its own, which leaves the logging of an embedding program alone."""
    import structlog
    from structlog.tracebacks import ExceptionDictTransformer

    sink = _Sink(file or queued_stderr())
    told = 0

    def tell_lost(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        """Add the number of lost lines to the next line."""
        nonlocal told
        if (lost := sink.lost) > told:
            event["lines_lost"] = told = lost
        return event

    logger: FilteringBoundLogger = structlog.wrap_logger(
        structlog.WriteLogger(cast("TextIO", sink)),
        processors=[
            tell_lost,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            # without the values of variables: among them are seeds, hands and tokens
            structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=True,
    )
    return logger


def make_error_log() -> FilteringBoundLogger:
    """Return a logger of errors alone, which most matches of a single process have none of."""
    return cast("FilteringBoundLogger", _Errors())


class _Errors:
    """A logger that is made when there is an error to tell."""

    def __init__(self, **values: Any) -> None:
        self._values = values

    def bind(self, **values: Any) -> _Errors:
        """Return a logger that has these values in each line."""
        return _Errors(**self._values, **values)

    def info(self, _event: str, **_values: Any) -> None:
        """Do nothing."""

    warning = info

    def error(self, event: str, **values: Any) -> None:
        """Log an error."""
        make_log(level="error").error(event, **self._values, **values)

    def exception(self, event: str, **values: Any) -> None:
        """Log an error with the exception that is being handled."""
        make_log(level="error").exception(event, **self._values, **values)


class Limited:
    """Lines of one kind that strangers can cause, limited each second so that they do not fill the disk."""

    def __init__(self, log: FilteringBoundLogger, clock: Callable[[], float] = monotonic) -> None:
        self._log, self._clock = log, clock
        self._second = self._told = self._left_out = 0

    def info(self, event: str, **values: Any) -> None:
        """Log the line, if this second has room for it; it also says how many before it were left out."""
        second = int(self._clock())
        self._told = self._told + 1 if second == self._second else 1
        self._second = second
        if self._told > MOST_A_SECOND:
            self._left_out += 1
            return
        if self._left_out:
            values["left_out"], self._left_out = self._left_out, 0
        if self._told == MOST_A_SECOND:
            values["note"] = "more of this second are not logged"
        self._log.info(event, **values)
