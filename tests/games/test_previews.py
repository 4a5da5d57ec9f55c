"""Sharing a position: the link, its preview with a picture, and the viewer embedded in another site."""

from __future__ import annotations

import re
import struct
import uuid
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client
from django.utils import translation

from games.archive import finished_matches, pictures
from games.models import Match
from games.play.actions import hosting
from ludopoli.base import images
from ludopoli.http import pictures as picture_responses

Finish = Callable[..., Match]
EN = {"Accept-Language": "en"}


def head(html: str) -> dict[str, str]:
    """Return the Open Graph properties of a page."""
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)"', html)
    return {name: unescape(content) for name, content in found}


def drawn(row: Match, at: str, eyes: range = range(4)) -> set[str]:
    """Return the cards in the picture of a position."""
    scene = pictures.position_scene(row, at, eyes)
    assert isinstance(scene, pictures.PicturedTable)
    return drawn_from(pictures.picture_svg(scene))


def drawn_from(svg: str) -> set[str]:
    return set(re.findall(r'<use href="#([^"]+)" x=', svg))


def test_a_link_to_a_position_has_a_preview_of_it(finished: Finish, client: Client) -> None:
    row = finished()
    preview = head(client.get(f"/partita/{row.pk}/?dove=s1-p2-c4", headers=EN).content.decode())
    assert preview["og:title"] == "Tressette Classico: Deal 1, trick 2"
    assert preview["og:description"].count(":") == 4
    assert " takes. " in preview["og:description"]
    assert preview["og:locale"] == "en_GB"
    address = preview["og:image"]
    assert address == f"http://testserver/partita/{row.pk}/figura.png?dove=s1-p2-c4&lingua=en"
    picture = client.get(address.removeprefix("http://testserver"))
    assert picture["Content-Type"] == "image/png"
    assert struct.unpack(">II", picture.content[16:24]) == (1200, 630)
    again = client.get(address.removeprefix("http://testserver"), headers={"If-None-Match": picture["ETag"]})
    assert (again.status_code, again["ETag"]) == (304, picture["ETag"])
    assert not picture.cookies


def test_whoever_comes_for_a_position_does_not_read_the_result_above_it(
    finished: Finish, client: Client
) -> None:
    row = finished()
    totals = [str(total) for _names, total in finished_matches.final_totals(row)]
    for path in (f"/partita/{row.pk}/", f"/partita/{row.pk}/incorporata/"):
        for place, hidden in (("", ""), ("?dove=s1-p1-c1", "data-final hidden")):
            page = client.get(path + place).content.decode()
            shown = re.findall(r'<b\s+class="num"\s+([^>]*?)\s*>:&nbsp;(\d+)</b>', page)
            assert shown == [(hidden, total) for total in totals], path


def test_a_picture_shows_what_lies_on_the_table(finished: Finish) -> None:
    row = finished()
    game, rules, stretch = pictures.finished_matches.replay_arguments(row, range(1))
    frames = {frame.at: frame for frame in pictures.replay.replay_frames(game, rules, 4, stretch, range(4))}
    for at, card in (("s1-p1-c1", 1), ("s1-p3-c3", 3), ("s1-p10-c4", 4)):
        trick = {event.event.public["card"] for event in stretch.log if event.event.kind == "played"}
        assert len(drawn(row, at)) == card
        assert drawn(row, at) <= trick
        assert frames[at].events[0]["card"] in drawn(row, at)
        scene = pictures.position_scene(row, at, range(4))
        assert isinstance(scene, pictures.PicturedTable)
        leader = scene.trick[0][0]
        assert [seat for seat, _card in scene.trick] == [(leader + turn) % 4 for turn in range(4)]
    position = frames["s1"].position
    assert position is not None
    assert drawn(row, "s1") == {card for own in position["own"].values() for card in own["hand"]}
    assert drawn(row, "s1-da2") == set(position["own"]["1"]["hand"])
    assert drawn(row, "s1", range(0)) == set(), "what no eye may see is not drawn"
    assert drawn(row, "s1-fine") == set()


def test_a_match_without_a_position_has_the_preview_of_its_result(finished: Finish, client: Client) -> None:
    row = finished()
    for path in (f"/partita/{row.pk}/", f"/partita/{row.pk}/?dove=s9-p1"):
        preview = head(client.get(path, headers=EN).content.decode())
        assert preview["og:title"] == "Tressette Classico: The result"
        assert preview["og:description"] == pictures.picture_text(pictures.result_scene(row)), (
            "who, and with how much"
        )
        assert preview["og:image"] == f"http://testserver/partita/{row.pk}/figura.png?lingua=en"
        picture = client.get(preview["og:image"].removeprefix("http://testserver"))
        assert struct.unpack(">II", picture.content[16:24]) == (1200, 630)


def test_the_picture_of_a_result_lists_the_sides_by_place(finished: Finish) -> None:
    row = finished()
    drawing = unescape(pictures.picture_svg(pictures.result_scene(row)))
    expected = [
        f">{text}<" for side in finished_matches.final_totals(row) for text in (side[0], str(side[1]))
    ]
    places = [drawing.index(text) for text in expected]
    assert places == sorted(places)
    assert drawn_from(drawing) == set(), "no card"


