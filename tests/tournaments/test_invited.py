"""Invited people and substitutes get one notice, and a mail if their switches say so."""

from __future__ import annotations

from ludopoli.accounts.models import User
from ludopoli.notices.models import Notice
from tests.tournaments.conftest import NewEvening
from tournaments import actions


def test_the_invited_get_one_notice(evening: NewEvening, club: list[User], organiser: User) -> None:
    event = evening(access="invited").event
    for _again in range(2):
        actions.invite_to_event(organiser, event, club[0])
    actions.invite_to_event(organiser, event, organiser)
    [notice] = Notice.objects.filter(kind="event_invited")
    assert (notice.user, notice.actor, notice.url) == (club[0], organiser, event.get_absolute_url())
    assert notice.facts["name"] == event.name
    assert notice.mail_at is not None


def test_a_substitute_gets_a_notice(evening: NewEvening, club: list[User], organiser: User) -> None:
    tonight = evening()
    [first, *_] = tonight.pairs(club)
    tonight.start()
    for who in (club[10], "circolo"):
        actions.substitute_member(organiser, first, 0, who, "È andata via la luce", now=tonight.now)
    [notice] = Notice.objects.filter(kind="event_substitute")
    assert (notice.user, notice.actor) == (club[10], organiser)
