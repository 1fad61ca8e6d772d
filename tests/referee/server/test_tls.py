"""TLS on a real wire, and what a bot's author reads when it does not come about."""

from __future__ import annotations

import asyncio
import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import grpc.aio
import pytest

from lawspeaker.v1.referee_service_pb2 import GoodbyeReason
from lawspeaker_bot import ConnectionRefused, aio, tls_credentials
from lawspeaker_bot.tls import credentials_of_environment
from lawspeaker_bots import make as make_bot
from lawspeaker_referee.cli import referee_process
from lawspeaker_referee.cli.referee_process import serve
from lawspeaker_referee.config.referee import parse_referee
from lawspeaker_referee.config.server_keys import TlsFiles
from lawspeaker_referee.config.validation import BadConfig
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.server.tls import BadTls, ServerCertificates
from lawspeaker_referee.server.tokens import create
from tests.referee.server.certificates import OTHER_CURVE_CERT, OTHER_CURVE_KEY, make, with_odd_version
from tests.referee.server.live_server import PATIENCE, HandBot, queue_server
from tests.sample_sizes import first_quick

SOON = 0.6
"""Seconds that a bot tries to connect, here."""


@pytest.fixture(scope="module")
def pki(tmp_path_factory):
    """Certificates by name."""
    folder = tmp_path_factory.mktemp("pki")
    authority, stranger = make(folder, "authority"), make(folder, "stranger")
    (folder / "curve.key").write_text(OTHER_CURVE_KEY)
    (folder / "curve.crt").write_text(OTHER_CURVE_CERT)
    (folder / "second.crt").write_bytes(with_odd_version(authority.certificate))
    return {
        "authority": authority, "stranger": stranger,
        "server": make(folder, "server", authority),
        "elsewhere": make(folder, "elsewhere", authority, host="a.example"),
        "expired": make(folder, "expired", authority, days=(-9, -1)),
        "future": make(folder, "future", authority, days=(1, 9)),
        "locked": make(folder, "locked", authority, password=b"x"),
        "bot": make(folder, "bot", authority), "alien": make(folder, "alien", stranger),
    }


def complain(what):
    raise AssertionError(what)


def proof(pki, name="server", *, mutual=False):
    ca = pki["authority"].cert if mutual else None
    return ServerCertificates(TlsFiles(pki[name].cert, pki[name].key, ca), complain).credentials


def trust(pki, ca="authority", name=""):
    pair = pki[name] if name else None
    return tls_credentials(str(pki[ca].cert), str(pair.cert) if pair else "", str(pair.key) if pair else "")


def unreachable(server, client) -> str:
    """Return what a bot of ours is told."""
    async def test():
        async with queue_server(credentials=server) as place:
            with pytest.raises(ConnectionRefused) as error:
                await aio.run(make_bot("random"), place.address, "", credentials=client, connect_within=SOON)
            return str(error.value).partition("; ")[2]

    return asyncio.run(test())


@pytest.mark.parametrize(("mutual", "own"), [(False, ""), (False, "bot"), (True, "bot")])
def test_bots_that_trust_the_referee_play_encrypted(pki, mutual, own):
    async def test():
        async with queue_server(credentials=proof(pki, mutual=mutual), matches=1) as place:
            client = trust(pki, name=own)
            runs = [asyncio.create_task(aio.run(make_bot("random"), place.address, "", credentials=client))
                    for _ in range(2)]
            await place.queue.complete.wait()
            await place.server.stop(GoodbyeReason.GOODBYE_REASON_DONE, "")
            await asyncio.gather(*runs)
            assert len(place.lines("match ended")) == 1

    asyncio.run(test())


def expired(pki):
    """A server whose certificate ran out while it was serving: it would not begin with one."""
    pair = pki["expired"]
    return grpc.ssl_server_credentials([(pair.key.read_bytes(), pair.cert.read_bytes())])


