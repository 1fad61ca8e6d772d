"""Files of tokens, who is let in by them, and what becomes of those whose token is revoked."""

from __future__ import annotations

import asyncio
import errno
import os
import stat
from concurrent.futures import ProcessPoolExecutor

import grpc
import pytest

from lawspeaker.v1.referee_service_pb2 import GoodbyeReason, Hello, PlayRequest
from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.server import connection as stream_module
from lawspeaker_referee.server import server as server_module
from lawspeaker_referee.server import tokens as file_module
from lawspeaker_referee.server import tokens as tokens_module
from lawspeaker_referee.server.tokens import (
    BadTokens,
    FileTokens,
    MemoryTokens,
    OpenAccess,
    WithPeople,
    create,
    read,
    revoke,
)
from tests.referee.server.live_server import bots, queue_server


@pytest.fixture
def file(tmp_path):
    return tmp_path / "tokens.txt"


def known(file) -> FileTokens:
    def complain(what: str) -> None:
        raise AssertionError(what)

    return FileTokens(file, complain)


def test_a_new_token_lets_its_bot_in_under_its_name_and_stands_nowhere_in_clear(file):
    token = create(file, "alice")
    tokens = known(file)
    assert tokens.admit(token).name == "alice"
    for wrong in ("", token[:-1], token + "A", token.lower(), "söken"):
        assert tokens.admit(wrong) is None
    assert token not in file.read_text()
    assert token.removeprefix("lsp_") not in file.read_text()
    assert token not in repr(tokens.admit(token))


def test_a_token_has_256_random_bits(monkeypatch, file):
    asked = []
    monkeypatch.setattr(file_module.secrets, "token_urlsafe", lambda count: asked.append(count) or "x")
    create(file, "alice")
    assert asked == [32]


def test_the_file_is_its_owners_alone_and_readable_by_people(file):
    create(file, "alice")
    create(file, "bob")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    heading, *lines = file.read_text().splitlines()
    assert heading.startswith("#")
    assert [line.split()[0] for line in lines] == ["alice", "bob"]
    assert [path.name for path in file.parent.iterdir()] == ["tokens.txt"]


def test_a_file_that_was_opened_to_a_group_stays_so(file):
    create(file, "alice")
    file.chmod(0o640)
    create(file, "bob")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_a_file_behind_a_link_is_changed_where_it_is(file, tmp_path):
    link = tmp_path / "link"
    create(file, "alice")
    link.symlink_to(file)
    create(link, "bob")
    assert link.is_symlink()
    assert [entry.name for entry in read(file)] == ["alice", "bob"]


def test_every_known_hash_is_compared_in_constant_time(monkeypatch, file):
    tokens = [create(file, name) for name in ("alice", "bob", "carol")]
    compared = []
    real = tokens_module.hmac.compare_digest
    monkeypatch.setattr(tokens_module.hmac, "compare_digest", lambda a, b: compared.append(a) or real(a, b))
    assert known(file).admit(tokens[0]).name == "alice"
    assert len(compared) == 3


def test_a_revoked_token_is_worthless_and_a_new_one_may_take_its_name(file):
    old = create(file, "alice")
    tokens = known(file)
    grant = tokens.admit(old)
    revoke(file, "alice")
    assert tokens.refresh()
    assert tokens.admit(old) is None
    assert not tokens.holds(grant)
    new = create(file, "alice")
    assert tokens.refresh()
    assert tokens.admit(new).name == "alice"
    assert not tokens.holds(grant), "the same name is not the same token"
    assert not tokens.refresh(), "nothing has changed since"


def revoke_twice(file):
    revoke(file, "alice")
    revoke(file, "alice")


@pytest.mark.parametrize(("change", "words"), [
    (lambda file: create(file, "alice"), "alice has a token already; revoke it first"),
    (lambda file: create(file, "a b"), "'a b' cannot be a token's name: a name is 1 to 64 letters"),
    (lambda file: create(file, "x" * 65), "cannot be a token's name"),
    (lambda file: create(file, "../x"), "cannot be a token's name"),
    (lambda file: revoke(file, "bob"), "has no token of 'bob'; `lawspeaker tokens list` shows"),
    (lambda file: revoke(file.with_name("none"), "bob"), "none: there is no such file"),
    (revoke_twice, "the token of alice was revoked 20"),
])
def test_what_cannot_be_is_refused_and_changes_nothing(file, change, words):
    create(file, "alice")
    before = file.read_text()
    with pytest.raises(BadTokens, match=words):
        change(file)
    assert file.read_text().split("revoked")[0].strip() == before.split("revoked")[0].strip()
    assert [path.name for path in file.parent.iterdir()] == ["tokens.txt"]


