"""Permission to publish texts about oneself or one's bots: moderation may refuse it."""

from __future__ import annotations

from collections.abc import Callable

from ludopoli.accounts.models import User

before: list[Callable[[User], None]] = []
"""Hooks that raise `ValidationError` if the person may not publish anything now."""


def check_publishing(person: User) -> None:
    for look_at in before:
        look_at(person)
