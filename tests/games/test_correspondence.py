"""A day for each card: where it is offered, who is notified, and what happens when the day is over."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from games import notices
from games.models import Match, Seat
from games.pages.forms import OpenTableForm
from games.play import abandoned, actions, clock, correspondence, live, selectors
from games.play.actions import submit_command
from ludopoli.accounts.models import User
from ludopoli.notices import notifying
from ludopoli.notices.models import Notice
from tests.games.test_forms import filled
from tests.refusals import refused

BRISCOLA: dict[str, Any] = {"game": "briscola", "rules": {"preset": "classico"}, "players": 2}
SLOW: dict[str, Any] = {**BRISCOLA, "private": True, "move_seconds": actions.A_DAY, "bank_seconds": 0}


@pytest.fixture
def slow(match: Callable[..., Match], people: list[User]) -> Match:
    return match(seated=2, **SLOW)


def test_a_day_is_for_private_tables_of_games_without_windows(people: list[User]) -> None:
    anna = people[0]
    with refused("slow_clock"):
        actions.open_table(anna, **{**SLOW, "private": False})
    with refused("bad_clock"):
        actions.open_table(anna, **{**SLOW, "move_seconds": actions.A_DAY - 1})
    tarocchi = {"game": "tarocchi", "rules": {}, "players": 3}
    with refused("no_days"):
        actions.open_table(anna, **{**SLOW, **tarocchi})
    actions.open_table(anna, **SLOW)


def test_the_form_offers_a_day_and_asks_for_a_private_table(people: list[User]) -> None:
    assert "day" in dict(OpenTableForm("briscola").fields["clock"].choices)  # type: ignore[attr-defined]
    assert "day" not in dict(OpenTableForm("tarocchi").fields["clock"].choices)  # type: ignore[attr-defined]
    assert "dev’essere privato" in str(OpenTableForm("briscola").fields["clock"].help_text)
    assert "privato" not in str(OpenTableForm("briscola", reserved=True).fields["clock"].help_text)
    open_to_all = OpenTableForm("briscola", filled("briscola", clock="day"))
    assert not open_to_all.is_valid()
    assert list(open_to_all.errors) == ["clock"]
    private = OpenTableForm("briscola", filled("briscola", clock="day", private="on"))
    assert private.is_valid()
    assert (private.arguments["move_seconds"], private.arguments["bank_seconds"]) == (86_400, 0)


def test_the_absent_player_on_turn_is_notified_once(slow: Match, people: list[User]) -> None:
    [seat] = live.load_match(slow.pk).to_act()
    waited, other = people[seat], people[1 - seat]
    correspondence.notify_turns()
    assert not Notice.objects.filter(kind="turn").exists(), "the others may still be at the table"
    later = timezone.now() + timedelta(minutes=5)
    for minutes in range(2):
        correspondence.notify_turns(later + timedelta(minutes=minutes))
    [notice] = Notice.objects.filter(kind="turn")
    assert (notice.user, notice.url) == (waited, f"/tavolo/{slow.table.code}/")
    assert notices.TURN.matters(notice.facts)
    deadline = Match.objects.get(pk=slow.pk).deadline_at
    assert deadline is not None
    assert f"Contro {other.username}, fino a" in notice.text
    assert f"{timezone.localtime(deadline):%H:%M}" in notice.text
    Match.objects.update(turn_at=F("turn_at") + timedelta(seconds=9))  # the site was down for so long
    correspondence.notify_turns(later)
    assert notifying.unread_count(waited.pk) == 1, "the turn is the same"
    now = live.load_match(slow.pk)
    submit_command(slow.pk, seat, now.game.legal(now.state, seat)[0], "one", now.version)
    assert not notices.TURN.matters(notice.facts)
    correspondence.notify_turns(later)
    assert notifying.unread_count(waited.pk) == 0
    [other_notice] = Notice.objects.filter(kind="turn", read_at=None)
    assert other_notice.user == other


@pytest.mark.parametrize("path", ["/", "/tavoli/"])
def test_pages_lead_first_to_the_table_that_waits_for_its_reader(
    slow: Match, people: list[User], path: str
) -> None:
    [seat] = live.load_match(slow.pk).to_act()
    for person in people[:2]:
        later = actions.open_table(person, **BRISCOLA)
        reader = Client()
        reader.force_login(person)
        page = reader.get(path).content.decode()
        assert ("Tocca a te:" in page or "Tocca a te al tavolo" in page) is (person == people[seat])
        links = re.findall(r'class="btn[^>]*href="/tavolo/(\w+)/#torno"', page)[:2]
        both = [slow.table.code, later.code]
        assert links == (both if person == people[seat] else both[::-1])


@pytest.mark.parametrize("minutes", [59, 61, 23 * 60])
@pytest.mark.parametrize("is_open", [False, True])
def test_a_player_who_is_elsewhere_is_notified_however_long_they_were(
    slow: Match, people: list[User], minutes: int, is_open: bool
) -> None:
    """An open page that nobody touches is nobody's presence."""
    if is_open:
        for person in people[:2]:
            actions.note_socket_open(slow.table, person, f"socket {person.pk}", is_new=True)
    Match.objects.update(turn_at=timezone.now() - timedelta(minutes=minutes))
    for _minute in range(2):
        correspondence.notify_turns()
    assert Notice.objects.filter(kind="turn").count() == 1


