"""Django's messages to a visitor, with a cookie of this site's own path and name."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.http import HttpResponse


class SiteCookie(CookieStorage):
    """Django's storage, which writes its cookie for the whole host."""

    cookie_name = f"messages{settings.SITE_SUFFIX}"

    def _update_cookie(self, encoded_data: str, response: HttpResponse) -> None:
        super()._update_cookie(encoded_data, response)  # type: ignore[misc]  # the stubs lack it
        response.cookies[self.cookie_name]["path"] = settings.SITE_PATH


class MessageStorage(FallbackStorage):
    storage_classes: Any = (SiteCookie, SessionStorage)
