from django.apps import AppConfig


class PracticeConfig(AppConfig):
    name = "practice"

    def ready(self) -> None:
        from practice import tasks  # noqa: F401  (asked for by name)
