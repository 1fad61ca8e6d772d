"""Tests of who is left out for how long, and that a restart changes nothing about it."""

import json
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawspeaker_referee.competition.ladder.probation import (
    ENOUGH_SOUND,
    FIRST,
    HALF_LIFE,
    LONGEST,
    MOST_BROKEN,
    Probation,
    ProbationState,
    ProbationVerdict,
    broken_in,
)
from lawspeaker_referee.competition.results import SeatDetails
from tests.sample_sizes import examples

law = settings(max_examples=examples(200), deadline=None, derandomize=True)
FREE = ProbationState()


def run(probation, kinds, now=0.0):
    """Matches of the bot `b` one after another, each of a second; `x` is a broken one. The verdicts, and the end."""
    verdicts = []
    for kind in kinds:
        now += 1.0
        verdicts.append(probation.ended("b", "crashed" if kind == "x" else "", now, began=now - 1.0))
    return [each for each in verdicts if each is not None], now


def sent_back(probation, times):
    """Return how long each quarantine was of a bot that is broken whenever it may play."""
    verdicts, _ = run(probation, "x" * MOST_BROKEN)
    while len(verdicts) < times:
        verdicts += run(probation, "x", verdicts[-1].until)[0]
    return verdicts


@pytest.mark.parametrize("kinds", ["", "." * 10, "xx", "xx.xx.xx", "x." * 20])
def test_a_bot_that_is_broken_now_and_then_is_free(kinds):
    probation = Probation()
    assert run(probation, kinds)[0] == []
    assert probation.standing("b", 100.0) == FREE and probation.may_play("b", 100.0, playing=7)


def test_three_broken_matches_in_a_row_are_a_minute_and_then_one_match_at_a_time():
    probation = Probation()
    (verdict,), now = run(probation, ".xxx")
    assert verdict == ProbationVerdict("b", "crashed, the last of 3 in a row", now + FIRST, FIRST, cleared=False)
    assert probation.standing("b", now + FIRST - 0.1) == ProbationState("quarantined", verdict.why, now + FIRST)
    assert not probation.may_play("b", now + FIRST - 0.1, playing=0)
    assert probation.standing("b", now + FIRST) == ProbationState("on probation", verdict.why)
    assert probation.may_play("b", now + FIRST, playing=0)
    assert not probation.may_play("b", now + FIRST, playing=1)
    assert probation.standing("other", now) == FREE


def test_three_sound_matches_in_a_row_clear_it():
    probation = Probation()
    (verdict,), _ = run(probation, "xxx")
    cleared, now = run(probation, "..." + "xx.", verdict.until)
    assert [each.cleared for each in (verdict, *cleared)] == [False, True]
    assert probation.standing("b", now) == FREE and probation.may_play("b", now, playing=1)


def test_a_bot_on_probation_is_told_how_many_sound_matches_it_has_and_a_quarantine_takes_them_all():
    probation = Probation()
    (verdict,), now = run(probation, "xxx")
    assert probation.standing("b", now).sound == probation.standing("b", verdict.until).sound == 0
    _, now = run(probation, "..", verdict.until)
    assert probation.standing("b", now).sound == 2
    (again,), _ = run(probation, "x", now)
    assert probation.standing("b", again.until).sound == 0


@pytest.mark.parametrize("before", ["", ".", ".."])
def test_one_broken_match_on_probation_sends_it_back_for_twice_as_long(before):
    probation = Probation()
    (verdict,), _ = run(probation, "xxx")
    (second,), now = run(probation, before + "x", verdict.until)
    assert (second.seconds, second.until) == (2 * FIRST, now + 2 * FIRST)
    assert second.why == "crashed, when it was tried again"


def test_a_bot_that_stays_broken_is_tried_once_an_hour_in_the_end():
    seconds = [each.seconds for each in sent_back(Probation(), 10)]
    assert all(after == min(2 * before, LONGEST) for before, after in pairwise(seconds))
    assert (seconds[0], seconds[-1]) == (FIRST, LONGEST)


@pytest.mark.parametrize(("hours", "seconds"), [(0, 480.0), (1, 240.0), (2, 120.0), (3, FIRST), (1_000_000, FIRST)])
def test_how_long_the_last_quarantine_was_is_forgotten_by_half_each_hour(hours, seconds):
    probation = Probation()
    *_, last = sent_back(probation, 4)
    run(probation, "." * ENOUGH_SOUND, last.until)
    (again,), _ = run(probation, "xxx", last.until + hours * HALF_LIFE + 10.0)
    assert (last.seconds, again.seconds) == (480.0, seconds)


