from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    name = "ludopoli.webhooks"
    label = "webhooks"

    def ready(self) -> None:
        from ludopoli.webhooks import tasks  # noqa: F401  (enqueued by name)
