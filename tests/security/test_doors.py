"""Attacks on signing in, up and out: rate limits, leaks about accounts, and redirects."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.test import Client, RequestFactory

from ludopoli.accounts.models import User
from ludopoli.http import caches, throttle
from ludopoli.http.throttle import address_block, client_address
from ludopoli.moderation.models import Report
from tests.proofs import proven
from tests.security.conftest import forget
from tests.security.test_headers import FULL, run
from tests.security.world import PASSWORD

KNOWN, UNKNOWN = "rosalia@example.org", "nessuna@example.org"

pytestmark = pytest.mark.django_db


@pytest.fixture
def rosalia() -> User:
    person = User.objects.create_user("Rosalia", KNOWN, PASSWORD)
    EmailAddress.objects.create(user=person, email=KNOWN, primary=True, verified=True)
    return person


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One entry for each password that is hashed, since hashing decides how long a response takes."""
    seen: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self: Any, password: str, salt: str) -> str:
        seen.append("hashed")
        return str(encode(self, password, salt))

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    return seen


def said(answer: Any, *names: str) -> tuple[int, str, str]:
    """Return a response without tokens, nonces and what was typed in."""
    page = answer.content.decode()
    for volatile in (r'value="[A-Za-z0-9]{64}"', r'nonce="[^"]*"', *map(re.escape, names)):
        page = re.sub(volatile, "…", page)
    return answer.status_code, answer.get("Location", ""), page


# ---- no response reveals who has an account


def test_signing_in_reveals_nothing_about_accounts(rosalia: User, hashed: list[str]) -> None:
    for known, unknown in ((KNOWN, UNKNOWN), ("Rosalia", "Nessuna")):
        responses, work = set(), []
        for login in (known, unknown):
            hashed.clear()
            responses.add(
                said(Client().post("/account/accedi/", {"login": login, "password": "sbagliata"}), login)
            )
            work.append(len(hashed))
        assert [status for status, _to, _page in responses] == [422]
        assert work == [1, 1], login


def test_signing_up_reveals_nothing_about_addresses(rosalia: User, hashed: list[str]) -> None:
    responses, work = set(), set()
    for name, email in (("Prima", KNOWN), ("Altra", UNKNOWN)):
        hashed.clear()
        fields = {"username": name, "email": email, "password1": PASSWORD}
        responses.add(said(Client().post("/account/iscriviti/", fields), name, email))
        work.add(len(hashed))
    assert [status for status, _to, _page in responses] == [302]
    assert len(work) == 1
    assert [message.to for message in mail.outbox] == [[KNOWN], [UNKNOWN]]


def test_signing_up_with_anothers_address_gains_nothing(rosalia: User) -> None:
    stranger = Client()
    stranger.post(
        "/account/iscriviti/", {"username": "Prima", "email": KNOWN, "password1": "altre tre carte qui"}
    )
    assert stranger.session["_auth_user_id"] != str(rosalia.pk)
    signed_in = Client()
    signed_in.post("/account/accedi/", {"login": KNOWN, "password": PASSWORD})
    assert signed_in.session["_auth_user_id"] == str(rosalia.pk)
    mail.outbox.clear()
    Client().post("/account/password/dimenticata/", {"email": KNOWN})
    [message] = mail.outbox
    assert "Rosalia" in message.body
    assert "Prima" not in message.body


@pytest.mark.parametrize("known", ["confirmed", "unconfirmed", "unknown"])
def test_claiming_anothers_address_reveals_nothing(rosalia: User, known: str, hashed: list[str]) -> None:
    """Otherwise failing to sign in by the address of a new account would reveal that it is somebody's."""
    if known == "unconfirmed":
        EmailAddress.objects.filter(user=rosalia).update(verified=False)
    email = UNKNOWN if known == "unknown" else KNOWN
    mine = "altre tre carte qui"
    Client().post("/account/iscriviti/", {"username": "Prima", "email": email, "password1": mine})
    browser = Client()
    hashed.clear()
    answer = browser.post("/account/accedi/", {"login": email, "password": mine})
    assert answer.status_code == 422
    assert "_auth_user_id" not in browser.session
    assert len(hashed) == 1
    assert "Se l’indirizzo non è ancora confermato, accedi con il nome." in answer.content.decode()
    by_name = browser.post("/account/accedi/", {"login": "Prima", "password": mine})
    assert by_name.status_code == 302


