"""Tournaments on a Dask cluster of real processes, some of which are killed."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
from concurrent.futures import CancelledError
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest
from distributed import KilledWorker

from lawspeaker_referee.cli import lawspeaker
from lawspeaker_referee.cli.errors import exit_code
from lawspeaker_referee.competition.dask import cluster as cluster_module
from lawspeaker_referee.competition.dask import executor as tables_module
from lawspeaker_referee.competition.dask.executor import DaskExecutor, DaskWorkers
from lawspeaker_referee.competition.formats import entries
from lawspeaker_referee.competition.ledger.ledger import Ledger
from lawspeaker_referee.competition.ratings import rate
from lawspeaker_referee.competition.seeds import seed_of
from lawspeaker_referee.competition.tournament.blocks import record_path
from lawspeaker_referee.competition.tournament.pool_config import RunnerFailure
from lawspeaker_referee.competition.tournament.runner import Runner, RunnerSettings
from lawspeaker_referee.competition.tournament.setup import begin, default_ledger, extend
from lawspeaker_referee.competition.tournament.status import status_of
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.signing import PublicKey, SigningKey
from lawspeaker_referee.record.verify.replay import verify
from tests.referee.competition.dask_cluster import running, until
from tests.referee.competition.quick_tournaments import SECRET, script, terms_of
from tests.referee.competition.workers_here import put_workers_here
from tests.referee.host.script_bots import allowed

pytestmark = pytest.mark.slow

THREE = [{"name": name, "spec": "random"} for name in ("a", "b", "c")]
PRINTS = """
import sys
from pathlib import Path
from lawspeaker_bot import Bot, run
class Prints(Bot):
    def started(self, match):
        print(match.match_id, "sees", *(len(list(Path(folder).rglob(what))) for folder, what in (
            (sys.argv[1], "ledger.db"), (sys.argv[2], "lawspeaker-*"))), flush=True)
    def decide(self, decision):
        return decision.default
run(Prints())
"""


class Tournament:
    """A tournament of quick matches in a folder."""

    def __init__(self, folder: Path, *bots, rounds=6, **changes) -> None:
        folder.mkdir(exist_ok=True)
        self.terms = terms_of(folder, *(bots or THREE[:2]), game="clansmen", secret=SECRET.hex(),
                              format={"kind": "round-robin", "rounds": rounds}, **changes)
        self.url = default_ledger(self.terms.records)
        self.ledger = Ledger.open(self.url)
        self.news: list[dict] = []

    def run(self, dask="", on_news=lambda _, __: None, key=None):
        terms = begin(self.ledger, self.terms)

        def heard(what):
            self.news.append(what)
            on_news(runner, what)

        async def play():
            nonlocal runner
            runner = Runner(terms, self.ledger, RunnerSettings(self.url, 2, dask=dask, key=key), heard)
            async with asyncio.timeout(120):
                await runner.run()

        runner = None
        asyncio.run(play())
        assert self.ledger.leases("cup") == []
        return runner

    @property
    def digests(self):
        return {each.match_id: each.digest for each in self.ledger.results("cup")}

    @property
    def ratings(self):
        return rate(self.ledger.results("cup"))


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A cluster of one worker; the test that kills them adds two."""
    with running(tmp_path_factory.mktemp("dask"), 1) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def calm(tmp_path_factory):
    """The tournament as the workers of this machine play it, without Dask."""
    cup = Tournament(tmp_path_factory.mktemp("calm"))
    with pytest.MonkeyPatch.context() as patch:
        put_workers_here(patch)
        cup.run()
    return cup


def test_one_worker_that_comes_late_plays_to_the_same_ratings_and_results_in_any_order_rate_alike(tmp_path, calm):
    cup = Tournament(tmp_path / "cup")
    with running(tmp_path / "dask", 0) as cluster:

        def add(_, what):
            if what.get("workers") == 0:
                cluster.add(1)

        cup.run(cluster.address, add)
        assert [what["workers"] for what in cup.news if "workers" in what] == [0, 1]
    assert cup.digests == calm.digests
    assert cup.ratings == calm.ratings
    results = cup.ledger.results("cup")
    random.Random(1).shuffle(results)
    assert rate(results) == calm.ratings


