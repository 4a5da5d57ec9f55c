from __future__ import annotations

from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from practice.api import puzzles


@csrf_exempt
def moved_mistakes(request: HttpRequest, rest: str = "") -> HttpResponse:
    """Redirect from the former address of one's own mistakes, which looked like that of a puzzle."""
    query = request.META.get("QUERY_STRING", "")
    moved = f"{settings.SITE_PATH}api/v1/me/mistakes/{quote(rest)}{query and f'?{query}'}"
    return redirect(moved, permanent=True, preserve_request=True)


urlpatterns = [
    path("today/", puzzles.TodaysView.as_view()),
    path("next/", puzzles.NextPuzzleView.as_view()),
    path("mistakes/", moved_mistakes),
    path("mistakes/<path:rest>", moved_mistakes),
    path("<str:code>/", puzzles.OnePuzzleView.as_view()),
    path("<str:code>/answer/", puzzles.PuzzleAnswerView.as_view()),
]
