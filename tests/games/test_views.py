"""Home, lobby and the actions of a table's page: valid input, invalid input, and the responses to it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Seat, Table
from games.pages import lobby
from games.play import actions, live
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from ludopoli.api.models import Scope, Token
from ludopoli.text import times
from tests.games.playing import play_first_commands

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_rates")]

JSON = {"Accept": "application/json"}
RULES: dict[str, Any] = {"game": "tressette", "rules": {"preset": "classico"}, "players": 4}


def opened(user: User, **changed: Any) -> Table:
    table = actions.open_table(user, **{**RULES, **changed})
    return table


def person(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def post(client: Client, path: str, body: Any = None) -> Any:
    """Send a request as a program does: JSON in, JSON out."""
    return client.post(path, {} if body is None else body, content_type="application/json", headers=JSON)


def said(answer: Any) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]


def assert_refused(answer: Any, status: int, code: str) -> None:
    assert answer.status_code == status, answer.content
    refusal = answer.json()
    assert refusal["code"] == code
    assert refusal["message"]


# ---- pages


def test_the_home_page_of_an_empty_site(client: Client) -> None:
    page = client.get("/").content.decode()
    for game in GAMES:
        assert f'value="{game}"' in page
    assert "Adesso non gioca nessuno" in page


@pytest.mark.parametrize("path", ["/", "/tavoli/", "/tavoli/elenco/", "/tornei/", "/classifiche/"])
def test_a_page_of_an_empty_site_says_what_can_be_played_at_once(client: Client, path: str) -> None:
    """Also to a visitor: bots, the deal and the puzzle of the day, lessons."""
    around = client.get(path).content.decode().partition('class="empty"')[2].partition("</ul>")[0]
    assert re.findall(r'<a[^>]*href="([^"]+)"', around) == [
        "/#gioca",
        "/tornei/oggi/",
        "/giocate/",
        "/lezioni/",
    ]


def test_who_was_here_before_sees_first_their_table_then_today_then_the_games(anna: User) -> None:
    table = opened(anna, private=True)
    parts = [f'href="/tavolo/{table.code}/#torno"', 'aria-labelledby="oggi"', 'id="gioca"']
    page = person(anna).get("/").content.decode()
    assert sorted(parts, key=page.index) == parts
    visited = Client().get("/").content.decode()
    assert sorted(parts[1:], key=visited.index) == parts[:0:-1], "a newcomer sees the games first"


def test_each_game_that_deals_has_its_rules_beside_it(client: Client) -> None:
    form = client.get("/").content.decode().partition('id="gioca"')[2].partition("</form>")[0]
    dealt = re.findall(r'name="game"\s+value="([a-z]+)', form)
    assert {*dealt} == {*GAMES}
    assert re.findall(r'</button><a href="/regole/([a-z]+)/', form) == dealt


def test_the_game_last_played_is_the_first(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    first = re.compile(r'name="game"\s+value="(\w+)')
    before = first.findall(client.get("/").content.decode())
    assert before[0] != "whist"
    monkeypatch.setattr(lobby, "usual_game", lambda _reader: "whist")
    after = first.findall(client.get("/").content.decode())
    assert after[0] == "whist"
    assert sorted(after) == sorted(before)


def test_the_home_page_shows_the_tables(client: Client, anna: User) -> None:
    table = opened(anna)
    page = client.get("/").content.decode()
    assert f'data-key="{table.code}"' in page
    assert "Anna" in page


def test_private_tables_are_not_listed(client: Client, anna: User) -> None:
    table = opened(anna, private=True)
    for path in ("/", "/tavoli/", "/tavoli/elenco/"):
        assert table.code not in client.get(path).content.decode()


def test_a_seated_player_finds_the_way_back(anna: User) -> None:
    table = opened(anna, private=True)
    for path in ("/", "/tavoli/"):
        assert f"/tavolo/{table.code}/" in person(anna).get(path).content.decode()


def test_the_list_leads_back_to_ones_own_table(client: Client) -> None:
    """People who sit there are offered no seat, neither a bot's nor a free one."""
    client.post("/tavoli/gioca/", {"game": "tressette"})
    code = Table.objects.get().code
    own, others = (each.get("/tavoli/elenco/").content.decode() for each in (client, Client()))
    assert f'href="/tavolo/{code}/#torno"' in own
    assert f"/tavolo/{code}/siediti/" not in own
    assert f"/tavolo/{code}/siediti/" in others


