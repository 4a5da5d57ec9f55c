from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from tournaments import feed, receivers, spectating  # noqa: F401  (register receivers)
