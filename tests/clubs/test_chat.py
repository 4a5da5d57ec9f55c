"""The chat of a club: who reads and writes it, and what directors and moderators do."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from clubs import actions, chat, selectors
from clubs.models import Club, ClubMessage
from games.play.actions import chat as lines
from ludopoli.accounts import people, privacy
from ludopoli.accounts.models import User
from ludopoli.moderation import sanctions
from ludopoli.moderation.models import GROUP, Report, Sanction
from tests.clubs.conftest import Named, client_of, joined, listed
from tests.clubs.test_api import ask
from tests.refusals import refused


@pytest.fixture
def calogero(club: Club, named: Named) -> User:
    """A member of the club."""
    person = named("Calogero")
    joined(person, club)
    return person


def said(by: User, club: Club, text: str) -> ClubMessage:
    line = chat.add_chat_line(by, club, text)
    return line


def texts(club: Club, reader: User) -> list[str]:
    return [each.text for each in selectors.chat_lines(club, reader)]


def test_members_write_and_read(club: Club, rosalia: User, calogero: User, named: Named) -> None:
    said(calogero, club, "  Giovedì   arrivo tardi. ")
    assert texts(club, rosalia) == ["Giovedì arrivo tardi."]
    with refused("not_club_member"):
        chat.add_chat_line(named("Turiddu"), club, "Posso?")
    actions.ask_to_join(named("Turiddu"), club)
    with refused("not_club_member"):
        chat.add_chat_line(named("Turiddu"), club, "Posso?")


@pytest.mark.parametrize("text", ["", "  ", "x" * 301, "a\0b"])
def test_a_line_is_a_line(club: Club, calogero: User, text: str) -> None:
    with refused("bad_text"):
        chat.add_chat_line(calogero, club, text)


def test_a_bot_of_the_muted_does_not_write_either(club: Club, rosalia: User, calogero: User) -> None:
    bot = User.objects.create(username="Automa", is_bot=True, owner=calogero)
    joined(bot, club)
    chat.mute_member(rosalia, club.members.get(user=calogero), muted=True)
    with refused("club_muted"):
        chat.add_chat_line(bot, club, "Ma come?")


def test_the_muted_write_again_as_directors(club: Club, rosalia: User, calogero: User) -> None:
    chat.mute_member(rosalia, club.members.get(user=calogero), muted=True)
    for role in ("director", "member"):
        actions.set_role(rosalia, club.members.get(user=calogero), role)
        chat.add_chat_line(calogero, club, "Grazie")


def test_whoever_joins_as_a_muted_line_of_the_list_is_muted(club: Club, rosalia: User, named: Named) -> None:
    chat.mute_member(rosalia, listed(club, rosalia, "Zita", card="77"), muted=True)
    joined(named("Zita"), club, "77")
    for _ in range(2):
        with refused("club_muted"):
            chat.add_chat_line(named("Zita"), club, "Ma come?")
        actions.leave_club(named("Zita"), club)
        joined(named("Zita"), club)


def test_the_muted_do_not_write(club: Club, rosalia: User, calogero: User) -> None:
    member = club.members.get(user=calogero)
    with refused("not_club_director"):
        chat.mute_member(calogero, member, muted=True)
    with refused("directors_not_muted"):
        chat.mute_member(rosalia, club.members.get(user=rosalia), muted=True)
    chat.mute_member(rosalia, member, muted=True)
    with refused("club_muted"):
        chat.add_chat_line(calogero, club, "Ma come?")
    chat.mute_member(rosalia, member, muted=False)
    said(calogero, club, "Grazie.")
    until = timezone.now() + timedelta(days=1)
    sanctions.impose_sanction(calogero, Sanction.Kind.MUTE, reason="Insulti", until=until)
    with refused("silenced"):
        chat.add_chat_line(calogero, club, "Ma come?")


def test_a_mute_outlasts_leaving_and_joining(club: Club, rosalia: User, calogero: User, named: Named) -> None:
    line = listed(club, rosalia, "Calogero Russo", card="7")
    chat.mute_member(rosalia, club.members.get(user=calogero), muted=True)
    for card in ("", "7", ""):
        actions.leave_club(calogero, club)
        joined(calogero, club, card)
        with refused("club_muted"):
            chat.add_chat_line(calogero, club, "Rieccomi")
    actions.remove_member(rosalia, club.members.get(user=calogero))
    actions.ask_to_join(calogero, club)
    actions.accept_request(rosalia, club.members.get(user=calogero))
    with refused("club_muted"):
        chat.add_chat_line(calogero, club, "Rieccomi")
    other = named("Turiddu")
    joined(other, club, line.card)
    said(other, club, "Io non ho fatto niente.")
    chat.mute_member(rosalia, club.members.get(user=calogero), muted=False)
    said(calogero, club, "Grazie.")


def test_nobody_floods_the_chat(club: Club, calogero: User) -> None:
    for number in range(lines.LINES_AT_ONCE):
        chat.add_chat_line(calogero, club, f"Riga {number}")
    with refused("muted"):
        chat.add_chat_line(calogero, club, "Un’altra")


def test_directors_remove_lines_and_members_their_own(
    club: Club, rosalia: User, calogero: User, named: Named
) -> None:
    joined(named("Turiddu"), club)
    first, second = said(calogero, club, "Una"), said(calogero, club, "Due")
    with refused("not_club_director"):
        chat.remove_line(named("Turiddu"), club, first.pk)
    with refused("no_line"):
        chat.remove_line(rosalia, club, 0)
    chat.remove_line(calogero, club, first.pk)
    chat.remove_line(rosalia, club, second.pk)
    chat.remove_line(rosalia, club, first.pk)
    assert texts(club, rosalia) == ["", ""]
    html = client_of(rosalia).get(f"{club.get_absolute_url()}chat/").content.decode()
    assert html.index("Messaggio ritirato.") < html.index("Messaggio eliminato dalla direzione.")


def test_lines_of_blocked_people_and_bad_words_are_not_shown(
    club: Club, rosalia: User, calogero: User
) -> None:
    said(calogero, club, "che merda")
    page = f"{club.get_absolute_url()}chat/"
    assert "che m****" in client_of(rosalia).get(page).content.decode()
    people.block(rosalia, calogero)
    assert texts(club, rosalia) == []
    assert texts(club, calogero) == ["che merda"]


def test_the_oldest_lines_go(club: Club, calogero: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "KEPT", 3)
    for number in range(5):
        said(calogero, club, f"Riga {number}")
    assert texts(club, calogero) == ["Riga 2", "Riga 3", "Riga 4"]


def test_the_page_sends_only_what_is_new(club: Club, calogero: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selectors, "CHAT_SHOWN", 2)
    client, page = client_of(calogero), f"{club.get_absolute_url()}chat/"
    for number in range(3):
        client.post(f"{page}scrivi/", {"text": f"Riga {number}"})
    html = client.get(page).content.decode()
    assert "Riga 2" in html
    assert "Riga 0" not in html
    version = html.split('data-version="')[1].split('"')[0]
    assert client.get(f"{page}?da={version}").status_code == 204
    earlier = html.split("?prima=")[1].split('"')[0]
    assert "Riga 0" in client.get(f"{page}?prima={earlier}").content.decode()
    line = ClubMessage.objects.latest("pk")
    client.post(f"{page}togli/", {"line": line.pk})
    fresh = client.get(f"{page}?da={version}").content.decode()
    assert "Messaggio ritirato." in fresh
    assert "<html" not in fresh


def test_strangers_read_nothing_and_moderators_look_into_reports(
    club: Club, rosalia: User, calogero: User, named: Named
) -> None:
    actions.change_club(rosalia, club, private=True)
    line = said(calogero, club, "Sei un brocco.")
    page = f"{club.get_absolute_url()}chat/"
    assert client_of(named("Turiddu")).get(page).status_code == 404
    html = client_of(rosalia).get(page).content.decode()
    report = html.split("/segnala/?")[1].split('"')[0].replace("&amp;", "&")
    form = client_of(rosalia).get(f"/segnala/?{report}").content.decode()
    assert "Sei un brocco." in form
    sent = {"chi": "Calogero", "reason": "words", "text": line.quoted}
    assert client_of(rosalia).post("/segnala/", sent).status_code == 302
    made = Report.objects.get()
    assert made.text.startswith(f"{page}?prima={line.pk + 1} ")
    staff = User.objects.create_user("Marta", is_staff=True)
    staff.groups.add(Group.objects.get_or_create(name=GROUP)[0])
    moderating = client_of(User.objects.create_superuser("Capo", password=None))
    shown = moderating.get(made.text.split()[0]).content.decode()
    assert "Sei un brocco." in shown
    assert 'id="riga"' not in shown
    secret = said(calogero, club, "Domani gioco con la febbre.")
    for beyond in (page, f"{page}?prima={secret.pk + 1}", f"{page}?da=x"):
        assert moderating.get(beyond).status_code == 404
    Report.objects.update(reporter=User.objects.get(username="Capo"))
    assert moderating.get(made.text.split()[0]).status_code == 404


def test_lines_go_with_the_account_and_are_exported(club: Club, calogero: User) -> None:
    said(calogero, club, "Ciao")
    assert [each["text"] for each in selectors.export_club(club)["chat"]] == ["Ciao"]
    assert privacy.export_person(calogero)["clubs"]["chat"][0]["text"] == "Ciao"
    privacy.delete_person(calogero)
    assert not ClubMessage.objects.exists()


def test_programs_chat(club: Club, rosalia: User, calogero: User) -> None:
    member, owner = client_of(calogero), client_of(rosalia)
    made = ask(member, "post", f"{club.code}/messages/", {"text": "Buonasera"})
    assert made.status_code == 201
    [line] = ask(owner, "get", f"{club.code}/messages/").json()["results"]
    assert (line["name"], line["text"], line["removed"]) == ("Calogero", "Buonasera", False)
    assert ask(owner, "get", f"{club.code}/messages/?before={line['id']}").json()["results"] == []
    assert ask(owner, "delete", f"{club.code}/messages/{line['id']}/").status_code == 204
    assert ask(owner, "get", f"{club.code}/messages/").json()["results"][0]["removed"]
    number = club.members.get(user=calogero).number
    changed = ask(owner, "patch", f"{club.code}/members/{number}/", {"muted": True}).json()
    assert changed["muted"]
    assert ask(member, "post", f"{club.code}/messages/", {"text": "No!"}).json()["code"] == "club_muted"
    assert ask(Client(), "get", f"{club.code}/messages/").status_code == 401