def test_the_levels_of_bots_are_in_the_readers_language(client: Client) -> None:
    titles = {
        language: re.findall(r'<option value="circolo"[^>]*>\s*([^<]*?)\s*<', page.content.decode())
        for language in ("it", "en")
        for page in [client.get("/", headers={"Accept-Language": language})]
    }
    assert titles == {"it": ["Da circolo"], "en": ["Club player"]}


def test_the_lobby_can_be_filtered(client: Client, anna: User, vito: User) -> None:
    waiting = opened(anna)
    full = opened(vito)
    actions.fill_with_bots(vito, full)
    everything = client.get("/tavoli/").content.decode()
    assert waiting.code in everything
    assert full.code in everything
    free = client.get("/tavoli/?posti=liberi&gioco=tressette").content.decode()
    assert waiting.code in free
    assert full.code not in free


@pytest.mark.parametrize("query", ["?gioco=poker", "?n=-1", "?n=9999999999", "?n=x", "?posti=tutti"])
def test_an_invalid_filter_is_ignored(client: Client, anna: User, query: str) -> None:
    table = opened(anna)
    for path in ("/tavoli/", "/tavoli/elenco/"):
        assert table.code in client.get(path + query).content.decode()


def test_the_list_can_be_fetched_alone(client: Client, anna: User) -> None:
    table = opened(anna)
    page = client.get("/tavoli/elenco/").content.decode()
    assert "<html" not in page
    assert table.code in page
    assert "data-counts" in page


@pytest.mark.parametrize("private", [False, True])
def test_a_table_has_a_page(client: Client, anna: User, private: bool) -> None:
    table = opened(anna, private=private)
    for reader in (client, person(anna)):
        answer = reader.get(f"/tavolo/{table.code}/")
        assert answer.status_code == 200
        assert answer.context["frame"]["code"] == table.code
        assert answer.context["may_watch"]
        assert "csrftoken" in answer.cookies
    assert User.objects.count() == 1


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_an_unknown_table_is_not_found(client: Client, accept: str) -> None:
    for answer in (
        client.get("/tavolo/nonce/", headers={"Accept": accept}),
        *(
            client.post(f"/tavolo/nonce/{verb}/", {"seat": "0"}, headers={"Accept": accept})
            for verb in ("siediti", "lascia", "bot", "togli")
        ),
    ):
        assert answer.status_code == 404
        assert answer["Content-Type"].startswith(accept)


def test_a_table_closed_to_spectators_is_explained(client: Client, anna: User) -> None:
    table = opened(anna, watchable=False)
    actions.fill_with_bots(anna, table)
    answer = client.get(f"/tavolo/{table.code}/")
    assert answer.status_code == 403
    assert "non si può guardare" in answer.content.decode()
    assert_refused(client.get(f"/tavolo/{table.code}/", headers=JSON), 403, "not_watchable")


def test_errors_have_our_look_or_are_json(client: Client) -> None:
    page = client.get("/nowhere/")
    assert page.status_code == 404
    assert b'class="site-head"' in page.content
    assert_refused(client.get("/nowhere/", headers=JSON), 404, "not_found")


def test_without_a_csrf_token_nothing_changes() -> None:
    strict = Client(enforce_csrf_checks=True)
    assert_refused(strict.post("/tavoli/gioca/", headers=JSON), 403, "csrf")
    page = strict.post("/tavoli/gioca/")
    assert page.status_code == 403
    assert b'class="site-head"' in page.content
    assert not User.objects.exists()


