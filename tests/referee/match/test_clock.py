"""Time limits: as data, as text, and as a match keeps them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.record_pb2 import RecordHeader
from lawspeaker_engine.games.clansmen.game import Clansmen
from lawspeaker_engine.games.northgard.game import Northgard
from lawspeaker_engine.playing import play
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.clocks import (
    LATE,
    MOST_COMPENSATION,
    PRESETS,
    BadClock,
    Clock,
    clock_message,
    clock_of,
    clocks_of,
    compensation,
    parse_clock,
)
from lawspeaker_referee.config.durations import BadDuration, format_duration, parse_duration
from lawspeaker_referee.devtools.bench.engine import drawer, random_chooser
from lawspeaker_referee.match.events import Answered, Away, BotInfo, Joined, Left, Tick, Written
from tests.referee.match.match_driver import PLAYED_ON, Drive

DEALT = {"deck": [(15, 14, 13), (0, 1, 2), (0, 1, 2)]}
"""Seat 0 holds 16, 15 and 14 and wins every bid; the others hold the lowest left."""


# --- as data ---


@pytest.mark.parametrize(("seconds", "milliseconds"), [(None, 0), (2.0, 2000), (0.0001, 1), (0.0015, 2)])
def test_a_limit_is_never_written_as_no_limit(seconds, milliseconds):
    assert Clock(seconds).move_time_ms == milliseconds


@pytest.mark.parametrize(("first", "reaction", "limit"), [
    (False, False, 2.0), (True, False, 30.0), (False, True, 0.5), (True, True, 30.0),
])
def test_a_first_decision_and_a_reaction_have_limits_of_their_own(first, reaction, limit):
    assert Clock(2.0, first_move=30.0, reaction=0.5).limit(first=first, reaction=reaction) == limit
    assert Clock(2.0).limit(first=first, reaction=reaction) == 2.0


@pytest.mark.parametrize(("late", "expected"), [(0.0, 0.0), (LATE, 0.0), (0.5, 0.5), (60.0, MOST_COMPENSATION)])
def test_a_referee_owes_what_it_is_late_up_to_a_limit(late, expected):
    assert compensation(0.0, late) == pytest.approx(expected)


# --- as text ---


@pytest.mark.parametrize(("text", "clock"), [
    ("standard", PRESETS["standard"]), ("blitz", PRESETS["blitz"]), ("llm", PRESETS["llm"]), ("none", Clock(None)),
    ("10ms", Clock(0.01)), ("1h", Clock(3600.0)), ("1.5s", Clock(1.5)), ("2s+30s", Clock(2.0, bank=30.0)),
    ("2s+30s/1s", Clock(2.0, bank=30.0, increment=1.0)), ("2s/100ms", Clock(2.0, increment=0.1)),
    ("0s+5m/3s", Clock(0.0, bank=300.0, increment=3.0)), (" 2s + 30s , first = 1m ", Clock(2.0, 30.0, first_move=60.0)),
    ("move=2s,bank=30s,increment=1s", Clock(2.0, bank=30.0, increment=1.0)),
    ("bank=1m,move=1s,reaction=500ms,connect=5s,reconnect=2m,lag=100ms",
     Clock(1.0, bank=60.0, reaction=0.5, connect=5.0, reconnect=120.0, lag_compensation=0.1)),
    ("none,reaction=5s,connect=1h", Clock(None, reaction=5.0, connect=3600.0)),
])
def test_a_clock_is_read_from_one_line(text, clock):
    assert parse_clock(text) == clock


@pytest.mark.parametrize(("text", "said"), [
    ("", "is no clock"), ("fast", "'fast' is no clock; it is a preset (blitz, standard, llm, none), MOVE"),
    ("standart", "did you mean 'standard'?"), ("2", "move '2' has no unit; write 2s or 2ms"),
    ("5ms", "move 5ms is out of range; it is 10ms to 1h"), ("2h", "move 2h is out of range; it is 0s to 1h"),
    ("-2s", "move '-2s' is no time; write 10ms, 2s, 5m or 1h"), ("2s+x", "bank 'x' is no time"), ("2s+", "is no clock"),
    ("1e3s", "is no time"), ("2s,frist=3s", "'frist=3s' is no setting (did you mean 'first'?); a setting is key=time"),
    ("2s,first", "'first' is no setting"), ("2s,first=", "first '' is no time"),
    ("2s,first=1s,first=2s", "stands twice"),
    ("bank=3s", "does not say how long a decision may take; add move=2s, say, or begin with a preset"),
    ("none,bank=3s", "has a bank, but no limit of move"), ("0s", "leaves no time at all"), ("0s/1s", "no time at all"),
    ("2s,bank=none", "bank 'none' is no time"), ("2s,lag=1m", "lag 1m is out of range; it is 0s to 10s"),
    ("2s,connect=1ms", "connect 1ms is out of range; it is 10ms to 24h"),
])
def test_a_text_that_is_no_clock_is_refused_with_what_would_be_right(text, said):
    with pytest.raises(BadClock) as error:
        parse_clock(text)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


milliseconds = st.integers(10, 3_600_000).map(lambda each: each / 1000)
clocks = st.builds(
    Clock, milliseconds, milliseconds, milliseconds, st.none() | milliseconds, st.none() | milliseconds, milliseconds,
    milliseconds, st.integers(0, 10_000).map(lambda each: each / 1000),
)


@given(clocks | st.sampled_from(list(PRESETS.values())))
def test_a_clock_is_the_same_after_text_and_after_a_record(clock):
    assert parse_clock(clock.text) == clock
    assert clock_of(RecordHeader(clock=clock_message(clock))) == clock


@pytest.mark.parametrize(("seconds", "text"), [
    (None, "none"), (0.0, "0s"), (0.01, "10ms"), (1.5, "1500ms"), (60.0, "1m"), (90.0, "90s"), (7200.0, "2h"),
])
def test_a_duration_is_formatted_in_the_largest_whole_unit(seconds, text):
    assert format_duration(seconds) == text


@given(st.integers(0, 10**10).map(lambda each: each / 1000))
def test_a_duration_is_the_same_after_text(seconds):
    assert parse_duration(format_duration(seconds), 0.0, 1e7) == seconds


@pytest.mark.parametrize(("text", "said"), [
    ("2", "'2' has no unit; write 2s or 2ms"), ("", "'' is no time; write 10ms, 2s, 5m or 1h"),
    ("2d", "'2d' is no time"), ("2 s", "'2 s' is no time"), ("2s\n", "'2s\\n' is no time"), ("٢s", "is no time"),
    ("none", "'none' is no time"), ("999ms", "999ms is out of range; it is 1s to 1h"), ("2h", "2h is out of range"),
])
def test_a_text_that_is_no_duration_is_refused_with_what_would_be_right(text, said):
    with pytest.raises(BadDuration) as error:
        parse_duration(text, 1.0, 3600.0)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


# --- in a match ---


def bids(drive: Drive, *, after: float = 0.0) -> None:
    """Seat 1 bids at once, seat 0 some seconds later."""
    drive.answer(1, 0)
    drive.answer(0, 0, after=after)


def test_the_bank_pays_what_exceeds_the_limit_and_gets_the_increment():
    drive = Drive(2, draws=DEALT, clock=Clock(2.0, bank=10.0, increment=0.5))
    request = drive.request(0)
    assert (request.time_left_ms, request.bank_left_ms) == (12_000, 10_000)
    bids(drive, after=5.0)
    assert [timing.bank_left_us for timing in drive.step().timing] == [7_500_000, 10_500_000]
    assert [timing.charged_us for timing in drive.step().timing] == [5_000_000, 0]
    request = drive.request(0)
    assert (request.time_left_ms, request.bank_left_ms, request.last_charged_us) == (9500, 7500, 5_000_000)


def test_time_is_up_when_the_bank_is_empty_too_and_not_before():
    drive = Drive(2, draws=DEALT, clock=Clock(2.0, bank=3.0))
    drive.answer(1, 0)
    assert drive.match.deadline == drive.now + 5.0
    assert drive.tell(Tick(), after=4.99) == []
    drive.tell(Tick(), after=0.01)
    step = drive.step()
    assert step.acts[0].fault == Fault.FAULT_TIMEOUT
    assert step.timing[0].bank_left_us == 0
    assert step.timing[0].evidence == "no answer within 2s and a bank of 3s"
    assert (drive.request(0).time_left_ms, drive.request(0).bank_left_ms) == (2000, 0)
    drive.tell(Tick(), after=2.0)
    assert drive.step("round.steal").timing[0].evidence == "no answer within 2s"


def test_each_seat_has_a_bank_of_its_own_in_a_sealed_decision():
    drive = Drive(2, draws=DEALT, clock=Clock(1.0, bank=5.0))
    drive.answer(0, 0, after=3.0)
    drive.answer(1, 0, after=0.5)
    assert [timing.bank_left_us for timing in drive.step().timing] == [3_000_000, 2_500_000]


def test_the_first_decision_has_its_own_limit_once():
    drive = Drive(2, draws=DEALT, clock=Clock(1.0, first_move=20.0))
    assert drive.request(0).time_left_ms == 20_000
    bids(drive, after=19.0)
    assert drive.step().acts[0].fault == 0
    assert drive.request(0).time_left_ms == 1000


def test_a_reaction_has_its_own_limit(monkeypatch):
    ask = type(Drive(2).match.game).pending

    def pending(self, state):
        question = ask(self, state)
        for each in question if isinstance(question, tuple) else ():
            each.reaction = each.prompt == "round.steal"
        return question

    monkeypatch.setattr(type(Drive(2).match.game), "pending", pending)
    drive = Drive(2, draws=DEALT, clock=Clock(2.0, reaction=0.3))
    assert drive.request(0).time_left_ms == 2000
    bids(drive)
    assert (drive.request(0).prompt, drive.request(0).time_left_ms) == ("round.steal", 300)


@pytest.mark.parametrize(("game", "players", "expected"), [
    (Northgard(), 4, {"card.react"}), (Clansmen(), 4, {"raid.reroll", "trade.reply"}),
], ids=["northgard", "clansmen"])
def test_games_say_which_decisions_are_reactions(game, players, expected):
    asked: dict[str, set[bool]] = {}
    for seed in range(3):
        choose, draw = random_chooser(Random(seed)), drawer(bytes([seed]) * 32)
        for step in play(game, game.setup(make_setup(game, players)), choose, draw):
            for each in step.question if isinstance(step.question, tuple) else ():
                asked.setdefault(each.prompt, set()).add(each.reaction)
    assert expected <= {prompt for prompt, found in asked.items() if found == {True}}
    assert asked["turn.action"] == {False}
    assert all(len(found) == 1 for found in asked.values()), "a prompt is always a reaction, or never"


def test_a_round_trip_is_given_back_up_to_the_cap():
    drive = Drive(2, draws=DEALT, clock=Clock(1.0, bank=5.0, lag_compensation=0.2), written=False)
    drive.tell(Written(0, 1, round_trip=0.15))
    drive.tell(Written(1, 2, round_trip=0.9))
    drive.answer(0, 0, after=1.1)
    drive.answer(1, 0, after=0.3)
    left, right = drive.step().timing
    assert (left.think_us, left.charged_us) == pytest.approx((1_100_000, 950_000), abs=2)
    assert (left.transport_us, left.compensated_us, left.bank_left_us) == (150_000, 150_000, 5_000_000)
    assert (right.transport_us, right.compensated_us) == (900_000, 200_000)
    assert (right.charged_us, right.bank_left_us) == pytest.approx((1_200_000, 4_800_000), abs=2)


def test_the_deadline_is_later_by_what_is_given_back():
    drive = Drive(2, clock=Clock(1.0, lag_compensation=0.2), written=False)
    drive.tell(Written(0, 1, round_trip=0.5))
    drive.answer(1, 0)
    assert drive.match.deadline == pytest.approx(drive.now + 1.2)


def test_without_compensation_a_round_trip_is_recorded_and_charged():
    drive = Drive(2, clock=Clock(1.0), written=False)
    drive.tell(Written(0, 1, round_trip=0.5))
    bids(drive, after=0.7)
    timing = drive.step().timing[0]
    assert (timing.transport_us, timing.compensated_us) == (500_000, 0)
    assert timing.charged_us == pytest.approx(700_000, abs=2)


def test_an_answer_that_lay_unread_is_not_charged_for_that():
    drive = Drive(2, clock=Clock(1.0, bank=2.0))
    drive.answer(1, 0)
    drive.tell(Answered(0, 1, (0,), lag=0.8), after=1.5)
    timing = drive.step().timing[0]
    assert (timing.think_us, timing.charged_us, timing.lag_us) == pytest.approx((1_500_000, 700_000, 800_000), abs=2)
    assert timing.bank_left_us == 2_000_000


def test_a_pure_bank_runs_out_once_and_for_all():
    drive = Drive(2, draws=DEALT, clock=Clock(0.0, bank=4.0))
    assert drive.request(0).time_left_ms == 4000
    bids(drive, after=3.0)
    assert drive.request(0).time_left_ms == 1000
    drive.tell(Tick(), after=1.0)
    assert drive.step("round.steal").acts[0].fault == Fault.FAULT_TIMEOUT


def test_a_seat_that_is_gone_is_charged_nothing():
    drive = Drive(2, clock=Clock(1.0, bank=5.0), policy=PLAYED_ON)
    drive.tell(Left(0), after=0.9)
    drive.answer(1, 0, after=0.05)
    assert (drive.step().timing[0].charged_us, drive.step().timing[0].bank_left_us) == (0, 5_000_000)


def test_everybody_is_told_the_whole_clock_and_the_record_too():
    clock = Clock(2.0, bank=30.0, first_move=9.0, reaction=0.5, lag_compensation=0.1)
    drive = Drive(2, clock=clock)
    assert clock_of(drive.entries[0].header) == clock
    for seat in range(2):
        started = drive.sent[seat][0].match_started
        assert started.clock == drive.entries[0].header.clock
        assert started.move_time_ms == 2000


HANDICAP = {1: Clock(0.5, bank=1.0, increment=0.1, first_move=0.25, lag_compensation=0.0)}


def test_a_seat_with_a_clock_of_its_own_is_held_to_it_and_the_others_to_that_of_the_match():
    drive = Drive(2, clock=Clock(2.0, bank=30.0), own_clocks=HANDICAP)
    assert [(drive.request(seat).time_left_ms, drive.request(seat).bank_left_ms) for seat in range(2)] == [
        (32_000, 30_000), (1_250, 1_000)]
    drive.answer(1, 0, after=0.75)  # 250 ms are free, 500 ms come from the bank, 100 ms into it
    drive.answer(0, 0)
    of_both = drive.step().timing
    assert [(each.charged_us, each.bank_left_us) for each in of_both] == [(750_000, 30_000_000), (750_000, 600_000)]


def test_only_the_seat_whose_own_time_is_up_has_the_fault():
    drive = Drive(2, clock=Clock(2.0), own_clocks=HANDICAP)
    drive.tell(Tick(), after=1.25)
    drive.answer(0, 0)
    assert [act.fault for act in drive.step().acts] == [0, Fault.FAULT_TIMEOUT]
    assert drive.step().timing[1].evidence == "no answer within 250ms and a bank of 1s"


def test_each_bot_is_told_its_own_clock_and_those_of_all_and_the_record_says_the_same():
    drive = Drive(2, clock=Clock(2.0), own_clocks=HANDICAP)
    header = drive.entries[0].header
    assert (clock_of(header), clocks_of(header)) == (Clock(2.0), (Clock(2.0), HANDICAP[1]))
    assert not header.seats[0].HasField("clock")
    for seat, clock in enumerate(clocks_of(header)):
        started = drive.sent[seat][0].match_started
        assert (started.clock, started.move_time_ms) == (clock_message(clock), clock.move_time_ms)
        assert list(started.clocks) == [clock_message(each) for each in clocks_of(header)]


def test_where_all_have_the_same_clock_it_is_told_once():
    assert not Drive(2).sent[0][0].match_started.clocks


def test_bots_are_waited_for_as_long_as_the_longest_clock_says_and_come_back_by_their_own():
    drive = Drive(2, clock=Clock(None, connect=10.0, reconnect=20.0), start=False,
                  own_clocks={1: Clock(None, connect=50.0, reconnect=5.0)})
    drive.tell(Joined(0, BotInfo("a")))
    assert drive.match.deadline == drive.now + 50.0
    drive.tell(Joined(1, BotInfo("b", identity="b")))
    drive.tell(Away(1))
    assert drive.match.deadline == drive.now + 5.0


def test_a_bank_of_many_years_still_fits_the_message():
    drive = Drive(2, clock=Clock(4e6, bank=4e6))
    assert drive.request(0).time_left_ms == 0xFFFFFFFF
    assert drive.request(0).bank_left_ms == 4 * 10**9