@pytest.mark.parametrize(("server", "client", "words"), first_quick(3, [
    (proof, lambda pki: trust(pki, "stranger"),
     "accepted (unable to get local issuer certificate); does LAWSPEAKER_TLS_CA hold the authority that signed it?"),
    (expired, trust, "the referee's certificate is not accepted (certificate has expired)"),
    (lambda pki: proof(pki, "elsewhere"), trust,
     "the referee's certificate is for another name; dial one that stands in it"),
    (proof, lambda _: None,
     "the connection was closed at once; if the referee speaks TLS, set LAWSPEAKER_TLS_CA"),
    (lambda _: None, trust, "no TLS is spoken there; leave LAWSPEAKER_TLS_CA away if the network may be trusted"),
    (lambda pki: proof(pki, mutual=True), trust,
     "if the referee asks for the bot's certificate, set LAWSPEAKER_TLS_CERT and LAWSPEAKER_TLS_KEY to one that"),
    (lambda pki: proof(pki, mutual=True), lambda pki: trust(pki, name="alien"), "of an authority that it knows"),
    (lambda pki: proof(pki, mutual=True), lambda pki: trust(pki, name="expired"), "to one that has not expired"),
]))
def test_what_hinders_tls_is_told_to_the_bot(pki, server, client, words):
    assert words in unreachable(server(pki), client(pki))


@pytest.mark.slow
def test_a_bot_process_takes_its_files_from_the_environment_and_says_in_one_line_what_is_wrong(pki):
    async def test():
        async with queue_server(credentials=proof(pki)) as place:
            done = await asyncio.create_subprocess_exec(
                sys.executable, "-c", f"from lawspeaker_bot import Bot, run; run(Bot(), connect_within={SOON})",
                env=os.environ | {"LAWSPEAKER_ADDRESS": place.address, "LAWSPEAKER_TLS_CA": str(pki["stranger"].cert)},
                stderr=subprocess.PIPE)
            _, text = await done.communicate()
            assert done.returncode == 1
            assert text.decode().startswith(f"lawspeaker_bot: no referee answers at {place.address}")
            assert "certificate is not accepted" in text.decode()
            assert text.count(b"\n") == 1

    asyncio.run(test())


@pytest.mark.parametrize(("variables", "words"), [
    ({"CERT": "bot.crt", "KEY": "bot.key"}, "LAWSPEAKER_TLS_CERT and LAWSPEAKER_TLS_KEY need LAWSPEAKER_TLS_CA"),
    ({"CA": "authority.crt", "CERT": "bot.crt"}, "a certificate and its key go together"),
    ({"CA": "nowhere"}, "nowhere: No such file or directory"),
    ({"CA": "bot.key"}, "bot.key holds no certificate in PEM"),
    ({"CA": "authority.crt", "CERT": "bot.crt", "KEY": "bot.crt"}, "bot.crt holds no private key in PEM"),
    ({"CA": "authority.crt", "CERT": "bot.crt", "KEY": "locked.key"}, "locked.key is locked with a password"),
    ({"CA": "empty.crt"}, "empty.crt holds no certificate that can be read"),
    ({"CA": "authority.crt", "CERT": "empty.crt", "KEY": "bot.key"}, "cannot be used together: one cannot be read"),
    ({"CA": "public", "CERT": "bot.crt", "KEY": "alien.key"}, "together: the key is of another certificate"),
])
def test_a_bots_wrong_files_are_named(pki, monkeypatch, variables, words):
    monkeypatch.chdir(pki["bot"].cert.parent)
    Path("empty.crt").write_text("-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----\n")
    for name, value in variables.items():
        monkeypatch.setenv(f"LAWSPEAKER_TLS_{name}", value)
    with pytest.raises(ConnectionRefused, match=words):
        credentials_of_environment()


def test_without_variables_bots_speak_in_clear_and_public_needs_no_file(monkeypatch):
    for name in ("CA", "CERT", "KEY"):
        monkeypatch.delenv(f"LAWSPEAKER_TLS_{name}", raising=False)
    assert credentials_of_environment() is None
    monkeypatch.setenv("LAWSPEAKER_TLS_CA", "public")
    assert isinstance(credentials_of_environment(), grpc.ChannelCredentials)


# --- the referee's files ---


@pytest.mark.parametrize(("cert", "key", "ca", "words"), [
    ("expired.crt", "expired.key", None, "expired.crt: the certificate expired 20"),
    ("future.crt", "future.key", None, "future.crt: the certificate holds only from 20"),
    ("server.crt", "bot.key", None, "bot.key is not the key of the first certificate in server.crt"),
    ("server.key", "server.key", None, "server.key holds no certificates in PEM"),
    ("server.crt", "server.crt", None, "server.crt is no private key in PEM"),
    ("locked.crt", "locked.key", None, "locked.key is locked with a password; give a key without one"),
    ("server.crt", "server.key", "server.key", "server.key holds no certificates in PEM"),
    ("server.crt", "server.key", "expired.crt", "expired.crt: the certificate expired 20"),
    ("server.crt", "curve.key", None, "curve.key is a key of a kind that is not known here"),
    ("curve.crt", "server.key", None, "curve.crt has a key of a kind that is not known here"),
    ("second.crt", "server.key", None, "second.crt holds no certificates in PEM"),
])
def test_wrong_files_are_named_before_anything_is_served(pki, monkeypatch, tmp_path, cert, key, ca, words):
    monkeypatch.chdir(pki["server"].cert.parent)
    files = {"cert": cert, "key": key} | ({"client_ca": ca} if ca else {})
    with pytest.raises(BadTls, match=words):
        serve(parse_referee({"game": "parley", "listen": "127.0.0.1:0", "records": str(tmp_path / "records"),
                             "tls": files}))
    assert not (tmp_path / "records").exists()


