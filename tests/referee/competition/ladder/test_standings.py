"""The standings as data, on the wire, on a terminal; and that nobody can ask for them too often."""

import asyncio
import json
from dataclasses import replace
from itertools import pairwise
from math import inf

import grpc.aio
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lawspeaker.v1.ladder_service_pb2 import GetStandingsResponse
from lawspeaker_referee.competition.ladder import rpc
from lawspeaker_referee.competition.ladder.standings import (
    UNKNOWN,
    Standings,
    StandingsRow,
    as_data,
    as_message,
    of_message,
    text,
)
from lawspeaker_referee.competition.rating_values import Spread, interval
from lawspeaker_referee.web.cache import SHARE, RateLimitedCache
from tests.referee.competition.ladder.standings_server import LONG, STATES, standings
from tests.sample_sizes import examples

EVIL = "\x1b[2J<b>\u202e\n"

words = st.text(max_size=4)
counts = st.integers(0, 2**40)
moments = st.integers(0, 2**44)
ratings = st.none() | st.floats(-1e5, 1e5)
rows = st.builds(StandingsRow, st.integers(0, 2**32 - 1), words, ratings, ratings, ratings, counts,
                 st.floats(0, 1e9), counts, st.sampled_from(STATES), words, moments)
anything = st.builds(Standings, words, words, st.integers(2, 6), words, words, counts, st.integers(0, 2**31), counts,
                     st.binary(max_size=32).map(bytes.hex), moments, st.lists(rows, max_size=2).map(tuple),
                     st.lists(words, max_size=2).map(tuple))


# --- forms ---


