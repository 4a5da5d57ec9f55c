"""Sending, reading and switching notices. Every write to a notice or a switch is here, except those by
mails."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import get_language

from ludopoli.accounts.models import User
from ludopoli.base.commits import after_commit
from ludopoli.notices import pushes
from ludopoli.notices.kinds import ABOUT_ACCOUNT, KINDS, NoticeKind
from ludopoli.notices.models import Mailbox, Notice, Switch
from ludopoli.notices.page import announce_notice, notices_group, show_on_page
from ludopoli.sockets.doorbell import ring_group

MAIL_WAITS = timedelta(minutes=1)
"""The delay of mails: a notice read within this time is not mailed."""

MOST_COUNTED = 100
"""The number at which counting unread notices stops."""

UNREAD = f"""SELECT COUNT(*) FROM (
    SELECT 1 FROM {Notice._meta.db_table} WHERE user_id = %s AND shown AND read_at IS NULL LIMIT %s
) AS unread"""


@dataclass(frozen=True)
class ChannelChoice:
    """The channels through which a person gets notices of a kind."""

    kind: NoticeKind
    page: bool
    mail: bool
    push: bool


@dataclass(frozen=True)
class TopicChoices:
    """A person's choices for the kinds of one topic."""

    topic: str
    choices: list[ChannelChoice]

    @property
    def is_on(self) -> bool:
        """True if any of these notices comes anywhere."""
        return any(each.page or each.mail or each.push for each in self.choices)


# ---- notifying


def notify_people(
    kind: str,
    people: Iterable[User],
    *,
    url: str,
    actor: User | None = None,
    facts: Mapping[str, Any] | None = None,
    about: str = "",
    once_in: timedelta | None = None,
) -> list[Notice]:
    """Notify the people who want this kind of notice, in eight queries for any number of them.

    `about` names the subject: a new notice replaces an unread one about the same subject, and with `once_in`
    nobody is notified of it again within that time. The caller checks that the actor may reach these people
    (`accounts.people`). Raises `KeyError` for a kind that is not registered, and `ValueError` for an address
    that is not a path on this site.
    """
    return notify_each(
        kind, [(person, url, facts or {}) for person in people], actor=actor, about=about, once_in=once_in
    )


def notify_each(
    kind: str,
    readers: Iterable[tuple[User, str, Mapping[str, Any]]],
    *,
    actor: User | None = None,
    about: str = "",
    once_in: timedelta | None = None,
) -> list[Notice]:
    """Like `notify_people`, with an address and facts of their own for each person."""
    now, known = timezone.now(), KINDS[kind]
    asked = {person.pk: (person, url, facts) for person, url, facts in readers if person.is_active}
    for _person, url, _facts in asked.values():
        if not url.startswith("/") or url.startswith("//"):
            raise ValueError(f"not a page of ours: {url!r}")
    if not asked:
        return []
    if about:
        same = Notice.objects.filter(user__in=asked, kind=kind, about=about)
        if once_in is not None:
            for user_id in same.filter(at__gt=now - once_in).values_list("user", flat=True):
                asked.pop(user_id, None)
        same.filter(user__in=asked, read_at=None).delete()
    chosen = {switch.user_id: switch for switch in Switch.objects.filter(user__in=asked, kind=kind)}
    notices = []
    pushed = set()
    for person, url, facts in asked.values():
        wants = chosen.get(person.pk, known)
        by_mail = wants.mail and not person.is_guest
        if wants.push:
            pushed.add(person.pk)
        if wants.page or by_mail or wants.push:
            mail_at = now + MAIL_WAITS if by_mail else None
            notices.append(
                Notice(
                    user=person, kind=kind, actor=actor, facts=dict(facts), about=about, url=url,
                    shown=wants.page, at=now, mail_at=mail_at,
                )
            )  # fmt: skip
    Notice.objects.bulk_create(notices)
    reached = (
        pushes.plan_pushes([notice for notice in notices if notice.user_id in pushed]) if pushed else set()
    )
    for notice in notices:
        if notice.shown:
            announce_notice(notice)
        elif notice.mail_at is None and notice.user_id not in reached:
            show_on_page(notice)
    return notices