GOOD = "alice  sha256:" + "0" * 64 + "  created 2026-01-31T12:00:00Z"


@pytest.mark.parametrize(("text", "words"), [
    ("alice=s3cret\n", "not kept in clear any more; remove the line and run `lawspeaker tokens create alice`"),
    (f"# heading\n\n{GOOD}\nbob = x=y\n", "line 4: tokens are not kept in clear any more"),
    ("alice\n", "line 1: write NAME sha256:HASH created TIME"),
    (GOOD.replace("0" * 64, "0" * 63), "line 1: write NAME sha256:HASH"),
    (GOOD.replace("2026-01-31", "2026-13-31"), "line 1: '2026-13-31T12:00:00Z' is not a time such as"),
    (GOOD.replace("alice", "al/ice"), "line 1: 'al/ice' cannot be a token's name"),
    (f"{GOOD}\n{GOOD}\n", "line 2: alice stands in a line before"),
    (f"{GOOD} revoked\n", "line 1: write NAME sha256:HASH"),
])
def test_a_wrong_line_is_named_and_what_it_said_is_not_repeated(file, text, words):
    file.write_text(text)
    with pytest.raises(BadTokens) as error:
        known(file)
    assert words in str(error.value)
    assert "\n" not in str(error.value)
    assert "s3cret" not in str(error.value)
    with pytest.raises(BadTokens):
        create(file, "zoe")
    assert file.read_text() == text


def test_a_file_that_is_no_text_is_refused(file):
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(BadTokens, match="is not text in UTF-8"):
        read(file)


def _create(arguments):
    return create(*arguments)


@pytest.mark.slow
def test_changes_at_the_same_time_are_all_kept(file):
    names = [f"bot{number}" for number in range(24)]
    with ProcessPoolExecutor(4) as pool:
        tokens = list(pool.map(_create, [(file, name) for name in names]))
    found = known(file)
    assert [found.admit(token).name for token in tokens] == names
    assert len(found) == 24


def test_a_write_that_fails_leaves_the_file_as_it_was(monkeypatch, file):
    token = create(file, "alice")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(file_module.os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        create(file, "bob")
    monkeypatch.undo()
    assert [path.name for path in file.parent.iterdir()] == ["tokens.txt"]
    assert known(file).admit(token).name == "alice"
    assert len(known(file)) == 1


def test_a_token_is_told_where_the_names_in_a_folder_cannot_be_forced_to_the_disk(monkeypatch, file):
    real = os.fsync

    def fsync(descriptor):
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "Invalid argument")  # as of some network file systems
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    token = create(file, "ann")
    assert FileTokens(file, print).admit(token).name == "ann"


@pytest.mark.parametrize("harm", [lambda file: file.write_text("nonsense\n"), lambda file: file.unlink()])
def test_a_file_that_becomes_unreadable_is_complained_of_once_and_the_tokens_known_before_hold(file, harm):
    token, complaints = create(file, "alice"), []
    tokens = FileTokens(file, complaints.append)
    harm(file)
    assert [tokens.refresh() for _ in range(3)] == [False] * 3
    assert tokens.admit(token).name == "alice"
    complaint, = complaints
    assert complaint.startswith(str(file))
    assert complaint.endswith("; the tokens known before still hold")
    if file.exists():
        file.unlink()
    new = create(file, "bob")
    assert tokens.refresh()
    assert (tokens.admit(token), tokens.admit(new).name) == (None, "bob")


def test_tokens_in_memory_and_no_tokens_at_all():
    two = MemoryTokens({"0": "a", "1": "b"})
    assert (two.admit("b").name, two.admit("c"), len(two)) == ("1", None, 2)
    assert OpenAccess().admit("whatever").name == ""


def test_a_name_of_a_person_is_of_nobody_else_and_only_its_last_token_holds():
    store = WithPeople(MemoryTokens({"ann": "a", "robot": "r"}), ["ann"])
    assert (store.admit("a"), store.admit("r").person, store.names) == (None, False, {"ann", "robot"})
    first, second = store.issue("ann"), store.issue("ann")
    grant = store.admit(second)
    assert (store.admit(first), grant.name, grant.person, store.holds(grant)) == (None, "ann", True, True)
    assert WithPeople(OpenAccess(), ["ann"]).admit("whatever").name == ""


