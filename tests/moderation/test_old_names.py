"""Names from before the word filter are repaired, and their owners are notified."""

from __future__ import annotations

from io import StringIO

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.management import call_command
from django.test import Client

from clubs import actions as clubs
from clubs.models import Club
from games.models import HouseRules, Match, Message, Table
from games.play import actions as play
from ludopoli.accounts.models import User
from ludopoli.notices.models import Notice
from ludopoli.text import word_filter
from tests.accounts.test_privacy import models_containing
from tests.moderation.conftest import as_person
from tests.tournaments.conftest import (  # noqa: F401
    NewEvening,
    begin,
    club,
    copied,
    evening,
    organiser,
    settings_of_tonight,
    shared,
)
from tests.tournaments.conftest import _nothing_kept as _nothing_kept
from tournaments import old_names
from tournaments.models import Entry, Event, Series

RULES = {"preset": "classico"}
PASSWORD = "tre carte sul tavolo"


def repaired() -> str:
    output = StringIO()
    call_command("repair_names", stdout=output)
    return output.getvalue().strip()


@pytest.fixture
def stronzo(db: None) -> User:
    """An account named before there was a filter, with a confirmed address."""
    person = User.objects.create_user("Stronzo", "anna@example.org", PASSWORD, language="it")
    EmailAddress.objects.create(user=person, email=person.email, primary=True, verified=True)
    return person


def test_an_offensive_account_name_is_replaced_everywhere(stronzo: User) -> None:
    table = play.open_table(stronzo, game="tressette", rules=RULES, players=4)
    play.add_table_line(stronzo, table, "ciao")
    play.fill_with_bots(stronzo, table)
    assert {"User", "Message"} <= models_containing("stronzo")
    assert repaired() == "1"
    stronzo.refresh_from_db()
    assert stronzo.username.startswith(f"{old_names.NAMELESS} ")
    assert models_containing("stronzo") == set()
    assert Message.objects.get().name == stronzo.username
    assert [match.players[0]["name"] for match in Match.objects.all()] == [stronzo.username]


def test_the_owner_is_notified_on_the_next_page_and_by_mail(stronzo: User) -> None:
    browser = as_person(stronzo)
    repaired()
    stronzo.refresh_from_db()
    page = browser.get("/tavoli/").content.decode()
    assert "qui non si usa" in page
    assert f"Adesso è: {stronzo.username}" in page
    [message] = mail.outbox
    assert message.to == ["anna@example.org"]
    assert stronzo.username in message.body
    signed_in = Client()
    signed_in.post("/account/accedi/", {"login": stronzo.username, "password": PASSWORD})
    assert signed_in.session["_auth_user_id"] == str(stronzo.pk)


def test_a_bot_is_renamed_and_its_owner_notified(db: None) -> None:
    anna = User.objects.create_user("Anna", password=None)
    bot = User.objects.create(username="Stronzo Bot", is_bot=True, owner=anna, password="!")
    repaired()
    bot.refresh_from_db()
    assert word_filter.is_clean(bot.username)
    assert bot.username in as_person(anna).get("/tavoli/").content.decode()
    assert mail.outbox == []


def test_other_offensive_names_are_masked_and_their_owners_notified(
    evening: NewEvening,  # noqa: F811
    organiser: User,  # noqa: F811
    club: list[User],  # noqa: F811
) -> None:
    tonight = evening()
    [entry] = tonight.enter(club[:2])
    Entry.objects.filter(pk=entry.pk).update(name="La merda")
    Event.objects.filter(pk=tonight.event.pk).update(name="Torneo di merda", rules_name="La merda")
    Series.objects.create(organiser=organiser, name="Lega di merda", points=[1])
    Table.objects.filter(host=None).update(rules_name="La merda")
    for name in ("La merda", "La merde"):
        HouseRules.objects.create(owner=club[0], game="tressette", name=name, rules=RULES)
    Notice.objects.create(user=club[0], kind="event_soon", facts={"event": "x", "name": "Torneo di merda"})
    Notice.objects.create(user=club[0], kind="event_told", facts={"name": "Sera", "text": "Che merda"})
    assert models_containing("merd") == {"Entry", "Event", "Series", "HouseRules", "Notice"}
    assert repaired() == "8"
    assert models_containing("merd") == set()
    assert Event.objects.get().name == "Torneo di m****"
    assert sorted(HouseRules.objects.values_list("name", flat=True)) == ["La m****", "La m**** (2)"]
    assert Notice.objects.get(kind="event_soon").facts == {"event": "x", "name": "Torneo di m****"}
    read = as_person(organiser).get("/tavoli/").content.decode()
    assert "Adesso è: Torneo di m****" in read
    assert "Adesso è: Lega di m****" in read


def test_the_names_of_clubs_and_on_their_lists_are_masked(db: None) -> None:
    anna, bruno = (User.objects.create_user(name, password=None) for name in ("Anna", "Bruno"))
    made = clubs.create_club(anna, name="Circolo")
    clubs.set_role(anna, clubs.join_by_link(bruno, made, made.secret), "owner")
    for card in ("merda", "mer.da"):
        clubs.add_member(anna, made, "Ugo Neri", card=f"{len(card)}")
        made.members.filter(card=f"{len(card)}").update(card=card, name="Che merda", category="merda")
    Club.objects.filter(pk=made.pk).update(name="Circolo di merda", categories=["prima", "merda"])
    assert models_containing("merd") == {"Club", "Member"}
    repaired()
    assert models_containing("merd") == set()
    made.refresh_from_db()
    assert (made.name, made.categories) == ("Circolo di m****", ["prima", "m****"])
    listed = made.members.filter(user=None).values_list("name", "category")
    assert [*listed] == [("Che m****", "m****")] * 2
    for owner in (anna, bruno):
        assert "Adesso è: Circolo di m****" in as_person(owner).get("/tavoli/").content.decode()
    assert repaired() == "0"


def test_an_interrupted_run_resumes(stronzo: User, monkeypatch: pytest.MonkeyPatch) -> None:
    other = User.objects.create_user("Strónzo secondo", password=None)
    whole = old_names._inform

    def inform(person: User, name: str) -> None:
        if person == other:
            raise KeyboardInterrupt
        whole(person, name)

    monkeypatch.setattr(old_names, "_inform", inform)
    with pytest.raises(KeyboardInterrupt):
        repaired()
    assert User.objects.get(pk=other.pk).username == "Strónzo secondo", "with the word to them, or not at all"
    monkeypatch.undo()
    assert repaired() == "1"
    assert repaired() == "0"
    assert len(mail.outbox) == 1


def test_clean_names_stay(club: list[User]) -> None:  # noqa: F811
    before = [*User.objects.order_by("pk").values_list("username", flat=True)]
    assert repaired() == "0"
    assert [*User.objects.order_by("pk").values_list("username", flat=True)] == before
    assert not User.objects.filter(warned=True).exists()