def test_the_error_page_needs_no_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("on purpose")

    client.raise_request_exception = False
    monkeypatch.setattr("games.play.lobby.lobby_tables", broken)
    with CaptureQueriesContext(connection) as queries:
        page = client.get("/")
    assert page.status_code == 500
    assert "al sicuro" in page.content.decode()
    assert not queries.captured_queries
    assert_refused(client.get("/", headers=JSON), 500, "server_error")


# ---- wrong methods and unreadable bodies

WRITES = [
    "/tavoli/apri/",
    "/tavoli/gioca/",
    "/tavoli/trova/",
    *(f"/tavolo/abc/{verb}/" for verb in ("siediti", "lascia", "bot", "togli")),
]


@pytest.mark.parametrize("path", WRITES)
@pytest.mark.parametrize("method", ["get", "put", "delete", "patch"])
def test_only_a_post_changes_anything(client: Client, path: str, method: str) -> None:
    answer = getattr(client, method)(path, headers=JSON)
    assert_refused(answer, 405, "method_not_allowed")
    assert answer["Allow"] == "POST"
    assert getattr(client, method)(path).status_code == 405


@pytest.mark.parametrize("path", ["/", "/tavoli/", "/tavoli/elenco/", "/tavolo/abc/"])
def test_pages_are_only_read(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405


@pytest.mark.parametrize("path", WRITES)
@pytest.mark.parametrize(
    "body", [b"{", b"[]", b"3", b"null", b"\xff\xfe", b"[" * 100_000, b'{"a":"\\ud800"}', b'{"a":NaN}']
)
def test_an_unreadable_body_is_refused(client: Client, path: str, body: bytes) -> None:
    answer = client.generic("POST", path, body, content_type="application/json", headers=JSON)
    assert_refused(answer, 400, "bad_request")
    assert not User.objects.exists()


# ---- playing at once


def test_a_quick_game_needs_no_account(client: Client) -> None:
    page = client.post("/tavoli/gioca/", {"game": "tressette"}).content.decode()
    table = Table.objects.get()
    assert f'<meta name="page-address" content="/tavolo/{table.code}/">' in page
    assert 'id="state"' in page
    guest = User.objects.get()
    assert guest.is_guest
    assert table.status == Table.Status.PLAYING
    assert table.seats.filter(user=guest).count() == 1
    assert table.seats.exclude(bot="").count() == 3


def test_a_program_starts_a_quick_game(client: Client) -> None:
    started = post(client, "/tavoli/gioca/", {"game": "tressette"}).json()
    assert started == {"ok": True, "code": started["code"], "url": f"/tavolo/{started['code']}/"}
    assert Table.objects.get().code == started["code"]


@pytest.mark.parametrize(("asked", "level"), [({}, "circolo"), ({"level": "maestro"}, "maestro")])
def test_the_bots_of_a_quick_game_have_the_chosen_level(
    client: Client, asked: dict[str, str], level: str
) -> None:
    client.post("/tavoli/gioca/", {"game": "tressette", **asked})
    assert set(Table.objects.get().seats.exclude(bot="").values_list("bot", flat=True)) == {level}


@pytest.mark.parametrize("level", ["campione", "", 7, None])
def test_an_unknown_level_opens_no_table(client: Client, level: Any) -> None:
    assert_refused(post(client, "/tavoli/gioca/", {"game": "tressette", "level": level}), 409, "no_level")
    assert not Table.objects.exists()


@pytest.mark.parametrize("game", ["poker", ["tressette"]])
def test_a_table_of_an_unknown_game_is_refused(client: Client, game: Any) -> None:
    assert_refused(post(client, "/tavoli/apri/", {"game": game}), 404, "no_game")
    assert not Table.objects.exists()


def test_a_refusal_has_one_status_for_pages_and_programs(anna: User) -> None:
    """A code without a status of its own gives 409 in both."""
    table = opened(User.objects.create_user("Bruno"))
    _token, secret = Token.make(anna.pk, "prova", [Scope.PLAY])
    program = Client(headers={"Authorization": f"Bearer {secret}"})
    for page, operation, sent, status, code in [
        ("siediti/", "sit/", {"seat": 5}, 404, "no_seat"),
        ("siediti/", "sit/", {"seat": 0}, 409, "seat_taken"),
        ("lascia/", "leave/", {}, 403, "not_seated"),
        ("bot/", "bots/", {"level": "circolo"}, 403, "not_seated"),
    ]:
        assert_refused(post(person(anna), f"/tavolo/{table.code}/{page}", sent), status, code)
        answer = post(program, f"/api/v1/tables/{table.code}/{operation}", sent)
        assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.parametrize("game", ["poker", "", 7, None, ["tressette"], {"a": 1}])
def test_a_quick_game_of_an_unknown_game_is_refused(client: Client, game: Any) -> None:
    assert_refused(post(client, "/tavoli/gioca/", {"game": game}), 404, "no_game")
    assert not User.objects.exists()


def test_find_seat_joins_a_waiting_table_or_opens_one(client: Client, anna: User) -> None:
    table = opened(anna)
    assert client.post("/tavoli/trova/")["Location"] == f"/tavolo/{table.code}/"
    assert table.seats.filter(user__is_guest=True).count() == 1
    assert_refused(post(Client(), "/tavoli/trova/", {"game": "poker"}), 404, "no_game")
    Table.objects.update(private=True)
    assert post(Client(), "/tavoli/trova/", {}).json()["code"] != table.code


# ---- opening


def test_a_table_is_opened(client: Client) -> None:
    answer = client.post(
        "/tavoli/apri/",
        {
            "game": "tressette",
            "preset": "classico",
            "base": "classico",
            "players": "3",
            "clock": "fast",
            "option_match_end": '{"points": 31}',
            "private": "on",
        },
    )
    table = Table.objects.get()
    assert answer["Location"] == f"/tavolo/{table.code}/"
    assert table.rules == {"preset": "classico", "match_end": {"points": 31}}
    assert (table.players, table.move_seconds, table.bank_seconds) == (3, 10, 60)
    assert (table.private, table.watchable) == (True, False)
    assert table.seats.get(number=0).user == User.objects.get()


def test_a_program_opens_a_table(anna: User) -> None:
    body = {
        "game": "tressette",
        "rules": {"preset": "classico", "match_end": {"deals": 4}},
        "clock": "none",
        "private": True,
    }
    assert post(person(anna), "/tavoli/apri/", body).json()["ok"]
    table = Table.objects.get()
    assert table.rules["match_end"] == {"deals": 4}
    assert table.move_seconds is None
    assert table.watchable


def test_an_invalid_form_comes_back_with_its_errors(client: Client) -> None:
    answer = client.post("/tavoli/apri/", {"game": "tressette", "players": "4", "clock": "none"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Senza orologio solo a un tavolo privato." in page
    assert 'aria-invalid="true"' in page
    assert not Table.objects.exists()
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"rules": []}, "bad_request"),
        ({"rules": {"preset": "poker"}}, "bad_form"),
        ({"rules": {"jokers": 2}}, "bad_form"),
        ({"rules": {"accuse_window": 9}}, "bad_form"),
        ({"rules": {"match_end": {"points": 1, "games": 1}}}, "bad_form"),
        ({"players": 7}, "bad_form"),
        ({"players": {"a": 1}}, "bad_form"),
        ({"clock": "sand"}, "bad_form"),
        ({"clock": "none"}, "bad_form"),
    ],
)
def test_unplayable_rules_are_refused(client: Client, body: dict[str, Any], code: str) -> None:
    assert_refused(post(client, "/tavoli/apri/", body), 400, code)
    assert not Table.objects.exists()


