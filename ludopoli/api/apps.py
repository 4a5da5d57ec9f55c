from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "ludopoli.api"
    label = "api"
