"""The work of every night and morning: new puzzles, and the notice of the day's."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from ludopoli.accounts.models import User
from ludopoli.notices import notifying
from ludopoli.notices.models import Notice
from ludopoli.text import zones
from practice import actions, finding, notices, tasks
from practice.models import Daily, Puzzle
from tests.practice.conftest import PuzzleOf
from tests.practice.test_puzzles import answered, right


@pytest.fixture
def reader(rosalia: User, puzzle_of: PuzzleOf) -> User:
    notifying.choose_delivery(rosalia.pk, "puzzles_day", page=True, mail=False, push=True)
    return rosalia


def todays(game: str) -> Puzzle:
    return Daily.objects.get(game=game, day=zones.site_day()).puzzle


def test_the_notice_comes_once_a_day_to_those_who_want_it(reader: User) -> None:
    other = User.objects.create_user("Calogero", password="!")
    notifying.choose_delivery(other.pk, "puzzles_day", page=False, mail=False, push=False)
    User.objects.create_user("Vito", password="!")
    for _ in range(2):
        tasks.announce_puzzles()
    [notice] = Notice.objects.all()
    assert (notice.user, notice.url, notice.shown) == (reader, "/giocate/", True)
    client = Client()
    client.force_login(reader)
    assert client.get(f"/avvisi/{notice.pk}/")["Location"] == "/giocate/"


def test_an_answer_settles_the_notice_or_prevents_it(reader: User) -> None:
    tasks.announce_puzzles()
    daily = todays("tressette")
    other = Puzzle.objects.exclude(pk=daily.pk).filter(game="tressette", dailies=None)
    answered(reader, daily, right(daily))
    assert notifying.unread_count(reader.pk) == 0
    Notice.objects.all().delete()
    tasks.announce_puzzles()
    assert not Notice.objects.exists()
    assert not other.exists() or other[0].pk != daily.pk


def test_yesterdays_notice_is_neither_mailed_nor_pushed_any_more(
    reader: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks.announce_puzzles()
    [notice] = Notice.objects.all()
    assert notices.DAY.matters(notice.facts)
    tomorrow = zones.site_day() + timedelta(days=1)
    monkeypatch.setattr(zones, "site_day", lambda: tomorrow)
    assert not notices.DAY.matters(notice.facts)
    Notice.objects.update(at=timezone.now() - timedelta(days=1))
    tasks.announce_puzzles()
    [fresh] = Notice.objects.all()
    assert fresh.facts == {"day": tomorrow.isoformat()}, "it takes the place of the unread one"


def test_without_puzzles_there_is_no_notice(reader: User) -> None:
    Puzzle.objects.all().delete()
    tasks.announce_puzzles()
    assert not Notice.objects.exists()


def test_many_readers_are_notified_in_batches(reader: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "AT_ONCE", 2)
    for number in range(4):
        person = User.objects.create_user(f"Persona {number}", password="!")
        notifying.choose_delivery(person.pk, "puzzles_day", page=True, mail=False)
    tasks.announce_puzzles()
    assert Notice.objects.values("user").distinct().count() == Notice.objects.count() == 5


def test_a_night_stores_what_it_finds(puzzle_of: PuzzleOf, monkeypatch: pytest.MonkeyPatch) -> None:
    """End to end with the true finder, in one game: what it stores can be asked."""
    Puzzle.objects.all().delete()
    monkeypatch.setattr(tasks, "PUZZLED", ("maraffone",))
    monkeypatch.setattr(tasks, "WANTED", 1)
    tasks.find_puzzles()
    [found] = Puzzle.objects.all()
    assert (found.game, found.source) == ("maraffone", Puzzle.Source.BOTS)
    actions.choose_dailies(zones.site_day())
    assert todays("maraffone") == found
    page = Client().get(found.get_absolute_url()).content.decode()
    assert 'class="card-choices"' in page


def test_a_night_has_enough_and_ends_in_time(puzzle_of: PuzzleOf, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is found in this night, and it ends all the same."""
    before = Puzzle.objects.count()
    monkeypatch.setattr(tasks, "SECONDS", 0.0)
    monkeypatch.setattr(finding, "from_bots", lambda *_: iter(lambda: None, True))
    tasks.find_puzzles()
    assert Puzzle.objects.count() == before