# ---- reading


def inbox_of(user: User) -> QuerySet[Notice]:
    """Return the notices on the person's page, most recent first, with their actors."""
    return Notice.objects.filter(user=user, shown=True).select_related("actor")


def unread_count(user_id: int) -> int:
    """Return the number of unread notices, at most `MOST_COUNTED`, in one query on a partial index.

    Every page has the bell, and Django takes ten times as long to compile this statement as to execute it.
    """
    with connection.cursor() as cursor:
        cursor.execute(UNREAD, [user_id, MOST_COUNTED])
        return int(cursor.fetchone()[0])


def mark_read(user: User, notices: QuerySet[Notice]) -> int:
    """Mark the person's notices among these as read, and cancel their mails; return how many were unread.

    A push is dropped when it is due, if its notice has been read by then.
    """
    count = notices.filter(user=user, read_at=None).update(read_at=timezone.now(), mail_at=None)
    if count:
        after_commit(ring_group, notices_group(user.pk), {"type": "notice"})
    return count


def settle_notices(user: User, about: str) -> None:
    """Mark notices about a subject as read, because the person has dealt with it."""
    mark_read(user, Notice.objects.filter(about=about))


# ---- switches


def delivery_choices(user: User) -> list[ChannelChoice]:
    """Return the person's choices for all kinds, in one query."""
    chosen = {switch.kind: switch for switch in Switch.objects.filter(user=user)}
    return [
        ChannelChoice(kind, page=wants.page, mail=wants.mail, push=wants.push)
        for kind in KINDS.values()
        for wants in [chosen.get(kind.key, kind)]
    ]


def choices_by_topic(user: User) -> list[TopicChoices]:
    """Return the person's choices under their headings; those about the account come last."""
    topics: dict[str, list[ChannelChoice]] = {}
    for choice in sorted(delivery_choices(user), key=lambda each: each.kind.topic is ABOUT_ACCOUNT):
        topics.setdefault(str(choice.kind.topic), []).append(choice)
    return [TopicChoices(topic, choices) for topic, choices in topics.items()]


def choose_delivery(user_id: int, kind: str, *, page: bool, mail: bool, push: bool = False) -> None:
    """Store a person's choice for a kind. Raises `KeyError` for a kind that is not registered."""
    wanted = {"page": page, "mail": mail, "push": push}
    Switch.objects.update_or_create(user_id=user_id, kind=KINDS[kind].key, defaults=wanted)
    if not mail:
        Notice.objects.filter(user=user_id, kind=kind, mail_at__isnull=False).update(mail_at=None)


def switch_kinds(user_id: int, kinds: Iterable[str], *, on: bool) -> None:
    """Switch kinds off, or on with their defaults; a kind that comes nowhere by default comes on the page."""
    for each in (KINDS[kind] for kind in kinds):
        page = each.page or not (each.mail or each.push)
        choose_delivery(user_id, each.key, page=on and page, mail=on and each.mail, push=on and each.push)


def no_more_mail(user: User, kinds: Iterable[str]) -> None:
    """Switch mails of these kinds off; the choice for the page stays."""
    wanted = {choice.kind.key: choice for choice in delivery_choices(user)}
    for kind in kinds:
        choose_delivery(user.pk, kind, page=wanted[kind].page, mail=False, push=wanted[kind].push)


def remember_reader(user: User, language: str, zone: str) -> None:
    """Store the language and the time zone in which the person reads the pages, if they have changed.

    An empty zone is one that the device has not told yet.
    """
    reads = {"language": language, **({"zone": zone} if zone else {})}
    if not user.is_guest and not Mailbox.objects.filter(user=user, **reads).exists():
        Mailbox.objects.update_or_create(user=user, defaults=reads)


def be_quiet(user: User, start: int | None, end: int | None) -> None:
    """Store the hours between which nothing is pushed, in the person's time zone; None leaves one as it
    is."""
    wanted = {name: hour for name, hour in (("quiet_from", start), ("quiet_until", end)) if hour is not None}
    if wanted:
        new = {"language": get_language() or "", **wanted}
        Mailbox.objects.update_or_create(user=user, defaults=wanted, create_defaults=new)
