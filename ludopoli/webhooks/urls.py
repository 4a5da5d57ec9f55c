from __future__ import annotations

from django.urls import path

from ludopoli.webhooks import pages

urlpatterns = [
    path("", pages.webhooks_page, name="webhooks"),
    path("<int:webhook>/", pages.webhook_page, name="webhook"),
    path("<int:webhook>/prova/", pages.send_test_event, name="test-webhook"),
    path("<int:webhook>/ripeti/", pages.send_again_view, name="webhook-again"),
    path("<int:webhook>/commuta/", pages.switch_webhook, name="switch-webhook"),
    path("<int:webhook>/rinnova/", pages.renew_webhook_secret, name="renew-webhook"),
    path("<int:webhook>/elimina/", pages.delete_webhook, name="delete-webhook"),
]
