from __future__ import annotations

from django.urls import path

from practice.api import mistakes, puzzles

urlpatterns = [
    path("today/", puzzles.Todays.as_view()),
    path("next/", puzzles.NextPuzzle.as_view()),
    path("mistakes/", mistakes.Mistakes.as_view()),
    path("mistakes/next/", mistakes.NextMistake.as_view()),
    path("mistakes/<str:code>/", mistakes.OneMistake.as_view()),
    path("mistakes/<str:code>/answer/", mistakes.MistakeAnswer.as_view()),
    path("<str:code>/", puzzles.OnePuzzle.as_view()),
    path("<str:code>/answer/", puzzles.PuzzleAnswer.as_view()),
]