@settings(max_examples=examples(50), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(anything)
def test_what_goes_over_the_wire_comes_back_as_it_was(each):
    assert of_message(GetStandingsResponse.FromString(as_message(each).SerializeToString())) == each


@settings(max_examples=examples(50), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(anything)
def test_json_holds_everything_and_nothing_that_json_has_not(each):
    data = json.loads(json.dumps(as_data(each), allow_nan=False))
    found = data.pop("standings")
    assert Standings(**data | {"rows": tuple(StandingsRow(**row) for row in found),
                               "notes": tuple(data["notes"])}) == each


def test_a_state_of_a_newer_referee_is_unknown_and_not_an_error():
    message = as_message(standings(1))
    message.standings[0].state = 99
    assert of_message(message).rows[0].state == UNKNOWN


# --- on a terminal ---


def test_the_table_has_a_line_for_each_bot_and_says_what_is_not_known():
    lines = [" ".join(line.split()) for line in text(standings(5), width=250).split("\n")]
    assert "1 bot-0 2000 1970 or more 25 % 75 % 4 0 playing" in lines
    assert "4 bot-3 1460 1500 or less 25 % 80 % 34 9 quarantined" in lines
    assert "bot-3: quarantined until 2023-11-14 22:14:20 UTC: it crashed in 3 matches in a row" in lines
    assert "new bot-4 not rated yet 0 12 on probation" in lines
    assert lines.count(
        "Without a place: fewer than 10 matches (new), quarantined, on probation or retired.") == 1
    assert "note: bot-0 won everything: nothing says how good it is" in lines
    assert "bots connected: 3 of 5, and 1 in quarantine" in lines


@pytest.mark.parametrize(("low", "high"), [(None, None), (None, 1540.5), (1459.5, None), (1459.5, 1540.5)])
def test_intervals_read_as_in_the_reports_of_tournaments(low, high):
    row = replace(standings(1).rows[0], rating=1500.0, low=low, high=high)
    spread = Spread(1500.0, -inf if low is None else low, inf if high is None else high)
    assert f" {interval(spread)} " in text(standings(1, rows=(row,)))


def test_a_long_name_is_folded_and_lines_stay_within_the_width():
    shown = text(standings(5), width=80)
    assert max(map(len, shown.split("\n"))) <= 80
    assert LONG not in shown
    assert LONG in text(standings(5), width=250)


def test_words_of_strangers_move_no_cursor():
    row = replace(standings(1).rows[0], bot=EVIL, why=EVIL)
    shown = text(standings(1, rows=(row,), notes=(EVIL,), ladder=EVIL, options=EVIL), width=200)
    assert all(each.isprintable() or each == "\n" for each in shown)
    assert shown.count(r"\x1b[2J<b>\u202e\n") == 6


# --- what asking costs ---


class Clock:
    """A time that stands still until it is moved."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def test_standings_that_are_the_same_are_made_into_something_once():
    clock, made, one = Clock(), [], standings(1)
    kept = RateLimitedCache(lambda: one, lambda each: made.append(each) or len(made), clock)
    for _ in range(5):
        clock.now += 1
        assert kept.get() == 1


@given(st.lists(st.tuples(st.floats(0, 3), st.floats(0, 0.5)), min_size=1, max_size=30))
def test_making_takes_no_more_than_its_share_of_the_time_however_fast_standings_change(asked):
    clock, spent = Clock(), []

    def make(_):
        began, clock.now = clock.now, clock.now + cost
        spent.append((began, clock.now))

    kept = RateLimitedCache(lambda: standings(1), make, clock)
    for after, cost in asked:  # noqa: B007 - what is made costs it
        clock.now += after
        kept.get()
    for (began, ended), (again, _) in pairwise(spent):
        assert again - ended >= (ended - began) / SHARE - 1e-6


def test_what_cannot_be_made_is_tried_again():
    tries = iter([ValueError("not now"), None])

    def make(_):
        if error := next(tries):
            raise error
        return "made"

    kept = RateLimitedCache(lambda: standings(1), make)
    with pytest.raises(ValueError, match="not now"):
        kept.get()
    assert kept.get() == "made"


# --- over gRPC ---


async def asked(address, times=1):
    """The codes of so many calls, one after the other."""
    codes = []
    async with grpc.aio.insecure_channel(address) as channel:
        call = channel.unary_unary(f"/{rpc.NAME}/GetStandings")
        for _ in range(times):
            try:
                await call(b"anything at all")
                codes.append(grpc.StatusCode.OK)
            except grpc.aio.AioRpcError as error:
                codes.append(error.code())
    return codes


async def served(clock):
    server = grpc.aio.server()
    server.add_generic_rpc_handlers((rpc.handler(lambda: standings(3), clock),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    return server, f"127.0.0.1:{port}"


def test_who_asks_too_often_is_refused_and_heard_again_later(monkeypatch):
    monkeypatch.setattr(rpc, "HELD_FOR", 0.0)
    monkeypatch.setattr(rpc, "BURST", 3)
    clock = Clock()

    async def test():
        server, address = await served(clock)
        try:
            good, bad = grpc.StatusCode.OK, grpc.StatusCode.RESOURCE_EXHAUSTED
            assert await asked(address, 5) == [good, good, good, bad, bad]
            clock.now += 1.5 / rpc.RATE
            assert await asked(address, 2) == [good, bad], "what was refused is not held against anybody"
            clock.now += 1000
            assert await asked(address, 4) == [good, good, good, bad]
        finally:
            await server.stop(0)

    asyncio.run(asyncio.wait_for(test(), 100))


def test_only_so_many_wait_to_be_refused_and_who_gives_up_frees_a_place(monkeypatch):
    monkeypatch.setattr(rpc, "HELD_FOR", 3600.0)
    monkeypatch.setattr(rpc, "MOST_HELD", 1)
    monkeypatch.setattr(rpc, "BURST", 0)

    async def of_two(address):
        """Return whether one is refused while the other waits, and not both; then the other gives up."""
        calls = [asyncio.create_task(asked(address)) for _ in range(2)]
        await asyncio.wait(calls, return_when=asyncio.FIRST_COMPLETED)
        done = [call for call in calls if call.done()]
        assert all(call.result() == [grpc.StatusCode.RESOURCE_EXHAUSTED] for call in done)
        for call in calls:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)
        return len(done) == 1

    async def test():
        server, address = await served(Clock())
        try:
            assert await of_two(address)
            while not await of_two(address):  # noqa: ASYNC110 - only another try tells
                await asyncio.sleep(0.01)  # the server does not know yet that who waited gave up
        finally:
            await server.stop(0)

    asyncio.run(asyncio.wait_for(test(), 100))
