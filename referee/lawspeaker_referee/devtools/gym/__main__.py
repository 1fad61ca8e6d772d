"""Write the sizes of games: `python -m lawspeaker_referee.devtools.gym northgard`; some minutes a game."""

from __future__ import annotations

import sys
from random import Random
from typing import Any, Final

from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.game import Game
from lawspeaker_engine.games import find_game
from lawspeaker_engine.model import Chance, Question
from lawspeaker_engine.setups import manned
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.devtools.gym.sizes import FOLDER, Survey, any_setup, as_toml, measure
from lawspeaker_referee.host.single_match import play_match

_RANDOM_GAMES: Final = 300
_GREEDY_GAMES: Final = 30
"""Games for each number of players."""


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


def greedy_games(game: Game[Any], players: int, games: int) -> Survey:
    """Survey games of greedy bots; in every other game one of them plays among random bots."""
    survey, random = Survey(), Random(0)
    for number in range(games):
        others = "random" if number % 2 else "greedy"
        setup = any_setup(game, players, random)
        seats = [SeatSpec.parse("greedy"), *[SeatSpec.parse(others)] * (len(manned(game, setup)) - 1)]
        match_id = f"measure-{number}"
        play_match(_Watched(game, survey), setup, seats,
                   seed=match_seed(bytes(32), match_id), match_id=match_id, in_process=True)
    return survey


def main(names: list[str]) -> None:
    """Measure these games and write their files."""
    for name in names:
        game = find_game(name)
        by_players = {
            players: measure(game, players, games=_RANDOM_GAMES, survey=greedy_games(game, players, _GREEDY_GAMES))
            for players in game.players
        }
        (FOLDER / f"{name}.toml").write_text(as_toml(game.version, by_players))


if __name__ == "__main__":
    main(sys.argv[1:])
