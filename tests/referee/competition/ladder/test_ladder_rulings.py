"""Decisions of the organiser of a ladder: a running referee takes them over, and one that starts again has them too."""

from __future__ import annotations

import asyncio
import io

import pytest

from lawspeaker_referee.competition import organiser
from lawspeaker_referee.competition.ladder.restoring import begin, terms_of
from lawspeaker_referee.competition.ladder.results import Job, Seen, news
from lawspeaker_referee.competition.ladder.service import LadderService
from lawspeaker_referee.competition.ladder.standings import text
from lawspeaker_referee.competition.ladder.tally import Tally
from lawspeaker_referee.competition.ledger import Ledger
from lawspeaker_referee.competition.ledger.facts import BadLedger
from lawspeaker_referee.competition.ledger.queries import LedgerQueries
from lawspeaker_referee.competition.results import ScheduledMatch
from lawspeaker_referee.config.referee import LadderSettings
from lawspeaker_referee.logs import make_log
from tests.referee.competition.ladder.ladder_bots import EMPTY, TOKENS, played, states
from tests.referee.competition.ladder.test_ladder_versions import made
from tests.referee.competition.ladder.test_result_counter import config
from tests.referee.competition.small_ledger import details
from tests.referee.server.live_server import bots, queue_server

WHY = "two bots of one owner lost to each other"


@pytest.fixture
def ladder_ledger(ledger_url, tmp_path):
    """A ladder with four counted matches, and how its referee reads it."""
    ledger, terms = Ledger.open(ledger_url), terms_of(config(tmp_path))
    begin(ledger, terms)
    for number in range(1, 5):
        count(ledger, number)
    yield ledger, Job(ledger_url, "parley", terms.as_dict(), tmp_path, bytes(32))
    ledger.close()


def count(ledger, number, seats=("ann", "bob")):
    found = played(f"parley-{number:06}", seats)
    ledger.schedule("parley", [ScheduledMatch(found.match_id, found.block, 1, found.seats)])
    ledger.count("parley", found, "x.lsr", details())


def void(ledger, number):
    organiser.void(ledger, "parley", f"parley-{number:06}", WHY, replay=None)


def follow(ladder, job, seen):
    found = news(job, seen, None)
    for each in found.played:
        ladder.counted(each)
    for each in found.ruled:
        ladder.ruled(each)
    return found.seen


def shown(ladder):
    told = ladder.standings(EMPTY)
    return told.matches, [(row.bot, row.matches, row.points, row.faults, row.state, row.why) for row in told.rows]


def test_a_running_ladder_takes_results_out_that_were_voided_whenever_it_looks(ladder_ledger):
    ledger, job = ladder_ledger
    steady, seldom, seen = made(), made(), Seen()
    for step in (lambda: None, lambda: void(ledger, 2), lambda: count(ledger, 5), lambda: void(ledger, 5),
                 lambda: organiser.put_out(ledger, "parley", "ann", WHY)):
        step()
        seen = follow(steady, job, seen)
    follow(seldom, job, Seen())
    again = made()
    again.recall(ledger.results_after("parley", 0)[0], ledger.decisions("parley"))
    for each in (steady, seldom, again):
        assert shown(each) == shown(again)
        assert each.standings(EMPTY).matches == 3
        assert [note.partition(": ")[2] for note in each.standings(EMPTY).notes] == [
            f"bot ann plays no more: {WHY}", f"match parley-000005 does not count: {WHY}",
            f"match parley-000002 does not count: {WHY}"]
    assert ledger.walk_chain("parley").differences == ledger.check_sums("parley").differences == ()
    assert WHY in text(steady.standings(EMPTY), 200)


