"""The dates of a club, and its calendar as a page and as a file."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.signing import Signer
from django.test import Client
from django.utils import timezone

from clubs import actions, dates
from clubs.models import Club, Date
from ludopoli.accounts.models import User
from ludopoli.notices.models import Notice
from tests.clubs.conftest import Named, client_of, joined
from tests.clubs.test_api import ask
from tests.refusals import refused
from tournaments import actions as events
from tournaments.models import Event
from tournaments.outlets import club_links

ROME = ZoneInfo("Europe/Rome")


def soon(**later: int) -> datetime:
    return timezone.now().replace(microsecond=0) + timedelta(**later)


def announced(club: Club, by: User, **fields: object) -> list[Date]:
    made = dates.add_dates(by, club, **{"title": "Assemblea", "starts_at": soon(days=2), **fields})  # type: ignore[arg-type]
    return made


def evening(club: Club, by: User) -> Event:
    made = events.create_event(
        by, name="Il giovedì", game="tressette", rules={"preset": "classico"}, players=4, format="swiss",
        starts_at=soon(days=1), club=club,
    )  # fmt: skip
    assert isinstance(made, Event), made
    return made


def test_the_same_hour_every_week_also_when_the_clocks_change(club: Club, rosalia: User) -> None:
    now = timezone.now().astimezone(ROME)
    first = now.replace(hour=21, minute=0, second=0, microsecond=0) + timedelta(days=1)
    made = announced(club, rosalia, starts_at=first, weeks=52)
    assert [each.number for each in made] == [*range(1, 53)]
    hours = {each.starts_at.astimezone(ROME).hour for each in club.dates.all()}
    offsets = {each.starts_at.astimezone(ROME).utcoffset() for each in club.dates.all()}
    assert hours == {21}
    assert len(offsets) == 2


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", " "),
        ("title", "x" * 81),
        ("title", "Riga\ndue"),
        ("starts_at", None),
        ("starts_at", datetime(2020, 1, 1, tzinfo=ROME)),
        ("starts_at", datetime(2999, 1, 1, tzinfo=ROME)),
        ("minutes", 0),
        ("words", "x" * 501),
        ("words", "Alle \N{RIGHT-TO-LEFT OVERRIDE}12"),
        ("words", "Alle\x1b 12"),
        ("words", "Alle \ud800"),
        ("place", 7),
        ("weeks", 53),
        ("number", 7),
    ],
)
def test_a_value_that_does_not_work_is_named(club: Club, rosalia: User, field: str, value: object) -> None:
    fields = {"title": "Assemblea", "starts_at": soon(days=2), field: value}
    with refused("bad_date", field=field):
        dates.add_dates(rosalia, club, **fields)  # type: ignore[arg-type]
    assert not club.dates.exists()


def test_only_directors_write_dates_and_members_are_notified_once(
    club: Club, rosalia: User, named: Named
) -> None:
    calogero = named("Calogero")
    joined(calogero, club)
    actions.ask_to_join(named("Turiddu"), club)
    with refused("not_club_director"):
        dates.add_dates(calogero, club, title="Cena", starts_at=soon(days=1))
    announced(club, rosalia, weeks=3)
    [notice] = Notice.objects.filter(kind="club_calendar")
    assert (notice.user, notice.facts["what"]) == (calogero, "Assemblea")
    with refused("not_club_director"):
        dates.change_date(calogero, club, 1, title="Cena")
    with refused("not_club_director"):
        dates.delete_date(calogero, club, 1)
    changed = dates.change_date(rosalia, club, 1, title="Cena")
    assert (changed.title, changed.changes) == ("Cena", 1)
    dates.change_date(rosalia, club, 1, words="Porta le carte")
    assert dates.delete_date(rosalia, club, 1) is None
    texts = [each.text for each in Notice.objects.filter(kind="club_calendar").order_by("pk")]
    assert [text.partition(": ")[2] for text in texts] == [
        "Assemblea.",
        "Cena (con modifiche).",
        "annullato: Cena.",
    ]
    with refused("no_date"):
        dates.change_date(rosalia, club, 1, title="Cena")


def test_nobody_floods_the_members_with_dates(
    club: Club, rosalia: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dates, "TOLD_AT_ONCE", 3)
    [date] = announced(club, rosalia)
    dates.change_date(rosalia, club, date.number, place="Al bar")
    dates.change_date(rosalia, club, date.number, words="Portate le carte.")
    assert dates.delete_date(rosalia, club, date.number) is None
    with refused("throttled"):
        dates.add_dates(rosalia, club, title="Ancora", starts_at=soon())


def test_a_club_has_room_for_so_many_dates(
    club: Club, rosalia: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dates, "MOST_COMING", 3)
    announced(club, rosalia, weeks=3)
    with refused("many_dates"):
        dates.add_dates(rosalia, club, title="Cena", starts_at=soon(days=1))


def test_members_are_notified_of_a_tournament(club: Club, rosalia: User, named: Named) -> None:
    joined(named("Calogero"), club)
    evening(club, rosalia)
    assert Notice.objects.get(user=named("Calogero")).facts["what"] == "Il giovedì"


def test_the_calendar_has_tournaments_and_dates_in_their_order(club: Club, rosalia: User) -> None:
    announced(club, rosalia, words="Portate le sedie.", place="Sala grande")
    evening(club, rosalia)
    for path in (club.get_absolute_url(), f"{club.get_absolute_url()}calendario/"):
        html = Client().get(path).content.decode()
        assert html.index("Il giovedì") < html.index("Assemblea") < html.index("Portate le sedie.")
    assert (
        "appuntamenti/1/" in client_of(rosalia).get(f"{club.get_absolute_url()}calendario/").content.decode()
    )
    file = Client().get(f"{club.get_absolute_url()}calendario.ics").content.decode()
    assert [each in file for each in ("SUMMARY:Il giovedì", "SUMMARY:Assemblea", "LOCATION:Sala grande")] == [
        True
    ] * 3
    assert "SEQUENCE:0" in file


def test_the_next_person_with_a_membership_number_opens_nothing_for_the_former_one(
    club: Club, rosalia: User, named: Named
) -> None:
    actions.change_club(rosalia, club, private=True)
    actions.add_member(rosalia, club, "Mario Rossi", card="0113")
    former, next_one = named("Calogero"), named("Turiddu")
    own = actions.accept_request(rosalia, actions.join_by_link(former, club, club.secret, "0113"))
    file = f"{club.get_absolute_url()}calendario/{club_links.calendar_token(own)}.ics"
    assert Client().get(file).status_code == 200
    actions.leave_club(former, club)
    actions.accept_request(rosalia, actions.join_by_link(next_one, club, club.secret, "0113"))
    assert Client().get(file).status_code == 404


def test_an_address_from_before_addresses_named_the_account_opens_no_line_that_may_change_hands(
    club: Club, rosalia: User, named: Named
) -> None:
    """It has the number of the line alone, and the line may have had another account."""
    actions.change_club(rosalia, club, private=True)
    actions.add_member(rosalia, club, "Mario Rossi", card="0113")
    by_card = actions.join_by_link(named("Turiddu"), club, club.secret, "0113")
    alone = actions.join_by_link(named("Calogero"), club, club.secret)
    statuses = []
    for own in (by_card, alone):
        signed = Signer(salt=f"club calendar {club.pk} {club.secret}").sign(str(own.number))
        statuses.append(Client().get(f"{club.get_absolute_url()}calendario/{signed}.ics").status_code)
    assert statuses == [404, 200]


def test_a_private_club_s_calendar_needs_a_member_s_own_address(
    club: Club, rosalia: User, named: Named
) -> None:
    actions.change_club(rosalia, club, private=True)
    announced(club, rosalia)
    calogero = named("Calogero")
    own = joined(calogero, club)
    page = f"{club.get_absolute_url()}calendario/"
    assert Client().get(page).status_code == 404
    assert Client().get(f"{club.get_absolute_url()}calendario.ics").status_code == 404
    html = client_of(calogero).get(page).content.decode()
    address = html.split("calendario/")[1:]
    [token] = {each.split(".ics")[0] for each in address if each.startswith(f"{own.number}-")}
    file = f"{page}{token}.ics"
    assert b"Assemblea" in Client().get(file).content
    assert Client().get(f"{page}1{token}.ics").status_code == 404
    assert Client().get(f"{page}niente.ics").status_code == 404
    actions.leave_club(calogero, club)
    assert Client().get(file).status_code == 404


def test_a_director_puts_dates_on_the_calendar_and_takes_them_off(club: Club, rosalia: User) -> None:
    client, base = client_of(rosalia), f"{club.get_absolute_url()}appuntamenti/"
    sent = {"title": "Cena", "starts_at": "2099-01-01T20:00", "weeks": "2"}
    wrong = client.post(f"{base}nuovo/", sent)
    assert wrong.status_code == 422
    when = timezone.localtime() + timedelta(days=3)
    sent["starts_at"] = f"{when:%Y-%m-%dT20:00}"
    assert client.post(f"{base}nuovo/", sent)["Location"] == f"{club.get_absolute_url()}calendario/"
    assert [timezone.localtime(each.starts_at).hour for each in club.dates.all()] == [20, 20]
    assert "Cena" in client.get(f"{base}1/").content.decode()
    client.post(f"{base}1/", {**sent, "title": "Cena sociale"})
    assert club.dates.get(number=1).title == "Cena sociale"
    client.post(f"{base}2/elimina/")
    assert club.dates.count() == 1


def test_programs_write_dates(club: Club, rosalia: User) -> None:
    owner = client_of(rosalia)
    sent = {"title": "Assemblea", "starts_at": soon(days=2).isoformat(), "weeks": 2}
    made = ask(owner, "post", f"{club.code}/dates/", sent)
    assert made.status_code == 201
    assert made["Location"].endswith("/dates/1/")
    assert [each["number"] for each in ask(Client(), "get", f"{club.code}/dates/").json()["results"]] == [
        1,
        2,
    ]
    assert ask(owner, "patch", f"{club.code}/dates/1/", {"location": "Bar"}).json()["location"] == "Bar"
    assert ask(owner, "delete", f"{club.code}/dates/1/").status_code == 204
    assert ask(owner, "delete", f"{club.code}/dates/1/").json()["code"] == "no_date"
