"""Decisions in words: for whom asked for them, saying what the request says, and nothing that is hidden."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Sequence

import pytest

from lawspeaker.v1.referee_service_pb2 import DecisionRequest
from lawspeaker_engine.games import GAMES
from lawspeaker_referee.match.events import Answered, Away, BotInfo, Joined, Returned, Tick, Written
from tests.referee.match.match_driver import Drive, by_decision
from tests.referee.server.live_server import bots, queue_server
from tests.sample_sizes import first_quick

OWN = (15, 14, 13)
"""Seat 0 draws the cards 16, 15 and 14."""


def bot(seat: int, *, text: bool) -> BotInfo:
    return BotInfo(f"bot {seat}", "1", "test", text=text)


def join(drive: Drive, wants: Collection[int], seats: int) -> Drive:
    for seat in range(seats):
        drive.tell(Joined(seat, bot(seat, text=seat in wants)))
    return drive


def match(wants: Collection[int], hidden: Sequence[tuple[int, ...]] = ((0, 1, 2), (3, 4, 5)), **options: int) -> Drive:
    """A match of three; the others draw these places of what is left of the deck."""
    draws = {"deck": [OWN, *hidden], "die/1": [(3,)], "die/2": [(5,)]}
    return join(Drive(3, start=False, draws=draws, rounds=2, **options), wants, 3)


def test_only_a_bot_that_asked_for_words_gets_them():
    drive = match(wants=[1])
    assert [drive.request(seat).HasField("text") for seat in range(3)] == [False, True, False]


def test_a_game_without_words_is_told_by_the_names_of_its_fields():
    text = match(wants=[0]).request(0).text
    assert text.question == "Decide round.bid. Take 1 of 3 options. If no answer comes: 0."
    assert list(text.options) == ["Bid(card=16)", "Bid(card=15)", "Bid(card=14)"]
    assert "\nhand: [16 15 14]\n" in f"\n{text.view}"
    assert list(text.events) == [
        "Chance (deal from deck): Card(card=16); Card(card=15); Card(card=14)", "Chance (deal from deck): hidden",
        "Chance (deal from deck): hidden", "Chance (round.roll from die/1): Face(pips=4)"]


def test_an_answer_that_the_referee_gave_says_so_in_the_events_of_those_who_may_know():
    drive = match(wants=[0, 1])
    for seat in range(3):
        drive.answer(seat, 0)
    drive.tell(Tick(), after=2.5)
    assert drive.request(1).prompt == "round.order"
    assert drive.request(1).text.question.endswith("Take exactly 2 of 2 options. The order in which you name them "
                                                   "matters. If no answer comes: 0, 1.")
    assert "Seat 0 (round.steal): nothing [not its own answer: timeout]" in drive.request(1).text.events
    drive.answer(1, 1, 0)
    assert drive.request(0).prompt == "round.bid"
    assert "You (round.steal): nothing [not its own answer: timeout]" in drive.request(0).text.events


def test_hidden_hands_and_bids_change_no_byte_of_another_seats_words():
    one, other = match([0], [(0, 1, 2), (3, 4, 5)]), match([0], [(6, 8, 7), (9, 5, 0)])
    for drive, pick in ((one, 0), (other, 2)):
        drive.answer(1, pick)
        drive.answer(2, 0)
        drive.answer(0, 0, after=0.5)
    texts = [[each.text.SerializeToString(deterministic=True) for each in drive.requests(0)] for drive in (one, other)]
    assert texts[0] == texts[1]
    assert len(texts[0]) == 2
    assert all(texts[0])


def test_the_record_is_the_same_with_and_without_words():
    with_words, without = match(wants=[0, 1, 2]).play(by_decision), match(wants=[]).play(by_decision)
    assert with_words.entries == without.entries
    assert with_words.ended == without.ended


@pytest.mark.parametrize("name", first_quick(1, GAMES))
def test_a_request_with_words_is_the_request_without_them_and_words(name):
    """Two matches of a real game, played alike: words are the last field, and nothing else differs."""
    two = []
    for wants in ([0, 1], []):
        drive = join(Drive(2, start=False, game=GAMES[name]), wants, 2)
        two.append(drive.play(by_decision, steps=120))
    for seat in (0, 1):
        told, plain = two[0].requests(seat), two[1].requests(seat)
        assert len(told) == len(plain) > 5
        for request, bare in zip(told, plain, strict=True):
            assert len(request.text.options) == request.option_count
            assert len(request.text.events) == len(request.events)
            request.ClearField("text")
            assert request == bare


def test_a_bot_that_comes_back_is_told_in_words_what_it_may_have_missed():
    drive = match(wants=[0])
    first = drive.request(0).text
    drive.tell(Away(0))
    drive.tell(Returned(0, bot(0, text=True)))
    assert drive.request(0).text == first
    assert len(drive.requests(0)) == 2
    drive.tell(Away(0))
    drive.tell(Returned(0, bot(0, text=False)))
    assert not drive.request(0).HasField("text")


def test_the_time_that_text_takes_is_not_charged():
    """A request leaves when its words are written; its clock starts no sooner."""
    drive = Drive(2, start=False, written=False, move_time=2.0)
    join(drive, [0, 1], 2)
    request = drive.request(0)
    assert request.text.question
    drive.tell(Written(0, request.decision_id), after=1.5)
    drive.tell(Written(1, drive.request(1).decision_id))
    drive.tell(Answered(0, request.decision_id, (0,)), after=1.9)
    drive.tell(Answered(1, drive.request(1).decision_id, (0,)))
    timing = drive.step().timing[0]
    assert (timing.charged_us, drive.step().acts[0].fault) == (1_900_000, 0)


def test_a_hello_that_asks_for_words_gets_them_over_the_wire():
    async def test():
        async with queue_server(matches=1) as place, bots(place.address, 2) as (asks, does_not):
            await asks.hello(text=True)
            await does_not.hello(bot="other")
            request = await asks.next("decision_request")
            assert request.text.question.startswith("Decide round.bid.")
            assert not (await does_not.next("decision_request")).HasField("text")

    asyncio.run(test())


def against_the_automa() -> Drive:
    return join(Drive(2, start=False, game=GAMES["northgard"], automa=2), [0], 1)


def of_the_automa(request: DecisionRequest) -> list[str]:
    """The lines that follow those of the events."""
    return list(request.text.events)[len(request.events):]


def test_words_tell_what_the_automa_did_since_the_last_request():
    drive = against_the_automa().play(by_decision)
    told = [line for request in drive.requests(0) for line in of_the_automa(request)]
    assert of_the_automa(drive.requests(0)[0]) == []
    assert any(re.fullmatch(r"The Automa's figures: \d+ in territory \d+ \(\d+ before\).*", line) for line in told)
    assert any(re.fullmatch(r"[A-Z][\w ]+ in territory \d+ of the Automa", line) for line in told)


def test_words_of_the_automa_are_told_again_to_a_bot_that_comes_back():
    drive = against_the_automa()
    while not of_the_automa(drive.request(0)):
        drive.play(by_decision, steps=1)
    told = of_the_automa(drive.request(0))
    drive.tell(Away(0))
    drive.tell(Returned(0, bot(0, text=True)))
    assert of_the_automa(drive.request(0)) == told
