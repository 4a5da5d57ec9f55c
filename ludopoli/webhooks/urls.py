from __future__ import annotations

from django.urls import path

from ludopoli.webhooks import pages

urlpatterns = [
    path("", pages.webhooks, name="webhooks"),
    path("<int:webhook>/", pages.webhook, name="webhook"),
    path("<int:webhook>/prova/", pages.test, name="test-webhook"),
    path("<int:webhook>/ripeti/", pages.again, name="webhook-again"),
    path("<int:webhook>/commuta/", pages.switch, name="switch-webhook"),
    path("<int:webhook>/rinnova/", pages.renew, name="renew-webhook"),
    path("<int:webhook>/elimina/", pages.delete, name="delete-webhook"),
]
