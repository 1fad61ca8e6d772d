"""Limits of a match: after so many decisions, or so much thinking time, the policy says what counts."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games import GAMES, find_game
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.fault_policies import BadPolicy, parse_policy, policy_message, policy_of, policy_table
from lawspeaker_referee.config.match_keys import policy_of_key
from lawspeaker_referee.config.validation import BadConfig
from lawspeaker_referee.host.resume import resume
from lawspeaker_referee.match.events import BotInfo, Left, Returned
from lawspeaker_referee.record.file import Record
from lawspeaker_referee.record.verify.replay import verify
from tests.games.parley import PARLEY
from tests.referee.match.match_driver import SEED, Drive, by_decision
from tests.referee.match.test_faults import record_of

FIVE = parse_policy({"limit_decisions": 5})


def answered(drive: Drive, after: float = 0.1) -> Drive:
    """To the end; each answer takes the same time."""
    while drive.ended is None:
        for each in drive.match.open_decisions.waiting:
            seat = each.decision.seat
            drive.answer(seat, *by_decision(seat, drive.request(seat)), after=after)
    return drive


def test_no_decision_is_asked_after_the_limit_and_scores_count_as_they_stand():
    drive = Drive(2, rounds=3, policy=FIVE).play(by_decision)
    assert drive.ended is not None and drive.ended.outcome is not None
    points = tuple(drive.match._run.state.points)
    assert (drive.ended.outcome.reason, drive.ended.outcome.scores) == ("limit", points)
    assert drive.ended.outcome.ranks == tuple(1 + sum(other > own for other in points) for own in points)
    asked = [len([act for act in step.acts if act.seat >= 0]) for step in drive.steps()]
    assert sum(asked) >= 5 > sum(asked) - next(number for number in reversed(asked) if number)
    assert verify(record_of(drive)).ok
    assert [drive.sent[seat][0].match_started.limit_decisions for seat in range(2)] == [5, 5]


def test_thinking_time_counts_the_longest_of_each_step_and_is_told_by_the_record():
    drive = answered(Drive(2, rounds=3, policy=parse_policy({"limit_time": "500ms"})))
    record = record_of(drive)
    longest = [max((timing.charged_us for timing in step.timing), default=0) for step in record.iter_steps()]
    assert sum(longest) >= 500_000 > sum(longest) - longest[-1]
    assert record.footer is not None and record.footer.outcome.reason == "limit"
    assert verify(record).ok


def test_the_first_place_may_be_shared_and_a_lost_seat_is_last_all_the_same():
    drive = Drive(3, rounds=3, policy=parse_policy({"limit_decisions": 5, "limit_result": "shared"}))
    drive.tell(Left(2))
    drive.play(by_decision)
    assert drive.ended is not None and drive.ended.outcome is not None
    assert (drive.ended.outcome.ranks, drive.ended.outcome.scores) == ((1, 1, 3), (0, 0, 0))
    assert verify(record_of(drive)).ok


def test_the_match_may_be_void():
    drive = Drive(2, rounds=3, policy=parse_policy({"limit_decisions": 5, "limit_result": "void"})).play(by_decision)
    assert drive.ended is not None and drive.ended.outcome is None
    assert drive.ended.void_reason == "the match reached its limit of 5 decisions"


def test_a_match_that_ends_by_its_rules_before_the_limit_has_their_outcome():
    drive = Drive(2, rounds=1, policy=parse_policy({"limit_decisions": 1000})).play(by_decision)
    assert drive.ended is not None and drive.ended.outcome is not None and drive.ended.outcome.reason == "points"
    assert verify(record_of(drive)).ok


def test_a_match_goes_on_to_its_limit_after_its_referee():
    policy = parse_policy({"limit_time": "500ms"})
    whole = record_of(answered(Drive(2, rounds=3, policy=policy)))
    for steps in range(whole.step_count):
        cut = Record(whole.header, list(whole.iter_steps())[:steps], None)
        again = Drive.of(resume(cut, SEED, 500.0, 0), 500.0)
        for seat in range(2):
            again.tell(Returned(seat, BotInfo(f"bot {seat}")))
        answered(again)
        assert again.ended is not None and again.ended.footer is not None
        assert again.ended.footer.digest == whole.footer.digest


def _other_policy(**table):
    return lambda record: record.header.policy.CopyFrom(policy_message(parse_policy(table)))


@pytest.mark.parametrize(("change", "said"), [
    (_other_policy(), "missing; the game goes on"),
    (_other_policy(limit_decisions=2), "the match had reached its limit of 2 decisions"),
    (_other_policy(limit_decisions=500), "missing; the game goes on"),
    (_other_policy(limit_decisions=5, limit_result="shared"), "footer: outcome is"),
    (_other_policy(limit_decisions=5, limit_result="void"), "by its policy the match is void"),
])
def test_a_record_that_went_on_or_ended_elsewhere_than_its_limit_says_differs(change, said):
    record = record_of(Drive(2, rounds=3, policy=FIVE).play(by_decision))
    change(record)
    assert said in (verify(record).first_difference or "")


def test_a_table_is_read_and_kept_in_records():
    table = {"limit_decisions": 7, "limit_time": "90s", "limit_result": "shared"}
    policy = parse_policy(table)
    assert {key: policy_table(policy)[key] for key in table} == table
    header = record_of(Drive(2, policy=policy).play(by_decision)).header
    assert policy_of(header) == policy_of(header) and policy_of(header).limit_time_ms == 90_000
    with pytest.raises(BadPolicy, match="limit_time: '5' has no unit"):
        parse_policy({"limit_time": "5"})


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_has_scores_in_any_state_or_refuses_the_choice_at_the_start(name):
    game = find_game(name)
    setup = make_setup(game, min(each for each in game.players if each > 1))
    scores = game.scores(game.setup(setup))
    assert scores is not None and len(scores) == setup.players
    assert policy_of_key({"limit_decisions": 9}, "", game, setup).limit_decisions == 9


def test_scores_of_a_running_game_become_those_of_its_outcome():
    drive = Drive(3, rounds=3).play(by_decision)
    assert drive.ended is not None and drive.ended.outcome is not None
    assert PARLEY.scores(drive.match._run.state) == drive.ended.outcome.scores


def test_where_a_game_has_no_scores_before_its_end_their_choice_is_refused():
    class Silent(type(PARLEY)):  # type: ignore[misc] # its class is known at run time only
        def scores(self, state):
            return None

    setup = make_setup(PARLEY, 2)
    with pytest.raises(BadConfig, match='has no scores before its end; take "shared" or "void"'):
        policy_of_key({"limit_decisions": 9}, "cup.toml: ", Silent(), setup)
    assert policy_of_key({"limit_decisions": 9, "limit_result": "shared"}, "", Silent(), setup).has_limit
