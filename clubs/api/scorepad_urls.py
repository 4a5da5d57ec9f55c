from __future__ import annotations

from django.urls import path

from clubs.api import scorepads

urlpatterns = [
    path("", scorepads.ScorepadsView.as_view()),
    path("<str:secret>/", scorepads.OneScorepadView.as_view()),
    path("<str:secret>/entries/", scorepads.PadEntriesView.as_view()),
    path("<str:secret>/seats/<int:seat>/", scorepads.PadSeatView.as_view()),
]