def test_changing_the_address_reveals_nothing_about_addresses(rosalia: User) -> None:
    responses, client = set(), proven(User.objects.create_user("Nedda", "nedda@example.org", PASSWORD))
    for email in (KNOWN, UNKNOWN):
        added = client.post("/account/email/", {"action_add": "", "email": email})
        responses.add((said(added, email), said(client.get("/account/email/"), email)))
        EmailAddress.objects.filter(email=email, verified=False).delete()
    assert len(responses) == 1
    assert [message.to for message in mail.outbox] == [[KNOWN], [UNKNOWN]]


def test_an_address_can_be_confirmed_for_one_account_only(rosalia: User) -> None:
    stranger = Client()
    stranger.post(
        "/account/iscriviti/", {"username": "Prima", "email": KNOWN, "password1": "altre tre carte qui"}
    )
    link = re.search(r"http://testserver(/\S+)", str(mail.outbox[0].body))
    assert link
    stranger.post(link[1])
    assert [*EmailAddress.objects.filter(email=KNOWN, verified=True)] == [
        EmailAddress.objects.get(user=rosalia)
    ]


def test_a_forgotten_password_reveals_nothing_about_addresses(rosalia: User, hashed: list[str]) -> None:
    responses = set()
    for email in (KNOWN, UNKNOWN):
        responses.add(said(Client().post("/account/password/dimenticata/", {"email": email}), email))
    assert len(responses) == 1
    assert [message.to for message in mail.outbox] == [[KNOWN], [UNKNOWN]]
    assert hashed == []


def test_links_in_mails_ignore_the_host_header(rosalia: User, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["carte.example.org"]
    poisoned = (
        {"Host": "evil.example"},
        {"Host": "carte.example.org:80@evil.example"},
        {"Host": "carte.example.org.evil.example"},
    )
    for headers in poisoned:
        assert (
            Client().post("/account/password/dimenticata/", {"email": KNOWN}, headers=headers).status_code
            == 400
        )
    believed = {
        "Host": "carte.example.org",
        "X-Forwarded-Host": "evil.example",
        "Forwarded": "host=evil.example",
    }
    Client().post("/account/password/dimenticata/", {"email": KNOWN}, headers=believed)
    [message] = mail.outbox
    assert {urlsplit(url).netloc for url in re.findall(r"https?://\S+", str(message.body))} == {
        "carte.example.org"
    }


def test_the_key_of_a_reset_does_not_travel_in_a_referer(rosalia: User) -> None:
    client = Client()
    client.post("/account/password/dimenticata/", {"email": KNOWN})
    link = re.search(r"http://testserver(/\S+)", str(mail.outbox[0].body))
    assert link
    first = client.get(link[1])
    assert first.status_code == 302  # the key goes into the session, out of the address
    key = link[1].rstrip("/").split("-", 1)[1]
    shown = client.get(first["Location"])
    assert key not in shown.content.decode()
    assert shown["Referrer-Policy"] == "same-origin"


# ---- rate limits


@pytest.mark.parametrize(
    ("path", "fields", "times"),
    [
        ("/account/accedi/", {"login": "Rosalia", "password": "sbagliata"}, 6),
        ("/account/accedi/", {"login": "Nessuna", "password": "sbagliata"}, 6),
        ("/account/iscriviti/", {"username": "", "email": "", "password1": ""}, 21),
        ("/account/password/dimenticata/", {"email": KNOWN}, 6),
        ("/account/password/dimenticata/", {"email": UNKNOWN}, 6),
        ("/tavoli/gioca/", {}, 31),
    ],
)
def test_attempts_to_sign_in_are_throttled(
    rosalia: User, path: str, fields: dict[str, str], times: int
) -> None:
    def last(before: int) -> Any:
        forget()
        return [Client().post(path, fields) for _ in range(before)][-1]

    assert last(times - 1).status_code != 429
    limited = last(times)
    assert limited.status_code == 429
    assert int(limited["Retry-After"]) >= 1


def test_many_names_from_one_address_are_throttled(rosalia: User) -> None:
    statuses = [
        Client().post("/account/accedi/", {"login": f"Nome {n}", "password": "sbagliata"}).status_code
        for n in range(11)
    ]
    assert statuses == [422] * 10 + [429]


def test_the_admin_site_has_no_sign_in_page_of_its_own(rosalia: User) -> None:
    User.objects.create_superuser("Capo", password=PASSWORD)
    client = Client()
    for path in ("/admin/", "/admin/login/", "/admin/accounts/user/"):
        assert client.get(path, follow=True).redirect_chain[-1][0].startswith("/account/accedi/")
    client.post("/admin/login/", {"username": "Capo", "password": PASSWORD})
    assert "_auth_user_id" not in client.session
    client.force_login(rosalia)
    assert client.get("/admin/", follow=True).status_code == 403


# ---- the address of a client


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("203.0.113.7", "", "203.0.113.7"),
        ("203.0.113.7", "198.51.100.1", "203.0.113.7"),
        ("127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "6.6.6.6, 198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "6.6.6.6, 198.51.100.1, 10.1.2.3", "198.51.100.1"),
        ("127.0.0.1", "10.9.9.9, 10.1.2.3", "10.9.9.9"),
        ("127.0.0.1", "nonsense", "127.0.0.1"),
        ("127.0.0.1", "6.6.6.6, nonsense, 10.1.2.3", "10.1.2.3"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("::ffff:127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", " 2001:db8::1 ", "2001:db8::1"),
    ],
)
def test_forwarding_headers_are_trusted_only_from_proxies(
    settings: Any, rf: RequestFactory, peer: str, forwarded: str, address: str
) -> None:
    settings.TRUSTED_PROXIES = [throttle.ipaddress.ip_network(each) for each in ("127.0.0.1", "10.0.0.0/8")]
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    assert client_address(rf.get("/", headers=headers, REMOTE_ADDR=peer)) == address
    scope_headers = [(b"x-forwarded-for", part.encode()) for part in forwarded.split(",") if part]
    assert client_address({"client": [peer, 1], "headers": scope_headers}) == address


