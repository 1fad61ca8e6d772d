"""Several referees that play one ladder with a PostgreSQL ledger, each a process that may be killed."""

from __future__ import annotations

import asyncio
import io
import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from time import monotonic, sleep

import grpc
import psycopg
import pytest

from lawspeaker.v1.ladder_service_pb2 import GetStandingsRequest, GetStandingsResponse
from lawspeaker_engine.games import find_game
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.competition.kept_check import check_kept
from lawspeaker_referee.competition.kept_ratings import kept_ratings
from lawspeaker_referee.competition.ladder.service import LadderService
from lawspeaker_referee.competition.ledger import Ledger
from lawspeaker_referee.competition.ledger.schema import canonical_json
from lawspeaker_referee.competition.ledger.session_lock import CLASS
from lawspeaker_referee.competition.recount import Recount
from lawspeaker_referee.competition.tournament.setup import known
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.referee import LadderSettings
from lawspeaker_referee.config.validation import BadConfig
from lawspeaker_referee.host.queue_config import QueueConfig
from lawspeaker_referee.host.storage import SECRET_FILE
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.server.tokens import create
from measure.nginx import kept_port
from tests.referee.competition.conftest import made
from tests.referee.referee_file import referee_file

pytestmark = pytest.mark.slow

NAME = "northgard-ladder"
LABELS = ("east", "north", "west")
BOTS = {"east": ("ann", "bob"), "north": ("cy", "dan"), "west": ("ann", "cy")}
"""The bots of each referee: two of them are at two referees."""
KILLS = 2
PATIENCE = 60.0
"""Seconds that a busy machine may take for one step."""


class Site:
    """One referee: its folder, port, bots and log."""

    def __init__(self, folder: Path, label: str, url: str, tokens: Path, secret: Path, port: int) -> None:
        self.folder, self.label, self._url, self._tokens = folder / label, label, url, tokens
        (self.folder / "records").mkdir(parents=True)
        shutil.copy(secret, self.folder / "records" / SECRET_FILE)
        self.address = f"127.0.0.1:{port}"
        self.log = self.folder / "log"
        self.process: subprocess.Popen | None = None

    def start(self) -> None:
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "lawspeaker_referee", "serve", referee_file(
                    self.folder / "referee.toml", game="northgard", ladder={"ledger": self._url, "rest": "2s"},
                    tokens=self._tokens, records=self.folder / "records", limits={"matches_a_stream": 1},
                    clock="move=5s,reconnect=20s"),
                 "--referee", self.label, "--listen", self.address], stderr=log)

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def standings(self) -> GetStandingsResponse:
        with grpc.insecure_channel(self.address) as channel:
            ask = channel.unary_unary("/lawspeaker.v1.LadderService/GetStandings",
                                      request_serializer=GetStandingsRequest.SerializeToString,
                                      response_deserializer=GetStandingsResponse.FromString)
            return ask(GetStandingsRequest(), timeout=60, wait_for_ready=True)

    @property
    def records(self) -> set[str]:
        return {path.stem for path in (self.folder / "records").glob("*.lsr")}

    def events(self, event: str) -> list[dict]:
        text = self.log.read_text() if self.log.exists() else ""
        return [line for line in map(json.loads, text.splitlines()) if line["event"] == event]


@contextmanager
def sites(folder: Path, url: str):
    """Three referees that play, with their bots."""
    tokens = {name: create(folder / "tokens", name) for name in ("ann", "bob", "cy", "dan")}
    (folder / "secret").write_text("07" * 32 + "\n")
    found: list[Site] = []
    processes: list[subprocess.Popen] = []
    ports = ExitStack()
    try:
        found += [Site(folder, label, url, folder / "tokens", folder / "secret", ports.enter_context(kept_port()))
                  for label in LABELS]
        for site in found:
            site.start()
        until(lambda: all(site.events("serving") for site in found), *(site.log for site in found))
        processes += [subprocess.Popen(
            [sys.executable, "-m", "lawspeaker_bot.random_bot"], stderr=subprocess.DEVNULL,
            env={**os.environ, "LAWSPEAKER_ADDRESS": site.address, "LAWSPEAKER_TOKEN": tokens[name],
                 "LAWSPEAKER_RECONNECT_WITHIN": "300"}) for site in found for name in BOTS[site.label]]
        yield found
    finally:
        for process in (*processes, *(site.process for site in found if site.process)):
            process.kill()
            process.wait()
        ports.close()


