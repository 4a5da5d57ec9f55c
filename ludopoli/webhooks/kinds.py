"""The kinds of events for webhooks: each app adds its own, with a label for the form."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _

from ludopoli.accounts.models import User

PING = "ping"
"""The event that only the test button sends."""

APART = {PING}
"""The kinds that no stream of an account has."""

KINDS: dict[str, Any] = {PING: _("you have tried it")}


def register_webhook_kinds(**labels: Any) -> None:
    """Add kinds. Raises `ValueError` if one is already registered."""
    if twice := KINDS.keys() & labels.keys():
        raise ValueError(f"registered already: {sorted(twice)}")
    KINDS.update(labels)


Topics = Callable[[User], Iterable[tuple[str, str]]]
"""A function that returns codes of what a person's webhook can be limited to, with their names."""

TOPICS: list[Topics] = []


def topic_choices(user: User) -> list[tuple[str, str]]:
    return [choice for topics in TOPICS for choice in topics(user)]


def kind_choices() -> list[tuple[str, Any]]:
    return [(kind, label) for kind, label in KINDS.items() if kind != PING]


def kinds_for_apps() -> list[str]:
    """The kinds that an app may ask for: what the stream of an account sends to its token."""
    return [kind for kind in KINDS if kind not in APART]


def kind_label(kind: str) -> str:
    """Return the label of a kind, or its name if it no longer exists."""
    return str(KINDS.get(kind, kind))
