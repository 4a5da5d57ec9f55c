from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    name = "ludopoli.webhooks"
    label = "webhooks"
