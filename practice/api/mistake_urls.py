from __future__ import annotations

from django.urls import path

from practice.api import mistakes

urlpatterns = [
    path("", mistakes.MistakesView.as_view()),
    path("next/", mistakes.NextMistakeView.as_view()),
    path("<str:code>/", mistakes.OneMistakeView.as_view()),
    path("<str:code>/answer/", mistakes.MistakeAnswerView.as_view()),
]
