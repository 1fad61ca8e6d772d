"""Write the sizes of games: `python -m lawspeaker_referee.devtools.gym northgard`; ten minutes and more a game.

What the file of this version has room for keeps it, so that games of another `--seed` add to what was found.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.game import Game
from lawspeaker_engine.games import find_game
from lawspeaker_engine.model import Chance, Question
from lawspeaker_engine.setups import manned
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.devtools.gym.sizes import FOLDER, Sizes, Survey, any_setup, as_toml, declared, measure, sizes_of
from lawspeaker_referee.host.single_match import play_match

_SEARCH: Final = "search:30playouts"
"""The fewest playouts with which it often answers otherwise than `greedy`: two rounds of all that it tries."""
_SEATS: Final = 6


@dataclass(frozen=True, slots=True)
class SurveyPlan:
    """How many games of each kind are played for a number of players."""

    seed: int
    random: int
    greedy: int
    mixed: int
    search: int

    def lineups(self) -> Sequence[tuple[int, Sequence[str]]]:
        """Return numbers of matches with the bots that take the seats by turns."""
        return (
            (self.greedy, ["greedy"] * _SEATS), (self.mixed, ["greedy", "random"] * _SEATS),
            (self.search, [_SEARCH, *["greedy"] * _SEATS]), (self.search, [_SEARCH, *["random"] * _SEATS]))


class _Watched:
    """A game that shows a survey every position in which it asks."""

    def __init__(self, game: Game[Any], survey: Survey) -> None:
        self._game, self._survey = game, survey

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def pending(self, state: Any) -> Question:
        """Return what the game waits for."""
        question = self._game.pending(state)
        if not isinstance(question, Chance):
            self._survey.look(self._game, state, question)
        return question


def bot_games(game: Game[Any], players: int, plan: SurveyPlan) -> Survey:
    """Survey matches of the built-in bots, with options of all kinds; in each match they sit one seat further."""
    survey, random = Survey(), Random(plan.seed)
    for matches, bots in plan.lineups():
        for number in range(matches):
            setup = any_setup(game, players, random)
            seats = len(manned(game, setup))
            specs = [SeatSpec.parse(bots[(seat - number) % seats]) for seat in range(seats)]
            match_id = f"measure-{plan.seed}-{'-'.join(bots[:2])}-{number}"
            play_match(_Watched(game, survey), setup, specs,
                       seed=match_seed(bytes(32), match_id), match_id=match_id, in_process=True)
    return survey


def surveyed(name: str, players: int, plan: SurveyPlan) -> tuple[int, Sizes]:
    """Return the most options of a decision in matches of bots; and the sizes by these and by random games, with all
    that has room now.
    """
    game, known = find_game(name), None
    if (table := declared(name)) is not None and table["version"] == game.version:
        known = sizes_of(name, players)
    survey = bot_games(game, players, plan)
    most, found = survey.options, measure(game, players, games=plan.random, seed=plan.seed, survey=survey)
    return most, found if known is None else found.with_room_of(known)


def main(arguments: Sequence[str]) -> None:
    """Measure these games, each number of players in a process, and write their files."""
    parser = ArgumentParser(description="Measure games, and write the sizes of their observations.")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--seed", type=int, default=0, help="of the games that are played")
    for kind, matches in (("random", 300), ("greedy", 60), ("mixed", 40), ("search", 4)):
        parser.add_argument(f"--{kind}", type=int, default=matches, help="games for each number of players")
    read = vars(parser.parse_args(arguments))
    names, plan = read.pop("games"), SurveyPlan(**read)
    with ProcessPoolExecutor() as pool:
        for name in names:
            game, by_players = find_game(name), dict[int, Sizes]()
            count = len(game.players)
            for players, (most, sizes) in zip(
                    game.players, pool.map(surveyed, [name] * count, game.players, [plan] * count), strict=True):
                by_players[players] = sizes
                sys.stdout.write(f"{name} for {players}: bots had {most} options, room for {sizes.options}\n")
                sys.stdout.flush()
            (FOLDER / f"{name}.toml").write_text(as_toml(game.version, by_players))


if __name__ == "__main__":
    main(sys.argv[1:])
