from django.apps import AppConfig


class AnalysisConfig(AppConfig):
    name = "analysis"

    def ready(self) -> None:
        from analysis import tasks  # noqa: F401  (asked for by name)
