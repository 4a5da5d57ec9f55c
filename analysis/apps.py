from django.apps import AppConfig


class AnalysisConfig(AppConfig):
    name = "analysis"

    def ready(self) -> None:
        from analysis import refusals, tasks  # noqa: F401  (added to the table, asked for by name)
