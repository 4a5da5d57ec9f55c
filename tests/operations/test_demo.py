"""`manage.py demo` fills an empty site, and no other."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from clubs.models import Club
from games.models import Match, Pulse, Review, Table
from ludocards.catalogue.tressette.bot.levels import SEARCH
from ludocards.engine.registry import GAMES
from ludopoli.accounts import privacy
from ludopoli.accounts.models import User
from ludopoli.site.operations import demo
from practice.models import Attempt
from tests.accounts.test_privacy import models_containing
from tournaments import actions as events
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_lock(settings: Any, tmp_path: Any) -> None:
    settings.VAR_DIR = tmp_path


def test_there_is_something_on_every_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """And nothing of a person who took part in everything, once they have deleted their account."""
    monkeypatch.setattr(SEARCH, "judge", replace(SEARCH.judge, dealt=60, played=30))
    Pulse.objects.create(pk=1, at=timezone.now() - timedelta(hours=1))  # somebody has had a look before
    call_command("demo", verbosity=0)
    assert {match.game for match in Match.objects.filter(scored=True)} == {*GAMES}
    assert Review.objects.get().status == Review.Status.DONE
    assert Attempt.objects.filter(solved=True).count() == 5
    assert Club.objects.get().members.count() > 8
    assert {event.status for event in Event.objects.all()} == {"registration", "running", "finished"}
    assert Table.objects.filter(status=Table.Status.OPEN).count() >= 2
    reader = Client()
    assert reader.login(username=demo.NAMES[0], password=demo.PASSWORD)
    pages = ["/", "/tavoli/", "/tornei/", f"/circoli/{Club.objects.get().code}/"]
    for path in pages:
        assert reader.get(path).status_code == 200, path
    busy = User.objects.get(username=demo.NAMES[1])
    alone = events.play_with_bots(busy)
    alone.entries.filter(members__user=busy).update(name=busy.username)  # as a captain may call a team
    assert {"User", "Match", "Happening", "Entry"} <= models_containing(busy.username)
    privacy.delete_person(busy)
    assert models_containing(busy.username) == set()
    pages += [event.get_absolute_url() for event in Event.objects.filter(alone=None)]
    assert [path for path in pages if busy.username in reader.get(path).content.decode()] == []


def test_a_site_with_accounts_is_left_as_it_is() -> None:
    User.objects.create_user("Mario")
    with pytest.raises(CommandError, match="accounts"):
        call_command("demo")
    assert User.objects.count() == 1
