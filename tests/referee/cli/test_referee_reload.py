"""A running referee takes over some of its settings at SIGHUP, names the others, and logs both."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc.aio
import pytest

from lawspeaker.v1.referee_service_pb2 import GoodbyeReason
from lawspeaker_bot import tls_credentials
from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.referee_reload import RELOADED, Reload, ReloadedParts
from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.config.referee import KEYS, parse_referee
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.server.tls import ServerCertificates
from lawspeaker_referee.server.tokens import FileTokens, create, revoke
from tests.referee.server.certificates import make
from tests.referee.server.live_server import PATIENCE, HandBot, QueueServer, bots, queue_server


class Running:
    """A server, its settings, and how they are read again."""

    def __init__(self, place: QueueServer, reload: Reload, keys: dict[str, Any]) -> None:
        self.place, self.reload, self._keys = place, reload, keys

    def again(self, **changes: Any) -> list[dict[str, Any]]:
        """Read the settings with changed keys; None leaves one out. Return the new lines of the log."""
        before = len(self.place.log.getvalue().splitlines())
        keys = {key: value for key, value in (self._keys | changes).items() if value is not None}
        self.reload.now(lambda: parse_referee(keys, "referee.toml"))
        return [json.loads(line) for line in self.place.log.getvalue().splitlines()[before:]]


@asynccontextmanager
async def running(**keys: Any) -> AsyncIterator[Running]:
    keys = {"game": "parley", **keys}
    config = parse_referee(keys)
    tokens = FileTokens(config.tokens, pytest.fail) if config.tokens else None
    certificates = ServerCertificates(config.tls, pytest.fail) if config.tls else None
    async with queue_server(tokens=tokens, limits=config.limits, players=4,
                            credentials=certificates.credentials if certificates else None) as place:
        parts = ReloadedParts(place.server, place.queue, tokens, certificates)
        yield Running(place, Reload(config, parts, make_log(place.log)), keys)


def run(test: Callable[[], Any]) -> None:
    asyncio.run(asyncio.wait_for(test(), PATIENCE))


def test_what_is_the_same_is_read_without_a_change():
    async def test():
        async with running() as here:
            line, = here.again()
            assert (line["event"], line["level"], line["changed"]) == ("settings read again", "info", {})

    run(test)


def test_limits_hold_for_bots_that_come_after_and_close_no_stream():
    async def test():
        async with running(limits={"most_streams": 3}) as here, bots(here.place.address, 3, version="1") as three:
            line, = here.again(limits={"most_streams": 2, "most_matches": 9, "flood_patience": "1m"})
            assert line["changed"] == {
                "limits.most_streams": 2, "limits.most_matches": 9, "limits.flood_patience": "1m"}
            assert here.place.server.play.limits == Limits(streams=2, flood_patience=60.0)
            assert len(here.place.server.play.streams) == len(three)
            async with grpc.aio.insecure_channel(here.place.address) as channel:
                with pytest.raises(grpc.aio.AioRpcError, match="all 2 places are taken"):
                    await HandBot(channel).hello()
            here.again(limits={"most_streams": 4})
            async with bots(here.place.address, 1, version="1") as (fourth,):
                assert (await fourth.next("match_started")).seat in range(4)

    run(test)


def test_another_file_of_tokens_lets_others_in_and_sends_away_whom_it_does_not_name(tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    ann, bob = create(old, "ann"), create(old, "bob")
    new.write_text(next(line for line in old.read_text().splitlines() if line.startswith("bob")) + "\n")
    cid = create(new, "cid")

    async def test():
        async with running(tokens=str(old)) as here, bots(here.place.address, 3) as (one, two, three):
            await one.hello(token=ann)
            await two.hello(token=bob)
            lines = here.again(tokens=str(new))
            assert [line["event"] for line in lines[:2]] == ["tokens changed", "settings read again"]
            assert lines[1]["changed"] == {"tokens": str(new)}
            assert (await one.next("goodbye")).reason == GoodbyeReason.GOODBYE_REASON_REVOKED
            await three.hello(token=cid)
            assert {stream.hello.identity for stream in here.place.server.play.streams} == {"bob", "cid"}
            revoke(new, "cid")
            assert "tokens changed" in [line["event"] for line in here.again(tokens=str(new))]
            assert (await three.next("goodbye")).reason == GoodbyeReason.GOODBYE_REASON_REVOKED
            text = here.place.log.getvalue()
            assert not any(token in text for token in (ann, bob, cid))

    run(test)


def test_another_certificate_is_shown_to_the_next_bot_and_open_streams_go_on(tmp_path):
    old_authority, new_authority = make(tmp_path, "old-authority"), make(tmp_path, "new-authority")
    first, second = make(tmp_path, "first", old_authority), make(tmp_path, "second", new_authority)

    async def joins(here: Running, authority: Path) -> bool:
        credentials = tls_credentials(str(authority))
        async with grpc.aio.secure_channel(here.place.address, credentials) as channel:
            return (await HandBot(channel).hello()).HasField("welcome")

    async def test():
        old, new = ({"cert": str(pair.cert), "key": str(pair.key)} for pair in (first, second))
        async with (running(tls=old) as here,
                    grpc.aio.secure_channel(here.place.address, tls_credentials(str(old_authority.cert))) as channel):
            bot = HandBot(channel)
            await bot.hello()
            line, = here.again(tls=new)
            assert set(line["changed"]) == {"tls.cert", "tls.key"}
            assert await joins(here, new_authority.cert)
            assert len(here.place.server.play.streams) >= 1
            wrong, = here.again(tls=new | {"key": str(first.key)})
            assert "is not the key of the first certificate in" in wrong["error"]
            assert await joins(here, new_authority.cert)

    run(test)


@pytest.mark.parametrize(("changes", "keys"), [
    ({"listen": "127.0.0.1:7"}, ["listen"]),
    ({"clock": "5s", "options": {"rounds": 1}}, ["options", "clock"]),
    ({"limits": {"keepalive": "5s", "message_bytes": 2048}}, ["limits.message_bytes", "limits.keepalive"]),
    ({"limits": {"most_streams": 90_000}}, ["limits.most_streams"]),
    ({"tokens": None, "anybody": True}, ["tokens", "anybody"]),
    ({"tls": {"cert": "CERT", "key": "KEY"}}, ["tls.cert", "tls.key"]),
    ({"ladder": {}}, ["ladder.versions", "ladder.rest", "ladder.wait_for_ledger", "ladder.allow_hosts",
                      "ladder.challenges", "ladder.challenge_options"]),
])
def test_what_needs_a_restart_is_named_each_time_and_does_not_change(tmp_path, changes, keys):
    create(tmp_path / "tokens", "ann")
    pair = make(tmp_path, "pair")
    if "tls" in changes:
        changes = {"tls": {"cert": str(pair.cert), "key": str(pair.key)}}

    async def test():
        async with running(tokens=str(tmp_path / "tokens")) as here:
            before = here.reload.config
            for _ in range(2):
                info, warning = here.again(**changes, grace="1h")
                assert (warning["event"], warning["level"]) == ("changed settings that need a restart", "warning")
                assert sorted(warning["keys"]) == sorted(keys)
                assert not set(info["changed"]) & set(keys)
            assert here.reload.config.grace == 3600.0
            assert here.reload.config.table == parse_referee(
                {"game": "parley", "tokens": str(tmp_path / "tokens"), "grace": "1h"}).table
            assert here.reload.config.limits == before.limits

    run(test)


@pytest.mark.parametrize(("changes", "words"), [
    ({"listne": "x"}, "referee.toml: there is no 'listne' (did you mean 'listen'?)"),
    ({"grace": "5"}, "referee.toml: grace: '5' has no unit"),
    ({"tokens": "/nowhere"}, "/nowhere: No such file or directory"),
])
def test_settings_that_are_wrong_change_nothing(tmp_path, changes, words):
    create(tmp_path / "tokens", "ann")

    async def test():
        async with running(tokens=str(tmp_path / "tokens")) as here:
            before = here.reload.config
            line, = here.again(**changes, limits={"most_streams": 7})
            assert (line["event"], line["level"]) == (
                "settings cannot be read again; those known before still hold", "warning")
            assert line["error"].startswith(words)
            assert here.reload.config == before
            here.reload.now(lambda: (_ for _ in ()).throw(WrongInput("no option")))
            assert '"error": "no option"' in here.place.log.getvalue()

    run(test)


def test_what_is_read_again_are_keys_that_there_are():
    assert set(KEYS) >= RELOADED
