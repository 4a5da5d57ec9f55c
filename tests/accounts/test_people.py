"""Friends, followers and blocks."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from ludopoli.accounts import people
from ludopoli.accounts.models import Tie, User
from ludopoli.accounts.templatetags import circle
from tests.accounts.conftest import SignedIn
from tests.refusals import refused


def test_friendship_needs_both_sides(rosalia: User, calogero: User) -> None:
    assert people.befriend(rosalia, calogero).asked
    assert people.ties_between(calogero, rosalia).asks_me
    assert [*people.friends_of(rosalia)] == []
    assert people.befriend(calogero, rosalia).friend
    assert people.ties_between(rosalia, calogero) == people.TiesBetween(friend=True)
    assert [*people.friends_of(rosalia)] == [calogero]
    assert [*people.friends_of(calogero)] == [rosalia]


def test_asking_twice_counts_once(rosalia: User, calogero: User) -> None:
    for _ in range(2):
        people.befriend(rosalia, calogero)
        people.follow(rosalia, calogero)
        people.block(calogero, rosalia)
    assert Tie.objects.count() == 3


def test_either_friend_may_end_a_friendship(rosalia: User, calogero: User) -> None:
    for ends in ((rosalia, calogero), (calogero, rosalia)):
        people.befriend(rosalia, calogero)
        people.befriend(calogero, rosalia)
        people.unfriend(*ends)
        assert (
            people.ties_between(rosalia, calogero)
            == people.ties_between(calogero, rosalia)
            == people.TiesBetween()
        )


def test_a_declined_request_is_gone(rosalia: User, calogero: User) -> None:
    people.befriend(rosalia, calogero)
    people.unfriend(calogero, rosalia)
    assert people.circle_of(calogero).asking == []
    assert not people.ties_between(rosalia, calogero).asked


def test_nobody_befriends_themselves_or_a_guest(rosalia: User, guest: User) -> None:
    for action in people.ACTIONS.values():
        with refused("yourself"):
            action(rosalia, rosalia)
    for action in (people.befriend, people.follow):
        with refused("guest"):
            action(rosalia, guest)
    assert people.block(rosalia, guest).block


def test_the_number_of_friends_is_limited(
    rosalia: User, calogero: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(people.MOST_TIES, Tie.Kind.FRIEND, 0)
    people.befriend(rosalia, calogero)
    with refused("too_many"):
        people.befriend(calogero, rosalia)
    assert people.ties_between(calogero, rosalia).asks_me


# ---- blocking


def test_a_block_ends_friendship_and_following(rosalia: User, calogero: User) -> None:
    people.befriend(rosalia, calogero)
    people.befriend(calogero, rosalia)
    people.follow(rosalia, calogero)
    assert people.block(rosalia, calogero) == people.TiesBetween(block=True)
    assert not people.friends_of(calogero).exists()


def test_blocked_people_are_not_notified(rosalia: User, calogero: User, signed_in: SignedIn) -> None:
    """Being blocked looks the same to the blocked person as not getting an answer."""
    outcomes = []
    client = signed_in(calogero)
    for blocked in (False, True):
        Tie.objects.all().delete()
        if blocked:
            people.block(rosalia, calogero)
        steps = []
        for action in ("befriend", "follow"):
            answer = client.post(f"/amici/{action}/", {"name": "Rosalia"}, follow=True)
            steps.append((answer.status_code, [str(each) for each in answer.context["messages"]]))
        outcomes.append((steps, people.ties_between(calogero, rosalia), people.circle_of(calogero)))
    assert outcomes[0] == outcomes[1]
    assert not people.may_invite(calogero, rosalia)
    assert not people.may_invite(rosalia, calogero)


def test_requests_of_blocked_people_are_hidden(rosalia: User, calogero: User) -> None:
    people.block(rosalia, calogero)
    people.befriend(calogero, rosalia)
    people.follow(calogero, rosalia)
    assert people.circle_of(rosalia).asking == []
    assert not people.ties_between(rosalia, calogero).asks_me
    assert [*people.followers_of(rosalia)] == []
    assert people.ids_blocked_by(rosalia) == {calogero.pk}
    assert people.ids_blocked_by(calogero) == people.ids_blocked_by(None) == set()


def test_blocking_someone_rules_out_asking_them(rosalia: User, calogero: User) -> None:
    people.block(rosalia, calogero)
    for action in (people.befriend, people.follow):
        with refused("blocked"):
            action(rosalia, calogero)
    people.unblock(rosalia, calogero)
    assert people.befriend(rosalia, calogero).asked


# ---- the page


def test_only_applicable_buttons_are_shown(rosalia: User, calogero: User, guest: User, rf: Any) -> None:
    def buttons(me: User | AnonymousUser, person: User) -> list[str]:
        request = rf.get("/giocatori/x/")
        request.user = me
        page = render_to_string("account/_people_buttons.html", {"person": person}, request)
        assert page.count('name="next" value="/giocatori/x/"') == page.count("<form")
        return re.findall(r'action="/amici/([\w-]+)/"', page)

    assert buttons(rosalia, calogero) == ["aggiungi", "segui", "blocca"]
    assert buttons(rosalia, guest) == ["blocca"]
    assert buttons(rosalia, rosalia) == buttons(guest, rosalia) == buttons(AnonymousUser(), rosalia) == []
    people.befriend(rosalia, calogero)
    people.follow(rosalia, calogero)
    assert buttons(rosalia, calogero) == ["togli", "non-seguire", "blocca"]
    assert buttons(calogero, rosalia) == ["aggiungi", "togli", "segui", "blocca"]
    people.befriend(calogero, rosalia)
    assert buttons(calogero, rosalia) == ["segui", "togli", "blocca"]
    people.block(calogero, rosalia)
    assert buttons(calogero, rosalia) == ["sblocca"]


@pytest.mark.parametrize("language", ["it", "en"])
def test_a_button_is_called_by_what_it_shows(language: str) -> None:
    """People who speak to their device say the words that they read (WCAG 2.5.3)."""
    with translation.override(language):
        for name, (_action, text, label, *_look) in circle.BUTTONS.items():
            assert str(label).startswith(str(text)), name


def test_a_biography_is_on_its_owners_page(rosalia: User) -> None:
    rosalia.bio, rosalia.country = "Busso,\n<b>volo</b>", "IT"
    page = render_to_string("account/_profile_about.html", {"person": rosalia})
    assert "Busso,<br>&lt;b&gt;volo&lt;/b&gt;" in page
    assert "Italia" in page


def test_the_page_shows_everybody_once(rosalia: User, calogero: User, signed_in: SignedIn) -> None:
    people.befriend(calogero, rosalia)
    client = signed_in(rosalia)
    page = client.get("/amici/").content.decode()
    assert re.search('aria-label="(Accept Calogero as a friend|Accetta l’amicizia di Calogero)"', page)
    answer = client.post("/amici/aggiungi/", {"name": "calogero", "next": "/amici/"})
    assert answer["Location"] == "/amici/"
    assert client.get("/amici/").context["circle"].friends == [calogero]


@pytest.mark.parametrize(
    ("action", "name", "status", "code"),
    [
        ("aggiungi", "Nessuno", 404, "no_person"),
        ("aggiungi", "Rosalia", 409, "yourself"),
        ("sposa", "Calogero", 404, "not_found"),
        ("aggiungi", "", 400, "bad_request"),
    ],
)
def test_an_impossible_action_is_refused_with_its_reason(
    rosalia: User, calogero: User, signed_in: SignedIn, action: str, name: str, status: int, code: str
) -> None:
    headers = {"Accept": "application/json"}
    answer = signed_in(rosalia).post(f"/amici/{action}/", {"name": name}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not Tie.objects.exists()


def test_requests_are_throttled(rosalia: User, calogero: User, signed_in: SignedIn) -> None:
    client = signed_in(rosalia)
    answers = [client.post("/amici/segui/", {"name": "Calogero"}).status_code for _ in range(35)]
    assert answers[0] == 302
    assert answers[-1] == 429


def test_a_friendship_needs_the_token_of_the_page(rosalia: User, calogero: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(rosalia)
    assert client.post("/amici/aggiungi/", {"name": "Calogero"}).status_code == 403
    assert not Tie.objects.exists()


def test_the_page_costs_the_same_however_many_are_listed(
    rosalia: User, signed_in: SignedIn, django_assert_max_num_queries: Any
) -> None:
    client = signed_in(rosalia)
    for number in range(12):
        person = User.objects.create(username=f"Amica {number}")
        people.befriend(person, rosalia)
        if number % 2:
            people.befriend(rosalia, person)
    with django_assert_max_num_queries(6):  # one for those one has played with
        assert len(client.get("/amici/").context["circle"].friends) == 6
