"""The command line: `lawspeaker`, or `python -m lawspeaker_referee`."""

from __future__ import annotations

import sys

from lawspeaker_referee.cli import lawspeaker
from lawspeaker_referee.cli.errors import exit_code
from lawspeaker_referee.stderr import stderr_that_never_fails


def main() -> None:
    """Run the command line and end the process: 0 done, 1 a record that does not verify, 2 anything else."""
    with stderr_that_never_fails():
        code = exit_code(lawspeaker, sys.argv[1:])
    sys.exit(code)


if __name__ == "__main__":
    main()
