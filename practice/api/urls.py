from __future__ import annotations

from django.urls import path

from practice.api import puzzles

urlpatterns = [
    path("today/", puzzles.TodaysView.as_view()),
    path("next/", puzzles.NextPuzzleView.as_view()),
    path("<str:code>/", puzzles.OnePuzzleView.as_view()),
    path("<str:code>/answer/", puzzles.PuzzleAnswerView.as_view()),
]
