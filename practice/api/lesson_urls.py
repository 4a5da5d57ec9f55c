from __future__ import annotations

from django.urls import path

from practice.api import lessons

urlpatterns = [
    path("", lessons.Courses.as_view()),
    path("<str:game>/<str:lesson>/<int:number>/", lessons.OneStep.as_view()),
    path("<str:game>/<str:lesson>/<int:number>/answer/", lessons.StepAnswer.as_view()),
]
