"""Tournaments of bots that connect by themselves, among bots that are started and bots in this process."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from lawspeaker_bot import Bot, ConnectionLost, aio
from lawspeaker_bot.random_bot import RandomBot
from lawspeaker_engine.games import GAMES
from lawspeaker_referee.competition.formats import entries
from lawspeaker_referee.competition.tournament.blocks import record_path
from lawspeaker_referee.competition.tournament.runner import CannotRun, Runner, RunnerSettings
from lawspeaker_referee.competition.tournament.setup import begin
from lawspeaker_referee.competition.tournament.state import PAUSED
from lawspeaker_referee.config.validation import BadConfig
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from lawspeaker_referee.server.tokens import create
from measure.nginx import kept_port
from tests.games.parley import PARLEY
from tests.referee.competition.quick_tournaments import terms_of
from tests.referee.competition.test_runner import Tournament, rounds
from tests.referee.competition.workers_here import put_workers_here
from tests.sample_sizes import first_quick

GREEDY = {"name": "here", "spec": "random"}
REMOTE = [{"name": name, "spec": f"token:{name}-token"} for name in ("ann", "bob", "cleo", "dan")]
LONG = "10m"


@pytest.fixture(autouse=True)
def here(monkeypatch):
    monkeypatch.setitem(GAMES, PARLEY.name, PARLEY)
    put_workers_here(monkeypatch)


class Event(Tournament):
    """A tournament to which bots of this process connect over TCP, when the test says so."""

    def __init__(self, folder: Path, *bots, wait: str = LONG, port: int = 0, **changes) -> None:
        path = folder / "tokens.txt"
        self.tokens = {name: create(path, f"{name}-token")
                       for bot in bots if bot["spec"].startswith("token:") for name in [bot["name"]]}
        listen = {"address": f"127.0.0.1:{port}", "tokens": str(path), "wait": wait}
        super().__init__(folder, *bots, listen=listen, **changes)
        self.bots: dict[str, asyncio.Task[None]] = {}
        self.port = 0

    def connect(self, name: str, bot: Bot | None = None, token: str = "") -> asyncio.Task[None]:
        playing = self.bots[name] = asyncio.ensure_future(aio.run(
            bot or RandomBot(), f"127.0.0.1:{self.port}", token or self.tokens[name], reconnect_within=0))
        return playing

    def play(self, on_news: Callable[[dict], None] = lambda _: None, come: tuple[str, ...] | None = None) -> None:
        """Play it to its end; bots come as soon as the referee listens, all of them unless `come` says who."""
        terms = begin(self.ledger, self.terms)

        def heard(what):
            self.news.append(what)
            if what.get("port") and not self.port:
                self.port = what["port"]
                for name in self.tokens if come is None else come:
                    self.connect(name)
            on_news(what)

        async def run():
            self.runner = Runner(terms, self.ledger, RunnerSettings(self.url, 2), heard)
            async with asyncio.timeout(120):
                await self.runner.run()
            for each in self.bots.values():
                with suppress(asyncio.CancelledError, ConnectionLost):  # it goes on later, after a pause
                    await asyncio.wait_for(each, 30)

        asyncio.run(run())
        assert self.ledger.leases("cup") == []

    def check(self, matches: int) -> None:
        """Every record verifies and names its bots by their entrants."""
        counted = self.ledger.counted("cup")
        assert len(counted) == matches
        for each in counted:
            record = read_record(Path(each.record_path))
            assert verify(record).ok
            assert tuple(seat.identity for seat in record.header.seats) == each.played.seats


FORMATS = {
    "round-robin": ({"kind": "round-robin"}, 20),
    "seed-blocks": ({"kind": "seed-blocks"}, 20),
    "gauntlet": ({"kind": "gauntlet", "challengers": ["ann", "here"]}, 12),
    "swiss": ({"kind": "swiss", "rounds": 2}, 8),
    "knockout": ({"kind": "knockout", "tiebreaks": 0}, 8),
}


@pytest.mark.parametrize("kind", first_quick(2, FORMATS))
def test_in_every_format_bots_that_connect_meet_bots_that_are_started(tmp_path, kind):
    form, matches = FORMATS[kind]
    event = Event(tmp_path, *REMOTE, GREEDY, format=form)
    event.play()
    assert event.status.word == "complete"
    event.check(matches)
    assert not any(sum(each.faults) for each in event.ledger.results("cup"))


def test_bots_in_this_process_meet_bots_that_connect_by_the_clock(tmp_path):
    near = {"name": "near", "spec": "python:lawspeaker_bot.random_bot:RandomBot"}
    event = Event(tmp_path, *REMOTE[:2], near, in_process=True)
    assert event.terms.clock.text == "5s"
    event.play()
    event.check(6)


def test_a_bot_that_can_play_several_matches_at_once_does_so_on_one_stream(tmp_path):
    seen: list[int] = []

    class Busy(RandomBot):
        def __init__(self):
            super().__init__()
            self.now = 0

        def started(self, match):
            self.now += 1
            seen.append(self.now)

        def over(self, result):
            self.now -= 1

    event = Event(tmp_path, *REMOTE[:2], format=rounds(12))

    def come(what):
        if what.get("port") and not event.bots:
            for name in event.tokens:
                event.connect(name, Busy())

    event.play(come, come=())
    event.check(24)
    assert 1 < max(seen) <= 4


def test_others_play_while_a_bot_is_away_and_it_plays_its_matches_when_it_comes(tmp_path):
    event = Event(tmp_path, *REMOTE[:2], GREEDY, format=rounds(2))
    order = []

    def come_late(what):
        if "counted" in what:
            order.append(sorted(what["seats"]))
            if len(order) == 4:
                event.connect("bob")

    event.play(come_late, come=("ann",))
    event.check(12)
    assert order[:4] == [["ann", "here"]] * 4, "nobody waits for bob"
    assert not any(sum(each.faults) for each in event.ledger.results("cup"))


def test_who_never_comes_loses_its_matches_in_the_end_by_the_policy(tmp_path):
    event = Event(tmp_path, *REMOTE[:2], GREEDY, wait="200ms")
    order = []
    event.play(lambda what: order.append(what) if "counted" in what else None, come=("ann",))
    event.check(6)
    assert [sorted(what["seats"]) for what in order[:2]] == [["ann", "here"]] * 2
    for what in order[2:]:
        assert dict(zip(what["seats"], what["ranks"], strict=True))["bob"] == 2
    assert [[what["seats"][seat] for seat in what["forfeited"]] for what in order] == [[], []] + [["bob"]] * 4
    lost = read_record(record_path(event.terms, "cup/r1-ann+bob/1"))
    [forfeit] = lost.footer.forfeits
    assert (lost.header.seats[forfeit.seat].identity, forfeit.evidence) == ("bob", "it did not come within 200ms")


def test_of_two_who_never_come_neither_wins(tmp_path):
    event = Event(tmp_path, *REMOTE[:2], wait="200ms")
    event.play(come=())
    event.check(2)
    assert [each.ranks for each in event.ledger.results("cup")] == [(1, 1), (1, 1)]
    lost = read_record(record_path(event.terms, "cup/r1-ann+bob/1"))
    assert [each.evidence for each in lost.footer.forfeits] == ["it did not come within 200ms"] * 2
    assert {seat.identity for seat in lost.header.seats} == {"ann", "bob"}


def test_it_waits_as_long_as_the_file_says_before_anybody_loses(tmp_path):
    event = Event(tmp_path, *REMOTE[:2])
    looks = []

    def look(what):
        if "idle" in what or "connected" in what:
            looks.append(what)
        if len(looks) == 1:
            asyncio.get_running_loop().call_later(1.0, lambda: event.ledger.decide("cup", PAUSED, {}))

    event.play(look, come=("ann",))
    assert event.status.word == "paused"
    assert not event.digests


def test_who_leaves_between_matches_comes_back_to_the_rest(tmp_path):
    event = Event(tmp_path, *REMOTE[:2], format=rounds(3) | {"seats": 2})
    back = []

    def return_soon(what):
        if "counted" in what and not back:
            back.append(what)
            event.bots["bob"].cancel()
            asyncio.get_running_loop().call_later(0.3, lambda: event.connect("bob"))

    event.play(return_soon)
    event.check(6)
    assert event.status.word == "complete"


@pytest.mark.parametrize(("who", "line"), [
    ("eve", "no bot of this tournament has the token eve-token"),
    ("ann@2", "sends 1.0"),
])
def test_strangers_and_other_versions_are_refused_with_a_line(tmp_path, who, line):
    bots = [{"name": "ann", "version": "2.0", "spec": "token:ann-token"}, GREEDY]
    event = Event(tmp_path, *bots)
    eve = create(tmp_path / "tokens.txt", "eve-token")
    refused = []

    class First(RandomBot):
        version = "1.0"

    class Second(RandomBot):
        version = "2.0"

    def come(what):
        if what.get("port") and not event.bots:
            wrong = event.connect("wrong", First(), event.tokens["ann"] if who != "eve" else eve)
            wrong.add_done_callback(lambda done: (refused.append(done.exception()), event.bots.pop("wrong"),
                                                  event.connect("ann", Second())))

    event.play(come, come=())
    event.check(2)
    assert who == "eve" or "its version is 1.0; send 2.0 in Hello.version" in str(refused[0])
    assert who != "eve" or line in str(refused[0])


def test_an_address_in_use_and_a_missing_file_of_tokens_end_the_run_with_a_line(tmp_path):
    event = Event(tmp_path, *REMOTE[:2])
    (tmp_path / "tokens.txt").unlink()
    with pytest.raises(CannotRun, match=r"tokens.txt"):
        event.play()
    with kept_port() as port, closing(socket.create_server(("127.0.0.1", port))):
        taken = Event(tmp_path, *REMOTE[:2], port=port)
        with pytest.raises(CannotRun, match=rf"cannot listen on 127.0.0.1:{port}: the port is taken; if another "
                                            "run of cup listens there, it plays on, and takes over"):
            taken.play()


BAD = [
    ({"listen": None}, "listen is missing"),
    ({"format": {"kind": "round-robin", "self_play": True}}, "self_play needs copies of a bot"),
    ({"listen": {"address": "here", "tokens": "t"}}, "listen: address: 'here' is not HOST:PORT"),
    ({"listen": {"address": "127.0.0.1:1", "tokens": "t", "wait": "soon"}}, "listen: wait: 'soon' is no time"),
    ({"bots": [*REMOTE[:1], {"name": "x", "spec": "token:ann-token"}]}, "the token ann-token is that of bot ann"),
    ({"bots": [*REMOTE[:1], {"name": "x", "spec": "token:x", "fresh": True}]}, "fresh: is for bots that are started"),
    ({"bots": [GREEDY, {"name": "x", "spec": "random"}]}, "no bot connects here"),
    ({"bots": [GREEDY, {"name": "x", "spec": "token:"}]}, "names no token"),
]


@pytest.mark.parametrize(("changes", "line"), BAD, ids=[line for _, line in BAD])
def test_what_does_not_go_with_bots_that_connect_is_refused(tmp_path, changes, line):
    good = {"listen": {"address": "127.0.0.1:1", "tokens": "t"}, "bots": REMOTE[:2]}
    assert terms_of(tmp_path, **good).remote == {"ann": "ann-token", "bob": "bob-token"}
    with pytest.raises(BadConfig, match=line):
        terms_of(tmp_path, **{key: value for key, value in (good | changes).items() if value is not None})


def test_the_ledger_keeps_where_bots_connect(tmp_path):
    terms = terms_of(tmp_path, *REMOTE[:2], listen={
        "address": "127.0.0.1:50051", "tokens": "t", "wait": "12h", "trusted_proxies": ["10.0.0.0/8"],
        "limits": {"streams_a_token": 2}})
    from lawspeaker_referee.config.tournament import parse_config

    again = parse_config(terms.as_dict(), "the ledger")
    assert again == terms and again.listen is not None
    assert (again.listen.seconds, again.listen.stream_limits.streams_a_token) == (12 * 3600, 2)
    assert Counter(len(entry.seats) for entry in entries(again)) == {2: 2}
