"""Rows kept only for a time: each row of the table, and that every model is in one of the tables."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.utils import timezone

from clubs.models import Club, Scorepad
from games.models import Boards, Challenge, Happening, Invitation, Message, Table, Vantage
from ludopoli.accounts import privacy
from ludopoli.accounts.models import User
from ludopoli.api.models import AppGrant, KeptAnswer, RegisteredApp, Token
from ludopoli.failures.models import Failure
from ludopoli.moderation.models import Report, Sighting
from ludopoli.notices.models import Notice
from ludopoli.site.operations import heartbeats, retention
from ludopoli.site.operations.doctor import Grade, services
from ludopoli.site.operations.models import Heartbeat
from ludopoli.webhooks.models import Delivery, Webhook
from tests.conftest import Lasting
from tournaments.models import Event, SentAct

NOW = timezone.now()
LITTLE = timedelta(minutes=1)
RULES = {"preset": "classico"}

KINDS = {each.model: each for each in retention.RETENTIONS}


@pytest.fixture(scope="module")
def anna(lasting: Lasting) -> User:
    with lasting():
        return User.objects.create_user("Anna")


@pytest.fixture(scope="module")
def bruno(lasting: Lasting) -> User:
    with lasting():
        return User.objects.create_user("Bruno")


@pytest.fixture(autouse=True)
def _first_night(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeats, "_noted", {})


def table(anna: User, **fields: Any) -> Table:
    return Table.objects.create(host=anna, game="tressette", rules=RULES, players=4, **fields)


def boards(at: datetime | None) -> Boards:
    return Boards.objects.create(name=f"evening {at}", secret="00" * 32, opened_at=at)


def grant(anna: User, code: str) -> AppGrant:
    app = RegisteredApp.objects.create(owner=anna, name="A")
    return AppGrant.objects.create(app=app, user=anna, code=code, asked={}, refresh="it")


def event(anna: User, finished: datetime | None) -> Event:
    return Event.objects.create(
        organiser=anna,
        name="A",
        game="tressette",
        rules=RULES,
        players=4,
        starts_at=NOW,
        registers_at=NOW,
        settings={},
        finished_at=finished,
    )


def pad(**fields: Any) -> Scorepad:
    return Scorepad.objects.create(game="tressette", rules=RULES, names=["a", "b"], **fields)


Make = Callable[[User, User, datetime], Model]

MAKERS: dict[str, Make] = {
    "accounts.User": lambda *_: User.objects.create(username=f"Ospite {User.objects.count()}", is_guest=True),
    "admin.LogEntry": lambda anna, *_: LogEntry.objects.create(
        user=anna, action_flag=1, content_type=ContentType.objects.get_for_model(User)
    ),
    "api.KeptAnswer": lambda anna, _b, at: KeptAnswer.objects.create(user=anna, key=f"{at}"),
    "api.AppGrant": lambda anna, _b, at: grant(anna, f"{at}"),
    "api.Token": lambda anna, *_: Token.make(anna.pk, "bot", ["read"])[0],
    "clubs.Scorepad": lambda *_: pad(),
    "failures.Failure": lambda _a, _b, at: Failure.objects.create(work="x", subject=f"{at}"),
    "games.Challenge": lambda a, b, _at: Challenge.objects.create(
        table=table(a), challenger=a, challenged=b, status="declined"
    ),
    "games.Happening": lambda a, _b, at: Happening.objects.create(user=a, data={}, at=at),
    "games.Invitation": lambda a, b, at: Invitation.objects.create(table=table(a), by=a, person=b, at=at),
    "games.Message": lambda a, *_: Message.objects.create(
        table=table(a, status="closed"), user=a, text="Ciao"
    ),
    "games.Vantage": lambda a, _b, at: Vantage.objects.create(
        boards=boards(at), user=a, table=table(a), seat=0, hand=True
    ),
    "moderation.Report": lambda a, b, at: Report.objects.create(reporter=a, subject=b, closed_at=at),
    "moderation.Sighting": lambda a, _b, at: Sighting.objects.create(user=a, digest=f"{at:%H%M}", at=at),
    "notices.Notice": lambda a, *_: Notice.objects.create(user=a, kind="plays", url="/"),
    "tournaments.SentAct": lambda a, _b, at: SentAct.objects.create(event=event(a, at), sent_as="1"),
    "webhooks.Delivery": lambda a, _b, at: Delivery.objects.create(
        webhook=Webhook.objects.create(user=a, url="https://x.example/", kinds=[]), due_at=at, made_at=at
    ),
}


def made(model: str, anna: User, bruno: User, at: datetime) -> Model:
    """Make a row whose time has counted since then."""
    row, since = MAKERS[model](anna, bruno, at), KINDS[model].since
    if "__" not in since:
        type(row)._base_manager.filter(pk=row.pk).update(**{since: at})
    return row


def left(model: str) -> set[Any]:
    rows = apps.get_model(model)._base_manager.all()
    return {each.pk for each in (rows.filter(deleted_at=None) if model == "accounts.User" else rows)}


@pytest.mark.parametrize("model", KINDS)
def test_what_is_too_old_goes_and_what_is_younger_stays(model: str, anna: User, bruno: User) -> None:
    before, oldest = left(model), NOW - KINDS[model].kept
    old, young = (made(model, anna, bruno, oldest + after) for after in (-LITTLE, LITTLE))
    retention.delete_due_rows(NOW)
    assert left(model) == before | {young.pk}
    assert old.pk not in left(model)
    assert heartbeats.heartbeat_ages().keys() == {retention.FINISHED}


def claimed_pad(anna: User) -> Scorepad:
    claimed = pad()
    claimed.seats.create(seat=0, user=anna)
    return claimed


NEEDED: dict[str, Callable[[User, User], Model]] = {
    "an account": lambda anna, _bruno: anna,
    "somebody entered by name": lambda *_: User.objects.create(
        username="Mario °", is_guest=True, is_named=True
    ),
    "a token without end": lambda anna, _bruno: Token.make(anna.pk, "bot", ["read"])[0],
    "the pad of a club": lambda *_: pad(club=Club.objects.create(name="Circolo")),
    "a claimed pad": lambda anna, _bruno: claimed_pad(anna),
    "work that is tried again": lambda *_: Failure.objects.create(work="x", due_at=NOW),
    "the chat of a table in use": lambda anna, _bruno: Message.objects.create(table=table(anna), text="Ciao"),
    "a seat chosen to watch closed deals": lambda anna, _bruno: Vantage.objects.create(
        boards=boards(None), user=anna, table=table(anna), seat=0, hand=True
    ),
    "an open report": lambda anna, bruno: Report.objects.create(reporter=anna, subject=bruno),
    "an act of an event in play": lambda anna, _bruno: SentAct.objects.create(
        event=event(anna, None), sent_as="1"
    ),
}


@pytest.mark.parametrize("name", NEEDED)
def test_what_is_needed_stays_however_old_it_is(name: str, anna: User, bruno: User) -> None:
    needed = NEEDED[name](anna, bruno)
    kind = KINDS[needed._meta.label]
    if "__" not in kind.since and getattr(needed, kind.since) is not None:
        type(needed)._base_manager.filter(pk=needed.pk).update(**{kind.since: NOW - timedelta(days=9999)})
    retention.delete_due_rows(NOW)
    assert needed.pk in left(kind.model)


def test_every_model_is_in_one_of_the_tables() -> None:
    models = [each._meta.label for each in apps.get_models(include_auto_created=True)]
    staying = [each for some in retention.STAYING.values() for each in some]
    assert sorted([*KINDS, *retention.ENDING, *staying]) == sorted(models)


# ---- at night, in small steps


def old_notices(anna: User, count: int) -> None:
    Notice.objects.bulk_create(
        Notice(user=anna, kind="plays", url="/", at=NOW - timedelta(days=91)) for _ in range(count)
    )


def test_a_step_without_time_deletes_nothing_and_the_next_one_goes_on(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "BATCH", 2)
    old_notices(anna, 5)
    retention.delete_due_rows(NOW, seconds=0)
    assert Notice.objects.count() == 5
    assert not Heartbeat.objects.exists()
    retention.delete_due_rows(NOW)
    assert not Notice.objects.exists()
    old_notices(anna, 1)
    retention.delete_due_rows(NOW)
    assert Notice.objects.count() == 1, "this night all has been deleted"
    Heartbeat.objects.update(at=timezone.now() - timedelta(hours=23))
    retention.delete_due_rows(NOW)
    assert not Notice.objects.exists()


def test_what_cannot_be_deleted_waits_and_delays_nothing_else(
    anna: User, bruno: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    longest = max(each.kept for each in KINDS.values())
    first, second = (made("accounts.User", anna, bruno, NOW - longest) for _ in range(2))
    old_notices(anna, 1)
    whole, tried = privacy.delete_person, []

    def delete(person: User) -> User:
        tried.append(person.pk)
        if person == first:
            raise ValueError
        return whole(person)

    monkeypatch.setattr(privacy, "delete_person", delete)
    retention.delete_due_rows(NOW)
    retention.delete_due_rows(NOW)  # the failed one is skipped for now
    assert tried == [first.pk, second.pk]
    assert not Notice.objects.exists()
    assert str(Failure.objects.get()) == f"retention accounts.User {first.pk}"
    assert not Heartbeat.objects.exists(), "the night's work is not finished"


# ---- the doctor


def test_the_doctor_shows_what_waits_and_fails_when_nights_go_by(anna: User) -> None:
    [found] = services.examine_retention()
    assert (found.grade, found.text) == (
        Grade.FINE, "0 rows wait for the next nightly deletion; no night has passed",
    )  # fmt: skip
    old_notices(anna, 3)
    [found] = services.examine_retention()
    assert (found.grade, found.text[:7]) == (Grade.FINE, "3 rows ")
    Notice.objects.update(at=NOW - timedelta(days=93))
    found = next(iter(services.examine_retention()))
    assert (found.grade, "notices.Notice" in found.text) == (Grade.WARNING, True), (
        "the first night is to come"
    )
    night = Heartbeat.objects.create(name=retention.FINISHED, at=NOW - timedelta(days=2))
    found = next(iter(services.examine_retention()))
    assert (found.grade, "notices.Notice" in found.text) == (Grade.DEFECT, True)
    night.delete()
    retention.delete_due_rows(NOW)
    Heartbeat.objects.update(at=timezone.now() - timedelta(days=3, hours=1))
    found = next(iter(services.examine_retention()))
    assert (found.grade, "for 3 days" in found.text) == (Grade.WARNING, True)
