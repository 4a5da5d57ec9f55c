"""Troubles of the database that pass: people are asked to try again, and the log stays short."""

from __future__ import annotations

import logging
import re
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.db import DatabaseError, IntegrityError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from psycopg_pool import ConnectionPool

from ludopoli.base.outages import AWAY, DEADLOCK, FULL, HELD, Passing, Trouble, trouble_of
from ludopoli.site.postgresql import postgresql_settings
from tests.servers import free_port

JSON = {"Accept": "application/json"}


def raised(cause: Exception, wrapper: type[DatabaseError] = OperationalError) -> DatabaseError:
    """Return the error that Django raises for one of the database's driver."""
    error = wrapper(*cause.args)
    error.__cause__ = cause
    return error


def full_sqlite(folder: Path) -> Exception:
    with closing(sqlite3.connect(folder / "small.sqlite3")) as small:
        small.execute("PRAGMA max_page_count = 2")
        small.execute("CREATE TABLE cards (card)")
        with pytest.raises(sqlite3.OperationalError) as caught:
            small.execute("INSERT INTO cards VALUES (zeroblob(100000))")
    return caught.value


@pytest.mark.parametrize(
    ("cause", "expected"),
    [
        (psycopg.errors.LockNotAvailable("canceling statement due to lock timeout"), HELD),
        (psycopg.errors.DeadlockDetected("deadlock detected"), DEADLOCK),
        (psycopg.errors.DiskFull("could not extend file"), FULL),
        (psycopg.errors.AdminShutdown("terminating connection"), AWAY),
        (psycopg.OperationalError("connection failed"), AWAY),
        (psycopg.errors.QueryCanceled("canceling statement"), None),
    ],
)
def test_an_error_of_postgresql_is_named_for_what_it_is(cause: Exception, expected: Trouble | None) -> None:
    assert trouble_of(raised(cause)) is expected


def test_a_full_disk_is_recognized_in_the_embedded_mode(tmp_path: Path) -> None:
    assert trouble_of(raised(full_sqlite(tmp_path))) is FULL


def test_a_mistake_of_ours_is_no_trouble() -> None:
    assert trouble_of(raised(psycopg.errors.UniqueViolation("duplicate key"), IntegrityError)) is None
    assert trouble_of(ValueError()) is None


@pytest.mark.parametrize(
    ("cause", "code"),
    [
        (psycopg.OperationalError("connection failed"), "try_again"),
        (psycopg.errors.DiskFull("no"), "disk_full"),
    ],
)
def test_a_page_asks_to_try_again(
    client: Client, monkeypatch: pytest.MonkeyPatch, cause: Exception, code: str
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise raised(cause)

    monkeypatch.setattr("games.play.lobby.lobby_tables", fails)
    response = client.get("/", headers=JSON)
    assert (response.status_code, response.json()["code"]) == (503, code)
    assert int(response["Retry-After"]) > 0


@pytest.mark.django_db
def test_a_session_that_cannot_be_stored_now_has_not_ended(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.session.save()
    client.get("/")

    def fails(*_: object, **__: object) -> None:
        raise raised(psycopg.errors.LockNotAvailable("canceling statement due to lock timeout"))

    def writes(request: HttpRequest) -> HttpResponse:
        request.session["table"] = 1
        return HttpResponse()

    monkeypatch.setattr(
        "ludopoli.http.error_pages.AnswerExceptions.process_request",
        lambda _self, request: writes(request),
        raising=False,
    )
    monkeypatch.setattr("django.contrib.sessions.models.Session.save", fails)
    client.raise_request_exception = False
    assert client.get("/", headers=JSON).status_code == 503


def test_a_minute_without_the_database_is_one_line_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("ludopoli.base.outages.time.monotonic", lambda: clock[0])
    passing, kept = Passing(), []
    for step in range(600):
        clock[0] = step / 10
        error = raised(psycopg.OperationalError("connection failed"))
        record = logging.LogRecord(
            "games", logging.ERROR, "", 1, "move %s", (step,), (OperationalError, error, None)
        )
        if passing.filter(record):
            kept.append(record)
    assert len(kept) == 60
    assert kept[0].getMessage() == "move 0: the database does not answer"
    assert kept[1].getMessage() == "move 10: the database does not answer (9 more such lines)"
    assert not any(record.exc_info for record in kept)


def test_other_errors_keep_every_traceback() -> None:
    record = logging.LogRecord("games", logging.ERROR, "", 1, "broken", (), (ValueError, ValueError(), None))
    assert [Passing().filter(record) for _ in range(3)] == [True] * 3
    assert record.exc_info


def test_the_options_of_the_address_reach_postgresql() -> None:
    address = "postgresql://u:p@h/db?sslmode=verify-full&sslrootcert=/ca.pem&options=-c%20search_path%3Dcards"
    options = postgresql_settings(address)["OPTIONS"]
    assert (options["sslmode"], options["sslrootcert"]) == ("verify-full", "/ca.pem")
    assert options["options"].startswith("-c lock_timeout=2s ")
    assert options["options"].endswith(" -c search_path=cards")
    assert options["pool"]


def test_no_connection_outlasts_a_network_that_drops_packets() -> None:
    """The kernel would give it up after fifteen minutes; an operator may choose other limits."""
    options = postgresql_settings("postgresql://u:p@h/db?tcp_user_timeout=9000")["OPTIONS"]
    assert int(options["tcp_user_timeout"]) == 9000
    assert options["connect_timeout"] < 5
    silent = options["keepalives_idle"] + options["keepalives_interval"] * options["keepalives_count"]
    assert silent < 10, "seconds"


def test_a_machine_without_network_does_not_keep_the_matches_that_it_has_locked() -> None:
    """The kernel of the server would give its connections up after two hours."""
    options = dict(
        re.findall(r"-c (\w+)=(\w+)", postgresql_settings("postgresql://u:p@h/db")["OPTIONS"]["options"])
    )
    idle, every, times = (int(options[f"tcp_keepalives_{name}"]) for name in ("idle", "interval", "count"))
    assert idle + every * times < 10, "seconds"
    assert int(options["tcp_user_timeout"]) < 10_000, "milliseconds"


def test_a_pool_is_soon_ready_to_connect_again_however_long_the_database_was_away() -> None:
    """With psycopg's own pauses, which double, a site came back twenty seconds after an outage of forty."""
    url = f"postgresql://nobody@127.0.0.1:{free_port()}/nothing"
    gave_up = threading.Event()
    options = postgresql_settings(url)["OPTIONS"]["pool"]
    with ConnectionPool(url, open=True, reconnect_failed=lambda _: gave_up.set(), **options):
        assert gave_up.wait(10), "from now on, each request tries at once"
