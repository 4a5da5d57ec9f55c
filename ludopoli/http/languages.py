"""The language of a request: the chosen one, otherwise Italian if the browser lists it at all."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.locale import LocaleMiddleware
from django.urls import reverse
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header
from django.views.i18n import JavaScriptCatalog

from ludopoli.http import static_files


def preferred_language(chosen: str | None, accepted: str) -> str:
    """The language for the values of the language cookie and of the header `Accept-Language`.

    A browser in English that also lists Italian usually belongs to an Italian speaker.
    """
    known = [code for code, _name in settings.LANGUAGES]
    if chosen in known:
        return str(chosen)
    wishes = parse_accept_lang_header(accepted.lower())
    listed = [code.split("-")[0] for code, quality in wishes if quality > 0]
    if settings.LANGUAGE_CODE in listed:
        return settings.LANGUAGE_CODE
    return next((code for code in listed if code in known), settings.LANGUAGE_CODE)


def chosen_language(request: HttpRequest) -> str:
    """The language chosen in this browser, or ""."""
    cookie = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return cookie if cookie in dict(settings.LANGUAGES) else ""


def remember_language(answer: HttpResponse, language: str) -> None:
    """Store the language in a cookie, for a year."""
    answer.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        path=settings.LANGUAGE_COOKIE_PATH,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
    )


class ItalianFirstMiddleware(LocaleMiddleware):
    """Django's middleware with our choice of language."""

    def process_request(self, request: HttpRequest) -> None:
        translation.activate(
            preferred_language(chosen_language(request), request.headers.get("Accept-Language", ""))
        )
        request.LANGUAGE_CODE = translation.get_language()


class ScriptCatalogue(JavaScriptCatalog):
    """The message catalogue for scripts; at `catalogue_address` it is cached for ever."""

    domain = "djangojs"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        language = request.GET.get("lingua")
        if language not in dict(settings.LANGUAGES):
            return super().get(request, *args, **kwargs)
        text = _catalogue(language)
        answer = HttpResponse(text, "text/javascript; charset=utf-8")
        asked = request.GET.get("versione", "")
        answer["Cache-Control"] = static_files.cache_control(asked, static_files.short_hash(text))
        return answer


def catalogue_address(language: str) -> str:
    """Return the address of the catalogue of a language; it changes with its texts."""
    return f"{reverse('jsi18n')}?lingua={language}&versione={static_files.short_hash(_catalogue(language))}"


@cache
def _catalogue(language: str) -> str:
    """The catalogue of a language, built once in a process: every page with a board waits for it."""
    request = HttpRequest()
    request.method = "GET"
    with translation.override(language):
        answer = JavaScriptCatalog.as_view(domain=ScriptCatalogue.domain)(request)
    assert isinstance(answer, HttpResponse), answer
    return answer.content.decode()
