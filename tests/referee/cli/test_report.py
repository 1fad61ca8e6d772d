"""Tests of what `show` tells of terms, charges, faults and times; the matches have invented times."""

import json
from collections import Counter
from itertools import pairwise

import pytest

from lawspeaker.v1.record_pb2 import RecordEntry
from lawspeaker_referee.cli.show import report_lines
from lawspeaker_referee.config.clocks import Clock, parse_clock
from lawspeaker_referee.config.fault_policies import CRASHED, DEFAULT_POLICY, fault_name, parse_policy
from lawspeaker_referee.config.formatting import format_microseconds
from lawspeaker_referee.match.events import Left, Store, Tick
from lawspeaker_referee.record.file import delimited, read_record
from lawspeaker_referee.record.signing import SigningKey
from lawspeaker_referee.record.verify.seat_report import BOUNDS_US, SeatReport, seat_reports
from lawspeaker_referee.record.writer import RecordWriter
from tests.referee.match.match_driver import Drive

CLOCK = parse_clock("100ms+1s/10ms,first=500ms")


def driven(delay, *, clock=CLOCK, **policy):
    """A match of two in which `delay(seat, n)` is how long a seat takes for its n-th decision; None for ever."""
    drive = Drive(2, clock=clock, policy=parse_policy(policy), rounds=3)
    asked, due = Counter(), {}
    while drive.ended is None:
        if drive.match.deadline == -float("inf"):
            drive.tell(Tick())
            continue
        for each in drive.match.open_decisions.waiting:
            if each.decision_id not in due:
                seat = each.decision.seat
                after = delay(seat, asked[seat])
                due[each.decision_id] = (each.deadline, True) if after is None else (drive.now + after, False)
                asked[seat] += 1
        each = min(drive.match.open_decisions.waiting, key=lambda each: due[each.decision_id])
        when, late = due[each.decision_id]
        if late:
            drive.tell(Tick(), after=when - drive.now)
        else:
            drive.answer(each.decision.seat, *each.decision.default, after=when - drive.now)
    return drive


def written(drive, path, *, alter=None, signer=None):
    """The record of a match in a file, each entry altered before."""
    writer = RecordWriter(path, signer)
    footer = RecordEntry(footer=drive.ended.footer)
    for entry in (*drive.entries, footer):
        if alter is not None:
            alter(entry)
        if entry.HasField("footer"):
            writer.finish(entry.footer)
        else:
            writer.write(entry)
    return path


def steps_only(alter):
    """Alters steps, and leaves header and footer alone."""
    return lambda entry: entry.HasField("step") and alter(entry.step)


def taken(drive):
    """Return how the answers came about by seat, as the match counted them."""
    counted = [each for send in drive.order if isinstance(send, Store) for each in send.taken]
    return [[each for each in counted if each.seat == seat] for seat in range(2)]


def uneven(seat, n):
    """Seat 0 is quick, and late with each third decision; seat 1 takes longer and longer."""
    if seat == 0:
        return None if n % 3 == 2 else 0.000_2
    return 0.02 * (n + 1)


# --- the report ---