def test_a_household_shares_one_limit() -> None:
    assert address_block("2001:db8::1") == address_block("2001:db8::ffff") == "2001:db8::/64"
    assert address_block("203.0.113.7") == "203.0.113.7"
    assert address_block("") == ""


def test_no_header_gains_another_attempt(rosalia: User) -> None:
    for n in range(12):
        headers = {
            "X-Forwarded-For": f"198.51.100.{n}",
            "X-Real-Ip": f"198.51.100.{n}",
            "Forwarded": f"for={n}",
        }
        answer = Client().post("/account/accedi/", {"login": f"Nome {n}", "password": "no"}, headers=headers)
    assert answer.status_code == 429


def test_no_header_raises_the_api_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludopoli.api.throttles.AnonymousThrottle.get_rate", lambda self: "3/min")
    answers = [
        Client().get("/api/v1/games/", headers={"X-Forwarded-For": f"198.51.100.{n}"}) for n in range(4)
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert int(answers[-1]["Retry-After"]) >= 1


# ---- while Redis is away


@pytest.fixture
def no_redis(settings: Any) -> Iterator[None]:
    """Use the cache of the full mode, with nothing listening at its port."""
    options = {"socket_connect_timeout": 0.5, "socket_timeout": 1}
    settings.CACHES = {
        "default": {
            "BACKEND": "ludopoli.http.caches.SharedCache",
            "LOCATION": "redis://127.0.0.1:1/0",
            "OPTIONS": options,
        }
    }
    yield
    caches.SharedCache.away_until = 0.0


def test_without_redis_signing_in_works_and_limits_hold(rosalia: User, no_redis: None, caplog: Any) -> None:
    assert Client().post("/tavoli/gioca/").status_code == 200
    signed_in = Client().post("/account/accedi/", {"login": "Rosalia", "password": PASSWORD})
    assert signed_in["Location"] == "/tavoli/"
    assert Client().get("/api/v1/games/").status_code == 200
    answers = [
        Client().post("/account/accedi/", {"login": "Rosalia", "password": "sbagliata"}) for _ in range(6)
    ]
    assert [answer.status_code for answer in answers] == [422] * 5 + [429]
    warned = [record for record in caplog.records if record.name == "ludopoli.http.caches"]
    assert [record.levelname for record in warned] == ["WARNING"]  # once, not at every request
    assert not any(record.exc_info for record in caplog.records)


def test_redis_is_asked_again_after_a_while(no_redis: None, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = caches.SharedCache("redis://127.0.0.1:1/0", {})
    assert cache.add("k", 1) is True
    now = caches.time.monotonic() + caches.ASKED_AGAIN_AFTER
    monkeypatch.setattr(caches.time, "monotonic", lambda: now)
    asked: list[str] = []
    monkeypatch.setattr(type(cache._cache), "get", lambda self, key, default: asked.append(key))  # type: ignore[attr-defined]
    assert cache.get("k") is None
    assert asked == [cache.make_key("k")]


ENQUEUE = """
import queue, threading, celery, django
django.setup()
from kombu.exceptions import OperationalError
from games.tasks import sweep
send, senders = celery.Task.apply_async, queue.Queue()
def noted(*arguments, **options):
    senders.put(threading.current_thread().name)
    return send(*arguments, **options)
celery.Task.apply_async = noted
sweep.delay()
print("sent by", senders.get())
try:
    send(sweep)
except OperationalError:
    print("away")
"""


def test_an_unreachable_broker_delays_nobody(tmp_path: Path) -> None:
    output = run("-c", ENQUEUE, **FULL, LUDOPOLI_VAR=str(tmp_path), SECRET_KEY="of no use")
    sender, worker = output.split("\n")[:2]
    assert sender != "sent by MainThread", "a web process leaves it to its task sender"
    assert worker == "away", "a worker learns of it, and does not try for ever"


# ---- no redirect leaves the site

ELSEWHERE = (
    "https://evil.example/",
    "//evil.example/",
    "///evil.example/",
    "/\\evil.example/",
    "\\\\evil.example/",
    "https:evil.example",
    "javascript:alert(1)",
    "http://testserver@evil.example/",
    "\t//evil.example/",
    "/%0d%0aLocation:%20https://evil.example/",
)

LEADS_ON: dict[str, tuple[str, dict[str, str]]] = {
    "signing in": ("/account/accedi/", {"login": "Rosalia", "password": PASSWORD}),
    "signing up": ("/account/iscriviti/", {"username": "Nuova", "email": UNKNOWN, "password1": PASSWORD}),
    "signing out": ("/account/esci/", {}),
    "choosing a language": ("/lingua/", {"language": "en"}),
    "making a friend": ("/amici/segui/", {"name": "Elena"}),
    "proving it again": ("/account/conferma/", {"password": PASSWORD}),
    "a new password": ("/account/password/dimenticata/", {"email": KNOWN}),
    "a report": ("/segnala/", {"chi": "Elena", "reason": "words", "text": "Mi ha dato del brocco."}),
    "past the door": ("/account/accedi/", {}),
}
SIGNED_IN = {"a report", "signing out", "making a friend", "proving it again", "past the door"}


@pytest.mark.parametrize("way", LEADS_ON)
@pytest.mark.parametrize("place", ["form", "address"])
def test_no_redirect_leaves_the_site(rosalia: User, way: str, place: str) -> None:
    User.objects.create_user("Elena")
    path, fields = LEADS_ON[way]
    for wanted in ELSEWHERE:
        forget()
        User.objects.filter(username="Nuova").delete()
        Report.objects.all().delete()
        client = Client()
        if way in SIGNED_IN:
            client.force_login(rosalia)
        sent, query = ({**fields, "next": wanted}, None) if place == "form" else (fields, {"next": wanted})
        answer = client.post(path, sent, query_params=query)
        led = answer.get("Location", "/")
        assert urlsplit(led).netloc in ("", "testserver"), f"{wanted!r} led to {led!r}"
        assert led.startswith(("/", "http://testserver/")), f"{wanted!r} led to {led!r}"
        assert not led.startswith(("//", "/\\")), f"{wanted!r} led to {led!r}"
