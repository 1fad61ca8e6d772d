"""`serve` as a process of its own: settings, metrics, signals."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from lawspeaker.v1.referee_service_pb2 import GoodbyeReason
from lawspeaker_referee.cli.referee_process import serve
from lawspeaker_referee.config.referee import parse_referee
from lawspeaker_referee.config.validation import BadConfig
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from lawspeaker_referee.server.server import CannotListen
from lawspeaker_referee.server.tokens import create
from measure.nginx import kept_port
from tests.referee.cli.process import PARLEY_COMMAND, RefereeProcess
from tests.referee.referee_file import referee_file
from tests.referee.server.live_server import PATIENCE, bots

SCRIPT = """
import json
import sys
from lawspeaker_engine.games import GAMES
from lawspeaker_referee.cli import referee_process
from lawspeaker_referee.cli.referee_process import serve
from lawspeaker_referee.config.referee import parse_referee
from tests.games.parley import PARLEY
GAMES[PARLEY.name] = PARLEY
keys = json.loads(sys.argv[1])
if keys.pop("fails", False):
    async def fail(*_):
        raise RuntimeError("a fault of ours")

    referee_process._drain = fail
serve(parse_referee({"game": "parley", "listen": "127.0.0.1:0"} | keys))
"""


@contextmanager
def referee(records: Path, **keys: object) -> Iterator[RefereeProcess]:
    keys["records"] = str(records)
    process = subprocess.Popen([sys.executable, "-c", SCRIPT, json.dumps(keys)], stderr=subprocess.PIPE,
                               text=True, cwd=Path(__file__).parents[3])
    try:
        yield RefereeProcess(process)
    finally:
        process.kill()
        process.communicate()


@pytest.mark.slow
def test_a_sigterm_lets_running_matches_end_and_then_says_goodbye(tmp_path):
    async def test(place: RefereeProcess):
        async with bots(place.address, 2, version="1") as players:
            request = await players[0].next("decision_request")
            place.process.send_signal(signal.SIGTERM)
            assert (await asyncio.to_thread(place.wait_for, "draining"))["grace"] == 30.0
            await players[0].answer(request, 0)
            overs = await asyncio.gather(*(bot.play() for bot in players))
            assert overs[0].outcome.reason == "points"
            for bot in players:
                assert (await bot.next("goodbye")).reason == GoodbyeReason.GOODBYE_REASON_DRAINING

    with referee(tmp_path) as place:
        asyncio.run(asyncio.wait_for(test(place), PATIENCE))
        place.wait_for("stopped")
        assert place.process.wait(PATIENCE) == 0
        record, = tmp_path.glob("*.lsr*")
        assert verify(read_record(record)).ok


@pytest.mark.slow
def test_matches_that_outlast_the_grace_period_are_voided(tmp_path):
    async def test(place: RefereeProcess):
        async with bots(place.address, 2, version="1") as (one, _):
            await one.next("decision_request")
            place.process.send_signal(signal.SIGTERM)
            assert (await one.next("match_over")).void_reason == "the referee was shut down"
            assert (await one.next("goodbye")).reason == GoodbyeReason.GOODBYE_REASON_DRAINING

    with referee(tmp_path, grace="100ms") as place:
        asyncio.run(asyncio.wait_for(test(place), PATIENCE))
        place.wait_for("stopped")
        assert place.process.wait(PATIENCE) == 0
        assert [path.suffix for path in tmp_path.glob("*.lsr*")] == [".void"]


@pytest.mark.slow
@pytest.mark.parametrize(("tokens", "left"), [(True, ".part"), (False, ".void")])
def test_an_error_of_ours_leaves_a_match_unfinished_or_void_and_never_ended(tmp_path, tokens, left):
    """Also when its bots' streams end with the referee: that decides nothing any more."""
    names = [create(tmp_path / "tokens", name) for name in ("ann", "bob")] if tokens else ["", ""]

    async def test(place: RefereeProcess):
        async with bots(place.address, 2) as players:
            for bot, token in zip(players, names, strict=True):
                await bot.hello(token=token)
            await players[0].next("decision_request")
            place.process.send_signal(signal.SIGTERM)
            assert await asyncio.to_thread(place.process.wait, PATIENCE) == 1

    with referee(tmp_path / "records", fails=True, **{"tokens": str(tmp_path / "tokens")} if tokens else {}) as place:
        asyncio.run(asyncio.wait_for(test(place), PATIENCE))
    (path,) = (tmp_path / "records").glob("*.lsr*")
    assert path.suffix == left
    assert read_record(path).footer is None


@pytest.mark.slow
def test_a_second_signal_ends_the_grace_period(tmp_path):
    async def test(place: RefereeProcess):
        async with bots(place.address, 2, version="1") as (one, _):
            await one.next("decision_request")
            place.process.send_signal(signal.SIGTERM)
            await asyncio.to_thread(place.wait_for, "draining")
            place.process.send_signal(signal.SIGINT)
            assert (await one.next("match_over")).void_reason == "the referee was shut down"

    with referee(tmp_path, grace="10m") as place:
        asyncio.run(asyncio.wait_for(test(place), PATIENCE))
        place.wait_for("stopped")
        assert place.process.wait(PATIENCE) == 0