def test_a_renewed_certificate_is_used_without_a_restart_and_a_broken_one_is_complained_of(pki, tmp_path):
    fresh = make(tmp_path, "fresh", pki["stranger"])
    files = TlsFiles(tmp_path / "crt", tmp_path / "key")
    files.cert.write_bytes(pki["server"].cert.read_bytes())
    files.key.write_bytes(pki["server"].key.read_bytes())
    complaints: list[str] = []

    async def joins(place, ca):
        async with grpc.aio.secure_channel(place.address, trust(pki, ca)) as channel, asyncio.timeout(PATIENCE):
            return (await HandBot(channel).hello()).HasField("welcome")

    async def test():
        certificates = ServerCertificates(files, complaints.append)
        async with queue_server(credentials=certificates.credentials, players=4) as place:
            assert await joins(place, "authority")
            files.cert.write_bytes(fresh.cert.read_bytes())
            assert await joins(place, "authority"), "the key is still the old one, so is the certificate"
            complaint, = complaints
            assert complaint == (f"{files.key} is not the key of the first certificate in {files.cert}; the "
                                 "certificates known before are used")
            files.key.write_bytes(fresh.key.read_bytes())
            assert await joins(place, "stranger")
            assert len(complaints) == 1

    asyncio.run(test())


# --- warnings ---


def served(monkeypatch, **settings):
    """The log of a referee that ends at once."""
    text = io.StringIO()

    async def end(*_):
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.sleep(0)

    monkeypatch.setattr(referee_process, "_first_of", end)
    monkeypatch.setattr(referee_process, "_drain", end)
    serve(parse_referee({"game": "parley", "records": False, **settings}), make_log(text))
    return [json.loads(line) for line in text.getvalue().splitlines()]


def test_listening_beyond_this_machine_without_tls_or_a_proxy_is_warned_of_in_one_line_each(pki, monkeypatch, tmp_path):
    create(tmp_path / "tokens", "alice")
    tls = {"cert": str(pki["server"].cert), "key": str(pki["server"].key)}
    public, behind = {"listen": "0.0.0.0:0", "tokens": str(tmp_path / "tokens")}, {"trusted_proxies": ["10.0.0.0/8"]}
    for settings, warned in (
        (public, ["no TLS", "no proxy"]),
        ({"listen": "0.0.0.0:0", "anybody": True}, ["no TLS", "no proxy"]),
        (public | {"tls": tls}, ["no proxy"]),
        (public | behind, ["no TLS"]),
        (public | behind | {"tls": tls}, []),
        ({"listen": "127.0.0.1:0"}, []),
    ):
        lines = served(monkeypatch, **settings)
        warnings = [line["event"] for line in lines if line["level"] == "warning"]
        assert [warning.partition(":")[0] for warning in warnings] == warned, settings
        assert all("docs/proxy.md" in warning for warning in warnings if warning.startswith("no proxy"))
        assert next(line for line in lines if line["event"] == "serving")["tls"] == ("tls" in settings)


def test_a_file_without_a_token_that_holds_is_warned_of(monkeypatch, tmp_path):
    (tmp_path / "tokens").touch()
    lines = served(monkeypatch, listen="127.0.0.1:0", tokens=str(tmp_path / "tokens"))
    assert [line["event"][:14] for line in lines if line["level"] == "warning"] == ["no token holds"]


def test_bots_certificates_stand_in_for_tokens_beyond_this_machine(pki, monkeypatch):
    tls = {"cert": str(pki["server"].cert), "key": str(pki["server"].key)}
    lines = served(monkeypatch, listen="0.0.0.0:0", tls=tls | {"client_ca": str(pki["authority"].cert)})
    assert any(line["event"] == "serving" for line in lines)
    with pytest.raises(BadConfig, match="would let anybody in"):
        served(monkeypatch, listen="0.0.0.0:0", tls=tls)
