"""Sessions expire after a time without use, or at a maximum age; their sockets close with them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from ludopoli.accounts.models import User
from ludopoli.sockets import sessions
from tests.accounts.conftest import PASSWORD

NEW = "quattro carte in mano"
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that advances the time: `clock(days=1)`."""
    now = [NOON]
    monkeypatch.setattr("django.utils.timezone.now", lambda: now[0])

    def later(**passed: float) -> None:
        now[0] += timedelta(**passed)

    return later


def is_in(client: Client) -> bool:
    return client.get("/api/v1/me/").status_code == 200


def sign_in(person: User, **fields: str) -> Client:
    client = Client()
    client.post("/account/accedi/", {"login": person.username, "password": PASSWORD, **fields})
    assert is_in(client)
    return client


def test_an_unused_session_ends(rosalia: User, clock: Any) -> None:
    client = sign_in(rosalia, remember="on")
    clock(days=settings.SESSION_IDLE.days - 1)
    assert is_in(client)
    clock(days=settings.SESSION_IDLE.days - 1)
    assert is_in(client)  # it was used in between
    clock(days=settings.SESSION_IDLE.days + 1)
    assert not is_in(client)


def test_the_cookie_lasts_as_long_as_the_session(rosalia: User, clock: Any) -> None:
    client = sign_in(rosalia, remember="on")
    assert client.cookies["sessionid"]["max-age"] == settings.SESSION_IDLE.total_seconds()
    clock(days=2)
    is_in(client)
    [row] = Session.objects.all()
    assert row.expire_date == NOON + timedelta(days=2) + settings.SESSION_IDLE


def test_even_a_session_in_use_ends(rosalia: User, clock: Any) -> None:
    client = sign_in(rosalia, remember="on")
    for _week in range(settings.SESSION_WHOLE.days // 7):
        clock(days=7)
        assert is_in(client)
    clock(days=7)
    assert not is_in(client)


def test_without_remember_me_a_session_lasts_a_day_at_most(rosalia: User, clock: Any) -> None:
    client = sign_in(rosalia)
    assert client.cookies["sessionid"]["max-age"] == ""
    clock(hours=11)
    assert is_in(client)
    clock(hours=11)
    assert is_in(client)
    clock(hours=11)
    assert not is_in(client)


def test_a_guest_session_lasts_for_want_of_another_way_back(db: None, clock: Any) -> None:
    client = Client()
    client.post("/tavoli/gioca/")
    for _ in range(5):
        clock(days=300)
        assert is_in(client)
        assert User.objects.get().last_login == timezone.now(), "counts for `operations/retention.py`"
    clock(days=366)
    assert not is_in(client)


def test_a_guest_who_signs_up_gets_an_ordinary_session(db: None, clock: Any) -> None:
    client = Client()
    client.post("/tavoli/gioca/")
    client.post(
        "/account/iscriviti/", {"username": "Nuova", "email": "nuova@example.org", "password1": PASSWORD}
    )
    clock(days=settings.SESSION_IDLE.days + 1)
    assert not is_in(client)


def test_an_older_session_gets_its_limits_with_the_next_page(rosalia: User, clock: Any) -> None:
    client = Client()
    client.force_login(rosalia)
    session = client.session
    for key in (sessions.SINCE, sessions.USED, sessions.AS_GUEST):
        del session[key]
    session.save()
    Session.objects.update(expire_date=NOON + timedelta(days=365))
    clock(days=100)
    assert is_in(client)
    clock(days=settings.SESSION_IDLE.days + 1)
    assert not is_in(client)


def test_browsing_writes_the_session_only_now_and_then(rosalia: User, clock: Any) -> None:
    client = sign_in(rosalia, remember="on")
    ends = Session.objects.get().expire_date
    clock(minutes=5)
    is_in(client)
    assert Session.objects.get().expire_date == ends
    clock(hours=2)
    is_in(client)
    assert Session.objects.get().expire_date > ends


def test_ended_sessions_are_cleared_and_their_sockets_recheck(
    rosalia: User, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rung: list[int] = []
    monkeypatch.setattr(sessions, "recheck_sessions", rung.append)
    old = sign_in(rosalia, remember="on")
    clock(days=settings.SESSION_IDLE.days - 1)
    kept = sign_in(rosalia, remember="on")
    rung.clear()
    sessions.clear_ended()
    assert rung == []
    clock(days=2)
    sessions.clear_ended()
    assert rung == [rosalia.pk]
    assert Session.objects.get().session_key == kept.session.session_key
    assert not is_in(old)


# ---- two tabs of one browser


@pytest.fixture
def tabs(rosalia: User) -> tuple[Client, Client]:
    """Two tabs with one session; the first has renewed it, and the second still has the old cookie."""
    here, there = sign_in(rosalia), Client()
    there.cookies["sessionid"] = here.cookies["sessionid"].value
    here.post("/account/password/cambia/", {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})
    assert is_in(here)
    return here, there


@pytest.mark.parametrize("address", ["/", "/tavoli/", "/account/", "/lingua/"])
def test_an_answer_to_a_former_session_leaves_the_new_one_alone(
    tabs: tuple[Client, Client], address: str
) -> None:
    _here, there = tabs
    assert not is_in(there)
    assert "sessionid" not in there.get(address).cookies


def test_signing_in_over_a_session_that_has_just_ended_works(tabs: tuple[Client, Client]) -> None:
    _here, there = tabs
    there.post("/account/accedi/", {"login": "Rosalia", "password": NEW})
    assert is_in(there)


def test_signing_out_leaves_no_cookie(rosalia: User) -> None:
    client = sign_in(rosalia)
    answer = client.post("/account/esci/")
    assert answer.cookies["sessionid"]["max-age"] == 0


def test_an_ancient_cookie_is_cleared(rosalia: User) -> None:
    client = Client()
    client.cookies["sessionid"] = "a" * 32
    assert client.get("/").cookies["sessionid"]["max-age"] == 0


def test_the_address_and_the_browser_of_a_session_go_with_it(rosalia: User, clock: Any) -> None:
    sign_in(rosalia)
    left, forgotten = sign_in(rosalia, remember="on"), sign_in(rosalia, remember="on")
    assert UserSession.objects.filter(user=rosalia).count() == 3
    left.post("/account/esci/")
    assert UserSession.objects.filter(user=rosalia).count() == 2
    clock(days=settings.SESSION_IDLE.days + 1)
    sessions.clear_ended()
    assert not is_in(forgotten)
    assert not UserSession.objects.filter(user=rosalia).exists()
