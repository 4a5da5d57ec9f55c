"""The addresses of reports and of the moderators' desk."""

from __future__ import annotations

from django.urls import path

from games.moderation import views

urlpatterns = [
    path("segnala/", views.report_page, name="report"),
    path("moderazione/", views.queue_page, name="moderation"),
    path("moderazione/registro/", views.decisions_page, name="moderation-log"),
    path("moderazione/letto/<int:number>/", views.confirm_notice, name="moderation-read"),
    path("moderazione/casi/<int:number>/", views.case_page, name="moderation-case"),
    path("moderazione/persone/<str:name>/", views.moderated_person_page, name="moderation-person"),
    path("moderazione/partite/<uuid:match>/", views.moderated_match_page, name="moderation-match"),
]
