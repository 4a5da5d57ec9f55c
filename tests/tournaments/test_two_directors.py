"""Two directors see each other: who else has the console of an event open."""

from __future__ import annotations

import re
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.urls import reverse

from games.play.sockets import CLOSED_FORBIDDEN
from ludopoli.accounts.models import User
from tests.tournaments.conftest import NewEvening
from tests.tournaments.test_club_events import announced, socket_of
from tests.tournaments.test_pages import browser
from tournaments import actions
from tournaments.models import Event
from tournaments.outlets.consumers import ConsoleConsumer


def test_the_page_of_an_entry_keeps_itself_up_to_date(db: None, begun_evening: NewEvening) -> None:
    """The page has what event.js needs: the event with its revision, each part under a name."""
    tonight = begun_evening(2)
    page = reverse("console-entry", args=[tonight.event.code, 1])
    html = browser(tonight.organiser).get(page).content.decode()
    assert f'data-event="{tonight.event.code}"' in html
    assert f'data-revision="{tonight.fresh().revision}"' in html
    assert f'data-parts="{page}?"' in html
    assert re.findall(r'data-part="(\w+)"', html) == ["head", "entry", "acts"]
    assert "js/tournaments/event.js" in html


async def heard(page: Any) -> Any:
    """The other directors, as the next frame that names them says."""
    while (frame := await page.receive_json_from(5))["t"] != "directors":
        pass
    return frame["names"]


@pytest.mark.asyncio
async def test_directors_see_who_else_has_the_console_open(transactional_db: None) -> None:
    def made() -> tuple[User, User, User, Event]:
        rosalia, calogero, nino = (
            User.objects.create(username=name) for name in ("Rosalia", "Calogero", "Nino")
        )
        event = announced(rosalia)
        actions.add_director(rosalia, event, calogero)
        return rosalia, calogero, nino, event

    rosalia, calogero, nino, event = await sync_to_async(made)()
    address = f"/ws/event/{event.code}/console/"
    first = await socket_of(ConsoleConsumer, address, event.code, rosalia)
    second = await socket_of(ConsoleConsumer, address, event.code, calogero)
    assert (await heard(first), await heard(second)) == (["Calogero"], ["Rosalia"])
    again = await socket_of(ConsoleConsumer, address, event.code, calogero)
    assert await heard(again) == ["Rosalia"], "the same person on another page is nobody else"
    await second.disconnect()
    await again.disconnect()
    assert await heard(first) == [], "both pages are closed"
    await first.disconnect()

    player = await socket_of(ConsoleConsumer, address, event.code, nino)
    assert (await player.receive_json_from(5))["code"] == "not_director"
    while (output := await player.receive_output(5))["type"] != "websocket.close":
        pass
    assert output["code"] == CLOSED_FORBIDDEN
