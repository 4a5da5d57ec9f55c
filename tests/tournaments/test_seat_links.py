"""Seat links: a director enters people without an account, and a link gives them their seat in the event."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.fairplay import rated as fairplay
from games.models import Table
from games.play import actions as play
from ludopoli.accounts import guests, named_guests, names
from ludopoli.accounts.models import User
from ludopoli.base.logs import Formatter
from ludopoli.sockets import sessions
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tournaments import actions
from tournaments.actions import Named
from tournaments.entering import seat_links
from tournaments.models import Entry, Event, Member
from tournaments.running import due_times

RULES = {"preset": "classico"}


@pytest.fixture
def director(organiser: User) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(organiser)
    return client


def mario_of(tonight: Evening) -> Member:
    """Enter Mario Rossi, who has no account, with Anna; return the membership."""
    anna = User.objects.get(username="Anna")
    [entry] = tonight.enter([Named("Mario Rossi"), anna])
    return entry.members.select_related("user").get(place=0)


def link(event: Event, member: Member) -> str:
    assert member.user is not None
    return reverse(
        "event-seat-link", args=[event.code, seat_links.seat_token(event, member.user, timezone.now())]
    )


def take_seat(browser: Client, link: str) -> Any:
    """Follow a link, take the seat that it shows, and return the last response."""
    shown = browser.get(link)
    return browser.post(shown["Location"]) if shown.status_code == 302 else shown


def seated(event: Event, member: Member) -> Client:
    """Return a browser that has taken a member's seat."""
    browser = Client(headers={"Accept-Language": "en"})
    assert take_seat(browser, link(event, member)).status_code == 302
    return browser


def who(browser: Client) -> int | None:
    """Return the id of the user that a browser is signed in as."""
    user = browser.get("/tavoli/").context["user"]
    return user.pk if user.is_authenticated else None


# ---- names


def test_people_without_an_account_are_entered_by_name_and_marked(evening: NewEvening) -> None:
    member = mario_of(evening())
    assert member.user is not None
    assert member.user.username == "Mario Rossi °"
    assert member.user.is_named
    assert member.user.is_guest
    assert not member.user.has_usable_password()


def test_names_may_repeat(evening: NewEvening) -> None:
    tonight = evening(format="arena", unit="single")
    made = [
        actions.enter_members(tonight.organiser, tonight.event, [Named(name)], homonym=True)
        for name in ("Anna", "anna")
    ]
    assert [entry.members.get().user.username for entry in made] == ["Anna °", "anna °2"]  # type: ignore[union-attr]
    assert not names.is_taken("Anna Rossi")


@pytest.mark.parametrize(
    "name", ["", "A", "Mario\nRossi!", "Arbitro", "Ospite 1234", "M" * 25, "Anna °", "tornei"]
)
def test_names_are_checked_like_account_names(evening: NewEvening, organiser: User, name: str) -> None:
    tonight = evening(format="arena", unit="single")
    with refused("bad_person_name"):
        actions.enter_members(organiser, tonight.event, [Named(name)])
    assert not User.objects.filter(is_named=True).exists()


def test_the_number_of_named_people_is_limited(
    evening: NewEvening, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actions.entries, "MOST_ENTRIES", 2)
    tonight = evening(format="arena", unit="single")
    [first, _second] = tonight.enter([Named("Gino")], [Named("Pino")])
    with refused("event_full"):
        actions.enter_members(organiser, tonight.event, [Named("Rino")])
    actions.remove_entry(organiser, first, "Non viene")
    assert not User.objects.filter(username="Gino °").exists(), "nothing was played"
    tonight.enter([Named("Rino")])
    assert User.objects.filter(is_named=True).count() == 2


