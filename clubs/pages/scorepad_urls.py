"""The pages of score pads, below `segnapunti/`."""

from __future__ import annotations

from django.urls import path

from clubs.pages import scorepads

urlpatterns = [
    path("", scorepads.new_scorepad_page, name="new-scorepad"),
    path("senza-rete/", scorepads.offline_scorepad, name="scorepad-offline"),
    path("<str:secret>/", scorepads.scorepad_page, name="scorepad"),
    path("<str:secret>/scrivi/", scorepads.enter_scorepad_line, name="scorepad-enter"),
    path("<str:secret>/posto/", scorepads.claim_scorepad_seat, name="scorepad-seat"),
]
