"""A bot of stand-ins in rated play: each list and table says how few answers were its own."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest

from lawspeaker.v1.match_pb2 import AnswerOrigin
from lawspeaker_referee.competition.ladder.probation import ProbationState
from lawspeaker_referee.competition.ladder.results import Job, Rated, Seen, news, opened
from lawspeaker_referee.competition.ladder.tally import Presence, Tally
from lawspeaker_referee.competition.ledger import Ledger
from lawspeaker_referee.competition.ledger.sums import AllSums, BotSums
from lawspeaker_referee.competition.match_list import seat_rows, write_csv
from lawspeaker_referee.competition.report.bot_numbers import fault_summary
from lawspeaker_referee.competition.results import MatchDetails
from lawspeaker_referee.competition.tournament.record_result import _details
from tests.referee.competition import small_ledger
from tests.referee.competition.small_ledger import NAME, TERMS, details
from tests.referee.match.test_faults import record_of
from tests.referee.match.test_stand_ins import played as match_played

PROVIDER_FAILURE = AnswerOrigin.ANSWER_ORIGIN_PROVIDER_FAILURE
STOOD_IN = {"budget": 2, "provider failure": 4}


def with_stand_ins() -> MatchDetails:
    first, *others = details().seats
    return replace(details(), seats=(replace(first, stand_ins=STOOD_IN), *others), stood_in=(0,))


def test_the_result_of_a_record_has_the_stand_ins_of_each_seat_and_who_is_lost_by_them():
    record = record_of(match_played(2, {0: [PROVIDER_FAILURE]}))
    assert record.footer is not None
    found = _details(record, record.footer)
    assert [seat.stand_ins for seat in found.seats] == [{"provider failure": found.seats[0].answered}, {}]
    assert (found.stood_in, found.substituted) == ((0,), ())
    assert MatchDetails.from_dict(found.as_dict()) == found


def test_details_of_a_ledger_that_knows_no_stand_ins_are_read_as_if_there_were_none():
    kept = details().as_dict()
    del kept["stood_in"]
    for seat in kept["seats"]:
        del seat["stand_ins"]
    assert MatchDetails.from_dict(kept) == details()


def test_own_answers_are_decisions_without_faults_and_stand_ins():
    sums, match = AllSums(), small_ledger.played(small_ledger.schedule("ann bob")[0])
    sums.add(1, match, with_stand_ins())
    sums.add(2, match, details())
    ann, bob = sums.bots["ann"], sums.bots["bob"]
    assert (ann.stand_ins, ann.stood_in, ann.own) == (STOOD_IN, 1, 2 * 9 - 6)
    assert (bob.stand_ins, bob.own) == ({}, 2 * 7), "two faults in each"
    assert ann.faulty[0] == 1 and 2 not in ann.faulty, "an author finds the match by them"
    assert fault_summary("ann", ann).own_share == pytest.approx(12 / 18)
    assert fault_summary("eve", BotSums()).own_share is None


def test_lists_and_ladders_have_the_stand_ins_of_counted_matches(tmp_path):
    url = f"sqlite:///{tmp_path}/ledger.db"
    ledger, entries = Ledger.open(url), small_ledger.schedule("ann bob")
    small_ledger.begun(ledger, entries)
    for entry, told in zip(entries, (with_stand_ins(), details()), strict=True):  # ann is first, then bob
        ledger.count(NAME, small_ledger.played(entry), f"{entry.match_id}.lsr", told)
    counted, _ = ledger.counted_after(NAME, 0, 9)
    ledger.close()

    out = io.BytesIO()
    write_csv(iter([row for each in counted for row in seat_rows(each)]), out)
    rows = list(csv.DictReader(io.StringIO(out.getvalue().decode())))
    assert [(row["bot"], row["stand_ins"], row["stand_in_kinds"], row["stood_in"]) for row in rows] == [
        ("ann", "6", "budget:2,provider failure:4", "True"), ("bob", "0", "", "False"), ("bob", "0", "", "False"),
        ("ann", "0", "", "False")]

    found = news(Job(url, NAME, TERMS, tmp_path, bytes(32)), Seen(), None)
    assert found.answers == {"ann": (18, 6), "bob": (18, 0)}
    assert news(Job(url, NAME, TERMS, tmp_path, bytes(32)), found.seen, None).answers == {}, "nothing new"
    opened(url, None).close()

    tally = Tally()
    for match in found.played:
        tally.add(match)
    tally.answered(found.answers)
    here = Presence(True, 0, ProbationState())
    shares = {row.bot: row.own_share for row in tally.rows(Rated(), {"ann": here, "bob": here})}
    assert shares == {"ann": pytest.approx((18 - 1 - 6) / 18), "bob": pytest.approx(17 / 18)}
