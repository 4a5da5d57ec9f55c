"""The pages about friends, under `/amici/`."""

from __future__ import annotations

from django.urls import path

from ludopoli.accounts import views
from ludopoli.http.verbs import verbs

verbs(
    "tie",
    {
        "befriend": "aggiungi",
        "unfriend": "togli",
        "follow": "segui",
        "unfollow": "non-seguire",
        "block": "blocca",
        "unblock": "sblocca",
    },
)

urlpatterns = [
    path("", views.friends, name="friends"),
    path("<tie:action>/", views.tie, name="tie"),
]
