"""Errors of the command line: each foreseen one becomes a line on stderr and an exit code."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from resource import RLIMIT_NOFILE, getrlimit

import click

DOES_NOT_VERIFY = 1
WRONG_INPUT = 2
INTERRUPTED = 130
READER_GONE = 141


class WrongInput(click.ClickException):
    """Input that cannot be used; the message says what would be right."""

    exit_code = WRONG_INPUT


def exit_code(command: click.Command, arguments: Sequence[str]) -> int:
    """Run a command and return its exit code; a failure writes one line to stderr."""
    try:
        code = command.main(list(arguments), prog_name="lawspeaker", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return WRONG_INPUT
    except click.ClickException as error:
        return _fail(error.format_message())
    except (click.Abort, KeyboardInterrupt):
        return _fail("interrupted", INTERRUPTED)
    except SystemExit:  # click exits if the reader of our output has gone, such as `head`
        return READER_GONE
    except OSError as error:
        return _fail(of_system(error))
    except Exception as error:
        if (foreseen := _foreseen(error)) is None:
            raise
        return _fail(*foreseen)
    return code if isinstance(code, int) else 0


def _foreseen(error: Exception) -> tuple[str, int] | None:
    """Return the line and the exit code for an error of ours; None for any other."""
    # Most commands need only some of these modules, which take half a second to import.
    from lawspeaker_bot import BotError
    from lawspeaker_engine.model import BadSetup, CannotDealAnew
    from lawspeaker_referee.codec.encoder import WireMismatch
    from lawspeaker_referee.host.single_match import MatchInterrupted
    from lawspeaker_referee.record.bounds import RecordError
    from lawspeaker_referee.record.verify.fault_audit import RecordDiffers

    if isinstance(error, BadSetup | CannotDealAnew | RecordError | BotError | WireMismatch):
        return str(error), WRONG_INPUT
    if isinstance(error, RecordDiffers):
        return f"the record does not verify: {error}", DOES_NOT_VERIFY
    if isinstance(error, MatchInterrupted):
        return f"interrupted: {error}", INTERRUPTED
    return None


def of_system(error: OSError) -> str:
    """Return an error of the operating system as one line."""
    where = f"{error.filename}: " if error.filename else ""
    words = f"{where}{error.strerror or error}"
    if error.errno == errno.EMFILE:
        words += f"; this process may have {getrlimit(RLIMIT_NOFILE)[0]}, so raise `ulimit -n`"
    return words


def _fail(message: str, code: int = WRONG_INPUT) -> int:
    from lawspeaker_bot.printable import printable

    click.echo(printable(f"lawspeaker: {' '.join(message.split())}"), err=True)
    return code
