"""Chess keeps the laws of all games."""

from __future__ import annotations

import pytest
from lawspeaker_chess.game import Chess

from lawspeaker_engine import canon, laws
from lawspeaker_engine.setups import make_setup

GAME = Chess()
SETUPS: tuple[dict[str, bool | int | str], ...] = (
    {}, {"variant": "chess960"}, {"book": "basic"})


@pytest.mark.parametrize("options", SETUPS, ids=str)
@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
def test_it_keeps_the_law(law: laws.Law, options: dict[str, bool | int | str]) -> None:
    law(GAME, 2, options, range(1))


@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_its_states_are_canonical(options: dict[str, bool | int | str]) -> None:
    for state, _question, _answers in laws.positions(GAME, 2, 1, options):
        canon.check(state)


def test_a_setup_of_a_book_has_other_content() -> None:
    contents = {GAME.content(make_setup(GAME, 2, options)) for options in SETUPS}
    assert len(contents) == len(SETUPS)
