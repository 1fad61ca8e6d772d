"""The hostile cast against a real server: each gets the fault that is right, and the game goes on as if it were not.

What they do wrong is answered by defaults, so the game must be, link by link of its digest chain, the one that a bot of
plain defaults would have played on that seat: no other seat's picks and no die have moved.
"""

from __future__ import annotations

import asyncio
import io
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import grpc
import pytest

from lawspeaker.v1.match_pb2 import Act, Fault
from lawspeaker.v1.record_pb2 import Timing
from lawspeaker.v1.referee_service_pb2 import GoodbyeReason, RejectReason
from lawspeaker_bot import Bot, Decision, Result, aio
from lawspeaker_bot.random_bot import RandomBot
from lawspeaker_engine.game import Game
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee import hostile
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.fault_policies import fault_name, reject_name
from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.host.queue import MatchQueue
from lawspeaker_referee.host.queue_config import QueueConfig
from lawspeaker_referee.hostile import CAST
from lawspeaker_referee.hostile.raw import Hostile
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.record.file import Record, read_record
from lawspeaker_referee.record.verify.replay import verify
from lawspeaker_referee.server.metrics import Metrics
from lawspeaker_referee.server.server import Server
from tests.games.parley import PARLEY
from tests.referee.match.match_driver import PLAYED_ON
from tests.sample_sizes import first_quick

PATIENCE = 100.0
"""Seconds after which a test that waits has failed."""
QUICK = Clock(0.2, bank=1.0)
"""For those whose time runs out; the bank is for the others, on a machine that does much else."""
SLOW = Clock(15.0)
"""For those who lose nothing, however slow the machine is."""
ROUNDS = 3
VILLAIN = 0
TOKENS = {name: name * 5 for name in ("villain", "ann", "bob", "cid")}


class Plain(Hostile):
    """Answers everything with its default: what every game with a villain is compared with."""

    name = "plain"


class Good(Bot):
    """Plays at random once everybody is there, and remembers how its matches ended."""

    name, version, quick = "random", "1", True

    def __init__(self, everybody: asyncio.Event) -> None:
        self.everybody = everybody
        self.results: list[Result] = []

    async def decide(self, decision: Decision) -> list[int]:
        await self.everybody.wait()
        return RandomBot().decide(decision)

    def over(self, result: Result) -> None:
        self.results.append(result)


@dataclass
class Contest:
    """The matches of one hostile bot and some good ones."""

    records: list[Record]
    good: list[Good]
    log: list[dict[str, Any]]
    refused: Counter[str]
    """Answers of the villain's that were refused, as metrics have it."""

    @property
    def record(self) -> Record:
        return self.records[0]

    def acts(self, seat: int) -> list[tuple[Act, Timing]]:
        """Return what a seat did, and how it came about."""
        steps = [zip(step.acts, step.timing, strict=True) for step in self.record.steps if step.acts[0].seat >= 0]
        return [(act, timing) for step in steps for act, timing in step if act.seat == seat]


async def held(
    folder: Path, villain: Hostile, *, clock: Clock = SLOW, limits: Limits | None = None, streams: int = 1,
    good: Sequence[str] = ("ann", "bob"), players: int = 3, matches: int = 1, game: Game[Any] = PARLEY,
) -> Contest:
    """Play matches; the villain comes first with so many streams, so it has the first seat of the first match."""
    text, metrics = io.StringIO(), Metrics()
    log = make_log(text)
    setup = make_setup(game, players, {"rounds": ROUNDS} if game is PARLEY else {})
    queue = MatchQueue(QueueConfig(game, setup, clock, folder, bytes([1]) * 32, "match", matches, PLAYED_ON),
                       metrics, log)
    server = Server(queue, "127.0.0.1:0", metrics, log, tokens=TOKENS, limits=limits)
    await server.start()
    address, everybody = f"127.0.0.1:{server.port}", asyncio.Event()
    bots = [Good(everybody) for _ in good]
    playing: list[asyncio.Task[None]] = []
    try:
        async with asyncio.timeout(PATIENCE):
            playing.append(asyncio.create_task(villain.play(address, TOKENS["villain"])))
            for number, (name, bot) in enumerate(zip(good, bots, strict=True)):
                await joined(text, streams + number)
                playing.append(asyncio.create_task(aio.run(bot, address, TOKENS[name])))
            await joined(text, streams + len(bots))
            everybody.set()
            await queue.complete.wait()
            await server.stop(GoodbyeReason.GOODBYE_REASON_DONE, "all matches have been played")
            await playing[0]
            await asyncio.wait(playing[1:], timeout=PATIENCE)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await server.stop(GoodbyeReason.GOODBYE_REASON_DONE, "the test is over")
    counted = {reject_name(reason): metrics.registry.get_sample_value(
        "lawspeaker_answers_refused_total", {"bot": "villain", "reason": reject_name(reason)}) or 0.0
        for reason in RejectReason.values()}
    return Contest(
        [read_record(folder / f"match-{number:06d}.lsr") for number in range(1, matches + 1)], bots,
        [json.loads(line) for line in text.getvalue().splitlines()],
        Counter({reason: int(number) for reason, number in counted.items() if number}),
    )


