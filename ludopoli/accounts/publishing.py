"""Who may publish a text about themselves or their bots: whoever keeps order here has a say."""

from __future__ import annotations

from collections.abc import Callable

from ludopoli.accounts.models import User

before: list[Callable[[User], None]] = []
"""Each raises `ValidationError` if the person may not publish anything now."""


def check(person: User) -> None:
    for look_at in before:
        look_at(person)
