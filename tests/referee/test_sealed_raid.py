"""Raid defence in Clansmen, as the referee sends it: sealed until all are in, whatever comes when."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.clansmen.game import Clansmen
from lawspeaker_referee.match.events import Answered, Tick
from tests.referee.driving import Drive

PLAYERS = 3


def pending_prompt(drive: Drive) -> str:
    return drive.match._docket.open[0].decision.prompt if drive.match._docket.open else ""


def until_the_raid(prompt: str = "raid.commit") -> Drive:
    """A match in which everybody takes defaults until this question is open; somebody can defend by then."""
    drive = Drive(PLAYERS, game=Clansmen(), match_id="clansmen-1")
    while drive.ended is None and pending_prompt(drive) != prompt:
        for each in [each for each in drive.match._docket.open if each.picks is None]:
            seat = each.decision.seat
            drive.answer(seat, *drive.request(seat).default_picks, after=0.01)
    assert drive.ended is None, f"nobody was asked {prompt}"
    return drive


def bytes_to(drive: Drive, seat: int) -> list[bytes]:
    return [each.SerializeToString(deterministic=True) for each in drive.sent[seat]]


def test_CL_T75_CL_RAID_03_everybody_is_asked_at_once_with_the_same_time() -> None:
    drive = until_the_raid()
    assert [each.decision.seat for each in drive.match._docket.open] == list(range(PLAYERS))
    requests = [drive.request(seat) for seat in range(PLAYERS)]
    assert {request.prompt for request in requests} == {"raid.commit"}
    assert len({request.time_left_ms for request in requests}) == 1


@pytest.mark.parametrize("early", [(), (0,), (0, 1)])
def test_CL_T75_CL_RAID_04_an_answer_moves_nothing_before_the_last_one_is_in(early) -> None:
    """Not a byte goes out when somebody commits, whatever and whenever; also not when an answer is refused."""
    drive = until_the_raid()
    before = {seat: bytes_to(drive, seat) for seat in range(PLAYERS)}
    drive.answer(1, *early, after=0.3)
    drive.tell(Answered(2, drive.request(2).decision_id, (99,)), after=0.1)
    assert bytes_to(drive, 0) == before[0]
    assert bytes_to(drive, 1) == before[1]
    assert len(bytes_to(drive, 2)) == len(before[2]) + 1, "only who was wrong is told so"


def test_CL_T75_what_others_commit_changes_no_byte_until_all_is_opened() -> None:
    """The question after the commitments (cards that set a die) is the same whatever the others committed."""
    sent = []
    for committed, pause in (((), 0.0), ((0,), 0.4), ((0, 1), 0.1)):
        drive = until_the_raid()
        drive.answer(2, after=pause)
        drive.answer(1, *committed)
        drive.answer(0, 0, after=0.6 - pause)
        assert pending_prompt(drive) == "raid.valor"
        sent.append(bytes_to(drive, 0))
    assert sent[0] == sent[1] == sent[2]


def test_CL_RAID_03_late_means_that_nobody_defends_and_nobody_else_can_tell() -> None:
    late, empty = until_the_raid(), until_the_raid()
    for drive in (late, empty):
        drive.answer(0, 0)
        drive.answer(2, 0)
    late.tell(Tick(), after=2.01)
    empty.answer(1, after=1.9)
    assert [act.fault for act in late.step("raid.commit").acts] == [0, 1, 0]
    assert list(late.step("raid.commit").acts[1].picks) == []
    assert bytes_to(late, 0) == bytes_to(empty, 0)
    assert bytes_to(late, 2) == bytes_to(empty, 2)
