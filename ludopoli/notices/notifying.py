"""Telling people, and what becomes of it. Every write to a notice or a switch is here, but for the mails."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from ludopoli.accounts.models import User
from ludopoli.base.bells import ring
from ludopoli.base.commits import after_commit
from ludopoli.notices.kinds import KINDS, Kind
from ludopoli.notices.models import Mailbox, Notice, Switch

MAIL_WAITS = timedelta(minutes=1)
"""Who reads a notice within this time gets no mail."""

KEPT = timedelta(days=90)

MOST_COUNTED = 100
"""Beyond it nobody counts on."""


@dataclass(frozen=True)
class Choice:
    """Where a person is told of a kind."""

    kind: Kind
    page: bool
    mail: bool


def group(user_id: int) -> str:
    """Of the sockets of a person."""
    return f"notices.{user_id}"


# ---- notifying


def notify(
    kind: str,
    people: Iterable[User],
    *,
    url: str,
    actor: User | None = None,
    facts: Mapping[str, Any] | None = None,
    about: str = "",
    once_in: timedelta | None = None,
) -> list[Notice]:
    """Notify each of the people who wants to hear of this kind; five queries, however many they are.

    `about` says what it is about: an unread notice about the same gives way to the new one, and with
    `once_in` nobody is told of it again within that time. Whether the actor may reach them at all
    (`accounts.people`) is for the caller to know. Raises `KeyError` for a kind that nobody registered and
    `ValueError` for an address that is not a path of ours.
    """
    return notify_each(
        kind, [(person, url, facts or {}) for person in people], actor=actor, about=about, once_in=once_in
    )


def notify_each(
    kind: str,
    told: Iterable[tuple[User, str, Mapping[str, Any]]],
    *,
    actor: User | None = None,
    about: str = "",
    once_in: timedelta | None = None,
) -> list[Notice]:
    """Like `notify`, where each person has an address and facts of their own."""
    now, known = timezone.now(), KINDS[kind]
    asked = {person.pk: (person, url, facts) for person, url, facts in told if person.is_active}
    for _person, url, _facts in asked.values():
        if not url.startswith("/") or url.startswith("//"):
            raise ValueError(f"not a page of ours: {url!r}")
    if about:
        same = Notice.objects.filter(user__in=asked, kind=kind, about=about)
        if once_in is not None:
            for user_id in same.filter(at__gt=now - once_in).values_list("user", flat=True):
                asked.pop(user_id, None)
        same.filter(user__in=asked, read_at=None).delete()
    chosen = {switch.user_id: switch for switch in Switch.objects.filter(user__in=asked, kind=kind)}
    notices = []
    for person, url, facts in asked.values():
        wants = chosen.get(person.pk, known)
        by_mail = wants.mail and not person.is_guest
        if wants.page or by_mail:
            mail_at = now + MAIL_WAITS if by_mail else None
            notices.append(
                Notice(
                    user=person, kind=kind, actor=actor, facts=dict(facts), about=about, url=url,
                    shown=wants.page, at=now, mail_at=mail_at,
                )
            )  # fmt: skip
    Notice.objects.bulk_create(notices)
    for notice in notices:
        if notice.shown:
            after_commit(ring, group(notice.user_id), {"type": "notice", "id": notice.pk})
    return notices


# ---- reading


def inbox(user: User) -> QuerySet[Notice]:
    """What the person's page lists, the newest first; with it who did it."""
    return Notice.objects.filter(user=user, shown=True).select_related("actor")


def unread(user_id: int) -> int:
    """How many notices wait, at most `MOST_COUNTED`: one query over an index that holds these alone."""
    return Notice.objects.filter(user=user_id, shown=True, read_at=None)[:MOST_COUNTED].count()


def read(user: User, notices: QuerySet[Notice]) -> int:
    """Mark those of the person's notices as read; no mail tells of them any more."""
    count = notices.filter(user=user, read_at=None).update(read_at=timezone.now(), mail_at=None)
    if count:
        after_commit(ring, group(user.pk), {"type": "notice"})
    return count


def settle(user: User, about: str) -> None:
    """The person has done by himself what he was told of."""
    read(user, Notice.objects.filter(about=about))


def forget_old(now: datetime | None = None) -> int:
    """What is older than `KEPT` goes. Returns how many went."""
    return Notice.objects.filter(at__lt=(now or timezone.now()) - KEPT).delete()[0]


# ---- who wants what


def choices(user: User) -> list[Choice]:
    """Of every kind, where the person is told of it: one query."""
    chosen = {switch.kind: switch for switch in Switch.objects.filter(user=user)}
    return [
        Choice(kind, page=wants.page, mail=wants.mail)
        for kind in KINDS.values()
        for wants in [chosen.get(kind.key, kind)]
    ]


def choose(user_id: int, kind: str, *, page: bool, mail: bool) -> None:
    """Raises `KeyError` for a kind that nobody registered."""
    wanted = {"page": page, "mail": mail}
    Switch.objects.update_or_create(user_id=user_id, kind=KINDS[kind].key, defaults=wanted)
    if not mail:
        Notice.objects.filter(user=user_id, kind=kind, mail_at__isnull=False).update(mail_at=None)


def no_more_mail(user: User, kinds: Iterable[str]) -> None:
    """The page stays as it was chosen."""
    wanted = {choice.kind.key: choice for choice in choices(user)}
    for kind in kinds:
        choose(user.pk, kind, page=wanted[kind].page, mail=False)


def remember_language(user: User, language: str) -> None:
    """Mails come in the language that the person reads. Writes only when it has changed."""
    if not user.is_guest and not Mailbox.objects.filter(user=user, language=language).exists():
        Mailbox.objects.update_or_create(user=user, defaults={"language": language})