def test_nobody_is_notified_who_is_at_the_table_until_they_rest(slow: Match, people: list[User]) -> None:
    for person in people[:2]:
        actions.note_socket_open(slow.table, person, f"socket {person.pk}", is_new=True)
        actions.touch_seat(slow.table, person)
    correspondence.notify_turns(timezone.now() + Seat.PRESENT_FOR - timedelta(seconds=9))
    assert not Notice.objects.filter(kind="turn").exists()
    correspondence.notify_turns(timezone.now() + Seat.PRESENT_FOR + timedelta(seconds=9))
    assert Notice.objects.filter(kind="turn").count() == 1


def test_the_match_waits_for_a_day_and_then_the_clock_plays(slow: Match, people: list[User]) -> None:
    almost = timezone.now() + timedelta(hours=23, minutes=59)
    before = live.load_match(slow.pk).version
    actions.time_out(slow.pk, almost)
    assert live.load_match(slow.pk).version == before
    for rows in (
        abandoned.vanished_matches(almost),
        abandoned.deserted_matches(almost),
        abandoned.idle_tables(almost),
    ):
        assert not rows.exists()
    actions.time_out(slow.pk, timezone.now() + timedelta(days=1, minutes=1))
    assert live.load_match(slow.pk).version > before


def test_the_table_is_listed_for_its_people_alone(slow: Match, people: list[User]) -> None:
    for number, person in enumerate(people[:3]):
        client = Client()
        client.force_login(person)
        assert (f"/tavolo/{slow.table.code}/" in client.get("/").content.decode()) == (number < 2)


def test_whoever_is_offline_keeps_their_seat_and_their_day(slow: Match, people: list[User]) -> None:
    """Between two cards everybody is away: no bot plays for them, nobody sends them away or hurries them."""
    Seat.objects.filter(table=slow.table).update(socket="", seen_at=timezone.now() - timedelta(hours=1))
    frame = selectors.table_frame(live.load_match(slow.pk).row.table, people[0])
    assert [seat["may"] for seat in frame["seats"]] == [[], []]
    with refused("not_absent"):
        actions.lend_seat(slow.pk, 0, 1)
    with refused("not_joined"):
        actions.send_away(people[0], slow.table, 1)
    row = live.load_match(slow.pk).row
    row.players[0]["new"] = row.players[1]["new"] = True
    assert not any(clock.is_unhurried(row, row.table, seat) for seat in (0, 1)), "the hours left are shown"
