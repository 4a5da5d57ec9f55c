from __future__ import annotations

from django.urls import path

from practice.api import puzzles

urlpatterns = [
    path("today/", puzzles.Todays.as_view()),
    path("next/", puzzles.NextPuzzle.as_view()),
    path("<str:code>/", puzzles.OnePuzzle.as_view()),
    path("<str:code>/answer/", puzzles.PuzzleAnswer.as_view()),
]
