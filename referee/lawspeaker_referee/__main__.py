"""The command line: `lawspeaker`, or `python -m lawspeaker_referee`."""

from __future__ import annotations

import sys

from lawspeaker_referee.commands import lawspeaker
from lawspeaker_referee.commands.errors import exit_code


def main() -> None:
    """Run the command line and end the process: 0 done, 1 a record that does not verify, 2 anything else."""
    sys.exit(exit_code(lawspeaker, sys.argv[1:]))


if __name__ == "__main__":
    main()
