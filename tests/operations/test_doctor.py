"""`manage.py doctor`: each defect is found, with advice, and the exit status shows it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from celery import current_app
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.utils import timezone
from redis import Redis

from ludopoli.accounts.models import User
from ludopoli.base import sealing
from ludopoli.failures import retrying
from ludopoli.site.operations import backups, heartbeats, queues, readiness
from ludopoli.site.operations.doctor import (
    EXAMINATIONS,
    Finding,
    Grade,
    examine_parts,
    outside,
    programs,
    services,
    stores,
)
from ludopoli.site.operations.models import Heartbeat
from ludopoli.webhooks.models import Webhook
from ludopoli.work import sending
from tests import servers


def grades(found: Any) -> list[Grade]:
    return [finding.grade for finding in found]


def worst(found: Any) -> Finding:
    """The first defect or warning among findings, with its advice."""
    findings: list[Finding] = list(found)
    finding = next(each for each in findings if each.grade != Grade.FINE)
    assert finding.advice, finding
    return finding


def test_a_site_that_does_not_run_is_a_defect(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError, match="5 defects"):
        call_command("doctor")
    printed = capsys.readouterr().out
    assert "No web process has written a pulse" in printed
    assert printed.count("→ ") >= 5
    with pytest.raises(CommandError):
        call_command("doctor", json=True)
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {each["part"] for each in found} == {part for part, _ in EXAMINATIONS}


def test_an_examination_that_breaks_hides_no_other(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks() -> Iterator[Finding]:
        raise OSError("the cable")

    monkeypatch.setattr(
        "ludopoli.site.operations.doctor.EXAMINATIONS", [("a", breaks), ("b", services.examine_failures)]
    )
    assert [(part, finding.grade) for part, finding in examine_parts()] == [("a", "defect"), ("b", "fine")]


# ---- settings, files, disk


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"SITE_URL": "https://carte.example.org", "HTTPS": False}, "HTTPS is off"),
        ({"SITE_URL": "http://carte.example.org", "HTTPS": True}, "not https"),
        ({"SITE_URL": "https://a.example", "HTTPS": True, "TRUSTED_PROXIES": []}, "TRUSTED_PROXIES"),
        ({"SITE_URL": "https://a.example", "HTTPS": True}, "SOURCE_URL"),
        ({"EMBEDDED": False, "SITE_URL": "http://localhost:8000"}, "links in mails"),
    ],
)
def test_settings_that_do_not_fit(settings: LazySettings, changed: dict[str, Any], words: str) -> None:
    for name, value in changed.items():
        setattr(settings, name, value)
    found = [each.text for each in programs.settings_of_the_site() if each.grade != Grade.FINE]
    assert any(words in text for text in found), found


def test_static_files_that_were_never_collected(settings: LazySettings, tmp_path: Any) -> None:
    settings.EMBEDDED, settings.STATIC_ROOT = False, tmp_path
    assert "collectstatic" in worst(programs.examine_files()).advice


@pytest.mark.parametrize(("free", "grade"), [(1, "defect"), (1024**3, "warning"), (100 * 1024**3, "fine")])
def test_a_disk_that_fills(monkeypatch: pytest.MonkeyPatch, free: int, grade: str) -> None:
    monkeypatch.setattr(programs.shutil, "disk_usage", lambda _: type("Usage", (), {"free": free}))
    assert set(grades(programs.examine_disk())) == {grade}


# ---- database, key, Redis, queues


def test_a_database_behind_its_program(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "migrations", lambda: "2 not applied")
    assert "migrate" in worst(stores.examine_migrations()).advice


def test_backups_that_are_old_or_damaged(db: None, settings: LazySettings, tmp_path: Path) -> None:
    settings.BACKUP_FOLDER = tmp_path
    assert worst(stores.examine_backups()).text.startswith("There is no backup")
    for hours in (1, 40):
        made = timezone.now() - timedelta(hours=hours)
        path = tmp_path / f"{made:{backups.MADE}}.dump"
        path.touch()
        backups._describe(path, backups.Description("", "", {}, tried_at=made.isoformat()))
    assert grades(stores.examine_backups()) == ["fine"]
    latest = backups.list_backups(tmp_path)[-1].path
    latest.replace(tmp_path / f"{latest.name}.damaged")
    assert grades(stores.examine_backups()) == ["defect", "warning", "fine"]


def test_a_key_that_is_not_the_one(db: None, settings: LazySettings) -> None:
    anna = User.objects.create_user("Anna")
    Authenticator.objects.create(user=anna, type="totp", data={"secret": sealing.seal_text("GEZDGNBV")})
    assert grades(stores.examine_secrets()) == ["fine"]
    settings.SECRET_KEY = "another key, which has sealed nothing"
    assert "does not open 1 of 1" in worst(stores.examine_secrets()).text


def test_redis_that_is_away(settings: LazySettings) -> None:
    settings.EMBEDDED, settings.REDIS_URL = False, "redis://127.0.0.1:1/0"
    assert "systemctl start" in worst(stores.examine_redis()).advice
    assert worst(stores.examine_queues()).grade == Grade.DEFECT


@pytest.fixture
def broker(settings: LazySettings) -> Iterator[Redis]:
    with servers.redis() as url, Redis.from_url(url) as client:
        settings.EMBEDDED, settings.REDIS_URL = False, url
        yield client


def test_a_queue_that_nobody_serves(broker: Redis) -> None:
    assert set(grades(stores.examine_queues())) == {"fine"}
    for age in (100, 20):  # each message goes in front, and the worker takes the last
        broker.lpush("celery", json.dumps({"headers": {queues.SENT_AT: time.time() - age}}))
    found = worst(stores.examine_queues())
    assert (found.grade, found.text[:18]) == ("defect", "celery: 2 messages")
    assert "100 s" in found.text
    broker.lpush("reviews", json.dumps({"headers": {queues.SENT_AT: time.time() - 100}}))
    assert grades(stores.examine_queues()) == ["defect", "fine", "fine", "fine"]  # a review may wait


def test_every_message_has_its_time() -> None:
    headers: dict[str, Any] = {}
    queues._stamp(headers)
    assert abs(headers[queues.SENT_AT] - time.time()) < 5


def test_redis_that_is_nearly_full_or_drops_work(broker: Redis) -> None:
    assert grades(stores.examine_redis()) == ["fine"]
    broker.config_set("maxmemory-policy", "allkeys-lru")
    broker.config_set("maxmemory", "1gb")
    assert "noeviction" in worst(stores.examine_redis()).advice
    broker.config_set("maxmemory", "1mb")
    assert "maxmemory" in worst(stores.examine_redis()).advice


# ---- processes and work


def test_a_worker_that_went_silent(db: None) -> None:
    for name in heartbeats.LONGEST_SILENCE:
        Heartbeat.objects.create(name=name, at=timezone.now())
    assert set(grades(services.examine_workers())) == {"fine"}
    Heartbeat.objects.filter(name="webhooks").update(at=timezone.now() - timedelta(minutes=2))
    found = worst(services.examine_workers())
    assert "the courier: silent for 12" in found.text


def test_a_heartbeat_is_stored_once_in_a_while(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeats, "_noted", {})
    heartbeats.note_heartbeat("celery")
    first = Heartbeat.objects.get().at
    heartbeats.note_heartbeat("celery")
    assert Heartbeat.objects.get().at == first
    Heartbeat.objects.update(at=first - timedelta(minutes=1))
    monkeypatch.setattr(heartbeats, "_noted", {})
    heartbeats.note_heartbeat("celery")
    assert Heartbeat.objects.get().at >= first
    assert heartbeats.heartbeat_ages()["celery"] < timedelta(seconds=20)


def test_all_queues_are_known() -> None:
    assert {*heartbeats.LONGEST_SILENCE} - {heartbeats.BEAT} <= {*queues.names()}
    assert current_app.conf.task_default_queue == heartbeats.PLAY


def test_work_that_was_given_up(db: None) -> None:
    assert grades(services.examine_failures()) == ["fine"]
    retrying.note_work_failure("work", 1, "why", most=1)
    assert "/admin/failures/" in worst(services.examine_failures()).advice


# ---- other people's servers


def test_a_mail_server_that_is_away(settings: LazySettings) -> None:
    settings.EMAIL_URL = "127.0.0.1"
    servers.send_mails_to(servers.free_port(), settings)
    assert "EMAIL_HOST" in worst(outside.examine_mail()).advice


@pytest.mark.parametrize(("days", "grade"), [(60, "fine"), (3, "warning")])
def test_a_certificate_that_ends(db: None, monkeypatch: pytest.MonkeyPatch, days: int, grade: str) -> None:
    anna = User.objects.create_user("Anna")
    Webhook.objects.create(user=anna, url="https://club.example.org/hook", kinds=[])
    Webhook.objects.create(user=anna, url="https://club.example.org/other", kinds=[])
    monkeypatch.setattr(sending, "certificate_ends", lambda _: timezone.now() + timedelta(days=days))
    assert grades(outside.examine_webhooks()) == [grade, "fine"]


def test_a_receiver_whose_certificate_is_refused(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = User.objects.create_user("Anna")
    Webhook.objects.create(user=anna, url="https://club.example.org/hook", kinds=[])

    def refused(_: str) -> None:
        raise sending.Unreachable("TLS failed")

    monkeypatch.setattr(sending, "certificate_ends", refused)
    assert "TLS failed" in worst(outside.examine_webhooks()).text
