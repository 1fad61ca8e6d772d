"""The rules for Prometheus and the dashboard for Grafana that stand in deploy/: they name what a referee exports."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
from math import isnan
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry

from lawspeaker_referee.server.metrics import Metrics, free_bytes
from tests.programs import need
from tests.referee.server.live_server import bots, queue_server

ROOT = Path(__file__).parents[3]
PROMETHEUS = ROOT / "deploy" / "prometheus"
DASHBOARD = ROOT / "deploy" / "grafana" / "dashboards" / "lawspeaker.json"
RULES = (PROMETHEUS / "rules.yml").read_text()
RECORDED = set(re.findall(r"record: (\S+)", RULES))
"""The names of the recording rules."""
NAME = re.compile(r"\blawspeaker[:_][a-z0-9_:]+")


def exported(registry: CollectorRegistry) -> set[str]:
    """Return the names of the samples in a scrape, and of those that appear once something is counted."""
    found = set()
    for metric in registry.collect():
        suffixes = {"counter": ("_total",), "summary": ("_count", "_sum"), "histogram": ("_count", "_sum", "_bucket")}
        found |= {metric.name + suffix for suffix in suffixes.get(metric.type, ("",))}
        found |= {sample.name for sample in metric.samples}
    return found


def queries() -> list[str]:
    """Return all queries of the dashboard."""
    dashboard = json.loads(DASHBOARD.read_text())
    found = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    return [*found, *(each["query"]["query"] for each in dashboard["templating"]["list"] if each["type"] == "query")]


@pytest.fixture(scope="module")
def scraped() -> set[str]:
    """The names that a server exports after a match."""

    async def test() -> set[str]:
        async with queue_server() as place, bots(place.address, 2, bot="hand", protocol=1) as players:
            await asyncio.gather(*(each.play() for each in players))
            return exported(place.metrics.registry)

    return asyncio.run(test())


def test_every_query_of_the_dashboard_names_what_a_referee_exports(scraped):
    for query in queries():
        names = set(NAME.findall(query))
        assert names, query
        assert names <= scraped | RECORDED, query


def test_every_rule_names_what_a_referee_exports(scraped):
    rules = re.findall(r"expr: (?:>-\n)?(.+?)(?=\n +(?:- |labels|for|annotations)|\n\n|\Z)", RULES, re.DOTALL)
    assert len(rules) == RULES.count("expr:")
    for rule in rules:
        names = set(NAME.findall(rule)) - {"lawspeaker"}
        assert names <= scraped | RECORDED, rule


def test_the_dashboard_shows_every_metric(scraped):
    """Those of histograms and of recording rules by way of the rules."""
    shown = " ".join([*queries(), RULES])
    for name in scraped:
        base = re.sub(r"_(total|count|sum|bucket|created)$", "", name)
        assert base in shown, name


def test_the_page_explains_every_metric_and_every_alert(scraped):
    text = (ROOT / "docs" / "monitoring.md").read_text()
    for name in scraped - {name for name in scraped if name.endswith("_created")}:
        assert f"`{re.sub(r'_(count|sum|bucket)$', '', name)}" in text, name
    for alert in re.findall(r"alert: (\S+)", RULES):
        assert f"| `{alert}` |" in text, alert


@pytest.mark.parametrize("command", [
    ("check", "config", "prometheus.yml"), ("check", "rules", "rules.yml"),
    pytest.param(("test", "rules", "rules_test.yml"), marks=pytest.mark.slow),
])
def test_the_rules_hold_and_do_what_their_tests_say(command):
    need("promtool")
    done = subprocess.run(["promtool", *command], cwd=PROMETHEUS, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_alert_has_a_test_in_which_it_fires():
    tested = (PROMETHEUS / "rules_test.yml").read_text()
    for alert in re.findall(r"alert: (\S+)", RULES):
        assert re.search(rf"alertname: {alert}\n +exp_alerts:", tested), alert


def test_free_bytes_are_told_of_a_folder_and_unknown_where_there_is_none(tmp_path):
    metrics = Metrics()
    assert isnan(metrics.registry.get_sample_value("lawspeaker_records_free_bytes"))
    metrics.watch_records(tmp_path)
    assert metrics.registry.get_sample_value("lawspeaker_records_free_bytes") > 0
    assert isnan(free_bytes(tmp_path / "missing"))
