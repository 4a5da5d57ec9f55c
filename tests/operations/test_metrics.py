"""The metrics: what they count, who may read them, and the files of `deploy/` that use them."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import socket
from pathlib import Path
from typing import Any

import pytest
import yaml
from celery.signals import worker_ready
from prometheus_client import REGISTRY, CollectorRegistry
from redis import Redis

from games.models import Match
from games.play import actions, sweeping
from ludocards.engine.registry import GAMES
from ludopoli.http.refusals import ActionRefused
from ludopoli.site.operations import metrics
from tests.games.conftest import match, people
from tests.live.stack import ROOT
from tests.operations.test_doctor import broker
from tests.servers import free_port

__all__ = ["broker", "match", "people"]

DEPLOY = ROOT / "deploy"
OURS = re.compile(r"\bludopoli_[a-z_]+")
IMPERSONAL = {"stage", "code", "outcome", "part", "queue", "state", "le"}
"""All labels: none may name a match, a table, a person or a card."""


@pytest.fixture
def names(db: None, broker: Redis) -> set[str]:
    """Every name under which Prometheus stores something of ours."""
    found = {metric.name for each in (REGISTRY, metrics.site()) for metric in each.collect()}
    kinds = {metric.name: metric.type for each in (REGISTRY, metrics.site()) for metric in each.collect()}
    suffixes = {"histogram": ("_bucket", "_count", "_sum"), "counter": ("_total",), "gauge": ("",)}
    return {
        name + suffix for name in found if name.startswith("ludopoli_") for suffix in suffixes[kinds[name]]
    }


def expressions(path: Path) -> list[str]:
    """Return the queries of a dashboard or of rules."""
    if path.suffix == ".json":
        return [each["expr"] for panel in json.loads(path.read_text())["panels"] for each in panel["targets"]]
    return [rule["expr"] for group in yaml.safe_load(path.read_text())["groups"] for rule in group["rules"]]


@pytest.mark.parametrize("file", ["grafana/ludopoli.json", "prometheus/alerts.yml"])
def test_dashboard_and_alerts_use_metrics_that_exist(names: set[str], file: str) -> None:
    found = expressions(DEPLOY / file)
    used = {name for each in found for name in OURS.findall(each)}
    assert used
    assert used <= names
    for each in found:
        assert each.count("(") == each.count(")")


def test_the_dashboard_shows_every_metric(names: set[str]) -> None:
    shown = {name for each in expressions(DEPLOY / "grafana/ludopoli.json") for name in OURS.findall(each)}
    plain = {re.sub("_(bucket|count|sum)$", "", name) for name in names}
    assert plain - {re.sub("_(bucket|count|sum)$", "", name) for name in shown} == {"ludopoli_redis_up"}


def test_alerts_are_complete() -> None:
    [group] = yaml.safe_load((DEPLOY / "prometheus/alerts.yml").read_text())["groups"]
    for rule in group["rules"]:
        assert set(rule) == {"alert", "expr", "for", "labels", "annotations"}
        assert rule["labels"]["severity"] in ("page", "ticket")
    assert len({rule["alert"] for rule in group["rules"]}) == len(group["rules"])


def test_prometheus_asks_every_process_of_the_units() -> None:
    asked = (DEPLOY / "prometheus/prometheus.yml").read_text()
    for unit in (DEPLOY / "systemd").glob("*.service"):
        for port in re.findall(r"METRICS_PORT=(\S+)", unit.read_text()):
            assert f"127.0.0.1:{port.replace('%i', '1')}" in asked
    assert yaml.safe_load(asked)["rule_files"] == ["alerts.yml"]


def test_no_label_names_a_match_a_person_or_a_card(db: None, broker: Redis) -> None:
    labels = {
        label
        for each in (REGISTRY, metrics.site())
        for metric in each.collect()
        if metric.name.startswith("ludopoli_")
        for sample in metric.samples
        for label in sample.labels
    }
    assert labels <= IMPERSONAL


# ---- what is counted


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


def test_a_stored_move_counts_and_a_refused_one_does_not(match: Any) -> None:
    row: Match = match()
    game = GAMES[row.game]
    state = game.load(row.snapshot["state"])
    [seat] = game.to_act(state)
    legal = game.legal(state, seat)[0]
    before = value("ludopoli_move_seconds_count", stage="stored")
    actions.try_command(row.pk, seat, legal, "first", row.version)
    with pytest.raises(ActionRefused):
        actions.try_command(row.pk, seat, legal, "stale", row.version)
    assert value("ludopoli_move_seconds_count", stage="stored") == before + 1


def test_a_sweep_counts(db: None) -> None:
    before = value("ludopoli_sweep_seconds_count")
    sweeping.sweep_overdue()
    assert value("ludopoli_sweep_seconds_count") == before + 1


def test_the_state_of_the_site(match: Any) -> None:
    match()
    registry: CollectorRegistry = metrics.site()
    assert registry.get_sample_value("ludopoli_matches_playing") == 1
    assert registry.get_sample_value("ludopoli_deliveries_waiting") == 0


async def test_the_delay_of_the_loop_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "TICK", 0.001)
    before = value("ludopoli_loop_delay_seconds_count")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2):
            await metrics._watch()
    assert value("ludopoli_loop_delay_seconds_count") > before


# ---- who may read them


def scope(host: str, **headers: str) -> dict[str, Any]:
    sent = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    return {"client": (host, 40000), "headers": sent}


def test_without_a_token_only_this_machine_reads(settings: Any) -> None:
    assert metrics.may_read_metrics(scope("127.0.0.1"))
    assert metrics.may_read_metrics(scope("::1"))
    assert not metrics.may_read_metrics(scope("192.0.2.7"))
    assert not metrics.may_read_metrics(scope("127.0.0.1", x_forwarded_for="192.0.2.7"))
    assert not metrics.may_read_metrics({"client": None, "headers": []})


def test_with_a_token_the_token_decides(settings: Any) -> None:
    settings.METRICS_TOKEN = "a token"
    assert metrics.may_read_metrics(scope("192.0.2.7", authorization="Bearer a token"))
    assert not metrics.may_read_metrics(scope("192.0.2.7", authorization="Bearer another"))
    assert not metrics.may_read_metrics(scope("127.0.0.1"))


def test_the_proxy_passes_no_metrics_on() -> None:
    assert "location = /metrics {\n        return 404;" in (DEPLOY / "nginx.conf").read_text()


def test_a_worker_serves_its_metrics_once_it_is_ready() -> None:
    assert metrics.serve_of_worker in {receiver() for _, receiver in worker_ready.receivers}


@pytest.mark.parametrize("token", ["", "a-token"])
def test_a_worker_serves_its_metrics_to_the_same_readers(
    token: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    monkeypatch.setenv("METRICS_PORT", str(port))
    settings.EMBEDDED, settings.METRICS_TOKEN = False, token
    server = metrics.serve_of_worker()
    assert server is not None
    with server:
        plain, bearer = fetched(port), fetched(port, Authorization=f"Bearer {token}")
        assert plain[0] == (404 if token else 200)
        assert bearer[0] == 200
        assert "ludopoli_bot_thinking_seconds" in bearer[1]
        assert fetched(port, **{"X-Forwarded-For": "192.0.2.7"})[0] == 404
        with pytest.raises(ConnectionRefusedError):  # it listens at one address only
            socket.create_connection(("127.0.0.2", port))
        server.shutdown()


def fetched(port: int, **headers: str) -> tuple[int, str]:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        line.request("GET", "/metrics", headers=headers)
        answer = line.getresponse()
        return answer.status, answer.read().decode()
    finally:
        line.close()