# --- behind a server ---


async def refused(bot, token):
    await bot.send(PlayRequest(hello=Hello(protocol=1, bot="x", token=token)))
    return await bot.end(), await bot.call.details()


UNKNOWN = (grpc.StatusCode.UNAUTHENTICATED, "this token is not known here")


def test_a_revoked_token_lets_nobody_in_any_more_and_a_new_one_does_at_once(monkeypatch, file):
    monkeypatch.setattr(server_module, "LOOK_EVERY", 3600.0)
    old = create(file, "alice")

    async def test():
        async with queue_server(tokens=known(file)) as place, bots(place.address, 3) as (one, two, three):
            assert (await one.hello(token=old)).HasField("welcome")
            assert place.number("lawspeaker_tokens") == 1
            revoke(file, "alice")
            assert await refused(two, old) == UNKNOWN
            assert (await one.next("goodbye")).message == "the token was revoked", "the bot that came saw to it"
            new = create(file, "alice")
            assert (await three.hello(token=new)).HasField("welcome")
            assert place.number("lawspeaker_streams_refused_total", reason="unauthenticated") == 1
            assert not any(token in place.log.getvalue() for token in (old, new))

    asyncio.run(test())


def test_a_live_stream_of_a_revoked_token_is_told_why_and_ended_while_others_play_on(monkeypatch, file):
    monkeypatch.setattr(server_module, "LOOK_EVERY", 0.01)
    alice, bob = create(file, "alice"), create(file, "bob")

    async def test():
        async with queue_server(tokens=known(file)) as place, bots(place.address, 2) as (one, two):
            await one.hello(token=alice)
            await two.hello(token=bob)
            await two.next("decision_request")
            revoke(file, "alice")
            goodbye = await one.next("goodbye")
            assert (goodbye.reason, goodbye.message) == (
                GoodbyeReason.GOODBYE_REASON_REVOKED, "the token was revoked")
            assert await one.end() == grpc.StatusCode.OK
            assert [stream.hello.identity for stream in place.server.play.streams] == ["bob"]
            assert place.number("lawspeaker_streams_closed_total", bot="alice", reason="revoked") == 1
            assert place.number("lawspeaker_tokens") == 1
            assert place.lines("bot left")[0]["why"] == "revoked"

    asyncio.run(test())


def test_a_revoked_bot_that_does_not_read_is_cut_off_too(monkeypatch, file):
    monkeypatch.setattr(server_module, "LOOK_EVERY", 0.01)
    monkeypatch.setattr(stream_module, "CLOSE_WITHIN", 0.05)
    alice = create(file, "alice")

    async def test():
        async with queue_server(tokens=known(file)) as place, bots(place.address, 1) as (one,):
            await one.hello(token=alice)
            stream, = place.server.play.streams
            for _ in range(200):  # far more than the connection takes without the bot reading
                stream.send(bytes(1 << 16))
            revoke(file, "alice")
            await place.server.play.empty.wait()
            assert place.number("lawspeaker_streams_closed_total", bot="alice", reason="revoked") == 1

    asyncio.run(test())


def test_a_token_opens_only_so_many_streams(file):
    alice, bob = create(file, "alice"), create(file, "bob")

    async def test():
        async with queue_server(players=4, tokens=known(file), limits=Limits(streams_a_token=2)) as place, \
                bots(place.address, 5) as (one, two, three, other, late):
            for bot, token in ((one, alice), (two, alice), (other, bob)):
                assert (await bot.hello(token=token)).HasField("welcome")
            assert await refused(three, alice) == (
                grpc.StatusCode.RESOURCE_EXHAUSTED, "this token has 2 streams open, as many as it may")
            assert place.number("lawspeaker_streams_refused_total", reason="streams_a_token") == 1
            for bot in (one, two, other):
                bot.call.cancel()
            await place.server.play.empty.wait()
            assert (await late.hello(token=alice)).HasField("welcome")

    asyncio.run(test())


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_a_file_changed_by_root_stays_its_owners(file):
    create(file, "alice")
    os.chown(file, 12345, 12345)
    create(file, "bob")
    found = file.stat()
    assert (found.st_uid, found.st_gid) == (12345, 12345)
