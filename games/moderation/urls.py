"""The addresses of reports and of the moderators' desk."""

from __future__ import annotations

from django.urls import path

from games.moderation import views

urlpatterns = [
    path("segnala/", views.report, name="report"),
    path("moderazione/", views.queue, name="moderation"),
    path("moderazione/registro/", views.register, name="moderation-log"),
    path("moderazione/letto/<int:number>/", views.confirm, name="moderation-read"),
    path("moderazione/casi/<int:number>/", views.case, name="moderation-case"),
    path("moderazione/persone/<str:name>/", views.person, name="moderation-person"),
    path("moderazione/partite/<uuid:match>/", views.match, name="moderation-match"),
]
