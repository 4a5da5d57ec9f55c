"""The page of all tournaments, which no other event may be on."""

from __future__ import annotations

from ludopoli.accounts.models import User
from tests.tournaments.conftest import NewEvening
from tests.tournaments.test_pages import browser


def test_the_calendar_has_each_event_under_its_heading(
    club: list[User], evening: NewEvening, begun_evening: NewEvening
) -> None:
    assert "No tournament is announced" in browser().get("/tornei/").content.decode()
    over = begun_evening(2, name="Finito")
    over.to_the_end()
    evening(name="Aperto")
    daily = evening(name="Di oggi", format="daily", unit="single")
    daily.enter(club[:1], club[1:2])
    daily.until(daily.event.starts_at)
    html = browser().get("/tornei/").content.decode()
    order = [
        html.index(f">{each}<") for each in ("Di oggi", "Open for registration", "Aperto", "Over", "Finito")
    ]
    assert order == sorted(order)
    assert "Aperto" not in browser().get("/tornei/?gioco=tarocchi").content.decode()
    assert "Aperto" in browser().get("/").content.decode()
    assert browser().get("/tornei/?pagina=0").status_code == 400
