from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "ludopoli.accounts"
    label = "accounts"
