"""The pages of federations, below `federazioni/`."""

from __future__ import annotations

from django.urls import path

from clubs.pages import federations, licences
from ludopoli.http.verbs import register_verbs
from ludopoli.text.table_files import FileKind

register_verbs(
    "federation_act",
    {
        "ask": "chiedi",
        "invite": "invita",
        "end": "lascia",
        "add-organiser": "aggiungi-organizzatore",
        "remove-organiser": "togli-organizzatore",
        "delete": "elimina",
    },
)
register_verbs(
    "licence_act", {"issue": "rilascia", "change": "cambia", "move": "sposta", "withdraw": "ritira"}
)

urlpatterns = [
    path("", federations.federations_page, name="federations"),
    path("nuova/", federations.new_federation_page, name="new-federation"),
    path("<slug:federation>/", federations.federation_page, name="federation"),
    path("<slug:federation>/modifica/", federations.change_federation_page, name="change-federation"),
    path(
        "<slug:federation>/fai/<federation_act:name>/", federations.act_on_federation, name="federation-act"
    ),
    path("<slug:federation>/tessere/", licences.licences_page, name="federation-licences"),
    path("<slug:federation>/tessere/lista/", licences.licence_list_page, name="licence-list"),
    path(
        "<slug:federation>/tessere/tessere.csv",
        licences.licences_file,
        {"kind": FileKind.SPREADSHEET},
        name="licences-csv",
    ),
    path(
        "<slug:federation>/tessere/tessere.xlsx",
        licences.licences_file,
        {"kind": FileKind.EXCEL},
        name="licences-excel",
    ),
    path("<slug:federation>/tessere/<licence_act:name>/", licences.act_on_licence, name="licence-act"),
]
