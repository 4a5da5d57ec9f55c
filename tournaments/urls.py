"""The addresses of tournaments: their pages, and the directors' console."""

from __future__ import annotations

from django.urls import include, path

from tournaments.console import wizard

urlpatterns = [
    # fixed words come before the pages, where a word is the code of an event
    path("tornei/nuovo/", wizard.new, name="new-event"),
    path("tornei/nuovo/riassunto/", wizard.describe, name="new-event-summary"),
    path("tornei/<slug:event>/direzione/", include("tournaments.console.urls")),
    path("tornei/", include("tournaments.pages.urls")),
]
