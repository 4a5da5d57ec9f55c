"""Playing again after a match: the rematch at the table, or a table like it once that is closed or left."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from django.test import Client

from games.models import Table
from games.play import actions
from ludopoli.accounts.guests import create_guest
from tests.games.playing import play_first_commands

RULES = {"preset": "classico", "match_end": {"deals": 1}}


@pytest.fixture
def over(client: Client, db: None) -> Table:
    """A quick game against bots of a level, with rules of its own, that a guest has played to its end."""
    guest = create_guest()
    client.force_login(guest)
    table = actions.quick_game(guest, game="tressette", rules=RULES, players=4, level="provetto", pace=0)
    assert table.match is not None
    play_first_commands(table.match.pk)
    table.refresh_from_db()
    assert table.status == Table.Status.OVER
    return table


def play_again(client: Client, table: Table) -> Table:
    answer = client.post(f"/tavolo/{table.code}/ancora/", headers={"Accept": "application/json"})
    assert answer.status_code == 200, answer.json()
    return Table.objects.get(code=answer.json()["code"])


def test_against_bots_the_rematch_begins_at_once(client: Client, over: Table) -> None:
    now = play_again(client, over)
    assert (now.pk, now.status) == (over.pk, Table.Status.PLAYING)
    assert now.match_id != over.match_id
    assert play_again(client, over).match_id == now.match_id, "a second touch finds it begun"


def test_a_closed_table_leads_to_one_like_it(client: Client, over: Table) -> None:
    over.status = Table.Status.CLOSED
    over.save()
    now = play_again(client, over)
    assert now.pk != over.pk
    assert (now.status, now.rules, now.players) == (Table.Status.PLAYING, RULES, over.players)
    assert {seat.bot for seat in now.seats.exclude(number=0)} == {"provetto"}


def test_whoever_has_left_finds_a_table_like_it(client: Client, over: Table) -> None:
    actions.leave_table(over.seats.get(number=0).user, over)  # type: ignore[arg-type]
    assert play_again(client, over).rules == RULES


def test_a_visitor_plays_what_was_played(client: Client, over: Table) -> None:
    visitor = Client()
    now = play_again(visitor, over)
    assert (now.pk != over.pk, now.rules) == (True, RULES)
    over.refresh_from_db()
    assert over.status == Table.Status.OVER


def test_the_replay_leads_on(client: Client, over: Table) -> None:
    """A guest of the match may keep it with an account; whoever has only its link plays the game anew."""
    replay = f"/partita/{over.match_id}/"
    html = client.get(replay).content.decode()
    assert f'action="/tavolo/{over.code}/ancora/"' in html
    assert f'href="/account/iscriviti/?next=%2Fpartita%2F{over.match_id}%2F"' in html
    assert "data-share" in html

    shared = client.post(f"/api/v1/matches/{over.match_id}/share/", content_type="application/json").json()
    foreign = Client().get(urlsplit(shared["url"]).path).content.decode()
    assert over.code not in foreign
    assert 'action="/tavoli/gioca/"' in foreign
    assert 'value="tressette-4"' in foreign
    assert "/account/iscriviti/" not in foreign


@pytest.mark.parametrize("page", ["/", "/tavoli/"])
def test_nothing_leads_back_to_a_table_whose_match_is_over(client: Client, over: Table, page: str) -> None:
    assert 'own-table"' not in client.get(page).content.decode()
    over.status = Table.Status.PLAYING
    over.save()
    assert 'own-table"' in client.get(page).content.decode()


def test_the_replay_leads_a_visitor_to_its_game_and_to_the_others(over: Table) -> None:
    Table.objects.filter(pk=over.pk).update(private=False)
    page = Client().get(f"/partita/{over.match_id}/", headers={"Accept-Language": "en"}).content.decode()
    ways = page.partition("What next")[2].partition("</section>")[0]
    assert "Play Tressette Classico" in " ".join(ways.split())
    assert re.search(r'<a[^>]*href="/"[^>]*>\s*Other games\s*</a>', ways)
