from django.apps import AppConfig


class PracticeConfig(AppConfig):
    name = "practice"

    def ready(self) -> None:
        from practice import refusals, tasks  # noqa: F401  (added to the table, asked for by name)
