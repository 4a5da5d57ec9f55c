"""Holes that a second security review found, each tested by the attack itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.fairplay import rated
from games.models import Table
from games.moderation import decisions
from games.play import actions, selectors
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.api.models import Scope, Token
from ludopoli.http import throttle
from ludopoli.http.refusals import ActionRefused
from ludopoli.notices.models import Notice
from ludopoli.site import asgi
from tests.refusals import refused
from tournaments import actions as directing
from tournaments import selectors as tournaments
from tournaments.actions import checking
from tournaments.running import rated as events

pytestmark = pytest.mark.django_db


@pytest.fixture
def robot(club: list[User]) -> User:
    """A bot account whose owner does not play in the event."""
    return User.objects.create(username="Robotto", is_bot=True, owner=club[8])


def test_sockets_per_address_are_limited_at_the_entrance(settings: Any) -> None:
    settings.SOCKETS_PER_ADDRESS = 0
    said: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        said.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    scope = {"type": "websocket", "path": "/ws/lobby/", "client": ["10.9.9.9", 1], "headers": []}

    async def run() -> None:
        await asgi.sockets(scope, receive, send)

    asyncio.run(run())
    assert said == [{"type": "websocket.close", "code": 4429}]


def test_owners_of_playing_bots_watch_no_other_table_of_the_deals(
    evening: Callable[..., Any], club: list[User], robot: User
) -> None:
    tonight = evening(settings={"rounds": 1, "deals": 2})
    tonight.enter(club[0:2], club[2:4], club[4:6], (robot, club[6]))
    tonight.start()
    other = next(t for t in tonight.tables() if not t.table.seats.filter(user=robot).exists())
    actions.choose_vantage(club[9], other.table, 0)
    with refused("plays_these"):
        actions.choose_vantage(club[8], other.table, 0)
    assert not selectors.may_watch(club[8], other.table)


def test_a_director_whose_bot_plays_is_shown_no_closed_round(
    evening: Callable[..., Any], club: list[User], organiser: User
) -> None:
    robot = User.objects.create(username="Robotto", is_bot=True, owner=organiser)
    tonight = evening(settings={"rounds": 1, "deals": 2})
    tonight.enter(club[0:2], club[2:4], club[4:6], (robot, club[6]))
    tonight.start()
    assert tournaments.sheet_for(organiser, tonight.fresh()).closed == {1}
    assert not events.is_event_rated(tonight.fresh())


@pytest.mark.parametrize(
    "fields", [{"access": "rating", "rating_least": 1000, "rating_most": 3000}, {"capacity": 4}]
)
def test_an_event_closed_after_its_first_entries_is_not_rated(
    evening: Callable[..., Any], club: list[User], organiser: User, fields: dict[str, Any]
) -> None:
    tonight = evening(settings={"rounds": 1, "deals": 2})
    assert events.is_event_rated(tonight.fresh())
    tonight.enter(club[0:2], club[2:4])
    assert events.is_event_rated(tonight.fresh())
    directing.change_event(organiser, tonight.fresh(), **fields)
    assert not events.is_event_rated(tonight.fresh())


def test_a_table_without_a_clock_is_not_rated() -> None:
    table = Table(game="tressette", private=False, casual=False, move_seconds=None)
    assert not rated.may_be_rated(table, [])
    table.move_seconds = 20
    assert rated.may_be_rated(table, [])


def test_half_a_character_is_refused(club: list[User]) -> None:
    _token, secret = Token.make(club[0].pk, "prova", [Scope.PLAY])
    answer = Client(headers={"Authorization": f"Bearer {secret}"}).post(
        "/api/v1/tables/", '{"game": "\\ud800"}', content_type="application/json"
    )
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_request"


def test_a_director_does_not_reach_people_who_have_blocked_them_by_entering_them(
    evening: Callable[..., Any], club: list[User], organiser: User
) -> None:
    tonight = evening(check_in_minutes=60)
    tonight.pairs(club)
    anna, bruno, carla, dino = club[0], club[1], club[2], club[9]
    for person in (anna, bruno, dino):
        people.block(person, organiser)
    tonight.at(minutes=150)
    directing.check_in(bruno, tonight.fresh(), now=tonight.now)
    event, entries = tonight.fresh(), tonight.event.entries
    directing.change_event(organiser, event, starts_at=event.starts_at + timedelta(minutes=1))
    directing.publish_announcement(organiser, event, "Parlo con te")
    directing.substitute_member(organiser, entries.get(number=2), 0, dino, "Rispondimi")
    directing.remove_entry(organiser, entries.get(number=1), "Parlo con te")
    directing.cancel_event(organiser, tonight.fresh(), "Rispondi")
    told = {"event_rescheduled", "event_told", "event_removed"}
    assert {*Notice.objects.filter(user=bruno).values_list("kind", flat=True)} >= told
    assert {*Notice.objects.filter(user=carla).values_list("kind", flat=True)} >= {"event_rescheduled"}
    assert not Notice.objects.filter(user__in=(anna, dino), actor=organiser).exists()
    kinds = {*Notice.objects.filter(user__in=(anna, dino)).values_list("kind", flat=True)}
    assert kinds <= {"event_soon"}


def test_whoever_is_barred_during_a_tournament_plays_none_of_its_next_rounds(
    evening: Callable[..., Any], club: list[User], robot: User
) -> None:
    tonight = evening()
    tonight.enter((club[0], robot), *(club[2 * at : 2 * at + 2] for at in (1, 2, 3)))
    tonight.start()
    boss = User.objects.create_superuser("Capo", password=None)
    decisions.ban_person(boss, club[0], "Basta.", None)
    decisions.ban_person(boss, club[8], "Basta.", timezone.now() + timedelta(days=1))  # the bot's owner
    tonight.play()
    tonight.begin_round()
    found = [table.table for table in tonight.tables() if table.table.seats.filter(user=club[0]).exists()]
    [match] = [table.match for table in found]
    seats = [table.seats.get(user=person).number for table in found for person in (club[0], robot)]
    assert {*match.gone} == {*match.away} == {*seats}
    for seat in seats:
        with pytest.raises(ActionRefused) as why:
            actions.reclaim_seat(match.pk, seat)
        assert why.value.code in ("banned", "suspended")
    tonight.play()


def test_directors_do_not_flood_the_players_of_their_event(
    tonight: Any, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "TOLD_AT_ONCE", 2)
    throttle._shared.clear()
    for number in range(2):
        directing.publish_announcement(organiser, tonight.event, f"Avviso {number}")
    with refused("throttled"):
        directing.publish_announcement(organiser, tonight.event, "Avviso 2")
    assert Notice.objects.filter(kind="event_told").count() == 2 * 8