def until(true, *logs: Path) -> None:
    end = monotonic() + PATIENCE
    while not true():
        assert monotonic() < end, [log.read_text()[-1000:] for log in logs]
        sleep(0.05)


def raters(url: str) -> int:
    """How many processes hold the lock of who rates."""
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND "
                                 "classid = %s AND database = (SELECT oid FROM pg_database WHERE datname = "
                                 "current_database())", [CLASS]).fetchone()
        assert row is not None
        return row[0]


def test_three_referees_of_which_any_is_killed_count_each_match_once_and_one_of_them_rates(tmp_path, postgresql):
    url, dice = made(postgresql), Random(20)
    with sites(tmp_path, url) as there:
        logs = [site.log for site in there]
        ledger = Ledger.open(url)
        for _ in range(KILLS):
            before = {site.label: len(site.records) for site in there}
            until(lambda before=before: all(len(site.records) > before[site.label] for site in there), *logs)
            victim = dice.choice(there)
            sleep(dice.random() / 4)  # so that it dies in the middle of something
            victim.kill()
            victim.start()
            assert raters(url) <= 1
        until(lambda: raters(url) == 1, *logs)
        total = len(ledger.results(NAME))
        until(lambda: all(site.standings().rated >= total for site in there), *logs)
        assert {row.bot.partition("@")[0] for row in there[0].standings().standings} == {"ann", "bob", "cy", "dan"}
        for site in there:
            site.process.send_signal(signal.SIGTERM)
            site.process.send_signal(signal.SIGTERM)
        assert [site.process.wait(PATIENCE) for site in there] == [0, 0, 0]

        played = [each.match_id for each in ledger.results(NAME)]
        assert len(set(played)) == len(played)
        assert set(played) == set().union(*(site.records for site in there)), "each counts, whoever died over it"
        assert {match_id.rpartition("-")[0] for match_id in played} >= {f"{NAME}-{label}" for label in LABELS}
        assert [line for site in there for level in ("error", "exception")
                for line in site.log.read_text().splitlines() if f'"level": "{level}"' in line] == []
        assert ledger.walk_chain(NAME).differences == ()
        assert kept_ratings(ledger, NAME).matches >= total
        assert ledger.check_sums(NAME).differences == ()
        assert check_kept(ledger, known(ledger, NAME)).differences == ()
        recount = Recount(canonical_json(ledger.terms(NAME)), ledger.secret(NAME))
        assert [recount.differences(each) for each in ledger.counted(NAME)[-9:]] == [()] * 9
        ledger.close()


def service(folder: Path, url: str, referee: str, log) -> LadderService:
    northgard = find_game("northgard")
    folder.mkdir(exist_ok=True)
    config = QueueConfig(northgard, make_setup(northgard, 2, {}), Clock(None), folder, bytes(32), f"parley-{referee}")
    return LadderService(config, LadderSettings(url, referee=referee), make_log(log))


def test_a_label_belongs_to_one_folder(tmp_path, postgresql):
    url = made(postgresql)

    async def test():
        service(tmp_path / "one", url, "east", io.StringIO())
        service(tmp_path / "two", url, "west", io.StringIO())
        service(tmp_path / "one", url, "east", io.StringIO())
        with pytest.raises(BadConfig, match="referee 'east' of it has its records in another folder"):
            service(tmp_path / "two", url, "east", io.StringIO())

    asyncio.run(test())
