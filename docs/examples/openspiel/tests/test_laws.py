"""The games of OpenSpiel keep the laws of all games."""

from __future__ import annotations

import pytest
from lawspeaker_openspiel.game import OpenSpielGame
from lawspeaker_openspiel.rows import ROWS

from lawspeaker_engine import canon, laws
from lawspeaker_engine.setups import make_setup

GAMES = {name: OpenSpielGame(row) for name, row in ROWS.items()}
Options = dict[str, bool | int | str]
SETUPS: tuple[tuple[str, int, Options], ...] = (
    *((name, min(game.players), {}) for name, game in GAMES.items()),
    ("backgammon", 2, {"hyper_backgammon": True, "scoring_type": "full_scoring"}),
    ("bridge", 4, {"use_double_dummy_result": True}),
    ("go", 2, {"board_size": 13}),
    ("goofspiel", 3, {"num_cards": 5}),
    ("hanabi", 4, {}),
    ("hearts", 4, {"pass_cards": False, "jd_bonus": True}),
    ("kuhn_poker", 5, {}),
    ("leduc_poker", 3, {}),
    ("liars_dice", 2, {"numdice": 2}),
)


@pytest.mark.parametrize(("name", "players", "options"), SETUPS, ids=str)
@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
def test_it_keeps_the_law(law: laws.Law, name: str, players: int, options: Options) -> None:
    law(GAMES[name], players, options, range(2))


@pytest.mark.parametrize(("name", "players", "options"), SETUPS, ids=str)
def test_its_states_are_canonical(name: str, players: int, options: Options) -> None:
    for state, _question, _answers in laws.positions(GAMES[name], players, 1, options):
        canon.check(state)


def test_a_large_board_of_go_has_many_options_and_a_small_one_has_not() -> None:
    laws.options_are_not_too_many(GAMES["go"], 2, {"board_size": 19}, range(1))
    limits = [GAMES["go"].many_options(make_setup(GAMES["go"], 2, {"board_size": size})) for size in (9, 13, 19)]
    assert limits == [200, 200, 362]