def test_matches_that_began_before_a_quarantine_was_over_say_nothing_more():
    """A bot in ten matches goes down once; so do its matches one after another, some of them when it is back."""
    probation = Probation()
    verdicts = [probation.ended("b", "crashed", 100.0 + number, began=50.0) for number in range(10)]
    assert [number for number, each in enumerate(verdicts) if each] == [MOST_BROKEN - 1]
    until = verdicts[MOST_BROKEN - 1].until
    assert probation.ended("b", "crashed", until + 50.0, began=until - 0.1) is None
    assert probation.standing("b", until + 50.0).state == "on probation"


histories = st.lists(st.tuples(
    st.sampled_from("abc"), st.sampled_from(["", "crashed", "crashed", "left or never joined"]),
    st.floats(0, 3000), st.floats(0, 100)), max_size=60)


@law
@given(histories, st.floats(0, 1e5))
def test_after_a_restart_the_verdicts_of_the_ledger_give_every_bot_the_same_standing(history, later):
    live, now, ledger = Probation(), 1.7e9, []
    for bot, broken, pause, seconds in history:
        now += pause
        if (verdict := live.ended(bot, broken, now, began=now - seconds)) is not None:
            ledger.append(json.dumps(verdict.payload))
    recalled = Probation()
    for line in ledger:
        recalled.recall(json.loads(line))
    for bot in "abc":
        for moment in (now, now + later):
            assert recalled.standing(bot, moment) == replace(live.standing(bot, moment), sound=0)


@law
@given(histories)
def test_a_bot_that_may_play_is_in_no_quarantine_and_all_that_are_in_one_come_out(history):
    probation, now = Probation(), 0.0
    for bot, broken, pause, seconds in history:
        now += pause
        verdict = probation.ended(bot, broken, now, began=now - seconds)
        standing = probation.standing(bot, now)
        assert (standing.state == "quarantined") == (not probation.may_play(bot, now, playing=0))
        assert standing.until <= now + LONGEST and bool(standing.why) == (standing.state != "free")
        assert probation.may_play(bot, now + LONGEST, playing=0)
        assert verdict is None or FIRST <= verdict.seconds <= LONGEST


@pytest.mark.parametrize("payload", [{}, {"bot": "b"}, {"bot": "b", "why": "", "until": 1.0, "seconds": 1.0}])
def test_a_payload_that_is_no_verdict_is_refused_in_one_line(payload):
    with pytest.raises(ValueError, match=r"^a verdict of the ledger has [^\n]*; it should have bot, cleared, [^\n]*$"):
        Probation().recall(payload)


def test_a_payload_of_a_later_version_that_holds_more_is_taken():
    probation, verdict = Probation(), ProbationVerdict("b", "crashed", 1e10, 60.0, cleared=False)
    probation.recall(verdict.payload | {"more": 1})
    assert probation.standing("b", 0.0) == ProbationState("quarantined", "crashed", 1e10)


def details(decisions=10, *, forfeit="", disqualified=False, strikes=0, **faults):
    return SeatDetails(decisions, decisions - sum(faults.values()), faults, 0, strikes, disqualified, forfeit, 0, 0, 0,
                       {}, 0)


@pytest.mark.parametrize(("seat", "why"), [
    (details(), ""),
    (details(0), ""),
    (details(timeout=5), ""),
    (details(timeout=3, illegal=3), "left 6 of 10 decisions to the referee (illegal 3, timeout 3)"),
    (details(1, network=1), "left 1 of 1 decisions to the referee (network 1)"),
    (details(crashed=1), "crashed"),
    (details(disconnected=1), "left or never joined"),
    (details(disconnected=9, timeout=1, disqualified=True), "left or never joined"),
    (details(timeout=1, forfeit="timeout"), "forfeited by timeout"),
    (details(100, timeout=50, strikes=50, disqualified=True), "disqualified with 50 strikes"),
    (details(referee=10), ""),
    (replace(details(), stand_ins={"refusal": 5}), ""),
    (replace(details(), stand_ins={"budget": 2, "provider failure": 4}),
     "gave 6 of 10 answers by stand-ins (budget 2, provider failure 4)"),
    (replace(details(timeout=4), stand_ins={"refusal": 2}), "gave 2 of 10 answers by stand-ins (refusal 2)"),
])
def test_a_bot_is_broken_in_a_match_that_it_left_lost_or_mostly_did_not_answer(seat, why):
    assert broken_in(seat) == why
