"""The notice of the puzzles of the day, for those who want one."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from ludopoli.accounts.models import User
from ludopoli.notices import notifying
from ludopoli.notices.kinds import Facts, topic_registrar
from ludopoli.text import zones
from practice import actions
from practice.models import Attempt, Daily

register = topic_registrar(_("Puzzles"))

AT_ONCE = 500
ONCE_IN = timedelta(hours=20)
"""The least time between two of them, should the task run twice."""


def _is_of_today(facts: Facts) -> bool:
    return bool(facts["day"] == zones.site_day().isoformat())


DAY = register(
    "puzzles_day",
    page=False,
    icon="star",
    button=_("Go to the puzzles"),
    matters=_is_of_today,
    label=_("Today’s puzzles"),
    hint=format_lazy(
        _("At nine in the morning in {city}, unless you have answered one by then."),
        city=lazy(zones.city_of_site, str)(),
    ),
    text=_("Today’s puzzles are here."),
)
"""Nobody gets it who has not switched it on."""


def notify_of_puzzles() -> None:
    """Notify those who want it of today's puzzles, unless they have answered one; a batch at a time."""
    day, after = zones.site_day(), 0
    actions.choose_dailies(day)
    if not Daily.objects.filter(day=day).exists():
        return
    readers = _readers().exclude(pk__in=Attempt.objects.filter(day=day).values("user")).order_by("pk")
    while some := [*readers.filter(pk__gt=after)[:AT_ONCE]]:
        notifying.notify_people(
            DAY.key, some, url=reverse("puzzles"), facts={"day": day.isoformat()},
            about=actions.TODAYS, once_in=ONCE_IN,
        )  # fmt: skip
        after = some[-1].pk


def _readers() -> QuerySet[User]:
    """The people who have switched the notice on; each has one row for a kind."""
    anywhere = Q(notice_switches__page=True) | Q(notice_switches__mail=True) | Q(notice_switches__push=True)
    return User.objects.filter(anywhere, notice_switches__kind=DAY.key, is_active=True)
