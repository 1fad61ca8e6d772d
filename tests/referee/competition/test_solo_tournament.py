"""Tournaments against the automa: each bot meets nobody else, and it is their fixed yardstick."""

from __future__ import annotations

import pytest

from lawspeaker_referee.competition.formats import entries
from lawspeaker_referee.competition.ledger import Ledger
from lawspeaker_referee.competition.ratings import rate_matches
from lawspeaker_referee.competition.ratings.sequential import SequentialTest
from lawspeaker_referee.competition.results import PlayedMatch
from lawspeaker_referee.competition.tournament.early_stop import EarlyStop, WholeBlocks
from lawspeaker_referee.config.tournament import parse_config
from lawspeaker_referee.config.validation import BadConfig
from tests.referee.competition.quick_tournaments import terms_of

SOLO = {"game": "northgard", "options": {"automa": 2}, "format": {"kind": "seed-blocks", "rounds": 2}}


def solo(tmp_path, **changes):
    return terms_of(tmp_path, **SOLO | changes)


def test_each_bot_plays_the_automa_on_the_same_seeds(tmp_path):
    terms = solo(tmp_path)
    assert (terms.table_size, terms.automa, terms.players) == (1, "automa-2", 2)
    assert [(entry.match_id, entry.block, entry.seats) for entry in entries(terms)] == [
        ("cup/r1/1", "r1", ("a", "automa-2")), ("cup/r1/2", "r1", ("b", "automa-2")),
        ("cup/r2/1", "r2", ("a", "automa-2")), ("cup/r2/2", "r2", ("b", "automa-2")),
    ]
    assert parse_config(terms.as_dict(), "the ledger") == terms


@pytest.mark.parametrize("tables", ["all", "balanced"])
def test_in_a_round_robin_each_bot_has_seeds_of_its_own(tmp_path, tables):
    terms = solo(tmp_path, format={"kind": "round-robin", "rounds": 2, "tables": tables})
    assert [(entry.block, entry.seats) for entry in entries(terms)] == [
        ("r1-a", ("a", "automa-2")), ("r1-b", ("b", "automa-2")),
        ("r2-a", ("a", "automa-2")), ("r2-b", ("b", "automa-2")),
    ]


def test_without_the_automa_everybody_at_a_table_is_a_bot(tmp_path):
    terms = terms_of(tmp_path, game="northgard")
    assert (terms.table_size, terms.automa) == (2, "")
    assert sorted(entry.seats for entry in entries(terms)) == [("a", "b"), ("b", "a")]


def played(terms, won):
    """Each entry with its result: `won` says for which bots and rounds the Automa lost."""
    return [PlayedMatch(entry.match_id, entry.block, entry.round, entry.seats,
                        (1, 2) if (entry.seats[0], entry.round) in won else (2, 1), (0, 0), (), (0, 0), "00")
            for entry in entries(terms)]


def test_the_rating_of_the_automa_is_fixed_and_those_of_bots_follow_from_their_results_against_it(tmp_path):
    terms = solo(tmp_path, format={"kind": "seed-blocks", "rounds": 40})
    won = {("a", number) for number in range(1, 31)} | {("b", number) for number in range(1, 11)}
    ratings = rate_matches(terms, played(terms, won))
    automa, better, worse = map(ratings.rating, ("automa-2", "a", "b"))
    assert (automa.elo, automa.low, automa.high) == (1500, 1500, 1500)
    assert better.elo - 1500 == pytest.approx(1500 - worse.elo, abs=5)
    assert 1600 < better.elo < 1750  # 191 points are odds of three to one; the prior takes some of them
    assert ratings.seats == ()
    alone = [each for each in played(terms, won) if each.seats[0] == "a"]
    assert rate_matches(terms, alone).rating("a").elo == pytest.approx(better.elo, abs=10)


@pytest.mark.parametrize(("bot", "against", "verdict"), [("a", "b", "H1"), ("b", "a", "H0")])
def test_a_test_compares_two_bots_on_the_same_starts(tmp_path, bot, against, verdict):
    stop = {"bot": bot, "against": against, "elo0": 0.0, "elo1": 60.0}
    terms = solo(tmp_path, format={"kind": "seed-blocks", "rounds": 80}, stop=stop)
    won = {("a", number) for number in range(1, 81) if number % 8} | {("b", number) for number in range(1, 81, 4)}
    whole = WholeBlocks(terms).follow(played(terms, won))
    state = SequentialTest.parse(stop).start().add(whole)
    assert (state.verdict, state.left_out) == (verdict, 0)
    ledger = Ledger.open(f"sqlite:///{tmp_path}/ledger.db")
    EarlyStop(terms, ledger)
    with pytest.raises(BadConfig, match="there is no bot 'automa-2'"):
        EarlyStop(solo(tmp_path, stop=stop | {"against": "automa-2"}), ledger)
    ledger.close()
