"""Raid defence in Clansmen, as the referee sends it: sealed until all are in, whatever comes when."""

from __future__ import annotations

import pytest

from lawspeaker_engine import canon
from lawspeaker_engine.games.clansmen.cards.tales import TALES
from lawspeaker_engine.games.clansmen.game import Clansmen
from lawspeaker_referee.match.events import Answered, Tick
from tests.referee.match.match_driver import Drive

PLAYERS = 3
VALOR, AID = ([row.id for row in TALES].index(name) for name in ("valor", "aid_food"))


def pending_prompt(drive: Drive) -> str:
    return drive.match.open_decisions.open[0].decision.prompt if drive.match.open_decisions.open else ""


def until_the_raid(valor: int = 0) -> Drive:
    """A match in which everybody takes defaults until all are asked who defends; seat 0 holds so many cards Valor."""
    drive = Drive(PLAYERS, game=Clansmen(), match_id="clansmen-1")
    drive.match._run.state.players[0].hand[:] = [VALOR] * valor + [AID] * (5 - valor)
    while drive.ended is None and pending_prompt(drive) != "raid.commit":
        for each in [each for each in drive.match.open_decisions.open if each.picks is None]:
            seat = each.decision.seat
            drive.answer(seat, *drive.request(seat).default_picks, after=0.01)
    assert drive.ended is None, "nobody was asked raid.commit"
    return drive


def bytes_to(drive: Drive, seat: int) -> list[bytes]:
    return [each.SerializeToString(deterministic=True) for each in drive.sent[seat]]


def test_CL_T75_CL_RAID_03_everybody_is_asked_at_once_with_the_same_time() -> None:
    drive = until_the_raid()
    assert [each.decision.seat for each in drive.match.open_decisions.open] == list(range(PLAYERS))
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


def sealed_prompt(drive: Drive) -> str:
    """The prompt that several seats are answering; empty when one is asked alone."""
    still_open = drive.match.open_decisions.open
    return still_open[0].decision.prompt if len(still_open) > 1 else ""


@pytest.mark.parametrize("valor", [1, 2])
def test_CL_T75_CL_RAID_04_the_last_answer_opens_all_and_no_second_question_tells_when_it_came(valor) -> None:
    """Cards that set a die are asked for together with the people; others cannot see that somebody holds some."""
    with_cards, without = until_the_raid(valor), until_the_raid()
    assert with_cards.request(0).option_count == 2 * without.request(0).option_count
    for drive in (with_cards, without):
        drive.answer(2, after=0.4)
        drive.answer(1, 0, after=0.1)
        assert sealed_prompt(drive) == "raid.commit"
        drive.answer(0, 0, after=0.1)
        assert sealed_prompt(drive) == ""
        assert all(act.picks == [0] for act in drive.step("raid.commit").acts[:2])
    for seat in (1, 2):
        assert bytes_to(with_cards, seat) == bytes_to(without, seat)


def test_CL_RAID_03_late_means_that_nobody_defends() -> None:
    late, empty = until_the_raid(), until_the_raid()
    for drive in (late, empty):
        drive.answer(0, 0)
        drive.answer(2, 0)
    late.tell(Tick(), after=2.01)
    empty.answer(1, after=1.9)
    assert [act.fault for act in late.step("raid.commit").acts] == [0, 1, 0]
    assert list(late.step("raid.commit").acts[1].picks) == []
    assert canon.digest(late.match._run.state) == canon.digest(empty.match._run.state)
