"""Forged requests: without the CSRF token, with extra fields, for the cards of others, or nonsense."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from games.models import Match, Table
from games.play import actions, live
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from ludopoli.api.models import Token
from tests.proofs import proven
from tests.security.conftest import forget, forget_rates
from tests.security.matrix import ASYNCHRONOUS, lines, values
from tests.security.world import World, address, begin, routes

# ---- the CSRF token

WITHOUT_TOKEN = {
    "oauth/token/": "an app sends its code or refresh token; no cookie is read",
    "oauth/revoca/": "an app sends the token that it ends; no cookie is read",
    "avvisi/dispositivi/rinnova/": "a service worker sends the former subscription: its keys are the proof",
    "avvisi/basta/<str:token>/": "a signed link, which mail programs follow with a POST (RFC 8058)",
    "api/<path:path>": "an address that is not there: the answer says so",
}
"""The routes that accept a POST without a CSRF token, and why."""


def test_no_post_counts_without_a_csrf_token(world: World) -> None:
    counted = []
    for route, _pattern in routes():
        if route.startswith(("api/v1/", "admin/")):
            continue
        forget()
        browser = Client(enforce_csrf_checks=True)
        browser.cookies = world.client("player").cookies
        answer = browser.post(address(route, values(world, route)), headers={"Accept": "application/json"})
        refused = answer.status_code == 403 and answer.json()["code"] == "csrf"
        if not refused and answer.status_code not in (405, 406):  # refused before it was read
            counted.append(route)
    assert counted == list(WITHOUT_TOKEN)


def test_a_browser_session_needs_a_csrf_token_for_the_api(world: World) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.cookies = world.client("player").cookies
    before = world.belongings()
    path = f"/api/v1/tables/{world.table.code}/leave/"
    assert browser.post(path, "{}", content_type="application/json").status_code == 403
    assert world.belongings() == before


def test_a_token_of_the_api_opens_no_page(world: World) -> None:
    for role in ("reader", "bot"):
        answer = world.client(role).get("/account/privacy/esporta.json")
        assert answer["Location"].startswith("/account/accedi/")
        assert world.client(role).get(f"/tavolo/{world.table.code}/").status_code == 403


def test_a_head_is_answered_as_its_get(world: World) -> None:
    """It needs the same scope, and knows the same parameters: its headers have a digest of the content."""
    client, wrong = world.client("reader"), {}
    client.raise_request_exception = False
    for method, route in lines():
        if method == "GET" and route.startswith("api/v1/") and route not in ASYNCHRONOUS:
            path = address(route, values(world, route))
            forget_rates()
            get, head = client.get(path), client.head(path)
            if head.status_code != get.status_code:
                wrong[path] = head.status_code
    assert wrong == {}


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS", "POST"])
def test_no_other_method_opens_a_stream(world: World, method: str) -> None:
    answer = world.client("bot").generic(method, "/api/v1/me/stream/")
    assert (answer.status_code, answer["Allow"]) == (405, "GET")
    assert method == "HEAD" or answer.json()["code"] == "method_not_allowed"


def test_a_token_is_stored_nowhere_but_as_a_digest(world: World) -> None:
    browser = proven(world.player)
    page = browser.get("/account/token/").content.decode()
    export = browser.get("/account/privacy/esporta.json").content.decode()
    assert world.player.username in export
    for secret in world.secrets.values():
        stored = json.dumps([*Token.objects.values("name", "shown", "digest", "scopes")])
        assert secret not in stored + page + export
        assert secret[-30:] not in stored + page + export


def test_a_token_in_the_url_is_ignored(world: World) -> None:
    for name in ("token", "access_token", "authorization", "key"):
        answer = Client().get("/api/v1/me/", query_params={name: world.secrets["bot"]})
        assert answer.status_code == 400, "a parameter that nobody knows"


# ---- extra fields

POWERS = {
    "is_staff": True,
    "is_superuser": True,
    "is_active": False,
    "is_guest": True,
    "is_bot": True,
    "warned": True,
    "groups": [1],
    "user_permissions": [1],
    "id": 1,
    "pk": 1,
    "password": "altra",
    "username": "Altro",
    "email": "altro@example.org",
}


def person(name: str) -> dict[str, Any]:
    return (
        User.objects.filter(username=name)
        .values(*[name for name in POWERS if name not in ("pk", "groups", "user_permissions")])
        .get()
    )


def test_a_profile_accepts_only_its_own_fields(world: World) -> None:
    before = person("Elena")
    fields = {**POWERS, "bio": "Ciao", "country": "IT"}
    assert world.client("other").post("/account/profilo/", fields).status_code == 302
    assert person("Elena") == before
    assert User.objects.get(username="Elena").bio == "Ciao"


def test_signing_up_grants_no_privileges(db: None) -> None:
    fields = {
        **POWERS,
        "username": "Nuova",
        "email": "nuova@example.org",
        "password1": "tre carte sul tavolo",
    }
    Client().post("/account/iscriviti/", fields)
    made = User.objects.get(username="Nuova")
    powers = [made.is_staff, made.is_superuser, made.is_guest, made.is_bot, made.groups.exists()]
    assert (any(powers), made.is_active) == (False, True)


@pytest.mark.parametrize("path", ["/tavoli/apri/", "/api/v1/tables/"])
def test_a_table_accepts_only_the_fields_of_its_form(world: World, path: str) -> None:
    wanted = {
        "game": "tressette",
        "rules": {"preset": "classico"},
        "players": 4,
        "move_seconds": 30,
        "clock": "30",
    }
    extra = {
        "status": "playing",
        "code": "aaaa",
        "host": world.player.pk,
        "match": str(world.playing.pk),
        "seats": [{"seat": 0, "user": world.player.pk}],
        "pace": 0,
        "id": 1,
    }
    client = world.client("other")
    answer = client.post(
        path,
        json.dumps({**wanted, **extra}),
        content_type="application/json",
        headers={"Accept": "application/json"},
    )
    made = Table.objects.filter(host=world.other).first()
    if answer.status_code < 300:
        assert made is not None
        assert (made.status, made.match_id) == (Table.Status.OPEN, None)
        assert made.code != "aaaa"
        assert [seat.user_id for seat in made.seats.all() if seat.user_id] == [world.other.pk]
    else:
        assert made is None


def test_a_token_has_only_offered_scopes(world: World) -> None:
    client = proven(world.other)
    before = Token.objects.count()
    answer = client.post("/account/token/", {"name": "mio", "scopes": ["read", "admin"]})
    assert answer.status_code == 422
    client.post("/account/token/", {"name": "mio", "scopes": ["read"], "user": world.player.pk})
    assert Token.objects.count() == before + 1
    assert Token.objects.filter(user=world.other, name="mio").exists()


def test_a_command_counts_for_its_senders_seat(world: World) -> None:
    """No field lets a player play for the seat on turn."""
    state, game = live.state_of(world.playing), GAMES["tressette"]
    seat = world.playing.seat_of(world.player.pk)
    assert seat is not None
    command = game.legal(state, seat)[0].as_json()
    neighbour = User.objects.get(pk=world.playing.players[(seat + 1) % 4]["user"])
    _token, secret = Token.make(neighbour.pk, "play", ["play"])
    body = {
        "id": uuid.uuid4().hex,
        "version": world.playing.version,
        "command": {**command, "seat": seat},
        "seat": seat,
        "user": world.player.pk,
    }
    answer = Client(headers={"Authorization": f"Bearer {secret}"}).post(
        f"/api/v1/matches/{world.playing.pk}/commands/", json.dumps(body), content_type="application/json"
    )
    assert answer.status_code in (400, 409)
    assert Match.objects.get(pk=world.playing.pk).version == world.playing.version


# ---- the cards of others


def texts(content: Any) -> Iterator[str]:
    """Yield every string and every key in a JSON document."""
    if isinstance(content, dict):
        for name, inner in content.items():
            yield name
            yield from texts(inner)
    elif isinstance(content, list):
        for inner in content:
            yield from texts(inner)
    elif isinstance(content, str):
        yield content


def cards_in(content: Any, deck: set[str]) -> set[str]:
    """Return the cards named anywhere, alone or in a list in one string."""
    return {word for text in texts(content) for word in text.replace(",", " ").split() if word in deck}


@pytest.mark.parametrize("hidden", [True, False], ids=["a closed table", "an open one"])
def test_no_answer_has_a_hidden_card(world: World, hidden: bool) -> None:
    """Nothing is played yet, so people know only their own hand."""
    people = [User.objects.get(pk=player["user"]) for player in world.playing.players]
    match = world.playing
    if not hidden:
        for each in people:
            actions.leave_table(each, world.table)
        match = begin(people)
    game, state = GAMES[match.game], live.state_of(match)
    deck = set(game.deck.cards)
    hands = {seat: set(game.view(state, seat)["hand"]) for seat in range(4)}
    seeds = [event.sealed.get("seed", "") for event in match.events.all() if event.sealed]
    readers = [(each, match.seat_of(each.pk)) for each in people]
    for reader, seat in [*readers, (world.other, None), (None, None)]:
        known = set() if seat is None else hands[seat]
        client = Client()
        if reader is not None:
            client.force_login(reader)
        for path in (
            f"/api/v1/matches/{match.pk}/",
            f"/api/v1/matches/{match.pk}/state/",
            f"/api/v1/matches/{match.pk}/events/?have=0",
            f"/api/v1/matches/{match.pk}/record/",
            f"/api/v1/tables/{match.table.code}/",
            f"/partita/{match.pk}/record.json",
        ):
            answer = client.get(path, headers={"Accept": "application/json"})
            assert cards_in(answer.json(), deck) <= known, f"{reader}: {path}"
            assert not any(seed and seed in answer.content.decode() for seed in seeds)
        page = client.get(f"/tavolo/{match.table.code}/")
        if page.status_code == 200:
            assert cards_in(page.context["frame"], deck) <= known
        assert not any(seed and seed in page.content.decode() for seed in seeds)


def test_lists_reveal_nothing_private(world: World) -> None:
    names = (world.table.code, str(world.playing.pk), str(world.over.pk))
    lists = (
        "/",
        "/tavoli/",
        "/tavoli/elenco/",
        "/classifiche/",
        f"/giocatori/{world.player.username}/",
        f"/giocatori/{world.player.username}/partite/",
        "/archivio/",
        "/api/v1/tables/",
        "/api/v1/matches/",
    )
    for role in ("anonymous", "guest", "other", "staff"):
        for path in lists:
            page = world.client(role).get(path).content.decode()
            assert not any(name in page for name in names), f"{role}: {path}"


# ---- nonsense

NESTED = ["[" * 100_000, '{"a":' * 50_000]
ODD = [
    "\xff\xfe",
    "null",
    "1e999",
    '"tressette"',
    '{"game": "tressette", "rules": {"preset": "classico", "match_end": {"deals": 1e400}}}',
    '{"game": "tressette", "players": 1e30}',
    '{"game": "\\u0000", "name": "\\ud800", "to": "\\u0000", "table": "\\u0000", "text": "\\u0000"}',
    '{"id": "\\ud800", "version": 99999999999999999999999, "command": {"do": "play", "card": "\\u0000"}}',
]
"""Bodies that are not JSON, or JSON that makes no sense."""


def test_a_malformed_body_is_refused(world: World) -> None:
    client = world.client("bot")
    paths = [
        "/api/v1/tables/",
        "/api/v1/challenges/",
        "/api/v1/house-rules/",
        f"/api/v1/matches/{world.playing.pk}/commands/",
        f"/api/v1/tables/{world.table.code}/messages/",
    ]
    for path in paths:
        for body in [*NESTED, *ODD]:
            forget()
            answer = client.post(path, body, content_type="application/json")
            assert answer.status_code in (400, 404, 409), f"{path} {body[:40]!r}: {answer.status_code}"
            assert answer.json()["code"]


@pytest.mark.parametrize(
    "path", ["/giocatori/%00/", "/tavoli/?casa=%00", "/api/v1/people/a%00b/", "/classifiche/?dopo=%00"]
)
def test_addresses_with_nul_are_refused(client: Client, db: None, path: str) -> None:
    assert client.get(path).status_code == 400


def test_names_with_nul_are_refused(world: World) -> None:
    answer = world.client("other").post(
        "/amici/segui/", {"name": "An\0na"}, headers={"Accept": "application/json"}
    )
    assert answer.status_code == 404


@pytest.mark.parametrize("number", [10**18, 10**30])
def test_an_unknown_number_is_not_found(world: World, number: int) -> None:
    for path in (f"/avvisi/{number}/", f"/account/bot/{number}/", f"/account/webhook/{number}/"):
        assert world.client("player").get(path).status_code == 404
    after = world.client("player").get(f"/api/v1/tables/{world.table.code}/messages/?after={number}")
    assert after.status_code in (200, 400)
