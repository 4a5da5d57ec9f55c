from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class AccountsConfig(AppConfig):
    name = "ludopoli.accounts"
    label = "accounts"

    def ready(self) -> None:
        autodiscover_modules("privacy")  # the data that each app stores about a person
