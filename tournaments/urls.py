"""The addresses of tournaments: their pages, the directors' console, and what clubs have of them."""

from __future__ import annotations

from django.urls import include, path

from ludopoli.http.verbs import register_verbs
from ludopoli.text.table_files import FileKind
from tournaments.console import again, evenings, event_templates, views, wizard
from tournaments.pages import club, discovery, federations, oembed

register_verbs("phase_act", {"set": "metti", "remove": "togli", "carry": "porta-avanti"})
register_verbs("template_act", {"rename": "rinomina", "delete": "elimina"})

urlpatterns = [
    # fixed words come before the pages, where a word is the code of an event
    path("tornei/nuovo/", wizard.new_event_page, name="new-event"),
    path("tornei/nuovo/riassunto/", wizard.describe_event, name="new-event-summary"),
    path("tornei/importa/", evenings.bring_evening, name="bring-evening"),
    path("tornei/direzione/senza-rete/", views.offline_console, name="console-offline"),
    path("tornei/<slug:event>/direzione/", include("tournaments.console.urls")),
    path("tornei/", include("tournaments.pages.urls")),
    path("oembed/", oembed.describe_frame, name="oembed"),
    path("robots.txt", discovery.robots_file, name="robots"),
    path("sitemap.xml", discovery.site_map, name="sitemap"),
    path("llms.txt", discovery.language_model_file, name="llms"),
    path(".well-known/security.txt", discovery.security_file, name="security-file"),
    path("tornei/atom.xml", discovery.calendar_atom, name="calendar-atom"),
    path("circoli/<slug:club>/calendario/", club.club_calendar, name="club-calendar"),
    path("circoli/<slug:club>/calendario.ics", club.club_calendar_ics, name="club-ics"),
    path("circoli/<slug:club>/atom.xml", discovery.club_atom, name="club-atom"),
    path("circoli/<slug:club>/calendario/<str:token>.ics", club.club_calendar_ics, name="club-ics"),
    path("circoli/<slug:club>/soci/<int:number>/", club.member_history, name="club-member"),
    path("circoli/<slug:club>/soci/<int:number>/dimentica/", club.forget_member, name="forget-club-member"),
    path("circoli/<slug:club>/modelli/<int:number>/", again.template_page, name="template"),
    path(
        "circoli/<slug:club>/modelli/<int:number>/<template_act:name>/",
        event_templates.template_act,
        name="template-act",
    ),
    path("federazioni/<slug:federation>/fasi/<phase_act:name>/", federations.act_on_phase, name="phase-act"),
    path(
        "federazioni/<slug:federation>/partite.csv",
        federations.played_rounds,
        {"kind": FileKind.SPREADSHEET},
        name="federation-csv",
    ),
    path(
        "federazioni/<slug:federation>/partite.xlsx",
        federations.played_rounds,
        {"kind": FileKind.EXCEL},
        name="federation-excel",
    ),
    path("circoli/<slug:club>/albo/", club.hall_of_fame, name="club-fame"),
]
