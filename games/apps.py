from __future__ import annotations

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games import refusals, tasks  # noqa: F401  (their codes and names are registered by the import)
        from games.play import actions
        from ludopoli.accounts import guests

        guests.signed_in.append(actions.move_guest_seats)
