from __future__ import annotations

from django.urls import path

from tournaments.console import views, wizard

urlpatterns = [
    path("", views.desk, name="console"),
    path("parti/", views.parts, name="console-parts"),
    path("modifica/", wizard.change, name="console-change"),
    path("posti/", views.seats, name="console-seats"),
    path("registro/", views.log, name="console-log"),
    path("risultati.csv", views.results, name="console-results"),
    path("partite.jsonl", views.records, name="console-records"),
    path("tavoli/<int:round>/<int:number>/", views.table, name="console-table"),
    path("tavoli/<int:round>/<int:number>/<slug:name>/", views.act_on_table, name="console-table-act"),
    path("iscritti/<int:number>/", views.entry, name="console-entry"),
    path("iscritti/<int:number>/<slug:name>/", views.act_on_entry, name="console-entry-act"),
    path("reclami/<int:number>/<slug:name>/", views.act_on_claim, name="console-claim-act"),
    path("fai/<slug:name>/", views.act, name="console-act"),
]
