from __future__ import annotations

from django.urls import path

from practice.api import mistakes, puzzles

urlpatterns = [
    path("today/", puzzles.TodaysView.as_view()),
    path("next/", puzzles.NextPuzzleView.as_view()),
    path("mistakes/", mistakes.MistakesView.as_view()),
    path("mistakes/next/", mistakes.NextMistakeView.as_view()),
    path("mistakes/<str:code>/", mistakes.OneMistakeView.as_view()),
    path("mistakes/<str:code>/answer/", mistakes.MistakeAnswerView.as_view()),
    path("<str:code>/", puzzles.OnePuzzleView.as_view()),
    path("<str:code>/answer/", puzzles.PuzzleAnswerView.as_view()),
]