def test_a_ladder_that_starts_again_knows_which_answers_were_of_bots_themselves_and_forgets_voided_ones(
    ladder_ledger, tmp_path,
):
    ledger, job = ladder_ledger
    (tmp_path / "parley-000004.lsr").touch()  # so that the folder knows of the last match

    async def again() -> dict:
        found = LadderService(config(tmp_path), LadderSettings(ledger=job.ledger), make_log(io.StringIO()))
        return {row.bot: (row.decisions, row.own_share) for row in found.ladder.standings(EMPTY).rows}

    every = {bot: (sums.decisions, 1.0) for bot, sums in ledger.bot_sums("parley").items()}
    assert every.keys() == {"ann", "bob"} and every["ann"][0] > 0
    assert asyncio.run(again()) == every
    seen = news(job, Seen(), None).seen
    void(ledger, 2)
    decisions = every["ann"][0] * 3 // 4
    assert news(job, seen, None).answers == dict.fromkeys(("ann", "bob"), (decisions, 0))
    assert asyncio.run(again()) == dict.fromkeys(("ann", "bob"), (decisions, 1.0))


def test_a_result_that_is_voided_while_a_ladder_starts_is_taken_out_once(ladder_ledger, tmp_path, monkeypatch):
    ledger, job = ladder_ledger
    (tmp_path / "parley-000004.lsr").touch()
    usual = LedgerQueries.decisions_after

    def voided_before(*given):
        monkeypatch.undo()
        void(ledger, 2)
        return usual(*given)

    async def start() -> LadderService:
        return LadderService(config(tmp_path), LadderSettings(ledger=job.ledger), make_log(io.StringIO()))

    monkeypatch.setattr(LedgerQueries, "decisions_after", voided_before)
    found = asyncio.run(start())
    follow(found.ladder, job, found.seen)
    assert found.ladder.standings(EMPTY).matches == 3
    assert {row.matches for row in found.ladder.standings(EMPTY).rows} == {3}


def test_a_ladder_plays_no_match_again_and_names_the_bots_that_it_knows(ladder_ledger):
    ledger, _ = ladder_ledger
    with pytest.raises(BadLedger, match="is a ladder, which chooses its matches itself"):
        organiser.void(ledger, "parley", "parley-000001", WHY, replay=True)
    with pytest.raises(BadLedger, match=r"no bot 'bobb' \(did you mean 'bob'\?"):
        organiser.put_out(ledger, "parley", "bobb", WHY)
    with pytest.raises(BadLedger, match="match 'parley-00001' is not in the schedule"):
        organiser.void(ledger, "parley", "parley-00001", WHY, replay=None)


def test_a_bot_of_which_all_results_are_voided_can_be_put_out(ladder_ledger):
    ledger, _ = ladder_ledger
    for number in range(1, 5):
        void(ledger, number)
    organiser.put_out(ledger, "parley", "ann", WHY)
    assert ledger.bot_sums("parley") == {}
    assert ledger.check_sums("parley").differences == ()


def test_who_is_put_out_of_a_ladder_is_in_no_match_until_it_is_reinstated(ladder_ledger):
    ledger, job = ladder_ledger

    async def test() -> None:
        ladder = made()
        seen = follow(ladder, job, Seen())
        organiser.put_out(ledger, "parley", "ann", WHY)
        seen = follow(ladder, job, seen)
        async with queue_server(matchmaking=ladder, tokens=TOKENS) as place, \
                bots(place.address, 1, token=TOKENS["ann"]) as [ann], bots(place.address, 1, token=TOKENS["bob"]):
            await asyncio.sleep(0)
            assert states(ladder) == {"ann": "quarantined", "bob": "waiting"}
            [ann_row] = [row for row in ladder.standings(EMPTY).rows if row.bot == "ann"]
            assert ann_row.why == f"put out by the organiser: {WHY}"
            organiser.reinstate(ledger, "parley", "ann")
            follow(ladder, job, seen)
            await ann.next("match_started")

    asyncio.run(test())


def test_a_match_that_is_taken_out_of_a_tally_leaves_nothing():
    tally, three = Tally(), played("m", ("ann", "bob", "cy"), (1, 2, 2))
    tally.add(played("n"))
    before = {bot: (each.matches, each.points) for bot, each in tally._sums.items()}
    for _ in range(7):
        tally.add(three)
    for _ in range(7):
        tally.remove(three)
    assert {bot: (each.matches, each.points) for bot, each in tally._sums.items()} == before
    assert tally.matches == 1