def test_a_broken_bot_is_out_what_bots_print_comes_back_and_the_runner_signs(tmp_path, cluster):
    key = tmp_path / "key.pem"
    SigningKey.create(key)
    prints = f"{script(tmp_path, PRINTS)} {tmp_path}/records {cluster.folder}"
    cup = Tournament(tmp_path, *THREE[:1], {"name": "prints", "spec": prints, "fresh": True},
                     {"name": "broken", "spec": "cmd:/no/such/bot"}, rounds=2)
    cup.run(cluster.address, key=key)
    status = status_of(cup.ledger, "cup")
    assert (len(cup.digests), status.missing) == (4, 8)
    assert list(status.state.out) == ["broken"]
    assert re.fullmatch(r"bot broken \(cmd:/no/such/bot\) cannot be started: No such file or directory "
                        r"\(at Dask worker tcp://\S+\)", status.state.out["broken"])
    printed = [line for path in cup.terms.records.glob("prints.*.stderr") for line in path.read_text().splitlines()
               if " sees " in line]
    assert len(printed) == len(cup.digests)
    if allowed():
        assert sorted(printed) == sorted(f"{match_id} sees 0 0" for match_id in cup.digests)
    records = [read_record(path) for path in cup.terms.records.glob("*.lsr")]
    assert {type(verify(record).signer) for record in records} == {PublicKey}


@pytest.mark.parametrize("times", [1, 2])
def test_an_interrupt_lets_blocks_end_and_a_second_one_breaks_them_off(tmp_path, cluster, times):
    cup = Tournament(tmp_path, *THREE[:2], rounds=30)

    def interrupt(runner, what):
        if "counted" in what and not runner.interrupted:
            for _ in range(times):
                runner.interrupt()

    assert cup.run(cluster.address, interrupt).interrupted
    assert 1 <= len(cup.digests) <= 8
    assert status_of(cup.ledger, "cup").snapshot.voids == 0
    until(lambda: cluster.children == [])


def test_a_runner_that_is_killed_leaves_nothing_behind_and_the_next_one_goes_on(tmp_path, cluster, calm):
    cup = Tournament(tmp_path)
    begin(cup.ledger, cup.terms)
    process = subprocess.Popen([sys.executable, "-m", "lawspeaker_referee", "tournament", "resume", "cup", "--ledger",
                                cup.url, "--dask", cluster.address, "--quiet"], stderr=subprocess.DEVNULL)
    try:
        until(lambda: len(cup.digests) >= 2)
    finally:
        process.kill()
        process.wait()
    assert len(cup.digests) < 12
    until(lambda: cluster.children == [])
    cup.run(cluster.address)
    assert cup.digests == calm.digests


def test_an_extension_is_taken_over_by_a_run_that_is_under_way(tmp_path, cluster):
    cup, more, found = Tournament(tmp_path, *THREE[:2], rounds=2), Tournament(tmp_path, *THREE, rounds=2), []

    def grow(_, what):
        if "counted" in what and not found:
            found.append(extend(more.ledger, more.terms))
            more.ledger.schedule("cup", entries(found[0].terms))

    cup.run(cluster.address, grow)
    assert (status_of(cup.ledger, "cup").word, len(cup.digests)) == ("complete", 12)


