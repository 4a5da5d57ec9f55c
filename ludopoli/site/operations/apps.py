from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "ludopoli.site.operations"
    label = "operations"

    def ready(self) -> None:
        from ludopoli.site.operations import heartbeats, metrics, queues  # noqa: F401  (they listen to Celery's signals)