@pytest.mark.slow
def test_while_it_drains_its_metrics_say_so(tmp_path):
    def draining(port: int) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
            found, = re.findall(r"^lawspeaker_draining (.+)$", answer.read().decode(), re.MULTILINE)
            return str(found)

    async def test(place: RefereeProcess, port: int):
        async with bots(place.address, 2, version="1") as (one, _):
            await one.next("decision_request")
            assert await asyncio.to_thread(draining, port) == "0.0"
            place.process.send_signal(signal.SIGTERM)
            await asyncio.to_thread(place.wait_for, "draining")
            assert await asyncio.to_thread(draining, port) == "1.0"

    with kept_port() as port, referee(tmp_path, grace="10m", metrics=f"127.0.0.1:{port}") as place:
        asyncio.run(asyncio.wait_for(test(place, port), PATIENCE))


def test_it_ends_by_itself_when_all_matches_were_played_and_shows_its_metrics(tmp_path):
    file, records = tmp_path / "tokens", tmp_path / "records"
    tokens = [create(file, name) for name in ("alice", "bob")]
    with kept_port() as port, referee(records, matches=2, metrics=f"127.0.0.1:{port}", tokens=str(file),
                                      name="cup") as place:
        async def more():
            async with bots(place.address, 2) as players:
                for bot, token in zip(players, tokens, strict=True):
                    await bot.hello(token=token, max_matches=2)
                asked = [await bot.next("decision_request") for bot in players for _ in range(2)]
                assert {request.match_id for request in asked} == {"cup-000001", "cup-000002"}
                page = await asyncio.to_thread(
                    lambda: urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics").read().decode())
                assert "lawspeaker_streams 2.0" in page
                assert "lawspeaker_matches_running 2.0" in page
                for number, request in enumerate(asked):
                    await players[number // 2].answer(request, 0)

                async def play_all(bot):
                    overs = [await bot.play() for _ in range(2)]
                    return overs, await bot.next("goodbye")

                for overs, goodbye in await asyncio.gather(*map(play_all, players)):
                    assert [over.outcome.reason for over in overs] == ["points"] * 2
                    assert goodbye.reason == GoodbyeReason.GOODBYE_REASON_DONE

        asyncio.run(asyncio.wait_for(more(), PATIENCE))
        place.wait_for("stopped")
        assert place.process.wait(PATIENCE) == 0
        assert sorted(path.name for path in records.glob("*.lsr*")) == ["cup-000001.lsr", "cup-000002.lsr"]
        assert not any(token in json.dumps(line) for line in place.lines for token in tokens)


def test_it_reads_its_file_again_at_a_hang_up_and_its_match_goes_on(tmp_path):
    path, tokens = tmp_path / "referee.toml", [create(tmp_path / "tokens", name) for name in ("ann", "bob")]
    keys = {"game": "parley", "listen": "127.0.0.1:0", "tokens": tmp_path / "tokens", "records": tmp_path / "records",
            "matches": 1, "name": "cup", "clock": "none"}

    async def hang_up(place: RefereeProcess, event: str) -> dict[str, Any]:
        place.process.send_signal(signal.SIGHUP)
        return await asyncio.to_thread(place.wait_for, event)

    async def test(place: RefereeProcess):
        async with bots(place.address, 2) as players:
            for bot, token in zip(players, tokens, strict=True):
                await bot.hello(token=token)
            request = await players[0].next("decision_request")
            path.write_text('game = "parley"\nlisten = 5\n')
            said = await hang_up(place, "settings cannot be read again; those known before still hold")
            assert said["error"] == f"{path}: listen is 5; it is a text in quotes"
            referee_file(path, **keys | {"clock": "1s", "limits": {"most_streams": 2}})
            assert (await hang_up(place, "settings read again"))["changed"] == {"limits.most_streams": 2}
            needs = await asyncio.to_thread(place.wait_for, "changed settings that need a restart")
            assert needs["keys"] == ["clock"]
            await players[0].answer(request, *request.default_picks)
            overs = await asyncio.gather(*(bot.play() for bot in players))
            assert {over.outcome.reason for over in overs} == {"points"}

    with subprocess.Popen([*PARLEY_COMMAND, "serve", str(referee_file(path, **keys))], stderr=subprocess.PIPE,
                          text=True) as process:
        try:
            place = RefereeProcess(process)
            asyncio.run(asyncio.wait_for(test(place), PATIENCE))
            place.wait_for("stopped")
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()
    assert not any(token in json.dumps(line) for line in place.lines for token in tokens)


def test_without_a_file_a_hang_up_ends_it(tmp_path):
    with referee(tmp_path) as place:
        place.process.send_signal(signal.SIGHUP)
        assert place.process.wait(PATIENCE) == -signal.SIGHUP


@pytest.mark.parametrize("listen", ["0.0.0.0:0", "[::]:0", "192.0.2.1:5000"])
def test_anybody_may_come_from_this_machine_only_unless_it_is_said(listen):
    with pytest.raises(BadConfig, match="would let anybody in: give every bot a token"):
        parse_referee({"game": "parley", "listen": listen})
    for said in ({"anybody": True}, {"tokens": "t"}, {"tls": {"cert": "c", "key": "k", "client_ca": "a"}}):
        assert parse_referee({"game": "parley", "listen": listen, **said}).table.listen == listen


def test_a_taken_port_is_said_before_anything_is_served():
    keys = {"game": "parley", "records": False}
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(CannotListen, match=f"cannot listen on {address}: the port is taken"):
            serve(parse_referee(keys | {"listen": address}))
        with pytest.raises(CannotListen, match=f"cannot listen on {address} for metrics: the port is taken"):
            serve(parse_referee(keys | {"listen": "127.0.0.1:0", "metrics": address}))
