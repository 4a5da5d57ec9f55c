"""Generated requests to every operation of the OpenAPI document, sent and checked by schemathesis."""

from __future__ import annotations

import copy
from http import HTTPStatus
from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from schemathesis.specs.openapi.checks import ignored_auth

from games.models import Challenge
from games.people import challenges
from games.play import actions
from ludopoli.accounts.models import User
from ludopoli.api.models import Scope, Token
from tests.api.document import DOCUMENT
from tests.api.events import running
from tests.conftest import Lasting
from tournaments.actions import Named

SCHEMA = schemathesis.openapi.from_dict(copy.deepcopy(DOCUMENT))
SCHEMA.app = get_wsgi_application()
OPERATIONS: list[Any] = [
    result.ok()  # type: ignore[union-attr]
    for result in SCHEMA.get_all_operations()
    if not result.ok().path.endswith("/stream/")  # type: ignore[union-attr]  # `test_streams` reads them
]
NAMING = {"cursor", "player", "vs", "If-Match", "Idempotency-Key"}
"""Parameters that have to name something that exists, or an earlier request; other tests try others."""

EXAMPLES, FEW = 6, 3
"""The number of generated requests for each operation, and for each of the many of a tournament."""


@pytest.fixture(scope="module")
def world(lasting: Lasting) -> dict[str, str]:
    """A person with a token, a match at a table, and a tournament that the person organises."""
    with lasting():
        return build()


@pytest.fixture
def seated(db: None, world: dict[str, str]) -> dict[str, str]:
    return {**world}


def build() -> dict[str, str]:
    anna = User.objects.create_user("Anna")
    _token, secret = Token.make(anna.pk, "prova", list(Scope.values))
    table = actions.open_table(
        anna, game="tressette", rules={"preset": "classico"}, players=4, move_seconds=600
    )
    actions.fill_with_bots(anna, table)
    table.refresh_from_db()
    house = actions.save_rules(anna, game="tressette", name="Le mie", rules={"preset": "classico"})
    bruno = User.objects.create_user("Bruno")
    waiting = actions.open_table(bruno, game="tressette", rules={"preset": "classico"}, players=4)
    challenge = challenges.challenge_person(bruno, waiting, "Anna")
    assert isinstance(challenge, Challenge)
    return {
        "secret": secret,
        "code": table.code,
        "house": house.code,
        "match": str(table.match_id),
        "game": "tressette",
        "preset": "classico",
        "name": "Anna",
        "challenge": str(challenge.pk),
        **_played(anna),
    }


@pytest.fixture(autouse=True)
def _unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rest_framework.views.APIView.throttle_classes", [])


class Sender:
    """Sends requests with a token; the first that succeeds is repeated without a valid one."""

    def __init__(self, token: str) -> None:
        self.headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"}
        self.excluded: list[Any] = []

    def send(self, case: schemathesis.Case) -> None:
        response = case.call(headers=self.headers)
        case.validate_response(
            response,
            headers=self.headers,
            excluded_checks=self.excluded,
            transport_kwargs={"headers": self.headers},
        )
        if response.status_code < HTTPStatus.MULTIPLE_CHOICES:
            self.excluded = [ignored_auth]


def ask(operation: Any, token: str, known: dict[str, str]) -> None:
    """Send generated requests, each also with these parameters of the address, if it has any."""
    sender = Sender(token)

    @given(case=operation.as_strategy())
    @examples(
        max_examples=FEW if "{event}" in operation.path else EXAMPLES,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    def each(case: schemathesis.Case) -> None:
        for sent in (case.query or {}, case.headers or {}):
            for name in NAMING & {*sent}:
                del sent[name]
        sender.send(case)
        if known:
            case.path_parameters = {**case.path_parameters, **known}
            sender.send(case)

    each()


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_every_answer_matches_the_document(operation: Any, seated: dict[str, str]) -> None:
    """Each operation is asked about objects that exist, or else about any others."""
    ask(operation, seated["secret"], _named(operation, seated))


def _played(organiser: User) -> dict[str, str]:
    """The values of the parameters in the addresses of a tournament."""
    event = running(organiser, Named("Mario Rossi"))
    assert event.series is not None
    numbers = {
        "round": "1",
        "table": "1",
        "entry": "1",
        "one": "1",
        "other": "2",
        "claim": "1",
        "position": "0",
    }
    return {"event": event.code, "series": event.series.code, "deal": "1-1", **numbers}


def _named(operation: Any, seated: dict[str, str]) -> dict[str, str]:
    if "house-rules" in operation.path:
        seated = {**seated, "code": seated["house"]}
    return {name: value for name, value in seated.items() if f"{{{name}}}" in operation.path}
