from django.apps import AppConfig


class FailuresConfig(AppConfig):
    name = "ludopoli.failures"
    label = "failures"
