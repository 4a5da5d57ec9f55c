"""A query that is compiled once reads what Django's own query reads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from ludopoli.accounts.models import User
from ludopoli.api.models import Token
from ludopoli.base.lookups import Lookup, PreparedQuery


@pytest.fixture
def owner(db: None) -> User:
    return User.objects.create_user("Anna", "anna@example.org", "12-parole-lunghe", preferences={"deck": "x"})


def test_a_row_is_read_with_its_relations_in_one_query(owner: User, django_assert_num_queries: Any) -> None:
    bot = User.objects.create(username="Automa", is_bot=True, owner=owner)
    made, _secret = Token.make(bot.pk, "a", ["play"])
    find = Lookup(lambda: Token.objects.select_related("user__owner"), "digest")
    for _ in range(2):
        with django_assert_num_queries(1):
            token = find(made.digest)
            assert token == made
            assert token.scopes == ["play"]
            assert timezone.is_aware(token.made_at)
            assert token.user.owner == owner
            assert token.user.owner.preferences == {"deck": "x"}
    other, _secret = Token.make(owner.pk, "b", ["read"])
    found = find(other.digest)
    assert found == other
    assert found.user.owner is None
    assert find("nothing") is None


def test_what_is_not_read_stays_deferred(owner: User) -> None:
    found = Lookup(lambda: User.objects.defer("preferences"), "pk")(owner.pk)
    assert found is not None
    assert found.get_deferred_fields() == {"preferences"}
    assert found.preferences == owner.preferences


def test_a_change_is_seen_at_once(owner: User) -> None:
    find = Lookup(User.objects.all, "pk")
    assert find(owner.pk) == owner
    User.objects.filter(pk=owner.pk).update(username="Bruna")
    found = find(owner.pk)
    assert found is not None
    assert found.username == "Bruna"


def test_each_blank_is_filled_with_its_value(owner: User) -> None:
    for name in ("Bruna", "Carla", "Dario"):
        User.objects.create_user(name, is_guest=name == "Dario")
    named = PreparedQuery(
        lambda first, last: (
            User.objects.filter(is_guest=False, username__gte=first, username__lte=last)
            .order_by("-username")
            .values_list("username", flat=True)
        )
    )
    assert named("Anna", "Bruna") == ["Bruna", "Anna"]
    assert named("Bruna", "Elena") == ["Carla", "Bruna"]


@pytest.mark.django_db(transaction=True)
def test_every_thread_reads_by_its_own_connection() -> None:
    find = Lookup(User.objects.all, "username")
    assert find("Anna") is None

    def read() -> tuple[Any, Any]:
        return find("Anna"), connection.connection

    with ThreadPoolExecutor(1) as pool:
        found, used = pool.submit(read).result()
    assert found is None
    assert used is not None
    assert used is not connection.connection
