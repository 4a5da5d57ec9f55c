"""The notices of requests to be friends. Accounts know no notices, so this listens to what they do."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import post_save
from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from ludopoli.accounts import people
from ludopoli.accounts.models import Tie, User
from ludopoli.notices import notifying
from ludopoli.notices.kinds import topic_registrar

register = topic_registrar(_("Friends"))

ASKED = register(
    "asked",
    icon="users",
    button=_("Answer"),
    label=_("Friend requests"),
    hint=_("Answer whenever you like."),
    text=_("%(who)s asks to be friends."),
)

ACCEPTED = register(
    "accepted",
    icon="users",
    button=_("Go to your friends"),
    label=_("Somebody accepts your friend request"),
    hint=_("From then on you can challenge them."),
    text=_("%(who)s is your friend now."),
)


@receiver(people.befriended)
def notify_of_friendship(me: User, other: User, **_others: Any) -> None:
    """Notify the person who had asked; the request itself is answered."""
    notifying.settle_notices(me, f"asks:{other.pk}")
    notifying.notify_people(ACCEPTED.key, [other], url=reverse("friends"), actor=me, about=f"friend:{me.pk}")


@receiver(post_save, sender=Tie)
def notify_of_request(instance: Tie, created: bool, raw: bool, **_others: Any) -> None:
    """Notify the person who is asked, unless either has blocked the other."""
    if created and not raw and instance.kind == Tie.Kind.ASKED:
        asking, asked = instance.person, instance.other
        if people.may_invite(asking, asked):
            notifying.notify_people(
                ASKED.key, [asked], url=reverse("friends"), actor=asking, about=f"asks:{asking.pk}"
            )
