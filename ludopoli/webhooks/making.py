"""The webhooks that an app makes for a person who allows it, and the limits for all new webhooks.

An app receives what the stream of the account sends to its token, at a server of its own: on a host to which
it returns people, so that the consent page has named it. A webhook ends with the connection by which it was
made.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import ValidationError

from ludopoli.accounts import change_mails
from ludopoli.accounts.models import User
from ludopoli.api.auth import BadToken
from ludopoli.api.models import AppGrant, RegisteredApp
from ludopoli.http.problems import Problem
from ludopoli.http.refusals import REFUSALS, ActionRefused
from ludopoli.http.throttle import shared_bucket
from ludopoli.webhooks import kinds
from ludopoli.webhooks.models import Webhook
from ludopoli.work import sending

MOST_WEBHOOKS = 10
"""The webhooks that an account may have, with those of apps."""

MOST_OF_APP = 3
"""Those of one app."""

NEW_AT_ONCE, NEW_PER_SECOND = 5, 0.1
"""The rate limit for new addresses: each needs a DNS lookup, which may take a while."""


def may_look_up(user: User) -> bool:
    """Count a new address; return whether the account's rate limit allows it."""
    return shared_bucket(("new webhook", user.pk), rate=NEW_PER_SECOND, burst=NEW_AT_ONCE).take()


def make_for_app(grant: AppGrant, user: User, wanted: dict[str, Any]) -> Webhook:
    """Create a webhook of an app on a person's account."""
    _check_wanted(grant.app, user, wanted)
    with transaction.atomic():
        mine = Webhook.objects.filter(user=User.objects.select_for_update().get(pk=user.pk))
        for those, most in ((mine, MOST_WEBHOOKS), (mine.filter(grant__app=grant.app_id), MOST_OF_APP)):
            if those.count() >= most:
                raise ActionRefused("too_many_webhooks", most=most)
        if not AppGrant.objects.select_for_update(no_key=True).filter(pk=grant.pk).exists():
            raise BadToken  # disconnected meanwhile
        made = mine.create(user=user, grant=grant, **wanted)
    facts = {"name": grant.app.name, "host": str(made)}
    change_mails.mail_change(user, gettext_lazy("An app added a webhook: “%(name)s”, to %(host)s"), facts)
    return made


def change_for_app(hook: Webhook, wanted: dict[str, Any]) -> None:
    """Change some fields of a webhook of an app."""
    assert hook.grant is not None
    _check_wanted(hook.grant.app, hook.user, wanted)
    for name, value in wanted.items():
        setattr(hook, name, value)
    if wanted.get("active"):
        wanted, hook.failing_since = {**wanted, "failing_since": None}, None
    hook.save(update_fields=[*wanted])


def _check_wanted(app: RegisteredApp, user: User, wanted: dict[str, Any]) -> None:
    """Refuse fields that an app may not ask for."""
    wrong = {}
    if unknown := {*wanted.get("kinds", ())} - {*kinds.kinds_for_apps()}:
        wrong["kinds"] = [_("Unknown: %(names)s") % {"names": ", ".join(sorted(unknown))}]
    if (topic := wanted.get("topic")) and topic not in dict(kinds.topic_choices(user)):
        wrong["topic"] = [_("No club or tournament of theirs has this code.")]
    if "url" in wanted and not _may_send_to(app, user, wanted["url"]):
        wrong["url"] = [_("Use a public https address on a host to which the app returns people.")]
    if wrong:
        raise ValidationError(wrong)


def _may_send_to(app: RegisteredApp, user: User, url: str) -> bool:
    """Return whether an address is public, and on a host of the addresses that an app has registered."""
    try:
        parts = sending.check_address(url)
        if parts.scheme != "https" or parts.hostname not in app.hosts:
            return False
        if not may_look_up(user):
            raise Problem(*REFUSALS.problem("throttled"), wait=1 / NEW_PER_SECOND)
        sending.check_public(url)
    except sending.Unreachable:
        return False
    return True
