"""Every address of the site."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path
from django.views.i18n import JavaScriptCatalog

from ludopoli.api.pages import revoke, tokens

handler400 = "ludopoli.errors.bad_request"
handler403 = "ludopoli.errors.forbidden"
handler404 = "ludopoli.errors.not_found"
handler429 = "ludopoli.errors.too_many_requests"
handler500 = "ludopoli.errors.server_error"

urlpatterns = [
    path("", include("games.urls")),
    path("account/tokens/", tokens, name="tokens"),
    path("account/tokens/<int:token>/revoke/", revoke, name="revoke-token"),
    path("account/", include("ludopoli.accounts.urls")),
    path("amici/", include("ludopoli.accounts.people_urls")),
    path("api/", include("ludopoli.api.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("jsi18n/", JavaScriptCatalog.as_view(domain="djangojs"), name="jsi18n"),
    path("admin/", admin.site.urls),
]
