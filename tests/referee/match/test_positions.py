"""Positions to look ahead from: for whom asked for them, dealt anew, and nothing that is hidden in them."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from random import Random

import pytest

from lawspeaker_engine.dice import Dice
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.position import MAGIC, load
from lawspeaker_referee.codec.game_codec import codec
from lawspeaker_referee.match.events import Away, BotInfo, Joined, Returned
from tests.games.guarded_parley import GUARDED_PARLEY
from tests.referee.match.match_driver import Drive, by_decision
from tests.referee.server.live_server import bots, queue_server
from tests.sample_sizes import first_quick

OWN = (15, 14, 13)
"""Seat 0 draws the cards 16, 15 and 14."""


def match(wants: Collection[int], hidden: Sequence[tuple[int, ...]] = ((0, 1, 2), (3, 4, 5))) -> Drive:
    """A match of three; the others draw these places of what is left of the deck."""
    drive = Drive(3, start=False, draws={"deck": [OWN, *hidden], "die/1": [(3,)], "die/2": [(5,)]}, rounds=2)
    for seat in range(3):
        drive.tell(Joined(seat, BotInfo(f"bot {seat}", "1", "test", positions=seat in wants)))
    return drive


def test_only_a_bot_that_asked_for_positions_gets_them():
    drive = match(wants=[1])
    assert [bool(drive.request(seat).position) for seat in range(3)] == [False, True, False]


def test_hidden_hands_and_bids_change_no_byte_of_another_seats_position():
    one, other = match([0], [(0, 1, 2), (3, 4, 5)]), match([0], [(6, 8, 7), (9, 5, 0)])
    for drive, pick in ((one, 0), (other, 2)):
        drive.answer(1, pick)
        drive.answer(2, 0)
        drive.answer(0, 0, after=0.5)
    positions = [[each.position for each in drive.requests(0)] for drive in (one, other)]
    assert positions[0] == positions[1]
    assert len(set(positions[0])) == 2


def test_a_position_is_dealt_anew_for_each_decision_and_seat():
    """Two seats do not get the same deal, or they could put together what each has of its own."""
    drive = match(wants=[0, 1, 2])
    assert len({drive.request(seat).position for seat in range(3)}) == 3


def test_a_decision_that_is_sent_again_has_the_same_position():
    drive = match(wants=[0])
    first = drive.request(0).position
    drive.tell(Away(0))
    drive.tell(Returned(0, BotInfo("bot 0", "1", "test", positions=True)))
    assert drive.requests(0)[-1].position == first


def test_the_record_is_the_same_with_and_without_positions():
    with_them, without = match(wants=[0, 1, 2]).play(by_decision), match(wants=[]).play(by_decision)
    assert with_them.entries == without.entries
    assert with_them.ended == without.ended


@pytest.mark.parametrize("name", first_quick(1, GAMES))
def test_a_position_asks_what_the_request_asks_and_can_be_played_out(name):
    """Two matches of a real game, played alike: the position is the last field, and nothing else differs."""
    drive, without = (Drive(2, start=False, game=GAMES[name]) for _ in range(2))
    for seat in (0, 1):
        drive.tell(Joined(seat, BotInfo("bot", "1", "test", positions=True)))
        without.tell(Joined(seat, BotInfo("bot", "1", "test")))
    drive.play(by_decision, steps=120)
    without.play(by_decision, steps=120)
    wire, random, seen = codec(GAMES[name]), Random(1), 0
    for seat in (0, 1):
        for request, bare in zip(drive.requests(seat), without.requests(seat), strict=True):
            position = load(request.position)
            assert position.seat == seat
            own = next(asked for asked in position.decisions if asked.seat == seat)
            assert wire.options(own.options) == request.options.value
            assert wire.view(position.view(seat)) == request.view.value
            asked = (own.prompt, own.least, own.most, own.ordered, list(own.default))
            assert asked == (request.prompt, request.least, request.most, request.ordered, request.default_picks)
            if seen % 10 == 0:
                assert position.playout(random).ranks
            seen += 1
            request.ClearField("position")
            assert request == bare
    assert seen > 10


def test_a_hello_that_asks_for_positions_gets_them_over_the_wire():
    async def test():
        async with queue_server(matches=1) as place, bots(place.address, 2) as (asks, does_not):
            await asks.hello(positions=True)
            await does_not.hello(bot="other")
            assert (await asks.next("decision_request")).position.startswith(MAGIC)
            assert not (await does_not.next("decision_request")).position

    asyncio.run(test())


def test_the_key_of_positions_is_not_that_of_a_stream():
    """Neither from the positions nor from another purpose's key do draws of the match follow."""
    dice = Dice(bytes(32))
    before = dice.copy()
    assert dice.key("positions") != dice.key("other")
    assert dice.draw("die", 6, 1) == before.draw("die", 6, 1)


def test_a_decision_that_cannot_be_dealt_anew_comes_without_a_position():
    drive = Drive(2, rounds=2, game=GUARDED_PARLEY, start=False)
    for seat in range(2):
        drive.tell(Joined(seat, BotInfo("bot", "1", "test", positions=True)))
    drive.play(by_decision)
    requests = [message.decision_request for message in drive.sent[0] if message.HasField("decision_request")]
    with_position = [request.position.startswith(MAGIC) for request in requests]
    assert with_position == sorted(with_position)
    assert set(with_position) == {False, True}
