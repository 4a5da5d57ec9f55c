from django.apps import AppConfig
from django.db.models.signals import pre_migrate


class OperationsConfig(AppConfig):
    name = "ludopoli.site.operations"
    label = "operations"

    def ready(self) -> None:
        from ludopoli.site.operations import heartbeats, metrics, queues  # noqa: F401  (they listen to Celery's signals)
        from ludopoli.site.operations.pending_migrations import refuse_older

        pre_migrate.connect(refuse_older, sender=self)
