"""Hashing passwords takes bounded memory, however many people sign in at once."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import islice
from typing import Any

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher, make_password
from django.test import Client

from ludopoli.accounts import passwords
from ludopoli.accounts.models import User
from ludopoli.http.error_pages import Busy
from tests.proofs import PASSWORD
from tests.security.conftest import forget

OURS = "argon2$argon2id$v=19$m=19456,t=2,p=1$"


@pytest.fixture(autouse=True)
def _argon2(settings: Any, _fresh: None) -> None:
    """The hasher used in production; other tests have a fast one."""
    settings.PASSWORD_HASHERS = ["ludopoli.accounts.passwords.Argon2"]


@pytest.fixture
def at_work(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of hashes in progress, noted whenever one begins."""
    seen: list[int] = []
    now, lock = [0], threading.Lock()

    def slow(self: Any, password: str, encoded: str) -> bool:
        with lock:
            now[0] += 1
            seen.append(now[0])
        time.sleep(0.02)
        with lock:
            now[0] -= 1
        return False

    monkeypatch.setattr(Argon2PasswordHasher, "verify", slow)
    return seen


def test_the_product_hashes_with_the_parameters_of_owasp() -> None:
    assert make_password(PASSWORD).startswith(OURS)


def test_the_number_of_concurrent_hashes_is_limited(at_work: list[int]) -> None:
    with ThreadPoolExecutor(25) as pool:
        answers = [*pool.map(lambda _: passwords.Argon2().verify("no", OURS), range(25))]
    assert (answers, max(at_work)) == ([False] * 25, passwords.AT_ONCE)


def test_a_full_queue_refuses_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = threading.Event()
    monkeypatch.setattr(passwords, "LONGEST_WAIT", 60)
    monkeypatch.setattr(Argon2PasswordHasher, "verify", lambda *_: begin.wait())
    room, more = passwords.AT_ONCE + passwords.WAITING, 8

    with ThreadPoolExecutor(room + more) as pool:
        tries = [pool.submit(passwords.Argon2().verify, "no", OURS) for _ in range(room + more)]
        refused = [*islice(as_completed(tries), more)]
        begin.set()
    assert [type(each.exception()) for each in refused] == [Busy] * more
    assert all(each.result() for each in tries if each not in refused)


@pytest.mark.django_db
def test_a_refusal_states_why_and_when_to_retry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "LONGEST_WAIT", 0.01)
    held = threading.Event()
    for _ in range(passwords.AT_ONCE):
        passwords._pool.submit(held.wait)
    answer = Client().post("/account/accedi/", {"login": "Rosalia", "password": "no"})
    held.set()
    monkeypatch.undo()
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "Riprova tra qualche secondo" in answer.content.decode()
    forget()
    assert Client().post("/account/accedi/", {"login": "Rosalia", "password": "no"}).status_code == 422


@pytest.mark.django_db
def test_an_old_hash_is_replaced_on_signing_in() -> None:
    old = Argon2PasswordHasher().encode(PASSWORD, "a salt of sixteen")
    person = User.objects.create(username="Rosalia", password=old)
    Client().post("/account/accedi/", {"login": "Rosalia", "password": "sbagliata"})
    person.refresh_from_db()
    assert person.password == old
    Client().post("/account/accedi/", {"login": "Rosalia", "password": PASSWORD})
    person.refresh_from_db()
    assert person.password.startswith(OURS)
    assert person.check_password(PASSWORD)


@pytest.mark.django_db
@pytest.mark.parametrize("login", ["Rosalia", "Nessuna", "rosalia@example.org", "nessuna@example.org"])
def test_known_and_unknown_names_cost_one_hash(login: str, monkeypatch: pytest.MonkeyPatch) -> None:
    User.objects.create_user("Rosalia", "rosalia@example.org", PASSWORD)
    turns: list[str] = []
    in_turn = passwords.in_turn

    def counted(*given: Any) -> Any:
        turns.append(login)
        return in_turn(*given)

    monkeypatch.setattr(passwords, "in_turn", counted)
    Client().post("/account/accedi/", {"login": login, "password": "sbagliata"})
    assert turns == [login]
