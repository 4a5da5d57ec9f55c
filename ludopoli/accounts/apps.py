from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_out
from django.http import HttpRequest
from django.middleware.csrf import rotate_token
from django.utils.module_loading import autodiscover_modules


class AccountsConfig(AppConfig):
    name = "ludopoli.accounts"
    label = "accounts"

    def ready(self) -> None:
        autodiscover_modules("privacy")  # the data that each app stores about a person
        user_logged_out.connect(renew_token)


def renew_token(request: HttpRequest, **_of_signal: Any) -> None:
    """Renew the CSRF token, by which pages know what the browser has kept in another session."""
    rotate_token(request)