def test_a_page_of_the_site_has_the_preview_of_the_site(client: Client, db: None) -> None:
    for path in ("/", "/regole/tressette/"):
        preview = head(client.get(path, headers=EN).content.decode())
        assert preview["og:image"] == "http://testserver/static/icons/preview.png"
        assert preview["og:title"]
        assert preview["og:description"] == preview["description"]


def test_private_matches_have_no_picture(finished: Finish, match: Finish, readers: dict[str, Client]) -> None:
    for row in (finished(private=True), finished(watchable=False)):
        for path in (f"/partita/{row.pk}/figura.png?dove=s1", f"/partita/{row.pk}/incorporata/"):
            for client in readers.values():
                assert client.get(path).status_code == 403, "not even for who played it: a preview is public"
        page = readers["player"].get(f"/partita/{row.pk}/?dove=s1-p1-c1")
        assert "figura.png" not in page.content.decode()
        assert "data-embed" not in page.content.decode()
    running = match()
    for path in (f"/partita/{running.pk}/figura.png?dove=s1", f"/partita/{running.pk}/incorporata/"):
        refused = readers["player"].get(path)
        assert refused.status_code == 409
        assert refused["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("at", ["s9", "s1-p99", "x", "s1-p1-c1-p2", "s" + "1" * 500, "s٢", ""])
def test_an_unknown_position_has_no_picture(finished: Finish, client: Client, at: str) -> None:
    row = finished()
    refused = client.get(
        f"/partita/{row.pk}/figura.png", {"dove": at}, headers={"Accept": "application/json"}
    )
    assert (refused.status_code, refused.json()["code"]) == (404, "no_position")
    assert client.get(f"/partita/{uuid.uuid4()}/figura.png").status_code == 404


def test_pictures_are_throttled(
    finished: Finish, client: Client, fresh: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture_responses, "AT_ONCE", 2)
    row = finished()
    path = f"/partita/{row.pk}/figura.png?dove=s1-p1-c1"
    assert [client.get(path).status_code for _ in range(3)] == [200, 200, 429]


def test_a_name_is_rendered_as_text(finished: Finish) -> None:
    row = finished()
    row.players[0]["name"] = '<use href="#x"/>&'
    scene = pictures.position_scene(row, "s1-p1-c1", range(4))
    assert isinstance(scene, pictures.PicturedTable)
    svg = pictures.picture_svg(scene)
    assert "#x" not in re.findall(r'<use href="(#x)"', svg)
    assert images.render_png(svg)[:8] == b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize("game", ["italian40", "sicilian63", "french52"])
def test_every_card_of_a_deck_can_be_rendered(game: str) -> None:
    deck = next(live_game.deck for live_game in pictures.GAMES.values() if live_game.deck.name == game)
    markup = images.card_defs(game, deck.cards)
    ids = set(re.findall(r'\sid="([^"]+)"', markup))
    assert ids >= set(deck.cards)
    assert set(images.REFERENCES.findall(markup)) <= ids


def test_the_viewer_can_be_embedded_elsewhere(finished: Finish, readers: dict[str, Client]) -> None:
    row = finished()
    pages = {name: client.get(f"/partita/{row.pk}/incorporata/") for name, client in readers.items()}
    for page in pages.values():
        assert page.status_code == 200
        assert "X-Frame-Options" not in page
        assert "frame-ancestors *" in page["Content-Security-Policy"]
        assert page.context["frame"]["me"] is None, "whoever is signed in here"
        assert not page.cookies
    html = pages["player"].content.decode()
    for not_there in (
        "site-head",
        "data-review",
        "data-share",
        "csrfmiddlewaretoken",
        "Bruno</strong>",
        "<form",
    ):
        assert not_there not in html
    around = readers["player"].get(f"/partita/{row.pk}/")
    assert around["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in around["Content-Security-Policy"]


def test_a_match_that_becomes_private_is_embedded_no_more(
    finished: Finish, readers: dict[str, Client]
) -> None:
    """Not even in a page that has it already and asks for what has changed."""
    row = finished()
    paths = (f"/partita/{row.pk}/figura.png?dove=s1", f"/partita/{row.pk}/incorporata/")
    before = {path: readers["nobody"].get(path) for path in paths}
    hosting.hide_tables([row.table_id])
    for path, answer in before.items():
        assert answer.status_code == 200
        known = {"If-None-Match": answer["ETag"]} if "ETag" in answer else {}
        for client in readers.values():
            assert client.get(path, headers=known).status_code == 403, path


def test_a_picture_speaks_the_language_of_the_page(finished: Finish) -> None:
    row = finished()
    with translation.override("en"):
        scene = pictures.position_scene(row, "s1-p1", range(4))
    assert isinstance(scene, pictures.PicturedTable)
    assert scene.place == "Deal 1, trick 1"
    assert len([card for _seat, card in scene.trick if card]) == 1, (
        "a trick is its first card, as in the viewer"
    )
