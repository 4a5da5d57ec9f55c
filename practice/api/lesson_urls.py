from __future__ import annotations

from django.urls import path

from practice.api import lessons

urlpatterns = [
    path("", lessons.CoursesView.as_view()),
    path("<str:game>/<str:lesson>/<int:number>/", lessons.OneStepView.as_view()),
    path("<str:game>/<str:lesson>/<int:number>/answer/", lessons.StepAnswerView.as_view()),
]
