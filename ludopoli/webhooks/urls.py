from __future__ import annotations

from django.urls import path

from ludopoli.webhooks import pages

urlpatterns = [
    path("", pages.webhooks, name="webhooks"),
    path("<int:webhook>/", pages.webhook, name="webhook"),
    path("<int:webhook>/test/", pages.test, name="test-webhook"),
    path("<int:webhook>/again/", pages.again, name="webhook-again"),
    path("<int:webhook>/switch/", pages.switch, name="switch-webhook"),
    path("<int:webhook>/renew/", pages.renew, name="renew-webhook"),
    path("<int:webhook>/delete/", pages.delete, name="delete-webhook"),
]
