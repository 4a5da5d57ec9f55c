"""People whom a director has entered by name: their pages, their rights, and when they are deleted."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match, Table
from games.review import reviews
from ludopoli.accounts import named_guests, privacy
from ludopoli.accounts.models import User
from ludopoli.failures.models import Failure
from ludopoli.moderation.models import Report
from tests.accounts.test_privacy import models_containing
from tests.tournaments.conftest import Begin, NewEvening
from tests.tournaments.evening import Evening
from tests.tournaments.test_seat_links import director, mario_of, seated, who
from tournaments import actions, forgetting, tasks
from tournaments.actions import Named
from tournaments.models import Event, Member
from tournaments.running import due_times

__all__ = ["director"]


def mario_and_three_pairs(tonight: Evening, club: list[User]) -> None:
    mario_of(tonight)
    tonight.pairs(club[1:7], 3)
    tonight.start()


@pytest.fixture
def begin() -> Begin:
    """An event where Mario plays with Anna; the tables of the first round are open."""
    return mario_and_three_pairs


def mario() -> User:
    return User.objects.get(username="Mario Rossi °")


def archived(tonight: Evening) -> None:
    tonight.to_the_end()
    tonight.at(seconds=due_times.ARCHIVED_AFTER.total_seconds() + 60)
    assert tonight.event.status == Event.Status.ARCHIVED
    names_due(tonight)


def names_due(tonight: Evening) -> None:
    """Let the time pass for which names are kept: the directors are reminded a week before its end."""
    for days in (24, 32):
        forgetting.forget_due_names(tonight.now + timedelta(days=days))


# ---- deletion


def test_archiving_keeps_the_results_and_drops_the_names(tonight: Evening) -> None:
    person = mario()
    tonight.to_the_end()
    tasks.forget_named()
    assert mario().deleted_at is None, "the results are still being read"
    place = Member.objects.get(user=person).entry.place
    tonight.at(seconds=due_times.ARCHIVED_AFTER.total_seconds() + 60)
    tasks.forget_named()
    assert mario().deleted_at is None, "the time has come only by the clock of the test"
    names_due(tonight)
    tasks.forget_named()
    person.refresh_from_db()
    assert person.deleted_at is not None
    assert models_containing("Mario Rossi") == set()
    assert Member.objects.get(user=person).entry.place == place
    page = Client().get(tonight.event.get_absolute_url()).content.decode()
    assert person.username in page


def test_a_cancelled_tournament_forgets_names_at_the_same_time(evening: NewEvening, organiser: User) -> None:
    called_off, other = evening(), evening(name="Un altro")
    mario_of(called_off)
    other.enter([Named("Gino"), Named("Pino")])
    actions.cancel_event(organiser, called_off.event, "Piove.")
    tasks.forget_named()
    assert mario().deleted_at is None
    names_due(called_off)
    tasks.forget_named()
    assert models_containing("Mario Rossi") == set()
    assert User.objects.filter(username__in=["Gino °", "Pino °"], deleted_at=None).count() == 2


def test_a_mistaken_entry_leaves_no_account_behind(evening: NewEvening, organiser: User) -> None:
    tonight = evening()
    member = mario_of(tonight)
    browser = seated(tonight.event, member)
    actions.remove_entry(organiser, member.entry, "Un errore.")
    tasks.forget_named()
    assert models_containing("Mario Rossi") == set()
    assert who(browser) is None


def test_a_replaced_person_is_named_until_archiving(
    tonight: Evening, organiser: User, club: list[User]
) -> None:
    entry = Member.objects.get(user=mario()).entry
    actions.substitute_member(organiser, entry, 0, club[7], "Va a casa.", now=tonight.now)
    tasks.forget_named()
    assert mario().deleted_at is None
    archived(tonight)
    tasks.forget_named()
    assert models_containing("Mario Rossi") == set()


def test_a_failed_erasure_does_not_delay_others(evening: NewEvening, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = named_guests.create_named_guest("Gino"), named_guests.create_named_guest("Pino")
    whole, tried = privacy.delete_person, []

    def delete(person: User) -> User:
        tried.append(person.pk)
        if person == first:
            raise ValueError
        return whole(person)

    monkeypatch.setattr(privacy, "delete_person", delete)
    tasks.forget_named()
    tasks.forget_named()  # the failed one is skipped for now
    assert tried == [first.pk, second.pk]
    assert Failure.objects.get().subject == str(first.pk)


def test_accounts_and_guests_are_not_erased(club: list[User]) -> None:
    User.objects.create(username="Ospite 1234", is_guest=True)
    before = User.objects.count()
    tasks.forget_named()
    assert User.objects.filter(deleted_at=None).count() == before


def test_the_director_sees_when_names_are_erased(tonight: Evening, director: Client) -> None:
    page = director.get(reverse("console-seats", args=[tonight.event.code])).content.decode()
    assert "30 days after the end of the tournament their names are forgotten" in page


# ---- their pages


@pytest.mark.parametrize("page", ["lobby", "account_logout", "account_login", "account_signup"])
def test_no_page_offers_an_account_to_keep_these_games(tonight: Evening, page: str) -> None:
    browser = seated(tonight.event, Member.objects.get(user=mario()))
    shown = browser.get(reverse(page)).content.decode()
    assert "This browser has the seat of Mario Rossi °" in shown
    for untrue in ("your games stay yours", "stay yours.", "to keep them", "You play as a guest"):
        assert untrue not in shown


def test_the_menu_offers_no_account_at_a_linked_seat(tonight: Evening) -> None:
    browser = seated(tonight.event, Member.objects.get(user=mario()))
    shown = browser.get(reverse("calendar")).content.decode()
    assert "You have a seat for one tournament, without an account." in shown
    assert reverse("account_signup") not in shown


def test_the_page_of_a_named_person_explains_it(tonight: Evening) -> None:
    page = Client(headers={"Accept-Language": "en"}).get(reverse("profile", args=["Mario Rossi °"]))
    assert "Plays at one tournament, without an account: no rating." in page.content.decode()


# ---- their rights


def test_named_people_may_report_insults(tonight: Evening) -> None:
    person = mario()
    browser = seated(tonight.event, Member.objects.get(user=person))
    table = Table.objects.get(seats__user=person)
    other = table.seats.exclude(user=person).exclude(user=None).first()
    assert other is not None
    assert other.user is not None
    sent: dict[str, Any] = {"chi": other.user.username, "reason": "words", "partita": str(table.match_id)}
    assert browser.post(reverse("report"), sent).status_code == 302
    assert Report.objects.get().reporter == person


def test_reviews_for_named_people_wait_behind_accounts(
    tonight: Evening, club: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "wake_reviewer", lambda: None)
    tonight.to_the_end()
    theirs, others = Match.objects.filter(status=Match.Status.FINISHED).order_by("pk")[:2]
    for person, match in ((mario(), theirs), (club[1], others)):
        reviews.request_review(person, match.pk)
    standing = reviews.review_progress(mario(), theirs.pk)
    assert standing.ahead == 1


def test_requests_end_with_the_seat(tonight: Evening) -> None:
    browser = seated(tonight.event, Member.objects.get(user=mario()))
    archived(tonight)
    answer = browser.post(reverse("report"), {"chi": "Anna", "reason": "words"})
    assert answer["Location"].startswith(reverse("account_login"))
    assert not Report.objects.exists()