def test_the_number_of_open_tables_is_limited(anna: User) -> None:
    client = person(anna)
    answers = [post(client, "/tavoli/apri/", {}) for _ in range(actions.tables.MAX_OPEN_TABLES + 1)]
    assert_refused(answers[-1], 409, "too_many_tables")
    assert str(actions.tables.MAX_OPEN_TABLES) in answers[-1].json()["message"]


# ---- sitting and leaving


def test_a_guest_takes_the_named_seat(client: Client, anna: User) -> None:
    table = opened(anna)
    assert post(client, f"/tavolo/{table.code}/siediti/", {"seat": 2}).json()["code"] == table.code
    assert table.seats.get(number=2).user == User.objects.get(is_guest=True)


def test_without_a_seat_number_the_first_free_seat_is_taken(client: Client, anna: User) -> None:
    table = opened(anna)
    assert client.post(f"/tavolo/{table.code}/siediti/")["Location"] == f"/tavolo/{table.code}/"
    assert table.seats.get(number=1).user is not None


@pytest.mark.parametrize("seat", [-1, 4, 99, 10**30, "x", "", "1.0", "²", 1.5, True, None, [], {}])
def test_an_unknown_seat_is_refused(client: Client, anna: User, seat: Any) -> None:
    table = opened(anna)
    assert_refused(post(client, f"/tavolo/{table.code}/siediti/", {"seat": seat}), 404, "no_seat")
    assert table.seats.exclude(user=None).count() == 1


