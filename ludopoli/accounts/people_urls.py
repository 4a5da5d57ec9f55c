"""The pages about friends, under `/amici/`."""

from __future__ import annotations

from django.urls import path

from ludopoli.accounts import views

urlpatterns = [
    path("", views.friends, name="friends"),
    path("<slug:action>/", views.tie, name="tie"),
]
