"""The addresses of tournaments: their pages, the directors' console, and what clubs have of them."""

from __future__ import annotations

from django.urls import include, path

from tournaments.console import evenings, wizard
from tournaments.pages import club

urlpatterns = [
    # fixed words come before the pages, where a word is the code of an event
    path("tornei/nuovo/", wizard.new_event_page, name="new-event"),
    path("tornei/nuovo/riassunto/", wizard.describe_event, name="new-event-summary"),
    path("tornei/importa/", evenings.bring_evening, name="bring-evening"),
    path("tornei/<slug:event>/direzione/", include("tournaments.console.urls")),
    path("tornei/", include("tournaments.pages.urls")),
    path("circoli/<slug:club>/calendario/", club.club_calendar, name="club-calendar"),
    path("circoli/<slug:club>/calendario.ics", club.club_calendar_ics, name="club-ics"),
    path("circoli/<slug:club>/calendario/<str:token>.ics", club.club_calendar_ics, name="club-ics"),
    path("circoli/<slug:club>/soci/<int:number>/", club.member_history, name="club-member"),
    path("circoli/<slug:club>/soci/<int:number>/dimentica/", club.forget_member, name="forget-club-member"),
    path("circoli/<slug:club>/albo/", club.hall_of_fame, name="club-fame"),
]
