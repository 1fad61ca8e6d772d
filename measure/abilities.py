"""Count how often a bot uses each ability of Pax Viking: `python -m measure.abilities --games 200`.

Plays games on the engine itself, without messages, with the same bot in all seats; the games go round the numbers of
players. Prints for each ability of a Venture, God or Advocate that costs a marker in how many turns it was offered and
how often it was used.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import cycle
from random import Random
from typing import Final

from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.games import find_game
from lawspeaker_engine.games.pax_viking.options import Activate, UseTile
from lawspeaker_engine.games.pax_viking.rows import TILES
from lawspeaker_engine.games.pax_viking.state import State
from lawspeaker_engine.laws import draw
from lawspeaker_engine.model import Decision, Option, Picks
from lawspeaker_engine.playing import playout
from lawspeaker_engine.setups import make_setup
from measure.search_arena import Seat

GAME: Final = find_game("pax_viking")


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, nargs="+", default=list(GAME.players))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--bot", default="greedy", help="greedy, greedy@FOLDER, or the thinking of search")
    wanted = parser.parse_args()
    offered, used = Counter[str](), Counter[str]()
    for number, players in zip(range(wanted.games), cycle(wanted.players)):
        play(players, number, wanted.bot, offered, used)
    for ability, times in sorted(offered.items()):
        print(f"{ability}: offered in {times} turns, used {used[ability]} times")


def play(players: int, number: int, bot: str, offered: Counter[str], used: Counter[str]) -> None:
    """Play a game and count in it; an ability that is offered several times in a turn counts once."""
    setup = make_setup(GAME, players)
    seats = [Seat(GAME, setup, bot) for _ in range(players)]
    dice, rng = Dice(match_seed(bytes(32), f"abilities-{number}")), Random(number)
    state: State = GAME.setup(setup)
    seen: set[tuple[int, str]] = set()

    def choose(decision: Decision) -> Picks:
        picks = seats[decision.seat].answer(state, decision, rng)
        if decision.prompt == "turn.action":
            now = {(state.turn, each) for each in abilities(state, decision.options)}
            offered.update(each for _, each in now - seen)
            seen.update(now)
            used.update(abilities(state, [decision.options[pick] for pick in picks]))
        return picks

    playout(GAME, state, choose, partial(draw, dice))


def abilities(state: State, options: Sequence[Option]) -> Iterator[str]:
    """Yield the ability that each of the options would use, if it would."""
    for option in options:
        tile = option.tile if isinstance(option, UseTile) else -1
        tile = state.tiles[option.post] if isinstance(option, Activate) else tile
        if tile >= 0:
            yield f"{TILES[tile].archetype}, {TILES[tile].name}"


if __name__ == "__main__":
    main()
