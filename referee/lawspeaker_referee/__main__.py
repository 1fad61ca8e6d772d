"""The command line: `lawspeaker`, or `python -m lawspeaker_referee`."""

from __future__ import annotations

import sys

from lawspeaker_referee.garbage import collect_rarely, leave_garbage
from lawspeaker_referee.open_files import drop_unwritten_output, hold_standard_descriptors


def main() -> None:
    """Run the command line and end the process: 0 done, 1 a record does not verify, 2 anything else."""
    hold_standard_descriptors()
    collect_rarely()
    from lawspeaker_referee.cli import lawspeaker  # imported now, because an import may open files for good
    from lawspeaker_referee.cli.errors import exit_code
    from lawspeaker_referee.stderr import stderr_that_never_fails

    with stderr_that_never_fails():
        code = exit_code(lawspeaker, sys.argv[1:])
    drop_unwritten_output()
    leave_garbage()
    sys.exit(code)


if __name__ == "__main__":
    main()
