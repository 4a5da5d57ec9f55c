from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        # these connect receivers, and add the refusals to the table
        from tournaments import receivers, refusals  # noqa: F401
        from tournaments.outlets import feed, record_headers  # noqa: F401
        from tournaments.running import spectating  # noqa: F401
