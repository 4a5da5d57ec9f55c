from __future__ import annotations

from django.urls import path

from clubs.api import scorepads

urlpatterns = [
    path("", scorepads.Scorepads.as_view()),
    path("<str:secret>/", scorepads.OneScorepad.as_view()),
    path("<str:secret>/entries/", scorepads.Entries.as_view()),
    path("<str:secret>/seats/<int:seat>/", scorepads.Seat.as_view()),
]
