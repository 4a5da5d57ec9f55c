"""The pages of federations, below `federazioni/`."""

from __future__ import annotations

from django.urls import path

from clubs.pages import federations
from ludopoli.http.verbs import register_verbs

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
    path("<slug:federation>/tessere/", federations.licences_page, name="federation-licences"),
    path("<slug:federation>/tessere/<licence_act:name>/", federations.act_on_licence, name="licence-act"),
]