def refused_on(answer: Any, page: str) -> str:
    """Return the page with this address, which shows why the request was refused."""
    html = answer.content.decode()
    assert (answer.status_code, f'name="page-address" content="{page}"' in html) == (422, True), html
    return html


def test_a_taken_seat_is_refused(anna: User, vito: User) -> None:
    table = opened(anna)
    assert_refused(post(person(vito), f"/tavolo/{table.code}/siediti/", {"seat": 0}), 409, "seat_taken")
    page = refused_on(person(vito).post(f"/tavolo/{table.code}/siediti/", {"seat": "0"}), "/tavoli/")
    assert "Quel posto è già preso. Scegline un altro." in page


def test_refusals_are_in_the_readers_language(anna: User, vito: User) -> None:
    table = opened(anna)
    answer = person(vito).post(
        f"/tavolo/{table.code}/siediti/", {"seat": "0"}, headers={**JSON, "Accept-Language": "en"}
    )
    assert answer.json()["message"] == "That seat is taken. Choose another."


def test_nobody_sits_twice(anna: User) -> None:
    table = opened(anna)
    assert_refused(post(person(anna), f"/tavolo/{table.code}/siediti/", {"seat": 1}), 409, "already_seated")
    refused_on(person(anna).post(f"/tavolo/{table.code}/siediti/"), f"/tavolo/{table.code}/")


def test_a_full_table_is_refused(anna: User, vito: User) -> None:
    table = opened(anna)
    actions.fill_with_bots(anna, table)
    assert_refused(post(person(vito), f"/tavolo/{table.code}/siediti/", {}), 409, "no_free_seat")


def test_the_last_player_to_leave_closes_the_table(anna: User, vito: User) -> None:
    table = opened(anna)
    assert_refused(post(Client(), f"/tavolo/{table.code}/lascia/"), 403, "not_seated")
    assert_refused(post(person(vito), f"/tavolo/{table.code}/lascia/"), 403, "not_seated")
    answer = person(anna).post(f"/tavolo/{table.code}/lascia/")
    assert answer["Location"] == "/tavoli/"
    assert said(answer) == ["Hai lasciato il tavolo."]
    table.refresh_from_db()
    assert table.status == Table.Status.CLOSED
    assert User.objects.filter(is_guest=True).count() == 0


def test_a_closed_table_is_refused(anna: User, vito: User) -> None:
    table = opened(anna)
    actions.leave_table(anna, table)
    assert_refused(post(person(vito), f"/tavolo/{table.code}/siediti/", {"seat": 0}), 409, "table_closed")


# ---- bots


def test_seated_players_fill_the_table_with_bots(anna: User, vito: User) -> None:
    table = opened(anna)
    assert_refused(post(Client(), f"/tavolo/{table.code}/bot/"), 403, "not_seated")
    assert_refused(post(person(vito), f"/tavolo/{table.code}/bot/"), 403, "not_seated")
    assert post(person(anna), f"/tavolo/{table.code}/bot/").json()["ok"]
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING
    assert_refused(post(person(anna), f"/tavolo/{table.code}/bot/"), 409, "match_running")


