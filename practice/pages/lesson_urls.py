"""The pages of lessons, below `lezioni/`."""

from __future__ import annotations

from django.urls import path

from practice.pages import lessons

urlpatterns = [
    path("", lessons.courses_page, name="courses"),
    path("<slug:game>/", lessons.course_page, name="course"),
    path("<slug:game>/<slug:lesson>/<int:number>/", lessons.step_page, name="lesson-step"),
]
