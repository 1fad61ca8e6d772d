"""The rules of thumb keep from position to position exactly the values that they would count anew."""

from __future__ import annotations

import pytest

from lawspeaker_bots.greedy.northgard import map as northgard_map
from lawspeaker_bots.greedy.pax_viking import values as pax_viking_values
from lawspeaker_bots.greedy.printed import Printed
from lawspeaker_bots.search.horizon import AS_SEARCH, EndOfPlayout
from lawspeaker_bots.search.judge import TURN, Hooks
from lawspeaker_bots.search.player import Player
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.laws import positions
from lawspeaker_engine.model import PUBLIC, Chance, Decision
from lawspeaker_engine.setups import make_setup
from tests.sample_sizes import seeds

KEPT = (northgard_map._kept, pax_viking_values._memo)
STEPS = 400


def scores(name: str, options: dict, seed: int, *, keep: bool) -> list:
    """Return the scores of every decision of a random game of three."""
    game, found = GAMES[name], []
    player = Player(game, make_setup(game, 3, options))
    for state, question, _ in positions(game, 3, seed, options):
        for decision in () if isinstance(question, Chance) else question:
            if not keep:
                for each in KEPT:
                    each.cache_clear()
            found.append(player.scores(decision, game.view(state, decision.seat)))
        if len(found) > STEPS:
            break
    return found


@seeds(1, 6)
@pytest.mark.parametrize(("name", "options"), [
    ("northgard", {}),
    ("northgard", {"creatures": "horizons", "warchiefs": True, "clan_pool": "all", "victory": "thane"}),
    ("clansmen", {}), ("pax_viking", {}),
])
def test_scores_with_what_was_kept_are_those_that_are_counted_anew(name, options, seeds):
    for seed in seeds:
        assert scores(name, options, seed, keep=True) == scores(name, options, seed, keep=False)


def test_tables_are_made_once_of_each_object_that_is_in_use():
    made = []
    table = Printed(lambda rows: made.append(rows) or len(made), kept=2)
    one, equal, third = [1], [1], [3]
    assert [table(one), table(equal), table(one), table(third), table(one)] == [1, 2, 1, 3, 4]


def test_a_playout_ends_at_the_turn_of_its_seat_or_when_the_stage_has_risen():
    def asked(seat: int, prompt: str) -> Decision:
        return Decision(seat, prompt, ("a", "b"), 1, 1, (0,), PUBLIC)

    hooks = Hooks(names=(), stage=lambda view: view, features=lambda view, _: view, turns=2)
    over = EndOfPlayout(AS_SEARCH, hooks, 5, seat=1)
    others = [asked(0, TURN), asked(1, "trade.want"), asked(1, TURN), asked(0, TURN)]
    assert [over(each, 5) for each in others] == [False] * 4
    assert over(asked(1, TURN), 5)
    assert EndOfPlayout(AS_SEARCH, hooks, 5, seat=1)(asked(0, "trade.want"), 6)
