"""The file deploy/compose.yaml as docker-compose reads it, and as processes of this machine with its commands."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
import urllib.parse
import urllib.request
from contextlib import ExitStack, suppress
from pathlib import Path
from time import monotonic, sleep

import psycopg
import pytest
import yaml  # type: ignore[import-untyped]

from lawspeaker_referee.server.tokens import FileTokens
from measure.nginx import kept_port
from tests.programs import need
from tests.referee.competition import postgres
from tests.referee.server.proxies import proxy

DEPLOY = Path(__file__).parents[3] / "deploy"
COMPOSE = DEPLOY / "compose.yaml"
SERVICES = yaml.safe_load(COMPOSE.read_text())["services"]
NETWORKS = yaml.safe_load(COMPOSE.read_text())["networks"]
SETTINGS = (DEPLOY / "referee" / "ladder.toml").read_text()
BOTS = ("greedy", "random")
PATIENCE = 120.0
"""Seconds that a busy machine may take for one step."""


@pytest.mark.slow
def test_compose_reads_it_and_starts_a_strangers_bot_only_if_that_is_asked_for():
    done = subprocess.run([*need("docker-compose"), "-f", COMPOSE, "config", "--quiet"],
                          capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert [name for name, service in SERVICES.items() if service.get("profiles")] == ["stranger"]


def test_the_bots_of_the_demo_have_tokens_that_its_referee_knows():
    known = FileTokens(DEPLOY / "tokens" / "tokens.txt", print)
    for name in BOTS:
        grant = known.admit(SERVICES[name]["environment"]["LAWSPEAKER_TOKEN"])
        assert grant is not None and grant.name == name


def test_bots_reach_the_referee_through_the_proxy_that_it_trusts_and_nothing_else():
    trusted = tomllib.loads(SETTINGS)["trusted_proxies"]
    assert [SERVICES["proxy"]["networks"]["behind"]["ipv4_address"]] == trusted
    assert not any("50051" in port for port in SERVICES["referee"]["ports"])
    for name in (*BOTS, "stranger"):
        bot = SERVICES[name]
        assert bot["environment"]["LAWSPEAKER_ADDRESS"] == "proxy:50051"
        network, = bot["networks"]
        assert NETWORKS[network]["internal"] is True
        assert network in SERVICES["proxy"]["networks"]
        assert network not in SERVICES["referee"]["networks"]
        assert "volumes" not in bot and "ports" not in bot
        assert bot["read_only"] and bot["cap_drop"] == ["ALL"]
        assert bot["security_opt"] == ["no-new-privileges:true"]
    alone = [name for name, service in SERVICES.items() if "stranger" in service.get("networks", ())]
    assert alone == ["proxy", "stranger"]


def test_a_strangers_bot_has_limits_and_no_privileges():
    stranger = SERVICES["stranger"]
    assert stranger["user"].partition(":")[0] not in {"0", "root"}
    assert {"cpus", "mem_limit", "memswap_limit", "pids_limit", "logging"} <= set(stranger)
    assert set(stranger["environment"]) == {"LAWSPEAKER_ADDRESS", "LAWSPEAKER_TOKEN"}


def test_ports_are_published_on_this_machine_only():
    ports = [port for service in SERVICES.values() for port in service.get("ports", ())]
    assert ports
    assert all(port.startswith("127.0.0.1:") for port in ports)


# --- as processes ---


def here(words: list[str], places: dict[str, str]) -> list[str]:
    """Return a command with the places of this machine; each place of the containers must be in it."""
    for old in places:
        assert any(old in word for word in words), f"{old} is not in {words}"
    for old, new in places.items():
        words = [word.replace(old, new) for word in words]
    return words


def fetched(url: str) -> bytes:
    """Return what a server answers; nothing as long as it does not."""
    with suppress(OSError), urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        data: bytes = answer.read()
        return data
    return b""


def until(true, log: Path):
    """Wait until something is true, and return it."""
    end = monotonic() + PATIENCE
    while not (found := true()):
        assert monotonic() < end, log.read_text()[-3000:]
        sleep(0.05)
    return found


def started(stack: ExitStack, command: list[str], log: Path, **environment: str) -> None:
    with log.open("ab") as end:
        process = stack.enter_context(subprocess.Popen(command, stdout=end, stderr=end,
                                                       env={**os.environ, **environment}))
    stack.callback(process.kill)


def prometheus_here(folder: Path, metrics: int, port: int) -> list[str]:
    """Return the command of Prometheus with its configuration in a folder, which scrapes this machine each second."""
    for path in (DEPLOY / "prometheus").iterdir():
        text = path.read_text().replace("referee:9090", f"127.0.0.1:{metrics}")
        (folder / path.name).write_text(text.replace("scrape_interval: 15s", "scrape_interval: 1s"))
    places = {"/etc/lawspeaker-prometheus": str(folder), "=/prometheus": f"={folder}/data"}
    return [*need("prometheus"), f"--web.listen-address=127.0.0.1:{port}",
            *here(SERVICES["prometheus"]["command"], places)]


@pytest.mark.slow
def test_its_processes_are_a_ladder_with_standings_matches_to_watch_and_figures_for_the_dashboard(tmp_path):
    log = tmp_path / "log"
    log.touch()
    (tmp_path / "prometheus").mkdir()
    with ExitStack() as stack:
        bots, metrics, standings, figures = (stack.enter_context(kept_port()) for _ in range(4))
        page = f"http://127.0.0.1:{standings}"
        databases = stack.enter_context(postgres.running())
        with psycopg.connect(databases.format("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {SERVICES['postgresql']['environment']['POSTGRES_DB']}")
        settings, = here([SETTINGS], {
            "0.0.0.0:50051": f"127.0.0.1:{bots}", "0.0.0.0:9090": f"127.0.0.1:{metrics}",
            "0.0.0.0:8080": f"127.0.0.1:{standings}", "172.30.51.3": "127.0.0.1",
            "postgresql://lawspeaker@postgresql/lawspeaker": databases.format("lawspeaker"),
            "/records": str(tmp_path / "records"), "/tokens/": f"{DEPLOY}/tokens/"})
        (tmp_path / "ladder.toml").write_text(settings)
        command = here(SERVICES["referee"]["command"], {"/etc/lawspeaker": str(tmp_path)})
        started(stack, [sys.executable, "-m", "lawspeaker_referee", *command], log)
        until(lambda: '"serving"' in log.read_text(), log)
        front = stack.enter_context(proxy("nginx", tmp_path / "proxy", bots))
        started(stack, prometheus_here(tmp_path / "prometheus", metrics, figures), log)
        for name in BOTS:
            started(stack, [sys.executable, *here(SERVICES[name]["entrypoint"], {})[1:]], log, **{
                **SERVICES[name]["environment"], "LAWSPEAKER_ADDRESS": front.address})

        def rated():
            told = json.loads(fetched(f"{page}/standings.json") or "{}")
            return told if told.get("rated") else None

        told = until(rated, log)
        assert {row["bot"].partition("@")[0] for row in told["standings"]} == set(BOTS)
        assert b"<title>" in fetched(page)
        record = next((tmp_path / "records").glob("northgard-*.lsr"))
        assert record.stem.encode() in fetched(f"{page}/matches")
        assert b"<script" in fetched(f"{page}/match/{record.stem}")
        assert fetched(f"{page}/match/{record.stem}/record") == record.read_bytes()

        asked = urllib.parse.quote('sum(lawspeaker_decisions_total{job="lawspeaker"}) > 0')
        query = f"http://127.0.0.1:{figures}/api/v1/query?query={asked}"
        until(lambda: json.loads(fetched(query) or '{"data": {"result": []}}')["data"]["result"], log)