def test_three_workers_killed_at_random_play_each_match_once_and_to_the_same_ratings(tmp_path, cluster, calm):
    cup, dice, killed = Tournament(tmp_path), random.Random(4), []
    cluster.add(2)

    def kill(_, what):
        if what.get("new") and sum("counted" in each for each in cup.news) >= 2 + 4 * len(killed):
            victims = cluster.workers if len(killed) % 2 == 0 else cluster.children
            if victims:
                killed.append(dice.choice(victims))
                os.kill(killed[-1], signal.SIGKILL)

    cup.run(cluster.address, kill)
    assert len(killed) >= 3
    assert sorted(what["counted"] for what in cup.news if "counted" in what) == sorted(cup.digests)
    assert cup.digests == calm.digests
    assert len(cup.digests) == 12
    assert cup.ratings == calm.ratings
    assert all(verify(read_record(path)).ok for path in cup.terms.records.glob("*.lsr"))
    assert [path for path in cup.terms.records.iterdir() if path.suffix in {".part", ".packed"}] == []
    until(lambda: cluster.children == [])


def test_workers_of_another_version_are_refused_with_a_line(tmp_path, cluster, monkeypatch):
    monkeypatch.setattr(tables_module, "build_version", lambda: "0.0.9")
    with pytest.raises(RunnerFailure,
                       match=r"Dask worker tcp://\S+: has Lawspeaker \S+, and the runner 0\.0\.9; install"):
        Tournament(tmp_path).run(cluster.address)


def test_a_scheduler_that_does_not_answer_is_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster_module, "WORKER_PATIENCE", 0.2)
    with pytest.raises(RunnerFailure, match=r"^no Dask scheduler can be used at tcp://127\.0\.0\.1:1: .*$"):
        Tournament(tmp_path).run("tcp://127.0.0.1:1")


