"""Players after a tournament: the scorecard, the notice, the certificate, the history."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils import translation

from clubs import actions as clubs
from ludopoli.accounts.models import User
from ludopoli.notices.kinds import KINDS
from ludopoli.notices.models import Notice
from tests.clubs.conftest import joined
from tests.conftest import Lasting
from tests.tournaments.conftest import Begun, NewEvening, begun
from tests.tournaments.evening import Evening
from tests.tournaments.test_pages import browser, shown, words
from tests.tournaments.test_real_tables import enter
from tournaments import actions, selectors
from tournaments.models import Event
from tournaments.outlets import notice_kinds
from tournaments.pages.display import EventShown
from tournaments.pages.scorecard import Scorecard
from tournaments.scores import score_links


@pytest.fixture(autouse=True)
def _in_english() -> Any:
    with translation.override("en"):
        yield


@pytest.fixture(scope="module")
def shared(lasting: Lasting) -> Begun:
    """An evening of three pairs at real tables, so that one sits out, played to the end."""
    return begun(lasting, play, venue="real", settings={"rounds": 3, "deals": 2, "duplicate": True})


def play(on: Evening, club: list[User]) -> None:
    on.pairs(club, 3)
    on.start()
    for number in (1, 2, 3):
        for table in on.tables(number):
            enter(on, table, (8, 3), (7, 4))
        on.begin_round()
    assert on.fresh().status == Event.Status.FINISHED


def card(on: Evening, number: int) -> Scorecard:
    displayed = EventShown(selectors.event_sheet(on.fresh()))
    return Scorecard(displayed, displayed.sheet.entries[number])


def page(on: Evening, name: str, number: int, user: User | None = None) -> str:
    answer = browser(user).get(reverse(name, args=[on.event.code, number]))
    assert answer.status_code == 200
    return words(answer.content.decode())


# ---- the scorecard


def test_a_scorecard_has_a_row_for_each_round(tonight: Evening) -> None:
    for number in (1, 2, 3):
        rows = card(tonight, number).rows
        assert [row.round for row in rows] == [1, 2, 3]
        [rests] = [row for row in rows if row.table is None]
        assert (rests.opponents, rests.points) == ("sits out", "its average")


def test_the_own_side_comes_first(tonight: Evening) -> None:
    found = [row for number in (1, 2, 3) for row in card(tonight, number).rows if row.table is not None]
    assert {row.score for row in found} == {"15–7", "7–15"}
    for row in found:
        assert row.table is not None
        assert (row.score == "15–7") is (float(row.points) > 10)


def test_the_points_of_the_rows_are_the_score(tonight: Evening) -> None:
    for number in (1, 2, 3):
        found = card(tonight, number)
        made = [float(row.points) for row in found.rows if row.table is not None]
        rested = round(sum(made) / len(made), 2)
        assert found.line is not None
        assert sum(made) + rested == pytest.approx(float(found.line.score), abs=0.011)


def test_a_scorecard_is_a_page_with_place_opponents_and_points(tonight: Evening) -> None:
    text = page(tonight, "event-scorecard", 1)
    assert all(name in text for name in ("Anna – Bruno", "Carla – Dario", "Elena – Fulvio", "place, of 3"))
    [number] = [each.entry.number for each in card(tonight, 1).shown.lines if each.place == 1]
    assert "Certificate for the wall" in page(tonight, "event-scorecard", number)


def test_before_the_start_there_is_none(evening: NewEvening, club: list[User]) -> None:
    on = evening(venue="real")
    on.pairs(club)
    assert browser().get(reverse("event-scorecard", args=[on.event.code, 1])).status_code == 404


def test_the_points_of_a_round_in_play_are_hidden_while_others_play_its_deals(
    begun_evening: NewEvening,
) -> None:
    on = begun_evening(settings={"rounds": 2, "deals": 2})
    on.play(on.tables()[0])
    one = on.tables()[0].places[0]
    [row] = card(on, one).rows
    assert (row.score, row.points) == ("", "")


def test_the_event_leads_to_the_own_scorecard(tonight: Evening, club: list[User]) -> None:
    assert "Your scorecard" in words(shown(tonight.fresh(), club[0]))
    assert "Your scorecard" not in words(shown(tonight.fresh(), club[9]))


def test_the_code_of_a_place_card_leads_to_the_scorecard_afterwards(tonight: Evening) -> None:
    event = tonight.fresh()
    writer = score_links.ScoreWriter(event.entries.get(number=2), None)
    token = score_links.score_token(writer)
    answer = browser().get(reverse("event-score-link", args=[event.code, token]))
    assert answer["Location"] == reverse("event-scorecard", args=[event.code, 2])
    wrong = browser().get(reverse("event-score-link", args=[event.code, f"1{token[1:]}"]))
    assert wrong.status_code == 404


# ---- the notice


def test_everybody_gets_a_notice_of_the_own_place(tonight: Evening, club: list[User]) -> None:
    for each in tonight.fresh().entries.all():
        for member in each.members.all():
            notice = Notice.objects.get(user=member.user, kind=notice_kinds.OVER.key)
            said = KINDS[notice.kind].text_of(notice.facts, "")
            assert f"you finished in place {each.place} of 3, scoring " in said
            assert notice.url == reverse("event-scorecard", args=[tonight.event.code, each.number])


def test_a_notice_of_before_still_reads(tonight: Evening) -> None:
    said = KINDS[notice_kinds.OVER.key].text_of({"event": "k3mw8xzt", "name": "Torneo"}, "")
    assert said == "Torneo is over: here are the standings."


# ---- certificates


def test_a_certificate_has_club_event_place_names_and_date(tonight: Evening) -> None:
    text = page(tonight, "event-certificate", 1)
    assert all(word in text for word in ("Anna – Bruno", tonight.event.name, "of 3 pairs"))
    assert f"{tonight.event.starts_at.year}" in text


def test_there_is_no_certificate_without_a_place(tonight: Evening) -> None:
    address = reverse("event-certificate", args=[tonight.event.code, 1])
    Event.objects.filter(pk=tonight.event.pk).update(status=Event.Status.CANCELLED)
    assert browser().get(address).status_code == 404


def test_directors_print_the_certificates_of_the_podium_together(tonight: Evening, club: list[User]) -> None:
    address = reverse("console-certificates", args=[tonight.event.code])
    html = browser(tonight.organiser).get(address).content.decode()
    assert html.count('class="certificate"') == 3
    assert browser(club[0]).get(address).status_code == 403


# ---- the history of a person


def test_the_profile_lists_evenings_at_real_tables(tonight: Evening, club: list[User]) -> None:
    [found] = selectors.evenings_of(club[0], AnonymousUser())
    assert (found.event, found.ranked) == (tonight.event, 3)  # type: ignore[attr-defined]  # annotated
    profile = words(browser().get(reverse("profile", args=["Anna"])).content.decode())
    assert f"place {found.entry.place} of 3" in profile
    sent = browser().get("/api/v1/people/Anna/evenings/").json()["results"]
    assert [(each["event"], each["place"], each["ranked"]) for each in sent] == [
        (tonight.event.code, found.entry.place, 3)
    ]


def test_an_evening_of_a_private_club_is_only_for_its_members(tonight: Evening, club: list[User]) -> None:
    ours = clubs.create_club(tonight.organiser, name="Circolo Garibaldi", private=True)
    Event.objects.filter(pk=tonight.event.pk).update(club=ours)
    joined(club[9], ours)
    assert not selectors.evenings_of(club[0], AnonymousUser())
    assert not selectors.evenings_of(club[0], club[10])
    assert selectors.evenings_of(club[0], club[9])
    assert selectors.evenings_of(club[0], club[0]), "who was there"
    for name in ("event-scorecard", "event-certificate"):
        assert browser(club[10]).get(reverse(name, args=[tonight.event.code, 1])).status_code == 404


def test_an_event_in_play_or_cancelled_is_no_history(begun_evening: NewEvening, club: list[User]) -> None:
    on = begun_evening(venue="real", settings={"rounds": 1, "deals": 1})
    history = selectors.evenings_of(club[0], AnonymousUser()).filter(event=on.event)
    assert not history.exists()
    actions.cancel_event(on.organiser, on.event, "Nevica")
    assert not history.exists()
