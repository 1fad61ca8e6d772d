"""A test that reads each result once says what it would say if it read all of them each time."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from lawspeaker_referee.competition import organiser
from lawspeaker_referee.competition.formats import entries
from lawspeaker_referee.competition.ledger import Ledger
from lawspeaker_referee.competition.ratings.sequential import SequentialTest as Sequential
from lawspeaker_referee.competition.tournament import early_stop
from lawspeaker_referee.competition.tournament.early_stop import EarlyStop, WholeBlocks
from lawspeaker_referee.competition.tournament.schedule import Schedule
from lawspeaker_referee.competition.tournament.setup import begin
from lawspeaker_referee.competition.tournament.state import MOST_VOIDS, state_of
from lawspeaker_referee.config.tournament import parse_config
from tests.referee.competition.small_ledger import details, played

STOP = {"bot": "a", "against": "b", "elo0": 0, "elo1": 120}


def terms_of(kind, bots="abc", **form):
    return parse_config({
        "name": "cup", "game": "northgard", "players": 2, "format": {"kind": kind, **form}, "stop": STOP,
        "bots": [{"name": name, "spec": "random"} for name in bots]}, "cup.toml")


def drawn(entry, dice):
    """A result in which `a` wins most of its matches, and ties are many."""
    ranks = dice.choice([(1, 2), (1, 1), (2, 1)])
    if "a" in entry.seats and dice.random() < 0.7:
        ranks = tuple(1 if bot == "a" else 2 for bot in entry.seats)
    return played(entry, ranks=ranks)


def whole(terms, results):
    """The blocks that are complete, up to the first that is not, from all that was played."""
    found = {}
    for entry in entries(terms, results):
        found.setdefault(entry.block, []).append(entry.match_id)
    known = {each.match_id: each for each in results}
    blocks = []
    for ids in found.values():
        if not known.keys() >= set(ids):
            break
        blocks.append([known[match_id] for match_id in ids])
    return blocks


def in_any_order(terms, dice):
    """Results as they may come: of the matches that can be played by then, whichever ends first."""
    results = []
    while left := [entry for entry in entries(terms, results) if entry.match_id not in {r.match_id for r in results}]:
        results.append(drawn(dice.choice(left[:12]), dice))
        yield results[-1]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("terms", [
    terms_of("round-robin", rounds=6), terms_of("seed-blocks", rounds=4),
    terms_of("gauntlet", "abcd", rounds=4, challengers=["a", "b"]), terms_of("swiss", "abcdefg", rounds=5),
    terms_of("knockout", "abcdefgh", seats=2, tiebreaks=3),
], ids=lambda terms: terms.format.kind)
def test_blocks_are_told_once_each_when_all_before_them_are_complete_whichever_match_ends_first(terms, seed):
    dice, blocks, told, results, new = Random(seed), WholeBlocks(terms), [], [], []
    for result in in_any_order(terms, dice):
        results.append(result)
        new.append(result)
        if dice.random() < 0.6:
            told += blocks.follow(new)
            new = []
            assert told == whole(terms, results)
    told += blocks.follow(new)
    assert told == whole(terms, results)
    assert sum(map(len, told)) == len(results)


def test_a_block_of_a_match_that_was_given_up_is_left_out_and_the_test_goes_on(tmp_path):
    terms = terms_of("round-robin", "ab", rounds=40)
    ledger = Ledger.open(f"sqlite:///{tmp_path}/ledger.db")
    ledger.begin("cup", terms.as_dict(), bytes(32))
    first, *others = every = entries(terms)
    ledger.schedule("cup", every)
    early = EarlyStop(terms, ledger)
    for entry in others:
        ledger.count("cup", played(entry, ranks=tuple(1 + (bot != "a") for bot in entry.seats)), "a.lsr", details())
    assert early.look() is None and early.state.blocks == 0, "it waits for the first block"
    for _ in range(MOST_VOIDS):
        ledger.void("cup", first.match_id, "the disk was full", "")
    found = early.look()
    assert found["verdict"] == "H1" and found == EarlyStop(terms, ledger).look()
    ledger.close()


def test_a_test_goes_on_in_a_swiss_tournament_without_a_bot_that_was_put_out(tmp_path):
    terms = terms_of("swiss", "abcde", rounds=6)
    ledger = Ledger.open(f"sqlite:///{tmp_path}/ledger.db")
    begin(ledger, terms)
    early, growing = EarlyStop(terms, ledger), Schedule(terms, ledger)
    for number in range(1, 7):
        growing.grow(state_of(ledger.decisions("cup")))
        for entry in list(ledger.open_entries("cup")):
            ledger.count("cup", played(entry), "a.lsr", details())
        early.look()
        assert early.state.blocks + early.state.left_out == 2 * number
        if number == 1:
            organiser.put_out(ledger, "cup", "e", "it read the clock")
    ledger.close()


@pytest.mark.slow
def test_the_test_begins_again_where_an_extension_puts_other_blocks_among_earlier_ones(tmp_path, monkeypatch):
    monkeypatch.setattr(early_stop, "AT_ONCE", 4)
    one, two = terms_of("seed-blocks", "ab", rounds=12), terms_of("seed-blocks", "abc", rounds=12)
    ledger, dice = Ledger.open(f"sqlite:///{tmp_path}/ledger.db"), Random(2)
    ledger.begin("cup", one.as_dict(), bytes(32))
    early, results = EarlyStop(one, ledger), []
    for terms in (one, two):
        early.terms = terms
        new = [entry for entry in entries(terms) if entry.match_id not in {each.match_id for each in results}]
        ledger.schedule("cup", new)
        for entry in new[:-1]:
            results.append(drawn(entry, dice))
            ledger.count("cup", results[-1], "a.lsr", details())
        early.look()
        state = Sequential.parse(STOP).state([each for block in whole(terms, results) for each in block])
        assert early.state == replace(state, llr=pytest.approx(state.llr), score=pytest.approx(state.score))
        assert state.blocks > 0
    ledger.close()


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "scale"), [(0, "logistic"), (1, "logistic"), (2, "normalised")])
def test_the_verdict_is_that_of_the_first_block_after_which_there_is_one(tmp_path, seed, scale):
    terms = terms_of("round-robin", "abc", rounds=40)
    terms = replace(terms, stop=STOP | {"scale": scale})
    dice, test = Random(seed), Sequential.parse(terms.stop)
    ledger = Ledger.open(f"sqlite:///{tmp_path}/ledger.db")
    ledger.begin("cup", terms.as_dict(), bytes(32))
    ledger.schedule("cup", entries(terms))
    early, results = EarlyStop(terms, ledger), []
    found = None
    for result in in_any_order(terms, dice):
        results.append(result)
        ledger.count("cup", result, "a.lsr", details())
        if dice.random() < 0.15:
            found = early.look()
            state = test.state([each for block in whole(terms, results) for each in block])
            assert (found is None) == (state.verdict == "continue")
            if found is not None:
                break
    assert found == {
        "verdict": state.verdict, "llr": pytest.approx(state.llr, abs=1e-9), "lower": state.lower,
        "upper": state.upper, "blocks": state.blocks, "left_out": state.left_out, "score": pytest.approx(state.score)}
    assert (state.verdict, state.left_out > 0) == ("H1", True)
    assert EarlyStop(terms, ledger).look() == found, "whoever comes later sees the same"
    ledger.close()


def test_a_result_is_read_once(tmp_path):
    terms = terms_of("round-robin", "ab", rounds=3)
    ledger = Ledger.open(f"sqlite:///{tmp_path}/ledger.db")
    ledger.begin("cup", terms.as_dict(), bytes(32))
    ledger.schedule("cup", entries(terms))
    last, read = 0, []
    for entry in entries(terms)[::-1]:
        ledger.count("cup", played(entry), "a.lsr", details())
        if entry.match_id.endswith("2"):
            continue
        new, last = ledger.results_after("cup", last)
        read += new
    assert [each.match_id for each in read] == [entry.match_id for entry in entries(terms)[::-1]]
    assert ledger.results_after("cup", last) == ([], last)
    ledger.close()
