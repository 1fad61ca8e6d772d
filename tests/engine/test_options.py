"""Options of a match, each written once as a field of the settings."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import GameOption, Setup
from lawspeaker_engine.options import option, options_of, settings_of


@dataclass(frozen=True)
class Settings:
    players: int
    years: int = option("How many years.", 7, 10)
    hands: str = option("Who sees hands.", "open", "closed", default="closed")
    teams: bool = option("Whether two play together.", default=False)
    derived: int = 5


def test_options_are_fields_and_the_first_choice_is_usual():
    assert options_of(Settings) == (
        GameOption("years", 7, "How many years.", (7, 10)),
        GameOption("hands", "closed", "Who sees hands.", ("open", "closed")),
        GameOption("teams", False, "Whether two play together."),
    )


def test_settings_are_what_a_setup_says_and_what_was_changed():
    setup = Setup(3, {"years": 10, "hands": "open", "teams": True})
    assert settings_of(Settings, setup) == Settings(3, 10, "open", teams=True)
    assert settings_of(Settings, setup, years=7) == Settings(3, 7, "open", teams=True)


def test_an_option_without_choices_needs_a_default():
    with pytest.raises(TypeError, match="a boolean with a default"):
        option("Whether nothing is said.")


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_usual_value_of_every_option_is_legal(game):
    assert [each.name for each in game.options if each.default not in each.values] == []
