import pytest

from lawspeaker.v1.match_pb2 import ClockSettings, GameOptionValue, GameSetup, Outcome, ScorePart, SeatScore
from lawspeaker.v1.referee_service_pb2 import (
    AnswerRejected,
    DecisionRequest,
    DecisionText,
    MatchOver,
    MatchStarted,
    RejectReason,
)
from lawspeaker_bot import Clock, Decision, Match, Rejection, Result
from lawspeaker_bot import decision as decision_module
from lawspeaker_bot.score_parts import parts_text


def a_match(match_id="m", seat=1, **fields):
    options = [GameOptionValue(name="years", value="10")]
    setup = GameSetup(game="test", players=3, options=options)
    return Match(MatchStarted(match_id=match_id, seat=seat, setup=setup, bots=["a", "b", "c"], **fields))


def a_decision(match=None, **fields):
    return Decision(DecisionRequest(**({"match_id": "m", "decision_id": 3, "option_count": 5} | fields)),
                    match or a_match())


def test_a_match_says_what_is_played_and_by_whom():
    match = a_match(move_time_ms=1500)
    assert (match.game, match.players, match.options) == ("test", 3, {"years": "10"})
    assert (match.bots, match.move_time, match.catalogue) == (("a", "b", "c"), 1.5, None)
    assert a_match().move_time is None


def test_a_match_tells_its_clock_in_seconds():
    clock = a_match(clock=ClockSettings(move_ms=2000, bank_ms=30_000, increment_ms=500, first_move_ms=0,
                                        connect_ms=10_000, reconnect_ms=60_000, lag_compensation_ms=50)).clock
    assert clock == Clock(move=2, bank=30, increment=0.5, first=0, reaction=2, connect=10, reconnect=60, lag=0.05)
    assert a_match(clock=ClockSettings(bank_ms=1)).clock == Clock(bank=0.001)
    assert a_match(move_time_ms=1500).clock == Clock(move=1.5, first=1.5, reaction=1.5), "of a referee that is older"


def test_a_decision_tells_the_bank_and_what_the_last_answer_was_charged():
    decision = a_decision(bank_left_ms=12_500, last_charged_us=2500)
    assert (decision.bank_left, decision.last_charged) == (12.5, 0.0025)


def test_a_decision_that_is_asked_again_has_the_newer_clock(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(decision_module, "monotonic", lambda: now[0])
    decision = a_decision(time_left_ms=2000, bank_left_ms=1000)
    now[0] = 101.5
    decision.asked_again(DecisionRequest(time_left_ms=900, bank_left_ms=700))
    assert (decision.time_left, decision.bank_left) == (0.9, 0.7)


def test_time_left_runs_down_and_never_below_zero(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(decision_module, "monotonic", lambda: now[0])
    decision = a_decision(time_left_ms=2000)
    now[0] = 100.5
    assert decision.time_left == pytest.approx(1.5)
    now[0] = 200.0
    assert decision.time_left == 0.0
    assert a_decision().time_left is None


def test_random_numbers_depend_on_seed_match_seat_and_decision_and_on_nothing_else(monkeypatch):
    def drawn(**kind):
        return a_decision(a_match(kind.get("match_id", "m"), kind.get("seat", 1)),
                          decision_id=kind.get("decision_id", 3)).random().random()

    monkeypatch.delenv("LAWSPEAKER_BOT_SEED", raising=False)
    unseeded = drawn()
    assert unseeded == drawn()
    others = {drawn(match_id="n"), drawn(seat=0), drawn(decision_id=4), unseeded}
    monkeypatch.setenv("LAWSPEAKER_BOT_SEED", "0")
    assert drawn() == unseeded
    monkeypatch.setenv("LAWSPEAKER_BOT_SEED", "1")
    assert len(others | {drawn()}) == 5


def test_a_result_gives_the_bots_own_rank_and_none_for_a_void_match():
    outcome = Outcome(ranks=[2, 1, 3], scores=[5, 9, 1], reason="fame")
    result = Result(MatchOver(match_id="m", outcome=outcome), a_match())
    assert (result.rank, result.ranks, result.scores, result.reason) == (1, (2, 1, 3), (5, 9, 1), "fame")
    assert (result.parts, result.decided) == ((), ())
    void = Result(MatchOver(match_id="m", void_reason="the referee stopped"), a_match())
    assert (void.rank, void.void_reason) == (None, "the referee stopped")


def test_a_result_says_what_the_points_came_from():
    parts = [SeatScore(parts=[ScorePart(name="fame tokens", points=tokens), ScorePart(name="Unrest", points=unrest)])
             for tokens, unrest in ((20, -25), (9, 0))]
    outcome = Outcome(ranks=[2, 1], scores=[-5, 9], reason="fame", parts=parts, decided=["Most fame, 9: seat 1."])
    result = Result(MatchOver(match_id="m", outcome=outcome), a_match(seat=1))
    assert result.parts == ({"fame tokens": 20, "Unrest": -25}, {"fame tokens": 9, "Unrest": 0})
    assert result.decided == ("Most fame, 9: seat 1.",)
    assert [parts_text(each.parts) for each in parts] == ["fame tokens 20, Unrest -25", "fame tokens 9"]


def test_a_rejection_names_its_reason_and_whether_it_was_only_late():
    message = AnswerRejected(match_id="m", decision_id=3, reason=RejectReason.REJECT_REASON_STALE, message="too late")
    assert Rejection.of(message, None) == Rejection("m", 3, None, "STALE", "too late")
    assert Rejection.of(message, None).late
    out_of_range = Rejection.of(AnswerRejected(reason=RejectReason.REJECT_REASON_OUT_OF_RANGE), None)
    assert out_of_range.open and not out_of_range.late and not out_of_range.disqualified


def test_who_is_disqualified_has_nothing_open():
    out = Rejection.of(AnswerRejected(reason=RejectReason.REJECT_REASON_DISQUALIFIED), None)
    assert out.disqualified and not out.open and not out.late


def test_words_are_there_if_they_came_and_make_one_prompt_with_numbered_options():
    text = DecisionText(question="Which? Take 1 of 2 options.", options=["red", "blue"], view="You see\nmuch.\n",
                        events=["You (a.b): red"])
    decision = a_decision(text=text)
    assert (decision.text.question, decision.text.options) == ("Which? Take 1 of 2 options.", ("red", "blue"))
    assert (decision.text.view, decision.text.events) == ("You see\nmuch.\n", ("You (a.b): red",))
    assert str(decision.text).splitlines() == [
        "You see", "much.", "", "Since your last decision:", "You (a.b): red", "", "Which? Take 1 of 2 options.",
        "0: red", "1: blue"]
    text.ClearField("events")
    assert "Since" not in str(a_decision(text=text).text)
    assert a_decision().text is None