def test_only_directors_enter_people_by_name(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    with refused("not_director"):
        actions.enter_members(club[0], tonight.event, [Named("Mario"), Named("Gino")])
    assert not User.objects.filter(is_named=True).exists()


def test_the_console_enters_people_by_name(evening: NewEvening, director: Client) -> None:
    event = evening().event
    sent = {"first": "Mario Rossi", "first-named": "1", "second": "Anna", "team": ""}
    director.post(reverse("console-act", args=[event.code, "enter"]), sent)
    entered = event.members.order_by("place").values_list("user__username", flat=True)
    assert [*entered] == ["Mario Rossi °", "Anna"]


# ---- the link


def test_the_link_asks_before_it_signs_in(evening: NewEvening) -> None:
    tonight = evening()
    member, browser = mario_of(tonight), Client(headers={"Accept-Language": "en"})
    page = browser.get(link(tonight.event, member), follow=True)
    assert "Mario Rossi °" in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    assert who(browser) is None
    browser.post(page.request["PATH_INFO"])
    assert who(browser) == member.user_id


def test_the_secret_leaves_the_address_before_a_page_is_shown(evening: NewEvening) -> None:
    tonight = evening()
    opened = link(tonight.event, mario_of(tonight))
    secret, browser = opened.rstrip("/").rpartition("/")[2], Client()
    moved = browser.get(opened)
    assert moved.status_code == 302
    assert secret not in moved["Location"]
    assert "no-store" in moved["Cache-Control"]
    page = browser.get(moved["Location"])
    assert page.status_code == 200
    assert secret not in page.content.decode()
    browser.post(moved["Location"])
    assert secret not in str(browser.session.load())
    assert browser.post(opened).status_code == 405


def test_without_a_link_no_seat_can_be_taken(evening: NewEvening) -> None:
    tonight, other = evening(), evening(name="Un altro")
    browser = Client()
    browser.get(link(tonight.event, mario_of(tonight)))
    elsewhere = reverse("event-seat", args=[other.event.code])
    assert browser.get(elsewhere).status_code == browser.post(elsewhere).status_code == 404
    assert Client().post(reverse("event-seat", args=[tonight.event.code])).status_code == 404


def test_no_log_has_the_secret_of_a_link(evening: NewEvening, organiser: User, caplog: Any) -> None:
    tonight = evening()
    opened = link(tonight.event, mario_of(tonight))
    Client().post(opened)  # refused, with a line in the log
    actions.cancel_event(organiser, tonight.event, "Piove.")
    Client().get(opened)
    lines = [Formatter().format(record) for record in caplog.records]
    signature = opened.rstrip("/").rpartition(":")[2]
    assert len([line for line in lines if "/posto/" in line]) == 2
    assert not [line for line in lines if signature in line]


def test_another_site_cannot_take_the_seat_for_somebody(evening: NewEvening) -> None:
    tonight = evening()
    browser = Client(enforce_csrf_checks=True)
    shown = browser.get(link(tonight.event, mario_of(tonight)))
    assert browser.post(shown["Location"]).status_code == 403


def test_an_account_stays_signed_in_until_it_confirms(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    member, browser = mario_of(tonight), Client(headers={"Accept-Language": "en"})
    browser.force_login(club[4])
    page = browser.get(link(tonight.event, member), follow=True).content.decode()
    assert "You are signed in as Elena" in page
    assert who(browser) == club[4].pk
    before = browser.session.session_key
    take_seat(browser, link(tonight.event, member))
    assert who(browser) == member.user_id
    assert not sessions.is_signed_in(before or "", club[4].pk)


def test_a_linked_seat_can_be_played(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    member = mario_of(tonight)
    tonight.pairs(club[1:7], 3)
    browser = seated(tonight.event, member)
    tonight.until(tonight.event.starts_at - timedelta(minutes=10))
    browser.post(reverse("event-check-in", args=[tonight.event.code]))
    member.refresh_from_db()
    assert member.here
    tonight.until(tonight.event.starts_at)
    tonight.begin_round()
    at = browser.get(reverse("event-table", args=[tonight.event.code]))
    assert at.status_code == 302
    assert browser.get(at["Location"]).status_code == 200
    table = Table.objects.get(seats__user=member.user)
    assert table.match is not None
    assert not table.match.rated


@pytest.mark.parametrize("spoilt", ["tail", "head", "nothing", "no id", "another event", "another person"])
def test_an_invalid_link_opens_nothing(evening: NewEvening, spoilt: str) -> None:
    tonight, other = evening(), evening(name="Un altro")
    member = mario_of(tonight)
    [gino] = [entry.members.get(place=0) for entry in tonight.enter([Named("Gino"), Named("Pino")])]
    token = seat_links.seat_token(tonight.event, member.user, timezone.now())  # type: ignore[arg-type]
    theirs = seat_links.seat_token(tonight.event, gino.user, timezone.now())  # type: ignore[arg-type]
    event, token = {
        "tail": (tonight.event, token[:-2] + "xx"),
        "head": (tonight.event, "zzzzzzzzzzzzzz-" + token),
        "nothing": (tonight.event, "nonsense"),
        "no id": (tonight.event, f"{'z' * 13}-1:x"),
        "another event": (other.event, token),
        "another person": (tonight.event, theirs.partition(":")[0] + ":" + token.partition(":")[2]),
    }[spoilt]
    browser = Client()
    assert browser.get(reverse("event-seat-link", args=[event.code, token])).status_code == 404
    assert who(browser) is None


def test_a_link_cannot_be_lengthened(evening: NewEvening) -> None:
    tonight = evening()
    member, now = mario_of(tonight), timezone.now()
    assert member.user is not None
    token = seat_links.seat_token(tonight.event, member.user, now)
    later = seat_links.seat_token(tonight.event, member.user, now + timedelta(days=9))
    assert seat_links.open_seat_link(tonight.event, token, now) is not None
    end = tonight.event.starts_at + seat_links.SEAT_LINK_LIFETIME
    assert seat_links.open_seat_link(tonight.event, token, end - timedelta(minutes=1)) is not None
    assert seat_links.open_seat_link(tonight.event, token, end) is None
    mixed = later.partition(":")[0] + ":" + token.partition(":")[2]
    assert seat_links.open_seat_link(tonight.event, mixed, now) is None


def test_the_session_ends_with_the_link(evening: NewEvening) -> None:
    tonight = evening()
    browser = seated(tonight.event, mario_of(tonight))
    ends = tonight.event.starts_at + seat_links.SEAT_LINK_LIFETIME
    assert abs(browser.session.get_expiry_date() - ends) < timedelta(minutes=1)


def test_a_new_link_ends_the_old_one_and_its_sessions(
    evening: NewEvening, organiser: User, director: Client
) -> None:
    tonight = evening()
    member = mario_of(tonight)
    old, browser = link(tonight.event, member), seated(tonight.event, member)
    key = browser.session.session_key or ""
    assert sessions.is_signed_in(key, member.user_id or 0)
    act = reverse("console-entry-act", args=[tonight.event.code, member.entry.number, "renew-link"])
    director.post(act, {"place": "0"})
    assert not sessions.is_signed_in(key, member.user_id or 0)
    assert who(browser) is None
    assert Client().get(old).status_code == 404
    member.user.refresh_from_db()  # type: ignore[union-attr]
    assert who(seated(tonight.event, member)) == member.user_id
    with refused("no_place"):
        actions.renew_seat_link(organiser, member.entry, 1)  # Anna has an account


def test_only_directors_make_links(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    member = mario_of(tonight)
    with refused("not_director"):
        actions.renew_seat_link(club[0], member.entry, 0)
    browser = seated(tonight.event, member)
    assert browser.get(reverse("console-seats", args=[tonight.event.code])).status_code == 403


def test_archiving_ends_link_and_session(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    member = mario_of(tonight)
    tonight.pairs(club[1:7], 3)
    tonight.start()
    browser, old = seated(tonight.event, member), link(tonight.event, member)
    tonight.to_the_end()
    assert Client().get(old).status_code == 404  # the event is over
    assert who(browser) == member.user_id  # the session still has access to the results
    tonight.at(seconds=due_times.ARCHIVED_AFTER.total_seconds() + 60)
    assert tonight.event.status == Event.Status.ARCHIVED
    assert who(browser) is None


def test_cancelling_ends_link_and_session(evening: NewEvening, organiser: User) -> None:
    tonight = evening()
    member = mario_of(tonight)
    browser, old = seated(tonight.event, member), link(tonight.event, member)
    actions.cancel_event(organiser, tonight.event, "Piove.")
    assert who(browser) is None
    assert Client().get(old).status_code == 404


@pytest.mark.parametrize("how", ["removed", "substituted", "partner found"])
def test_giving_up_the_seat_ends_the_link(
    evening: NewEvening, organiser: User, club: list[User], how: str
) -> None:
    tonight = evening()
    member = mario_of(tonight)
    browser, old = seated(tonight.event, member), link(tonight.event, member)
    if how == "removed":
        actions.remove_entry(organiser, member.entry, "Non viene.")
    elif how == "partner found":
        assert member.user is not None
        actions.withdraw_from_event(member.user, tonight.event)
        assert who(browser) == member.user_id  # they may still come back
        actions.seek_partner(User.objects.get(username="Anna"), tonight.event)
        actions.take_place(club[5], member.entry)
    else:
        actions.substitute_member(organiser, member.entry, 0, club[5], "Non viene.")
    assert who(browser) is None
    assert Client().get(old).status_code == 404


# ---- no rights beyond the event


def test_a_linked_seat_opens_nothing_else(evening: NewEvening, organiser: User, club: list[User]) -> None:
    tonight, other = evening(), evening(name="Un altro")
    mario = mario_of(tonight).user
    assert mario is not None
    table = play.open_table(club[3], game="tressette", rules=RULES, players=4)
    for act in (
        lambda: play.open_table(mario, game="tressette", rules=RULES, players=4),
        lambda: play.take_seat(mario, table, 1),
        lambda: play.add_table_line(mario, table, "Ciao"),
        lambda: play.save_rules(mario, game="tressette", name="Da Mario", rules=RULES),
        lambda: actions.register_entry(mario, other.event, partner=club[4]),
        lambda: actions.register_entry(club[4], other.event, partner=mario),
        lambda: actions.enter_members(organiser, other.event, [mario, club[4]]),
    ):
        with refused("evening_only"):
            act()


def test_named_people_may_chat_at_their_own_table(evening: NewEvening, club: list[User]) -> None:
    tonight = evening(quiet=False)
    member = mario_of(tonight)
    tonight.pairs(club[1:7], 3)
    tonight.start()
    table = Table.objects.get(seats__user=member.user)
    assert member.user is not None
    play.add_table_line(member.user, table, "Buonasera")


def test_signing_up_from_a_seat_creates_a_separate_account(evening: NewEvening) -> None:
    """A seat link must not become a way into somebody's account."""
    tonight = evening()
    member = mario_of(tonight)
    browser = seated(tonight.event, member)
    fields = {"username": "Mariolino", "email": "mario@example.org", "password1": "una scala di seta"}
    answer = browser.post(reverse("account_signup"), fields)
    assert answer.status_code == 302, answer.context and answer.context["form"].errors
    account = User.objects.get(username="Mariolino")
    assert account.pk != member.user_id
    assert not account.is_named
    member.user.refresh_from_db()  # type: ignore[union-attr]
    assert member.user.is_named  # type: ignore[union-attr]


def test_named_people_affect_no_ratings(club: list[User]) -> None:
    mario = named_guests.create_named_guest("Mario")
    table = play.open_table(club[0], game="tressette", rules=RULES, players=4)
    seats = [*table.seats.all()]
    seats[1].user = mario
    assert not fairplay.may_be_rated(table, seats)


def test_a_named_person_is_not_counted_as_a_guest(evening: NewEvening, rf: Any) -> None:
    request = rf.get("/")
    request.user = mario_of(evening()).user
    assert guests.guest_for(request) == request.user


# ---- the console


def test_the_printed_cards_show_each_link_and_its_code(evening: NewEvening, director: Client) -> None:
    tonight = evening()
    member = mario_of(tonight)
    page = director.get(reverse("console-seats", args=[tonight.event.code])).content.decode()
    assert page.count("<svg:svg") + page.count('class="qr"><svg') == 1
    assert f"/tornei/{tonight.event.code}/posto/" in page
    assert "Anna" not in page.partition("<main")[2]
    entry = director.get(reverse("console-entry", args=[tonight.event.code, member.entry.number]))
    assert f"/tornei/{tonight.event.code}/posto/" in entry.content.decode()


def test_without_named_people_the_page_explains_how_to_enter_them(
    evening: NewEvening, director: Client
) -> None:
    page = director.get(reverse("console-seats", args=[evening().event.code])).content.decode()
    assert "Without an account" in page


def test_directors_mark_presence_for_others(
    evening: NewEvening, organiser: User, club: list[User], director: Client
) -> None:
    tonight = evening()
    [entry] = tonight.enter(club[:2])
    with refused("not_check_in"):
        actions.check_in_entry(organiser, entry, now=tonight.now)
    tonight.until(tonight.event.starts_at - timedelta(minutes=10))
    with refused("not_director"):
        actions.check_in_entry(club[2], entry, now=tonight.now)
    done = actions.check_in_entry(organiser, entry, now=tonight.now)
    assert done.status == Entry.Status.CHECKED_IN
    assert all(entry.members.values_list("here", flat=True))
    noted = tonight.event.log.filter(what="checked_in").get()
    assert noted.by == organiser
    actions.check_in_entry(organiser, entry, now=tonight.now)
    assert tonight.event.log.filter(what="checked_in").count() == 1
