"""The sums that a ledger keeps: what they say, and that they are those of its results, however they came about."""

from __future__ import annotations

from collections import Counter

import pytest

from lawspeaker_referee.competition.formats.standings import points
from lawspeaker_referee.competition.ledger import Ledger
from lawspeaker_referee.competition.ledger.sums import BotSums, PairSums
from lawspeaker_referee.competition.results import PlayedMatch
from tests.referee.competition.planted_results import ledger_of
from tests.referee.competition.small_ledger import NAME, begun, count, details, schedule


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    return ledger_of(tmp_path_factory.mktemp("sums") / "ledger.db", rounds=2)


def kept(ledger: Ledger, name: str) -> tuple:
    return ledger.sums(name), ledger.bot_sums(name), dict(ledger.pair_sums(name))


def test_sums_are_those_of_a_recount(planted):
    before = kept(planted, "cup")
    planted.recount("cup")
    assert kept(planted, "cup") == before


def test_sums_are_those_of_the_results(planted):
    counted = planted.counted("cup")
    sums = planted.sums("cup")
    assert sums.matches == len(counted)
    assert sums.faults == sum(sum(each.played.faults) for each in counted)
    assert sums.began_unix_ms == min(each.details.started_unix_ms for each in counted)
    highest = max(counted, key=lambda each: max(each.played.scores))
    [entry] = planted.counted_entries("cup", [sums.most["score"].entry]).values()
    assert entry == highest
    own = Counter()
    for each in counted:
        own.update(dict(zip(each.played.seats, points(each.played), strict=True)))
    found = planted.bot_sums("cup")
    assert {bot: each.points for bot, each in found.items()} == pytest.approx(dict(own))
    assert sum(each.won + each.drawn / 2 for each in found.values()) <= len(counted) + sum(
        each.drawn for each in found.values())
    assert {bot: each.charged_us for bot, each in found.items()} == {
        bot: sum(each.details.seats[each.played.seats.index(bot)].charged_us
                 for each in counted if bot in each.played.seats) for bot in found}


def test_a_match_that_is_counted_again_is_added_once(ledger_url):
    ledger = begun(Ledger.open(ledger_url))
    entries = schedule()
    ledger.schedule(NAME, entries)
    for _ in range(2):
        count(ledger, entries[0])
    count(ledger, entries[1])
    assert ledger.sums(NAME).matches == 2
    before = kept(ledger, NAME)
    ledger.recount(NAME)
    assert kept(ledger, NAME) == before
    ledger.close()


def test_a_drawn_match_of_a_pair_is_half_a_point():
    assert PairSums(10, 5, 3).points == 6.5


def test_a_shared_first_place_is_drawn_and_one_of_a_team_is_won():
    def seat(ranks: tuple[int, ...], teams: tuple[int, ...] = ()) -> BotSums:
        played = PlayedMatch("t/1/1", "t/1", 1, tuple("abcd")[:len(ranks)], ranks, (0,) * len(ranks), teams,
                             (0,) * len(ranks), "")
        sums = BotSums()
        sums.add(1, played, 0, 0, details())
        return sums

    assert (seat((1, 2, 3)).won, seat((1, 2, 3)).drawn) == (1, 0)
    assert (seat((1, 1, 3)).won, seat((1, 1, 3)).drawn) == (0, 1)
    assert (seat((1, 1, 3, 3), (0, 0, 1, 1)).won, seat((2, 1, 3)).won) == (1, 0)


def test_what_was_computed_is_kept_and_replaced(ledger_url):
    ledger = begun(Ledger.open(ledger_url))
    assert ledger.computed(NAME, "ratings") is None
    for value in ({"matches": 3}, {"matches": 4}):
        ledger.keep(NAME, "ratings", value)
        assert ledger.computed(NAME, "ratings") == value
    assert ledger.sums(NAME).matches == 0
    ledger.close()
