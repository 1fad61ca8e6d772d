"""The verdict that ended a tournament early is made again from its results."""

from __future__ import annotations

import shutil
from random import Random

import pytest

from lawspeaker_referee.competition.formats import entries
from lawspeaker_referee.competition.ledger import Ledger
from lawspeaker_referee.competition.tournament.early_stop import EarlyStop
from lawspeaker_referee.competition.tournament.state import STOPPED_EARLY
from lawspeaker_referee.competition.verdict_check import check_verdicts
from tests.referee.competition.small_ledger import details
from tests.referee.competition.test_early_stop import in_any_order, terms_of
from tests.referee.competition.test_ledger_chain import forge


@pytest.fixture(scope="module")
def decided(tmp_path_factory) -> str:
    """The URL of a ledger whose tournament has ended early; some matches were counted after the verdict."""
    terms = terms_of("round-robin", rounds=40)
    url = f"sqlite:///{tmp_path_factory.mktemp('decided')}/ledger.db"
    ledger = Ledger.open(url)
    ledger.begin("cup", terms.as_dict(), bytes(32))
    ledger.schedule("cup", entries(terms))
    early, over = EarlyStop(terms, ledger), 0
    for result in in_any_order(terms, Random(3)):
        ledger.count("cup", result, "a.lsr", details())
        if not over and (found := early.look()) is not None:
            ledger.decide("cup", STOPPED_EARLY, found)
        over += bool(found)
        if over > 5:
            break
    assert over, "the test decides"
    ledger.close()
    return url


def checked(url: str) -> tuple[int, tuple[str, ...]]:
    ledger = Ledger.open(url)
    try:
        return check_verdicts(ledger, "cup")
    finally:
        ledger.close()


@pytest.mark.parametrize(("was", "now"), [
    ('"verdict":"H1"', '"verdict":"H0"'), ('"blocks":', '"blocks":9'), ('"llr":', '"llr":-'),
    ('"score":0.', '"score":0.0'),
    ('"upper":2.9', '"upper":1.9'), ('"llr"', '"lr"'),
])
def test_a_verdict_that_was_exchanged_is_named_with_what_the_results_give(decided, was, now):
    assert checked(decided) == (1, ())
    forge(decided, f"UPDATE decisions SET payload = replace(payload, '{was}', '{now}')")
    number, lines = checked(decided)
    forge(decided, f"UPDATE decisions SET payload = replace(payload, '{now}', '{was}')")
    assert number == 1
    assert len(lines) == 1
    assert lines[0].startswith("decision (stopped early): ")
    assert " as stored, verdict H1 " in lines[0]


def test_a_verdict_of_results_that_are_gone_is_named(decided, tmp_path):
    url = f"sqlite:///{shutil.copy(decided.removeprefix('sqlite:///'), tmp_path)}"
    assert checked(url) == (1, ())
    forge(url, "DELETE FROM results WHERE id > 9")
    assert checked(url)[1][0].endswith(" as stored, no verdict by the results")
