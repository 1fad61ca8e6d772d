"""`measure/environment_peers.py` plays our environments, prints ratios within rounds; peers are not played here."""

import pytest

from lawspeaker_engine.games import GAMES
from measure import environment_peers, environments


@pytest.mark.parametrize("one_seat", [False, True])
def test_our_environments_are_played_for_the_time_that_is_asked(one_seat):
    assert environment_peers.ours("clansmen", one_seat=one_seat)(0.05, 1) > 0


def test_all_our_games_are_measured():
    assert set(environment_peers.OURS) == set(GAMES)


def test_ratios_are_taken_within_a_round():
    first = dict.fromkeys(environment_peers.PLAYS, 100.0) | {"connect_four": 50.0, "uno": 200.0}
    second = dict.fromkeys(environment_peers.PLAYS, 300.0) | {"connect_four": 100.0, "uno": 300.0}
    line = next(line for line in environment_peers.table([first, second, first]) if line.startswith("northgard "))
    assert " ".join(line.split()) == "northgard 100 (100 to 300) 2 (2 to 3) 0.5 (0.5 to 1)"


@pytest.mark.slow
def test_the_bench_measures_environments_and_a_vector_over_processes():
    found = environments.costs(GAMES["clansmen"], 0.1, 1)
    assert found["vector"]["environments"] == environments.VECTOR
    assert all(found["vector"][kind] > 0 for kind in ("in_process", "processes"))
    assert all(found[actions][kind] > 0 for actions in ("index", "ids") for kind in ("pettingzoo", "gymnasium"))
