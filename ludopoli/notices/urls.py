"""The pages of notices, under `/avvisi/`."""

from __future__ import annotations

from django.urls import path

from ludopoli.notices import views

urlpatterns = [
    path("", views.inbox_page, name="notices"),
    path("dispositivi/", views.add_device_view, name="add-device"),
    path("dispositivi/rinnova/", views.renew_device_view, name="renew-device"),
    path("dispositivi/<int:device>/togli/", views.remove_device, name="remove-device"),
    path("<int:notice>/", views.open_notice, name="open-notice"),
    path("basta/<str:token>/", views.stop_mails, name="stop-notices"),
]
