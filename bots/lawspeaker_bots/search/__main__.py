"""Plays as `search`: `python -m lawspeaker_bots.search [THINKING]`, with a time or a number of playouts."""

from __future__ import annotations

import sys

from lawspeaker_bot import run
from lawspeaker_bots.search import SearchBot


def main() -> None:
    """Start the bot, or end with one line that says what is wrong."""
    try:
        bot = SearchBot(sys.argv[1] if len(sys.argv) > 1 else "")
    except ValueError as error:
        sys.exit(f"lawspeaker_bots: {error}")
    run(bot)


if __name__ == "__main__":
    main()
