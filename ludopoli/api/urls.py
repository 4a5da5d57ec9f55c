"""`/api/v1/`: the operations of every app, and the OpenAPI document."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import include, path, resolve
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from ludopoli.api import browsing
from ludopoli.api.deprecations import moved_urls
from ludopoli.api.document import DocumentView
from ludopoli.api.oauth.userinfo import UserInfoView
from ludopoli.http.problems import problem_response
from ludopoli.http.refusals import REFUSALS

document = DocumentView.as_view()


@csrf_exempt
def nowhere(request: HttpRequest, path: str) -> HttpResponse:
    """Answer 404. A read without the slash at the end is redirected; a write is not, because its body would
    be lost on the way.
    """
    if not path.endswith("/") and resolve(f"{request.path_info}/").func is not nowhere:
        if request.method in ("GET", "HEAD"):
            query = request.META.get("QUERY_STRING", "")
            return redirect(f"{request.path}/{query and f'?{query}'}", permanent=True)
        return problem_response(*REFUSALS.problem("not_found", _("This address needs a slash at its end.")))
    return problem_response(*REFUSALS.problem("not_found"))


urlpatterns = [
    *moved_urls,
    path("v1/", include("games.api.urls")),
    path("v1/", include("tournaments.api.urls")),
    path("v1/clubs/", include("clubs.api.urls")),
    path("v1/scorepads/", include("clubs.api.scorepad_urls")),
    path("v1/puzzles/", include("practice.api.urls")),
    path("v1/me/mistakes/", include("practice.api.mistake_urls")),
    path("v1/lessons/", include("practice.api.lesson_urls")),
    path("v1/", include("analysis.api.urls")),
    path("v1/me/", include("ludopoli.moderation.api")),
    path("v1/me/", include("ludopoli.notices.api")),
    path("v1/me/", include("ludopoli.webhooks.api")),
    path("v1/me/", include("ludopoli.api.own_tokens")),
    path("v1/me/", include("ludopoli.api.own_settings")),
    path("v1/me/", include("ludopoli.api.own_profile")),
    path("v1/me/", include("ludopoli.api.own_export")),
    path("v1/me/userinfo/", UserInfoView.as_view(), name="oauth-userinfo"),
    path("v1/openapi/", document, name="openapi"),
    path("operations/<slug:slug>/", browsing.show_tag, name="api-operations"),
    path("", browsing.list_operations, name="api"),
    path("<path:path>", nowhere),
]