def test_what_takes_a_connection_and_never_answers_is_no_scheduler(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster_module, "WORKER_PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(RunnerFailure, match=f"used at {address}: it does not answer within 0.2 s$"):
            Tournament(tmp_path).run(address)


def test_without_dask_the_command_says_what_to_install(tmp_path, monkeypatch, capsys):
    file = tmp_path / "cup.toml"
    file.touch()
    monkeypatch.setattr(import_module("lawspeaker_referee.cli.tournament"), "find_spec",
                        lambda name: None if name == "distributed" else 1)
    assert exit_code(lawspeaker, ["tournament", "run", str(file), "--dask", "tcp://127.0.0.1:1"]) == 2
    assert capsys.readouterr().err == 'lawspeaker: --dask needs distributed; pip install "lawspeaker-referee[dask]"\n'


class Sends:
    """Stands for a Dask client; it sends the answer that it was given, and keeps what it was told."""

    status = "running"

    def __init__(self, error=None, **answer) -> None:
        self.told: list = []
        self._error = error
        self._answer = {"worker": "tcp://w", "outcomes": [], "files": {}, "said": []} | answer

    def submit(self, _function, *arguments, **_options):
        self.told += arguments

        async def result():
            if self._error is not None:
                raise self._error
            return self._answer

        return SimpleNamespace(result=result, release=lambda: None)


def _played(tables, block):
    async def play():
        return [outcome async for outcome in tables.play(block, asyncio.Event())]

    return asyncio.run(play())


def _tables(cup, client, told):
    return DaskExecutor(client, SimpleNamespace(restriction={}), cup.terms, None, (), told.append)


def test_workers_are_told_the_seeds_of_their_block_and_no_secret(tmp_path):
    cup, client = Tournament(tmp_path), Sends()
    every = [(entry, seed_of(SECRET, entry, cup.terms.format)) for entry in entries(cup.terms)]
    assert _played(_tables(cup, client, []), every[:2]) == []
    _, order, block = client.told
    told = json.dumps([order, block.matches])
    assert not any(seed.hex() in repr(client.told) for _, seed in every), "Dask logs what a task that fails was told"
    assert SECRET.hex() not in told
    assert {seed.hex() for _, seed in every if seed.hex() in told} == {every[0][1].hex()}


def test_a_record_of_another_match_is_refused_and_not_put_in_its_place(tmp_path, calm):
    cup = Tournament(tmp_path)
    entry, other = entries(cup.terms)[0], entries(cup.terms)[2]
    name, seed = record_path(cup.terms, entry.match_id).name, seed_of(SECRET, entry, cup.terms.format)
    outcome = {"match": entry.match_id, "digest": calm.digests[other.match_id], "void": "", "absent": "", "why": "",
               "crashed": {}}
    data = record_path(calm.terms, other.match_id).read_bytes()
    with pytest.raises(RunnerFailure,
                       match=r"a Dask worker sent a record that does not count: does not count as cup/r1"):
        _played(_tables(cup, Sends(outcomes=[outcome], files={name: data}), []), [(entry, seed)])
    assert not record_path(cup.terms, entry.match_id).exists()


def test_only_what_bots_printed_is_kept_and_only_beside_the_records(tmp_path):
    cup, told = Tournament(tmp_path), []
    cup.terms.records.mkdir(exist_ok=True)
    entry = entries(cup.terms)[0]
    files = {"a.host-1-2.stderr": b"kept", "../x.stderr": b"", "ledger.db": b"", "/x.stderr": b"", "b.toml": b""}
    assert _played(_tables(cup, Sends(files=files, said=["a\x1b[2J"]), told), [(entry, b"")]) == []
    assert {path.name for path in tmp_path.rglob("*.stderr")} == {"a.host-1-2.stderr"}
    assert told == [{"say": "a\\x1b[2J"}]


def test_a_worker_whose_disk_fails_is_left_out_and_what_it_did_not_send_does_not_count(tmp_path):
    cup, refused = Tournament(tmp_path), []
    entry = entries(cup.terms)[0]
    outcome = {"match": entry.match_id, "digest": "00", "void": "", "absent": "", "why": "", "crashed": {}}
    tables = DaskExecutor(Sends(outcomes=[outcome], failure="/tmp: No space left on device"), SimpleNamespace(
        restriction={}, refuse=lambda *why: refused.append(why)), cup.terms, None, (), lambda _: None)
    assert _played(tables, [(entry, b"")]) == []
    assert refused == [("tcp://w", "/tmp: No space left on device")]


@pytest.mark.parametrize(("error", "told"), [
    (KilledWorker("key", None, 3), [{"died": "died"}]),
    (CancelledError(), []),
])
def test_a_block_that_is_lost_is_told_and_left_to_be_leased_again(tmp_path, error, told):
    cup, heard = Tournament(tmp_path), []
    assert _played(_tables(cup, Sends(error), heard), [(entries(cup.terms)[0], b"")]) == []
    assert heard == told


def test_what_dask_cannot_run_is_one_line(tmp_path):
    cup, error = Tournament(tmp_path), ModuleNotFoundError("No module\nnamed 'lawspeaker_referee'")
    with pytest.raises(RunnerFailure,
                       match=r"^Dask cannot run a task of ours: ModuleNotFoundError: No module named 'laws"):
        _played(_tables(cup, Sends(error), []), [(entries(cup.terms)[0], b"")])


@pytest.mark.parametrize(("status", "why"), [
    ("closed", "the Dask scheduler at tcp://s:1 is gone; once it is there the same command goes on"),
    ("running", "Dask worker tcp://w:1: No space left on device"),
])
def test_who_has_no_workers_any_more_is_told_so_by_those_who_ask_and_goes_on_looking(status, why):
    async def nthreads():
        return client.scheduler.there

    client = SimpleNamespace(status="running", scheduler=SimpleNamespace(there={"tcp://w:1": 2}), nthreads=nthreads)
    heard = []
    workers = DaskWorkers(client, "tcp://s:1", heard.append)
    asyncio.run(workers.look())
    assert workers.threads == 2
    client.status = status
    if status == "closed":
        client.scheduler = None
    else:
        workers.refuse("tcp://w:1", "No space left on device")
    asyncio.run(workers.look())
    with pytest.raises(RunnerFailure, match=f"^{why}$"):
        _ = workers.threads
    assert [what["threads"] for what in heard if "threads" in what] == [2, 0]
