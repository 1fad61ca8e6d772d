"""`python -m lawspeaker_referee.hostile NAME` sends a hostile bot to the referee at LAWSPEAKER_ADDRESS."""

from __future__ import annotations

import asyncio
import os
import sys

from lawspeaker_bot.aio import ADDRESS_VARIABLE, TOKEN_VARIABLE
from lawspeaker_referee.hostile import CAST, make


def main() -> None:
    """Play the bot that is named, or list all."""
    if len(sys.argv) != 2:
        sys.exit("give the name of a hostile bot:\n" + "\n".join(f"  {name:14} {kind.__doc__}"
                                                                 for name, kind in CAST.items()))
    try:
        bot = make(sys.argv[1])
    except KeyError:
        sys.exit(f"no hostile bot {sys.argv[1]!r}; there are {', '.join(CAST)}")
    except ValueError as error:
        sys.exit(str(error))
    address = os.environ.get(ADDRESS_VARIABLE, "")
    if not address:
        sys.exit(f"no referee's address: set {ADDRESS_VARIABLE}")
    asyncio.run(bot.play(address, os.environ.get(TOKEN_VARIABLE, "")))


if __name__ == "__main__":
    main()