def test_a_bot_can_be_removed(anna: User, vito: User) -> None:
    table = opened(anna)
    Seat.objects.filter(table=table, number=2).update(bot="some")
    path = f"/tavolo/{table.code}/togli/"
    assert_refused(post(Client(), path, {"seat": 2}), 403, "not_seated")
    assert_refused(post(person(vito), path, {"seat": 2}), 403, "not_seated")
    assert_refused(post(person(anna), path, {"seat": 1}), 409, "no_bot")
    nonsense: Any
    for nonsense in (None, "x", -1, 10**30, []):
        assert_refused(post(person(anna), path, {"seat": nonsense}), 404, "no_seat")
    assert_refused(post(person(anna), path, {}), 404, "no_seat")
    assert post(person(anna), path, {"seat": 2}).json()["ok"]
    assert Seat.objects.get(table=table, number=2).is_free


def test_a_table_whose_match_is_over_is_no_table_of_ones_own(anna: User) -> None:
    Table.objects.filter(pk=opened(anna).pk).update(status=Table.Status.OVER)
    listed = person(anna).get("/tavoli/elenco/", headers={"accept-language": "en"}).content.decode()
    assert "No table is open: yours would be the first." in listed


def test_the_lobby_says_that_it_is_ones_turn_and_counts_the_others(client: Client, anna: User) -> None:
    """At a table with bots that anybody may join; neither the reader nor their own table is company."""
    seated = person(anna)
    seated.post("/tavoli/gioca/", {"game": "tressette"})
    table = Table.objects.get()
    seat = Seat.objects.get(user=anna)
    Seat.objects.filter(pk=seat.pk).update(socket="here", touched_at=times.now())
    assert table.match_id is not None
    while seat.number not in live.load_match(table.match_id).to_act():
        play_first_commands(table.match_id, 1)
    english = {"accept-language": "en"}
    own, others = (each.get("/tavoli/", headers=english).content.decode() for each in (seated, client))
    listed = seated.get("/tavoli/elenco/", headers=english).content.decode()
    assert f"It is your turn at table {table.pk}, Tressette." in own
    assert "No other table is open." in own
    assert "No other table is open." in listed
    assert "You can sit down with others at once." not in own
    assert "1 open table, 1 person here, 3 free seats." in re.sub(r"\s+", " ", others)
    assert "You can sit down with others at once." in others


def test_unfinished_matches_with_bots_are_listed_and_can_be_ended(anna: User) -> None:
    """Also the earlier quick games, until as many are in play as a person may host."""
    seated = person(anna)
    for _ in range(actions.tables.MAX_OPEN_TABLES + 1):
        post(seated, "/tavoli/gioca/", {"game": "tressette"})
    oldest, *others = Table.objects.order_by("pk")
    assert oldest.status == "closed"
    for path in ("/", "/tavoli/"):
        page = seated.get(path).content.decode()
        assert f"/tavolo/{oldest.code}/" not in page
        for table in others:
            assert f'href="/tavolo/{table.code}/#torno"' in page
            assert f'action="/tavolo/{table.code}/lascia/"' in page
    seated.post(f"/tavolo/{others[0].code}/lascia/")
    assert [table.status for table in Table.objects.order_by("pk")].count("playing") == len(others) - 1


def test_a_match_with_others_is_not_ended_from_the_lobby(anna: User, vito: User) -> None:
    table = opened(anna)
    actions.take_seat(vito, table, 2)
    actions.fill_with_bots(anna, table)
    assert f"/tavolo/{table.code}/lascia/" not in person(anna).get("/tavoli/").content.decode()


def test_the_lobby_leads_back_to_a_match_that_one_has_left(anna: User, vito: User) -> None:
    table = opened(anna)
    actions.take_seat(vito, table, 2)
    actions.fill_with_bots(anna, table)
    table.refresh_from_db()
    actions.leave_table(anna, table)
    page = person(anna).get("/tavoli/").content.decode()
    assert "finché non torni gioca un bot" in page
    assert f'href="/tavolo/{table.code}/#torno"' in page