async def joined(log: io.StringIO, number: int) -> None:
    """Until so many streams have been let in."""
    while log.getvalue().count('"bot joined"') < number:  # noqa: ASYNC110 - nobody is told who is there
        await asyncio.sleep(0.002)


def contest(folder: Path, villain: Hostile, **settings: Any) -> Contest:
    return asyncio.run(held(folder, villain, **settings))


@pytest.fixture(autouse=True)
def _everything_is_loaded(_parley_is_a_game):
    """Before anybody's clock runs: a first match takes longer."""
    plain_digests(players=3)


@cache
def plain_digests(**settings: Any) -> list[bytes]:
    """The last digests of the same matches with a bot of plain defaults."""
    with TemporaryDirectory() as folder:
        done = contest(Path(folder), Plain(), **settings)
    assert not any(act.fault for seat in range(3) for act, _ in done.acts(seat))
    return [record.footer.digest for record in done.records if record.footer is not None]


def nobody_else_suffered(done: Contest, players: int = 3, **settings: Any) -> None:
    """Every match ended and verifies, and was the same for the others as with a bot of plain defaults."""
    assert [verify(record).first_difference for record in done.records] == [None] * len(done.records)
    assert [record.footer.digest for record in done.records if record.footer] == plain_digests(
        players=players, **settings)
    for seat in range(players):
        if seat != VILLAIN:
            assert all((act.fault, timing.rejections) == (0, 0) for act, timing in done.acts(seat))
    for bot in done.good:
        assert bot.results, "everybody hears how it ended"
        assert {(len(result.ranks), result.void_reason) for result in bot.results} == {(players, "")}
    assert not [line for line in done.log if line["level"] in {"error", "warning", "critical"}]


def faults(done: Contest) -> list[str]:
    """The villain's, decision by decision; `none` for those that it answered itself."""
    return [fault_name(act.fault) if act.fault else "none" for act, _ in done.acts(VILLAIN)]


def named(kind: type[Hostile]) -> set[str]:
    return {fault_name(fault) for fault in kind.faults}


# --- those who lose their decisions ---


@pytest.mark.parametrize(("name", "clock", "refusals"), first_quick(2, [
    ("never-answers", QUICK, 0),
    ("out-of-range", SLOW, 8),
    ("late", QUICK, 1),
    ("duplicates", SLOW, 8),
    ("wrong-count", SLOW, 8),
    ("garbage", QUICK, 8),
    ("too-long", SLOW, 8),
]))
def test_a_decision_that_is_answered_wrongly_gets_its_default_and_the_right_fault(tmp_path, name, clock, refusals):
    villain = hostile.make(name)
    # An answer that is too long ends the stream, and a bot that comes back too often would wait meanwhile.
    done = contest(tmp_path, villain, clock=clock, limits=Limits(return_burst=1000))
    nobody_else_suffered(done)
    assert set(faults(done)) == named(CAST[name])
    for act, timing in done.acts(VILLAIN):
        if act.fault == Fault.FAULT_TIMEOUT:
            assert 200_000 <= timing.think_us < 5_000_000
            assert timing.evidence.startswith("no answer within 200ms")
        else:
            assert timing.rejections == refusals
            assert timing.evidence.startswith("8 refused")
    if villain.refusal:
        word = reject_name(villain.refusal)
        assert villain.refused[villain.refusal] >= max(1, refusals)
        assert done.refused[word] >= villain.refused[villain.refusal], "what it heard was counted"


def test_duplicates_are_told_from_a_wrong_count(tmp_path):
    done = contest(tmp_path, villain := hostile.make("duplicates"))
    evidence = {act.prompt: timing.evidence for act, timing in done.acts(VILLAIN)}
    assert evidence.pop("round.bid") == "8 refused, the last: wrong_count", "one card is bid, so two are too many"
    assert set(evidence.values()) == {"8 refused, the last: duplicate_pick"}
    assert set(villain.refused) == {RejectReason.REJECT_REASON_WRONG_COUNT, RejectReason.REJECT_REASON_DUPLICATE_PICK}


def test_ten_megabytes_are_not_taken_in_and_cost_their_sender_its_decisions(tmp_path):
    done = contest(tmp_path, villain := hostile.make("huge"), clock=QUICK)
    nobody_else_suffered(done)
    assert set(faults(done)) <= named(CAST["huge"])
    # It is told why; but grpc says INTERNAL of itself where its own write fails before the referee's word has come.
    assert villain.ends[0] in {grpc.StatusCode.RESOURCE_EXHAUSTED, grpc.StatusCode.INTERNAL}
    assert "none" not in faults(done)