def test_a_report_says_of_each_seat_what_the_match_counted(run, tmp_path):
    drive = driven(uneven)
    path = written(drive, tmp_path / "game.lsr")
    *_, last = run("show", path, "--json").out.splitlines()
    found = json.loads(last)
    assert (list(found), found["entry"]) == (["entry", "seats"], "report")
    for seat, counted in enumerate(taken(drive)):
        told = found["seats"][seat]
        think = sorted(each.think_us for each in counted if not each.fault)
        faults = Counter(fault_name(each.fault) for each in counted if each.fault)
        assert (told["seat"], told["bot"], told["decisions"]) == (seat, f"bot {seat}", len(counted))
        assert {name: each["number"] for name, each in told["faults"].items()} == faults == drive.match.faults[seat]
        assert told["strikes"] == faults.total()
        assert told["charged_us"] == sum(each.charged_us for each in counted)
        assert told["bank_left_us"] == drive.match._seats.states[seat].bank_us
        assert told["think_us"]["max"] == think[-1]
        assert told["think_us"]["p50"] == think[(len(think) + 1) // 2 - 1]
        assert sum(bucket["answers"] for bucket in told["histogram"]) == told["answered"] == len(think)
    assert found["seats"][0]["faults"]["timeout"]["number"] >= 1
    assert found["seats"][0]["histogram"][0] == {"up_to_us": 300, "answers": found["seats"][0]["answered"]}


def test_the_text_has_a_block_a_seat_after_the_result(run, tmp_path):
    drive = driven(uneven)
    blocks = run("show", written(drive, tmp_path / "game.lsr")).out.split("\n\n")
    result, *seats = blocks[2:]
    assert result.startswith("over: ")
    assert len(seats) == 2
    counted = taken(drive)[0]
    late = [each for each in counted if each.fault]
    lines = seats[0].splitlines()
    assert lines[0] == f"seat 0  bot 0: {len(counted)} decisions, {len(counted) - len(late)} answered"
    assert lines[1].startswith("  faults         1 timeout  no answer within 100ms and a bank of ")
    strikes = next(line for line in lines if line.startswith("  strikes "))
    assert strikes == f"  strikes     {len(late)}; out with 50 strikes or faults in over 50 % of at least 10 decisions"
    assert f"  charged     {format_microseconds(sum(each.charged_us for each in counted))} in all; " in seats[0]
    assert lines[-1] == f"      to 300 us  {'#' * 40} {len(counted) - len(late)}"


def test_a_seat_that_was_put_out_has_the_step_and_the_share_of_strikes_it_was_out_for(tmp_path):
    drive = driven(lambda seat, _: None if seat == 0 else 0.01, disqualify_after=2, strikes={"timeout": 2},
                   lost_seat="last")
    record = read_record(written(drive, tmp_path / "game.lsr"))
    policy = parse_policy({"disqualify_after": 2, "strikes": {"timeout": 2}})
    first, second = seat_reports(record, policy)
    [at] = [number for number, step in enumerate(record.steps, 1) for act in step.acts
            if act.seat == 0 and fault_name(act.fault) == "timeout"]
    assert (first.out_at, first.faults.strikes, second.out_at) == (at, 2, None)
    lines = list(report_lines([first, second], policy, record.header))
    assert f"  out         disqualified at step {at}" in lines
    assert f"                 {len(taken(drive)[0]) - 1} disqualified  2 strikes: timeout 1" in lines
    assert "  answers" not in "".join(lines[:lines.index("", 1)])


def test_the_evidence_of_a_crash_stands_in_the_report(run, tmp_path):
    drive = Drive(3, clock=CLOCK)
    drive.tell(Left(1, CRASHED, "exit code 3"), after=0.01)
    drive.play()
    shown = run("show", written(drive, tmp_path / "game.lsr")).out
    assert "crashed  exit code 3\n" in shown
    assert "  substitute  seat 1 lost its bot and had a substitute to the end\n" in shown


def test_without_timing_and_with_no_report_there_is_none(run, tmp_path):
    def untimed(step):
        del step.timing[:]

    drive = driven(uneven)
    path = written(drive, tmp_path / "game.lsr")
    assert "  answers  " in run("show", path).out
    assert "  answers  " not in run("show", path, "--no-report").out
    assert run("show", path, "--no-report").out == run("show", path).out.split("\n\nseat 0  ")[0] + "\n"
    assert json.loads(run("show", path, "--json", "--no-report").out.splitlines()[-1])["entry"] == "footer"
    path = written(drive, tmp_path / "bare.lsr", alter=steps_only(untimed))
    assert "  answers  " not in run("show", path).out
    assert json.loads(run("show", path, "--json").out.splitlines()[-1])["entry"] == "footer"


def test_an_unfinished_match_has_a_report_too(run, tmp_path):
    drive = driven(uneven)
    writer = RecordWriter(tmp_path / "game.lsr")
    for entry in drive.entries[:-3]:
        writer.write(entry)
    writer.leave()
    out = run("show", tmp_path / "game.lsr.part").out
    assert f"\nunfinished after {len(drive.entries) - 4} steps\n\nseat 0  bot 0: " in out


def test_of_many_reasons_the_most_frequent_are_told_and_the_others_counted():
    report = SeatReport(0, "bot")
    for why, number in {"a": 1, "b": 5, "c": 3, "d": 2, "e": 1}.items():
        report.reasons[1, why] = number
    report.reasons[2, ""] = 4
    lines = list(report_lines([report], DEFAULT_POLICY, Drive(2).entries[0].header))[2:]
    assert lines[:5] == [
        "  faults         5 timeout       b",
        "                 3 timeout       c",
        "                 2 timeout       d",
        "                 2 timeout       other reasons",
        "                 4 disconnected  no reason given",
    ]


def test_nothing_in_evidence_can_move_a_cursor(run, tmp_path):
    def alter(step):
        for timing in step.timing:
            timing.evidence = timing.evidence and "\x1b[2J\nover"

    drive = driven(uneven)
    out = run("show", written(drive, tmp_path / "game.lsr", alter=steps_only(alter))).out
    assert "\\x1b[2J\\nover" in out
    assert "\x1b" not in out


def test_what_was_not_charged_is_told(tmp_path):
    report = SeatReport(0, "bot", lag_us=300_000, compensated_us=40_000, bank_left_us=5)
    header = Drive(2, clock=CLOCK).entries[0].header
    assert "  not charged 300 ms that the referee was late and 40 ms for round trips" in list(
        report_lines([report], DEFAULT_POLICY, header))


# --- its figures ---


def test_the_bounds_are_half_decades_from_100_us_to_an_hour():
    assert (BOUNDS_US[0], BOUNDS_US[-1]) == (100, 3_600_000_000)
    assert all(3 <= b / a <= 3.6 for a, b in pairwise(BOUNDS_US))


def test_a_bucket_holds_what_is_up_to_its_bound():
    report = SeatReport(0, "bot", think_us=[0, 100, 101, 300, 301, 3_600_000_000, 3_600_000_001])
    assert report.histogram == {100: 2, 300: 2, 1000: 1, 3_600_000_000: 1, None: 1}
    lines = list(report_lines([report], DEFAULT_POLICY, Drive(2).entries[0].header))[-5:]
    assert [line.split(" #")[0].strip() for line in lines] == ["to 100 us", "to 300 us", "to 1 ms", "to 60 min",
                                                              "over 60 min"]


def test_a_bar_is_as_long_as_its_share_of_the_longest_and_never_empty():
    report = SeatReport(0, "bot", think_us=[50] * 1000 + [200] * 500 + [400])
    lines = list(report_lines([report], DEFAULT_POLICY, Drive(2).entries[0].header))[-3:]
    assert [line.count("#") for line in lines] == [40, 20, 1]


@pytest.mark.parametrize(("share", "times", "right"), [
    (50, range(1, 101), 50), (99, range(1, 101), 99), (50, [7], 7), (99, [7], 7), (50, [1, 2], 1), (90, [1, 2], 2),
])
def test_a_percentile_is_a_time_that_was_measured(share, times, right):
    assert SeatReport(0, "bot", think_us=list(times)).percentile(share) == right


@pytest.mark.parametrize(("microseconds", "text"), [
    (0, "0 us"), (840, "840 us"), (999, "999 us"), (1_000, "1 ms"), (11_249, "11.2 ms"), (100_200, "100 ms"),
    (1_500_000, "1.5 s"), (59_990_000, "60 s"), (1_000_000_000, "1000 s"), (1_500_000_000, "25 min"),
    (3_600_000_000, "60 min"),
])
def test_times_are_told_to_three_digits(microseconds, text):
    assert format_microseconds(microseconds) == text


# --- terms ---


@pytest.mark.parametrize(("clock", "told"), [
    (Clock(2.0), "2s"), (Clock(None), "no limit"),
    (parse_clock("llm"), "llm: 2m, bank=30m, first=10m, reaction=1m, connect=5m, reconnect=10m"),
    (parse_clock("llm,lag=10ms"), "2m, bank=30m, first=10m, reaction=1m, connect=5m, reconnect=10m, lag=10ms"),
])
def test_the_header_tells_the_clock_by_its_name_too(run, tmp_path, clock, told):
    path = written(driven(lambda *_: 0.01, clock=clock), tmp_path / "game.lsr")
    assert f"\n  clock       {told}\n" in run("show", path).out
    assert json.loads(run("show", path, "--json").out.splitlines()[0])["clock"] == clock.text


@pytest.mark.parametrize(("policy", "told"), [
    ({}, "(all as by default)"),
    ({"timeout": "forfeit-seat", "disqualify_rate": 0.25}, "timeout=forfeit-seat disqualify_rate=0.25 (the others as"),
    ({"strikes": {"illegal": 2, "timeout": 0}}, "strikes=timeout:0,illegal:2 (the others as by default)"),
    ({"strikes": {"illegal": 1}}, "(all as by default)"),
])
def test_the_header_tells_of_the_policy_what_is_not_as_by_default(run, tmp_path, policy, told):
    path = written(driven(lambda *_: 0.01, **policy), tmp_path / "game.lsr")
    assert f"\n  faults      {told}" in run("show", path).out
    whole = json.loads(run("show", path, "--json").out.splitlines()[0])["faults"]
    assert parse_policy(whole) == parse_policy({"strikes": {}} | {
        name: value for name, value in policy.items() if name != "strikes"} | {"strikes": whole["strikes"]})


def test_a_long_policy_is_broken_between_its_words(run, tmp_path):
    policy = dict.fromkeys(("timeout", "disconnected", "illegal", "malformed", "crashed", "oversized"), "forfeit-seat")
    out = run("show", written(driven(lambda *_: 0.01, **policy), tmp_path / "game.lsr")).out
    lines = out.split("\n\n")[0].splitlines()
    assert max(map(len, lines)) <= 120
    start = next(number for number, line in enumerate(lines) if line.startswith("  faults "))
    assert lines[start + 1].startswith(" " * 14 + "crashed=")


def test_the_header_tells_who_signed_and_whether_that_holds(run, tmp_path):
    key, drive = SigningKey.create(tmp_path / "referee.key"), driven(uneven)
    assert "  sign" not in run("show", written(drive, tmp_path / "bare.lsr")).out
    path = written(drive, tmp_path / "game.lsr", signer=key)
    assert f"\n  signed by   {key.public.fingerprint}\n" in run("show", path).out
    footer = json.loads(run("show", path, "--json", "--no-report").out.splitlines()[-1])
    assert footer["signed_by"] == key.public.fingerprint
    record = read_record(path)
    writer = RecordWriter(path)
    record.header.seats[0].bot = "somebody"
    for entry in (RecordEntry(header=record.header), *(RecordEntry(step=step) for step in record.steps)):
        writer.write(entry)
    writer.finish(record.footer)
    out = run("show", path).out
    assert f"\n  signature   does not hold: the record is not what {key.public.fingerprint} signed: " in out
    assert "signed by " not in out
    footer = json.loads(run("show", path, "--json", "--no-report").out.splitlines()[-1])
    assert footer["signed_by"] is None
    assert footer["bad_signature"].startswith("the record is not what ")


# --- remarks beside the steps ---


def acts(run, path, seat):
    """The lines of a seat's acts."""
    return [line for line in run("show", path).out.split("\n\n")[1].splitlines() if f"  seat {seat}  " in line]


def test_a_charge_is_told_if_it_was_over_half_the_limit_and_the_bank_if_that_paid(run, tmp_path):
    delays = [0.26, 0.05, 0.051, 0.25]
    drive = driven(lambda seat, n: delays[n] if seat == 0 and n < len(delays) else 0.0)
    lines = acts(run, written(drive, tmp_path / "game.lsr"), 0)
    assert lines[0].endswith("  [260 ms charged]"), "of its first decision's 500 ms"
    assert "charged" not in lines[1]
    assert lines[2].endswith("  [51 ms charged]")
    assert lines[3].endswith("  [250 ms charged, 890 ms left in the bank]"), "1 s, 3 increments, 150 ms, 1 increment"
    assert not any("[" in line for line in lines[4:])


def test_without_a_limit_no_charge_is_told(run, tmp_path):
    path = written(driven(lambda *_: 30.0, clock=Clock(None)), tmp_path / "game.lsr")
    assert "charged" not in run("show", path).out


def test_a_fault_is_told_with_its_evidence_and_what_was_done(run, tmp_path):
    clock = Clock(0.1)
    drive = driven(lambda seat, n: None if (seat, n) == (0, 1) else 0.01, clock=clock, timeout="random")
    lines = acts(run, written(drive, tmp_path / "game.lsr"), 0)
    remarks = [line.split("  [")[1] for line in lines if "[" in line]
    assert remarks == ["timeout: no answer within 100ms; drawn at random]"]


def test_the_evidence_of_a_seat_that_answers_no_more_is_told_once(run, tmp_path):
    drive = driven(lambda seat, _: None if seat == 1 else 0.01, clock=Clock(0.1), disqualify_after=1,
                   lost_seat="last")
    lines = acts(run, written(drive, tmp_path / "game.lsr"), 1)
    remarks = [line.split("  [")[1] for line in lines]
    assert remarks[:2] == ["timeout: no answer within 100ms; default taken]",
                           "disqualified: 1 strikes: timeout 1; default taken]"]
    assert len(remarks) > 3
    assert set(remarks[2:]) == {"disqualified; default taken]"}


def test_json_has_everything_that_is_known_of_an_answer(run, tmp_path):
    drive = driven(uneven)
    lines = [json.loads(line) for line in run("show", written(drive, tmp_path / "game.lsr"), "--json").out.splitlines()]
    late = next(act for line in lines if line["entry"] == "step" for act in line["acts"] if "fault" in act)
    assert late["fault"] == "timeout"
    assert late["evidence"].startswith("no answer within 100ms and a bank of ")
    assert late["think_us"] == late["charged_us"] > 1_000_000
    assert (late["bank_left_us"], late["lag_us"], late["transport_us"], late["compensated_us"]) == (10_000, 0, 0, 0)


# --- records that no referee wrote ---


@pytest.mark.parametrize(("alter", "words"), [
    (lambda step: step.acts[0].__setattr__("fault", 99), "step 1 has the fault 99, which is unknown here"),
    (lambda step: step.acts[0].__setattr__("seat", 7), "step 1 is of seat 7; there are 2 seats"),
    (lambda step: step.acts[0].__setattr__("seat", -2), "step 1 is of seat -2; there are 2 seats"),
])
def test_steps_that_make_no_sense_are_one_line(run, tmp_path, alter, words):
    path, drive = tmp_path / "game.lsr", driven(uneven)
    first = next(entry for entry in drive.entries if entry.HasField("step"))
    alter(first.step)
    path.write_bytes(b"".join(map(delimited, drive.entries)))  # columns cannot even hold such seats
    done = run("show", path)
    assert (done.code, done.out, done.err) == (2, "", f"lawspeaker: match parley-1: {words}\n")


def test_a_policy_that_makes_no_sense_is_one_line(run, tmp_path):
    def alter(entry):
        if entry.HasField("header"):
            del entry.header.policy.rules[0]

    done = run("show", written(driven(uneven), tmp_path / "game.lsr", alter=alter))
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "the policy of its header does not say once for each fault what follows from it" in done.err
