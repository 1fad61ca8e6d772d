"""Sums that somebody who owns the database exchanges are found: they are made anew from the results and compared."""

from __future__ import annotations

import pytest

from lawspeaker_referee.competition.ledger import Ledger
from lawspeaker_referee.competition.ledger.sums_check import SumsVerdict
from tests.referee.competition.small_ledger import NAME
from tests.referee.competition.test_ledger_chain import differences, filled, forge, forged_chain

SUMS = 3 + 2 + 1
"""Sums of the small ledger: three bots, two pairs that met, all matches."""


def checked(url: str) -> SumsVerdict:
    ledger = Ledger.open(url)
    try:
        return ledger.check_sums(NAME)
    finally:
        ledger.close()


@pytest.mark.parametrize(("change", "wrong", "words"), [
    ("UPDATE bot_sums SET sums = (SELECT sums FROM bot_sums WHERE bot = 'cy') WHERE bot = 'ada'", 1,
     "bot_sums: ada: matches is 1 as stored, 3 by the results"),
    ("UPDATE bot_sums SET sums = replace(sums, '\"disqualified\":1', '\"disqualified\":0') WHERE bot = 'bo'", 1,
     "bot_sums: bo: disqualified is 0 as stored, 1 by the results"),
    ("UPDATE bot_sums SET sums = '[]' WHERE bot = 'bo'", 1, "bot_sums: bo: what is stored cannot be read"),
    ("DELETE FROM bot_sums WHERE bot = 'cy'", 1, "bot_sums: cy: nothing is stored, and 1 match should be in it"),
    ("UPDATE pair_sums SET won = 2 WHERE opponent = 'bo'", 1,
     "pair_sums: ada against bo: won is 2 as stored, 1 by the results"),
    ("UPDATE pair_sums SET opponent = 'dan' WHERE opponent = 'bo'", 2,
     "pair_sums: ada against dan: it is stored, and no result is of it"),
    ("UPDATE computed SET value = replace(value, '\"matches\":3', '\"matches\":36') WHERE what = 'sums'", 1,
     "computed: sums: matches is 36 as stored, 3 by the results"),
])
def test_sums_that_were_exchanged_are_named_with_what_is_stored_and_what_follows(copied, change, wrong, words):
    url = copied(filled)
    honest = checked(url)
    assert honest == SumsVerdict(3, SUMS, 0, ())
    forge(url, change)
    assert differences(url) == [], "no link covers sums"
    found = checked(url)
    assert words in found.differences
    assert (found.results, found.wrong) == (3, wrong)


def test_sums_of_which_much_differs_name_a_part_of_it_and_say_how_much(copied):
    url = copied(filled)
    forge(url, "UPDATE bot_sums SET sums = '{\"matches\":7}' WHERE bot = 'ada'")
    *some, rest = checked(url).differences
    assert len(some) == 5
    assert rest.startswith("bot_sums: ada: and so on, ")
    assert rest.endswith(" values in all")


def test_results_of_a_chain_written_anew_count_once_and_only_if_they_are_scheduled(copied):
    url = copied(filled)
    assert checked(url).differences == ()
    forge(url, "UPDATE entries SET match_id = 'cup/1-bo-cy/9' WHERE id = 6", "DELETE FROM entries WHERE id = 3")
    forged_chain(url)
    assert "results: 1 of 3 are of matches that are not in the schedule" in checked(url).differences


def test_a_result_that_no_program_of_ours_writes_is_a_difference_and_no_crash(copied):
    url = copied(filled)
    forge(url, "UPDATE results SET details = '{}' WHERE id = 2")
    forged_chain(url)
    assert differences(url) == []
    found = checked(url)
    assert not found.readable
    assert found.differences[0].startswith("results: the one after 1 other cannot be read: ")
