"""Plays whole games with every number of players and all kinds of options, and verifies each: `make soak GAMES=n`.

Without a number it goes on until stopped. The first failure ends it and names the seed that repeats it.

With --kills the games are played through a server instead, and bots and server are killed all the while; see kills.py.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from kills import play_with_kills

from lawspeaker_bots import BUILT_IN, make
from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.game import Game
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import BadSetup, Setup
from lawspeaker_engine.setups import make_setup, manned
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.host.single_match import play_match
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify

SECONDS_A_REPORT = 5.0
GAMES_WITH_KILLS = 40
SECONDS_WITH_KILLS = 1800.0
BATCH = 64
"""Games whose numbers are given to the pool at a time."""
SEARCH, SHARE_WITH_SEARCH = "search:1playouts", 0.5
"""A bot that looks ahead, with which a game repeats itself and takes seconds; this share of the games has one."""



def main() -> int:
    """Return 0 after the games wanted; raises what went wrong in the first that fails."""
    arguments = parse_arguments()
    wanted = arguments.games
    if arguments.kills:
        play_with_kills(wanted or GAMES_WITH_KILLS, arguments.seconds)
        return 0
    begun = reported = monotonic()
    decisions = 0
    with ProcessPoolExecutor() as pool:
        for number, played in enumerate(chain.from_iterable(pool.map(named_game, each) for each in batches(wanted))):
            decisions += played
            if monotonic() - reported > SECONDS_A_REPORT:
                reported = monotonic()
                print(f"{number + 1} games, {decisions} decisions, {decisions / (reported - begun):.0f} a second",
                      flush=True)
    print(f"{wanted} games played and verified, {decisions} decisions, {monotonic() - begun:.0f} s")
    return 0


def batches(wanted: int | None) -> Iterator[range]:
    """Yield the numbers of the games, some at a time; without end if no number is wanted."""
    for first in count(step=BATCH) if wanted is None else range(0, wanted, BATCH):
        yield range(first, first + BATCH if wanted is None else min(first + BATCH, wanted))


def named_game(number: int) -> int:
    """Play a game in a process of the pool; its decisions. What goes wrong names the game."""
    try:
        return one_game(number)
    except Exception as wrong:
        wrong.add_note(f"game {number} failed; repeat it with one_game({number}) of .ci/soak.py")
        raise


def parse_arguments() -> Namespace:
    """Return the arguments of the command line."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("games", type=int, nargs="?", help="how many; without end if left out")
    parser.add_argument("--kills", action="store_true", help="kill bots and referee at random")
    parser.add_argument("--seconds", type=float, default=SECONDS_WITH_KILLS,
                        help="time limit with --kills; %(default)s if left out")
    return parser.parse_args()


def one_game(number: int) -> int:
    """Play and verify the game of that number; its decisions. Raises whatever went wrong."""
    random = Random(number)
    game = random.choice(list(GAMES.values()))
    setup = any_setup(game, random)
    willing = [name for name in BUILT_IN if game.name in (make(name).games or (game.name,))]
    quick = [name for name in willing if name != "search"]
    bots = [random.choice(quick) for _ in manned(game, setup)]
    if len(quick) < len(willing) and random.random() < SHARE_WITH_SEARCH:
        bots[random.randrange(len(bots))] = SEARCH
    match_id = f"soak-{number}"
    with TemporaryDirectory() as place:
        path = Path(place) / "game.lsr"
        result = play_match(game, setup, [SeatSpec.parse(bot) for bot in bots], seed=match_seed(bytes(32), match_id),
                            match_id=match_id, move_time=None, record_path=path, in_process=True)
        verdict = verify(read_record(path))
    if not verdict.ok or verdict.digest != result.digest or any(result.faults):
        raise RuntimeError(f"{game.name} {setup} {bots}: {verdict.first_difference or result}")
    return result.decisions


def any_setup(game: Game[Any], random: Random) -> Setup:
    """Any setup that the game allows."""
    while True:
        options = {option.name: random.choice(option.values) for option in game.options}
        try:
            setup = make_setup(game, random.choice(game.players), options)
            game.setup(setup)
        except BadSetup:  # such as teams of three
            continue
        return setup


if __name__ == "__main__":
    sys.exit(main())
