"""The pages of score pads, below `segnapunti/`."""

from __future__ import annotations

from django.urls import path

from clubs.pages import scorepads

urlpatterns = [
    path("", scorepads.new, name="new-scorepad"),
    path("senza-rete/", scorepads.offline, name="scorepad-offline"),
    path("<str:secret>/", scorepads.scorepad, name="scorepad"),
    path("<str:secret>/scrivi/", scorepads.enter, name="scorepad-enter"),
    path("<str:secret>/posto/", scorepads.seat, name="scorepad-seat"),
]
