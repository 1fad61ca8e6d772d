"""Decisions of the organiser: a result that counts no more, a bot that is put out and reinstated."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from lawspeaker_referee.competition import organiser
from lawspeaker_referee.competition.formats import entries, stages, standings
from lawspeaker_referee.competition.kept_check import check_kept
from lawspeaker_referee.competition.kept_ratings import keep, kept_ratings, rate, rating_history
from lawspeaker_referee.competition.ledger.facts import PLAYED_AGAIN, VOIDED, BadLedger, Contradiction
from lawspeaker_referee.competition.ledger.ledger import Ledger
from lawspeaker_referee.competition.report import NotOver, collect_facts
from lawspeaker_referee.competition.results import ScheduledMatch
from lawspeaker_referee.competition.seeds import seed_of
from lawspeaker_referee.competition.tournament.early_stop import EarlyStop
from lawspeaker_referee.competition.tournament.schedule import Schedule
from lawspeaker_referee.competition.tournament.setup import begin
from lawspeaker_referee.competition.tournament.state import (
    QUARANTINED,
    RESUMED,
    REVEALED,
    STOPPED_EARLY,
    given_up,
    rulings_of,
    state_of,
)
from lawspeaker_referee.competition.tournament.status import status_of
from lawspeaker_referee.competition.verdict_check import check_verdicts
from lawspeaker_referee.config.tournament import parse_config
from lawspeaker_referee.config.tournament_format import Format
from tests.referee.competition.simulated_field import terms_of
from tests.referee.competition.small_ledger import NAME, begun, count, details, ids, played, schedule

WHY = "the bot read the clock"


def leased(ledger, worker: str = "w1") -> list[ScheduledMatch]:
    """Lease all that is open, and give it back."""
    found = ledger.lease(NAME, worker, 100, 0.0, 60.0, most_voids=3)
    ledger.release(NAME, worker)
    return found


def holds(ledger) -> None:
    """The chain and all sums are what the facts give."""
    assert ledger.walk_chain(NAME).differences == ()
    found = ledger.check_sums(NAME)
    assert found.differences == ()
    assert found.results == ledger.sums(NAME).matches == len(ledger.results(NAME))


def everything(ledger) -> tuple:
    """What readers of results see."""
    return (ledger.results(NAME), ledger.bot_sums(NAME), list(ledger.pair_sums(NAME)), ledger.sums(NAME),
            ledger.progress(NAME), ledger.blocks(NAME), list(ledger.open_entries(NAME)))


def test_a_voided_result_leaves_no_trace_in_what_is_computed(ledger_url, tmp_path):
    one, other = Ledger.open(ledger_url, clock=lambda: 0.0), Ledger.open(f"sqlite:///{tmp_path}/b.db", lambda: 0.0)
    every, dice = schedule(rounds=6), Random(3)
    for each in (one, other):
        begun(each, every)
    voided = set(dice.sample(range(len(every)), 8))
    for number, entry in enumerate(every[:-3]):
        score = dice.randrange(100)
        for each in (one, other) if number not in voided else (one,):
            count(each, entry, scores=(score, -3), faults=(0, number % 2))
    for number in sorted(voided & set(range(len(every) - 3))):
        one.void_result(NAME, every[number].match_id, WHY, replay=True)
        holds(one)
    assert everything(one) == everything(other)
    one.close()
    other.close()


def test_a_match_that_is_played_again_is_another_attempt_with_other_dice(ledger):
    first, *_ = every = schedule()
    begun(ledger)
    for entry in every:
        count(ledger, entry)
    assert leased(ledger) == []
    ledger.void_result(NAME, first.match_id, WHY, replay=True)
    [again] = leased(ledger)
    assert again == replace(first, attempt=2)
    assert ledger.entries_of(NAME, [first.match_id, "nothing"]) == {first.match_id: again}
    assert again.attempt_id == f"{first.match_id}/2"
    assert not count(ledger, first)  # a worker that was slow with the first attempt
    assert ledger.count(NAME, played(first, attempt=2), "again.lsr", details())
    assert [each.attempt for each in ledger.results(NAME)] == [2, 1, 1, 1, 1, 1]
    ledger.void_result(NAME, first.match_id, WHY, replay=True)
    assert leased(ledger) == [replace(first, attempt=3)]
    holds(ledger)


def test_dice_of_a_replay_are_those_of_no_other_match():
    secret, form = bytes(range(32)), [Format(kind="round-robin", dice=dice) for dice in ("block", "match")]
    every = [replace(entry, attempt=attempt) for entry in schedule(rounds=3) for attempt in (1, 2, 3)]
    for each in form:
        replays = [seed_of(secret, entry, each) for entry in every if entry.attempt > 1]
        firsts = {seed_of(secret, entry, other) for entry in every if entry.attempt == 1 for other in form}
        assert len(set(replays)) == len(replays)
        assert firsts.isdisjoint(replays)


def test_a_match_voided_for_good_is_not_played_and_nobody_waits_for_it(ledger):
    first, second, *_ = begun(ledger) and schedule()
    count(ledger, first)
    count(ledger, second)
    assert given_up(ledger, NAME) == set()
    ledger.void_result(NAME, first.match_id, WHY, replay=False)
    assert first.match_id not in ids(leased(ledger))
    assert given_up(ledger, NAME) == {first.match_id}
    with pytest.raises(Contradiction, match="is not played any more"):
        ledger.count(NAME, played(first, attempt=2), "again.lsr", details())
    again = Ledger(ledger._database)  # one that has seen nothing before
    assert ids(leased(again, "w2")) == ids(schedule()[2:])
    holds(ledger)


def test_an_attempt_that_nobody_asked_for_is_refused(ledger):
    first, *_ = begun(ledger) and schedule()
    with pytest.raises(Contradiction, match=r"attempt 2 at match .* was not asked for; attempt 1 was"):
        ledger.count(NAME, played(first, attempt=2), "again.lsr", details())


def test_what_has_no_result_cannot_be_voided(ledger):
    first, *_ = begun(ledger) and schedule()
    with pytest.raises(BadLedger, match="has no result that counts"):
        ledger.void_result(NAME, first.match_id, WHY, replay=True)
    count(ledger, first)
    ledger.void_result(NAME, first.match_id, WHY, replay=False)
    with pytest.raises(BadLedger, match="has no result that counts"):
        ledger.void_result(NAME, first.match_id, WHY, replay=True)
    assert [each.what for each in ledger.decisions(NAME)] == [VOIDED]


def test_a_worker_that_follows_sees_what_is_to_be_played_again_in_the_middle_of_an_old_block(ledger):
    every = schedule(rounds=30)
    begun(ledger, every)
    follower = Ledger(ledger._database)
    assert ids(follower.lease(NAME, "w1", 1, 0.0, 60.0)) == ids(every[:1])
    for entry in every[:-1]:
        count(ledger, entry)
    ledger.void_result(NAME, every[1].match_id, WHY, replay=True)
    found = follower.lease(NAME, "w1", 5, 0.0, 60.0)
    assert {entry.attempt_id for entry in found} == {f"{every[1].match_id}/2", every[-1].match_id}


# --- ratings and the test ---


def rated(ledger):
    terms = parse_config(ledger.terms("cup"), "the ledger")
    found = rate(ledger, terms)[2]
    keep(ledger, "cup", found)
    return found


def filled(ledger, terms, number=None, winner="b0"):
    """Count matches of which a bot wins most."""
    begin(ledger, terms)
    every = entries(terms)
    ledger.schedule("cup", every)
    for nth, entry in enumerate(every[:number]):
        first = entry.seats[0] == winner or (winner not in entry.seats and nth % 3 > 0)
        ledger.count("cup", played(entry, ranks=(1, 2) if first else (2, 1)), "x.lsr", details())
    return every


def test_of_the_history_of_ratings_the_moments_before_a_voided_result_stay(ledger):
    terms = terms_of(4, 2, "round-robin", rounds=4)
    every = filled(ledger, terms, 24)
    rated(ledger)
    for entry in every[24:]:
        ledger.count("cup", played(entry), "x.lsr", details())
    stale = rated(ledger)
    assert [each.matches for each in rating_history(ledger, "cup")] == [24, 48]
    ledger.void_result("cup", every[30].match_id, WHY, replay=True)
    assert kept_ratings(ledger, "cup") is None
    assert [each.matches for each in rating_history(ledger, "cup")] == [24]
    keep(ledger, "cup", stale)  # by a look that had read the result before
    assert kept_ratings(ledger, "cup") is None
    rated(ledger)
    assert [each.matches for each in rating_history(ledger, "cup")] == [24, 47]
    assert check_kept(ledger, terms).differences == ()
    ledger.void_result("cup", every[3].match_id, WHY, replay=False)
    assert rating_history(ledger, "cup") == ()


def test_a_voided_result_takes_the_verdict_of_the_test_back_and_the_test_is_asked_again(ledger):
    stop = {"bot": "b0", "against": "b1", "elo0": 0, "elo1": 200}
    terms = replace(terms_of(2, 2, "seed-blocks", rounds=60), stop=stop)
    every = filled(ledger, terms)
    early = EarlyStop(terms, ledger)
    found = early.look()
    assert found is not None
    ledger.decide("cup", STOPPED_EARLY, found)
    assert check_verdicts(ledger, "cup") == (1, ())
    for entry in every[:-2]:
        ledger.void_result("cup", entry.match_id, WHY, replay=True)
    assert state_of(ledger.decisions("cup")).stopped is None
    assert early.look() is None
    assert early.state.blocks == 0
    assert check_verdicts(ledger, "cup") == (0, ())


def test_a_block_of_a_match_voided_for_good_is_left_out_of_the_test_which_goes_on(ledger):
    stop = {"bot": "b0", "against": "b1", "elo0": 0, "elo1": 200}
    terms = replace(terms_of(2, 2, "seed-blocks", rounds=6), stop=stop)
    every = filled(ledger, terms)
    early = EarlyStop(terms, ledger)
    early.look()
    whole = early.state.blocks + early.state.left_out
    ledger.void_result("cup", every[0].match_id, WHY, replay=False)
    early.look()
    assert early.state.blocks + early.state.left_out == whole - 1


# --- bots that are put out ---


def before(ledger, method, act, monkeypatch) -> None:
    """Let somebody else act just before the ledger is next called so."""
    usual = getattr(ledger, method)

    def called(*given, **more):
        monkeypatch.setattr(ledger, method, usual)
        act()
        return usual(*given, **more)

    monkeypatch.setattr(ledger, method, called)


def put_out(ledger, bot):
    organiser.put_out(ledger, "cup", bot, WHY)


def test_a_bot_that_is_put_out_stays_out_after_resume_until_it_is_reinstated(ledger):
    terms = terms_of(3, 2, "round-robin")
    begin(ledger, terms)
    put_out(ledger, "b1")
    ledger.decide("cup", QUARANTINED, {"bot": "b2", "why": "bot b2 crashed", "public": "it crashed"})
    ledger.decide("cup", RESUMED, {})
    state = state_of(ledger.decisions("cup"))
    assert dict(state.out) == {"b1": f"bot b1 was put out by the organiser: {WHY}"}
    assert dict(state.public_out) == {"b1": f"put out by the organiser: {WHY}"}
    with pytest.raises(BadLedger, match="is put out already"):
        put_out(ledger, "b1")
    with pytest.raises(BadLedger, match="bot b0 of cup is not out"):
        organiser.reinstate(ledger, "cup", "b0")
    organiser.reinstate(ledger, "cup", "b1", "it was the clock's fault")
    assert not state_of(ledger.decisions("cup")).out
    with pytest.raises(BadLedger, match=r"no bot 'b7'.*there are b0, b1, b2"):
        put_out(ledger, "b7")
    with pytest.raises(BadLedger, match="the reason is empty"):
        organiser.put_out(ledger, "cup", "b1", " \n ")
    assert [each.words for each in organiser.rulings(ledger.decisions("cup"))] == [
        f"bot b1 plays no more: {WHY}", "bot b1 plays again: it was the clock's fault"]


def test_a_bot_that_two_put_out_at_once_is_put_out_once_and_one_of_them_is_told(ledger, monkeypatch):
    begin(ledger, terms_of(3, 2, "round-robin"))
    before(ledger, "decide", lambda: put_out(ledger, "b2"), monkeypatch)
    with pytest.raises(BadLedger, match="is put out already"):
        put_out(ledger, "b2")
    organiser.reinstate(ledger, "cup", "b2")
    assert rulings_of(ledger, "cup").out == set()


def test_the_secret_is_told_without_the_matches_of_a_bot_that_is_put_out_and_not_of_one_that_broke_down(ledger):
    terms = terms_of(3, 2, "round-robin")
    begin(ledger, terms)
    ledger.decide("cup", QUARANTINED, {"bot": "b2", "why": "bot b2 crashed", "public": "it crashed"})
    play(ledger, terms)
    with pytest.raises(NotOver, match=r"4 matches can still be played.*`resume` lets b2 try again, `put-out` goes "):
        collect_facts(ledger, "cup", reveal=True)
    assert "4 matches cannot be played; `lawspeaker tournament resume` tries again" in status_of(ledger, "cup").text()
    put_out(ledger, "b2")
    told = status_of(ledger, "cup").text()
    assert "4 matches cannot be played; `lawspeaker tournament reinstate` tries again" in told and "resume" not in told
    [running, *_] = leased(ledger)
    assert ledger.lease("cup", "w1", 1, 0.0, 60.0, most_voids=3) == [running]
    with pytest.raises(NotOver, match="can still be played"):
        collect_facts(ledger, "cup", reveal=True)
    ledger.release("cup", "w1")
    assert collect_facts(ledger, "cup", reveal=True).secret
    ledger.decide("cup", REVEALED, {})
    assert "4 matches cannot be played: its secret was told" in status_of(ledger, "cup").text()
    organiser.reinstate(ledger, "cup", "b2")
    status = status_of(ledger, "cup")
    assert (status.word, status.playable, status.missing) == ("ended with matches missing", 0, 4)
    assert "4 matches cannot be played: its secret was told" in status.text()


def play(ledger, terms, strong=lambda bot: -int(bot[1:]), rounds=99) -> None:
    """Play what can be played, up to a round; the stronger bot wins."""
    growing = Schedule(terms, ledger)
    while growing.grow(state_of(ledger.decisions("cup"))):
        left = [entry for entry in leased(ledger) if entry.round <= rounds
                and not state_of(ledger.decisions("cup")).is_out(entry.seats)]
        if not left:
            return
        for entry in left:
            one, other = map(strong, entry.seats)
            ranks = (1, 2) if one > other else (2, 1)
            ledger.count("cup", played(entry, ranks=ranks, attempt=entry.attempt), "x.lsr", details())


def seated(ledger, number):
    return {frozenset(entry.seats) for entry in ledger.entries("cup") if entry.round == number}


def order(ledger, terms):
    return [each.name for each in standings(terms, ledger.results("cup"), given_up(ledger, "cup"),
                                            rulings_of(ledger, "cup"))]


def test_who_is_put_out_of_a_knockout_loses_the_table_at_which_it_sits_and_keeps_what_it_won(ledger):
    terms = terms_of(8, 2, "knockout")
    begin(ledger, terms)
    play(ledger, terms, rounds=1)
    assert seated(ledger, 2) == {frozenset({"b0", "b3"}), frozenset({"b1", "b2"})}
    put_out(ledger, "b0")
    play(ledger, terms)
    assert seated(ledger, 3) == {frozenset({"b3", "b1"})}
    assert order(ledger, terms)[0] == "b1"
    organiser.reinstate(ledger, "cup", "b0")  # too late: what is paired stays paired
    play(ledger, terms)
    assert seated(ledger, 3) == {frozenset({"b3", "b1"})}
    assert order(ledger, terms)[0] == "b1"
    first = stages(terms, ledger.results("cup"), given_up(ledger, "cup"), rulings_of(ledger, "cup"))[0]
    assert "b0" in {bot for table in first.tables for bot in table.through}


@pytest.mark.parametrize("first", ["the organiser", "the runner"])
def test_a_bot_put_out_while_the_next_round_of_a_knockout_is_paired_leaves_one_pairing(ledger, monkeypatch, first):
    terms = terms_of(4, 2, "knockout")
    begin(ledger, terms)
    pair = partial(Schedule(terms, ledger).grow, state_of(()))
    pair()
    for entry in leased(ledger):
        ledger.count("cup", played(entry, ranks=(1, 2) if entry.seats[0] < entry.seats[1] else (2, 1)), "x", details())
    assert seated(ledger, 2) == set()
    one, other = partial(put_out, ledger, "b0"), pair
    if first == "the runner":
        one, other = other, one
    before(ledger, "schedule" if first == "the organiser" else "decide", one, monkeypatch)
    other()
    play(ledger, terms)
    assert len(seated(ledger, 2)) == 1
    assert order(ledger, terms)[0] == "b1"


def test_a_tie_break_that_is_scheduled_is_played_though_a_voided_result_has_settled_the_tie(ledger):
    terms = terms_of(2, 2, "knockout")
    begin(ledger, terms)
    growing = Schedule(terms, ledger)
    growing.grow(state_of(()))
    first, _ = block = leased(ledger)
    for entry in block:
        ledger.count("cup", played(entry), "x.lsr", details())  # who sits first wins, so that both have as much
    growing.grow(state_of(()))
    more = ids(ledger.open_entries("cup"))
    assert len(more) == 2
    organiser.void(ledger, "cup", first.match_id, WHY, replay=False)
    assert growing.grow(state_of(ledger.decisions("cup")))
    status = status_of(ledger, "cup")
    assert (status.playable, status.missing, status.word) == (2, 1, "open")
    play(ledger, terms)
    status = status_of(ledger, "cup")
    assert (status.playable, status.missing, ids(ledger.open_entries("cup"))) == (0, 1, [])


def test_only_the_round_of_a_knockout_that_paired_no_other_can_be_played_again(ledger):
    terms = terms_of(4, 2, "knockout")
    begin(ledger, terms)
    play(ledger, terms)
    early, final = (next(entry for entry in ledger.entries("cup") if entry.round == number) for number in (1, 2))
    with pytest.raises(BadLedger, match="is of round 1, and its result has paired round 2"):
        organiser.void(ledger, "cup", early.match_id, WHY, replay=True)
    assert order(ledger, terms)[0] == "b0"
    for entry in [entry for entry in ledger.entries("cup") if entry.round == 2]:
        organiser.void(ledger, "cup", entry.match_id, WHY, replay=True)
    assert final.match_id in ids(ledger.open_entries("cup"))
    play(ledger, terms, strong=lambda bot: bot == "b1")
    assert order(ledger, terms)[0] == "b1"


def test_what_a_swiss_tournament_has_paired_stays_paired_and_later_rounds_follow_the_new_results(ledger):
    terms = terms_of(8, 2, "swiss", rounds=4)
    begin(ledger, terms)
    play(ledger, terms, rounds=2)
    before = {number: seated(ledger, number) for number in (1, 2, 3)}
    scheduled = len(ledger.entries("cup"))
    for entry in [entry for entry in ledger.entries("cup") if entry.round == 1]:
        organiser.void(ledger, "cup", entry.match_id, WHY, replay=True)
    play(ledger, terms, strong=lambda bot: int(bot[1:]), rounds=2)
    assert {number: seated(ledger, number) for number in (1, 2, 3)} == before
    assert len(ledger.entries("cup")) == scheduled
    play(ledger, terms, strong=lambda bot: int(bot[1:]))
    assert len(seated(ledger, 4)) == 4
    assert len(ledger.results("cup")) == len(ledger.entries("cup"))
    assert order(ledger, terms)[0] != "b0"
    assert set(ids(entries(terms, ledger.results("cup"), (), rulings_of(ledger, "cup")))) == set(
        ids(ledger.entries("cup")))
    holds(ledger)


def test_who_is_put_out_of_a_swiss_tournament_is_paired_no_more_and_comes_last(ledger):
    terms = terms_of(6, 2, "swiss", rounds=4)
    begin(ledger, terms)
    play(ledger, terms, rounds=1)
    put_out(ledger, "b0")
    play(ledger, terms, rounds=3)
    assert any("b0" in table for table in seated(ledger, 2))  # it was paired before
    assert not any("b0" in table for table in seated(ledger, 3))
    assert order(ledger, terms)[-1] == "b0"
    organiser.reinstate(ledger, "cup", "b0")
    play(ledger, terms)
    assert len(seated(ledger, 4)) == 2  # it was paired without b0
    assert [each.what for each in ledger.decisions("cup")].count(PLAYED_AGAIN) == 0
