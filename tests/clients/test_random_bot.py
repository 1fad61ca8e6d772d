from collections import Counter

import pytest

from lawspeaker.v1.referee_service_pb2 import DecisionRequest, MatchStarted
from lawspeaker_bot import Decision, Match
from lawspeaker_bots import BUILT_IN, make


def picks(decision_id, **fields):
    request = DecisionRequest(match_id="m", decision_id=decision_id, **fields)
    return make("random").decide(Decision(request, Match(MatchStarted(match_id="m"))))


@pytest.mark.parametrize(("least", "most", "options"), [(1, 1, 1), (0, 0, 0), (0, 3, 3), (2, 2, 5), (4, 4, 4)])
def test_random_picks_are_distinct_options_in_the_number_asked_for(least, most, options):
    sizes = set()
    for decision_id in range(60):
        chosen = picks(decision_id, least=least, most=most, option_count=options)
        assert len(set(chosen)) == len(chosen)
        assert all(0 <= pick < options for pick in chosen)
        sizes.add(len(chosen))
    assert sizes == set(range(least, most + 1))


def test_every_option_is_taken_about_equally_often():
    counts = Counter(picks(decision_id, least=1, most=1, option_count=4)[0] for decision_id in range(2000))
    assert all(400 < counts[option] < 600 for option in range(4))


def test_an_unknown_built_in_bot_is_a_key_error():
    with pytest.raises(KeyError):
        make("clever")
    assert "random" in BUILT_IN
