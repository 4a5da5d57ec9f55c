"""The pages of the analysis board."""

from __future__ import annotations

from django.urls import path

from analysis.pages import boards

urlpatterns = [
    path("partita/<uuid:match>/analisi/", boards.match_board, name="match-board"),
    path("condivisa/<str:token>/analisi/", boards.shared_board, name="shared-board"),
    path("analisi/da-file/<str:text>/", boards.sent_board, name="sent-board"),
    path("analisi/", boards.studies_page, name="studies"),
    path("analisi/<str:token>/", boards.study_page, name="study"),
]