def test_a_flood_is_ended_and_its_bot_plays_no_more(tmp_path):
    limits = Limits(message_rate=50.0, message_burst=5, flood_patience=0.05)
    done = contest(tmp_path, villain := hostile.make("floods"), clock=QUICK, limits=limits)
    nobody_else_suffered(done)
    assert set(faults(done)) <= named(CAST["floods"])
    assert "none" not in faults(done)
    assert "more than 50 messages a second" in villain.goodbyes[0]
    assert done.refused["unknown_match"] < 100, "it was read slowly"
    assert [line["why"] for line in done.log if line["event"] == "bot left" and "why" in line] == ["flooding"]


@pytest.mark.parametrize(("name", "answered"), first_quick(1, [
    ("hangs-up", 1), ("says-no-more", 0), ("hello-again", 0),
]))
def test_who_ends_its_stream_and_does_not_come_back_is_played_for(tmp_path, name, answered):
    done = contest(tmp_path, villain := hostile.make(name), clock=QUICK)
    nobody_else_suffered(done)
    found = faults(done)
    assert found[:answered] == ["none"] * answered
    assert set(found[answered:]) <= named(CAST[name])
    assert len(villain.asked) == answered + 1
    assert all(timing.evidence for act, timing in done.acts(VILLAIN) if act.fault)


@pytest.mark.slow
def test_who_never_answers_is_out_and_nobody_waits_for_it_any_more(tmp_path):
    long = {"players": 2, "good": ("ann",), "game": GAMES["northgard"]}
    done = contest(tmp_path, villain := hostile.make("never-answers"), clock=QUICK, **long)
    nobody_else_suffered(done, **long)
    found = faults(done)
    assert found[:10] == ["timeout"] * 10
    assert set(found[10:]) == {"disqualified"}
    assert len(villain.asked) == 10
    assert len(found) > 20
    assert villain.refused == {RejectReason.REJECT_REASON_DISQUALIFIED: 1}
    assert {timing.evidence for _, timing in done.acts(VILLAIN)[10:]} == {"10 strikes: timeout 10"}
    assert all(timing.charged_us == 0 for _, timing in done.acts(VILLAIN)[10:])


# --- those who lose nothing ---


@pytest.mark.parametrize("name", ["twice", "old-decision", "other-seat", "echo"])
def test_what_answers_no_open_decision_of_its_own_is_refused_and_changes_nothing(tmp_path, name):
    done = contest(tmp_path, villain := hostile.make(name))
    nobody_else_suffered(done)
    assert set(faults(done)) == {"none"}
    assert villain.refused[villain.refusal] > 0
    assert set(villain.refused) <= {villain.refusal, RejectReason.REJECT_REASON_UNKNOWN_MATCH,
                                    *([RejectReason.REJECT_REASON_UNKNOWN_DECISION] if name == "echo" else [])}
    assert done.refused[reject_name(villain.refusal)] >= villain.refused[villain.refusal]


def test_answers_for_a_match_of_others_that_runs_at_the_same_time_change_nothing(tmp_path):
    two_tables = {"players": 2, "good": ("ann", "bob", "cid"), "matches": 2}
    done = contest(tmp_path, villain := hostile.make("other-match"), **two_tables)
    nobody_else_suffered(done, **two_tables)
    assert len(done.records) == 2
    assert set(faults(done)) == {"none"}
    assert set(villain.refused) == {RejectReason.REJECT_REASON_UNKNOWN_MATCH}


def test_one_token_has_one_seat_however_often_it_comes(tmp_path):
    done = contest(tmp_path, villain := hostile.make("twins"), streams=2)
    nobody_else_suffered(done)
    assert set(faults(done)) == {"none"}
    assert len(set(villain.asked)) == len(villain.asked) == len(done.acts(VILLAIN))


def test_who_comes_back_in_time_is_asked_the_same_again_and_loses_nothing(tmp_path):
    done = contest(tmp_path, villain := hostile.make("comes-and-goes"))
    nobody_else_suffered(done)
    assert set(faults(done)) == {"none"}
    asked = [each for each, again in pairwise(villain.asked) if each == again]
    assert len(asked) == len(done.acts(VILLAIN)), "every decision was put to it twice"
    assert len(villain.asked) == 2 * len(asked)


# --- those who are not let in ---


@pytest.mark.parametrize(("name", "code"), [("wrong-token", "UNAUTHENTICATED"), ("says-nothing", "DEADLINE_EXCEEDED")])
def test_who_does_not_introduce_itself_properly_is_not_seated(tmp_path, name, code):
    settings = {"players": 3, "good": ("ann", "bob", "cid"), "streams": 0}
    done = contest(tmp_path, villain := hostile.make(name), limits=Limits(hello_within=0.2), **settings)
    assert villain.ends == [grpc.StatusCode[code]]
    assert [seat.bot for seat in done.record.header.seats] == ["random"] * 3
    assert verify(done.record).ok
    assert not any(act.fault for seat in range(3) for act, _ in done.acts(seat))
