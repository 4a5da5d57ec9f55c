"""The pages about friends, under `/amici/`."""

from __future__ import annotations

from django.urls import path

from ludopoli.accounts import views
from ludopoli.http.verbs import register_verbs

register_verbs(
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
    path("", views.friends_page, name="friends"),
    path("<tie:action>/", views.tie_view, name="tie"),
]
