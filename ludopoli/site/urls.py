"""Every address of the site."""

from __future__ import annotations

from collections.abc import Callable

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from ludopoli.accounts.access import View, proven_to_change
from ludopoli.accounts.views import choose_language
from ludopoli.api.pages import bot_page, bots_page, delete_bot, revoke_token_view, tokens_page
from ludopoli.http.languages import ScriptCatalogue
from ludopoli.http.scripts import serve_script
from ludopoli.http.sheets import serve_sheet
from ludopoli.notices.views import notice_settings_page
from ludopoli.site import documents, pwa

handler400 = "ludopoli.http.error_pages.bad_request"
handler403 = "ludopoli.http.error_pages.forbidden"
handler404 = "ludopoli.http.error_pages.not_found"
handler429 = "ludopoli.http.error_pages.too_many_requests"
handler500 = "ludopoli.http.error_pages.server_error"


def _proven(admin_view: Callable[..., View]) -> Callable[..., View]:
    """Require fresh proof of identity for changes in the admin, as the pages of an account do."""
    return lambda view, cacheable=False: admin_view(proven_to_change(view), cacheable)


# The admin has no login of its own: rate limits and the second step are those of everybody.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.admin_view = _proven(admin.site.admin_view)  # type: ignore[method-assign, assignment]
admin.site.site_url = settings.SITE_PATH

pages: list[URLPattern | URLResolver] = [
    path("", include("games.pages.urls")),
    path("", include("games.moderation.urls")),
    path("", include("tournaments.urls")),
    path("circoli/", include("clubs.pages.urls")),
    path("federazioni/", include("clubs.pages.federation_urls")),
    path("segnapunti/", include("clubs.pages.scorepad_urls")),
    path("giocate/", include("practice.pages.urls")),
    path("lezioni/", include("practice.pages.lesson_urls")),
    path("", include("analysis.pages.urls")),
    path("account/token/", tokens_page, name="tokens"),
    path("account/token/<int:token>/revoca/", revoke_token_view, name="revoke-token"),
    path("account/avvisi/", notice_settings_page, name="notice-switches"),
    path("account/bot/", bots_page, name="bots"),
    path("account/bot/<int:bot>/", bot_page, name="bot-account"),
    path("account/bot/<int:bot>/elimina/", delete_bot, name="delete-bot"),
    path("", include("ludopoli.api.oauth.urls")),
    path("account/webhook/", include("ludopoli.webhooks.urls")),
    path("account/", include("ludopoli.accounts.urls")),
    path("amici/", include("ludopoli.accounts.people_urls")),
    path("avvisi/", include("ludopoli.notices.urls")),
    path("api/", include("ludopoli.api.urls")),
    path("lingua/", choose_language, name="set_language"),
    path("manifest.webmanifest", pwa.web_manifest, name="manifest"),
    path("sw.js", pwa.service_worker, name="worker"),
    path("senza-rete/", pwa.offline_page, name="offline"),
    path("documenti/", documents.documents_page, name="documents"),
    path("documenti/<path:name>", documents.document_page, name="document"),
    path("stile/<slug:version>/<path:names>.css", serve_sheet, name="sheet"),
    path("script/<slug:version>/<slug:kept>/<path:names>.js", serve_script, name="script"),
    path("testi/", ScriptCatalogue.as_view(), name="jsi18n"),
    path("admin/", admin.site.urls),
]

if settings.RELOADS:
    pages.append(path("__reload__/", include("django_browser_reload.urls")))

urlpatterns = [path(settings.SITE_PATH[1:], include(pages))]
