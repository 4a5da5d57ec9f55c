from __future__ import annotations

from typing import TYPE_CHECKING

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_out

if TYPE_CHECKING:
    from ludopoli.accounts.models import User


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games import tasks  # noqa: F401  (asked for by name)
        from games.play import actions
        from ludopoli.accounts import guests

        guests.signed_in.append(actions.take_along)
        user_logged_out.connect(_end_links)


def _end_links(user: User | None, **_: object) -> None:
    from games.play import actions

    if user is not None:
        actions.end_carrying_links(user)
