"""Links that share a match: who may make one, what it opens, and that a withdrawn one opens nothing."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games.archive import sharing
from games.models import Boards, Match, Share, Table
from ludocards.engine import referee
from ludopoli.accounts import privacy
from ludopoli.accounts.models import User
from ludopoli.api.models import Scope, Token
from tests.refusals import refused

Finish = Callable[..., Match]
HIDDEN = {"private": True, "watchable": False}
JSON = {"Accept": "application/json"}


@pytest.fixture
def played(finished: Finish, fresh: None) -> Match:
    """A finished match of a private table, like that of a quick game."""
    return finished(**HIDDEN)


def asked(client: Client, method: str, row: Match) -> Any:
    return getattr(client, method)(f"/api/v1/matches/{row.pk}/share/", content_type="application/json")


def shared(client: Client, row: Match) -> str:
    """Return the path of the link that a player makes."""
    answer = asked(client, "post", row)
    assert answer.status_code == 200, answer.content
    return str(answer.json()["url"].removeprefix("http://testserver"))


def test_a_stranger_can_open_the_link_and_nothing_else(played: Match, readers: dict[str, Client]) -> None:
    link = shared(readers["player"], played)
    for who, client in readers.items():
        page = client.get(link)
        assert page.status_code == 200
        assert page.context["frame"]["eyes"] == [0, 1, 2, 3], "all cards, as the players see them"
        assert client.get(f"{link}?dove=s1", headers=JSON).json()["eyes"] == [0, 1, 2, 3]
        record = client.get(f"{link}record.json").json()
        assert referee.judge_record(json.dumps(record), verify=True).status == 0
        assert client.get(f"/partita/{played.pk}/").status_code == (200 if who == "player" else 403)
        assert played.table.code not in page.content.decode(), "whoever knows it may sit down there"
        reports = f"?partita={played.pk}" in page.content.decode()
        assert reports == (who == "player"), "the others may not report what they cannot open"


def test_the_link_is_secret_and_hidden_from_search_engines(
    played: Match, finished: Finish, readers: dict[str, Client]
) -> None:
    link = shared(readers["player"], played)
    assert re.fullmatch(r"/condivisa/[\w-]{22}/", link, re.ASCII)
    page = readers["nobody"].get(link)
    assert '<meta name="robots" content="noindex">' in page.content.decode()
    assert page["Referrer-Policy"] == "same-origin", "no other site gets the address"
    assert "embedded" not in page.content.decode()
    for wrong in (
        f"{link[:-2]}/",
        f"/condivisa/{link.split('/')[2].swapcase()}/",
        f"/condivisa/{played.pk}/",
        "/condivisa/x/",
    ):
        answer = readers["nobody"].get(wrong, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_shared")


def test_the_preview_shows_the_result_and_is_not_cached_publicly(
    played: Match, readers: dict[str, Client]
) -> None:
    link = shared(readers["player"], played)
    html = readers["nobody"].get(link, headers={"Accept-Language": "en"}).content.decode()
    preview = dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)"', html))
    assert preview["og:title"] == "Tressette Classico: The result"
    assert all(name in unescape(preview["og:description"]) for name in ("Anna", "Bruno", "Carla", "Dario"))
    assert preview["twitter:card"] == "summary_large_image"
    assert preview["og:image"] == f"http://testserver{link}figura.png?lingua=en"
    picture = readers["nobody"].get(preview["og:image"].removeprefix("http://testserver"))
    assert struct.unpack(">II", picture.content[16:24]) == (1200, 630)
    assert picture["Cache-Control"] == "private, no-cache"
    position = readers["nobody"].get(f"{link}figura.png?dove=s1-p1-c1")
    assert position.content != picture.content


def test_a_later_player_makes_no_link_but_can_withdraw_one(
    played: Match, people: list[User], readers: dict[str, Client]
) -> None:
    """Otherwise they could show everybody the cards of deals in which they did not play."""
    played.players[1]["since"] = 7
    played.save(update_fields=["players"])
    late, first = readers["player"], Client()
    first.force_login(people[2])
    assert not late.get(f"/partita/{played.pk}/").context.get("shares")
    refused = asked(late, "post", played)
    assert (refused.status_code, refused.json()["code"]) == (403, "came_later")
    link = shared(first, played)
    assert late.get(f"/partita/{played.pk}/").context["shares"]
    assert shared(late, played) == link, "the link that there is"
    assert asked(late, "delete", played).status_code == 204
    assert readers["nobody"].get(link).status_code == 404


def test_players_share_one_link_that_any_of_them_can_withdraw(
    played: Match, people: list[User], readers: dict[str, Client]
) -> None:
    other = Client()
    other.force_login(people[2])
    link = shared(readers["player"], played)
    assert shared(other, played) == link
    assert asked(other, "get", played).json()["by"] == people[1].username
    assert people[1].username in other.get(f"/partita/{played.pk}/").context["shared"].by.username
    assert asked(other, "delete", played).status_code == 204
    assert asked(other, "get", played).json()["code"] == "not_shared"
    for path in (link, f"{link}figura.png", f"{link}record.json"):
        assert readers["nobody"].get(path).status_code == 404
    assert asked(other, "delete", played).status_code == 204, "again, and nothing is wrong"
    assert shared(other, played) != link, "the old link stays dead"


def test_only_players_share_and_withdraw(
    played: Match, readers: dict[str, Client], people: list[User]
) -> None:
    shared(readers["player"], played)
    for client, status, codes in (
        (readers["another"], 403, {"not_your_match", "not_watchable"}),
        (readers["nobody"], 401, {"sign_in"}),
    ):
        for method in ("post", "delete"):
            answer = asked(client, method, played)
            assert (answer.status_code, answer.json()["code"] in codes) == (status, True)
    assert asked(readers["nobody"], "get", played).json()["code"] == "not_your_match"
    assert Share.objects.count() == 1
    people[1].is_bot = True
    with refused("not_your_match"):  # a program decides nothing
        sharing.share_match(people[1], played.pk)


def test_an_unfinished_match_cannot_be_shared(match: Finish, people: list[User], fresh: None) -> None:
    row = match(**HIDDEN)
    with refused("match_running"):
        sharing.share_match(people[1], row.pk)
    Match.objects.filter(pk=row.pk).update(status=Match.Status.ABANDONED)
    with refused("match_unfinished"):
        sharing.share_match(people[1], row.pk)


def test_deals_still_played_elsewhere_stay_hidden(
    played: Match, people: list[User], readers: dict[str, Client]
) -> None:
    """Boards that close after the link was made are hidden, since each request checks the rights again."""
    link = shared(readers["player"], played)
    boards = Boards.objects.create(name="Il giovedì")
    Table.objects.filter(pk=played.table_id).update(boards=boards)
    token = link.split("/")[2]
    addresses = [link, f"{link}figura.png", f"{link}record.json", f"/api/v1/shared/{token}/record/"]
    for path in [*addresses, f"/api/v1/shared/{token}/"]:
        answer = readers["nobody"].get(path, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (409, "boards_closed")
    with refused("boards_closed"):
        sharing.share_match(people[1], played.pk)


def test_creating_links_is_throttled(
    played: Match, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "AT_ONCE", 1)
    assert isinstance(sharing.share_match(people[1], played.pk), Share)
    assert isinstance(sharing.share_match(people[1], played.pk), Share), "the one there is costs nothing"
    sharing.withdraw_share(people[1], played.pk)
    with refused("throttled"):
        sharing.share_match(people[1], played.pk)


def test_programs_can_read_a_shared_match(played: Match, readers: dict[str, Client]) -> None:
    token = shared(readers["player"], played).split("/")[2]
    received = readers["nobody"].get(f"/api/v1/shared/{token}/").json()
    assert [player["name"] for player in received["players"]] == ["Anna", "Bruno", "Carla", "Dario"]
    assert "table" not in received
    assert readers["nobody"].get(f"/api/v1/shared/{token}/record/").json()["id"] == str(played.pk)


def test_a_token_that_only_reads_shares_nothing(played: Match, people: list[User]) -> None:
    secret = Token.make(people[1].pk, "prova", [Scope.READ])[1]
    program = Client(headers={"Authorization": f"Bearer {secret}"})
    assert asked(program, "post", played).json()["code"] == "no_scope"
    assert asked(program, "get", played).json()["code"] == "not_shared"


def test_a_shared_match_shows_current_names(
    played: Match, people: list[User], readers: dict[str, Client]
) -> None:
    link = shared(readers["player"], played)
    privacy.delete_person(people[2])
    page = readers["nobody"].get(link).content.decode()
    assert "Carla" not in page
    assert "Bruno" in page
    privacy.delete_person(people[1])
    assert readers["nobody"].get(link).status_code == 404, "the links that somebody has made go along"


def test_a_public_match_has_its_own_address(
    finished: Finish, readers: dict[str, Client], fresh: None
) -> None:
    row = finished()
    html = readers["nobody"].get(f"/partita/{row.pk}/").content.decode()
    assert f'data-share data-link="/partita/{row.pk}/"' in html
    assert "data-made" not in html


def test_a_hidden_match_offers_its_players_a_link_and_nobody_else(
    played: Match, readers: dict[str, Client]
) -> None:
    own = readers["player"].get(f"/partita/{played.pk}/").content.decode()
    assert f'data-made="/api/v1/matches/{played.pk}/share/"' in own
    link = shared(readers["player"], played)
    foreign = readers["another"].get(link).content.decode()
    assert f'data-share data-link="{link}"' in foreign
    assert "data-made" not in foreign
    assert "data-review=" not in foreign, "the review is asked for by the match, which stays shut"


def test_a_guest_shares_a_quick_game(db: None, client: Client, fresh: None) -> None:
    started = client.post("/tavoli/gioca/", {"game": "tressette"}, headers=JSON).json()
    table = Table.objects.get(code=started["code"])
    assert table.private
    assert table.match is not None
    assert User.objects.get(seats__table=table).is_guest
    Match.objects.filter(pk=table.match.pk).update(status=Match.Status.FINISHED)
    assert Client().get(shared(client, table.match)).status_code == 200
